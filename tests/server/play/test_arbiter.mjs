// Games under an arbiter's regulations: the test sends events, the server answers with rulings, and clocks follow the presses.
import { check, done, equal, start, test } from "../lib.mjs";

let server = await start();
const create = (wanted) => server.create(wanted);
const report = (game, token, body) =>
    server.ask(`/api/games/${game.id}/events`, { body, token });
const ruled = ({ status, json }) => [status, json.ruling?.ruling, json.ruling?.article];

await test("touched pieces, illegal moves and the clock are ruled by article", async () => {
    const game = await create({ regulations: "standard" });
    equal((await game.read()).regulations, "standard");
    equal(ruled(await report(game, game.both, { event: "touch", square: "g1" })), [200, "touched", "4.3.1"]);
    equal(ruled(await game.move("e2e4", game.both)), [200, "breaks-touch", "4.3.1"]);
    equal(ruled(await game.move("g1g3", game.both)), [200, "illegal", "3.6"]);
    const fined = await report(game, game.both, { event: "press" });
    equal(ruled(fined), [200, "penalty", "7.5.5"]);
    equal([fined.json.ruling.cause, fined.json.ruling.seconds], ["7.5.1", 120]);
    equal(ruled(await game.move("g1f3", game.both)), [200, "made", "4.7"]);
    const read = await game.read();
    equal([read.ply, read.pressed.white], [1, false]);
    equal(ruled(await report(game, game.both, { event: "press" })), [200, "completed", "6.2.1"]);
    equal((await game.act("undo", game.both)).status, 409);
    equal((await game.read()).rulings.map(({ ruling }) => ruling),
          ["touched", "breaks-touch", "illegal", "penalty"]);
});

await test("a wrong claim makes the intended move, and is an offer", async () => {
    const game = await create({ regulations: "rapid" });
    const claimed = await game.act("claim", game.both, { move: "e2e4" });
    equal(ruled(claimed), [200, "wrong-claim", "9.5.3"]);
    equal([claimed.json.ply, claimed.json.ruling.seconds, claimed.json.offers.draw], [1, 60, "white"]);
});

await test("time goes to the opponent, and the clock runs until it is pressed", async () => {
    const game = await create({ regulations: "blitz", clock: { initial_ms: 300000, increment_ms: 0 } });
    const { white, black } = game.seats;
    equal((await game.move("e4", white)).json.clock.running, "white");
    equal((await report(game, black, { event: "press", by: "white" })).status, 403);
    equal((await report(game, white, { event: "press" })).json.clock.running, "black");
    const before = (await game.read()).clock.white_ms;
    const fined = (await report(game, black, { event: "press" })).json;
    equal([fined.ruling.cause, fined.clock.running], ["7.5.3", "black"]);
    equal(fined.clock.white_ms, before + 60000);
    equal((await report(game, white, { event: "both-lose" })).status, 403);
    const end = (await report(game, game.both, { event: "both-lose" })).json;
    equal([end.outcome.result, end.outcome.reason], ["0-0", "misconduct"]);
    check((await server.ask(`/api/games/${game.id}/pgn`)).text.includes('[Result "0-0"]'), "PGN");
});

await test("a cancelled game goes no further", async () => {
    const game = await create({ regulations: "standard" });
    const found = (await report(game, game.both, { event: "wrong-start" })).json;
    equal([found.cancelled, found.ruling.article, found.outcome], [true, "7.2.1", null]);
    equal((await game.move("e4", game.both)).status, 409);
});

await test("events are kept in the store", async () => {
    const game = await create({ regulations: "standard" });
    await game.move("e4", game.both);
    await report(game, game.both, { event: "press" });
    await game.move("e7e4", game.both);
    await report(game, game.both, { event: "press" });
    await game.move("e7e8", game.both);
    const before = await game.read();
    await server.kill();
    server = await start();
    const after = (await server.ask(`/api/games/${game.id}`)).json;
    for (const key of ["fen", "ply", "regulations", "pressed", "ruling", "rulings"])
        equal(after[key], before[key], key);
    equal(ruled(await server.ask(`/api/games/${game.id}/events`,
                                 { body: { event: "press" }, token: game.both })),
          [200, "ended", "7.5.5"]);
});

await test("regulations are for people, and for rule sets that follow the Laws", async () => {
    const make = async (body) => (await server.ask("/api/games", { body })).status;
    equal(await make({ regulations: "fast" }), 400);
    equal(await make({ rules: "king-capture", regulations: "standard" }), 422);
    equal(await make({ rules: "king-capture", regulations: "casual" }), 201);
    const game = await create({});
    equal((await game.read()).regulations, undefined);
    equal((await server.ask(`/api/games/${game.id}/events`,
                            { body: { event: "press" }, token: game.both })).status, 409);
    const strict = await create({ regulations: "rapid" });
    const ask = async (body) => (await server.ask(`/api/games/${strict.id}/events`,
                                                  { body, token: strict.both })).status;
    equal(await ask({ event: "nap" }), 400);
    equal(await ask({ event: "touch", square: "z9" }), 422);
    equal(await ask({ event: "press", by: "red" }), 400);
});

await server.kill();
await done();
