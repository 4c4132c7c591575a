// Studies: every edit of a game with variations, what a node tells, and what is refused.
import { check, done, equal, start, test } from "../lib.mjs";

const server = await start();
const read = async (body) => server.ask("/api/tree", { body });
const nodes = async (pgn, edits) => (await read({ pgn, edits })).json.nodes;
const moves = (list) => list.map(({ san, raw }) => san ?? raw ?? "").join(" ").trim();
// What the game is after some edits, without the tags that every game has.
async function edited(pgn, ...edits) {
    const { status, json } = await read({ pgn, edits });
    return status === 200 ? json.pgn.replace(/^(\[.*\]\n)*\n/, "").trim() : json.detail;
}

await test("moves are added once", async () => {
    const add = (move, node = 0) => ({ edit: "add", node, move });
    equal(await edited("1. e4 *", add("e4")), "1. e4 *");
    equal(await edited("1. e4 *", add("d4")), "1. e4 (1. d4) *");
    equal(await edited("1. e4 *", add("e7e5", 1)), "1. e4 e5 *");
    equal(await edited("1. e4 *", add("e5")), "this is no legal move here");
    equal(await edited("1. e4 *", add("")), "this is no legal move here");
    for (const typed of ["e2 e4", "e2e4", "e4", "6 4 4 4"]) equal(await edited("*", add(typed)), "1. e4 *", typed);
    // As in a game, a capital letter is a bishop where that is a move.
    const bishop = '[SetUp "1"]\n[FEN "4k3/8/8/8/1B6/8/8/4K3 w - - 0 1"]\n\n*';
    equal(await edited(bishop, add("B4c5")), "1. Bc5 *");
    // A study goes on where a game would have ended.
    const dead = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n*';
    equal(await edited(dead, add("Kd2")), "1. Kd2 *");
    for (const node of [2, -1, 99]) equal(await edited("1. e4 *", add("e5", node)), "the game has no such node");
    equal(await edited("1. e4 *", { edit: "add", move: "c4" }), "1. e4 (1. c4) *", "the start, if no node is named");
    const answer = (await read({ pgn: "1. e4 (1. d4 d5 (1... c5)) 1... e5 *", edits: [add("Nf6", 2)] })).json;
    const added = answer.nodes.find(({ id }) => id === answer.node);
    equal([added.san, answer.nodes.find(({ id }) => id === added.parent).san], ["Nf6", "d4"], "numbers are those of the text");
});

await test("the comment after a move is set, changed and taken away, and its commands stay", async () => {
    const say = (text, node = 1) => ({ edit: "comment", node, text });
    equal(await edited("1. e4 e5 *", say("best")), "1. e4 {best} 1... e5 *");
    equal(await edited("1. e4 {good} 1... e5 *", say("best")), "1. e4 {best} 1... e5 *");
    equal(await edited("1. e4 {good} 1... e5 *", say("")), "1. e4 e5 *");
    equal(await edited("1. e4 e5 *", say("")), "1. e4 e5 *");
    equal(await edited("1. e4 {good [%clk 0:01:00]} *", say("best")), "1. e4 {[%clk 0:01:00] best} *");
    equal(await edited("1. e4 {good [%clk 0:01:00] x [%eval 1.00]} *", say("")), "1. e4 {[%clk 0:01:00][%eval 1.00]} *");
    equal(await edited("1. e4 {first} {second} *", say("new")), "1. e4 {new} {second} *");
    equal(await edited("1. e4 *", say("a } b\nc")), "a comment cannot hold both a closing brace and a line end");
    equal((await nodes("1. e4 {  two   words [%clk 0:00:01]  } *"))[1].comments, ["two words"]);
    equal((await nodes("1. e4 {[%clk 0:00:01]  } *"))[1].comments, [""]);
});

await test("signs replace one another, and the same one again is taken away", async () => {
    const sign = (nag, node = 1) => ({ edit: "nag", node, nag });
    const after = async (pgn, ...edits) => (await nodes(pgn, edits))[1].nags ?? [];
    equal(await after("1. e4 *", sign(1)), [1]);
    equal(await after("1. e4 $1 *", sign(1)), []);
    equal(await after("1. e4 $1 *", sign(6)), [6]);
    equal(await after("1. e4 $6 $7 *", sign(3)), [7, 3]);
    equal(await after("1. e4 $3 $7 *", sign(10)), [3, 7, 10]);
    equal(await after("1. e4 $3 $7 *", sign(7)), [3]);
    equal(await after("1. e4 *", sign(255)), [255]);
    for (const nag of [0, 256, -1]) equal(await edited("1. e4 *", sign(nag)), "'nag' is a number from 1 to 255");
    equal(await edited("1. e4 {one} {two} 1... e5 *", sign(2)), "1. e4 $2 {one} {two} 1... e5 *", "signs come before comments");
});

