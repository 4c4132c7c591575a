// Bots play with tokens on several servers. Any server answers them and sends their streams; when the server that is their home
// drains or dies, another one becomes their home, and no game, token or result is lost.
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

// Sends a request again while the server says so, as lichess-bot does.
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

// Listens to the events of an account on any running server, and connects again when a stream ends.
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
// If the home is held up for longer than its lease, there is no home until somebody asks for one.
const findHome = (among) => until(async () => {
    await ask(among[0], "Fish", "/api/account");
    return among.find(isHome);
}, "one of them is the home");

const playing = async (server, name) => (await ask(server, name, "/api/account/playing")).json.nowPlaying;

// Challenges until a game begins in time: a challenge with a clock expires after 20 seconds, and the machine may be busy.
const begin = ([at, accepts], fields = "clock.limit=600&clock.increment=1&color=white", heard = () => {}) => until(async () => {
    const { id } = (await post(at, "Fish", "/api/challenge/Fairy", fields)).json;
    await heard(id);
    const { status } = await post(accepts, "Fairy", `/api/challenge/${id}/accept`);
    return (status === 200 || (await playing(accepts, "Fairy")).some(({ gameId }) => gameId === id)) && id;
}, "a game that begins");

// An answer may be lost with its server. The repeated request is then refused although the first one took effect.
async function act(server, name, id, what, holds) {
    const { status, text } = await post(server, name, `/api/bot/game/${id}/${what}`);
    check(status === 200 || holds((await server.ask(`/api/games/${id}`)).json), `${what}: ${text}`);
}
const move = (server, name, id, text, ply) => act(server, name, id, `move/${text}`, (game) => game.ply === ply);
const resign = (server, name, id) => act(server, name, id, "resign", (game) => game.outcome !== null);

await test("a challenge at one server is told, accepted and played at the others", async () => {
    const [one, two, three] = servers;
    const fairy = listen(() => three, "Fairy"), fish = listen(() => two, "Fish");
    await until(async () => (await ask(one, "Fish", "/api/users/status?ids=fish,fairy")).json.filter((u) => u.online).length === 2, "both are here");
    for (const server of servers) equal((await ask(server, "Fish", "/api/account")).json.username, "Fish");
    const id = await begin([one, two], "color=white", (made) => fairy.of("challenge", made));
    await fairy.of("gameStart", id);
    await fish.of("gameStart", id);
    const states = [], watch = lines(three, `/api/bot/game/stream/${id}`, tokens.Fairy, (line) => { if (line) states.push(line); },
        () => stands(states)?.status === "started");
    await until(() => states.length > 0, "the whole game");
    await move(two, "Fish", id, "e2e4", 1);
    await move(one, "Fairy", id, "e7e5", 2);
    await until(() => stands(states)?.moves === "e2e4 e7e5", "both moves at the third server");
    equal((await post(three, "Fairy", `/api/bot/game/${id}/move/e7e5`)).status, 400, "not the turn");
    const page = await stream(two, `/api/games/${id}/events`);
    await until(() => page.events.at(-1)?.data.ply === 2, "the page of another server shows it");
    for (const server of servers) await until(async () => (await server.ask("/api/bots")).json.games.map((g) => g.id).join() === id, "the arena shows it");
    await until(async () => { // chat is not kept for a stream that has ended just now
        equal((await post(three, "Fish", `/api/bot/game/${id}/chat`, "room=player&text=hello")).json, { ok: true });
        return states.some((s) => s.type === "chatLine" && s.text === "hello");
    }, "chat");
    await resign(one, "Fish", id);
    await until(() => stands(states)?.status === "resign", "the end");
    await until(async () => (await two.ask("/api/bots")).json.standings.length === 2, "it is counted");
    await page.close();
    watch.close();
    fairy.close();
    fish.close();
});

for (const signal of ["SIGTERM", "SIGKILL"]) await test(`the home ends by ${signal}: another is it, and the games go on`, async () => {
    const first = await findHome(servers), others = servers.filter((s) => s !== first);
    const id = await begin([first, others[0]]), waits = (await post(first, "Fish", "/api/challenge/Fairy", "color=black")).json.id;
    await move(others[0], "Fish", id, "d2d4", 1);
    const fairy = listen(() => others[1], "Fairy");
    await fairy.of("gameStart", id);
    const scores = (await others[0].ask("/api/bots")).json.standings;
    fairy.events.length = 0;
    servers.splice(servers.indexOf(first), 1);
    const began = Date.now(), ended = first.kill(signal);
    await move(others[0], "Fairy", id, "d7d5", 2);
    console.log(`${signal}: the next move was taken after ${Date.now() - began} ms`);
    await ended;
    equal((await fairy.of("gameStart", id)).game.lastMove !== undefined, true);
    await fairy.of("challenge", waits);
    await findHome(others);
    equal((await playing(others[1], "Fish")).map((g) => [g.gameId, g.isMyTurn]), [[id, true]]);
    const challenges = (await ask(others[1], "Fairy", "/api/challenge")).json.in.map((c) => c.id);
    check(challenges.includes(waits), "the challenge still waits");
    equal((await others[1].ask("/api/bots")).json.standings, scores);
    for (const one of challenges) await post(others[1], "Fish", `/api/challenge/${one}/cancel`); // two, where the first answer was lost
    equal((await ask(others[1], "Fairy", "/api/challenge")).json.in, []);
    await resign(others[1], "Fish", id);
    await until(async () => (await others[0].ask("/api/bots")).json.standings.some((s) => s.games === scores[0].games + 1), "it is counted once");
    fairy.close();
    servers.push(await start(options));
});

await test("a game whose home is gone is led to the next one, also where only its page is asked for", async () => {
    const first = await findHome(servers), others = servers.filter((s) => s !== first);
    const id = await begin([first, others[0]]);
    servers.splice(servers.indexOf(first), 1);
    await first.kill("SIGKILL");
    const state = await until(async () => { const a = await others[1].ask(`/api/games/${id}`); return a.status === 200 && a.json; }, "the game");
    equal(state.players.black.kind, "bot");
    await findHome(others);
    await move(others[0], "Fish", id, "c2c4", 1);
    await resign(others[0], "Fish", id);
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
    equal(scores, ['fairy {"correspondence":{"win":1},"rapid":{"win":3}}', 'fish {"correspondence":{"loss":1},"rapid":{"loss":3}}']);
    equal(sql("SELECT count(*) FROM arbiter.heads WHERE bots"), "0");
});

await done();
