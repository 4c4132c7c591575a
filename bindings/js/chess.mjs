// The class of chess.js 1.4, on the library. README.md says where answers differ.
import { library } from "./wasm.mjs";
import { give, take, records, fields, copyIn, copyOut } from "./text.mjs";
import { hashOfFen, xoroshiro128 } from "./chess-hash.mjs";
import { validateFen } from "./chess-fen.mjs";
import { NO_TAGS, SEVEN_TAG_ROSTER, writePgn } from "./chess-pgn.mjs";
import { Move, KEPT, kept } from "./chess-move.mjs";

const WHITE = "w", BLACK = "b";
const PAWN = "p", KNIGHT = "n", BISHOP = "b", ROOK = "r", QUEEN = "q", KING = "k";
const DEFAULT_POSITION = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KINDS = { p: 1, n: 2, b: 3, r: 4, q: 5, k: 6 };

// From a8 to h1; `index` counts so, the library counts from a1.
const SQUARES = Array.from({ length: 64 }, (_, i) => "abcdefgh"[i % 8] + "87654321"[i >> 3]);
const INDEX = Object.fromEntries(SQUARES.map((square, i) => [square, i]));
const known = square => Object.hasOwn(INDEX, square);
const number = square => INDEX[square] ^ 56;

const SLOT = library.board_slot();
const CHECK = 1, NO_MOVE = 2, INSUFFICIENT = 4, THREEFOLD = 8, FIFTY = 16;

class Chess {
    #bytes = null; // the board's bytes when they were last copied out of the library
    #entered = 0; // the library's stamp when they were last copied in
    #steps = null;
    #tags = null;
    #comments = {};

