/* py_batch.c: asks one question about many positions, without the lock of the interpreter.
 * Positions come as lines of FEN or packed; answers go into a bytearray of the caller, a row for
 * each. */
#include "py_module.h"
#include "py_packed.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const arb_rules *rules;
    const char *text; /* lines of FEN, or packed positions */
    size_t len, at;
    bool packed;
    const char *moves; /* a line of UCI for each position, or NULL */
    size_t moves_len, moves_at;
} batch;

static const char *next_line(const char *text, size_t len, size_t *at, size_t *length)
{
    const char *line = text + *at;
    const char *end = *at < len ? memchr(line, '\n', len - *at) : NULL;
    *length = end ? (size_t)(end - line) : len - *at;
    *at += *length + (end != NULL);
    return line;
}

static bool next_position(batch *all, arb_position *position)
{
    if (all->packed) {
        const char *packed = all->text + all->at;
        all->at += PY_PACKED;
        return py_unpack(position, all->rules, (const uint8_t *)packed);
    }
    size_t length;
    arb_error error;
    const char *line = next_line(all->text, all->len, &all->at, &length);
    return arb_position_read(position, all->rules, line, length, NULL, &error) == ARB_OK;
}

/* ---- one row ---- */

/* Fills a row of zero bytes. Returns false if the position or its move is invalid. */
typedef bool row_writer(batch *all, const arb_position *position, char *row);

static void put_number(char *row, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++) /* the lowest byte first, on every machine */
        row[i] = (char)(number >> 8 * i & 0xFF);
}

static bool write_count(batch *all, const arb_position *position, char *row)
{
    (void)all;
    put_number(row, arb_position_moves(position, NULL, 0), 4);
    return true;
}

static bool write_key(batch *all, const arb_position *position, char *row)
{
    (void)all;
    put_number(row, arb_position_key(position), 8);
    return true;
}

static bool write_polyglot(batch *all, const arb_position *position, char *row)
{
    (void)all;
    put_number(row, arb_position_polyglot_key(position), 8);
    return true;
}

static bool write_outcome(batch *all, const arb_position *position, char *row)
{
    arb_outcome outcome = arb_position_outcome(position);
    (void)all;
    row[0] = (char)outcome.result;
    row[1] = (char)outcome.reason;
    return true;
}

static bool write_packed(batch *all, const arb_position *position, char *row)
{
    (void)all;
    return py_pack(position, (uint8_t *)row);
}

/* Writes 64 bits for each origin: the targets of its moves; castling by where the king arrives. */
static bool write_mask(batch *all, const arb_position *position, char *row)
{
    arb_move moves[ARB_MOVES_8X8];
    size_t count = arb_position_moves(position, moves, ARB_MOVES_8X8);
    for (size_t i = 0; i < count; i++) {
        unsigned from = arb_move_from(moves[i]), to = arb_move_to(moves[i]);
        if (arb_move_type_of(moves[i]) == ARB_CASTLING && !all->rules->castling.any_home)
            to = (from & ~7u) |
                 (unsigned)all->rules->castling.king_to[to > from ? ARB_KING_SIDE : ARB_QUEEN_SIDE];
        row[from * 8 + to / 8] |= (char)(1u << to % 8);
    }
    return true;
}

/* Writes 18 planes of 64 bytes: pieces of White and of Black, pawn to king; castling rights,
 * White's short and long, Black's short and long; the en-passant square; all ones if White is to
 * move. */
static bool write_planes(batch *all, const arb_position *position, char *row)
{
    arb_setup setup;
    (void)all;
    arb_position_setup(position, ARB_EP_LEGAL, &setup);
    for (unsigned square = 0; square < 64; square++) {
        arb_piece piece = setup.board[square];
        if (piece != ARB_NO_PIECE)
            row[(arb_piece_kind(piece) - 1u + 6u * arb_piece_colour(piece)) * 64 + square] = 1;
    }
    for (unsigned i = 0; i < 4; i++)
        if (setup.castle_rook[i / 2][i % 2] != ARB_NO_SQUARE)
            memset(row + (12 + i) * 64, 1, 64);
    if (setup.en_passant != ARB_NO_SQUARE)
        row[16 * 64 + setup.en_passant] = 1;
    if (setup.turn == ARB_WHITE)
        memset(row + 17 * 64, 1, 64);
    return true;
}

static bool next_verdict(batch *all, const arb_position *position, arb_verdict *verdict)
{
    size_t length;
    arb_error error;
    const char *line = next_line(all->moves, all->moves_len, &all->moves_at, &length);
    arb_status status = arb_uci_read(position, line, length, verdict, &error);
    return status == ARB_OK || status == ARB_ILLEGAL;
}

static bool write_verdict(batch *all, const arb_position *position, char *row)
{
    arb_verdict verdict;
    if (!next_verdict(all, position, &verdict))
        return false;
    row[0] = (char)verdict.code;
    return true;
}

