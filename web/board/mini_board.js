// mini_board.js: a small picture of a position, for cards and lists.
import { s } from "../common/dom.js";
import { pieceGroup } from "./pieces.js";
import { squareAt } from "./squares.js";

// `board` is as fen.js reads it; `names` are those of the rule set's own kinds. All dark squares are one path, to keep the picture small.
export function miniBoard({ files, ranks, pieces, holes }, names = {}) {
    const at = (square) => {
        const { file, rank } = squareAt(square);
        return [file * 100, (ranks - 1 - rank) * 100];
    };
    let dark = "";
    for (let rank = 0; rank < ranks; rank += 1)
        for (let file = rank % 2; file < files; file += 2) dark += `M${file * 100} ${(ranks - 1 - rank) * 100}h100v100h-100z`;
    const svg = s("svg", { class: "mini", viewBox: `0 0 ${files * 100} ${ranks * 100}`, "aria-hidden": "true" },
        s("rect", { class: "mini-light", width: files * 100, height: ranks * 100 }), s("path", { class: "mini-dark", d: dark }));
    for (const square of holes) {
        const [x, y] = at(square);
        svg.append(s("rect", { class: "mini-hole", x, y, width: 100, height: 100 }));
    }
    for (const [square, letter] of pieces) {
        const [x, y] = at(square);
        const piece = pieceGroup(letter, names);
        piece.setAttribute("transform", `translate(${x} ${y})`);
        svg.append(piece);
    }
    return svg;
}
