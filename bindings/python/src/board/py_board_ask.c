/* py_board_ask.c: answers questions about a board: its moves, its attacks, the state of the game.
 */
#include "board/py_board.h"

static py_board *of(PyObject *self)
{
    return (py_board *)self;
}

/* ---- lists ---- */

static PyObject *list_of(const py_board *board, const arb_move *moves, size_t count)
{
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *move = py_board_move(board, moves[i]);
        if (!move || PyList_SetItem(list, (Py_ssize_t)i, move) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *board_moves(PyObject *self, PyObject *none)
{
    arb_move moves[ARB_MOVES_8X8];
    (void)none;
    return list_of(of(self), moves, arb_position_moves(&of(self)->position, moves, ARB_MOVES_8X8));
}

static PyObject *board_count(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromSize_t(arb_position_moves(&of(self)->position, NULL, 0));
}

static PyObject *board_has_move(PyObject *self, PyObject *none)
{
    (void)none;
    return PyBool_FromLong(arb_position_has_move(&of(self)->position));
}

/* Lists pseudo-legal moves: those legal if the king may be left attacked, and legal castling. */
static size_t pseudo_legal(const py_board *board, arb_move *moves)
{
    arb_position unsafe;
    size_t kept = 0;
    py_board_unsafe(board, &unsafe);
    size_t count = arb_position_moves(&unsafe, moves, ARB_MOVES_8X8);
    for (size_t i = 0; i < count && i < ARB_MOVES_8X8; i++)
        if (arb_move_type_of(moves[i]) != ARB_CASTLING ||
            arb_position_is_legal(&board->position, moves[i]))
            moves[kept++] = moves[i];
    return kept;
}

/* _some(how, from, to): legal ('l') or pseudo-legal ('p') moves, captures ('c', 'x'), en passant
 * ('e', 'f'), castling ('k'), between these squares; castling goes to its rook. */
static PyObject *board_some(PyObject *self, PyObject *args)
{
    int how;
    unsigned long long from, to;
    arb_move moves[ARB_MOVES_8X8], legal[ARB_MOVES_8X8];
    if (!PyArg_ParseTuple(args, "CKK", &how, &from, &to))
        return NULL;
    const py_board *board = of(self);
    bool loosely = how == 'p' || how == 'x' || how == 'f';
    size_t count = loosely ? pseudo_legal(board, moves)
                           : arb_position_moves(&board->position, moves, ARB_MOVES_8X8);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        arb_move_type type = arb_move_type_of(moves[i]);
        arb_square target = arb_move_to(moves[i]);
        bool takes = type == ARB_EN_PASSANT ||
                     (type == ARB_NORMAL && arb_position_piece(&board->position, target));
        if (!(from >> arb_move_from(moves[i]) & 1u) || !(to >> target & 1u) ||
            ((how == 'c' || how == 'x') && !takes) ||
            ((how == 'e' || how == 'f') && type != ARB_EN_PASSANT) ||
            (how == 'k' && type != ARB_CASTLING))
            continue;
        legal[kept++] = moves[i];
    }
    return list_of(board, legal, kept);
}

static PyObject *board_is_legal(PyObject *self, PyObject *move)
{
    unsigned parts[4];
    if (!py_move_parts(move, parts))
        return NULL;
    return PyBool_FromLong(!py_move_is_null(parts) &&
                           py_board_find(&of(self)->position, parts) != ARB_NO_MOVE);
}

static PyObject *board_is_pseudo_legal(PyObject *self, PyObject *move)
{
    unsigned parts[4];
    arb_position unsafe;
    if (!py_move_parts(move, parts))
        return NULL;
    if (py_move_is_null(parts))
        Py_RETURN_FALSE;
    if (py_board_find(&of(self)->position, parts) != ARB_NO_MOVE)
        Py_RETURN_TRUE;
    py_board_unsafe(of(self), &unsafe);
    arb_move found = py_board_find(&unsafe, parts);
    return PyBool_FromLong(found != ARB_NO_MOVE && arb_move_type_of(found) != ARB_CASTLING);
}

/* 'n' normal, 'e' en passant, 'k' and 'q' castling, 'd' a drop; '' if it is not pseudo-legal. */
static PyObject *board_type(PyObject *self, PyObject *move)
{
    unsigned parts[4];
    arb_position unsafe;
    const char *name = "";
    if (!py_move_parts(move, parts))
        return NULL;
    arb_move found =
        py_move_is_null(parts) ? ARB_NO_MOVE : py_board_find(&of(self)->position, parts);
    if (found == ARB_NO_MOVE && !py_move_is_null(parts)) {
        py_board_unsafe(of(self), &unsafe);
        found = py_board_find(&unsafe, parts);
    }
    if (found != ARB_NO_MOVE) {
        static const char *const names[] = {"n", "e", "q", "d"};
        name = names[arb_move_type_of(found)];
        if (*name == 'q' && arb_move_to(found) > arb_move_from(found))
            name = "k";
    }
    return py_latin(name);
}

/* ---- squares ---- */

static PyObject *board_piece(PyObject *self, PyObject *number)
{
    long square = PyLong_AsLong(number);
    if (square == -1 && PyErr_Occurred())
        return NULL;
    if (square < 0 || square > 63)
        return PyErr_Format(PyExc_ValueError, "squares are 0 to 63, not %ld", square);
    arb_piece piece = arb_position_piece(&of(self)->position, (arb_square)square);
    return PyLong_FromLong(
        piece ? arb_piece_kind(piece) + (arb_piece_colour(piece) == ARB_WHITE ? 8 : 0) : 0);
}

/* Returns 64 bytes: the kind of each piece, and 8 more for White. */
static PyObject *board_bytes(PyObject *self, PyObject *none)
{
    char bytes[64];
    (void)none;
    for (arb_square square = 0; square < 64; square++) {
        arb_piece piece = arb_position_piece(&of(self)->position, square);
        bytes[square] =
            (char)(piece ? arb_piece_kind(piece) + (arb_piece_colour(piece) == ARB_WHITE ? 8 : 0)
                         : 0);
    }
    return PyBytes_FromStringAndSize(bytes, sizeof bytes);
}

/* _map(pieces, mask): squares, the highest first, with what `pieces` has for their codes. */
static PyObject *board_map(PyObject *self, PyObject *args)
{
    PyObject *pieces;
    unsigned long long mask;
    if (!PyArg_ParseTuple(args, "O!K", (PyObject *)&PyList_Type, &pieces, &mask))
        return NULL;
    PyObject *map = PyDict_New();
    for (int square = 63; map && square >= 0; square--) {
        arb_piece piece = arb_position_piece(&of(self)->position, (arb_square)square);
        if (piece == ARB_NO_PIECE || !(mask >> square & 1u))
            continue;
        PyObject *key = PyLong_FromLong(square);
        PyObject *value = PyList_GetItem(
            pieces, arb_piece_kind(piece) + (arb_piece_colour(piece) == ARB_WHITE ? 8 : 0));
        if (!key || !value || PyDict_SetItem(map, key, value) < 0)
            Py_CLEAR(map);
        Py_XDECREF(key);
    }
    return map;
}

static uint64_t set_of(const arb_square *squares, size_t count)
{
    uint64_t set = 0;
    for (size_t i = 0; i < count && i < 64; i++)
        set |= UINT64_C(1) << squares[i];
    return set;
}

static PyObject *board_attackers(PyObject *self, PyObject *args)
{
    int white, square;
    arb_square list[64];
    if (!PyArg_ParseTuple(args, "pi", &white, &square))
        return NULL;
    if (square < 0 || square > 63)
        return PyErr_Format(PyExc_ValueError, "squares are 0 to 63, not %d", square);
    size_t count = arb_position_attackers(&of(self)->position, (arb_square)square,
                                          white ? ARB_WHITE : ARB_BLACK, list, 64);
    return PyLong_FromUnsignedLongLong(set_of(list, count));
}

static PyObject *board_attacks(PyObject *self, PyObject *number)
{
    long from = PyLong_AsLong(number);
    uint64_t set = 0;
    arb_square list[64];
    const arb_position *position = &of(self)->position;
    if (from == -1 && PyErr_Occurred())
        return NULL;
    if (from < 0 || from > 63)
        return PyErr_Format(PyExc_ValueError, "squares are 0 to 63, not %ld", from);
    arb_piece piece = arb_position_piece(position, (arb_square)from);
    for (arb_square square = 0; piece != ARB_NO_PIECE && square < 64; square++) {
        size_t count = arb_position_attackers(position, square, arb_piece_colour(piece), list, 64);
        if (set_of(list, count) >> from & 1u)
            set |= UINT64_C(1) << square;
    }
    return PyLong_FromUnsignedLongLong(set);
}

static PyObject *board_checkers(PyObject *self, PyObject *none)
{
    arb_square list[64];
    const arb_position *position = &of(self)->position;
    (void)none;
    size_t count = arb_position_checkers(position, arb_position_turn(position), list, 64);
    return PyLong_FromUnsignedLongLong(set_of(list, count));
}

/* ---- the state of the game ---- */

static PyObject *board_is_check(PyObject *self, PyObject *none)
{
    const arb_position *position = &of(self)->position;
    (void)none;
    return PyBool_FromLong(arb_position_in_check(position, arb_position_turn(position)));
}

/* Is the side that has just moved in check? */
static PyObject *board_was_into_check(PyObject *self, PyObject *none)
{
    const arb_position *position = &of(self)->position;
    (void)none;
    return PyBool_FromLong(arb_position_in_check(position, arb_other(arb_position_turn(position))));
}

static PyObject *board_is_checkmate(PyObject *self, PyObject *none)
{
    (void)none;
    return PyBool_FromLong(arb_position_is_checkmate(&of(self)->position));
}

static PyObject *board_is_stalemate(PyObject *self, PyObject *none)
{
    (void)none;
    return PyBool_FromLong(arb_position_is_stalemate(&of(self)->position));
}

static PyObject *board_cannot_mate(PyObject *self, PyObject *white)
{
    int truth = PyObject_IsTrue(white);
    return truth < 0 ? NULL
                     : PyBool_FromLong(arb_position_cannot_mate(&of(self)->position,
                                                                truth ? ARB_WHITE : ARB_BLACK));
}

/* Counts how often the position has occurred since the stack began. */
static size_t repetitions(const py_board *board, uint64_t key)
{
    size_t count = 1;
    for (size_t i = board->ply; i > 0; i--)
        count += board->steps[i - 1].key == key;
    return count;
}

static PyObject *board_repetitions(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromSize_t(repetitions(of(self), arb_position_key(&of(self)->position)));
}

/* The largest number of repetitions that a legal move reaches. */
static PyObject *board_most_repetitions(PyObject *self, PyObject *none)
{
    arb_move moves[ARB_MOVES_8X8];
    arb_position after;
    arb_undo undo;
    size_t most = 0;
    (void)none;
    arb_position_copy(&after, &of(self)->position);
    size_t count = arb_position_moves(&after, moves, ARB_MOVES_8X8);
    for (size_t i = 0; i < count; i++) {
        arb_position_make(&after, moves[i], &undo);
        size_t times = repetitions(of(self), arb_position_key(&after));
        most = times > most ? times : most;
        arb_position_unmake(&after, &undo);
    }
    return PyLong_FromSize_t(most);
}

/* Returns (result, reason) of the ends that need no claim, except repetition. */
static PyObject *board_outcome(PyObject *self, PyObject *none)
{
    arb_outcome outcome = arb_position_outcome(&of(self)->position);
    (void)none;
    return Py_BuildValue("(ss)", arb_result_text(outcome.result), arb_reason_name(outcome.reason));
}

/* (automatic repetitions, repetitions for a claim, moves, moves for a claim) of the rule set. */
static PyObject *board_limits(PyObject *self, PyObject *none)
{
    const arb_rules *rules = of(self)->family->rules;
    (void)none;
    return Py_BuildValue("(iiii)", rules->ending.auto_repetitions, rules->ending.claim_repetitions,
                         rules->ending.auto_moves, rules->ending.claim_moves);
}

/* Returns the faults of the set-up, as bits of the library. */
static PyObject *board_faults(PyObject *self, PyObject *none)
{
    arb_setup setup;
    arb_position unused;
    (void)none;
    py_board_setup(of(self), &setup);
    arb_faults faults =
        arb_position_set(&unused, of(self)->family->rules, &setup, ARB_KERNEL_AUTO, 0);
    if (of(self)->odd && !py_board_rights(&setup, of(self)->family->rules, of(self)->castling))
        faults |= ARB_FAULT_BAD_CASTLING_RIGHTS;
    return PyLong_FromUnsignedLong(faults);
}

/* Returns the rooks whose castling rights are possible. */
static PyObject *board_clean_rights(PyObject *self, PyObject *none)
{
    arb_setup setup;
    (void)none;
    arb_position_setup(&of(self)->position, ARB_EP_ALWAYS, &setup);
    return PyLong_FromUnsignedLongLong(py_board_rooks(&setup));
}

static PyObject *board_key(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromUnsignedLongLong(arb_position_key(&of(self)->position));
}

static PyObject *board_polyglot_key(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromUnsignedLongLong(arb_position_polyglot_key(&of(self)->position));
}

/* The verdict on two squares, as a tuple. */
static PyObject *board_verdict(PyObject *self, PyObject *move)
{
    unsigned parts[4];
    if (!py_move_parts(move, parts))
        return NULL;
    const arb_position *position = &of(self)->position;
    arb_verdict verdict =
        parts[3] ? arb_position_verdict_drop(position, (arb_kind)parts[3], (arb_square)parts[1])
                 : arb_position_verdict(position, (arb_square)parts[0], (arb_square)parts[1],
                                        (arb_kind)parts[2]);
    return py_verdict(&verdict, position, ARB_ENGLISH);
}

static PyObject *board_perft(PyObject *self, PyObject *depth)
{
    long plies = PyLong_AsLong(depth);
    arb_position position;
    if (plies == -1 && PyErr_Occurred())
        return NULL;
    if (plies < 0 || plies > ARB_DEPTH_LIMIT)
        return PyErr_Format(PyExc_ValueError, "a depth is 0 to %d", ARB_DEPTH_LIMIT);
    arb_position_copy(&position, &of(self)->position);
    PyThreadState *thread = PyEval_SaveThread(); /* others may change the board meanwhile */
    uint64_t count = arb_position_perft(&position, (unsigned)plies);
    PyEval_RestoreThread(thread);
    return PyLong_FromUnsignedLongLong(count);
}

PyMethodDef py_board_ask_methods[] = {
    {"_moves", board_moves, METH_NOARGS, "The legal moves."},
    {"_count", board_count, METH_NOARGS, "How many there are."},
    {"_has_move", board_has_move, METH_NOARGS, "Is there one?"},
    {"_some", board_some, METH_VARARGS, "_some(how, from, to)"},
    {"is_legal", board_is_legal, METH_O, "Is the move legal?"},
    {"is_pseudo_legal", board_is_pseudo_legal, METH_O, "Is it, but for the king's safety?"},
    {"_type", board_type, METH_O, "What type of move it is."},
    {"_piece", board_piece, METH_O, "Kind, and 8 more for White; 0: none."},
    {"_bytes", board_bytes, METH_NOARGS, "The same of all squares."},
    {"_map", board_map, METH_VARARGS, "_map(pieces, mask)"},
    {"_attackers", board_attackers, METH_VARARGS, "_attackers(white, square): a set."},
    {"attacks_mask", board_attacks, METH_O, "The squares that the piece on a square attacks."},
    {"checkers_mask", board_checkers, METH_NOARGS, "The pieces that give check."},
    {"is_check", board_is_check, METH_NOARGS, "Is the side to move in check?"},
    {"was_into_check", board_was_into_check, METH_NOARGS, "Is the other side?"},
    {"is_checkmate", board_is_checkmate, METH_NOARGS, "In check without a legal move."},
    {"_is_stalemate", board_is_stalemate, METH_NOARGS, "Without check or legal move."},
    {"has_insufficient_material", board_cannot_mate, METH_O, "Can this side never mate?"},
    {"_repetitions", board_repetitions, METH_NOARGS, "How often it has occurred."},
    {"_most_repetitions", board_most_repetitions, METH_NOARGS, "The same after some move."},
    {"_outcome", board_outcome, METH_NOARGS, "(result, reason) but for repetition."},
    {"_limits", board_limits, METH_NOARGS, "What the rule set counts to."},
    {"_faults", board_faults, METH_NOARGS, "Why it is no position, as bits."},
    {"clean_castling_rights", board_clean_rights, METH_NOARGS, "Rooks with rights that can be."},
    {"_key", board_key, METH_NOARGS, "The library's key."},
    {"_polyglot_key", board_polyglot_key, METH_NOARGS, "Polyglot's key."},
    {"_verdict", board_verdict, METH_O, "The verdict on a move, as a tuple."},
    {"perft", board_perft, METH_O, "Number of legal lines of so many plies."},
    {NULL, NULL, 0, NULL},
};
