// The bot dialect of lichess: accounts and tokens, challenges, whole games by real engines, claims,
// chat, revoked tokens, a restart in the middle.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { check, database, done, equal, here, placeOf, start, stream, test as plainTest, until } from "../lib.mjs";
import { bot, lines, stands } from "../bot_client.mjs";
import { jump, stepped } from "../step_clock.mjs";
import { compare, isDialect, promised, seen } from "../promises.mjs";

const program = process.env.ARBITER ?? path.join(here, "../../build/arbiter");
const store = placeOf("games.db");
const arbiter = (...words) => execFileSync(program, [...words, "--store", store], { encoding: "utf8" }).trim();
const token = (...words) => arbiter("token", "add", ...words);
const engines = ["stockfish", "fairy-stockfish"].map((name) => `/usr/games/${name}`);

// Every answer is compared with docs/openapi.yaml.
const routes = [...new Set([...promised.keys()].filter(isDialect).map((key) => key.split(" ")[1]))]
    .map((route) => ({ route, wild: route.split("{").length, fits: new RegExp(`^${route.replaceAll(/\{\w+\}/g, "[^/?]+")}$`) }))
    .sort((a, b) => a.wild - b.wild);
async function begun() {
    const server = await start({ before: stepped }), { ask } = server;
    server.askUnheld = ask;
    server.ask = async (where, call = {}) => {
        const answer = await ask(where, call);
        const found = routes.find(({ fits }) => fits.test(where.split("?")[0]));
        return found ? compare(call.method ?? (call.body === undefined ? "GET" : "POST"), found.route, answer) : answer;
    };
    return server;
}
let server = await begun();
const tokens = { Anna: token("Anna"), Fish: token("--bot", "Fish"), Fairy: token("--bot", "Fairy") };
const ask = (name, where, more = {}) => server.ask(where, { token: tokens[name], ...more });
const form = (fields) => ({ body: new URLSearchParams(fields).toString(), raw: true,
    headers: { "Content-Type": "application/x-www-form-urlencoded" } });
const challenge = async (from, to, fields) => (await ask(from, `/api/challenge/${to}`, form(fields))).json;
const post = (name, where, fields = {}) => ask(name, where, { method: "POST", ...form(fields) });

// Tests are independent: when a test ends, even if it failed, its streams are closed and the games of its accounts are ended.
const opened = new Set();
const test = (name, run) => plainTest(name, async () => {
    try {
        await run();
    } finally {
        for (const close of opened) await close();
        opened.clear();
        for (const account of Object.keys(tokens)) await leaveTables(account);
    }
});
async function leaveTables(account) {
    const playing = await server.askUnheld("/api/account/playing", { token: tokens[account] });
    if (waits.has(account) || playing.status !== 200) return; // its token was revoked
    const kind = (await ask(account, "/api/account")).json.title === "BOT" ? "bot" : "board";
    for (const { gameId } of playing.json.nowPlaying) await post(account, `/api/${kind}/game/${gameId}/resign`);
    const { in: asked, out } = (await ask(account, "/api/challenge")).json;
    for (const { id } of asked) await post(account, `/api/challenge/${id}/decline`);
    for (const { id } of out) await post(account, `/api/challenge/${id}/cancel`);
}
// Nobody plays for Gone, so Ada waits for her opponent, while the other tests run.
const waits = new Set(["Ada", "Gone"]);

// Listens to the events of an account.
function listen(name) {
    const events = [];
    const { close } = lines(server, "/api/stream/event", tokens[name], (event) => events.push(event), () => server.shared);
    opened.add(close);
    return { events, close, of: (type, id) => until(() => events.find((event) => event?.type === type &&
        (id === undefined || (event.game ?? event.challenge).id === id)), `${type} for ${name}`) };
}

// Begins a game between two accounts, and returns it with a function that posts moves.
async function begin(white, black, fields = {}) {
    const { id } = await challenge(white, black, { "clock.limit": 300, "clock.increment": 2, color: "white", ...fields });
    equal((await post(black, `/api/challenge/${id}/accept`)).json, { ok: true });
    const api = (name) => `/api/${/^A/.test(name) ? "board" : "bot"}/game`; // Anna and Ada are people
    const say = (name, what, more) => post(name, `${api(name)}/${id}/${what}`, more);
    const states = [];
    const now = () => stands(states);
    const watch = lines(server, `${api(white)}/stream/${id}`, tokens[white], (line) => { if (line) states.push(line); },
        () => server.shared && now()?.status === "started");
    if (!waits.has(white)) opened.add(watch.close);
    await until(() => states.length > 0, "the whole game");
    return { id, say, states, now, close: watch.close,
        last: (field, value) => until(() => now()?.[field] === value, `${field} ${value}`) };
}

