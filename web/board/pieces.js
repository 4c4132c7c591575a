// pieces.js: pieces as SVG elements and by their names, and what is drawn for a kind that has no drawing. Knows no rules and no
// board: a letter (a capital is White) and the names of a rule set's own kinds go in.
import { DRAWINGS } from "./drawings.js";
import { EN, t } from "../texts/texts.js";

const SVG = "http://www.w3.org/2000/svg";

// The drawings by the name of the kind: { body, line, dot }, as in drawings.js.
const drawings = new Map();
for (const [, word, rest] of DRAWINGS.matchAll(/^(piece|body|line|dot) (.*)$/gm)) {
    if (word !== "piece") {
        drawings.get("")[word].push(rest);
        continue;
    }
    const parts = { body: [], line: [], dot: [] };
    for (const name of ["", ...rest.split(" ")]) drawings.set(name, parts); // "" is the one being read
}

const NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

// The drawing goes by the name of the kind or, if that has none, by the letter of a piece of chess.
export function drawingOf(letter, names = {}) {
    const kind = letter.toLowerCase();
    return drawings.get(names[kind] || "-") ?? drawings.get(NAMES[kind] ?? "-");
}

function shape(name, attributes) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
}

// A kind without a drawing is shown as its letter on a disc.
function disc(letter) {
    const text = shape("text", { class: "piece-letter", x: 50, y: 66, "text-anchor": "middle" });
    text.textContent = letter.toUpperCase();
    return [shape("circle", { class: "piece-body", cx: 50, cy: 50, r: 36 }),
            shape("circle", { class: "piece-line", cx: 50, cy: 50, r: 29.5 }), text];
}

function drawing({ body, line, dot }) {
    return [
        ...body.map((d) => shape("path", { class: "piece-body", d })),
        ...line.map((d) => shape("path", { class: "piece-line", d })),
        ...dot.map((text) => {
            const [cx, cy, r] = text.split(" ");
            return shape("circle", { class: "piece-dot", cx, cy, r });
        }),
    ];
}

export const isWhite = (letter) => letter !== letter.toLowerCase();

// The piece as a group in a cell of 100 by 100.
export function pieceGroup(letter, names) {
    const group = shape("g", { class: `piece ${isWhite(letter) ? "white" : "black"}` });
    const letters = document.documentElement.dataset.pieces === "letters";
    const parts = letters ? undefined : drawingOf(letter, names);
    group.append(...(parts ? drawing(parts) : disc(letter)));
    return group;
}

// The piece as a picture of its own, for lists and buttons; decoration unless a label is given.
export function pieceImage(letter, names = {}, label = "") {
    const svg = shape("svg", { class: "piece-image", viewBox: "0 0 100 100" });
    if (label) {
        svg.setAttribute("role", "img");
        svg.setAttribute("aria-label", label);
    } else {
        svg.setAttribute("aria-hidden", "true");
    }
    svg.append(pieceGroup(letter, names));
    return svg;
}

// Is it a piece of chess by its letter and, where the rule set names it, by its name?
const isOfChess = (kind, names) => "pnbrqk".includes(kind) && (names[kind] ?? EN[`kind-${kind}`]) === EN[`kind-${kind}`];

// The name of a kind. Names of shipped rule sets have a text, those of one's own stay as they are.
export function kindName(letter, names = {}) {
    const kind = letter.toLowerCase();
    if (isOfChess(kind, names)) return t(`kind-${kind}`);
    const name = names[kind];
    return name === undefined ? t("kind", { letter: kind }) : EN[`piece-${name}`] ? t(`piece-${name}`) : name;
}

// "white knight". The pieces of chess have a text each, since the word for a colour agrees with the piece.
export function pieceName(letter, names = {}) {
    const kind = letter.toLowerCase();
    const colour = isWhite(letter) ? "white" : "black";
    return isOfChess(kind, names) ? t(`${colour}-${kind}`) : t(`${colour}-piece`, { name: kindName(letter, names) });
}
