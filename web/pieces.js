// pieces.js: the drawings of the pieces, our own, and what is drawn for a kind we have no drawing
// of. Knows no rules and no board: a letter goes in (a capital is White), an SVG element comes out.

const SVG = "http://www.w3.org/2000/svg";

// Cells of 100 by 100. `body` is filled and outlined, `line` is drawn on top of it.
const PLINTH = "M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z";
const DRAWINGS = {
    p: {
        body: [
            "M44 47c0 14-7 22-13 32h38c-6-10-13-18-13-32z",
            "M50 17a14.5 14.5 0 0 1 9 26h5c3 0 3 6 0 6H36c-3 0-3-6 0-6h5a14.5 14.5 0 0 1 9-26z",
            PLINTH,
        ],
        line: [],
    },
    r: {
        body: [
            "M35 42h30l4 37H31z",
            "M24 17h13v8h7v-8h12v8h7v-8h13v19l-9 8H33l-9-8z",
            PLINTH,
        ],
        line: ["M34 53h32"],
    },
    n: {
        body: [
            "M30 79c0-14 14-18 17-31-6 3-9 8-14 10-4 1-4 5-8 4-6-2-10-7-8-12l13-22c1-5 2-9 2-9l2-11 9 8"
            + "c22 1 37 20 36 44 0 8-1 13-3 19z",
            PLINTH,
        ],
        line: ["M54 24c11 5 17 18 16 34", "M24 51l3-2"],
        dot: [[38, 33, 3.2]],
    },
    b: {
        body: [
            "M42 64c0 7-4 11-9 15h34c-5-4-9-8-9-15z",
            "M50 22c-13 8-20 18-19 29 1 6 4 9 8 11h22c4-2 7-5 8-11 1-11-6-21-19-29z",
            "M36 61h28c4 0 4 7 0 7H36c-4 0-4-7 0-7z",
            "M50 11a6 6 0 1 1 0 12 6 6 0 0 1 0-12z",
            PLINTH,
        ],
        line: ["M50 34v17", "M42 42h16"],
    },
    q: {
        body: [
            "M16 30l13 22 4-29 12 26 5-31 5 31 12-26 4 29 13-22-9 38H25z",
            "M25 67h50c4 0 4 6 1 8l-3 4H27l-3-4c-3-2-3-8 1-8z",
            "M16 24.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10z",
            "M33 15.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10z",
            "M50 11a5 5 0 1 1 0 10 5 5 0 0 1 0-10z",
            "M67 15.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10z",
            "M84 24.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10z",
            PLINTH,
        ],
        line: ["M30 61c13-3 27-3 40 0"],
    },
    k: {
        body: [
            "M46.5 7h7v5.5H59v6.5h-5.5v8h-7v-8H41v-6.5h5.5z",
            "M50 48c-7-8-9-13-8-18 1-6 15-6 16 0 1 5-1 10-8 18z",
            "M27 68C10 57 10 35 30 33c9-1 16 5 20 15 4-10 11-16 20-15 20 2 20 24 3 35z",
            "M25 67h50c4 0 4 6 1 8l-3 4H27l-3-4c-3-2-3-8 1-8z",
            PLINTH,
        ],
        line: ["M50 49v9", "M30 61c13-3 27-3 40 0"],
    },
};

function shape(name, attributes) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
}

// A kind of a rule set's own: its letter on a disc.
function disc(letter) {
    const text = shape("text", { class: "piece-letter", x: 50, y: 66, "text-anchor": "middle" });
    text.textContent = letter.toUpperCase();
    return [shape("circle", { class: "piece-body", cx: 50, cy: 50, r: 36 }),
            shape("circle", { class: "piece-line", cx: 50, cy: 50, r: 29.5 }), text];
}

function drawing(letter) {
    const { body, line, dot = [] } = DRAWINGS[letter.toLowerCase()];
    return [
        ...body.map((d) => shape("path", { class: "piece-body", d })),
        ...line.map((d) => shape("path", { class: "piece-line", d })),
        ...dot.map(([cx, cy, r]) => shape("circle", { class: "piece-dot", cx, cy, r })),
    ];
}

export const isWhite = (letter) => letter !== letter.toLowerCase();

// The piece as a group in a cell of 100 by 100.
export function pieceGroup(letter) {
    const group = shape("g", { class: `piece ${isWhite(letter) ? "white" : "black"}` });
    const letters = document.documentElement.dataset.pieces === "letters";
    group.append(...(DRAWINGS[letter.toLowerCase()] && !letters ? drawing(letter) : disc(letter)));
    return group;
}

// The piece as a picture of its own, for lists and buttons; decoration unless a label is given.
export function pieceImage(letter, label = "") {
    const svg = shape("svg", { class: "piece-image", viewBox: "0 0 100 100" });
    if (label) {
        svg.setAttribute("role", "img");
        svg.setAttribute("aria-label", label);
    } else {
        svg.setAttribute("aria-hidden", "true");
    }
    svg.append(pieceGroup(letter));
    return svg;
}
