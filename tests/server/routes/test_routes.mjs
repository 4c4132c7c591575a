// Tests every path, status and required key of docs/openapi.yaml on the running server.
import { readFileSync, readdirSync, symlinkSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { check, done, equal, folder, here, start, stream, test, until } from "../lib.mjs";
import { compare, isDialect, promised, required, seen } from "../promises.mjs";

const engine = path.join(folder, "lines"); // a short name, because the API takes 64 bytes
symlinkSync(path.join(here, "data/lines_engine"), engine);
const server = await start({ args: ["--games", "40", "--engine", engine] });
const ask = async (method, route, where, options = {}) =>
    compare(method, route, await server.ask(where, { method, ...options }));
const post = (route, where, body, token) => ask("POST", route, where, { body, token });
const wrongType = (route, where) => ask("POST", route, where,
    { body: "{}", raw: true, headers: { "Content-Type": "text/plain" } });
const badJson = (route, where, token) => ask("POST", route, where, { body: "{", raw: true, token });

const G = "/api/games/{id}";
const game = await server.create({ white: "Ann", black: "Bob" });

await test("create", async () => {
    const created = await post("/api/games", "/api/games", { rules: "king-capture" });
    equal(created.status, 201);
    check(created.json.seats.white.length >= 22, "a token");
    compare("GET", G, { ...created, status: 200, json: created.json.state });
    await badJson("/api/games", "/api/games");
    await wrongType("/api/games", "/api/games");
    for (const body of [{ fen: "no fen" }, { rules: "no rules" }, { fen: "8/8/8/8/8/8/8/8 w - - 0 1" },
        { pgn: "1. e5" }, { rules_text: "nonsense" }, { lab: "nonsense" },
        { engine: { name: "stockfish" } }])
        equal((await post("/api/games", "/api/games", body)).status, 422, JSON.stringify(body));
    for (const body of [{ white: 5 }, { white: "x".repeat(65) }, { white: "a\nb" }, { clock: 5 },
        { clock: { initial_ms: -1 } }, { fen: "start", pgn: "1. e4" }])
        equal((await post("/api/games", "/api/games", body)).status, 400, JSON.stringify(body));
});

await test("list", async () => {
    const list = await ask("GET", "/api/games", "/api/games?limit=1");
    equal(list.json.games.length, 1);
    for (const key of ["id", "rules", "white", "black", "result", "plies", "updated"])
        check(key in list.json.games[0], key);
    const older = await ask("GET", "/api/games", `/api/games?before=${list.json.games[0].id}`);
    check(older.json.games.some((g) => g.id === game.id && g.white === "Ann"));
    equal((await ask("GET", "/api/games", "/api/games?limit=0")).status, 400);
    equal((await ask("GET", "/api/games", "/api/games?before=x")).status, 400);
    equal((await ask("GET", "/api/games", "/api/games", { headers: { Via: "1.1 proxy" } })).status, 403);
    equal((await ask("GET", "/metrics", "/metrics", { headers: { Via: "1.1 proxy" } })).status, 403);
});

await test("moves", async () => {
    const moves = `${game.at}/moves`;
    const route = `${G}/moves`;
    equal((await post(route, moves, { move: "e4" }, game.both)).status, 200);
    equal((await post(route, moves, { from: "e7", to: "e5" }, game.both)).status, 200);
    const refused = await post(route, moves, { move: "Ra3" }, game.both);
    equal(refused.status, 422);
    equal([refused.json.verdict.verdict, refused.json.verdict.at], ["blocked", "a2"]);
    equal((await post(route, moves, { move: "blah" }, game.both)).status, 422);
    equal((await post(route, moves, { move: "Nf3" })).status, 403);
    equal((await post(route, moves, { move: "Nf3" }, game.seats.black)).status, 403);
    equal((await post(route, moves, { move: "Nf3", ply: 1 }, game.both)).status, 409);
    equal((await post(route, moves, { move: 5 }, game.both)).status, 400);
    equal((await post(route, "/api/games/999999/moves", { move: "e4" }, game.both)).status, 404);
    await badJson(route, moves, game.both);
    await wrongType(route, moves);
});

await test("why", async () => {
    const why = (body) => post(`${G}/why`, `${game.at}/why`, body);
    equal((await why({ from: "a1", to: "a3" })).json.at, "a2");
    equal((await why({ move: "Nf3" })).json, { legal: true, verdict: "ok", move: "g1f3", san: "Nf3",
        article: "", text: (await why({ move: "Nf3" })).json.text });
    equal((await why({ from: "e9", to: "e4" })).json.verdict, "off-board");
    equal((await why({ move: "d2d9" })).json.verdict, "off-board");
    equal((await why({ move: "d2d9" })).json.text, "There is no square d9 on this board.");
    equal((await why({ move: "i7i8q" })).json.verdict, "off-board");
    equal((await why({ move: "d7d9" })).json.verdict, "not-your-turn");
    const text = async (style) =>
        (await post(`${G}/why`, `${game.at}/why?coordinates=${style}`, { from: "a1", to: "a3" })).json.text;
    check(/a2/.test(await text("alg")), await text("alg"));
    check(/0, 6/.test(await text("xy")) && !/a2/.test(await text("xy")), await text("xy"));
    check(/6, 0/.test(await text("rc")), await text("rc"));
    const refused = await server.ask(`${game.at}/moves?coordinates=xy`, { body: { move: "a1a3" }, token: game.both });
    equal(refused.json.detail, await text("xy"), "the same sentence for a move");
    equal((await post(`${G}/why`, `${game.at}/why?coordinates=polar`, { from: "a1", to: "a3" })).status, 400);
    equal((await why({ move: "?" })).status, 422);
    equal((await post(`${G}/why`, "/api/games/999999/why", { move: "e4" })).status, 404);
    await badJson(`${G}/why`, `${game.at}/why`);
    await wrongType(`${G}/why`, `${game.at}/why`);
});

await test("legal moves", async () => {
    const legal = await ask("GET", `${G}/legal`, `${game.at}/legal?from=g1`);
    equal(legal.json.targets.map((t) => t.to), ["e2", "f3", "h3"]);
    for (const key of ["to", "capture", "promotions", "castling", "claims"]) check(key in legal.json.targets[0], key);
    equal((await ask("GET", `${G}/legal`, `${game.at}/legal?from=e2&ply=0`)).json.targets.length, 2);
    const all = (await server.ask(`${game.at}/legal`)).json.moves;
    equal(all.find(({ from }) => from === "g1").targets.map((t) => t.to), ["e2", "f3", "h3"], "all of them");
    equal((await ask("GET", `${G}/legal`, `${game.at}/legal?from=z9`)).status, 400);
    equal((await ask("GET", `${G}/legal`, "/api/games/999999/legal?from=e2")).status, 404);
    const promotion = await server.create({ fen: "8/P6k/8/8/8/8/8/K7 w - - 0 1" });
    const targets = (await server.ask(`${promotion.at}/legal?from=a7`)).json.targets;
    equal([targets.length, targets[0].to, targets[0].promotions.sort()], [1, "a8", ["b", "n", "q", "r"]]);
    const castling = await server.create({ fen: "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1" });
    equal((await server.ask(`${castling.at}/legal?from=e1`)).json.targets.filter((t) => t.castling)
        .map((t) => t.to).sort(), ["c1", "g1"]);
    for (const body of [{ from: "e1", to: "h1" }, { move: "e1 h1" }, { move: "e1h1" }])
        equal((await server.ask(`${castling.at}/why`, { body })).json.san, "O-O", "the king onto its rook");
});

await test("explanations", async () => {
    const mate = { fen: "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1" };
    const kinds = ({ json }) => json.causes.map(({ kind }) => kind).join(" ");
    const found = await post("/api/explain", "/api/explain", mate);
    equal([found.json.about, found.json.article, kinds(found)],
          ["checkmate", "5.1.1", "check flight flight flight flight flight no-help"]);
    const kept = await server.create(mate);
    equal(kinds(await ask("GET", `${G}/explain`, `${kept.at}/explain`)), kinds(found), "of a game that is kept");
    const pinned = await post("/api/explain", "/api/explain?from=c3", { fen: "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1" });
    equal([pinned.json.causes[0].kind, pinned.json.causes[0].by, pinned.json.moves.slice(0, 14)], ["pinned", "b4", "A knight goes "]);
    const won = await post("/api/explain", "/api/explain?win=1&teacher=1", { fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1" });
    equal([won.json.win.white.answer, won.json.win.black.proof, won.json.attacked.white.a8], ["yes", "material", 1]);
    check(won.json.legal.white.length > 10 && won.json.win.white.line.length > 0, "moves and a line");
    equal((await post("/api/explain", "/api/explain", { moves: "Nf3 Nf6 Ng1 Ng8" })).json.repeated, [0, 4]);
    equal((await post("/api/explain", "/api/explain?from=z9", {})).status, 400);
    equal((await ask("GET", `${G}/explain`, `${kept.at}/explain?from=z9`)).status, 400);
    equal((await ask("GET", `${G}/explain`, "/api/games/999999/explain")).status, 404);
    for (const body of [{ moves: "e5" }, { fen: "nonsense" }])
        equal((await post("/api/explain", "/api/explain", body)).status, 422);
    for (const route of ["/api/explain", "/api/legal", "/api/why", "/api/tree", "/api/check", "/api/gif", "/api/analysis"]) {
        await badJson(route, route);
        await wrongType(route, route);
    }
});

await test("positions that are sent along", async () => {
    const legal = await post("/api/legal", "/api/legal", { moves: "e2e4 e7e5" });
    equal(legal.json.moves.reduce((sum, { targets }) => sum + targets.length, 0), 29);
    equal((await post("/api/legal", "/api/legal", { moves: "e2e5" })).status, 422);
    equal((await post("/api/why", "/api/why", { moves: "e4", from: "e7", to: "e4" })).json.verdict, "wrong-shape");
    equal((await post("/api/why", "/api/why", { moves: "e4" })).status, 422);
    for (const [route, where] of [["/api/why", "/api/why"], [`${G}/why`, `${(await server.create({})).at}/why`]])
        equal((await post(route, where, { move: "xx" })).json.verdict, { legal: false, verdict: "unreadable", column: 3, article: "",
            text: "This is no move: a square is expected here (byte 3)." }, "as `why --json`");
    equal((await server.create({ fen: "start", moves: "e4 c5" }).then((made) => made.read())).ply, 2, "a game from there");
});

await test("trees and findings", async () => {
    const tree = (body) => post("/api/tree", "/api/tree", body);
    const pgn = "[Event \"x\"]\n\n1. e4 {[%clk 0:05:00] good} (1. d4 d5) e5 $1 2. Ke3 d6 *\n";
    const read = await tree({ pgn });
    equal(read.json.pgn, pgn, "the text as it came");
    equal(read.json.nodes.filter(({ kind }) => kind === "move").map(({ san }) => san), ["e4", "e5", "d4", "d5"]);
    equal([read.json.faults[0].code, read.json.faults[0].from, read.json.faults[0].to], ["illegal", "e1", "e3"]);
    const [, first] = read.json.nodes;
    equal([first.clock_ms, first.comments, first.put], [300000, ["good"], { e2: "", e4: "P" }]);
    const changed = await tree({ pgn, edits: [{ edit: "add", node: 0, move: "c4" }, { edit: "nag", node: 1, nag: 3 },
        { edit: "comment", node: 1, text: "best" }, { edit: "marks", node: 1, cal: "Ge2e4", csl: "" }] });
    check(/1\. e4 \$3 \{\[%cal Ge2e4\] \[%clk 0:05:00\] best\} \(1\. d4 d5\) \(1\. c4\)/.test(changed.json.pgn), changed.json.pgn);
    equal(changed.json.nodes.find(({ id }) => id === changed.json.node).san, "e4");
    const main = await tree({ pgn, edits: [{ edit: "main", node: 2 }] });
    equal(main.json.nodes[1].san, "d4");
    const less = await tree({ pgn, edits: [{ edit: "delete", node: 2 }] });
    check(!less.json.pgn.includes("d4"), less.json.pgn);
    for (const edits of [[{ edit: "add", node: 0, move: "e5" }], [{ edit: "add", node: 99, move: "e4" }], [{ edit: "fold" }],
        [{ edit: "delete", node: 0 }], [{ edit: "tag", name: "FEN", value: "x" }], [{ edit: "nag", node: 1, nag: 0 }]])
        equal((await tree({ pgn, edits })).status, 422, JSON.stringify(edits));
    equal((await tree({ pgn: '[Result "0-0"]\n\n1. e4 e5 0-0\n' })).json.result, "0-0"); // this once crashed the server
    equal((await tree({ pgn: 5 })).status, 400);
    equal((await tree({ pgn: "" })).status, 422);
    const found = await post("/api/check", "/api/check", { pgn });
    equal([found.json.games, found.json.faulty, found.json.findings[0].finding], [1, 1, "illegal"]);
    equal((await post("/api/check", "/api/check", { pgn, rules: "no such" })).status, 422);
    equal((await post("/api/check", "/api/check", { pgn: 5 })).status, 400);
    const withNul = '[Result "1/2-1/2"]\n\n1. e4 e5 1/2-1/2\u0000\u0000'; // such files exist
    equal((await post("/api/check", "/api/check", { pgn: withNul })).json.findings[0].finding, "bad-token");
    equal((await tree({ pgn: withNul })).json.pgn, withNul);
    equal((await post("/api/check", "/api/check", { pgn, rules: "chess\u0000" })).status, 400);
    // Under the client's own rules a move that chess forbids may be legal.
    const leaping = "name = sideways\nparent = chess\npiece n knight = leap 3,1\n";
    const byOwn = await post("/api/check", "/api/check", { pgn: '[Result "*"]\n\n1. Nc4 *\n', rules_text: leaping });
    equal([byOwn.status, byOwn.json.findings], [200, []], JSON.stringify(byOwn.json));
    equal((await post("/api/check", "/api/check", { pgn, rules_text: "nonsense" })).status, 422);
    // The cost of a request is bounded: many edits each copy a long comment, many games have many findings.
    const edits = (count) => Array(count).fill({ edit: "nag", node: 1, nag: 1 });
    equal((await tree({ pgn, edits: edits(100) })).status, 200);
    equal((await tree({ pgn, edits: edits(101) })).status, 422);
    equal((await post("/api/check", "/api/check", { pgn: "[A \"\"]\n1. Ke5 *\n".repeat(50000) })).status, 400);
    equal((await post("/api/legal", "/api/legal", { fen: 5 })).status, 400);
    equal((await post("/api/why", "/api/why", { move: 5 })).status, 400);
});

await test("codes to join by", async () => {
    const made = await server.create({ white: "Ann" });
    const code = (seat, token) => post(`${G}/code`, `${made.at}/code`, { seat }, token);
    const join = (text) => post("/api/join", "/api/join", { code: text });
    equal((await code("black")).status, 403);
    equal((await code("black", made.seats.white)).status, 403, "not with the other seat");
    equal((await code("referee", made.both)).status, 400);
    const black = (await code("black", made.seats.black)).json;
    check(/^[BCDFGHJKMNPRSTVWXZ]{5}$/.test(black.code), black.code);
    equal([(await code("black", made.both)).json.code, black.minutes], [black.code, 120], "the same while it is good");
    equal((await join(black.code.toLowerCase())).json, { id: made.id, seat: "black", token: made.seats.black });
    equal((await join(black.code)).status, 404, "a seat is taken once");
    const again = (await code("black", made.both)).json.code;
    check(again !== black.code, "a new one for the same seat");
    const watch = (await code("watch")).json.code;
    for (let i = 0; i < 2; i++) equal((await join(watch)).json, { id: made.id, seat: null, token: null });
    for (let i = 0; i < 9; i++) equal((await join("AEIOU")).status, 404, "guessing");
    equal((await join(again)).status, 429, "too many wrong ones: not even the right one");
    equal((await post(`${G}/code`, "/api/games/999999/code", {})).status, 404);
    equal((await post("/api/join", "/api/join", { code: 5 })).status, 400);
    for (const [route, where] of [[`${G}/code`, `${made.at}/code`], ["/api/join", "/api/join"]]) {
        await badJson(route, where);
        await wrongType(route, where);
    }
    const qr = await ask("GET", "/api/qr", "/api/qr?text=http%3A%2F%2F10.0.0.1%2F");
    check(qr.text.startsWith("<svg "), qr.text);
    equal((await ask("GET", "/api/qr", `/api/qr?text=${"x".repeat(107)}`)).status, 400);
    equal((await ask("GET", "/api/qr", "/api/qr")).status, 400);
});

await test("an engine looks at a position", async () => {
    await until(async () => (await server.ask("/api/engines")).json[0].rules.includes("crazyhouse"), "its variants");
    equal((await server.ask("/api/engines")).json, [{ name: engine, title: "Lines 1", rules: ["chess", "crazyhouse"] }]);
    const looked = await server.ask("/api/analysis", { body: { engine } });
    seen.add("POST /api/analysis 200");
    const last = JSON.parse(looked.text.trim().split("\n").at(-1));
    equal(last, { done: true, lines: [
        { depth: 9, cp: 31, san: ["e4", "e5", "Nf3"], uci: ["e2e4", "e7e5", "g1f3"] },
        { depth: 9, mate: -3, san: ["d4"], uci: ["d2d4"] }] }, "whole moves, no bounds, up to the first illegal move");
    equal((await post("/api/analysis", "/api/analysis", { engine, rules: "atomic" })).status, 422);
    equal((await post("/api/analysis", "/api/analysis", { engine: "/bin/sh" })).status, 422);
    equal((await post("/api/analysis", "/api/analysis", { engine, moves: "f3 e5 g4 Qh4" })).status, 422, "over");
    equal((await post("/api/analysis", "/api/analysis", { engine: 5 })).status, 400);
    // An address may analyse one position at a time: the next request ends the one before.
    const first = server.ask("/api/analysis", { body: { engine, moves: "Nf3 Nf6" } });
    const second = server.ask("/api/analysis", { body: { engine, moves: "Nf3 Nf6 Nc3" } });
    const third = await server.ask("/api/analysis", { body: { engine } });
    check(JSON.parse(third.text.trim().split("\n").at(-1)).done, third.text);
    for (const each of [await first, await second]) check(JSON.parse(each.text.trim().split("\n").at(-1)).done, each.text);
    const made = await server.create({ rules: "crazyhouse", engine: { name: engine, plays: "white" } });
    await until(async () => (await made.read()).ply === 1, "its move in a variant");
});

await test("a game as a film", async () => {
    const film = await post("/api/gif", "/api/gif", { moves: "e4 e5 Nf3", delay_ms: 200 });
    equal([film.status, film.text.slice(0, 6)], [200, "GIF89a"]);
    equal((await post("/api/gif", "/api/gif", { rules: "grand", moves: "e3e5", flip: true })).status, 200);
    equal((await post("/api/gif", "/api/gif", { moves: "e5" })).status, 422);
    equal((await post("/api/gif", "/api/gif", { delay_ms: 5 })).status, 400);
    const shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(30);
    equal((await post("/api/gif", "/api/gif", { rules: "lab", moves: shuffle.repeat(10) })).status, 422, "too long");
});

await test("hands, holes, goals and counted checks", async () => {
    const own = async (rest, fen) => server.create({ rules_text: `name = own\n${rest}\n`, ...(fen ? { fen } : {}) });
    const hands = await own("hands = yes", "4k3/8/8/8/8/8/4P3/4K3[Nnpp] w - - 0 1");
    equal((await hands.read()).hands, { white: { N: 1 }, black: { p: 2, n: 1 } });
    const legal = await ask("GET", `${G}/legal`, `${hands.at}/legal?from=N@`);
    equal([legal.json.from, legal.json.targets.length], ["N@", 61]);
    equal((await ask("GET", `${G}/legal`, `${hands.at}/legal?from=x@`)).status, 400);
    const why = async (body) => (await post(`${G}/why`, `${hands.at}/why`, body)).json;
    equal((await why({ from: "N@", to: "e2" })).verdict, "drop-occupied");
    equal((await why({ move: "N@ e2" })).at, "e2");
    equal((await why({ move: "q@a3" })).verdict, "not-in-hand");
    equal((await why({ from: "N@", to: "e9" })).verdict, "off-board");
    equal((await why({ from: "x@", to: "e4" })).status, 422);
    const dropped = (await post(`${G}/moves`, `${hands.at}/moves`, { from: "N@", to: "f6" }, hands.both)).json;
    equal([dropped.history[0].uci, dropped.history[0].san, dropped.last], ["N@f6", "N@f6+", { from: "f6", to: "f6" }]);
    equal(dropped.hands.white, {});
    equal((await hands.move("p@a5")).json.verdict.verdict, "still-in-check");
    equal((await hands.act("resign")).status, 200);
    equal((await hands.move("p@a5")).json.verdict.verdict, "game-over");

    const holed = await own("start = ********/1*5*/rk5*/8/8/8/RK6/8\nmax-pieces = 16\ncastling = no");
    equal((await holed.read()).holes.slice(0, 3), ["h6", "b7", "h7"]);
    const counted = await own("checks-win = 3\ngoal = d4 e4", "4k3/8/8/8/8/8/8/4K2Q w - - 2+3 0 1");
    const state = await counted.read();
    equal([state.checks, state.goal], [{ white: 2, black: 3 }, ["d4", "e4"]]);
    equal((await counted.move("Qh5")).json.checks, { white: 1, black: 3 });
    const two = await own("royal = k q", "R3k3/8/8/8/8/q7/8/4K3 b - - 0 1");
    equal((await two.read()).check, ["a3", "e8"], "both royal pieces");
    const checked = await server.ask("/api/rules/check", { body: { text: "name = own\nhands = yes\nchecks-win = 3" } });
    equal([checked.json.rules.hands, checked.json.rules.checks], [true, 3]);
});

await test("actions", async () => {
    const actions = `${game.at}/actions`;
    const act = (body, token = game.both) => post(`${G}/actions`, actions, body, token);
    equal((await act({ action: "undo" })).json.ply, 1);
    equal((await act({ action: "redo" })).json.ply, 2);
    equal((await act({ action: "redo" })).status, 409);
    equal((await act({ action: "goto", ply: 0 })).json.ply, 0);
    equal((await act({ action: "goto", ply: 9 })).status, 409);
    equal((await act({ action: "goto", ply: 2 })).json.length, 2);
    equal((await act({ action: "undo" }, game.seats.white)).status, 403);
    equal((await act({ action: "dance" })).status, 400);
    equal((await act({ action: "claim" })).status, 409);
    equal((await act({ action: "claim", move: "Ra3" })).status, 422);
    equal((await post(`${G}/actions`, "/api/games/999999/actions", { action: "undo" })).status, 404);
    await wrongType(`${G}/actions`, actions);
});

await test("events for the arbiter", async () => {
    const strict = await server.create({ regulations: "standard" });
    const tell = (body, token = strict.both) => post(`${G}/events`, `${strict.at}/events`, body, token);
    equal((await tell({ event: "touch", square: "g1" })).json.ruling.article, "4.3.1");
    equal((await tell({ event: "nap" })).status, 400);
    equal((await tell({ event: "press" }, "x".repeat(26))).status, 403);
    equal((await tell({ event: "touch", square: "z9" })).status, 422);
    equal((await post(`${G}/events`, `${game.at}/events`, { event: "press" }, game.both)).status, 409);
    equal((await post(`${G}/events`, "/api/games/999999/events", { event: "press" })).status, 404);
    await wrongType(`${G}/events`, `${strict.at}/events`);
});

await test("state, at every ply", async () => {
    const now = await ask("GET", G, game.at);
    equal([now.json.ply, now.json.view, now.json.turn], [2, false, "white"]);
    equal(now.json.history.map((h) => h.san), ["e4", "e5"]);
    const then = await ask("GET", G, `${game.at}?ply=1`);
    equal([then.json.ply, then.json.length, then.json.view, then.json.turn], [1, 2, true, "black"]);
    equal(then.json.pieces.e7, "p");
    equal((await ask("GET", G, `${game.at}?ply=3`)).status, 404);
    equal((await ask("GET", G, "/api/games/999999")).status, 404);
});

await test("PGN and FEN out and in", async () => {
    const pgn = await ask("GET", `${G}/pgn`, `${game.at}/pgn`);
    check(pgn.text.includes("1. e4 e5 *"), pgn.text);
    const fen = await ask("GET", `${G}/fen`, `${game.at}/fen`);
    equal(fen.text, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n");
    const copy = await server.create({ pgn: pgn.text });
    equal([copy.state.fen, copy.state.players.white.name], [fen.text.trim(), "Ann"]);
    equal((await copy.move("Nf3")).json.history[2].san, "Nf3");
    // An imported game is exported complete: comments, variations, NAGs, all tags, and without today's date.
    const whole = '[White "Ann"]\n[Annotator "Ben"]\n\n{so  it\nwent} 1. e4 $1 (1. d4 {or} Ke3) 1... e5 { [%clk 0:01:00] } *\n\n';
    const kept = await server.create({ pgn: whole });
    equal((await ask("GET", `${G}/pgn`, `${kept.at}/pgn`)).text, whole);
    const part = await server.create({ pgn: whole, ply: 1 });
    check((await ask("GET", `${G}/pgn`, `${part.at}/pgn`)).text.endsWith("1. e4 $1 (1. d4 {or} Ke3) *\n\n"));
    // A faulty game is made up to the fault, and the rest is kept.
    const faulty = '[White "Ann"]\n[Result "1-0"]\n\n1. e4 c5 {fine} 2. Ke3 a6 {not fine} 1-0\n';
    const upTo = await post("/api/games", "/api/games", { pgn: faulty });
    equal([upTo.status, upTo.json.state.ply, upTo.json.state.outcome], [201, 2, null]);
    equal(upTo.json.state.opening, { eco: "B20", name: "Sicilian Defense" });
    equal(upTo.json.notes, ["Line 4 of the PGN: The king on e1 cannot move to e3: a king does not move that way. "
        + "The game is shown up to there."]);
    check((await ask("GET", `${G}/pgn`, `/api/games/${upTo.json.id}/pgn`)).text.endsWith("c5 {fine} Ke3 a6 {not fine} 1-0\n\n"));
    const loose = await post("/api/games", "/api/games", { fen: "4k3/8/8/8/8/8/8/4K2R  w KQ" });
    equal([loose.status, loose.json.notes.length, loose.json.state.fen], [201, 4, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]);
    const ended = await server.create({ pgn: "1. e4 e5 2. Nf3 1-0" });
    equal([ended.state.outcome.result, ended.state.outcome.reason], ["1-0", "none"]);
    for (const what of ["pgn", "fen"])
        equal((await ask("GET", `${G}/${what}`, `/api/games/999999/${what}`)).status, 404);
});

await test("looking at a game keeps nothing", async () => {
    const pgn = '[White "Ann"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0';
    const look = (where, body) => post("/api/view", `/api/view${where}`, body);
    const before = (await server.ask("/api/games?limit=1")).json.games[0].id;
    const end = (await look("", { pgn })).json;
    equal([end.id, end.ply, end.outcome.reason, end.players.white.name, end.view], ["0", 7, "checkmate", "Ann", false]);
    const early = (await look("?ply=2", { pgn })).json;
    equal([early.ply, early.length, early.view, early.history.length, early.pieces.e5], [2, 7, true, 7, "p"]);
    equal((await look("", { pgn: "1. e4 1/2-1/2" })).json.outcome.reason, "none");
    equal((await look("", { rules: "lab", fen: "k3/4/4/3K w - - 0 1" })).json.size, { files: 4, ranks: 4 });
    equal((await look("?ply=8", { pgn })).status, 404);
    equal((await look("", { pgn: "1. e5" })).status, 422);
    equal((await look("", { pgn: "1. e4 e4" })).json.notes.length, 1);
    equal((await look("", { fen: "startpos" })).json.notes, ["the rule set's start position is taken"]);
    await badJson("/api/view", "/api/view");
    await wrongType("/api/view", "/api/view");
    equal((await server.ask("/api/games?limit=1")).json.games[0].id, before, "the newest game");
    const on = await server.create({ pgn, ply: 2 });
    equal([on.state.ply, on.state.length, on.state.outcome, on.state.players.white.name], [2, 2, null, "Ann"]);
    equal((await on.move("Nf3")).status, 200, "it goes on from there");
    equal((await post("/api/games", "/api/games", { pgn, ply: -1 })).status, 400);
});

await test("events", async () => {
    const events = await stream(server, `${game.at}/events`);
    equal(events.response.statusCode, 200);
    check(events.response.headers["content-type"].startsWith("text/event-stream"));
    seen.add(`GET ${G}/events 200`);
    await events.close();
    await ask("GET", `${G}/events`, "/api/games/999999/events");
});

await test("set-ups and rule sets", async () => {
    const setup = (body) => post("/api/setup/check", "/api/setup/check", body);
    equal((await setup({ fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1" })).json.ok, true);
    const faults = (await setup({ fen: "8/8/8/8/8/8/8/4K3 w - - 0 1" })).json;
    equal([faults.ok, faults.faults[0].code], [false, "no-black-king"]);
    equal(typeof (await setup({ fen: "4k3/8/8" })).json.error.offset, "number");
    equal((await setup({ rules: "none", fen: "x" })).status, 422);
    await badJson("/api/setup/check", "/api/setup/check");
    await wrongType("/api/setup/check", "/api/setup/check");
    const rules = await ask("GET", "/api/rules", "/api/rules");
    for (const key of required.get("Rules")) check(key in rules.json[0], key);
    check(rules.json.some((r) => r.name === "king-capture"));
    const file = readFileSync(path.join(here, "../../examples/rules/gardner.rules"), "utf8");
    equal(rules.json.length, 6 + readdirSync(path.join(here, "../../examples/rules")).length);
    for (const { name, aliases, start } of rules.json)
        for (const each of [name, ...aliases])
            equal((await setup({ rules: each, fen: start })).json.ok, true, `${each}, which is ${name}`);
    const house = await server.create({ rules: "Crazy House" });
    equal([house.state.rules.name, house.state.rules.own], ["crazyhouse", false]);
    const good = await post("/api/rules/check", "/api/rules/check", { text: file });
    equal([good.json.ok, good.json.rules.files], [true, 5]);
    const bad = await post("/api/rules/check", "/api/rules/check", { text: "nonsense" });
    equal([bad.json.ok, bad.json.mistakes[0].line], [false, 1]);
    await badJson("/api/rules/check", "/api/rules/check");
    await wrongType("/api/rules/check", "/api/rules/check");
    const small = await server.create({ rules_text: file });
    equal(small.state.size, { files: 5, ranks: 5 });
    equal([small.state.rules.own, (await game.read()).rules.own], [true, false]);
    const own = await ask("GET", `${G}/rules`, `${small.at}/rules`);
    equal([own.json.text, own.json.rules.files], [file, 5], "everybody may know the rules of a game");
    const plain = await ask("GET", `${G}/rules`, `${game.at}/rules`);
    equal([plain.json.text, plain.json.rules.name], ["", "chess"]);
    await ask("GET", `${G}/rules`, "/api/games/999999/rules");
});

await test("engines, health, metrics", async () => {
    equal((await ask("GET", "/api/engines", "/api/engines")).json.map(({ name }) => name), [engine]);
    equal((await ask("GET", "/healthz", "/healthz")).json.status, "ok");
    check(/^arbiter_steps_total [1-9]/m.test((await ask("GET", "/metrics", "/metrics")).text));
});

await test("an address makes so many games an hour", async () => {
    let status = 201;
    for (let i = 0; i < 60 && status === 201; i++)
        status = (await post("/api/games", "/api/games", {})).status;
    equal(status, 429);
    equal((await game.move("Nc3")).status, 200, "others are unaffected");
});

await test("everything that the file promises was seen", async () => {
    const bad = await server.ask(`${game.at}/actions`, { body: "{", raw: true, token: game.both });
    compare("POST", `${G}/actions`, bad);
    equal([...promised.keys()].filter((key) => !seen.has(key) && !isDialect(key)), []);
});

await test("the page's files are sent packed to who takes that", async () => {
    const get = (encoding, more = {}) => new Promise((resolve, reject) => {
        http.get(`${server.url}/board/board.js`, { headers: { ...(encoding ? { "Accept-Encoding": encoding } : {}), ...more } }, (answer) => {
            const parts = [];
            answer.on("data", (part) => parts.push(part));
            answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }));
        }).on("error", reject);
    });
    const plain = await get("");
    equal(plain.headers["content-encoding"], undefined);
    for (const wish of ["gzip", "gzip, deflate, br", "br;q=1.0, GZIP;q=0.5", "deflate,gzip ;q=1"]) {
        const { headers, body } = await get(wish);
        equal([headers["content-encoding"], headers.vary], ["gzip", "Accept-Encoding"], wish);
        check(body.length < plain.body.length / 2 && gunzipSync(body).equals(plain.body), `${wish}: ${body.length} bytes`);
        check(headers.etag !== plain.headers.etag, "one tag for two texts");
        equal((await get(wish, { "If-None-Match": headers.etag })).status, 304);
    }
    for (const wish of ["identity", "br", "gzip;q=0", "gzip; q=0.00, br", "xgzip", "*"])
        equal([(await get(wish)).headers["content-encoding"], wish], [undefined, wish]);
});

await test("the page", async () => {
    const page = await server.ask("/");
    equal(page.status, 200);
    check(page.type.startsWith("text/html"), page.type);
    check(page.headers.get("Content-Security-Policy").startsWith("default-src 'none'"));
    const etag = page.headers.get("ETag");
    equal((await server.ask("/", { headers: { "If-None-Match": etag } })).status, 304);
    for (const [, name] of page.text.matchAll(/(?:src|href)="\.?\/?([\w./-]+\.(?:js|css|svg))"/g)) {
        const file = await server.ask(`/${name}`);
        equal(file.status, 200, name);
        check(/javascript|css|svg/.test(file.type), `${name}: ${file.type}`);
    }
    equal((await server.ask("/none.js")).status, 404);
    equal((await server.ask("/none.js", { body: {} })).status, 404);
    for (const [path, call, allowed] of [
        ["/healthz", { method: "PUT" }, "GET, HEAD"],
        ["/api/rules", { body: {} }, "GET, HEAD"],
        ["/", { body: {} }, "GET, HEAD"],
        [`${game.at}/why`, {}, "POST"],
        ["/api/games", { method: "DELETE" }, "GET, HEAD, POST"],
        [`${game.at}/events`, { method: "HEAD" }, "GET"],
    ]) {
        const refused = await server.ask(path, call);
        equal([refused.status, refused.headers.get("Allow")], [405, allowed], path);
    }
    equal((await server.ask("/", { method: "HEAD" })).text, "");
});

await test("it stops when it is asked to", async () => {
    const { code } = await server.kill();
    equal(code, 0);
});

await done();
