/* py_board_state.c: the attributes of a board: turn, rights, clocks, pieces; read and set. */
#include "board/py_board.h"

#include <stdlib.h>

static py_board *of(PyObject *self)
{
    return (py_board *)self;
}

static PyObject *get_turn(PyObject *self, void *closure)
{
    (void)closure;
    return PyBool_FromLong(arb_position_turn(&of(self)->position) == ARB_WHITE);
}

static PyObject *get_halfmove(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLong(arb_position_halfmove(&of(self)->position));
}

static PyObject *get_fullmove(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLong(arb_position_fullmove(&of(self)->position));
}

static PyObject *get_castling(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLongLong(py_board_castling(of(self)));
}

static PyObject *get_en_passant(PyObject *self, void *closure)
{
    arb_setup setup;
    (void)closure;
    py_board_setup(of(self), &setup);
    if (setup.en_passant == ARB_NO_SQUARE)
        Py_RETURN_NONE;
    return PyLong_FromLong(setup.en_passant);
}

static PyObject *get_chess960(PyObject *self, void *closure)
{
    (void)closure;
    return PyBool_FromLong(of(self)->family->chess960);
}

/* Reads a number from 0 to `most`. */
static bool read_number(PyObject *value, unsigned long long most, unsigned long long *number)
{
    if (!value || !PyLong_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "an int is needed");
        return false;
    }
    *number = PyLong_AsUnsignedLongLong(value);
    if (PyErr_Occurred())
        return false;
    if (*number > most)
        PyErr_Format(PyExc_ValueError, "%R is too large", value);
    return *number <= most;
}

/* ---- setting ---- */

enum { TURN, HALFMOVE, FULLMOVE, EN_PASSANT };

static int set_state(PyObject *self, PyObject *value, void *which)
{
    unsigned long long number = 0;
    arb_setup setup;
    int truth;
    py_board_setup(of(self), &setup);
    switch ((size_t)which) {
    case TURN:
        if (!value || (truth = PyObject_IsTrue(value)) < 0) {
            if (!PyErr_Occurred())
                PyErr_SetString(PyExc_TypeError, "the turn cannot be deleted");
            return -1;
        }
        setup.turn = truth ? ARB_WHITE : ARB_BLACK;
        break;
    case HALFMOVE:
        if (!read_number(value, UINT32_MAX, &number))
            return -1;
        setup.halfmove = (uint32_t)number;
        break;
    case FULLMOVE:
        if (!read_number(value, UINT32_MAX, &number))
            return -1;
        setup.fullmove = (uint32_t)number;
        break;
    default:
        setup.en_passant = ARB_NO_SQUARE;
        if (value == Py_None)
            break;
        if (!read_number(value, 63, &number))
            return -1;
        setup.en_passant = (arb_square)number;
    }
    return py_board_set(of(self), &setup, py_board_castling(of(self))) ? 0 : -1;
}

static int set_castling(PyObject *self, PyObject *value, void *closure)
{
    unsigned long long rooks;
    arb_setup setup;
    (void)closure;
    if (!read_number(value, UINT64_MAX, &rooks))
        return -1;
    py_board_setup(of(self), &setup);
    return py_board_set(of(self), &setup, rooks) ? 0 : -1;
}

static int set_chess960(PyObject *self, PyObject *value, void *closure)
{
    arb_setup setup;
    (void)closure;
    int truth = value ? PyObject_IsTrue(value) : -1;
    if (truth < 0) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "chess960 cannot be deleted");
        return -1;
    }
    if (truth == of(self)->family->chess960)
        return 0;
    const py_family *family = py_family_of(of(self)->family->of, truth);
    if (!family) {
        PyErr_NoMemory();
        return -1;
    }
    uint64_t castling = py_board_castling(of(self));
    py_board_setup(of(self), &setup);
    of(self)->family = family;
    return py_board_set(of(self), &setup, castling) ? 0 : -1;
}

