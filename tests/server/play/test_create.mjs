// What a game is made from: limits of every member, what is read leniently, what an imported game declares, and requests that
// are repeated.
import { symlinkSync } from "node:fs";
import path from "node:path";
import { check, done, equal, folder, from, here, start, test } from "../lib.mjs";

const engine = path.join(folder, "waits");
symlinkSync(path.join(here, "../terminal/engines/waits"), engine);
process.env.GATE = folder; // the engine waits for a file in this folder, which nobody makes
const server = await start({ args: ["--games", "1000", "--engine", engine] });
const make = (body, more = {}) => server.ask("/api/games", { body, ...more });
const refused = async (body, status, detail) => {
    const answer = await make(body);
    equal([answer.status, answer.json.detail], [status, detail], JSON.stringify(body).slice(0, 80));
};
const made = async (body) => {
    const answer = await make(body);
    equal(answer.status, 201, `${JSON.stringify(body).slice(0, 80)}: ${answer.text.slice(0, 200)}`);
    return answer.json;
};

await test("texts and numbers have limits", async () => {
    const text = (key, limit) => `'${key}' is a text of at most ${limit} bytes, none of them NUL`;
    for (const key of ["white", "black"]) {
        equal((await made({ [key]: "x".repeat(64) })).state.players[key].name, "x".repeat(64));
        await refused({ [key]: "x".repeat(65) }, 400, text(key, 64));
        equal((await made({ [key]: null })).state.players[key].name, "");
        await refused({ [key]: "a\u0000" }, 400, text(key, 64));
        equal((await made({ [key]: " \u00e9~" })).state.players[key].name, " \u00e9~");
        for (const bad of ["a\u001f", "\u007f"]) await refused({ [key]: bad }, 400, "a name holds no control characters");
    }
    await refused({ regulations: "x".repeat(17) }, 400, text("regulations", 16));
    await refused({ fen: "x".repeat(4097) }, 400, text("fen", 4096));
    check((await make({ fen: "x".repeat(4096) })).json.detail.startsWith("the FEN cannot be read at byte 1: "), "as long as it may be");
    await refused({ moves: "x".repeat(65537) }, 400, text("moves", 65536));
    equal((await make({ moves: "x".repeat(65536) })).status, 422);
    await refused({ pgn: "x".repeat(262145) }, 400, text("pgn", 262144));
    equal((await make({ pgn: `1. e4 {${"x".repeat(262144 - 10)}}*` })).status, 201);
    await refused({ rules_text: "x".repeat(65537) }, 400, text("rules_text", 65536));
    await refused({ rules: "none" }, 422, "there is no rule set of that name");
    await refused({ request_id: "x".repeat(65) }, 400, text("request_id", 64));
    const number = (key, min, max) => `'${key}' is a whole number from ${min} to ${max}`;
    for (const [ms, increment] of [[100, 0], [86400000, 600000]]) {
        const { clock } = (await made({ clock: { initial_ms: ms, increment_ms: increment } })).state;
        equal(clock, { white_ms: ms, black_ms: ms, running: null, increment_ms: increment });
    }
    equal((await made({ clock: {} })).state.clock, { white_ms: 300000, black_ms: 300000, running: null, increment_ms: 0 });
    equal((await made({ clock: null })).state.clock, null);
    for (const ms of [99, 86400001, 100.5, "100"])
        await refused({ clock: { initial_ms: ms } }, 400, number("initial_ms", 100, 86400000));
    for (const ms of [-1, 600001]) await refused({ clock: { increment_ms: ms } }, 400, number("increment_ms", 0, 600000));
    await refused({ clock: [] }, 400, "'clock' is an object");
    for (const ply of [-1, 6001]) await refused({ pgn: "1. e4 *", ply }, 400, number("ply", 0, 6000));
    equal((await made({ pgn: "1. e4 *", ply: 6000 })).state.ply, 1);
    for (const body of [{ fen: "start", lab: "x" }, { lab: "x", pgn: "*" }, { fen: "start", pgn: "*" }])
        await refused(body, 400, "a game starts from one of fen, lab and pgn");
});

