/* grid_hunt.c: which of many royal pieces is attacked. Layer: kernel.
 *
 * Where every piece of a kind is royal, searching outwards from each of them would cost, for every
 * move, the number of own pieces times that of the enemy's. Here each enemy piece follows its own
 * steps once, so the cost grows with the enemy's pieces alone. The answers must agree with
 * grid_attacks.c. */
#include "kernel/grid/grid_lines.h"

#include <string.h>

typedef struct {
    const arb_position *pos;
    const arb__edit *edit;
    arb_colour colour; /* the side whose royal pieces are in question */
    arb_square royal;  /* the main royal piece, reported before any other */
    arb_square first;  /* the lowest square of another attacked royal piece */
    bool royal_found;
    arb_piece board[ARB_SQUARE_LIMIT];
} hunt;

static void hit(hunt *h, arb_square at)
{
    arb_piece piece = h->board[at] & (ARB_PROMOTED - 1u);
    if (at == h->royal)
        h->royal_found |= arb__may_be_attacked(h->pos, h->edit, at, h->colour);
    else if (at < h->first && piece != ARB_NO_PIECE && arb_piece_colour(piece) == h->colour &&
             (h->pos->rules->royal.also >> arb_piece_kind(piece) & 1u) &&
             arb__may_be_attacked(h->pos, h->edit, at, h->colour))
        h->first = at;
}

static void follow_leap(hunt *h, arb__spot from, int files, int ranks)
{
    arb_square to = arb__leap_to(h->pos, from, files, ranks);
    if (to != ARB_NO_SQUARE)
        hit(h, to);
}

/* A slide hits the first piece on the line, a hop the next piece behind it, both within the range
 * of the step. */
static void follow_slide(hunt *h, arb__spot from, arb_step slide, arb_colour by)
{
    arb__way way =
        arb__way_from(h->pos, from, arb__step_files(slide, by), arb__step_ranks(slide, by));
    int at = from.square;
    if (slide.how & ARB_STEP_HOPS) {
        do
            at += way.step;
        while (--way.count >= 0 && h->board[at] == ARB_NO_PIECE);
    }
    if (slide.range != 0 && slide.range < way.count)
        way.count = slide.range;
    for (; way.count > 0; way.count--) {
        at += way.step;
        if (h->board[at] != ARB_NO_PIECE) {
            hit(h, (arb_square)at);
            return;
        }
    }
}

/* Hits every royal piece that the piece on this square attacks (FIDE 3.1.2). */
static void follow(hunt *h, arb_square from, arb_piece piece)
{
    arb_colour by = arb_piece_colour(piece);
    arb_kind kind = arb_piece_kind(piece);
    const arb_kind_rule *rule = &h->pos->rules->kinds[kind];
    arb__spot spot = arb__spot_of(h->pos->size, from);
    if (kind == ARB_PAWN && !arb__own_pawn_steps(h->pos->rules)) {
        follow_leap(h, spot, -1, arb__forward(by));
        follow_leap(h, spot, 1, arb__forward(by));
        return;
    }
    for (unsigned i = 0; i < rule->leap_count; i++)
        if (!(rule->leaps[i].how & ARB_STEP_MOVES))
            follow_leap(h, spot, arb__step_files(rule->leaps[i], by),
                        arb__step_ranks(rule->leaps[i], by));
    for (unsigned i = 0; i < rule->slide_count; i++)
        if (!(rule->slides[i].how & ARB_STEP_MOVES))
            follow_slide(h, spot, rule->slides[i], by);
}

arb_square arb__grid_hunt(const arb_position *pos, const arb__edit *edit, arb_square royal,
                          arb_colour colour)
{
    hunt h;
    const unsigned shift = arb_size_shift(pos->size);
    const size_t squares = (size_t)pos->size.ranks << shift;
    h.pos = pos;
    h.edit = edit;
    h.colour = colour;
    h.royal = royal;
    h.royal_found = false;
    h.first = ARB_NO_SQUARE;
    memcpy(h.board, pos->board.grid, squares * sizeof h.board[0]);
    for (unsigned i = 0; edit != NULL && i < edit->count; i++)
        h.board[edit->at[i]] = edit->piece[i];
    if (!arb__spend(pos, (unsigned)squares))
        return 0; /* any square will do: with the budget spent the answer is void */
    for (unsigned at = 0; at < squares; at++) {
        arb_piece piece = h.board[at] & (ARB_PROMOTED - 1u);
        if (piece == ARB_NO_PIECE || arb_piece_colour(piece) == colour)
            continue;
        if (!arb__spend(pos, arb__kind_work(&pos->rules->kinds[arb_piece_kind(piece)])))
            return 0;
        follow(&h, (arb_square)at, piece);
    }
    return h.royal_found ? royal : h.first;
}
