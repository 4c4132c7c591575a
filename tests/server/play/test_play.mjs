// Two people, their seats, offers, repeated and simultaneous requests, clocks, restarts.
import { check, database, done, equal, start, stream, test, until } from "../lib.mjs";

let server = await start();

await test("nobody moves for the other, and who has no seat only looks", async () => {
    const game = await server.create();
    equal((await game.move("e4", game.seats.black)).status, 403);
    equal((await game.move("e4", "x".repeat(26))).status, 403);
    equal((await game.move("e4", "")).status, 403);
    equal((await game.move("e4", game.seats.white)).status, 200);
    equal((await game.move("e5", game.seats.white)).status, 403);
    equal((await game.move("e5", game.seats.black)).status, 200);
    const other = await server.create();
    equal((await game.move("Nf3", other.seats.white)).status, 403, "a token of another game");
});

await test("the same request moves once and is answered alike, whatever came after", async () => {
    const game = await server.create();
    const first = await game.move("e4", game.both, { request_id: "one" });
    const again = await game.move("e4", game.both, { request_id: "one" });
    equal(again.text, first.text);
    await game.move("e5", game.both, { request_id: "two" });
    const later = await game.move("e4", game.both, { request_id: "one" });
    equal([later.status, later.json.version, later.json.fen], [200, 1, first.json.fen]);
    equal((await game.read()).ply, 2);
    const body = { white: "Cy", request_id: "make" };
    const key = "a-key-that-nobody-guesses-1";
    const made = await server.ask("/api/games", { body, token: key });
    const twice = await server.ask("/api/games", { body, token: key });
    equal(twice.json, made.json);
});

await test("of many requests at once one moves", async () => {
    const game = await server.create();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) =>
        game.move(["e4", "d4", "c4", "Nf3"][i % 4], game.both, { ply: 0 })));
    equal(answers.filter((a) => a.status === 200).length, 1);
    equal(answers.filter((a) => a.status === 409).length, 39);
    equal((await game.read()).ply, 1);
    const same = await Promise.all(Array.from({ length: 40 }, () =>
        game.move("e5", game.both, { request_id: "same" })));
    equal(same.filter((a) => a.status === 200).length, 40);
    equal((await game.read()).ply, 2);
});

await test("draws are offered and taken; a move refuses them", async () => {
    const game = await server.create();
    const { white, black } = game.seats;
    equal((await game.act("offer-draw", white)).json.offers.draw, "white");
    equal((await game.act("accept-draw", white)).status, 403);
    equal((await game.act("decline-draw", black)).json.offers.draw, null);
    equal((await game.act("accept-draw", black)).status, 409);
    await game.move("e4", white);
    await game.act("offer-draw", white);
    equal((await game.move("e5", black)).json.offers.draw, null);
    await game.act("offer-draw", black);
    const end = (await game.act("accept-draw", white)).json;
    equal([end.outcome.result, end.outcome.reason], ["1/2-1/2", "agreement"]);
    const late = await game.move("d4", white);
    equal([late.status, late.json.verdict.verdict], [409, "game-over"]);
    equal((await game.act("resign", white)).status, 409);
});

await test("moves are taken back when the other agrees", async () => {
    const game = await server.create();
    const { white, black } = game.seats;
    await game.move("e4", white);
    await game.move("e5", black);
    equal((await game.act("undo", black)).status, 403);
    equal((await game.act("takeback", white)).json.offers.takeback, "white");
    equal((await game.act("accept-takeback", white)).status, 403);
    equal((await game.act("accept-takeback", black)).json.ply, 0, "White's own last move");
    await game.move("d4", white);
    await game.act("takeback", white);
    equal((await game.act("decline-takeback", black)).json.ply, 1);
});

await test("mate, its history, undo and redo", async () => {
    const game = await server.create();
    for (const move of ["f3", "e5", "g4"]) await game.move(move);
    const end = (await game.move("Qh4#")).json;
    equal([end.outcome.result, end.outcome.reason, end.check], ["0-1", "checkmate", ["e1"]]);
    equal(end.history[3].text.at(-1), "BLACK has won");
    equal((await game.act("undo")).json.outcome, null);
    equal((await game.act("redo")).json.outcome.reason, "checkmate");
});

