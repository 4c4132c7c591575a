/* score.c: the score of Lab 3's bonus, in tenths. Layer: position.
 *
 * A side's score is the value of its pieces plus a tenth for each of its moves, whichever side is
 * to move, minus the same of the other side. */
#include "kernel/bits/bits.h"
#include "position/position.h"

typedef struct {
    const arb_position *pos;
    arb_square spared; /* captures on this square are not counted; ARB_NO_SQUARE: all are */
    int32_t count;
} mobility_count;

/* A promotion counts once for all its kinds, because it is one move from square to square. */
static bool count_move(void *context, arb_move move)
{
    mobility_count *m = (mobility_count *)context;
    arb_kind promotion = arb_move_promotion(move);
    uint32_t lower_kinds = (1u << promotion) - 1u;
    bool repeated =
        promotion != ARB_NO_KIND && arb_move_type_of(move) != ARB_DROP &&
        (arb__arrival_kinds(m->pos, arb__piece_at(m->pos, arb_move_from(move)), arb_move_to(move)) &
         lower_kinds) != 0;
    if (!repeated && arb_move_to(move) != m->spared)
        m->count++;
    return true;
}

/* On bitboards: could a pawn promote with its next move? */
static bool may_promote(const arb_position *pos, arb_colour colour)
{
    uint64_t pawns = pos->board.bits.pawns & pos->board.bits.colour[colour];
    uint64_t reached = arb__ahead(pawns, colour) | arb__pawn_attacks(pawns, colour);
    return (reached & pos->board.bits.promotion[colour]) != 0;
}

static int32_t mobility_of(const arb_position *pos, arb_colour colour, arb_mobility mobility)
{
    bool spare = mobility == ARB_MOBILITY_LEGAL_ONLY;
    if (pos->kernel == ARB_KERNEL_BITS && !spare && !may_promote(pos, colour))
        return (int32_t)arb__bits_count(pos, colour);
    mobility_count m = {pos, spare ? pos->royal[arb_other(colour)] : ARB_NO_SQUARE, 0};
    arb__sink sink = {.listener = count_move, .context = &m};
    arb__moves(pos, colour, &sink);
    return m.count;
}

/* The value of White's pieces minus that of Black's. */
static int32_t bits_balance(const arb_position *pos)
{
    arb__kinds kinds = arb__bits_kinds(pos);
    uint64_t white = pos->board.bits.colour[ARB_WHITE], black = pos->board.bits.colour[ARB_BLACK];
    int32_t balance = 0;
    for (arb_kind kind = ARB_PAWN; kind <= ARB_KING; kind++)
        balance += pos->rules->kinds[kind].value * ((int32_t)arb__count(kinds.of[kind] & white) -
                                                    (int32_t)arb__count(kinds.of[kind] & black));
    return balance;
}

static int32_t material_balance(const arb_position *pos)
{
    int32_t balance = 0;
    if (pos->kernel == ARB_KERNEL_BITS)
        return bits_balance(pos);
    for (arb_square at = 0; at != ARB_NO_SQUARE; at = arb__next_square(pos->size, at)) {
        arb_piece piece = arb__piece_at(pos, at);
        int32_t value = pos->rules->kinds[arb_piece_kind(piece)].value;
        if (piece != ARB_NO_PIECE)
            balance += arb_piece_colour(piece) == ARB_WHITE ? value : -value;
    }
    return balance;
}

int32_t arb_position_score(const arb_position *position, arb_colour colour, arb_mobility mobility)
{
    int32_t white = material_balance(position) + mobility_of(position, ARB_WHITE, mobility) -
                    mobility_of(position, ARB_BLACK, mobility);
    return colour == ARB_WHITE ? white : -white;
}

typedef struct {
    arb_position pos; /* a copy, played on and taken back */
    arb_mobility mobility;
    bool found;
    int32_t best;
} look_ahead;

static bool try_move(void *context, arb_move move)
{
    look_ahead *l = (look_ahead *)context;
    arb_colour us = (arb_colour)l->pos.turn;
    arb_undo undo;
    arb__play(&l->pos, move, &undo);
    int32_t score = arb_position_score(&l->pos, us, l->mobility);
    arb_position_undo(&l->pos, &undo);
    if (!l->found || score > l->best)
        l->best = score;
    l->found = true;
    return true;
}

bool arb_position_next_score(const arb_position *position, arb_mobility mobility, int32_t *score)
{
    look_ahead l = {.pos = *position, .mobility = mobility};
    arb__sink sink = {.listener = try_move, .context = &l};
    arb__moves(position, (arb_colour)position->turn, &sink);
    if (l.found)
        *score = l.best;
    return l.found;
}