// Opens a connection and waits until the server has accepted it; the request is sent later, and the answer is read as lines of JSON.
async function lateRequest({ port }, key, request) {
    const socket = net.connect(port, "127.0.0.1").setEncoding("utf8");
    const head = (what) => `${what} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\nContent-Length: 0\r\n\r\n`;
    let got = "";
    socket.on("error", () => {});
    socket.on("data", (data) => { got += data; });
    socket.write(head("GET /api/account"));
    await until(() => got.includes("}"), "an answer on the connection");
    got = "";
    return { send: () => socket.write(head(request)), close: () => socket.destroy(),
        lines: () => got.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line)) };
}

Object.assign(tokens, { Ada: token("Ada"), Gone: token("--bot", "Gone") });
const left = await begin("Ada", "Gone").catch((error) => error);

await test("tokens are for accounts, and nobody else is let in", async () => {
    equal((await ask("Fish", "/api/account")).json.title, "BOT");
    equal((await ask("Anna", "/api/account")).json.username, "Anna");
    equal((await server.ask("/api/account")).status, 401);
    equal((await server.ask("/api/account", { token: "arb_nobody" })).status, 401);
    const tested = await server.ask("/api/token/test", { body: `${tokens.Fish},nonsense`, raw: true,
        headers: { "Content-Type": "text/plain" } });
    equal([tested.json[tokens.Fish].userId, tested.json.nonsense], ["fish", null]);
    check(tested.json[tokens.Fish].scopes.split(",").includes("bot:play"));
    const kept = database ? database.sql("games_db", "SELECT * FROM arbiter.records") : execFileSync("sh", ["-c", `cat ${store}*`]);
    check(!kept.includes(tokens.Fish), "the store holds no token");
    equal((await ask("Anna", "/api/bot/game/stream/1")).status, 403);
    for (const where of ["/api/user/nobody", "/api/challenge/1/show", "/game/export/1", "/api/board/game/stream/1"])
        equal((await ask("Anna", where)).status, 404, where);
    equal((await server.ask("/api/users/status")).status, 400);
});

await test("a person's account becomes a bot's", async () => {
    tokens.Later = token("Later");
    equal((await post("Later", "/api/bot/account/upgrade")).json, { ok: true });
    equal((await server.ask("/api/user/later")).json.title, "BOT");
});

await test("challenges are told, accepted, declined, taken back, and expire with their reason", async () => {
    const fish = listen("Fish"), fairy = listen("Fairy");
    await until(async () => (await server.ask("/api/users/status?ids=fish,fairy")).json.every(({ online }) => online), "both here");
    equal((await server.ask("/api/bot/online")).text.trim().split("\n").map((line) => JSON.parse(line).id).sort(), ["fairy", "fish"]);
    const first = await challenge("Fish", "fairy", { "clock.limit": 60, "clock.increment": 1, color: "black" });
    equal([first.status, first.variant.key, first.timeControl.show, first.speed], ["created", "standard", "1+1", "bullet"]);
    equal((await fairy.of("challenge", first.id)).challenge.challenger.name, "Fish");
    equal((await ask("Fairy", "/api/challenge")).json.in.length, 1);
    equal((await ask("Fairy", `/api/challenge/${first.id}/show`)).json.direction, "in");
    for (const what of ["accept", "decline"])
        equal((await post("Fish", `/api/challenge/${first.id}/${what}`)).status, 404, "one's own");
    equal((await post("Fairy", `/api/challenge/${first.id}/cancel`)).status, 404, "another's");
    equal((await post("Fairy", `/api/challenge/${first.id}/decline`, { reason: "tooFast" })).json, { ok: true });
    equal((await fish.of("challengeDeclined", first.id)).challenge.declineReasonKey, "toofast");
    const second = await challenge("Fish", "fairy", {});
    equal([second.speed, second.timeControl.type], ["correspondence", "unlimited"]);
    equal((await post("Fish", `/api/challenge/${second.id}/cancel`)).status, 200);
    await fairy.of("challengeCanceled", second.id);
    equal((await post("Fairy", `/api/challenge/${second.id}/accept`)).status, 404);
    const soon = await challenge("Fish", "fairy", { "clock.limit": 60 }), slow = await challenge("Fish", "fairy", {});
    jump(21000);
    await fairy.of("challengeCanceled", soon.id);
    equal((await post("Fairy", `/api/challenge/${soon.id}/accept`)).status, 404, "it has expired");
    equal((await ask("Fairy", "/api/challenge")).json.in.map(({ id }) => id), [slow.id], "there is no hurry without a clock");
    equal((await post("Fish", `/api/challenge/${slow.id}/cancel`)).status, 200);
    equal((await challenge("Fish", "fish", {})).error, "You cannot challenge yourself");
    equal((await challenge("Fish", "nobody", {})).error, "No such user");
    check((await challenge("Fish", "fairy", { variant: "shogi" })).error);
    check((await challenge("Fish", "fairy", { variant: "fromPosition", fen: "no fen" })).error);
    fish.close();
    fairy.close();
});

