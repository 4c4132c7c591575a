// Several servers on one database: any of them answers for any game, one owns it; what happens when
// one drains, dies, is stopped, or the database goes.
import { spawnSync } from "node:child_process";
import net from "node:net";
process.env.ARBITER_TEST_STORE = "postgresql";
const { check, database, done, equal, sleep, start, stream, test, until } = await import("../server/lib.mjs");

const options = { store: "owners", args: ["--games", "100000", "--proxy", "127.0.0.1", "--public"] };
const sql = (text) => database.sql("owners", text);
const servers = await Promise.all([start(options), start(options), start(options)]);
const [one, two, three] = servers;
const move = (server, game, text, more = {}) =>
    server.ask(`${game.at}/moves`, { body: { move: text, ...more }, token: game.both });
// As a client does it: sent again, with its request_id, while it is told to.
async function persist(server, game, text, id) {
    let answer;
    await until(async () => {
        answer = await move(server, game, text, { request_id: id });
        return answer.status !== 503;
    }, `an answer to ${id}`, 60000);
    return answer;
}

await test("a game of one server is played at every other, and all show the same", async () => {
    const game = await one.create({ white: "Anna" });
    equal((await move(two, game, "e4")).json.ply, 1);
    equal((await move(three, game, "e5")).json.ply, 2);
    equal((await move(one, game, "Nf3")).json.ply, 3);
    for (const server of servers) equal((await server.ask(game.at)).json.history.map((m) => m.san), ["e4", "e5", "Nf3"]);
    equal((await two.ask(`${game.at}/pgn`)).text.includes("1. e4 e5 2. Nf3"), true);
    equal((await move(two, game, "Qh9")).status, 422);
    equal((await two.ask(`${game.at}/moves`, { body: { move: "Nc6" }, token: "x".repeat(26) })).status, 403);
    equal((await three.ask("/api/games/123456789")).status, 404);
    const listed = (await three.ask("/api/games?limit=200")).json.games.find((g) => g.id === game.id);
    equal([listed.plies, listed.white, listed.result], [3, "Anna", "*"]);
});

await test("a stream at any server tells what is played at any other, and who is there", async () => {
    const game = await one.create();
    const watching = await Promise.all(servers.map((server) => stream(server, `${game.at}/events`)));
    await until(() => watching.every((w) => w.events.length > 0), "the first state");
    await move(two, game, "d4");
    await move(three, game, "d5");
    await until(() => watching.every((w) => w.events.at(-1).data.ply === 2), "both moves");
    await until(() => watching.every((w) => w.presence.at(-1)?.watching === 3), "all three watch");
    for (const w of watching) await w.close();
});

await test("a request counts once, at whichever servers it is sent how often", async () => {
    const game = await one.create();
    const answers = await Promise.all([one, two, three, one, two].map((server) =>
        move(server, game, "c4", { request_id: "once" })));
    for (const answer of answers) equal([answer.status, answer.json.version], [200, 1]);
    const made = await Promise.all([one, two, three, two].map(async (server) => {
        let answer;
        await until(async () => (answer = await server.ask("/api/games", { body: { request_id: "new" },
            headers: { Authorization: `Bearer ${"k".repeat(24)}` } })).status === 201, "a game");
        return answer.json;
    }));
    equal(new Set(made.map((m) => m.id)).size, 1);
    equal(new Set(made.map((m) => m.seats.white)).size, 1);
});

await test("rules of one's own, imports and rematches are everybody's", async () => {
    const game = await one.create({ rules_text: "arbiter-rules = 1\nname = own\nboard = 8x8\nparent = chess\n" }).catch(() => null);
    if (game) check((await two.ask(`${game.at}/rules`)).json.text.includes("name = own"));
    const imported = await one.create({ pgn: "[White \"A\"]\n\n1. e4 {best} e5 *" });
    check((await three.ask(`${imported.at}/pgn`)).text.includes("{best}"));
    const over = await two.create();
    equal((await one.ask(`${over.at}/actions`, { body: { action: "resign" }, token: over.both })).json.outcome.result, "0-1");
    const next = (await three.ask(`${over.at}/actions`, { body: { action: "rematch" }, token: over.both })).json.next;
    check(next && (await one.ask(`/api/games/${next}`)).status === 200);
});

await test("who drains hands his games over: another answers, streams follow", async () => {
    const leaving = await start(options);
    const game = await leaving.create();
    await move(leaving, game, "e4");
    const watch = await stream(one, `${game.at}/events`);
    await until(() => watch.events.length > 0, "the first state");
    const began = Date.now();
    const ended = leaving.kill("SIGTERM");
    equal((await persist(two, game, "e5", "after the drain")).json.ply, 2);
    console.log(`taken over after a drain in ${Date.now() - began} ms`);
    await watch.finished; // a browser comes back by itself
    // While three still takes the one who left for the owner, it may answer 503: come back.
    const again = await until(async () => {
        const opened = await stream(three, `${game.at}/events`);
        if (opened.response.statusCode === 200) return opened;
        equal(opened.response.statusCode, 503);
        return opened.close().then(() => null);
    }, "a stream at the new owner");
    await until(() => again.events.at(-1)?.data.ply === 2, "the state at the new owner");
    await again.close();
    equal((await ended).code, 0);
});