await test("an engine sits where it is told", async () => {
    const name = engine;
    const number = (key, min, max) => `'${key}' is a whole number from ${min} to ${max}`;
    const white = await made({ engine: { name, plays: "white", move_ms: 10, elo: 4000 }, black: "Bob" });
    equal(Object.keys(white.seats), ["black"]);
    equal(white.state.players, { white: { name, kind: "engine" }, black: { name: "Bob", kind: "person" } });
    const black = await made({ engine: { name, move_ms: 60000, elo: 0 } });
    equal([Object.keys(black.seats), black.state.players.black.name], [["white"], name]);
    equal((await made({ engine: { name }, black: "Deep" })).state.players.black, { name: "Deep", kind: "engine" });
    equal((await made({ engine: null })).state.players.black.kind, "person");
    equal(Object.keys((await made({})).seats), ["white", "black"]);
    for (const ms of [9, 60001]) await refused({ engine: { name, move_ms: ms } }, 400, number("move_ms", 10, 60000));
    for (const elo of [-1, 4001]) await refused({ engine: { name, elo } }, 400, number("elo", 0, 4000));
    await refused({ engine: { name, plays: "both" } }, 400, 'an engine plays "white" or "black"');
    await refused({ engine: { name: "nobody" } }, 422, "there is no such engine here");
    await refused({ engine: { name }, rules: "crazyhouse" }, 422, "this engine does not play these rules");
    await refused({ engine: "deep" }, 400, "'engine' is an object");
    await refused({ engine: { name }, regulations: "rapid" }, 422, "an engine touches no pieces: its games are casual");
    equal((await make({ engine: { name }, regulations: "casual" })).status, 201);
    await refused({ regulations: "fast" }, 400, "regulations are casual, standard, rapid or blitz");
    await refused({ regulations: "rapid", rules: "king-capture" }, 422, "only rule sets that follow the FIDE Laws have regulations");
    equal((await made({ regulations: "blitz" })).state.regulations, "blitz");
    equal((await made({})).state.regulations, undefined);
});

await test("what was wrong with a text is told", async () => {
    await refused({ fen: "4k3/8/8/8/8/8/8/3KK3 w - - 0 1" }, 422, "the position cannot be played: a side has too many kings");
    const two = (await make({ fen: "P3k3/8/8/8/8/8/8/8 w - - 0 1" })).json.detail;
    check(/^the position cannot be played: [^;]+; [^;]+$/.test(two), two);
    await refused({ lab: "nonsense" }, 422, (await make({ lab: "nonsense" })).json.detail);
    check((await make({ lab: "nonsense" })).json.detail.startsWith("the config has a mistake in line 1: "), "a config");
    equal((await make({ fen: "start", moves: "e4 e4" })).status, 422);
    const notes = async (body) => (await made(body)).notes;
    equal(await notes({ fen: "start" }), undefined);
    equal(await notes({ fen: "startpos" }), ["the rule set's start position is taken"]);
    equal((await notes({ fen: "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1" })).length, 1);
    equal((await notes({ fen: "4k3/8/8/8/8/8/8/4K2R w - e3 0 1" })).length, 1);
    equal((await notes({ fen: "4k3/8/8/8/8/8/8/4K2R  w KQ e3 0" })).length, 4);
    equal(await notes({ pgn: "1. e4 e5 2. Ke3 *" }), ["Line 1 of the PGN: The king on e1 cannot move to e3: a king does not move that way. "
        + "The game is shown up to there."]);
    equal(await notes({ pgn: "1. e4 e5 *" }), undefined);
    equal((await make({ pgn: "1. e5" })).json.detail.startsWith("the PGN cannot be read in line 1: "), true);
});

