// Answers about positions, member by member: squares to go to, why a position is as it is, set-ups, what a rule set is.
import { check, done, equal, start, test } from "../lib.mjs";

const server = await start();
const post = async (where, body) => (await server.ask(where, { body })).json;

await test("the squares to which pieces may go", async () => {
    const legal = async (fen, more = {}) => (await post("/api/legal", { fen, ...more })).moves;
    const of = (list, from) => list.find((one) => one.from === from)?.targets;
    const promotes = await legal("3rk3/4P3/8/8/8/8/8/R3K2R w KQ - 0 1");
    equal(promotes.map(({ from }) => from), ["a1", "e1", "h1", "e7"]);
    equal(of(promotes, "e7"), [{ to: "d8", capture: true, promotions: ["n", "b", "r", "q"], castling: false, claims: [] }]);
    const king = of(promotes, "e1");
    equal(king.map(({ to, castling }) => [to, castling]).filter(([, castling]) => castling), [["g1", true]]);
    check(king.every(({ capture, promotions }) => !capture && promotions.length === 0), "steps of a king");
    const passing = of(await legal("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), "e5");
    equal(passing.map(({ to, capture }) => [to, capture]).sort(), [["d6", true], ["e6", false]]);
    equal(await legal("R3k3/1R6/8/8/8/8/8/4K3 b - - 0 1"), [{ from: "e8", targets: [] }], "a checkmate");
    const drops = await legal("4k3/8/8/8/8/8/4P3/4K3[Nnpp] w - - 0 1", { rules: "crazyhouse" });
    equal(drops.map(({ from }) => from), ["e1", "e2", "N@"]);
    equal(of(drops, "N@").length, 61);
    equal(of(drops, "N@")[0], { to: "a1", capture: false, promotions: [], castling: false, claims: [] });
    const two = await legal("4k3/8/8/8/8/8/4P3/4K3[NPnpp] b - - 0 1", { rules: "crazyhouse" });
    equal(two.map(({ from }) => from), ["e8", "P@", "N@"]);
    equal(of(two, "P@").length, 47, "no pawn on the first and last rank");
    // A knight's way home would be the third time.
    const game = await server.create();
    for (const move of ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"]) await game.move(move);
    const { targets } = (await server.ask(`${game.at}/legal?from=f6`)).json;
    equal(targets.filter(({ claims }) => claims.length > 0).map(({ to, claims }) => [to, claims]), [["g8", ["repetition"]]]);
    await game.act("resign");
    equal((await server.ask(`${game.at}/legal?from=f6`)).json.targets, []);
});

await test("why a position is as it is, for a teacher too", async () => {
    const explain = (fen, query = "", more = {}) => post(`/api/explain${query}`, { fen, ...more });
    const pinned = await explain("4k3/4r3/8/8/8/8/4N3/4K3 w - - 3 1", "?teacher=1");
    equal([pinned.about, pinned.result, pinned.article, pinned.text], ["goes-on", "*", "", ""]);
    equal(pinned.pins, [{ from: "e2", by: "e7", at: "e1" }]);
    equal([pinned.attacked.black.e2, pinned.attacked.white.d1, pinned.attacked.white.e2, pinned.attacked.black.e1], [1, 1, 1, undefined]);
    equal([pinned.legal.white.sort(), pinned.legal.black.length > 10], [[["e1", "d1"], ["e1", "d2"], ["e1", "f1"], ["e1", "f2"]], true]);
    equal(pinned.quiet, { plies: 3, claim: 100, end: 150 });
    equal(pinned.repetitions, { claim: 3, end: 5 });
    equal(pinned.repeated, [0]);
    const both = await explain("4k3/4n3/8/B3R3/b6r/8/3P4/4K3 w - - 0 1", "?teacher=1");
    equal(both.pins, [{ from: "e7", by: "e5", at: "e8" }]);
    const either = await explain("4k3/4n3/8/4R3/1b6/8/3P4/4K3 w - - 0 1", "?teacher=1");
    equal(either.pins, [{ from: "d2", by: "b4", at: "e1" }, { from: "e7", by: "e5", at: "e8" }]);
    const check1 = await explain("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    equal([check1.about, check1.causes[0].kind], ["check", "check"]);
    const drops = await explain("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "?teacher=1", { rules: "crazyhouse" });
    equal(drops.legal.white.filter(([from]) => from === null).length, 62);
    equal((await explain("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")).fen, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    equal((await explain("4k3/8/8/8/8/8/8/R3K3 w A - 0 1", "", { rules: "chess960" })).fen, "4k3/8/8/8/8/8/8/R3K3 w A - 0 1");
    const dead = await explain("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    equal([dead.about, dead.win.white.answer, dead.win.white.proof, dead.win.black.answer], ["dead-position", "no", "material", "no"]);
    equal((await explain("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")).win, undefined, "not asked");
    const won = (await explain("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "?win=1")).win;
    equal([won.white.answer, won.black.answer, won.black.line], ["yes", "no", undefined]);
    check(won.white.line.at(-1).check.length === 1 && won.white.line.every(({ uci }) => /^[a-h]\d[a-h]\d$/.test(uci)), "to the mate");
    const plies = [0, 4, 8, 12];
    const repeated = await post("/api/explain", { moves: "Nf3 Nf6 Ng1 Ng8 ".repeat(3) });
    equal(repeated.repeated, plies);
    equal(repeated.quiet.plies, 12);
});

await test("a set-up is judged fault by fault", async () => {
    const setup = (fen, more = {}) => post("/api/setup/check", { fen, ...more });
    const codes = ({ faults }) => faults.map(({ code }) => code);
    equal(codes(await setup("4k3/8/8/8/8/8/8/4K3 w - - 0 1")), []);
    equal(codes(await setup("4k3/8/8/8/8/8/8/8 w - - 0 1")), ["no-white-king"]);
    const many = await setup("P3k3/8/8/8/8/8/8/p3KK2 w - - 0 1");
    equal(many.ok, false);
    check(codes(many).length >= 2 && many.faults.every(({ text }) => text.length > 5), JSON.stringify(many.faults));
    const pawns = many.faults.find(({ squares }) => squares?.includes("a8"));
    equal(pawns.squares.sort(), ["a1", "a8"]);
    for (const [fen, offset] of [["x7/8/8/8/8/8/8/8 w - - 0 1", 0], ["8/8/8/8/8/8/8/7x w - - 0 1", 15]])
        equal((await setup(fen)).error.offset, offset, fen);
});

await server.kill();
await done();
