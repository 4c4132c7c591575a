/* py_board.c: the state of a board of arbiter.chess: setting it up, pushing and popping moves. */
#include "board/py_board.h"

#include <stdlib.h>
#include <string.h>

PyTypeObject *py_board_type;

/* ---- rule sets ---- */

const py_family *py_family_of(const arb_rules *rules, bool chess960)
{
    static py_family *families;
    for (py_family *family = families; family; family = family->next)
        if (family->of == rules && family->chess960 == chess960)
            return family;
    py_family *family = malloc(sizeof *family);
    if (!family)
        return NULL;
    family->of = rules;
    family->chess960 = chess960;
    family->strict = *rules;
    family->strict.castling.any_home = chess960;
    family->rules = chess960 == rules->castling.any_home ? rules : &family->strict;
    family->loose = *family->rules;
    family->loose.board.faults = 0;
    family->loose.royal.min = 0;
    family->loose.royal.max = 255;
    family->unsafe = family->loose;
    family->unsafe.royal.safe = false;
    family->unsafe.royal.also = 0;
    family->unsafe.royal.no_checks = false;
    if (arb_position_start(&family->start, family->rules) != 0) {
        free(family);
        return NULL;
    }
    family->next = families;
    families = family;
    return family;
}

/* ---- setting up ---- */

bool py_board_rights(arb_setup *setup, const arb_rules *rules, uint64_t rooks)
{
    bool all = true;
    for (int colour = 0; colour < 2; colour++)
        for (int side = 0; side < 2; side++)
            setup->castle_rook[colour][side] = ARB_NO_SQUARE;
    for (arb_square square = 0; square < 64; square++) {
        if (!(rooks >> square & 1u))
            continue;
        int row = square / 8, colour = row == rules->castling.row ? ARB_WHITE : ARB_BLACK;
        arb_square king = setup->royal[colour];
        int home = king != ARB_NO_SQUARE && king / 8 == row ? king % 8 : rules->castling.king_file;
        int side = square % 8 > home ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
        if ((colour == ARB_BLACK && row != 7 - rules->castling.row) ||
            setup->castle_rook[colour][side] != ARB_NO_SQUARE)
            all = false;
        else
            setup->castle_rook[colour][side] = square;
    }
    return all;
}

uint64_t py_board_rooks(const arb_setup *setup)
{
    uint64_t rooks = 0;
    for (int colour = 0; colour < 2; colour++)
        for (int side = 0; side < 2; side++)
            if (setup->castle_rook[colour][side] != ARB_NO_SQUARE)
                rooks |= UINT64_C(1) << (setup->castle_rook[colour][side] & 63);
    return rooks;
}

void py_board_setup(const py_board *board, arb_setup *setup)
{
    arb_position_setup(&board->position, ARB_EP_ALWAYS, setup);
    if (!board->odd)
        return;
    py_board_rights(setup, board->family->rules, board->castling);
    setup->en_passant = board->en_passant;
}

uint64_t py_board_castling(const py_board *board)
{
    arb_setup setup;
    if (board->odd)
        return board->castling;
    arb_position_setup(&board->position, ARB_EP_ALWAYS, &setup);
    return py_board_rooks(&setup);
}

bool py_board_set(py_board *board, arb_setup *setup, uint64_t rooks)
{
    const py_family *family = board->family;
    const arb_faults accept = ARB_FAULT_UNREACHABLE | ARB_FAULT_OPPOSITE_CHECK;
    arb_position *position = &board->position;
    bool odd = !py_board_rights(setup, family->rules, rooks);
    arb_square en_passant = setup->en_passant;
    if (arb_position_set(position, family->rules, setup, ARB_KERNEL_AUTO, accept) != 0) {
        odd |= arb_setup_repair(setup, family->rules) != 0;
        if (arb_position_set(position, family->rules, setup, ARB_KERNEL_AUTO, accept) != 0 &&
            arb_position_set(position, &family->loose, setup, ARB_KERNEL_AUTO, accept) != 0) {
            PyErr_SetString(PyExc_ValueError, "this cannot stand on the board");
            return false;
        }
    }
    board->odd = odd;
    board->castling = rooks;
    board->en_passant = en_passant;
    return true;
}

void py_board_unsafe(const py_board *board, arb_position *position)
{
    arb_setup setup;
    arb_position_setup(&board->position, ARB_EP_ALWAYS, &setup);
    if (arb_position_set(position, &board->family->unsafe, &setup, ARB_KERNEL_AUTO,
                         ARB_FAULT_UNREACHABLE | ARB_FAULT_OPPOSITE_CHECK) != 0)
        arb_position_copy(position, &board->position);
}

/* ---- the stack ---- */

void py_board_clear_stack(py_board *board)
{
    for (size_t i = 0; i < board->ply; i++)
        free(board->steps[i].whole);
    free(board->steps);
    board->steps = NULL;
    board->ply = board->room = 0;
}

bool py_board_grow(py_board *board)
{
    if (board->ply < board->room)
        return true;
    size_t room = board->room ? board->room * 2 : 8;
    py_step *steps = realloc(board->steps, room * sizeof *steps);
    if (!steps)
        return PyErr_NoMemory() != NULL;
    board->steps = steps;
    board->room = room;
    return true;
}

static py_step *next_step(py_board *board, arb_move move)
{
    py_step *step = &board->steps[board->ply++];
    step->whole = NULL;
    step->key = arb_position_key(&board->position);
    step->castling = board->castling;
    step->promoted = board->promoted;
    step->en_passant = board->en_passant;
    step->odd = board->odd;
    step->move = move;
    return step;
}