await test("marks, tags, and what no edit changes", async () => {
    const mark = (cal, csl) => ({ edit: "marks", node: 1, cal, csl });
    equal((await nodes("1. e4 *", [mark("Ge2e4,Rd5d4", "Ya1")]))[1].marks, [{ colour: "Y", from: "a1", to: null },
        { colour: "G", from: "e2", to: "e4" }, { colour: "R", from: "d5", to: "d4" }]);
    equal((await nodes("1. e4 {[%cal Ge2e4][%csl Ra1]} *", [mark("", "")]))[1].marks, undefined);
    for (const text of ["]", "a}", "a\nb"]) {
        equal(await edited("1. e4 *", mark(text, "")), "marks are written as in Ge2e4,Rd5");
        equal(await edited("1. e4 *", mark("", text)), "marks are written as in Ge2e4,Rd5");
    }
    const tag = (name, value) => ({ edit: "tag", name, value });
    check((await read({ pgn: "1. e4 *", edits: [tag("White", 'A "B"')] })).json.tags.some(([name, value]) => name === "White" && value === 'A "B"'));
    equal(await edited("1. e4 *", tag("no name", "x")), "this is no name of a tag");
    for (const name of ["FEN", "Variant", "SetUp"])
        equal(await edited("1. e4 *", tag(name, "x")), "where a game starts cannot be changed in it");
    equal(await edited("1. e4 *", { edit: "fold" }), "edits are add, comment, nag, marks, tag, promote, main and delete");
    equal(await edited("1. e4 *", {}), "edits are add, comment, nag, marks, tag, promote, main and delete");
});

await test("variations are promoted by one, made the main line, and deleted", async () => {
    const three = "1. e4 (1. d4) (1. c4 c5) 1... e5 *";
    const of = async (edit, san) => {
        const { id } = (await nodes(three)).find((node) => node.san === san);
        return edited(three, { edit, node: id });
    };
    equal(await of("promote", "c4"), "1. e4 (1. c4 c5) (1. d4) 1... e5 *");
    equal(await of("promote", "d4"), "1. d4 (1. e4 e5) (1. c4 c5) *");
    equal(await of("main", "c5"), "1. c4 (1. e4 e5) (1. d4) 1... c5 *");
    equal(await of("delete", "c5"), "1. e4 (1. d4) (1. c4) 1... e5 *");
    equal(await of("delete", "c4"), "1. e4 (1. d4) 1... e5 *");
    equal(await of("delete", "e4"), "1. d4 (1. c4 c5) *");
    equal(await edited(three, { edit: "delete", node: 0 }), "the start cannot be deleted");
});

await test("a node tells clocks, evaluations, ends and openings", async () => {
    const told = await nodes("1. f3 {[%clk 0:10:00][%emt 0:00:02.5][%eval -0.35]} 1... e5 {[%eval #-3]} 2. g4 Qh4# 0-1");
    equal([told[1].clock_ms, told[1].spent_ms, told[1].eval, told[2].eval], [600000, 2500, { cp: -35 }, { mate: -3 }]);
    const { outcome, check: squares } = told.at(-1);
    equal([outcome.result, outcome.reason, outcome.article.length > 0, outcome.text.length > 10], ["0-1", "checkmate", true, true]);
    equal(squares, ["e1"]);
    equal(told.map(({ number, turn }) => `${number}${turn[0]}`), ["1w", "1b", "2w", "2b", "3w"]);
    equal(told.map(({ kind, parent }) => [kind, parent]), [["root", null], ["move", 0], ["move", 1], ["move", 2], ["move", 3]]);
    check(told.some(({ opening }) => opening), "an opening");
    const four = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    equal((await nodes(`${four}*`)).filter((node) => node.outcome).map((node) => [node.id, node.outcome.reason]), [[16, "fivefold"]]);
    equal((await nodes(`1. e4 (${four}) *`)).filter((node) => node.outcome), [], "only the main line was played");
    const castled = (await nodes("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O *")).at(-1);
    equal([castled.from, castled.to, castled.san], ["e1", "g1", "O-O"]);
});

await test("the parts of a study keep their places", async () => {
    const pgn = "{start} 1. e4 {a} ({before} 1. d4 {b} 1... d5) ; to the end\n1... e5 -- 2... Ke4 {wrong} *";
    const { nodes: list, faults } = (await read({ pgn })).json;
    equal(moves(list), "e4 e5  Ke4 {wrong} d4 d5".replace("Ke4 {wrong}", list.find(({ kind }) => kind === "text").raw));
    equal(faults.map(({ code, line, column, word }) => [code, line, column, word]), [["null-move", 2, 9, "--"], ["illegal", 2, 17, "Ke4"]]);
    check(list.find(({ san }) => san === "d4").before[0] === "before", "a comment before a move");
    const wrong = (await read({ pgn: "1. e4 e5 2. Ra3 *" })).json.faults[0];
    equal([wrong.verdict, wrong.from, wrong.to, wrong.at, wrong.node], ["blocked", "a1", "a3", "a2", 2]);
    equal((await read({ pgn: "1. e4 *", edits: Array(101).fill({ edit: "add", node: 0, move: "d4" }) })).status, 422);
});

await server.kill();
await done();
