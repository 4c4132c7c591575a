// A move as chess.js describes it, from a record of the library; and what is kept of the last positions.
const HEAD = 10; // bytes of a record in front of the SAN

class Move {
    // In the order of chess.js. Without capture or promotion these fields are undefined.
    color; from; to; piece; captured; promotion; flags; san; lan; before; after;

    // A record of the library (board.h there), and the FEN before the move.
    constructor(record, before) {
        const end = HEAD + record.charCodeAt(9);
        const captured = record[6], promotion = record[7];
        this.color = record[0];
        this.piece = record[5];
        this.from = record.slice(1, 3);
        this.to = record.slice(3, 5);
        this.san = record.slice(HEAD, end);
        this.lan = record.slice(1, 5);
        this.before = before;
        this.after = record.slice(end);
        this.flags = record[8];
        if (captured !== ".")
            this.captured = captured;
        if (promotion !== ".") {
            this.promotion = promotion;
            this.lan += promotion;
            this.flags += "p";
        }
    }
    isCapture() { return this.flags.includes("c"); }
    isPromotion() { return this.flags.includes("p"); }
    isEnPassant() { return this.flags.includes("e"); }
    isKingsideCastle() { return this.flags.includes("k"); }
    isQueensideCastle() { return this.flags.includes("q"); }
    isBigPawn() { return this.flags.includes("b"); }
}

// Caches the FENs of the last plies and the records of their moves, by ply, so that the library need not write them again.
// The library's stamp identifies a position.
const KEPT = 64;
const kept = Array.from({ length: KEPT }, () => ({ stamp: 0, fen: "", record: null }));

export { Move, KEPT, kept };
