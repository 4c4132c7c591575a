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

// How each handout counts: the labels along the edges, and the words for a square.
export const STYLES = {
    a1: { top: false, file: (f) => fileName(f), rank: (r) => r + 1,
          square: (f, r) => squareName(f, r), example: "Nf3, e2e4 …" },
    rc: { top: true, file: (f) => f,
          rank: (r, ranks) => ranks - 1 - r, square: (f, r, ranks) => `${ranks - 1 - r}, ${f}`,
          read: (a, b, ranks) => [b, ranks - 1 - a], example: "6 4 4 4, Nf3 …" },
    xy: { top: true, file: (f) => f,
          rank: (r, ranks) => ranks - 1 - r, square: (f, r, ranks) => `${f}, ${ranks - 1 - r}`,
          read: (a, b, ranks) => [a, ranks - 1 - b], example: "4 6 4 4, Nf3 …" },
    n1: { top: false, file: (f) => f + 1,
          rank: (r) => r + 1, square: (f, r) => `${f + 1}, ${r + 1}`,
          read: (a, b) => [a - 1, b - 1], example: "5 2 5 4, Nf3 …" },
};

// A move in the numbers of a style, as squares: "4 6 4 4", "4 1 4 0 q", "N@ 5 5". Any other text is
// left to the server; so is a square that the board does not have.
export function readNumbers(style, text, { files, ranks }) {
    const words = text.trim().split(/[\s,]+/);
    const drop = /^[A-Za-z]@$/.test(words[0]) ? words.shift() : null;
    const [a, b, c, d] = words.map(Number);
    const promotion = !drop && /^[A-Za-z]$/.test(words[4] ?? "") ? words.pop() : null;
    if (!STYLES[style].read || words.length !== (drop ? 2 : 4) || !words.every((word) => /^[0-9]{1,2}$/.test(word)))
        return null;
    const square = (first, second) => {
        const [file, rank] = STYLES[style].read(first, second, ranks);
        return file >= 0 && rank >= 0 && file < files && rank < ranks ? squareName(file, rank) : null;
    };
    const from = drop ?? square(a, b);
    const to = drop ? square(a, b) : square(c, d);
    return from && to ? { from, to, ...(promotion ? { promotion } : {}) } : null;
}

// Rewrites the squares in a sentence, for the style that the server does not write.
export const sentenceIn = (style, text, ranks) => (style !== "n1" ? text
    : text.replace(/\b[a-z]{1,2}[1-9][0-9]?\b/g, (name) => inStyle(style, name, ranks)));

export function inStyle(style, name, ranks) {
    const at = squareAt(name);
    return at ? STYLES[style].square(at.file, at.rank, ranks) : name;
}
