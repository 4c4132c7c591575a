// The position's number as chess.js has it: the same keys from the same generator.
const MASK = 0xffffffffffffffffn;
const rotate = (x, k) => ((x << k) | (x >> (64n - k))) & MASK;
const multiply = (x, y) => (x * y) & MASK;

/** The generator xoroshiro128**: each call gives the next 64 bits. */
const xoroshiro128 = state => {
    let a = state & MASK;
    let b = (state >> 64n) & MASK;
    return () => {
        const result = multiply(rotate(multiply(a, 5n), 7n), 9n);
        b ^= a;
        a = (rotate(a, 24n) ^ b ^ (b << 16n)) & MASK;
        b = rotate(b, 37n);
        return result;
    };
};

let keys; // made when first asked for
const makeKeys = () => {
    const next = xoroshiro128(0xa187eb39cdcaed8f31c4b365b102e01en);
    const list = length => Array.from({ length }, () => next());
    return {
        piece: Array.from({ length: 2 }, () => Array.from({ length: 6 }, () => list(128))),
        enPassant: list(8),
        castling: list(16),
        black: next(),
    };
};

/** The number of the position that a FEN describes; an en-passant square counts if it is written. */
const hashOfFen = fen => {
    keys ??= makeKeys();
    const [placement, turn, castling, enPassant] = fen.split(" ");
    let sum = 0n;
    let at = 0;
    for (const c of placement) {
        const type = "pnbrqk".indexOf(c.toLowerCase());
        if (c === "/")
            at += 8; // a row of the table has 16 places
        else if (type < 0)
            at += Number(c);
        else
            sum ^= keys.piece[c >= "a" ? 1 : 0][type][at++];
    }
    if (enPassant !== "-")
        sum ^= keys.enPassant["abcdefgh".indexOf(enPassant[0])];
    sum ^= keys.castling[["K", "Q", "k", "q"].reduce((bits, c, i) => bits | (castling.includes(c) ? 1 << i : 0), 0)];
    return turn === "b" ? sum ^ keys.black : sum;
};

export { hashOfFen, xoroshiro128 };
