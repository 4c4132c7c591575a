/* py_board_play.c: the methods of a board that change it, and those that read and write moves. */
#include "board/py_board.h"

#include <stdlib.h>
#include <string.h>

static py_board *of(PyObject *self)
{
    return (py_board *)self;
}

static PyObject *step_move(const py_board *board, const py_step *step)
{
    return step->move == ARB_NO_MOVE
               ? py_move_new(0, 0, 0, 0)
               : py_move_of(board->family->rules, board->family->chess960, step->move);
}

static PyObject *board_push(PyObject *self, PyObject *move)
{
    unsigned parts[4];
    if (!py_move_parts(move, parts) || !py_board_push(of(self), parts))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *board_pop(PyObject *self, PyObject *none)
{
    py_board *board = of(self);
    (void)none;
    if (board->ply == 0) {
        PyErr_SetString(PyExc_IndexError, "pop from empty move stack");
        return NULL;
    }
    py_step *step = &board->steps[--board->ply];
    if (step->whole) {
        arb_position_copy(&board->position, step->whole);
        free(step->whole);
    } else
        arb_position_unmake(&board->position, &step->undo);
    board->odd = step->odd;
    board->castling = step->castling;
    board->en_passant = step->en_passant;
    board->promoted = step->promoted;
    return step_move(board, step);
}

static PyObject *board_peek(PyObject *self, PyObject *none)
{
    (void)none;
    if (of(self)->ply == 0) {
        PyErr_SetString(PyExc_IndexError, "the move stack is empty");
        return NULL;
    }
    return step_move(of(self), &of(self)->steps[of(self)->ply - 1]);
}

static PyObject *board_stack(PyObject *self, PyObject *none)
{
    (void)none;
    PyObject *list = PyList_New((Py_ssize_t)of(self)->ply);
    for (size_t i = 0; list && i < of(self)->ply; i++) {
        PyObject *move = step_move(of(self), &of(self)->steps[i]);
        if (!move || PyList_SetItem(list, (Py_ssize_t)i, move) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *board_ply(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromSize_t(of(self)->ply);
}

static PyObject *board_clear_stack(PyObject *self, PyObject *none)
{
    (void)none;
    py_board_clear_stack(of(self));
    Py_RETURN_NONE;
}

/* _start(rules, chess960): an empty stack and the rule set's start. */
static PyObject *board_start(PyObject *self, PyObject *args)
{
    PyObject *name;
    int chess960;
    if (!PyArg_ParseTuple(args, "Op", &name, &chess960))
        return NULL;
    py_rules *rules = py_rules_from(name);
    if (!rules)
        return NULL;
    const arb_rules *found = rules->own ? NULL : rules->rules;
    Py_DECREF((PyObject *)rules);
    bool fits = found && found->board.size.files == 8 && found->board.size.ranks == 8;
    for (int kind = ARB_FIRST_CUSTOM_KIND; fits && kind < ARB_KIND_LIMIT; kind++)
        fits = found->kinds[kind].letter == 0;
    if (!fits) {
        PyErr_SetString(PyExc_ValueError, "a Board has 8x8 squares and the pieces of chess: for "
                                          "other rule sets use arbiter.Position");
        return NULL;
    }
    const py_family *family = py_family_of(found, chess960);
    if (!family)
        return PyErr_NoMemory();
    py_board_clear_stack(of(self));
    of(self)->family = family;
    of(self)->odd = false;
    of(self)->promoted = 0;
    arb_position_copy(&of(self)->position, &family->start);
    Py_RETURN_NONE;
}

static PyObject *board_set_fen(PyObject *self, PyObject *fen)
{
    PyObject *owner;
    size_t len;
    arb_setup setup;
    arb_error error;
    py_board *board = of(self);
    const char *text = py_text(fen, &len, &owner);
    if (!text)
        return NULL;
    arb_status status =
        arb_position_read(&board->position, board->family->rules, text, len, NULL, &error);
    if (status == ARB_OK)
        board->odd = false;
    else
        status =
            arb_fen_read_lenient(&setup, board->family->rules, text, len, NULL, &error) == ARB_OK
                ? ARB_BAD_POSITION
                : ARB_BAD_TEXT;
    Py_DECREF(owner);
    if (status == ARB_BAD_TEXT)
        return PyErr_Format(py_input_error, "%s, at character %zu: %R", error.text,
                            error.offset + 1, fen);
    if (status == ARB_BAD_POSITION && !py_board_set(board, &setup, py_board_rooks(&setup)))
        return NULL;
    py_board_clear_stack(board);
    board->promoted = 0;
    Py_RETURN_NONE;
}

/* _put(square, kind, white, promoted): kind 0 removes the piece. */
static PyObject *board_put(PyObject *self, PyObject *args)
{
    int square, kind, white, promoted;
    arb_setup setup;
    py_board *board = of(self);
    if (!PyArg_ParseTuple(args, "iipp", &square, &kind, &white, &promoted))
        return NULL;
    if (square < 0 || square > 63 || kind < 0 || kind > ARB_KING)
        return PyErr_Format(PyExc_ValueError, "no square %d, or no piece type %d", square, kind);
    uint64_t castling = py_board_castling(board), bit = UINT64_C(1) << square;
    py_board_setup(board, &setup);
    arb_piece piece = kind ? arb_piece_of(white ? ARB_WHITE : ARB_BLACK, (arb_kind)kind) : 0;
    arb_setup_put(&setup, board->family->rules, (arb_square)square, piece);
    if (kind && promoted && board->family->rules->capture.to_hand)
        setup.board[square] |= ARB_PROMOTED;
    if (!py_board_set(board, &setup, castling))
        return NULL;
    board->promoted = kind && promoted ? board->promoted | bit : board->promoted & ~bit;
    Py_RETURN_NONE;
}

/* _place(codes, promoted): sets 64 pieces by kind, plus 8 for White; 0 is none. The rest stays. */
static PyObject *board_place(PyObject *self, PyObject *args)
{
    PyObject *bytes;
    char *codes;
    Py_ssize_t len;
    unsigned long long promoted;
    arb_setup setup;
    py_board *board = of(self);
    if (!PyArg_ParseTuple(args, "SK", &bytes, &promoted) ||
        PyBytes_AsStringAndSize(bytes, &codes, &len) < 0)
        return NULL;
    py_board_setup(board, &setup);
    setup.royal[ARB_WHITE] = setup.royal[ARB_BLACK] = ARB_NO_SQUARE;
    for (arb_square square = 0; len == 64 && square < 64; square++) {
        unsigned kind = (unsigned char)codes[square] & 7u,
                 white = (unsigned char)codes[square] & 8u;
        if (kind > ARB_KING || (unsigned char)codes[square] > 15)
            len = 0;
        arb_piece piece = kind ? arb_piece_of(white ? ARB_WHITE : ARB_BLACK, (arb_kind)kind) : 0;
        arb_setup_put(&setup, board->family->rules, square, piece);
        if (piece && promoted >> square & 1u && board->family->rules->capture.to_hand)
            setup.board[square] |= ARB_PROMOTED;
    }
    if (len != 64)
        return PyErr_Format(PyExc_ValueError, "64 codes of pieces are needed");
    if (!py_board_set(board, &setup, py_board_castling(board)))
        return NULL;
    board->promoted = promoted;
    Py_RETURN_NONE;
}

/* _clear(): nothing on the board, White to move. */
static PyObject *board_clear(PyObject *self, PyObject *none)
{
    static const arb_size eight = {8, 8};
    arb_setup setup;
    (void)none;
    arb_setup_clear(&setup, eight);
    setup.fullmove = 1;
    if (!py_board_set(of(self), &setup, py_board_rooks(&setup)))
        return NULL;
    py_board_clear_stack(of(self));
    of(self)->promoted = 0;
    Py_RETURN_NONE;
}

/* _hand(white, kind[, count]) and _checks(white[, given]) read a number, or set it if one is given.
 */
static PyObject *board_hand(PyObject *self, PyObject *args)
{
    int white, kind, count = -1;
    arb_setup setup;
    if (!PyArg_ParseTuple(args, "pi|i", &white, &kind, &count))
        return NULL;
    if (kind < 0 || kind >= ARB_KIND_LIMIT || count > 255)
        return PyErr_Format(PyExc_ValueError, "no piece type %d, or too many", kind);
    arb_colour colour = white ? ARB_WHITE : ARB_BLACK;
    if (count >= 0) {
        py_board_setup(of(self), &setup);
        setup.hand[colour][kind] = (uint8_t)count;
        if (!py_board_set(of(self), &setup, py_board_rooks(&setup)))
            return NULL;
    }
    return PyLong_FromUnsignedLong(arb_position_hand(&of(self)->position, colour, (arb_kind)kind));
}

static PyObject *board_checks(PyObject *self, PyObject *args)
{
    int white, given = -1;
    arb_setup setup;
    if (!PyArg_ParseTuple(args, "p|i", &white, &given))
        return NULL;
    if (given > 99)
        return PyErr_Format(PyExc_ValueError, "%d checks are too many", given);
    arb_colour colour = white ? ARB_WHITE : ARB_BLACK;
    if (given >= 0) {
        py_board_setup(of(self), &setup);
        setup.checks[colour] = (uint8_t)given;
        if (!py_board_set(of(self), &setup, py_board_rooks(&setup)))
            return NULL;
    }
    return PyLong_FromUnsignedLong(arb_position_checks(&of(self)->position, colour));
}

static PyObject *board_chess960_start(PyObject *self, PyObject *number)
{
    long which = PyLong_AsLong(number);
    arb_setup setup;
    if (which == -1 && PyErr_Occurred())
        return NULL;
    if (which < 0 || which > 959 || !arb_setup_chess960(&setup, (unsigned)which))
        return PyErr_Format(PyExc_ValueError, "start positions are 0 to 959, not %ld", which);
    if (!py_board_set(of(self), &setup, py_board_rooks(&setup)))
        return NULL;
    py_board_clear_stack(of(self));
    of(self)->promoted = 0;
    Py_RETURN_NONE;
}

/* _take(other, plies): becomes a copy of another board with its last plies, or with all if -1. */
static PyObject *board_take(PyObject *self, PyObject *args)
{
    PyObject *from;
    Py_ssize_t plies;
    if (!PyArg_ParseTuple(args, "O!n", (PyObject *)py_board_type, &from, &plies))
        return NULL;
    if (from == self)
        Py_RETURN_NONE;
    const py_board *other = of(from);
    py_board *board = of(self);
    size_t keep = plies < 0 || (size_t)plies > other->ply ? other->ply : (size_t)plies;
    py_step *steps = keep ? malloc(keep * sizeof *steps) : NULL;
    if (keep && !steps)
        return PyErr_NoMemory();
    for (size_t i = 0; i < keep; i++) {
        steps[i] = other->steps[other->ply - keep + i];
        if (!steps[i].whole)
            continue;
        arb_position *whole = malloc(sizeof *whole);
        if (whole)
            arb_position_copy(whole, steps[i].whole);
        steps[i].whole = whole;
        if (!whole) {
            while (i > 0)
                free(steps[--i].whole);
            free(steps);
            return PyErr_NoMemory();
        }
    }
    py_board_clear_stack(board);
    board->family = other->family;
    arb_position_copy(&board->position, &other->position);
    board->odd = other->odd;
    board->castling = other->castling;
    board->en_passant = other->en_passant;
    board->promoted = other->promoted;
    board->steps = steps;
    board->ply = board->room = keep;
    Py_RETURN_NONE;
}

PyMethodDef py_board_play_methods[] = {
    {"push", board_push, METH_O, "Plays a move that is at least pseudo-legal, or a null move."},
    {"pop", board_pop, METH_NOARGS, "Takes the last move back and returns it."},
    {"peek", board_peek, METH_NOARGS, "The last move."},
    {"_stack", board_stack, METH_NOARGS, "The moves that pop takes back."},
    {"_ply", board_ply, METH_NOARGS, "How many there are."},
    {"clear_stack", board_clear_stack, METH_NOARGS, "Forgets the moves."},
    {"_start", board_start, METH_VARARGS, "_start(rules, chess960)"},
    {"_set_fen", board_set_fen, METH_O, "Reads a FEN, whatever stands there."},
    {"_put", board_put, METH_VARARGS, "_put(square, kind, white, promoted)"},
    {"_place", board_place, METH_VARARGS, "_place(codes, promoted)"},
    {"_clear", board_clear, METH_NOARGS, "An empty board."},
    {"_hand", board_hand, METH_VARARGS, "_hand(white, kind[, count])"},
    {"_checks", board_checks, METH_VARARGS, "_checks(white[, given])"},
    {"_chess960_start", board_chess960_start, METH_O, "A start position by its number."},
    {"_take", board_take, METH_VARARGS, "_take(other, plies)"},
    {NULL, NULL, 0, NULL},
};
