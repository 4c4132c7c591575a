// timeline.js: every position of a game, in the browser: the start, and what each move puts where. The
// server wrote those changes; nothing is worked out by rules here.
import { readBoard } from "../board/fen.js";
import { isWhite } from "../board/pieces.js";

const colourOf = (letter) => (isWhite(letter) ? "white" : "black");

function handsOf(found) {
    const hands = { white: {}, black: {} };
    const rank = (letter) => ("pnbrqk".indexOf(letter.toLowerCase()) + 9) % 9; // the usual ones first
    for (const [letter, count] of Object.entries(found).toSorted(([a], [b]) => rank(a) - rank(b))) hands[colourOf(letter)][letter] = count;
    return hands;
}

// The pieces of the other side that a move takes from the board.
export function takenBy(pieces, put, mover) {
    return Object.entries(put).flatMap(([square, letter]) => {
        const old = pieces[square];
        return old && old !== letter && colourOf(old) !== mover ? [old] : [];
    });
}

export function changed(pieces, put) {
    const next = { ...pieces, ...put };
    for (const [square, letter] of Object.entries(put)) if (!letter) delete next[square];
    return next;
}

// The position before the first move, from a FEN.
export function startView({ size, start, holes, goal, hands, checks }) {
    const [board, turn] = start.fen.split(" ");
    const found = readBoard(board, hands ? size.ranks : 0);
    const left = /\s([0-9]+)\+([0-9]+)(\s|$)/.exec(start.fen);
    return { size, holes, goal, pieces: Object.fromEntries(found.pieces), turn: turn === "b" ? "black" : "white",
             last: null, check: start.check, captured: { white: [], black: [] }, opening: null,
             ...(hands ? { hands: handsOf(found.hands) } : {}),
             ...(checks ? { checks: left ? { white: Number(left[1]), black: Number(left[2]) } : checks } : {}) };
}

// The view after a move: { from, to, put, check, hands, checks, opening }.
export function nextView(view, move) {
    const taken = takenBy(view.pieces, move.put, view.turn);
    return { ...view, pieces: changed(view.pieces, move.put), last: { from: move.from, to: move.to },
             check: move.check, turn: view.turn === "white" ? "black" : "white",
             opening: move.opening ?? view.opening,
             ...(move.hands ? { hands: move.hands } : {}), ...(move.checks ? { checks: move.checks } : {}),
             captured: { ...view.captured, [view.turn]: [...view.captured[view.turn], ...taken] } };
}

export class Timeline {
    constructor(state) {
        this.moves = state.history;
        this.views = [{ ...startView(state), ply: 0 }];
    }

    at(ply) {
        for (let known = this.views.length; known <= ply; known += 1)
            this.views.push({ ...nextView(this.views[known - 1], this.moves[known - 1]), ply: known });
        return this.views[ply];
    }
}