await test("claims", async () => {
    const game = await server.create();
    for (const move of ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"]) await game.move(move);
    equal((await game.act("claim")).status, 409);
    equal((await game.act("claim", game.both, { move: "Ng8" })).json.outcome.reason, "threefold");
    equal((await game.act("undo")).status, 200);
});

await test("claims with the move that is intended", async () => {
    const game = await server.create();
    const there = ["Nf3", "Nf6", "Ng1", "Ng8"];
    for (const move of [...there, ...there.slice(0, 3)]) await game.move(move);
    const state = await game.read();
    equal([state.claims, state.claimable], [[], ["repetition"]], "only with a move");
    equal((await game.act("claim")).json.detail, "no draw can be claimed now (9.2.2, 9.3.2)");
    equal((await game.act("claim", game.both, { move: "e5" })).json.detail, "with that move no draw can be claimed (9.2.1, 9.3.1)");
    equal((await server.ask(`${game.at}/legal?from=f6`)).json.targets.filter((t) => t.claims.length > 0)
        .map((t) => [t.to, t.claims]), [["g8", ["repetition"]]]);
    equal((await game.act("claim", game.seats.white, { move: "Ng8" })).status, 403);
    const over = (await game.act("claim", game.both, { from: "f6", to: "g8" })).json;
    equal([over.outcome.reason, over.ply, over.claimable], ["threefold", 7, []], "the move is not played");
    equal((await game.read()).outcome.with, "f6g8");
    const fifty = await server.create({ fen: "4k3/8/8/8/8/8/8/R3K3 w - - 99 80" });
    equal([fifty.state.claims, fifty.state.claimable], [[], ["moves"]]);
    equal((await fifty.act("claim", fifty.both, { move: "Ra8" })).json.outcome.reason, "50-moves");
    const full = await server.create({ fen: "4k3/8/8/8/8/8/8/R3K3 w - - 100 80" });
    equal(full.state.claims, ["moves"]);
    const now = (await full.act("claim", full.both, { move: "Ra2" })).json.outcome;
    equal([now.reason, now.with], ["50-moves", undefined], "the position on the board is enough");
});

await test("king-capture and its history, castling, en passant, promotion, odd boards", async () => {
    const kc = await server.create({ rules: "king-capture", fen: "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1" });
    const end = (await kc.move("e7e8")).json;
    equal([end.outcome.result, end.outcome.reason], ["1-0", "king-captured"]);
    equal(end.captured, { white: ["k"], black: [] });
    check(end.history[0].text[0].includes("captures"), end.history[0].text[0]);
    const castle = await server.create({ fen: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" });
    equal((await castle.move("O-O")).json.last, { from: "e1", to: "g1" });
    const ep = await server.create({ fen: "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1" });
    await ep.move("d5");
    equal((await ep.move("exd6")).json.captured.white, ["p"]);
    const promote = await server.create({ fen: "8/P6k/8/8/8/8/8/K7 w - - 0 1" });
    equal((await promote.move("a8")).json.verdict.verdict, "promotion-missing");
    equal((await server.ask(`${promote.at}/moves`, { token: promote.both,
        body: { from: "a7", to: "a8", promotion: "n" } })).json.pieces.a8, "N");
    const lab = await server.create({ rules: "lab", fen: "10r1/12/12/12/12/12/12/12/12/R11 w - - 0 1" });
    equal(lab.state.size, { files: 12, ranks: 10 });
    equal((await lab.move("a1a10")).json.last, { from: "a1", to: "a10" });
});

await test("the flag falls by itself and everybody sees it", async () => {
    const game = await server.create({ clock: { initial_ms: 400, increment_ms: 0 } });
    equal(game.state.clock, { white_ms: 400, black_ms: 400, running: null, increment_ms: 0 });
    const events = await stream(server, `${game.at}/events`);
    await game.move("e4");
    await until(() => events.events.at(-1)?.data.outcome, "the flag");
    equal(events.events.at(-1).data.outcome.reason, "flag");
    equal(events.events.at(-1).data.outcome.result, "1-0");
    equal((await game.move("e5")).status, 409);
    await events.close();
});

await test("the increment is added, the other clock runs", async () => {
    const game = await server.create({ clock: { initial_ms: 3600000, increment_ms: 600000 } });
    await game.move("e4");
    const { clock } = (await game.move("e5")).json;
    equal(clock.running, "white");
    check(clock.black_ms > 3600000 && clock.black_ms <= 4200000, `${clock.black_ms}`);
});

await test("a restart keeps games, seats, offers and request ids", async () => {
    const game = await server.create({ white: "Ann" });
    await game.move("e4", game.seats.white, { request_id: "r1" });
    await game.act("offer-draw", game.seats.white);
    const early = await server.ask(`${game.at}/actions`, { body: { action: "accept-draw" }, token: game.seats.black });
    equal(early.status, 409); // 5.2.3: Black has not moved
    await game.move("e5", game.seats.black);
    await game.act("offer-draw", game.seats.white);
    const before = await game.read();
    await server.kill();
    server = await start();
    equal((await server.ask(game.at)).json, before);
    const body = { move: "e4", request_id: "r1" };
    const again = await server.ask(`${game.at}/moves`, { body, token: game.seats.white });
    equal([again.status, again.json.version], [200, 1]);
    const taken = await server.ask(`${game.at}/actions`, { body: { action: "accept-draw" }, token: game.seats.black });
    equal(taken.json.outcome.reason, "agreement");
    equal((await server.ask("/api/games?limit=1")).json.games[0].result, "1/2-1/2");
});

if (!database) await test("one store, one server", async () => {
    try {
        await start();
    } catch (error) {
        check(error.message.includes("in use"), error.message);
        return;
    }
    throw new Error("a second server took the same store");
});

await done();
