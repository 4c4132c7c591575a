// squares.js: names of squares on boards from 1x1 to 32x32, in the four styles of the handouts.
// A square inside the page is its algebraic name ("e2", "af32"), as the server writes it.

export const LIMIT = 32;

export function fileName(file) {
    return file < 26 ? String.fromCharCode(97 + file) : `a${String.fromCharCode(97 + file - 26)}`;
}

export const squareName = (file, rank) => fileName(file) + (rank + 1);

export function squareAt(name) {
    const match = /^([a-z]{1,2})([1-9][0-9]?)$/.exec(name);
    if (!match) return null;
    const letters = match[1];
    const file = letters.length === 1 ? letters.charCodeAt(0) - 97
                                      : 26 + letters.charCodeAt(1) - 97;
    return { file, rank: Number(match[2]) - 1 };
}

// How a handout counts: the labels along the edges, and one square in words.
export const STYLES = {
    a1: { title: "a1, as in the Laws", top: false, file: (f) => fileName(f), rank: (r) => r + 1,
          square: (f, r) => squareName(f, r) },
    rc: { title: "row, column from 0 (Lab 3)", top: true, file: (f) => f,
          rank: (r, ranks) => ranks - 1 - r, square: (f, r, ranks) => `${ranks - 1 - r}, ${f}` },
    xy: { title: "x, y from 0 (COMP 250)", top: true, file: (f) => f,
          rank: (r, ranks) => ranks - 1 - r, square: (f, r, ranks) => `${f}, ${ranks - 1 - r}` },
    n1: { title: "column, row from 1 (CMPS 12B)", top: false, file: (f) => f + 1,
          rank: (r) => r + 1, square: (f, r) => `${f + 1}, ${r + 1}` },
};

// A sentence with squares in it, for the style that the server does not write itself.
export const sentenceIn = (style, text, ranks) => (style !== "n1" ? text
    : text.replace(/\b[a-z]{1,2}[1-9][0-9]?\b/g, (name) => inStyle(style, name, ranks)));

export function inStyle(style, name, ranks) {
    const at = squareAt(name);
    return at ? STYLES[style].square(at.file, at.rank, ranks) : name;
}