/* Reads a move of four letters on an 8x8 board that neither promotes nor castles nor captures en
 * passant. Any other text gives ARB_NO_MOVE. */
static arb_move plain_move(const arb_position *position, const char *text, size_t len)
{
    arb_size size = arb_position_size(position);
    if (len != 4 || size.files != 8 || size.ranks != 8)
        return ARB_NO_MOVE;
    unsigned from_file = (unsigned)(text[0] - 'a'), from_rank = (unsigned)(text[1] - '1');
    unsigned to_file = (unsigned)(text[2] - 'a'), to_rank = (unsigned)(text[3] - '1');
    if ((from_file | from_rank | to_file | to_rank) > 7)
        return ARB_NO_MOVE;
    return arb_move_of((arb_square)(from_rank * 8 + from_file), (arb_square)(to_rank * 8 + to_file),
                       ARB_NO_KIND, ARB_NORMAL);
}

/* Writes the code of the verdict, 0 for a legal move. Most moves need no verdict for that. */
static bool write_legal(batch *all, const arb_position *position, char *row)
{
    size_t length, at = all->moves_at;
    const char *line = next_line(all->moves, all->moves_len, &at, &length);
    arb_move move = plain_move(position, line, length);
    if (move != ARB_NO_MOVE && arb_position_is_legal(position, move))
        return true;
    return write_verdict(all, position, row);
}

static bool write_after(batch *all, const arb_position *position, char *row)
{
    arb_verdict verdict;
    arb_position after;
    arb_undo undo;
    if (!next_verdict(all, position, &verdict) || verdict.code != ARB_V_OK)
        return false;
    arb_position_copy(&after, position);
    return arb_position_play(&after, verdict.move, &undo) && py_pack(&after, (uint8_t *)row);
}

static const struct {
    const char *name;
    row_writer *write;
    size_t size;
    bool moves, pieces_of_chess;
} questions[] = {
    {"counts", write_count, 4, false, false},       {"keys", write_key, 8, false, false},
    {"polyglot", write_polyglot, 8, false, false},  {"outcomes", write_outcome, 2, false, false},
    {"pack", write_packed, PY_PACKED, false, true}, {"masks", write_mask, 512, false, true},
    {"planes", write_planes, 18 * 64, false, true}, {"verdicts", write_verdict, 1, true, false},
    {"play", write_after, PY_PACKED, true, true},   {"legal", write_legal, 1, true, false},
};

/* ---- the whole ---- */

static bool fits_chess(const arb_rules *rules)
{
    bool fits = rules->board.size.files == 8 && rules->board.size.ranks == 8;
    for (int kind = ARB_FIRST_CUSTOM_KIND; fits && kind < ARB_KIND_LIMIT; kind++)
        fits = rules->kinds[kind].letter == 0;
    return fits && !rules->board.any_size;
}

/* Answers `count` rows. Bad rows are filled with 0xFF; *first is the first of them, *bad their
 * number. */
static void answer(batch *all, size_t which, char *rows, size_t count, size_t *first, size_t *bad)
{
    arb_position position;
    size_t size = questions[which].size, length;
    for (size_t i = 0; i < count; i++) {
        char *row = rows + i * size;
        size_t before = all->moves_at;
        memset(row, 0, size);
        bool good = next_position(all, &position) && questions[which].write(all, &position, row);
        if (questions[which].moves) { /* the next row has the next move, even if this one is bad */
            all->moves_at = before;
            next_line(all->moves, all->moves_len, &all->moves_at, &length);
        }
        if (good)
            continue;
        memset(row, 0xFF, size);
        *first = *bad == 0 ? i : *first;
        ++*bad;
    }
}

/* Returns the rows of a bytearray from `first` on, or NULL with a ValueError if it has too few. */
static char *rows_in(PyObject *rows, Py_ssize_t first, size_t count, size_t size)
{
    size_t whole = (size_t)PyByteArray_Size(rows) / size;
    if (first >= 0 && (size_t)first <= whole && count <= whole - (size_t)first)
        return PyByteArray_AsString(rows) + (size_t)first * size;
    PyErr_SetString(PyExc_ValueError, "there is no room for the answers");
    return NULL;
}

/* batch(question, rules, positions, packed, moves, rows, first, count) returns (first bad row,
 * number of bad rows), counted from `first`. `positions` and `moves` are bytes for `count`
 * positions; `moves` may be None. The answers go into the bytearray `rows`, whose size cannot
 * change meanwhile. */
