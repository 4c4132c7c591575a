// The modern face: every kind of object, and its errors.
import assert from "node:assert/strict";
import test from "node:test";
import { pathToFileURL } from "node:url";

const { loadLanguage, Rules, Position, Game, Tree, IllegalMove, BadInput } =
    await import(pathToFileURL(`${process.env.PACKAGE}/arbiter.mjs`));

test("a game, its verdicts and its end", () => {
    const game = new Game();
    for (const move of ["f3", "e5", "g4"])
        game.play(move);
    assert.equal(game.verdict("Ke7").verdict, "ok");
    assert.deepEqual(game.verdict("Kd6").verdict, "wrong-shape");
    assert.throws(() => game.play("Kd6"), error => error instanceof IllegalMove && error.verdict.article !== "");
    assert.equal(game.play("Qh4#").san, "Qh4#");
    assert.deepEqual([game.outcome.result, game.outcome.reason, game.isOver], ["0-1", "checkmate", true]);
    assert.deepEqual(game.history(), ["f3", "e5", "g4", "Qh4#"]);
    assert.ok(game.undo() && game.redo() && game.goto(0));
    assert.equal(game.moves().length, 20);
    assert.equal(game.length, 4);
});

test("resignation against a side that cannot mate is a draw (5.1.2)", () => {
    const game = new Game({ fen: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" });
    assert.ok(game.resign("white"));
    assert.equal(game.outcome.result, "1/2-1/2");
});

test("sentences in other languages, once they are loaded", async () => {
    assert.throws(() => new Game({ lang: "de" }), /await loadLanguage\("de"\)/);
    await assert.rejects(loadLanguage("pt"), RangeError);
    await assert.rejects(loadLanguage(7), TypeError);
    await Promise.all(["en", "de", "de-AT", "fr", "es", "zh", "de"].map(loadLanguage));
    const german = "Der Bauer auf e2 kann nicht nach e5 ziehen: So zieht ein Bauer nicht.";
    const english = new Game().verdict("e2e5").text;
    const game = new Game({ lang: "de" });
    const position = new Position({ lang: "de-AT" }).play("a3").play("a6");
    for (const board of [game, position]) {
        assert.deepEqual([board.lang, board.verdict("e2e5").text], ["de", german]);
        assert.equal(board.verdict("e2e5", { lang: "en" }).text, english);
        assert.throws(() => board.play("e2e5"), { message: german });
    }
    assert.equal(new Set(["en", "de", "fr", "es", "zh"].map(lang => game.verdict("e2e5", { lang }).text)).size, 5);
    game.lang = "fr";
    assert.equal(game.lang, "fr");
    assert.ok(!game.verdict("e2e5").text.includes("Bauer"));
    assert.throws(() => { game.lang = "xx"; }, RangeError);
    assert.throws(() => { position.lang = "fr"; }, TypeError);
    for (const move of ["f3", "e5", "g4", "Qh4"])
        game.play(move);
    assert.notEqual(game.outcome.text, "Black wins by checkmate (5.1.1)");
    const tree = Tree.read("1. e4 e5 2. Ke3 *", { lang: "de" });
    assert.match(tree.faults[0].text, /König/);
    assert.throws(() => tree.add(0, "e2e5"), { message: german });
    tree.lang = "en";
    assert.match(tree.faults[0].text, /king/);
    assert.throws(() => new Position({ fen: "8/8/8/8/8/8/8/8 w - - 0 1", lang: "de" }), /Weiß hat keinen König; Schwarz hat keinen König/);
});

test("positions are values", () => {
    const start = new Position();
    const after = start.play("e4");
    assert.equal(start.perft(3), 8902);
    assert.notEqual(start.key, after.key);
    assert.equal(new Position().fen, start.fen);
    assert.equal(after.play("e5").play("Nf3").fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    assert.equal(new Position({ rules: "shako" }).play(new Position({ rules: "shako" }).moves()[0]).rules.name, "shako");
    assert.deepEqual(start.board()[7], "RNBQKBNR");
    assert.deepEqual(start.attackers("f3", "white"), ["g1", "e2", "g2"]);
    assert.equal(new Position({ fen: "8/8/8/8/4k3/8/5P2/4K3 w - - 0 1" }).winnable("black").answer, "no");
});

test("rule sets by name, and from a file", () => {
    assert.ok(Rules.all().length >= 33);
    assert.equal(Rules.find("Three-check").name, "3check");
    assert.equal(Rules.find("nothing"), undefined);
    const own = Rules.read(Rules.find("chess").toString());
    assert.equal(new Position({ rules: own }).moves().length, 20);
    assert.throws(() => Rules.read("name = x\nfoo = bar\n"), error => error instanceof BadInput && error.mistakes[0].line === 2);
    assert.throws(() => new Game({ rules: "nothing" }), BadInput);
});

test("a tree keeps what is in a PGN", () => {
    const pgn = '[Event "x"]\n\n1. e4 {best} (1. d4 d5) 1... e5 $1 2. Nf3 *\n\n';
    const tree = Tree.read(pgn);
    assert.equal(tree.write({ keep: true }), pgn);
    const [first, other] = tree.children();
    assert.deepEqual([tree.move(first).san, tree.move(other).uci], ["e4", "d2d4"]);
    assert.deepEqual(tree.notes(first), [{ kind: "comment", side: "after", text: "best" }]);
    const added = tree.add(other, "Nf6");
    tree.comment(added, "too");
    tree.nag(added, 5);
    tree.setTag("White", "A");
    assert.ok(tree.promote(other));
    assert.match(tree.write({ keep: true }), /1\. d4 \(1\. e4 \{best\} 1\.\.\. e5/);
    assert.throws(() => tree.add(added, "Ke5"), IllegalMove);
    assert.equal([...Tree.readAll(pgn + pgn)].length, 2);
    assert.throws(() => Tree.read(""), BadInput);
    assert.equal(Tree.read("1. e4 e4 *").faults[0].fault, "illegal");
});

test("the games of a long text, one by one", () => {
    const pgn = Array.from({ length: 3000 }, (_, i) => `[Event "é ${i}"]\n\n1. e4 e5 2. Nf3 {${i}} *\n\n`).join("");
    const [one, two] = [Tree.readAll(pgn), Tree.readAll('[Event "a"]\n\n1. d4 *\n\n[Event "b"]\n\n1. c4 *\n')];
    assert.equal(one.next().value.tags.Event, "é 0");
    assert.equal(two.next().value.move(1).san, "d4"); // readers do not disturb each other, nor do other calls between
    assert.equal(new Game().verdict("Ke3").legal, false);
    assert.equal(one.next().value.tags.Event, "é 1");
    assert.equal(two.next().value.move(1).san, "c4");
    assert.ok(two.next().done);
    one.return(); // ends the reader halfway
    let count = 0;
    for (const tree of Tree.readAll(pgn))
        assert.equal(tree.tags.Event, `é ${count++}`);
    assert.equal(count, 3000);
    assert.deepEqual([...Tree.readAll("")], []);
    assert.throws(() => [...Tree.readAll(7)], TypeError);
});

test("bad arguments", () => {
    assert.throws(() => new Position({ fen: "8/8 w" }), BadInput);
    assert.throws(() => new Position({ fen: 7 }), TypeError);
    assert.throws(() => new Game().resign("green"), TypeError);
    assert.throws(() => new Position().attackers("z9", "white"), BadInput);
    assert.equal(new Game().verdict("").legal, false);
});