await test("moves, offers, a takeback, chat and resignation, by a person and a bot", async () => {
    const game = await begin("Anna", "Fish");
    const [full] = game.states;
    equal([full.type, full.id, full.variant.name, full.initialFen, full.clock],
          ["gameFull", game.id, "Standard", "startpos", { initial: 300000, increment: 2000 }]);
    equal((await game.say("Fish", "move/e7e5")).status, 400, "not the turn");
    const bad = await game.say("Anna", "move/e2e5");
    equal([bad.status, bad.json.verdict.verdict], [400, "wrong-shape"]);
    equal((await game.say("Anna", "move/e2e4?offeringDraw=true")).json, { ok: true });
    await game.last("wdraw", true);
    equal([game.now().wtime, game.now().btime], [300000, 300000], "first moves take no time");
    equal((await game.say("Fish", "draw/no")).json, { ok: true });
    equal((await game.say("Fish", "move/e7e5")).status, 200);
    await game.last("moves", "e2e4 e7e5");
    equal((await game.say("Fish", "takeback/yes")).status, 200);
    await game.last("btakeback", true);
    equal((await game.say("Anna", "takeback/yes")).status, 200);
    await game.last("moves", "e2e4");
    equal((await game.say("Fish", "chat", { room: "player", text: "Hello & good luck" })).status, 200);
    const line = await until(() => game.states.find(({ type }) => type === "chatLine"), "a line of chat");
    equal([line.username, line.text, line.room], ["Fish", "Hello & good luck", "player"]);
    equal((await game.say("Fish", "chat", { room: "player", text: "x".repeat(141) })).status, 400);
    for (const [who, move] of [["Fish", "c7c5"], ["Anna", "g1f3"]]) equal((await game.say(who, `move/${move}`)).status, 200);
    equal((await game.say("Fish", "abort")).status, 400, "both have moved");
    equal((await ask("Fish", "/api/account/playing")).json.nowPlaying.map(({ gameId, isMyTurn }) => [gameId, isMyTurn]), [[game.id, true]]);
    equal((await game.say("Fish", "resign")).json, { ok: true });
    await game.last("status", "resign");
    equal(game.now().winner, "white");
    check((await server.ask(`/game/export/${game.id}`)).text.includes("1. e4 c5 2. Nf3 1-0"));
});

// Both requests arrive before the server looks at either, so it reads the second while the move is not yet on disk.
await test("who connects while a move is on its way to the disk is told of the game", async () => {
    const game = await begin("Fish", "Fairy"), after = (name, where) => lateRequest(server, tokens[name], where);
    const move = await after("Fish", `POST /api/bot/game/${game.id}/move/e2e4`), events = await after("Fairy", "GET /api/stream/event");
    opened.add(move.close).add(events.close);
    await server.away(async () => { move.send(); events.send(); });
    await until(() => events.lines().some(({ type, game: told }) => type === "gameStart" && told.gameId === game.id), "the game that is played");
});

await test("a game is aborted before both have moved, and a draw is agreed by moves", async () => {
    const game = await begin("Fish", "Fairy");
    await game.say("Fish", "move/d2d4");
    equal((await game.say("Fairy", "abort")).json, { ok: true });
    await game.last("status", "aborted");
    const other = await begin("Fish", "Fairy");
    for (const [who, move] of [["Fish", "d2d4"], ["Fairy", "d7d5?offeringDraw=true"], ["Fish", "g1f3?offeringDraw=true"]])
        equal((await other.say(who, `move/${move}`)).status, 200);
    await other.last("status", "draw");
    equal(other.now().moves, "d2d4 d7d5");
});

