// Bots that play with tokens on several servers. Any server answers them and sends their streams; when the server that is their
// home drains or dies, another one takes its place, and no game, token or result is lost.
import { execFileSync } from "node:child_process";
import path from "node:path";
process.env.ARBITER_TEST_STORE = "postgresql";
const { check, database, done, equal, here, placeOf, start, stream, test, until } = await import("../server/lib.mjs");
const { lines, stands } = await import("../server/bot_client.mjs");

const program = process.env.ARBITER ?? path.join(here, "../../build/arbiter");
const options = { store: "bots", args: ["--games", "100000", "--proxy", "127.0.0.1", "--public"] };
const arbiter = (...words) => execFileSync(program, [...words, "--store", placeOf("bots")], { encoding: "utf8" }).trim();
const sql = (text) => database.sql("bots", text);
const servers = await Promise.all([start(options), start(options), start(options)]);
const tokens = Object.fromEntries(["Fish", "Fairy"].map((name) => [name, arbiter("token", "add", "--bot", name)]));

// Sent again while it is told to, as lichess-bot does it.
async function ask(server, name, where, { body, patient = true } = {}) {
    let answer;
    await until(async () => {
        answer = await server.ask(where, { token: tokens[name], ...body === undefined ? {} :
            { body, raw: true, headers: { "Content-Type": "application/x-www-form-urlencoded" } } }).catch(() => ({ status: 503 }));
        return !patient || answer.status !== 503;
    }, `an answer to ${where}`);
    return answer;
}
const post = (server, name, where, body = "") => ask(server, name, where, { body });

// Events of an account, at any server that is there; it comes back when a stream ends.
function listen(pick, name, where = "/api/stream/event") {
    const events = [];
    let open = true, last;
    (async () => {
        while (open) {
            last = lines(pick(), where, tokens[name], (event) => { if (event) events.push(event); });
            await last.ended;
            await new Promise((wake) => setTimeout(wake, 200));
        }
    })();
    return { events, close: () => { open = false; last.close(); }, of: (type, id) => until(() =>
        events.find((event) => event.type === type && (event.game ?? event.challenge).id === id), `${type} for ${name}`) };
}
const home = () => sql("SELECT s.address FROM arbiter.home h JOIN arbiter.servers s ON s.id = h.owner WHERE s.expires > now()");
const isHome = (server) => home().endsWith(`:${server.port}`);

async function begin([at, accepts], fields = "clock.limit=600&clock.increment=1&color=white") {
    const { id } = (await post(at, "Fish", "/api/challenge/Fairy", fields)).json;
    equal((await post(accepts, "Fairy", `/api/challenge/${id}/accept`)).json, { ok: true });
    return id;
}

await test("a challenge at one server is told, accepted and played at the others", async () => {
    const [one, two, three] = servers;
    const fairy = listen(() => three, "Fairy"), fish = listen(() => two, "Fish");
    await until(async () => (await ask(one, "Fish", "/api/users/status?ids=fish,fairy")).json.filter((u) => u.online).length === 2, "both are here");
    for (const server of servers) equal((await ask(server, "Fish", "/api/account")).json.username, "Fish");
    const id = await begin([one, two]);
    await fairy.of("challenge", id);
    await fairy.of("gameStart", id);
    await fish.of("gameStart", id);
    const states = [], watch = lines(three, `/api/bot/game/stream/${id}`, tokens.Fairy, (line) => { if (line) states.push(line); },
        () => stands(states)?.status === "started");
    await until(() => states.length > 0, "the whole game");
    equal((await post(two, "Fish", `/api/bot/game/${id}/move/e2e4`)).json, { ok: true });
    equal((await post(one, "Fairy", `/api/bot/game/${id}/move/e7e5`)).json, { ok: true });
    await until(() => stands(states)?.moves === "e2e4 e7e5", "both moves at the third server");
    equal((await post(three, "Fairy", `/api/bot/game/${id}/move/e7e5`)).status, 400, "not the turn");
    const page = await stream(two, `/api/games/${id}/events`);
    await until(() => page.events.at(-1)?.data.ply === 2, "the page of another server shows it");
    for (const server of servers) equal((await server.ask("/api/bots")).json.games.map((g) => g.id), [id]);
    equal((await post(three, "Fish", `/api/bot/game/${id}/chat`, "room=player&text=hello")).json, { ok: true });
    await until(() => states.some((s) => s.type === "chatLine" && s.text === "hello"), "chat");
    equal((await post(one, "Fish", `/api/bot/game/${id}/resign`)).json, { ok: true });
    await until(() => stands(states)?.status === "resign", "the end");
    await until(async () => (await two.ask("/api/bots")).json.standings.length === 2, "it is counted");
    await page.close();
    watch.close();
    fairy.close();
    fish.close();
});

