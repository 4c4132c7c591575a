/* kernel.h: how pieces move and attack, in two kernels that must agree. Layer: kernel.
 *
 * grid_*  a mailbox: every rule set, every size, written to be obviously right.
 * bits_*  bitboards for boards within 8x8 and the pieces of chess, written to be fast.
 *
 * Functions without a prefix call the kernel that the position has. A kernel knows neither text nor
 * history. Every function works for either colour, whichever side is to move; en passant exists
 * only for the side to move. If position->over is set there are no moves. */
#ifndef ARB_KERNEL_KERNEL_H
#define ARB_KERNEL_KERNEL_H

#include "arbiter.h"
#include "base/squares.h"
#include "kernel/fast.h"
#include "rules/placement.h"

/* The squares that a move would change, and what stands on them afterwards; the move is not made.
 * If a square is listed twice, the later entry counts. */
enum { ARB__EDIT_LIMIT = 12 }; /* two squares left, the target, eight around it that explode */
typedef struct {
    unsigned count;
    arb_square at[ARB__EDIT_LIMIT];
    arb_piece piece[ARB__EDIT_LIMIT];
} arb__edit;

/* Receives legal moves: writes the first `cap` of them to `list` and counts all in `count`, or, if
 * `listener` is set, passes each to the listener. */
typedef struct {
    arb_move *list;
    size_t cap;
    size_t count;
    arb_move_listener *listener;
    void *context;
} arb__sink;

/* Returns false if the listener wants to stop. */
static inline bool arb__sink_add(arb__sink *sink, arb_move move)
{
    if (sink->listener)
        return sink->listener(sink->context, move);
    if (sink->count < sink->cap)
        sink->list[sink->count] = move;
    sink->count++;
    return true;
}

/* Charges work to the position's budget. Returns false once the budget is spent; every answer is
 * then void. */
static inline bool arb__spend(const arb_position *pos, unsigned work)
{
    arb_budget *budget = pos->budget;
    if (budget == NULL)
        return true;
    budget->left -= budget->left > work ? work : budget->left;
    return budget->left != 0;
}

/* Charges for looking at every square of the board in turn, which costs about half as much as
 * visiting as many squares along lines. */
static inline bool arb__spend_board(const arb_position *pos)
{
    return arb__spend(pos, 1u + (unsigned)pos->size.files * pos->size.ranks / 2u);
}

static inline bool arb__is_spent(const arb_position *pos)
{
    return pos->budget != NULL && pos->budget->left == 0;
}

/* Estimates how many squares the steps of one piece of this kind visit. */
static inline unsigned arb__kind_work(const arb_kind_rule *rule)
{
    return 2u + rule->leap_count + 8u * rule->slide_count;
}

/* Groups of rules beyond chess that code has to test for, kept in position->special. The bitboard
 * kernel serves none of them. */
enum {
    ARB__SPECIAL_SAFETY = 1u << 0, /* royal safety or other rules need a test of every move */
    ARB__SPECIAL_PLAY = 1u << 1,   /* a move does more than in chess: play_grid.c */
    ARB__SPECIAL_STEPS = 1u << 2,  /* some pieces move differently from how they capture */
    ARB__SPECIAL_BOARD = 1u << 3   /* holes, areas, other rows for pawns or castling */
};
unsigned arb__specials(const arb_rules *rules);
/* Does a side lose when few pieces of some kind are left? */
bool arb__has_extinction(const arb_rules *rules);
/* Has this kind exactly the steps that it has in chess (FIDE 3.2 to 3.8.1)? */
bool arb__moves_as_in_chess(const arb_rules *rules, arb_kind kind);

/* ---- shared geometry (geometry.c) ---- */

/* Is the square in the area? The area is written from White's side and turned round for Black. */
static inline bool arb__in_area(const arb_area *area, arb_size size, arb_colour colour,
                                arb_square square)
{
    int file = arb_square_file(size, square), rank = arb_square_rank(size, square);
    return area->count != 0 &&
           (colour == ARB_WHITE ? arb_area_has(area, file, rank)
                                : arb_area_has(area, size.files - 1 - file, size.ranks - 1 - rank));
}

