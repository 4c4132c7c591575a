// Several servers share a database: each answers for any game, and one owns it; what happens when a
// server drains, dies or is stopped, or the database is gone.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import net from "node:net";
process.env.ARBITER_TEST_STORE = "postgresql";
const { check, database, done, equal, sleep, start, stream, test, until } = await import("../server/lib.mjs");

const options = { store: "owners", args: ["--games", "100000", "--proxy", "127.0.0.1", "--public"] };
const sql = (text) => database.sql("owners", text);
const servers = await Promise.all([start(options), start(options), start(options)]);
const [one, two, three] = servers;
const move = (server, game, text, more = {}) =>
    server.ask(`${game.at}/moves`, { body: { move: text, ...more }, token: game.both });
// Sends a step as a client does: again, with the same request_id, while the server says so.
async function persist(server, game, text, id) {
    let answer;
    await until(async () => {
        answer = await move(server, game, text, { request_id: id });
        return answer.status !== 503;
    }, `an answer to ${id}`);
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

const ownerOf = (name) => sql(`SELECT coalesce(s.address, '') FROM arbiter.heads h JOIN arbiter.games g ON g.id = h.game
    LEFT JOIN arbiter.servers s ON s.id = h.owner WHERE g.white = '${name}'`);

await test("a new game is nobody's: the server that is asked for it first owns it", async () => {
    const game = await one.create({ white: "First" });
    equal(ownerOf("First"), "");
    equal((await move(two, game, "e4")).json.ply, 1);
    check(ownerOf("First").endsWith(`:${two.port}`), ownerOf("First"));
    equal((await move(one, game, "e5")).json.ply, 2);
    check(ownerOf("First").endsWith(`:${two.port}`), ownerOf("First"));
    const told = await one.create({ white: "Told", regulations: "blitz" }); // its first step is written with it
    check(ownerOf("Told").endsWith(`:${one.port}`), ownerOf("Told"));
    equal((await two.ask(told.at)).json.version, 1);
});

// Returns what a server asked the database in the meantime.
async function asked(server, meanwhile) {
    const log = (what) => { sql(`ALTER SYSTEM SET log_statement = '${what}'`); sql("SELECT pg_reload_conf()"); };
    let before = database.log().length;
    log("all");
    await until(async () => { // its session has heard of it
        await server.ask("/api/games/123456789");
        return database.log().slice(before).includes("arbiter.take(");
    }, "the log");
    before = database.log().length;
    try {
        await meanwhile();
    } finally {
        log("none");
    }
    return database.log().slice(before);
}

// Counts the connections of a server that have unread bytes, by the system's own table.
function unread({ port }) {
    const end = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
    return readFileSync("/proc/net/tcp", "latin1").split("\n").map((line) => line.trim().split(/\s+/))
        .filter(([, at, , state, queues]) => at?.endsWith(end) && state === "01" && !queues.endsWith(":00000000")).length;
}

await test("games that are asked for together are taken and read together", async () => {
    const games = await Promise.all(Array.from({ length: 120 }, () => one.create({ white: "Crowd" })));
    const others = [await one.create({ pgn: "1. e4 {best} e5 *" }), // these say more, and are read one by one
        await one.create({ rules_text: `parent = chess\nname = own\n# ${"long ".repeat(300)}\n` })];
    const log = await asked(two, async () => {
        let answers;
        await two.away(async () => { // all wait for it when it goes on
            answers = [...games, ...others].map((game) => two.ask(game.at));
            await until(() => unread(two) >= answers.length, "all requests have come");
        });
        for (const answer of answers.slice(0, games.length)) equal((await answer).json.ply, 0);
        equal([(await answers.at(-2)).json.ply, (await answers.at(-1)).json.rules.name], [2, "own"]);
    });
    const takes = Number(sql("SELECT count(DISTINCT h.xmin::text) FROM arbiter.heads h JOIN arbiter.games g ON g.id = h.game WHERE g.white = 'Crowd'"));
    check(takes < games.length / 2, `${takes} transactions for ${games.length} games`);
    const reads = log.split(/SELECT g\.id,/).length - 1;
    check(reads < games.length / 2, `${reads} reads for ${games.length} games`);
});

await test("moves that come close together share a commit", async () => {
    const games = await Promise.all(Array.from({ length: 20 }, () => one.create()));
    const commits = async () => Number(/^arbiter_commits_total (\d+)/m.exec((await one.ask("/metrics")).text)[1]);
    for (const game of games) equal((await one.ask(game.at)).json.ply, 0);
    const before = await commits(), began = performance.now();
    await Promise.all(games.map(async (game) => {
        for (const text of ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6"]) equal((await move(one, game, text)).status, 200);
    }));
    const made = await commits() - before, ms = performance.now() - began;
    check(made <= ms / 3 + 2, `${made} commits in ${ms} ms`);
});

await test("whether a side can still win is told when the position that was searched is saved", async () => {
    const server = await start(options);
    const figure = async (name) => Number(new RegExp(`^arbiter_${name} ([\\d.e+-]+)`, "m").exec((await server.ask("/metrics")).text)[1]);
    const game = await server.create();
    equal((await move(server, game, "e4")).status, 200);
    const other = spawn("psql", ["-h", database.folder, "-U", "arbiter", "-d", "owners", "-AtqX"], { stdio: ["pipe", "pipe", "inherit"] });
    const ended = new Promise((resolve) => other.on("exit", resolve));
    other.stdin.write("BEGIN; LOCK TABLE arbiter.log IN SHARE MODE; SELECT 1;\n"); // no step can be written
    await new Promise((resolve) => other.stdout.once("data", resolve));
    const told = [], answered = (what) => (answer) => { told.push(what); return answer.status; };
    let moved, explained;
    try {
        const steps = await figure("steps_total");
        moved = move(server, game, "e5").then(answered("the move"));
        await until(async () => await figure("steps_total") > steps, "the move is played");
        explained = server.ask(`${game.at}/explain?win=1`).then(answered("the search"));
        await until(async () => await figure("long_request_cpu_seconds_max") > 0, "the search is done");
        await figure("steps_total"); // an answer that does not wait comes before this one
        equal(told, []);
    } finally {
        other.stdin.end("COMMIT;\n");
        await ended;
    }
    equal(await Promise.all([moved, explained]), [200, 200]);
    await server.kill();
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
    const game = await one.create({ rules_text: "parent = chess\nname = own\n" });
    check((await two.ask(`${game.at}/rules`)).json.text.includes("name = own"));
    const imported = await one.create({ pgn: "[White \"A\"]\n\n1. e4 {best} e5 *" });
    check((await three.ask(`${imported.at}/pgn`)).text.includes("{best}"));
    const over = await two.create();
    equal((await one.ask(`${over.at}/actions`, { body: { action: "resign" }, token: over.both })).json.outcome.result, "0-1");
    const next = (await three.ask(`${over.at}/actions`, { body: { action: "rematch" }, token: over.both })).json.next;
    check(next && (await one.ask(`/api/games/${next}`)).status === 200);
});

await test("a code to join by is good at every server, for one who sits down", async () => {
    const game = await one.create({ white: "Ada" });
    const code = async (server, seat, token) => (await server.ask(`${game.at}/code`, { body: { seat }, token })).json.code;
    const black = await code(two, "black", game.seats.black);
    equal(await code(three, "black", game.seats.black), black, "the same while it is good");
    const taken = await three.ask("/api/join", { body: { code: black.toLowerCase() } });
    equal(taken.json, { id: game.id, seat: "black", token: game.seats.black });
    equal((await one.ask("/api/join", { body: { code: black } })).status, 404, "it is used up");
    const watch = await code(one, "watch");
    for (const server of servers) equal((await server.ask("/api/join", { body: { code: watch } })).json, { id: game.id, seat: null, token: null });
    equal((await two.ask(`${game.at}/code`, { body: { seat: "white" }, token: "x".repeat(26) })).status, 403);
    sql("UPDATE arbiter.codes SET until = now()");
    equal((await two.ask("/api/join", { body: { code: watch } })).status, 404, "it has run out");
    check(await code(two, "watch") !== watch, "another one is made");
    for (let i = 0; i < 9; i++) await three.ask("/api/join", { body: { code: "ZZZZZ" } });
    equal((await three.ask("/api/join", { body: { code: "ZZZZZ" } })).status, 404);
    equal((await three.ask("/api/join", { body: { code: "ZZZZZ" } })).status, 429, "who guesses waits");
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
    const again = await stream(three, `${game.at}/events`);
    await until(() => again.events.at(-1)?.data.ply === 2, "the state at the new owner");
    await again.close();
    equal((await ended).code, 0);
});

await test("who dies loses nothing; time that nobody served is not charged", async () => {
    const dying = await start(options);
    const game = await dying.create({ clock: { initial_ms: 60000, increment_ms: 0 } });
    await move(dying, game, "e4");
    const began = Date.now();
    await move(dying, game, "e5");
    await dying.kill("SIGKILL");
    await sleep(4000); // longer than the lease: nobody has served it
    const answer = await until(async () => { const a = await two.ask(game.at); return a.status === 200 && a; }, "the game");
    const served = 60000 - answer.json.clock.white_ms;
    check(answer.json.clock.running === "white" || answer.json.clock.running === undefined, JSON.stringify(answer.json.clock));
    check(served < Date.now() - began - 3900, `charged ${served} ms`);
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
    look(); // the request waits in the socket and is the first thing that the server reads
    const asked = sleeper.ask(game.at, { patient: false });
    const moved = sleeper.ask(`${game.at}/moves`, { body: { move: "d5", ply: 1, request_id: "old" }, token: game.both, patient: false });
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
        const answer = await one.ask(`${game.at}/moves`, { body: { move: "e5", request_id: "while it was gone" }, token: game.both, patient: false });
        return answer.status === 503 && answer;
    }, "a refusal");
    check(Number(refused.headers.get("Retry-After")) > 0, "says when to come back");
    equal((await one.ask("/healthz", { patient: false })).status === 200, false, "it says that it is not well");
    await database.up();
    equal((await persist(three, game, "e5", "while it was gone")).json.history.map((m) => m.san), ["e4", "e5"]);
    for (const server of servers) await until(async () => (await server.ask("/healthz")).status === 200, "well again");
});

await test("a damaged row is said and shown as far as it is whole; others are played", async () => {
    const hurt = await one.create({ white: "Hurt" }), well = await one.create();
    for (const [i, text] of ["e4", "e5", "Nf3"].entries()) for (const game of [hurt, well]) equal((await move(one, game, text)).json.ply, i + 1);
    sql("UPDATE arbiter.log SET what='move h7h5' WHERE what='move e7e5' AND game=(SELECT id FROM arbiter.games WHERE white='Hurt')");
    await one.kill("SIGTERM");
    const state = (await until(async () => { const a = await two.ask(hurt.at); return a.status === 200 && a; }, "it")).json;
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
    database.sql("older", "ALTER TABLE arbiter.log DROP COLUMN fence; ALTER TABLE arbiter.heads DROP COLUMN bots;" +
        "DROP TABLE arbiter.records, arbiter.home, arbiter.codes; UPDATE arbiter.meta SET version=1, code=''");
    const newer = await start({ store: "older" });
    equal((await newer.ask(game.at)).json.ply, 1);
    equal((await newer.ask(`${game.at}/moves`, { body: { move: "e5" }, token: game.both })).json.ply, 2);
    equal(database.sql("older", "SELECT version FROM arbiter.meta"), "3");
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
