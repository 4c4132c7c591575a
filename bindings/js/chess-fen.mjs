// What chess.js asks of a FEN, with its sentences.
const rowFault = row => {
    let sum = 0;
    let digit = false;
    for (const c of row) {
        if (c >= "0" && c <= "9") {
            if (digit)
                return "piece data is invalid (consecutive number)";
            sum += Number(c);
            digit = true;
        } else {
            if (!/[prnbqk]/i.test(c))
                return "piece data is invalid (invalid piece)";
            sum += 1;
            digit = false;
        }
    }
    return sum === 8 ? "" : "piece data is invalid (too many squares in rank)";
};

const fault = fen => {
    const parts = fen.split(/\s+/);
    if (parts.length !== 6)
        return "must contain six space-delimited fields";
    const [placement, turn, castling, enPassant, halfmove, fullmove] = parts;
    if (!(parseInt(fullmove, 10) > 0))
        return "move number must be a positive integer";
    if (!(parseInt(halfmove, 10) >= 0))
        return "half move counter number must be a non-negative integer";
    if (!/^(-|[a-h][36])$/.test(enPassant))
        return "en-passant square is invalid";
    if (/[^kKqQ-]/.test(castling))
        return "castling availability is invalid";
    if (turn !== "w" && turn !== "b")
        return "side-to-move is invalid";
    const rows = placement.split("/");
    if (rows.length !== 8)
        return "piece data does not contain 8 '/'-delimited rows";
    for (const row of rows) {
        const wrong = rowFault(row);
        if (wrong)
            return wrong;
    }
    if (enPassant[1] === (turn === "w" ? "3" : "6"))
        return "illegal en-passant square";
    for (const [colour, letter] of [["white", "K"], ["black", "k"]]) {
        const kings = placement.split(letter).length - 1;
        if (kings === 0)
            return `missing ${colour} king`;
        if (kings > 1)
            return `too many ${colour} kings`;
    }
    return /p/i.test(rows[0] + rows[7]) ? "some pawns are on the edge rows" : "";
};

const validateFen = fen => {
    const wrong = fault(fen);
    return wrong ? { ok: false, error: `Invalid FEN: ${wrong}` } : { ok: true };
};

export { validateFen };
