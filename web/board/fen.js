// fen.js: the board field of a FEN as a map of squares, for the set-up editor. It reads what can be
// drawn and leaves the judgement to the server.
import { isWhite } from "./pieces.js";
import { LIMIT, squareName } from "./squares.js";

// Pieces in hand stand behind the board in brackets, or as one row more than the board has.
function cut(text, ranks) {
    const [, board, hand] = /^([^[]*)\[([A-Za-z-]*)\]$/.exec(text) ?? [];
    if (board !== undefined) return [board.split("/"), hand];
    const rows = text.split("/");
    return ranks && rows.length === ranks + 1 ? [rows, rows.pop()] : [rows, ""];
}

// `ranks`: the ranks of the rule set's board, if the rule set has hands.
export function readBoard(text, ranks = 0) {
    const [rows, hand] = cut(text, ranks);
    const found = { files: 0, ranks: rows.length, pieces: new Map(), holes: new Set(),
                    promoted: new Set(), hands: {} };
    for (const [index, row] of rows.entries()) {
        let file = 0;
        for (const token of row.match(/[0-9]+|[A-Za-z][!~]*|./g) ?? []) {
            const square = squareName(file, rows.length - 1 - index);
            if (/^[0-9]/.test(token)) file += Number(token) - 1;
            else if (/^[A-Za-z]/.test(token)) found.pieces.set(square, token[0]);
            else if (token === "*") found.holes.add(square);
            else return null;
            if (token.includes("~")) found.promoted.add(square); // it was a pawn
            file += 1;
            if (file > LIMIT) return null;
        }
        found.files = Math.max(found.files, file);
    }
    for (const letter of hand.replaceAll("-", "")) found.hands[letter] = (found.hands[letter] ?? 0) + 1;
    return found.files === 0 || rows.length > LIMIT ? null : found;
}

function writeHands(hands) {
    const all = Object.entries(hands).map(([letter, count]) => letter.repeat(count));
    return `[${all.toSorted((a, b) => isWhite(b) - isWhite(a)).join("")}]`;
}

// `hands` is null if the rule set has none.
export function writeBoard({ files, ranks, pieces, holes = new Set(), promoted = new Set(), hands = null }) {
    const rows = [];
    for (let rank = ranks - 1; rank >= 0; rank -= 1) {
        let row = "";
        let gap = 0;
        for (let file = 0; file < files; file += 1) {
            const square = squareName(file, rank);
            const letter = holes.has(square) ? "*" : pieces.get(square);
            if (letter && gap > 0) row += gap;
            if (letter) row += promoted.has(square) ? `${letter}~` : letter;
            gap = letter ? 0 : gap + 1;
        }
        rows.push(gap > 0 ? row + gap : row);
    }
    return rows.join("/") + (hands ? writeHands(hands) : "");
}

// A whole FEN, or, as people paste it, a board of several rows alone or "startpos".
export const looksLikeFen = (text) => !/^\s*\[/.test(text)
    && (/^\s*[A-Za-z0-9!*~]+(\/[A-Za-z0-9!*~]+)*(\[[A-Za-z-]*\])?\s+[wb]\s+\S+\s+\S+/.test(text)
        || /^\s*["']?[A-Za-z0-9!*~]+(\/[A-Za-z0-9!*~]+){2,}(\[[A-Za-z-]*\])?["']?([\s_][^\n]*)?\s*$/.test(text)
        || /^\s*startpos\s*$/i.test(text));