await test("a repetition is claimed, and who leaves is told of", async () => {
    const game = await begin("Fish", "Fairy");
    const away = await until(() => game.states.find(({ type }) => type === "opponentGone"), "that Fairy is away");
    check(away.gone && away.claimWinInSeconds > 0);
    equal((await game.say("Fish", "claim-victory")).status, 400, "too early");
    const line = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for (const [i, move] of [...line, ...line].entries()) equal((await game.say(i % 2 ? "Fairy" : "Fish", `move/${move}`)).status, 200);
    equal((await game.say("Fish", "claim-draw")).json, { ok: true });
    await game.last("status", "draw");
    equal((await game.say("Fish", "move/e2e4")).status, 400);
});

await test("a page challenges a bot that is here, and plays it", async () => {
    const fish = listen("Fish");
    await until(async () => (await server.ask("/api/bots")).json.bots.length > 0, "Fish is here");
    equal((await server.ask("/api/bots/Fairy/challenge", { body: {} })).status, 409);
    const { status, json } = await server.ask("/api/bots/Fish/challenge",
        { body: { name: "Bea", color: "white", clock: { initial_ms: 180000, increment_ms: 2000 } } });
    equal([status, json.state.challenger, json.state.players.black.kind], [201, "white", "bot"]);
    const watcher = await stream(server, `/api/games/${json.id}/events?seats=${json.seats.white}`);
    const move = (text) => server.ask(`/api/games/${json.id}/moves`, { body: { move: text }, token: json.seats.white });
    equal((await move("e4")).status, 409, "not accepted yet");
    equal((await fish.of("challenge", json.id)).challenge.challenger.name, "Bea");
    await post("Fish", `/api/challenge/${json.id}/accept`);
    await fish.of("gameStart", json.id);
    equal((await move("e4")).status, 200);
    equal((await post("Fish", `/api/bot/game/${json.id}/move/e7e5`)).status, 200);
    await until(() => watcher.events.some(({ data }) => data.ply === 2), "the bot's move at the page");
    equal((await post("Fish", `/api/bot/game/${json.id}/resign`)).status, 200);
    for (const [name, body, status] of [["Nobody", {}, 404], ["Fish", { rules: "none" }, 422]])
        equal((await server.ask(`/api/bots/${name}/challenge`, { body })).status, status);
    equal((await server.ask("/api/bots/Fish/challenge", form({}))).status, 415);
    watcher.close?.();
    fish.close();
});