arb_move py_board_find(const arb_position *position, const unsigned parts[4])
{
    arb_square from = (arb_square)parts[0], to = (arb_square)parts[1];
    arb_kind promotion = (arb_kind)parts[2];
    if (parts[3]) {
        arb_move drop = arb_move_of(to, to, (arb_kind)parts[3], ARB_DROP);
        return arb_position_is_legal(position, drop) ? drop : ARB_NO_MOVE;
    }
    for (int type = ARB_NORMAL; type <= ARB_CASTLING; type++) {
        arb_move move = arb_move_of(from, to, promotion, (arb_move_type)type);
        if (arb_position_is_legal(position, move))
            return move;
    }
    if (promotion)
        return ARB_NO_MOVE;
    arb_verdict verdict = arb_position_verdict(position, from, to, ARB_NO_KIND); /* e1g1 */
    return verdict.code == ARB_V_OK && arb_move_type_of(verdict.move) == ARB_CASTLING ? verdict.move
                                                                                      : ARB_NO_MOVE;
}

void py_board_play(py_board *board, arb_move move)
{
    py_step *step = next_step(board, move);
    uint64_t from = UINT64_C(1) << (arb_move_from(move) & 63);
    uint64_t to = UINT64_C(1) << (arb_move_to(move) & 63);
    arb_position_make(&board->position, move, &step->undo);
    board->promoted = arb_move_promotion(move) || (board->promoted & from)
                          ? (board->promoted & ~from) | to
                          : board->promoted & ~to;
    board->odd = false;
}

/* Sets the position that a pseudo-legal move or a null move in check leads to. */
static bool push_whole(py_board *board, const arb_position *after, arb_move move)
{
    arb_setup setup;
    arb_position *before = malloc(sizeof *before);
    if (!before)
        return PyErr_NoMemory() != NULL;
    arb_position_copy(before, &board->position);
    arb_position_setup(after, ARB_EP_ALWAYS, &setup);
    next_step(board, move)->whole = before;
    if (!py_board_set(board, &setup, py_board_rooks(&setup))) {
        board->ply--;
        free(before);
        return false;
    }
    return true;
}

static bool push_null(py_board *board)
{
    arb_position after;
    arb_setup setup;
    py_step *step = next_step(board, ARB_NO_MOVE);
    if (arb_position_make_null(&board->position, &step->undo)) {
        board->odd = false;
        return true;
    }
    board->ply--;
    arb_position_copy(&after, &board->position);
    arb_position_setup(&after, ARB_EP_ALWAYS, &setup);
    setup.turn = !setup.turn;
    setup.en_passant = ARB_NO_SQUARE;
    setup.halfmove++;
    setup.fullmove += setup.turn == ARB_WHITE;
    if (arb_position_set(&after, &board->family->loose, &setup, ARB_KERNEL_AUTO,
                         ARB_FAULT_UNREACHABLE | ARB_FAULT_OPPOSITE_CHECK) != 0) {
        PyErr_SetString(PyExc_ValueError, "the turn cannot be passed here");
        return false;
    }
    return push_whole(board, &after, ARB_NO_MOVE);
}

bool py_board_push(py_board *board, const unsigned parts[4])
{
    arb_position after;
    arb_undo undo;
    if (!py_board_grow(board))
        return false;
    if (py_move_is_null(parts))
        return push_null(board);
    arb_move move = py_board_find(&board->position, parts);
    if (move != ARB_NO_MOVE) {
        py_board_play(board, move);
        return true;
    }
    py_board_unsafe(board, &after);
    move = py_board_find(&after, parts);
    if (move == ARB_NO_MOVE || !arb_position_play(&after, move, &undo)) {
        PyErr_SetString(py_illegal_error, "the move is not even pseudo-legal");
        return false;
    }
    return push_whole(board, &after, move);
}

/* ---- the type ---- */

static PyObject *board_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)args, (void)kwargs;
    const py_family *family = py_family_of(arb_rules_at(0), false);
    if (!family)
        return PyErr_NoMemory();
    py_board *board = (py_board *)py_allocate(type);
    if (!board)
        return NULL;
    board->family = family;
    arb_position_copy(&board->position, &family->start);
    return (PyObject *)board;
}

static void board_dealloc(PyObject *self)
{
    py_board_clear_stack((py_board *)self);
    py_free_object(self);
}

static PyType_Slot slots[] = {
    {Py_tp_doc, "What arbiter.chess.Board is made of."},
    {Py_tp_new, board_new},
    {Py_tp_dealloc, board_dealloc},
    {Py_tp_methods, py_board_play_methods},
    {Py_tp_getset, py_board_properties},
    {0, NULL},
};

static PyType_Spec spec = {"arbiter._arbiter.Board", sizeof(py_board), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

static int add_methods(PyMethodDef *methods)
{
    for (PyMethodDef *method = methods; method->ml_name; method++) {
        PyObject *descriptor = PyDescr_NewMethod(py_board_type, method);
        int failed = !descriptor || PyObject_SetAttrString((PyObject *)py_board_type,
                                                           method->ml_name, descriptor) < 0;
        Py_XDECREF(descriptor);
        if (failed)
            return -1;
    }
    return 0;
}

int py_board_add(PyObject *module)
{
    py_board_type = py_type_add(module, &spec);
    return py_board_type && add_methods(py_board_ask_methods) == 0
               ? add_methods(py_board_text_methods)
               : -1;
}
