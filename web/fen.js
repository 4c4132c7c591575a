// fen.js: the board field of a FEN as a map of squares, for the set-up editor. It reads what can be
// drawn and leaves the judgement to the server.
import { LIMIT, squareName } from "./squares.js";

export function readBoard(text) {
    const rows = text.split("/");
    const pieces = new Map();
    let files = 0;
    for (const [index, row] of rows.entries()) {
        let file = 0;
        for (const token of row.match(/[0-9]+|[A-Za-z]!?|./g) ?? []) {
            if (/^[0-9]/.test(token)) file += Number(token);
            else if (/^[A-Za-z]/.test(token)) {
                pieces.set(squareName(file, rows.length - 1 - index), token[0]);
                file += 1;
            } else return null;
            if (file > LIMIT) return null;
        }
        files = Math.max(files, file);
    }
    return files === 0 || rows.length > LIMIT ? null : { files, ranks: rows.length, pieces };
}

export function writeBoard({ files, ranks, pieces }) {
    const rows = [];
    for (let rank = ranks - 1; rank >= 0; rank -= 1) {
        let row = "";
        let gap = 0;
        for (let file = 0; file < files; file += 1) {
            const letter = pieces.get(squareName(file, rank));
            if (letter && gap > 0) row += gap;
            if (letter) row += letter;
            gap = letter ? 0 : gap + 1;
        }
        rows.push(gap > 0 ? row + gap : row);
    }
    return rows.join("/");
}

export const looksLikeFen = (text) =>
    /^\s*[A-Za-z0-9!]+(\/[A-Za-z0-9!]+)*\s+[wb]\s+\S+\s+\S+/.test(text) && !/^\s*\[/.test(text);
