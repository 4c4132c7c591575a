/* kernel.h: how pieces move and attack, in two kernels that must agree. Layer: kernel.
 *
 * grid_*  a plain mailbox: every rule set, every size, written to be obviously right.
 * bits_*  bitboards for boards within 8x8 and the pieces of chess, written to be fast.
 *
 * The functions without a prefix ask whichever kernel the position has. A kernel knows neither text
 * nor history. Every function works for either colour, whoever has the move; en passant exists only
 * for the side to move. If position->over is set there are no moves. */
#ifndef ARB_KERNEL_KERNEL_H
#define ARB_KERNEL_KERNEL_H

#include "arbiter.h"

/* Squares as they would be after a move that is not made: where a square is named twice the later
 * entry counts. */
typedef struct {
    unsigned count;
    arb_square at[4];
    arb_piece piece[4];
} arb__edit;

/* Where legal moves go: into a list (the first `cap`; `count` is the true count) or, if `list` is
 * NULL and `listener` is not, to a listener. */
typedef struct {
    arb_move *list;
    size_t cap;
    size_t count;
    arb_move_listener *listener;
    void *context;
} arb__sink;

/* False: the listener wants no more. */
static inline bool arb__sink_add(arb__sink *sink, arb_move move)
{
    if (sink->listener)
        return sink->listener(sink->context, move);
    if (sink->count < sink->cap)
        sink->list[sink->count] = move;
    sink->count++;
    return true;
}

/* ---- shared geometry (geometry.c) ---- */

/* The row of a square as its own side counts: 0 is the home row. */
static inline int arb__own_row(arb_size size, arb_colour colour, arb_square square)
{
    int rank = arb_square_rank(size, square);
    return colour == ARB_WHITE ? rank : size.ranks - 1 - rank;
}

/* +1 for White, -1 for Black. */
static inline int arb__forward(arb_colour colour)
{
    return colour == ARB_WHITE ? 1 : -1;
}

/* The square so many files and ranks away, or ARB_NO_SQUARE. */
static inline arb_square arb__step(arb_size size, arb_square from, int files, int ranks)
{
    return arb_square_at(size, arb_square_file(size, from) + files,
                         arb_square_rank(size, from) + ranks);
}

/* Does a pawn of `colour` that arrives here promote? */
static inline bool arb__promotes(const arb_rules *rules, arb_size size, arb_colour colour,
                                 arb_square to)
{
    int before_edge = size.ranks - 1 - arb__own_row(size, colour, to);
    return (rules->pawn.promotion_rows >> before_edge) & 1u;
}

/* May a pawn of `colour` that stands here step two? */
static inline bool arb__double_row(const arb_rules *rules, arb_size size, arb_colour colour,
                                   arb_square from)
{
    return (rules->pawn.double_rows >> arb__own_row(size, colour, from)) & 1u;
}

/* Where king and rook arrive when `colour` castles to `side`. */
static inline arb_square arb__castle_king_to(const arb_position *pos, arb_colour colour, int side)
{
    return arb_square_at(pos->size, pos->rules->castling.king_to[side],
                         colour == ARB_WHITE ? 0 : pos->size.ranks - 1);
}

static inline arb_square arb__castle_rook_to(const arb_position *pos, arb_colour colour, int side)
{
    return arb_square_at(pos->size, pos->rules->castling.rook_to[side],
                         colour == ARB_WHITE ? 0 : pos->size.ranks - 1);
}

/* What a pseudo-legal move would change on the board. */
arb__edit arb__move_edit(const arb_position *pos, arb_move move);

/* ---- whichever kernel ---- */

