/*
 * board.h: a position with the moves that led to it, as chess.js knows one: its moves go on after
 * every draw, and pieces may be put and taken at any time, kings too.
 */
#ifndef ARBITER_JS_BOARD_H
#define ARBITER_JS_BOARD_H

#include "shared_text.h"

typedef struct {
    arb_undo undo;
    arb_move move; /* ARB_NO_MOVE: a null move */
    /* before the move: the position's key and stamp, and the board's idle rights and flag */
    uint64_t key, stamp;
    uint8_t idle;
    bool loaded;
} board_step;

typedef struct {
    arb_position position;
    board_step *steps;
    uint32_t count, room;
    bool loaded;  /* no move was made since the position was set */
    uint8_t idle; /* castling rights of the FEN without king and rook at home: they are kept in FEN
                   * as chess.js keeps them, and mean nothing. 1 K, 2 Q, 4 k, 8 q */
} board;

/* Chess, for any set-up whatever. */
const arb_rules *board_rules(void);

/* Makes a legal move, or the null move. False: no memory, or a null move that may not be. */
bool board_make(board *b, arb_move move);
void board_unmake(board *b);
/* The start of a game of chess. */
void board_reset(board *b);

/* One move as a record: colour, from, to, piece, captured, promotion ('.' for none), kind and the
 * length of the SAN in RECORD_HEAD bytes; the SAN; the FEN after the move. The head goes up to the
 * SAN. `move` is legal on the board, or ARB_NO_MOVE for a null move. */
enum { RECORD_HEAD = 10 };
void board_describe_head(answer *to, const board *b, arb_move move);
void board_describe(answer *to, board *b, arb_move move);

/* Castling rights with king and rook at home, as board_set takes them. */
unsigned board_rights(const board *b);

/* The FEN; the one written last is kept for as long as board_stamp stays, since a move's FEN after
 * is the next one's FEN before. */
void board_write_fen(answer *to, const board *b, bool any_en_passant);
/* Always from the position. */
void board_write_new_fen(answer *to, const board *b, bool any_en_passant);
/* This is the FEN of the position as it stands. */
void board_keep_fen(const char *text, size_t len);
/* A number of the position in the slot, with the moves that led to it: no other has had it. A move
 * that is taken back brings the number from before back. */
extern uint64_t board_stamp;

/* Where the piece that moves arrives: of castling the king's square. */
arb_square board_arrival(arb_move move);
void board_write_square(answer *to, arb_square square);

/* The move that a text names, as far as chess.js forgives; ARB_NO_MOVE: none. */
arb_move board_read_san(const arb_position *position, const char *text, size_t len, bool strict);

#endif