for (const signal of ["SIGTERM", "SIGKILL"]) await test(`the home ends by ${signal}: another is it, and the games go on`, async () => {
    const first = servers.find(isHome), others = servers.filter((s) => s !== first);
    check(first && others.length >= 2, "one of them is the home");
    const id = await begin([first, others[0]]), waits = (await post(first, "Fish", "/api/challenge/Fairy", "color=black")).json.id;
    equal((await post(others[0], "Fish", `/api/bot/game/${id}/move/d2d4`)).json, { ok: true });
    const fairy = listen(() => others[1], "Fairy");
    await fairy.of("gameStart", id);
    const scores = (await others[0].ask("/api/bots")).json.standings;
    fairy.events.length = 0;
    servers.splice(servers.indexOf(first), 1);
    const began = Date.now(), ended = first.kill(signal);
    equal((await post(others[0], "Fairy", `/api/bot/game/${id}/move/d7d5`)).json, { ok: true });
    console.log(`${signal}: the next move was taken after ${Date.now() - began} ms`);
    await ended;
    equal((await fairy.of("gameStart", id)).game.lastMove !== undefined, true);
    await fairy.of("challenge", waits);
    check(others.some(isHome), "another is the home");
    equal((await ask(others[1], "Fish", "/api/account/playing")).json.nowPlaying.map((g) => [g.gameId, g.isMyTurn]), [[id, true]]);
    equal((await ask(others[1], "Fairy", "/api/challenge")).json.in.map((c) => c.id), [waits]);
    equal((await others[1].ask("/api/bots")).json.standings, scores);
    equal((await post(others[1], "Fish", `/api/challenge/${waits}/cancel`)).status, 200);
    equal((await post(others[1], "Fish", `/api/bot/game/${id}/resign`)).status, 200);
    await until(async () => (await others[0].ask("/api/bots")).json.standings.some((s) => s.games === scores[0].games + 1), "it is counted once");
    fairy.close();
    servers.push(await start(options));
});

await test("a game whose home is gone is led to the next one, also where only its page is asked for", async () => {
    const first = servers.find(isHome), others = servers.filter((s) => s !== first);
    const id = await begin([first, others[0]]);
    servers.splice(servers.indexOf(first), 1);
    await first.kill("SIGKILL");
    const state = await until(async () => { const a = await others[1].ask(`/api/games/${id}`); return a.status === 200 && a.json; }, "the game");
    equal(state.players.black.kind, "bot");
    check(others.some(isHome), "somebody became the home");
    equal((await post(others[0], "Fish", `/api/bot/game/${id}/move/c2c4`)).status, 200);
    equal((await post(others[0], "Fish", `/api/bot/game/${id}/resign`)).status, 200);
});

await test("a token is made and revoked while servers run", async () => {
    tokens.Late = arbiter("token", "add", "--bot", "Late");
    for (const server of servers) equal((await ask(server, "Late", "/api/account")).json.username, "Late");
    check(arbiter("token", "list").includes("Late"));
    equal(arbiter("token", "revoke", "late"), "1 revoked");
    for (const server of servers) await until(async () => (await ask(server, "Late", "/api/account")).status === 401, "it is nobody's");
});

await test("no result was counted twice, and nothing is left of games that are over", async () => {
    await until(() => sql("SELECT count(*) FROM arbiter.records WHERE room = 'playing'") === "0", "all are filed");
    const scores = sql("SELECT key || ' ' || value FROM arbiter.records WHERE room = 'score' ORDER BY key").split("\n");
    equal(scores, ['fairy {"rapid":{"win":4}}', 'fish {"rapid":{"loss":4}}']);
    equal(sql("SELECT count(*) FROM arbiter.heads WHERE bots"), "0");
});

await done();
