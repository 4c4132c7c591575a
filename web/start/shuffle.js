// shuffle.js: draws a start position of Chess960 by lot. The bishops stand on squares of different colours, and the
// king between the rooks; the server checks the position like any other.

function lot(count) {
    return crypto.getRandomValues(new Uint32Array(1))[0] % count;
}

export function shuffledStart() {
    const row = Array(8).fill("");
    const free = () => [...row.keys()].filter((file) => !row[file]);
    const put = (letter, file) => { row[file] = letter; };
    put("b", 2 * lot(4));
    put("b", 2 * lot(4) + 1);
    put("q", free()[lot(6)]);
    put("n", free()[lot(5)]);
    put("n", free()[lot(4)]);
    for (const letter of "rkr") put(letter, free()[0]);
    const black = row.join("");
    return `${black}/pppppppp/8/8/8/8/PPPPPPPP/${black.toUpperCase()} w KQkq - 0 1`;
}