/* ---- pieces as sets of squares ---- */

/* Returns the squares of a kind (0: any) and colour (-1: both). */
static uint64_t squares_of(const py_board *board, unsigned kind, int colour)
{
    uint64_t set = 0;
    for (arb_square square = 0; square < 64; square++) {
        arb_piece piece = arb_position_piece(&board->position, square);
        if (piece != ARB_NO_PIECE && (!kind || arb_piece_kind(piece) == kind) &&
            (colour < 0 || (int)arb_piece_colour(piece) == colour))
            set |= UINT64_C(1) << square;
    }
    return set;
}

static PyObject *get_kind(PyObject *self, void *kind)
{
    return PyLong_FromUnsignedLongLong(squares_of(of(self), (unsigned)(size_t)kind, -1));
}

/* Indexed by python-chess's colours: black, then white. */
static PyObject *get_occupied_co(PyObject *self, void *closure)
{
    (void)closure;
    return Py_BuildValue("[KK]", (unsigned long long)squares_of(of(self), 0, ARB_BLACK),
                         (unsigned long long)squares_of(of(self), 0, ARB_WHITE));
}

static PyObject *get_promoted(PyObject *self, void *closure)
{
    arb_setup setup;
    uint64_t set = 0;
    (void)closure;
    if (!of(self)->family->rules->capture.to_hand)
        return PyLong_FromUnsignedLongLong(of(self)->promoted);
    py_board_setup(of(self), &setup);
    for (arb_square square = 0; square < 64; square++)
        if (setup.board[square] & ARB_PROMOTED)
            set |= UINT64_C(1) << square;
    return PyLong_FromUnsignedLongLong(set);
}

static int set_promoted(PyObject *self, PyObject *value, void *closure)
{
    unsigned long long set;
    arb_setup setup;
    (void)closure;
    if (!read_number(value, UINT64_MAX, &set))
        return -1;
    of(self)->promoted = set;
    if (!of(self)->family->rules->capture.to_hand)
        return 0;
    py_board_setup(of(self), &setup);
    for (arb_square square = 0; square < 64; square++)
        if (setup.board[square] != ARB_NO_PIECE)
            setup.board[square] = (arb_piece)((setup.board[square] & ~ARB_PROMOTED) |
                                              (set >> square & 1u ? ARB_PROMOTED : 0));
    return py_board_set(of(self), &setup, py_board_castling(of(self))) ? 0 : -1;
}

PyGetSetDef py_board_properties[] = {
    {"turn", get_turn, set_state, "The side to move.", (void *)TURN},
    {"halfmove_clock", get_halfmove, set_state, "Plies since a capture or pawn move.",
     (void *)HALFMOVE},
    {"fullmove_number", get_fullmove, set_state, "From 1.", (void *)FULLMOVE},
    {"ep_square", get_en_passant, set_state, "The square passed over, or None.",
     (void *)EN_PASSANT},
    {"castling_rights", get_castling, set_castling, "Rooks with castling rights.", NULL},
    {"chess960", get_chess960, set_chess960, "Are the rules of Chess960 on?", NULL},
    {"promoted", get_promoted, set_promoted, "Pieces that were pawns.", NULL},
    {"occupied", get_kind, NULL, "All pieces.", (void *)0},
    {"pawns", get_kind, NULL, "All pawns.", (void *)ARB_PAWN},
    {"knights", get_kind, NULL, "All knights.", (void *)ARB_KNIGHT},
    {"bishops", get_kind, NULL, "All bishops.", (void *)ARB_BISHOP},
    {"rooks", get_kind, NULL, "All rooks.", (void *)ARB_ROOK},
    {"queens", get_kind, NULL, "All queens.", (void *)ARB_QUEEN},
    {"kings", get_kind, NULL, "All kings.", (void *)ARB_KING},
    {"occupied_co", get_occupied_co, NULL, "Pieces by colour.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
