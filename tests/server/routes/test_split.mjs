// The page cuts a file into games where `check` and the library do.
import { splitGames } from "../../../web/study/pgn.js";
import assert from "node:assert/strict";

const cases = [
    ['[Event "a"]\n[Site "x"]\n\n[Event "b"]\n\n1. e4 *\n', 2], // tags alone are a game
    ['[Event "a"]\n\n1. e4 1-0[Event "b"]\n\n1. d4 *', 2], // joined without a line end
    ['[Event "a"]\n\n1. e4 *\n\x1a', 1], // what old systems put at the end of a file
    ['[Event "a"]\n\n1. e4 {open\n\n[Event "b"]\n\n*\n', 2], // a faulty game does not spoil the next
    ['[Event "a"]\n\n1. e4 {\n[White "x"]\n} *\n', 1],
    ['[White "a"]\n\n1. e4 *\n\n[White "b"]\n\n1. e4 *', 2],
];
for (const [text, count] of cases)
    assert.equal(splitGames(text).length, count, JSON.stringify(text));
console.log(`${cases.length} passed`);
