/* py_board_text.c: moves and boards as text: SAN, long algebraic notation, UCI, FEN. */
#include "board/py_board.h"

#include <string.h>

static py_board *of(PyObject *self)
{
    return (py_board *)self;
}

PyObject *py_board_move(const py_board *board, arb_move move)
{
    if (move == ARB_NO_MOVE)
        return py_move_new(0, 0, 0, 0);
    return py_move_of(board->family->rules, board->family->chess960, move);
}

typedef size_t write_move(const arb_position *, arb_move, char *, size_t);

/* Writes a legal move given as a Move; a null move is "--", as in python-chess. */
static PyObject *written(const py_board *board, PyObject *move, write_move *write)
{
    unsigned parts[4];
    char text[32];
    if (!py_move_parts(move, parts))
        return NULL;
    if (py_move_is_null(parts))
        return py_latin("--");
    arb_move found = py_board_find(&board->position, parts);
    if (found == ARB_NO_MOVE)
        return PyErr_Format(py_illegal_error, "illegal move: %S", move);
    size_t len = write(&board->position, found, text, sizeof text);
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)len);
}

static PyObject *board_san(PyObject *self, PyObject *move)
{
    return written(of(self), move, arb_san_write);
}

static PyObject *board_lan(PyObject *self, PyObject *move)
{
    return written(of(self), move, arb_lan_write);
}

static void refuse_san(const py_board *board, const arb_san *san, PyObject *source)
{
    char why[512];
    PyObject *kind = san->status == ARB_AMBIGUOUS ? py_ambiguous_error
                     : san->status == ARB_ILLEGAL ? py_illegal_error
                                                  : py_invalid_error;
    arb_san_text(san, &board->position, why, sizeof why);
    PyErr_Format(kind, "%s san: %R: %s",
                 san->status == ARB_AMBIGUOUS ? "ambiguous"
                 : san->status == ARB_ILLEGAL ? "illegal"
                                              : "invalid",
                 source, why);
}

/* python-chess accepts the SAN of score sheets, but no blanks, no loose letter case, and no pawn
 * capture without its file. */
enum { TOO_LOOSE = ARB_SAN_LETTER_CASE };

/* A null move is ARB_NO_MOVE. */
static bool is_null(const char *text, size_t len)
{
    static const char *const names[] = {"--", "Z0", "0000", "@@@@"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == len && memcmp(text, names[i], len) == 0)
            return true;
    return false;
}

static bool read_san(const py_board *board, PyObject *source, arb_move *move)
{
    PyObject *owner;
    size_t len;
    arb_san san;
    const char *text = py_text(source, &len, &owner);
    if (!text)
        return false;
    if (is_null(text, len)) {
        Py_DECREF(owner);
        *move = ARB_NO_MOVE;
        return true;
    }
    bool blank = len == 0 || memchr(text, '\n', len) || memchr(text, ' ', len);
    arb_status status = arb_san_read(&board->position, text, len, &san);
    if (status == ARB_OK && (blank || (san.tolerated & TOO_LOOSE))) {
        PyErr_Format(py_invalid_error, "invalid san: %R", source);
        status = ARB_BAD_TEXT;
    } else if (status != ARB_OK)
        refuse_san(board, &san, source);
    Py_DECREF(owner);
    *move = san.move;
    return status == ARB_OK;
}

static PyObject *board_parse_san(PyObject *self, PyObject *text)
{
    arb_move move;
    return read_san(of(self), text, &move) ? py_board_move(of(self), move) : NULL;
}

/* Plays what was read, and returns it. */
static PyObject *push_read(py_board *board, arb_move move)
{
    static const unsigned null[4];
    PyObject *result = py_board_move(board, move);
    bool good = result && py_board_grow(board);
    if (good && move == ARB_NO_MOVE)
        good = py_board_push(board, null);
    else if (good)
        py_board_play(board, move);
    if (!good)
        Py_CLEAR(result);
    return result;
}

static PyObject *board_push_san(PyObject *self, PyObject *text)
{
    arb_move move;
    return read_san(of(self), text, &move) ? push_read(of(self), move) : NULL;
}

/* Reads the legal move that UCI means, castling in either form; returns false with an exception if
 * there is none. */
static bool read_uci(const py_board *board, PyObject *source, arb_move *move)
{
    unsigned parts[4];
    PyObject *read = py_move_read(source);
    bool good = read && py_move_parts(read, parts);
    Py_XDECREF(read);
    *move = ARB_NO_MOVE;
    if (!good || py_move_is_null(parts))
        return good;
    *move = py_board_find(&board->position, parts);
    if (*move == ARB_NO_MOVE) {
        arb_verdict verdict = arb_position_verdict(&board->position, (arb_square)parts[0],
                                                   (arb_square)parts[1], (arb_kind)parts[2]);
        char why[512];
        arb_verdict_text(&verdict, &board->position, why, sizeof why);
        PyErr_Format(py_illegal_error, "illegal uci: %R: %s", source, why);
    }
    return *move != ARB_NO_MOVE;
}

static PyObject *board_parse_uci(PyObject *self, PyObject *text)
{
    arb_move move;
    return read_uci(of(self), text, &move) ? py_board_move(of(self), move) : NULL;
}

static PyObject *board_push_uci(PyObject *self, PyObject *text)
{
    arb_move move;
    if (!read_uci(of(self), text, &move))
        return NULL;
    return push_read(of(self), move);
}

/* _fen(shredder, en passant: 0 legal, 1 pseudo-legal, 2 always) */
static PyObject *board_fen(PyObject *self, PyObject *args)
{
    int shredder, en_passant;
    char text[256];
    if (!PyArg_ParseTuple(args, "pi", &shredder, &en_passant))
        return NULL;
    if (en_passant < ARB_EP_LEGAL || en_passant > ARB_EP_ALWAYS)
        return PyErr_Format(PyExc_ValueError, "no way of en passant: %d", en_passant);
    size_t len = arb_position_fen(&of(self)->position, shredder ? ARB_SHREDDER_FEN : ARB_X_FEN,
                                  (arb_ep_style)en_passant, text, sizeof text);
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)(len < sizeof text ? len : 0));
}

PyMethodDef py_board_text_methods[] = {
    {"san", board_san, METH_O, "The SAN of a legal move."},
    {"lan", board_lan, METH_O, "The same in long algebraic notation."},
    {"parse_san", board_parse_san, METH_O, "The legal move that a SAN means."},
    {"push_san", board_push_san, METH_O, "Reads a SAN, plays the move and returns it."},
    {"parse_uci", board_parse_uci, METH_O, "The legal move that UCI means."},
    {"push_uci", board_push_uci, METH_O, "Reads UCI, plays the move and returns it."},
    {"_fen", board_fen, METH_VARARGS, "_fen(shredder, en_passant)"},
    {NULL, NULL, 0, NULL},
};