/* By a lookup: which piece stands there is what a branch predictor guesses worst. */
static inline arb_piece arb__bits_piece_at(const arb_position *pos, arb_square square)
{
    static const arb_kind kinds[32] = {[1] = ARB_PAWN, [2] = ARB_KNIGHT, [4] = ARB_BISHOP,
                                       [8] = ARB_ROOK, [12] = ARB_QUEEN, [16] = ARB_KING};
    uint64_t which = (pos->board.bits.pawns >> square & 1u) |
                     (pos->board.bits.knights >> square & 1u) << 1 |
                     (pos->board.bits.diagonals >> square & 1u) << 2 |
                     (pos->board.bits.straights >> square & 1u) << 3 |
                     (pos->board.bits.kings >> square & 1u) << 4;
    uint64_t black = pos->board.bits.colour[ARB_BLACK] >> square & 1u;
    return (arb_piece)(kinds[which] | black << 5);
}

static inline arb_piece arb__piece_at(const arb_position *pos, arb_square square)
{
    return pos->kernel == ARB_KERNEL_BITS ? arb__bits_piece_at(pos, square)
                                          : pos->board.grid[square];
}

void arb__put_piece(arb_position *pos, arb_square square, arb_piece piece);

/* The pieces of `by` that attack `square` after `edit` (NULL: as it stands), in order of squares.
 */
size_t arb__attackers(const arb_position *pos, const arb__edit *edit, arb_square square,
                      arb_colour by, arb_square *list, size_t cap);
bool arb__attacked(const arb_position *pos, const arb__edit *edit, arb_square square,
                   arb_colour by);

/* Every legal move of `colour`; false if the listener stopped. */
bool arb__moves(const arb_position *pos, arb_colour colour, arb__sink *sink);
bool arb__has_move(const arb_position *pos, arb_colour colour);
/* Is this exactly a move that arb__moves gives? Any bit pattern may be asked. */
bool arb__is_legal(const arb_position *pos, arb_colour colour, arb_move move);

/* ---- grid ---- */

/* Are all steps of all kinds those of queen, king and knight? For position->plain_steps. */
bool arb__grid_plain_steps(const arb_rules *rules);

size_t arb__grid_attackers(const arb_position *pos, const arb__edit *edit, arb_square square,
                           arb_colour by, arb_square *list, size_t cap);
bool arb__grid_attacked(const arb_position *pos, const arb__edit *edit, arb_square square,
                        arb_colour by);
bool arb__grid_moves(const arb_position *pos, arb_colour colour, arb__sink *sink);
/* Legal moves of the piece on `from` only. */
void arb__grid_moves_from(const arb_position *pos, arb_colour colour, arb_square from,
                          arb__sink *sink);
bool arb__grid_is_legal(const arb_position *pos, arb_colour colour, arb_move move);

/* ---- bits ---- */

bool arb__bits_can_serve(const arb_rules *rules, arb_size size);
/* What the rules say of squares, as sets, for a position that has its rules and size. */
void arb__bits_lay_out(arb_position *pos);
/* Do the rules of chess hold for every line of play from here? For position->chess. */
bool arb__bits_plays_chess(const arb_position *pos);
void arb__bits_put_piece(arb_position *pos, arb_square square, arb_piece piece);
/* A whole board, as a setup has it, on empty sets. False: a piece that the rules do not have. */
bool arb__bits_fill(arb_position *pos, const arb_piece *board);
/* The pieces of one kind, of both colours. */
uint64_t arb__bits_of(const arb_position *pos, arb_kind kind);
uint64_t arb__bits_attackers(const arb_position *pos, const arb__edit *edit, arb_square square,
                             arb_colour by);
/* Writes every legal move, at most ARB_MOVES_8X8; the count. */
size_t arb__bits_moves(const arb_position *pos, arb_colour colour, arb_move *list);
size_t arb__bits_count(const arb_position *pos, arb_colour colour);
bool arb__bits_has_move(const arb_position *pos, arb_colour colour);
bool arb__bits_is_legal(const arb_position *pos, arb_colour colour, arb_move move);
/* Each position before the last ply visited, or by products where that gives the same. */
uint64_t arb__bits_perft(const arb_position *pos, unsigned depth, bool products);

#endif