    constructor(fen = DEFAULT_POSITION, { skipValidation = false } = {}) {
        if (fen === DEFAULT_POSITION)
            library.board_reset(this.#board);
        else
            this.load(fen, { skipValidation });
    }

    // The library holds one board at a time; from here on it holds this one.
    get #board() {
        if (Chess.#current !== this) {
            Chess.#current?.#leave();
            if (this.#bytes)
                this.#enter();
            Chess.#current = this;
        }
        return SLOT;
    }

    static #current = null;

    #leave() {
        if (this.#bytes && this.#entered === library.board_stamp_now())
            return; // nothing has changed since
        const count = library.board_ply(SLOT);
        this.#bytes = copyOut(SLOT, library.board_size());
        this.#steps = count ? copyOut(library.board_steps(count), count * library.board_step_size()) : null;
    }

    #enter() {
        const steps = library.board_steps(this.#steps ? this.#steps.length / library.board_step_size() : 0);
        const room = library.board_room();
        copyIn(SLOT, this.#bytes);
        library.board_arrived(steps, room);
        if (this.#steps)
            copyIn(steps, this.#steps);
        this.#entered = library.board_stamp_now();
    }

    get #header() {
        return this.#tags ??= { ...NO_TAGS };
    }

    // ---- setting up ----

    // Sets the whole board at once; with `keep` the moves so far stay.
    #set(squares, turn, rights, enPassant, halfmove, fullmove, keep) {
        give(squares.join(""));
        if (!library.board_set(this.#board, turn === BLACK ? 1 : 0, rights, enPassant, halfmove, fullmove, keep))
            throw new Error("Invalid FEN: the position cannot be set up");
    }

    #squares() {
        return [...take(library.board_squares(this.#board))];
    }

    // Changes the present board; rights that no longer fit and the en-passant square are dropped.
    #edit(squares, rights = library.board_rights(this.#board)) {
        const board = this.#board;
        this.#set(squares, this.turn(), rights, -1, library.board_halfmove(board), library.board_fullmove(board), 1);
        this.#noteSetup(this.fen());
    }

    #noteSetup(fen) {
        if (library.board_ply(this.#board) > 0)
            return;
        const usual = fen === DEFAULT_POSITION;
        this.#header.SetUp = usual ? null : "1";
        this.#header.FEN = usual ? null : fen;
    }

    clear({ preserveHeaders = false } = {}) {
        this.#set(Array(64).fill("."), WHITE, 0, -1, 0, 1, 0);
        this.#comments = {};
        if (!preserveHeaders)
            this.#tags = null;
        this.#header.SetUp = null;
        this.#header.FEN = null;
    }

    load(fen, { skipValidation = false, preserveHeaders = false } = {}) {
        let parts = fen.split(/\s+/);
        if (parts.length >= 2 && parts.length < 6) {
            parts = parts.concat(["-", "-", "0", "1"].slice(parts.length - 6));
            fen = parts.join(" ");
        }
        if (!skipValidation) {
            const { ok, error } = validateFen(fen);
            if (!ok)
                throw new Error(error);
        }
        const squares = Array(64).fill(".");
        let at = 0;
        for (const c of parts[0]) {
            if (c >= "0" && c <= "9")
                at += Number(c);
            else if (c !== "/" && at < 64)
                squares[at++] = this.#isSecondKing(squares, c) ? "." : c;
        }
        const rights = ["K", "Q", "k", "q"].reduce((sum, c, i) => sum | (parts[2]?.includes(c) ? 1 << i : 0), 0);
        this.#set(squares, parts[1], rights, known(parts[3]) ? number(parts[3]) : -1,
            parseInt(parts[4], 10) || 0, parseInt(parts[5], 10) || 0, 0);
        this.#comments = {};
        if (!preserveHeaders)
            this.#tags = null;
        this.#noteSetup(fen);
    }

    #isSecondKing(squares, letter) {
        return (letter === "k" || letter === "K") && squares.includes(letter);
    }

    reset() {
        this.load(DEFAULT_POSITION);
    }

    put({ type, color }, square) {
        if (!Object.hasOwn(KINDS, type.toLowerCase()) || !known(square))
            return false;
        const letter = color === WHITE ? type.toUpperCase() : type.toLowerCase();
        const squares = this.#squares();
        const at = INDEX[square];
        if (squares[at] !== letter && this.#isSecondKing(squares, letter))
            return false;
        squares[at] = letter;
        this.#edit(squares);
        return true;
    }

    remove(square) {
        const piece = this.get(square);
        if (known(square)) {
            const squares = this.#squares();
            squares[INDEX[square]] = ".";
            this.#edit(squares);
        }
        return piece;
    }

    setTurn(color) {
        if (this.turn() === color)
            return false;
        this.move("--");
        return true;
    }

    setCastlingRights(color, rights) {
        let bits = library.board_rights(this.#board);
        for (const [i, side] of [KING, QUEEN].entries()) {
            const bit = 1 << (i + (color === BLACK ? 2 : 0));
            if (rights[side] !== undefined)
                bits = rights[side] ? bits | bit : bits & ~bit;
        }
        this.#edit(this.#squares(), bits);
        const now = this.getCastlingRights(color);
        return [KING, QUEEN].every(side => rights[side] === undefined || rights[side] === now[side]);
    }

    // ---- looking ----

    fen({ forceEnpassantSquare = false } = {}) {
        return forceEnpassantSquare ? take(library.board_fen(this.#board, 1)) : this.#kept(this.#board).fen;
    }

    // The cached texts of the position on the board.
    #kept(board) {
        const entry = kept[library.board_ply(board) % KEPT];
        const stamp = library.board_stamp_now();
        if (entry.stamp !== stamp) {
            entry.fen = take(library.board_fen(board, 0));
            entry.record = null;
            entry.stamp = stamp;
        }
        return entry;
    }

    #piece(letter) {
        if (letter === ".")
            return undefined;
        const type = letter.toLowerCase();
        return { type, color: letter === type ? BLACK : WHITE };
    }

    get(square) {
        return known(square) ? this.#piece(this.#squares()[INDEX[square]]) : undefined;
    }

    findPiece({ type, color }) {
        const letter = color === WHITE ? type.toUpperCase() : type;
        const squares = this.#squares();
        return SQUARES.filter((_, i) => squares[i] === letter);
    }

    board() {
        const squares = this.#squares();
        return Array.from({ length: 8 }, (_, row) => Array.from({ length: 8 }, (_, file) => {
            const i = row * 8 + file;
            const piece = this.#piece(squares[i]);
            return piece ? { square: SQUARES[i], type: piece.type, color: piece.color } : null;
        }));
    }

    ascii() {
        const squares = this.#squares();
        const edge = "   +------------------------+\n";
        let text = edge;
        for (let row = 0; row < 8; row++)
            text += ` ${8 - row} | ${squares.slice(row * 8, row * 8 + 8).join("  ")} |\n`;
        return text + edge + "     a  b  c  d  e  f  g  h";
    }

    squareColor(square) {
        if (!known(square))
            return null;
        const i = INDEX[square];
        return ((i >> 3) + (i & 7)) % 2 === 0 ? "light" : "dark";
    }

    turn() {
        return library.board_turn(this.#board) === 0 ? WHITE : BLACK;
    }

    moveNumber() {
        return library.board_fullmove(this.#board);
    }

    getCastlingRights(color) {
        const bits = library.board_rights(this.#board) >> (color === BLACK ? 2 : 0);
        return { k: (bits & 1) !== 0, q: (bits & 2) !== 0 };
    }

    attackers(square, attackedBy = this.turn()) {
        if (!known(square))
            return [];
        const length = library.board_attackers(this.#board, number(square), attackedBy === BLACK ? 1 : 0);
        return take(length).match(/../g) ?? [];
    }

    isAttacked(square, attackedBy) {
        return known(square) && library.board_attackers(this.#board, number(square), attackedBy === BLACK ? 1 : 0) > 0;
    }

    hash() {
        return hashOfFen(this.fen({ forceEnpassantSquare: true })).toString(16);
    }

    // Private in chess.js, and yet asked by programs: how often each position has occurred.
    get _positionCount() {
        const counts = new Map();
        if (this.fen().startsWith("8/8/8/8/8/8/8/8 "))
            return counts;
        const [start, ...moves] = records(library.board_history(this.#board, 2));
        for (const fen of [start, ...moves.map(record => fields(record)[1])]) {
            const key = hashOfFen(fen);
            counts.set(key, (counts.get(key) ?? 0) + 1);
        }
        return counts;
    }

    _getPositionCount(key) {
        return this._positionCount.get(key) ?? 0;
    }

    // ---- how the game stands ----

    #is(bits) {
        return library.board_state(this.#board, bits);
    }

    isCheck() { return this.#is(CHECK) !== 0; }
    inCheck() { return this.isCheck(); }
    isCheckmate() { return this.#is(CHECK | NO_MOVE) === (CHECK | NO_MOVE); }
    isStalemate() { return this.#is(CHECK | NO_MOVE) === NO_MOVE; }
    isInsufficientMaterial() { return this.#is(INSUFFICIENT) !== 0; }
    isThreefoldRepetition() { return this.#is(THREEFOLD) !== 0; }
    isDrawByFiftyMoves() { return this.#is(FIFTY) !== 0; }
    isDraw() {
        return this.#is(INSUFFICIENT | THREEFOLD | FIFTY) !== 0 || this.isStalemate();
    }
    isGameOver() {
        return this.#is(NO_MOVE | INSUFFICIENT | THREEFOLD | FIFTY) !== 0;
    }

    // ---- moves ----

    moves({ verbose = false, square = undefined, piece = undefined } = {}) {
        let from = -1;
        if (square !== undefined) {
            square = square.toLowerCase();
            if (!known(square))
                return [];
            from = number(square);
        }
        const kind = piece === undefined ? 0 : KINDS[piece.toLowerCase()] ?? 31;
        const list = records(library.board_moves(this.#board, from, kind, verbose ? 1 : 0));
        if (!verbose)
            return list;
        const before = list.shift();
        return list.map(record => new Move(record, before));
    }

    move(move, { strict = false } = {}) {
        const isNull = move === null || move === "--";
        const found = isNull ? 0 : this.#find(move, strict);
        if (!isNull && !found)
            throw new Error(`Invalid move: ${typeof move === "string" ? move : JSON.stringify(move)}`);
        const board = this.#board;
        const { fen } = this.#kept(board);
        const length = library.board_play(board, found);
        if (length < 0)
            throw new Error("Null move not allowed when in check");
        const record = take(length);
        const played = new Move(record, fen);
        const entry = kept[library.board_ply(board) % KEPT];
        entry.stamp = library.board_stamp_now();
        entry.fen = played.after;
        entry.record = record;
        return played;
    }

    #find(move, strict) {
        if (typeof move === "string") {
            if (move[0] === "o" && /^o-o/i.test(move))
                return 0;
            if (move.endsWith("!") || move.endsWith("?"))
                move = move.replace(/[!?]+$/, "");
            return library.board_read(this.#board, give(move), strict ? 1 : 0);
        }
        if (typeof move !== "object" || !known(move.from) || !known(move.to))
            return 0;
        return library.board_find(this.#board, number(move.from), number(move.to), KINDS[move.promotion] ?? 0);
    }

    undo() {
        const board = this.#board;
        const { stamp, record } = kept[library.board_ply(board) % KEPT];
        if (record && stamp === library.board_stamp_now()) {
            library.board_back(board);
            return new Move(record, this.#kept(board).fen);
        }
        const length = library.board_undo(board);
        return length ? new Move(take(length), this.#kept(board).fen) : null;
    }

    history({ verbose = false } = {}) {
        let [before, ...list] = records(library.board_history(this.#board, verbose ? 1 : 0));
        return !verbose ? list : list.map(record => {
            const move = new Move(record, before);
            before = move.after;
            return move;
        });
    }

    perft(depth) {
        if (depth > 30)
            throw new RangeError("perft goes no deeper than 30");
        return library.board_perft(this.#board, depth);
    }

    // ---- PGN ----

    header(...pairs) {
        for (let i = 0; i < pairs.length; i += 2)
            if (typeof pairs[i] === "string" && typeof pairs[i + 1] === "string")
                this.#header[pairs[i]] = pairs[i + 1];
        return this.#header;
    }

    setHeader(key, value) {
        this.#header[key] = value ?? SEVEN_TAG_ROSTER[key] ?? null;
        return this.getHeaders();
    }

    removeHeader(key) {
        if (!(key in this.#header))
            return false;
        this.#header[key] = SEVEN_TAG_ROSTER[key] ?? null;
        return true;
    }

    getHeaders() {
        return Object.fromEntries(Object.entries(this.#header).filter(([, value]) => value !== null));
    }

    pgn({ newline = "\n", maxWidth = 0 } = {}) {
        const [start, ...moves] = records(library.board_history(this.#board, 2));
        return writePgn(this.#header, start, moves.map(fields), this.#comments, newline, maxWidth);
    }

    loadPgn(pgn, { strict = false, newlineChar = "\r?\n" } = {}) {
        if (newlineChar !== "\r?\n")
            pgn = pgn.replace(new RegExp(newlineChar, "g"), "\n");
        if (!strict) // a FEN tag counts in any letter case
            pgn = pgn.replace(/^\s*\[fen\s/im, "[FEN ");
        const board = this.#board;
        const read = again => records(library.board_pgn(board, give(pgn), again, strict ? 1 : 0));
        let list = read(0);
        const tags = {};
        for (const record of list) {
            const [name, value] = fields(record.slice(1));
            if (record[0] === "T")
                tags[name] = value;
            else if (record[0] === "F")
                throw new SyntaxError(`Invalid PGN: ${name} at "${value}"`);
        }
        this.#comments = {};
        this.#tags = null;
        this.header(...Object.entries(tags).flat());
        if (strict && tags.SetUp === "1" && !("FEN" in tags))
            throw new Error("Invalid PGN: FEN tag must be supplied with SetUp tag");
        if (!list.includes("P")) {
            if ("FEN" in tags && (!strict || tags.SetUp === "1"))
                this.load(tags.FEN, { preserveHeaders: true });
            else
                library.board_reset(board);
            // Replaces the tag's FEN by the board's own, because the library reads no idle rights.
            pgn = pgn.replace(/\[FEN\s+"[^"]*"/, () => `[FEN "${take(library.board_true_fen(board))}"`);
            list = read(1);
        }
        for (const record of list) {
            const [first, text] = fields(record.slice(1));
            if (record[0] === "X")
                throw new Error(`Invalid move in PGN: ${first}`);
            if (record[0] === "C")
                this.#comments[first] = text[0] === "{" ? text.slice(1).replace(/[\r\n]+/g, " ") : text.slice(1).trim();
            if (record[0] === "R" && this.#header.Result !== first)
                this.setHeader("Result", first);
        }
    }

    // ---- comments, by position ----

    #prune() {
        const [start, ...moves] = records(library.board_history(this.#board, 2));
        const reached = new Set([start, ...moves.map(record => fields(record)[1])]);
        this.#comments = Object.fromEntries([...reached].filter(fen => fen in this.#comments)
            .map(fen => [fen, this.#comments[fen]]));
    }

    getComment() {
        return this.#comments[this.fen()];
    }

    setComment(comment) {
        this.#comments[this.fen()] = comment.replace("{", "[").replace("}", "]");
    }

    removeComment() {
        const fen = this.fen();
        const comment = this.#comments[fen];
        delete this.#comments[fen];
        return comment;
    }

    getComments() {
        this.#prune();
        return Object.entries(this.#comments).map(([fen, comment]) => ({ fen, comment }));
    }

    removeComments() {
        const comments = this.getComments();
        this.#comments = {};
        return comments;
    }

    deleteComment() { return this.removeComment(); }
    deleteComments() { return this.removeComments(); }
}

export { Chess, Move, WHITE, BLACK, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, DEFAULT_POSITION, SQUARES, SEVEN_TAG_ROSTER, validateFen, xoroshiro128 };
