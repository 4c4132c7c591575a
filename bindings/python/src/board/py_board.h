/* py_board.h: the board of arbiter.chess, and its moves.
 *
 * python-chess allows any set-up on a board and any move to be pushed; the library has only
 * positions that can be played. So a board has three versions of its rule set, all of them data:
 * `strict` is the original, `loose` accepts every fault of a set-up, and under `unsafe` a king may
 * be left attacked, which gives the pseudo-legal moves. */
#ifndef PY_BOARD_H
#define PY_BOARD_H

#include "py_module.h"

typedef struct py_family {
    struct py_family *next;
    const arb_rules *of;
    bool chess960;
    arb_rules strict, loose, unsafe;
    const arb_rules *rules; /* `of`, unless Chess960 changes it: then `strict` */
    arb_position start;
} py_family;

/* Made at the first call and kept. Returns NULL if memory runs out. */
const py_family *py_family_of(const arb_rules *rules, bool chess960);

/* What pop restores. */
typedef struct {
    arb_undo undo;
    arb_position *whole; /* NULL, or the position before a move that was not legal */
    uint64_t key;
    uint64_t castling;
    uint64_t promoted;
    arb_square en_passant;
    bool odd;
    arb_move move;
} py_step;

typedef struct {
    PyObject_HEAD const py_family *family;
    arb_position position;
    uint64_t promoted; /* promoted pieces, if the rule set itself does not need to know them */
    bool odd; /* rights or an en-passant square were set that the position does not have: */
    uint64_t castling; /* the rooks with rights that were set */
    arb_square en_passant;
    py_step *steps;
    size_t ply, room;
} py_board;

/* ---- moves: from, to, promotion, drop; there is one permanent object for each ---- */

PyObject *py_move_new(unsigned from, unsigned to, unsigned promotion, unsigned drop);
/* Returns the library's move in the form of python-chess: castling by where the king arrives, in
 * Chess960 by the rook's square. */
PyObject *py_move_of(const arb_rules *rules, bool chess960, arb_move move);
/* Gives the four numbers of a move; for other objects returns false with a TypeError. */
bool py_move_parts(PyObject *move, unsigned parts[4]);
bool py_move_is_null(const unsigned parts[4]);
/* Reads UCI; returns NULL with an InvalidMoveError if it is malformed. */
PyObject *py_move_read(PyObject *uci);

/* ---- the board ---- */

/* Finds the legal move of the position with these squares, or ARB_NO_MOVE. */
arb_move py_board_find(const arb_position *position, const unsigned parts[4]);
/* Gives the set-up of the board, with the rights and the en-passant square that were set. */
void py_board_setup(const py_board *board, arb_setup *setup);
/* Returns the rooks with castling rights, as they were set. */
uint64_t py_board_castling(const py_board *board);
/* Sets the board to any set-up, with rights for these rooks; the stack stays. */
bool py_board_set(py_board *board, arb_setup *setup, uint64_t rooks);
/* Puts rights for these rooks into a set-up. Returns false if it cannot hold all of them. */
bool py_board_rights(arb_setup *setup, const arb_rules *rules, uint64_t rooks);
uint64_t py_board_rooks(const arb_setup *setup);
void py_board_clear_stack(py_board *board);
/* Makes the position in which pseudo-legal moves are legal. */
void py_board_unsafe(const py_board *board, arb_position *position);
bool py_board_push(py_board *board, const unsigned parts[4]);
void py_board_play(py_board *board, arb_move move); /* a legal one; there is room */
bool py_board_grow(py_board *board);

extern PyMethodDef py_board_play_methods[], py_board_ask_methods[], py_board_text_methods[];
/* Returns the Move object for the library's move, which may be none, on this board. */
PyObject *py_board_move(const py_board *board, arb_move move);
extern PyGetSetDef py_board_properties[];

#endif
