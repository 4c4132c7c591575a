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
    uint8_t idle; /* castling rights without king and rook at home: FEN keeps them, as in chess.js,
                   * but they have no effect. 1 K, 2 Q, 4 k, 8 q */
} board;

/* The rules of chess, but for any set-up. */
const arb_rules *board_rules(void);

/* Makes a legal move or the null move. Returns false if memory runs out or no null move is allowed.
 */
bool board_make(board *b, arb_move move);
void board_unmake(board *b);
/* Sets the board to the start of a game of chess. */
void board_reset(board *b);

/* The record of a move has a head of RECORD_HEAD bytes (colour, from, to, piece, captured,
 * promotion with '.' for none, kind, length of the SAN), then the SAN and the FEN after the move.
 * `move` must be legal on the board, or ARB_NO_MOVE for a null move. */
enum { RECORD_HEAD = 10 };
void board_describe_head(answer *to, const board *b, arb_move move);
void board_describe(answer *to, board *b, arb_move move);

/* Castling rights with king and rook at home, as board_set takes them. */
unsigned board_rights(const board *b);

/* Writes the FEN. The last one is kept as long as board_stamp does not change, because the FEN
 * after a move is also the FEN before the next one. */
void board_write_fen(answer *to, const board *b, bool any_en_passant);
/* Writes the FEN anew from the position. */
void board_write_new_fen(answer *to, const board *b, bool any_en_passant);
/* Keeps this text as the FEN of the present position. */
void board_keep_fen(const char *text, size_t len);
/* A unique number of the present position with the moves that led to it. Taking a move back
 * restores the number from before it. */
extern uint64_t board_stamp;

/* Returns where the moving piece arrives; for castling, the king's square. */
arb_square board_arrival(arb_move move);
void board_write_square(answer *to, arb_square square);

/* Reads the move that a text names, as tolerantly as chess.js; ARB_NO_MOVE if there is none. */
arb_move board_read_san(const arb_position *position, const char *text, size_t len, bool strict);

#endif