await test("an imported game goes on or is over", async () => {
    const of = async (pgn, more = {}) => (await made({ pgn, ...more })).state;
    const players = async (tags) => Object.values((await of(`${tags}\n1. e4 *`)).players).map(({ name }) => name);
    equal(await players('[White "Ann"]\n[Black "Bob"]\n'), ["Ann", "Bob"]);
    equal(await players('[White "?"]\n[Black "Bob"]\n'), ["", "Bob"]);
    equal(await players(`[White "${"x".repeat(65)}"]\n[Black "${"x".repeat(64)}"]\n`), ["", "x".repeat(64)]);
    equal((await of('[White "Ann"]\n\n1. e4 *', { white: "Eve" })).players.white.name, "Eve");
    const win = '[Result "1-0"]\n\n1. e4 e5 1-0';
    equal([(await of(win)).outcome.result, (await of(win)).version], ["1-0", 1]);
    for (const ply of [0, 1, 2, 3]) {
        const state = await of(win, { ply });
        equal([state.ply, state.outcome, state.version], [Math.min(ply, 2), null, 0], `ply ${ply}`);
    }
    const mate = await of("1. f3 e5 2. g4 Qh4# 0-1");
    equal([mate.outcome.reason, mate.version], ["checkmate", 0], "the moves say it");
    equal((await of("1. e4 *")).version, 0);
    equal((await made({ pgn: win, regulations: "rapid" })).state.regulations, undefined, "it is over, so nobody watches it");
    equal((await of('[Variant "Crazyhouse"]\n\n1. e4 *')).rules.name, "crazyhouse");
    const own = { rules_text: "name = own\nparent = chess\n" };
    equal((await of('[Variant "Crazyhouse"]\n\n1. e4 *', own)).rules, (await of('[Variant "Crazyhouse"]\n\n1. e4 *')).rules);
    equal((await of("1. e4 *", own)).rules.own, true);
    equal((await of("1. Nf3 Nf6 2. Ng1 Ng8 *", { ply: 3 })).history.length, 3);
    const long = (plies) => `${"Nf3 Nf6 Ng1 Ng8 ".repeat(plies / 4)}*`;
    equal((await made({ rules: "anyboard", pgn: long(6000) })).state.ply, 6000);
    equal((await make({ rules: "anyboard", pgn: long(6004) })).status, 422);
});

await test("a repeated request makes no second game", async () => {
    const key = "k".repeat(22), ask = (request_id, token, more = {}) => make({ request_id }, { token, ...more });
    const first = (await ask("r1", key)).json, again = (await ask("r1", key)).json;
    equal([again.id, again.seats], [first.id, first.seats]);
    const bare = (await ask("r1")).json, bareAgain = (await ask("r1")).json;
    check(bare.id !== first.id, "another client");
    equal([bareAgain.id, bareAgain.seats, Object.keys(bare.seats)], [bare.id, {}, ["white", "black"]], "seats are for who has a key");
    check((await ask("r2", key)).json.id !== first.id, "another request");
    check((await ask("r1", "k".repeat(23))).json.id !== first.id, "another key");
    check((await from(server, "127.0.0.2")("/api/games", { body: { request_id: "r1" }, token: key })).json.id !== first.id, "another address");
    check((await ask("", key)).json.id !== (await ask("", key)).json.id, "no request id");
    equal((await ask("x".repeat(64), "k".repeat(128))).status, 201);
    for (const wrong of ["k".repeat(21), "k".repeat(129)]) {
        const answer = await ask("r3", wrong);
        equal([answer.status, answer.json.detail], [400, "the key of a client is 22 to 128 characters that nobody guesses"]);
    }
    equal((await make({ request_id: "r4" }, { headers: { Authorization: "Basic x" } })).status, 201, "no key of ours");
});

await test("a game that is only looked at has no seats", async () => {
    const look = async (body, query = "") => (await server.ask(`/api/view${query}`, { body })).json;
    const looked = await look({ pgn: '[White "Ann"]\n\n1. e4 e5 1-0' });
    equal([looked.id, looked.seats, looked.notes, looked.outcome.result, looked.players.white.name], ["0", undefined, undefined, "1-0", "Ann"]);
    const first = await look({ pgn: "1. e4 e5 1-0" }, "?ply=1");
    equal([first.ply, first.view, first.outcome], [1, true, null]);
    equal((await server.ask("/api/view?ply=3", { body: { pgn: "1. e4 e5 1-0" } })).status, 404);
    equal((await look({ white: "x\u0001" })).detail, "a name holds no control characters");
});

await done();