/* Is the square a hole in the board? */
static inline bool arb__is_hole(const arb_position *pos, arb_square square)
{
    return arb__in_area(&pos->rules->board.holes, pos->size, ARB_WHITE, square);
}

/* The row of a square counted from the home row of `colour`, which is 0. */
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

/* A step as files and ranks of the board: forward depends on the colour, and a sided step is
 * mirrored for Black. */
static inline int arb__step_files(arb_step step, arb_colour colour)
{
    return colour == ARB_BLACK && (step.how & ARB_STEP_SIDED) ? -step.files : step.files;
}

static inline int arb__step_ranks(arb_step step, arb_colour colour)
{
    return step.ranks * arb__forward(colour);
}

/* The square at this distance in files and ranks, or ARB_NO_SQUARE if it is off the board. */
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
    return ((rules->pawn.promotion_rows >> before_edge) & 1u) ||
           arb__in_area(&rules->pawn.promotion_area, size, colour, to);
}

/* The kinds, as bits, that a piece may promote to when it arrives here. Bit ARB_NO_KIND means that
 * it may stay as it is; 0 means that it cannot move there. */
uint32_t arb__promotion_choice(const arb_position *pos, arb_piece piece, arb_square to);
static inline uint32_t arb__arrival_kinds(const arb_position *pos, arb_piece piece, arb_square to)
{
    arb_kind kind = arb_piece_kind(piece);
    bool pawn = kind == ARB_PAWN || pos->rules->kinds[kind].becomes != 0;
    return !pawn || !arb__promotes(pos->rules, pos->size, arb_piece_colour(piece), to)
               ? 1u << ARB_NO_KIND
               : arb__promotion_choice(pos, piece, to);
}

/* May this piece stand here? A rule set can bar pawns from some rows. */
static inline bool arb__may_stand(const arb_position *pos, arb_piece piece, arb_square to)
{
    uint32_t barred = pos->rules->pawn.barred_rows;
    return barred == 0 || arb_piece_kind(piece) != ARB_PAWN ||
           !(barred >> arb__own_row(pos->size, arb_piece_colour(piece), to) & 1u);
}

/* Does the rule set define the steps of its pawn, instead of the pawn moves of chess? */
static inline bool arb__own_pawn_steps(const arb_rules *rules)
{
    return rules->kinds[ARB_PAWN].leap_count + rules->kinds[ARB_PAWN].slide_count > 0;
}

/* May a pawn of `colour` that stands here step two? */
static inline bool arb__double_row(const arb_rules *rules, arb_size size, arb_colour colour,
                                   arb_square from)
{
    return ((rules->pawn.double_rows >> arb__own_row(size, colour, from)) & 1u) ||
           arb__in_area(&rules->pawn.double_area, size, colour, from);
}

/* May a pawn of `colour` that stands here make a double step, of two single steps that each go
 * `files` files sideways, after which it can be captured en passant? */
bool arb__may_be_passed(const arb_position *pos, arb_colour colour, arb_square from, int files);

/* Where king and rook arrive when `colour` castles to `side`. */
static inline arb_square arb__castle_king_to(const arb_position *pos, arb_colour colour, int side)
{
    return arb_square_at(pos->size, pos->rules->castling.king_to[side],
                         arb__home_rank(pos->size, pos->rules, colour));
}

static inline arb_square arb__castle_rook_to(const arb_position *pos, arb_colour colour, int side)
{
    return arb_square_at(pos->size, pos->rules->castling.rook_to[side],
                         arb__home_rank(pos->size, pos->rules, colour));
}

/* The nearest piece or hole in the way of king or rook, or ARB_NO_SQUARE (castling_way.c). */
arb_square arb__castling_obstacle(const arb_position *pos, arb_colour colour, int side);
/* Does an attack forbid castling? ARB_V_CASTLE_IN_CHECK, _THROUGH_CHECK (at a square that the king
 * crosses), _INTO_CHECK, or ARB_V_OK. Stores an attacker in `by` and, unless the king is in check,
 * the attacked square in `at`. */
arb_verdict_code arb__castling_attack(const arb_position *pos, arb_colour colour, int side,
                                      arb_square *at, arb_square *by);

/* The square of the pawn that a pawn of `colour` would take en passant. */
static inline arb_square arb__passing_pawn(const arb_position *pos, arb_colour colour)
{
    return arb__step(pos->size, pos->en_passant, pos->en_passant_files, -arb__forward(colour));
}