const told = { title: "Night match", rules: "chess", over: false, played: 1, total: 4, games: [{ white: "A", black: "B", round: "1.2",
    fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", ply: 1, white_ms: 9000, black_ms: 10000 }],
    standings: [{ name: "A", games: 1, won: 1, drawn: 0, lost: 0, points: 1, elo: null, error: null }] };
await test("a match that is played elsewhere is told of, checked and shown", async () => {
    const tell = (more, name = "Fish") => ask(name, "/api/bots/match", { body: { ...told, ...more } });
    equal((await tell({})).json, { ok: true });
    const [shown] = (await server.ask("/api/bots")).json.matches;
    equal([shown.by, shown.title, shown.played, shown.games[0].fen, shown.standings[0].name], ["Fish", "Night match", 1, told.games[0].fen, "A"]);
    equal((await tell({ played: 2, over: true, games: [], sprt: { result: "H1", llr: 2.96, lower: -2.94, upper: 2.94 } })).status, 200);
    equal((await server.ask("/api/bots")).json.matches.map((m) => [m.played, m.over, m.games.length, m.sprt.result]), [[2, true, 0, "H1"]]);
    for (const wrong of [{ rules: "none" }, { title: "x".repeat(65) }, { played: -1 }, { games: [{ ...told.games[0], fen: "8/8 w - -" }] },
        { games: Array(25).fill(told.games[0]) }, { standings: [{ name: 5 }] }, { standings: null }, { sprt: { result: "x", llr: "much" } }])
        equal((await tell(wrong)).status, 422, JSON.stringify(wrong));
    equal((await server.ask("/api/bots")).json.matches[0].played, 2, "what was refused changes nothing");
    equal((await server.ask("/api/bots/match", { body: told })).status, 401);
    equal((await ask("Fish", "/api/bots/match", form(told))).status, 415);
    for (let i = 0; i < 10; i++) {
        tokens[`Teller${i}`] ??= token(`Teller${i}`);
        equal((await tell({}, `Teller${i}`)).status, 200);
    }
    equal((await server.ask("/api/bots")).json.matches.length, 8, "as many as there is room for");
});

const missing = engines.filter((name) => !existsSync(name));
if (missing.length > 0) console.log(`without whole games: ${missing} not here`);
else await test("engines play whole games in chess, Chess960 and every variant that lichess has", async () => {
    tokens.Other = token("--bot", "Other");
    const options = { program: engines[1], nodes: 40, plies: 160 };
    const fish = bot(server, "Fish", tokens.Fish, { ...options, program: engines[0], nodes: 60 });
    const fairy = bot(server, "Fairy", tokens.Fairy, options);
    const other = bot(server, "Other", tokens.Other, { ...options, accept: ({ variant }) => variant.key === "horde" ? "variant" : null });
    const all = [fish, fairy, other];
    for (const player of all) opened.add(player.close);
    await until(async () => (await server.ask("/api/bots")).json.bots.length === 3, "all bots");
    const clock = { "clock.limit": 600, "clock.increment": 5 };
    const fen = "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1";
    const made = [];
    for (const fields of [{}, { variant: "chess960" }, { variant: "chess960" }, { variant: "fromPosition", fen }])
        made.push(await challenge("Fish", "Fairy", { ...clock, ...fields }));
    for (const variant of ["kingOfTheHill", "threeCheck", "antichess", "atomic", "racingKings", "crazyhouse", "horde"])
        made.push(variant === "horde" ? await challenge("Other", "Fairy", { ...clock, variant })
                                      : await challenge("Fairy", "Other", { ...clock, variant }));
    const ends = await Promise.all(made.map(({ id, variant }) => until(async () => {
        for (const player of all) if (player.failure) throw player.failure;
        const state = fairy.games.get(id)?.at(-1);
        return state && state.status !== "started" ? `${variant.key} ${state.status}` : null;
    }, `the end of ${variant.key}`)));
    console.log(ends.join(", "));
    for (const end of ends) check(/ (mate|draw|stalemate|variantEnd|outoftime|resign)$/.test(end), end);
    check(ends.filter((end) => !end.endsWith(" resign")).length > ends.length / 2, "most end by the rules");
    for (const player of all) await player.close();
    await until(async () => (await ask("Fairy", "/api/account")).json.count.all >= made.length, "all are counted");
});

await test("victory is claimed once the opponent has been away for a while", async () => {
    if (left instanceof Error) throw left;
    if (!database) jump(30000); // on PostgreSQL a jump would end the leases, so the test really waits
    await until(() => left.states.some(({ claimWinInSeconds }) => claimWinInSeconds === 0), "the time is up");
    equal((await left.say("Ada", "chat", { room: "player", text: "Hello?" })).status, 200);
    equal((await ask("Ada", `/api/board/game/${left.id}/chat`)).json, [{ user: "Ada", text: "Hello?" }]);
    const claim = async () => (await left.say("Ada", "claim-victory")).json;
    // A server that was held up reads the game again, and the time of absence begins anew.
    if (database) await until(async () => (await claim()).ok, "the claim");
    else equal(await claim(), { ok: true });
    await left.last("status", "timeout");
    equal(left.now().winner, "white");
});

await test("a restart loses no game, and a revoked token no longer plays", async () => {
    const game = await begin("Fish", "Fairy");
    await game.say("Fish", "move/e2e4");
    await server.kill();
    server = await begun();
    const fairy = listen("Fairy");
    equal((await fairy.of("gameStart", game.id)).game.isMyTurn, true);
    equal((await post("Fairy", `/api/bot/game/${game.id}/move/e7e5`)).status, 200);
    check(arbiter("token", "list").includes("Fairy"));
    equal(arbiter("token", "revoke", "fairy"), "1 revoked");
    // Servers that share a database learn of the revoked token within half a second.
    if (database) await until(async () => (await ask("Fairy", "/api/account")).status === 401, "the token is nobody's");
    equal((await post("Fairy", `/api/bot/game/${game.id}/resign`)).status, 401);
    await until(async () => !(await server.ask("/api/users/status?ids=fairy")).json[0].online, "the stream ends");
});

await test("everything that docs/openapi.yaml promises of the dialect was seen", async () => {
    for (const stream of ["/api/stream/event", "/api/{kind}/game/stream/{id}"]) seen.add(`GET ${stream} 200`);
    equal([...promised.keys()].filter((key) => isDialect(key) && !seen.has(key)), []);
});

await done();