static PyObject *batch_ask(PyObject *module, PyObject *args)
{
    const char *question;
    PyObject *name, *positions, *moves, *rows;
    int packed;
    char *text, *move_text = NULL;
    Py_ssize_t len, moves_len = 0, first_row, row_count;
    (void)module;
    if (!PyArg_ParseTuple(args, "sOSpOYnn", &question, &name, &positions, &packed, &moves, &rows,
                          &first_row, &row_count) ||
        PyBytes_AsStringAndSize(positions, &text, &len) < 0 ||
        (moves != Py_None && PyBytes_AsStringAndSize(moves, &move_text, &moves_len) < 0))
        return NULL;
    size_t which = 0, known = sizeof questions / sizeof *questions;
    while (which < known && strcmp(questions[which].name, question) != 0)
        which++;
    if (which == known || questions[which].moves != (move_text != NULL))
        return PyErr_Format(PyExc_ValueError, "no question '%s', or its moves", question);
    if (packed && len % PY_PACKED)
        return PyErr_Format(PyExc_ValueError, "packed positions have %d bytes each", PY_PACKED);
    py_rules *rules = py_rules_from(name);
    PyObject *fixed = rules ? PyMemoryView_FromObject(rows) : NULL;
    if (!fixed) {
        Py_XDECREF((PyObject *)rules);
        return NULL;
    }
    batch all = {rules->rules, text, (size_t)len, 0, packed, move_text, (size_t)moves_len, 0};
    size_t count = row_count < 0 ? 0 : (size_t)row_count, first = 0, bad = 0;
    char *bytes = NULL;
    if ((packed || questions[which].pieces_of_chess) && !fits_chess(rules->rules))
        PyErr_SetString(PyExc_ValueError, "this is for 8x8 boards with the pieces of chess");
    else if (packed && count != (size_t)len / PY_PACKED)
        PyErr_SetString(PyExc_ValueError, "there are not so many positions");
    else
        bytes = rows_in(rows, first_row, count, questions[which].size);
    if (bytes) {
        PyThreadState *thread = PyEval_SaveThread();
        answer(&all, which, bytes, count, &first, &bad);
        PyEval_RestoreThread(thread);
    }
    if (bytes && (all.at != all.len || all.moves_at != all.moves_len)) {
        PyErr_SetString(PyExc_ValueError, "a line end stands within a text");
        bytes = NULL;
    }
    Py_DECREF(fixed);
    Py_DECREF((PyObject *)rules);
    return bytes ? Py_BuildValue("(KK)", (unsigned long long)first, (unsigned long long)bad) : NULL;
}

/* unpack(bytes, rules) returns a list of FENs. */
static PyObject *batch_unpack(PyObject *module, PyObject *args)
{
    PyObject *bytes, *name;
    char *text;
    Py_ssize_t len;
    (void)module;
    if (!PyArg_ParseTuple(args, "SO", &bytes, &name) ||
        PyBytes_AsStringAndSize(bytes, &text, &len) < 0)
        return NULL;
    if (len % PY_PACKED)
        return PyErr_Format(PyExc_ValueError, "packed positions have %d bytes each", PY_PACKED);
    py_rules *rules = py_rules_from(name);
    PyObject *list = rules ? PyList_New(0) : NULL;
    if (list && !fits_chess(rules->rules)) {
        PyErr_SetString(PyExc_ValueError, "this is for 8x8 boards with the pieces of chess");
        Py_CLEAR(list);
    }
    for (Py_ssize_t at = 0; list && at < len; at += PY_PACKED) {
        arb_position position;
        char fen[256];
        PyObject *entry = NULL;
        if (!py_unpack(&position, rules->rules, (const uint8_t *)text + at))
            PyErr_Format(py_input_error, "row %zd is no position", at / PY_PACKED);
        else
            entry = PyUnicode_FromStringAndSize(
                fen,
                (Py_ssize_t)arb_position_fen(&position, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen));
        py_list_add(&list, entry);
    }
    Py_XDECREF((PyObject *)rules);
    return list;
}

static PyObject *names_of(size_t count, const char *(*name)(int))
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *entry = py_latin(name((int)i));
        py_list_add(&list, entry);
    }
    return list;
}

static const char *verdict_name(int code)
{
    return arb_verdict_name((arb_verdict_code)code);
}

static const char *reason_name(int code)
{
    return arb_reason_name((arb_reason)code);
}

static const char *result_name(int code)
{
    return arb_result_text((arb_result)code);
}

/* names() returns the names of verdicts, reasons and results, by their codes. */
static PyObject *batch_names(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    return Py_BuildValue("(NNN)", names_of(ARB_V_COUNT, verdict_name),
                         names_of(ARB_R_COUNT, reason_name),
                         names_of(ARB_BOTH_LOSE + 1, result_name));
}

PyMethodDef py_batch_functions[] = {
    {"batch", batch_ask, METH_VARARGS,
     "batch(question, rules, positions, packed, moves, rows, first, count)"},
    {"unpack", batch_unpack, METH_VARARGS, "unpack(bytes, rules): FENs"},
    {"names", batch_names, METH_NOARGS, "Names of verdicts, reasons and results."},
    {NULL, NULL, 0, NULL},
};