/* What a pseudo-legal move would change on the board. */
arb__edit arb__move_edit(const arb_position *pos, arb_move move);

/* ---- either kernel ---- */

/* A table lookup instead of branches: a branch predictor cannot guess which piece stands on a
 * square. */
static inline arb_kind arb__bits_kind_at(const arb_position *pos, arb_square square)
{
    static const arb_kind kinds[32] = {0,         ARB_PAWN, ARB_KNIGHT, 0, ARB_BISHOP, 0,
                                       0,         0,        ARB_ROOK,   0, 0,          0,
                                       ARB_QUEEN, 0,        0,          0, ARB_KING};
    uint64_t which = (pos->board.bits.pawns >> square & 1u) |
                     (pos->board.bits.knights >> square & 1u) << 1 |
                     (pos->board.bits.diagonals >> square & 1u) << 2 |
                     (pos->board.bits.straights >> square & 1u) << 3 |
                     (pos->board.bits.kings >> square & 1u) << 4;
    return kinds[which];
}

static inline arb_piece arb__bits_piece_at(const arb_position *pos, arb_square square)
{
    uint64_t black = pos->board.bits.colour[ARB_BLACK] >> square & 1u;
    return (arb_piece)(arb__bits_kind_at(pos, square) | black << 5);
}

static inline arb_piece arb__piece_at(const arb_position *pos, arb_square square)
{
    return pos->kernel == ARB_KERNEL_BITS ? arb__bits_piece_at(pos, square)
                                          : pos->board.grid[square] & (ARB_PROMOTED - 1u);
}

/* The same, with the bit ARB_PROMOTED if the piece is a promoted pawn. */
static inline arb_piece arb__marked_piece_at(const arb_position *pos, arb_square square)
{
    return pos->kernel == ARB_KERNEL_BITS ? arb__bits_piece_at(pos, square)
                                          : pos->board.grid[square];
}

/* The pieces of `by` that attack `square` after `edit` (NULL: in the position itself), by ascending
 * square. */
size_t arb__attackers(const arb_position *pos, const arb__edit *edit, arb_square square,
                      arb_colour by, arb_square *list, size_t cap);
bool arb__attacked(const arb_position *pos, const arb__edit *edit, arb_square square,
                   arb_colour by);

/* Gives every legal move of `colour` to the sink. Returns false if the listener stopped. */
bool arb__moves(const arb_position *pos, arb_colour colour, arb__sink *sink);
bool arb__has_move(const arb_position *pos, arb_colour colour);

/* ---- grid ---- */

/* The kinds with steps other than those of queen, king and knight. For position->other_steps. */
uint32_t arb__grid_other_steps(const arb_rules *rules);

size_t arb__grid_attackers(const arb_position *pos, const arb__edit *edit, arb_square square,
                           arb_colour by, arb_square *list, size_t cap);
bool arb__grid_attacked(const arb_position *pos, const arb__edit *edit, arb_square square,
                        arb_colour by);
/* The piece on a square after the edit, without the mark of a promoted pawn. */
arb_piece arb__grid_look(const arb_position *pos, const arb__edit *edit, arb_square square);
bool arb__grid_moves(const arb_position *pos, arb_colour colour, arb__sink *sink);
/* Legal moves of the piece on `from` only. */
void arb__grid_moves_from(const arb_position *pos, arb_colour colour, arb_square from,
                          arb__sink *sink);
bool arb__grid_is_legal(const arb_position *pos, arb_colour colour, arb_move move);

/* ---- royal pieces (grid_royal.c) ---- */

/* The square of a royal piece of `colour` that is attacked after `edit` (NULL: in the position
 * itself), or ARB_NO_SQUARE. `royal` is the square of the side's main royal piece after the edit.
 * The function does not ask whether the rules require safety. */
arb_square arb__exposed(const arb_position *pos, const arb__edit *edit, arb_square royal,
                        arb_colour colour);
static inline bool arb__in_check(const arb_position *pos, arb_colour colour)
{
    return arb__exposed(pos, NULL, pos->royal[colour], colour) != ARB_NO_SQUARE;
}
/* Does an attack on a royal piece of `colour` on this square count? Where captures explode it does
 * not count beside the enemy's royal piece, because the capture would blow that up too. */
