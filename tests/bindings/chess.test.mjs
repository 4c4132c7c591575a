// Compares the class with the interface of chess.js with chess.js itself, in random games.
import assert from "node:assert/strict";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { createRequire } from "node:module";

const folder = process.env.PACKAGE;
const { Chess, Move } = await import(pathToFileURL(`${folder}/chess.mjs`));
const theirs = createRequire(`${process.env.PEERS}/`)("chess.js").Chess;

// A small random generator with a fixed seed, so that a failure can be repeated.
let seed = 1;
const random = limit => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % limit;
};

const questions = ["fen", "turn", "isCheck", "isCheckmate", "isStalemate", "isInsufficientMaterial", "isDraw",
    "isGameOver", "isDrawByFiftyMoves", "ascii", "board", "hash", "moveNumber"];

test("random games are the same, move by move", () => {
    let plies = 0;
    for (let game = 0; game < 8; game++) {
        const ours = new Chess();
        const peer = new theirs();
        for (let ply = 0; ply < 60 && !peer.isGameOver(); ply++, plies++) {
            const moves = peer.moves();
            assert.deepEqual(ours.moves(), moves, peer.fen());
            const verbose = peer.moves({ verbose: true });
            assert.deepEqual(ours.moves({ verbose: true }).map(move => ({ ...move })), verbose.map(move => ({ ...move })));
            const move = moves[random(moves.length)];
            assert.deepEqual({ ...ours.move(move) }, { ...peer.move(move) });
            for (const question of questions)
                assert.deepEqual(ours[question](), peer[question](), `${question} in ${peer.fen()}`);
            if (random(6) === 0)
                assert.deepEqual({ ...ours.undo() }, { ...peer.undo() });
        }
        assert.deepEqual(ours.history(), peer.history());
        assert.equal(ours.pgn({ maxWidth: 72 }), peer.pgn({ maxWidth: 72 }));
        const again = new Chess();
        again.loadPgn(peer.pgn());
        assert.equal(again.fen(), peer.fen());
        assert.equal(again.pgn(), peer.pgn());
    }
    assert.ok(plies > 200);
});

test("two boards at once do not disturb each other", () => {
    const one = new Chess();
    const two = new Chess();
    for (const [a, b] of [["e4", "d4"], ["e5", "d5"], ["Nf3", "c4"]]) {
        one.move(a);
        two.move(b);
    }
    assert.deepEqual([one.history(), two.history()], [["e4", "e5", "Nf3"], ["d4", "d5", "c4"]]);
    one.undo();
    assert.equal(two.fen().split(" ")[0], "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR");
});

test("errors are those of chess.js", () => {
    const ours = new Chess();
    const peer = new theirs();
    const said = (board, ask) => {
        try {
            ask(board);
            return "";
        } catch (error) {
            return error.message;
        }
    };
    for (const ask of [
        board => board.move("e5"), board => board.move({ from: "e2", to: "e5" }), board => board.move("nf3"),
        board => board.load("8/8 w - - 0 1"), board => board.load("8/8/8/8/8/8/8/8 w - - 0 1"),
        board => board.load("x"), board => board.loadPgn("1. e4 e4"), board => board.move(""),
    ]) {
        assert.notEqual(said(ours, ask), "");
        assert.equal(said(ours, ask), said(peer, ask), ask.toString());
    }
});

test("a text has one game, whose tags may have blank lines between them", () => {
    const sections = `[FEN "${new Chess().fen()}"]\n[SetUp "1"]\n\n[Event "a"]\n\n[Event "b"]\n[Site "c"]\n\n1. e4 e5 *`;
    for (const text of [sections, sections.replaceAll("\n", "\r\n")]) {
        const [ours, peer] = [new Chess(), new theirs()];
        ours.loadPgn(text);
        peer.loadPgn(text);
        assert.deepEqual(ours.history(), ["e4", "e5"]);
        assert.deepEqual(ours.history({ verbose: true }).map(move => ({ ...move })), peer.history({ verbose: true }).map(move => ({ ...move })));
        assert.deepEqual(ours.getHeaders(), peer.getHeaders());
    }
    for (const text of ["1. e4 e5 1-0\n\n[Event \"b\"]\n\n1. d4 *", "1. e4 e5\n\n[Event \"b\"]\n\n1. d4 *", "1. e4 1-0 1-0",
        "1. e4 1-0 e5", "1. e4 * ( 1. d4 )"]) {
        assert.throws(() => new theirs().loadPgn(text), text);
        assert.throws(() => new Chess().loadPgn(text), { name: "SyntaxError", message: /text-after-result/ }, text);
    }
});

test("comments, tags and a set-up survive", () => {
    const pgn = `[Event "A"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n{first} 1. e4 {so} Kd7 2. e5 *`;
    const ours = new Chess();
    const peer = new theirs();
    ours.loadPgn(pgn);
    peer.loadPgn(pgn);
    assert.deepEqual(ours.getComments(), peer.getComments());
    assert.deepEqual(ours.getHeaders(), peer.getHeaders());
    assert.equal(ours.pgn(), peer.pgn());
});

test("garbage gives errors of JavaScript and nothing else", () => {
    const board = new Chess();
    for (let i = 0; i < 2000; i++) {
        const text = Array.from({ length: random(40) }, () => String.fromCharCode(random(4) ? 32 + random(95) : random(0xffff))).join("");
        for (const ask of [() => board.move(text), () => new Chess(text), () => board.loadPgn(text),
            () => new Chess(text, { skipValidation: true })]) {
            try {
                ask();
            } catch (error) {
                assert.ok(error instanceof Error && !(error instanceof WebAssembly.RuntimeError), String(error));
            }
        }
    }
    assert.ok(board.fen());
});

test("a move is a Move", () => assert.ok(new Chess().move("e4") instanceof Move));