await test("who dies loses nothing; time that nobody served is not charged", async () => {
    const dying = await start(options);
    const game = await dying.create({ clock: { initial_ms: 60000, increment_ms: 0 } });
    await move(dying, game, "e4");
    await move(dying, game, "e5");
    const began = Date.now();
    await dying.kill("SIGKILL");
    await sleep(4000); // longer than the lease: nobody has served it
    const answer = await until(async () => { const a = await two.ask(game.at); return a.status === 200 && a; }, "the game", 60000);
    const served = 60000 - answer.json.clock.white_ms;
    check(answer.json.clock.running === "white" || answer.json.clock.running === undefined, JSON.stringify(answer.json.clock));
    check(served < Date.now() - began - 3000 || served < 3500, `charged ${served} ms`);
    equal((await persist(two, game, "Nf3", "after the death")).json.ply, 3);
});

await test("a death is noticed while people play: the next move is taken by another server", async () => {
    const dying = await start(options);
    const game = await dying.create();
    await move(dying, game, "e4");
    const began = Date.now();
    await dying.kill("SIGKILL");
    equal((await persist(two, game, "e5", "soon after")).json.ply, 2);
    console.log(`taken over after a death in ${Date.now() - began} ms`);
});

await test("who was stopped and wakes up shows and writes nothing old", async () => {
    const sleeper = await start(options);
    const game = await sleeper.create();
    await move(sleeper, game, "e4");
    const socket = net.connect(sleeper.port, "127.0.0.1");
    let got = "";
    socket.on("data", (data) => { got += data; });
    const look = () => socket.write(`GET ${game.at} HTTP/1.1\r\nHost: 127.0.0.1:${sleeper.port}\r\n\r\n`);
    look();
    await until(() => got.includes("\"ply\":1"), "an answer from its memory");
    got = "";
    sleeper.child.kill("SIGSTOP");
    equal((await persist(two, game, "e5", "meanwhile")).json.ply, 2);
    look(); // it waits in its socket, and is the first thing that it sees
    const asked = sleeper.ask(game.at);
    const moved = move(sleeper, game, "d5", { ply: 1, request_id: "old" });
    sleeper.child.kill("SIGCONT");
    await until(() => got.includes("\r\n\r\n{"), "an answer");
    check(got.startsWith("HTTP/1.1 503") || got.includes("\"ply\":2"), got);
    socket.destroy();
    const [shown, refused] = [await asked, await moved];
    check(shown.status === 503 || shown.json.ply === 2, shown.text);
    check(refused.status === 503 || refused.status === 409, refused.text);
    equal((await persist(sleeper, game, "Nf3", "awake")).json.history.map((m) => m.san), ["e4", "e5", "Nf3"]);
    await sleeper.kill();
});

await test("without the database moves are refused with Retry-After, and nothing is lost or doubled", async () => {
    const game = await one.create();
    await move(two, game, "e4");
    await database.down("SIGQUIT");
    const refused = await until(async () => {
        const answer = await move(one, game, "e5", { request_id: "while it was gone" });
        return answer.status === 503 && answer;
    }, "a refusal");
    check(Number(refused.headers.get("Retry-After")) > 0, "says when to come back");
    equal((await one.ask("/healthz")).status === 200, false, "it says that it is not well");
    await database.up();
    equal((await persist(three, game, "e5", "while it was gone")).json.history.map((m) => m.san), ["e4", "e5"]);
    for (const server of servers) await until(async () => (await server.ask("/healthz")).status === 200, "well again", 60000);
});

await test("a damaged row is said and shown as far as it is whole; others are played", async () => {
    const hurt = await one.create({ white: "Hurt" }), well = await one.create();
    for (const [i, text] of ["e4", "e5", "Nf3"].entries()) for (const game of [hurt, well]) equal((await move(one, game, text)).json.ply, i + 1);
    sql("UPDATE arbiter.log SET what='move h7h5' WHERE what='move e7e5' AND game=(SELECT id FROM arbiter.games WHERE white='Hurt')");
    await one.kill("SIGTERM");
    const state = (await until(async () => { const a = await two.ask(hurt.at); return a.status === 200 && a; }, "it", 60000)).json;
    equal([state.damaged, state.ply], [true, 1]);
    equal((await move(two, hurt, "d5")).status, 409);
    equal((await persist(two, well, "Nc6", "goes on")).json.ply, 4);
});

await test("no two owners wrote in turns", () => {
    equal(sql("SELECT count(*) FROM (SELECT fence, lag(fence) OVER (PARTITION BY game ORDER BY n) AS before FROM arbiter.log) x WHERE before > fence"), "0");
    check(Number(sql("SELECT count(DISTINCT fence) FROM arbiter.log")) > 1, "games have changed hands");
});

await test("an older schema is brought up to date, a later one is left alone", async () => {
    const older = await start({ store: "older" });
    const game = await older.create();
    await game.move("e4");
    await older.kill();
    database.sql("older", "ALTER TABLE arbiter.log DROP COLUMN fence; UPDATE arbiter.meta SET version=1, code=''");
    const newer = await start({ store: "older" });
    equal((await newer.ask(game.at)).json.ply, 1);
    equal((await newer.ask(`${game.at}/moves`, { body: { move: "e5" }, token: game.both })).json.ply, 2);
    equal(database.sql("older", "SELECT version FROM arbiter.meta"), "2");
    await newer.kill();
    database.sql("older", "UPDATE arbiter.meta SET version=99");
    const error = await start({ store: "older" }).catch((e) => e);
    check(/later version/.test(error.message), String(error.message));
});

await test("a build without PostgreSQL says so", () => {
    const core = process.env.ARBITER_CORE;
    if (!core || core === "/arbiter") return; // there is one in `make check`
    const run = spawnSync(core, ["serve", "--store", "postgresql://127.0.0.1/x"], { encoding: "utf8" });
    equal(run.status, 3);
    check(run.stderr.includes("has no PostgreSQL"), run.stderr);
});

await done();