bool arb__may_be_attacked(const arb_position *pos, const arb__edit *edit, arb_square square,
                          arb_colour colour);
/* Is the square attacked, in a way that counts? */
bool arb__royal_attacked(const arb_position *pos, const arb__edit *edit, arb_square square,
                         arb_colour colour);
/* arb__exposed for rules under which every piece of some kinds is royal: returns `royal` if it is
 * attacked, else the attacked one with the lowest square (grid_hunt.c). */
arb_square arb__grid_hunt(const arb_position *pos, const arb__edit *edit, arb_square royal,
                          arb_colour colour);
/* Why a pseudo-legal move is illegal, forced captures aside: ARB_V_EXPOSES_KING for an attack on
 * any own royal piece, ARB_V_EXPLODES_KING, ARB_V_GIVES_CHECK, or ARB_V_OK if it is not. If it is
 * illegal, `at` is the square of the royal piece concerned. */
arb_verdict_code arb__refusal(const arb_position *pos, arb_colour colour, arb_move move,
                              const arb__edit *edit, arb_square *at);

/* Is the move a capture? */
static inline bool arb__takes(const arb_position *pos, arb_move move)
{
    return arb_move_type_of(move) == ARB_EN_PASSANT ||
           (arb_move_type_of(move) == ARB_NORMAL &&
            arb__piece_at(pos, arb_move_to(move)) != ARB_NO_PIECE);
}

/* Any move of `colour`, with `take` any capture; ARB_NO_MOVE if there is none. The move is legal,
 * except that neither a rule that forces captures nor the end of the game is asked about. */
arb_move arb__grid_a_move(const arb_position *pos, arb_colour colour, bool take);

/* May a piece of this kind be dropped on this empty square? Only the square is tested, not the
 * hand. */
static inline bool arb__drop_square(const arb_position *pos, arb_kind kind, arb_square to)
{
    int rank = arb_square_rank(pos->size, to);
    return !arb__is_hole(pos, to) && (kind != ARB_PAWN || (rank > 0 && rank < pos->size.ranks - 1));
}

/* ---- bits ---- */

bool arb__bits_can_serve(const arb_rules *rules, arb_size size);
/* Stores as bitboards what the rules say about squares: the board's area, double steps, promotion.
 * The position must have its rules and size. */
void arb__bits_lay_out(arb_position *pos);
/* Do the rules of chess hold for every line of play from here? For position->chess. */
bool arb__bits_plays_chess(const arb_position *pos);
/* Fills the empty bitboards from the board of a setup. Returns false if the rules do not have one
 * of the pieces. */
bool arb__bits_fill(arb_position *pos, const arb_piece *board);
uint64_t arb__bits_attackers(const arb_position *pos, const arb__edit *edit, arb_square square,
                             arb_colour by);
size_t arb__bits_list_attackers(const arb_position *pos, const arb__edit *edit, arb_square square,
                                arb_colour by, arb_square *list, size_t cap);
/* Writes every legal move, at most ARB_MOVES_8X8, and returns their number. */
size_t arb__bits_moves(const arb_position *pos, arb_colour colour, arb_move *list);
size_t arb__bits_count(const arb_position *pos, arb_colour colour);
/* Both of these by the core alone: if `list` is NULL the moves are only counted. */
size_t arb__core_moves(const arb_position *pos, arb_colour colour, arb_move *list);
bool arb__bits_has_move(const arb_position *pos, arb_colour colour);
/* For chess: is there no check, and has a pawn or knight that shares no line with its own king a
 * pseudo-legal move? Such a piece cannot be pinned, so its move is legal. Nearly every position has
 * one. */
bool arb__has_free_move(const arb_position *pos, arb_colour us);
bool arb__bits_is_legal(const arb_position *pos, arb_colour colour, arb_move move);
/* Is this one of the moves that arb__moves gives? Any bit pattern may be passed. */
static inline bool arb__is_legal(const arb_position *pos, arb_colour colour, arb_move move)
{
    return pos->kernel == ARB_KERNEL_BITS ? arb__bits_is_legal(pos, colour, move)
                                          : arb__grid_is_legal(pos, colour, move);
}
#endif
