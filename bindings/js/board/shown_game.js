// shown_game.js: what a board shows of a game: pieces, holes, goal squares, hands, kings in check, and the names of new
// pieces. It reads the FEN and the rule set as texts, and asks the game for the rest.
import { readBoard } from "./fen.js";
import { isWhite } from "./pieces.js";
import { squareName } from "./squares.js";

const told = new WeakMap(); // Rules → what is read from their text

function readRules(rules) {
    const text = String(rules);
    const words = key => new RegExp(`^${key} = (.*)$`, "m").exec(text)?.[1].split(/\s+/) ?? [];
    return {
        names: Object.fromEntries([...text.matchAll(/^piece (\S+) (\S+) =/gm)].map(([, letter, name]) => [letter, name])),
        royal: words("royal"), // letters, or "none"
        goal: words("goal"), // squares and ranks, or "no"
    };
}

/** { size, pieces, holes, goal, hands (null: the rules have none), names, check }. */
export function shownGame(game) {
    const { rules, fen, turn } = game;
    if (!told.has(rules))
        told.set(rules, readRules(rules));
    const { names, royal, goal } = told.get(rules);
    const [field] = fen.split(" ");
    const { files, ranks, pieces, holes, hands } = readBoard(field);
    const isRoyal = letter => isWhite(letter) === (turn === "white") && royal.includes(letter.toLowerCase());
    const attacked = square => game.attackers(square, turn === "white" ? "black" : "white").length > 0;
    const onBoard = word => (/^[0-9]+$/.test(word) ? Array.from({ length: files }, (_, file) => squareName(file, word - 1)) : [word]);
    return {
        size: { files, ranks }, pieces, holes: [...holes], names, hands: field.includes("[") ? hands : null,
        goal: goal.flatMap(onBoard).filter(square => !holes.has(square)),
        check: game.inCheck ? [...pieces].filter(([square, letter]) => isRoyal(letter) && attacked(square)).map(([square]) => square) : [],
    };
}
