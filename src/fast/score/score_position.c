/* score_position.c: the board of a game score, from a position and back into it. Layer: fast.
 */
#include "fast/score/score_play.h"
#include "position/position.h"

static void take_pieces(arb__score_board *r, const arb_position *pos)
{
    uint64_t straights = pos->board.bits.straights, diagonals = pos->board.bits.diagonals;
    for (unsigned colour = 0; colour < 2; colour++) {
        uint64_t own = r->colour[colour] = pos->board.bits.colour[colour];
        uint64_t *pieces = r->pieces[colour];
        pieces[ARB_NO_KIND] = 0;
        pieces[ARB_PAWN] = pos->board.bits.pawns & own;
        pieces[ARB_KNIGHT] = pos->board.bits.knights & own;
        pieces[ARB_BISHOP] = diagonals & ~straights & own;
        pieces[ARB_ROOK] = straights & ~diagonals & own;
        pieces[ARB_QUEEN] = straights & diagonals & own;
        pieces[ARB_KING] = pos->board.bits.kings & own;
    }
    r->king[ARB_WHITE] = pos->royal[ARB_WHITE];
    r->king[ARB_BLACK] = pos->royal[ARB_BLACK];
    memset(r->on, ARB_NO_KIND, sizeof r->on);
    for (unsigned kind = ARB_PAWN; kind <= ARB_KING; kind++)
        for (uint64_t set = arb__of_kind(r, (arb_kind)kind); set != 0; set &= set - 1)
            r->on[arb__first(set)] = (uint8_t)kind;
}

/* Finds checkers and pins of the side to move. */
static void take_lines(const arb__score_board *r, arb__state *state, arb_colour us)
{
    arb_colour them = arb_other(us);
    size_t king = r->king[us];
    uint64_t blockers = arb__occupied(r);
    state->answers = arb__answers_to(arb__score_board_attackers(r, king, blockers, them), king);
    state->pinned = arb__aimed_at(r, king, blockers, them).pinned;
}

void arb__score_take(arb__score *t)
{
    const arb_position *pos = t->pos;
    arb__score_board *r = &t->r;
    t->us = (arb_colour)pos->turn;
    memcpy(t->rooks, pos->castle_rook, sizeof t->rooks);
    take_pieces(r, pos);
    arb__state *state = &r->state[t->us];
    *state = (arb__state){.key = pos->key, .halfmove = pos->halfmove};
    take_lines(r, state, t->us);
    for (int i = 0; i < 4; i++) {
        arb_square rook = t->rooks[i / 2][i % 2];
        t->castlers[i] =
            rook == ARB_NO_SQUARE ? ~UINT64_C(0) : arb__bit(rook) | arb__bit(pos->royal[i / 2]);
        state->marks |= rook == ARB_NO_SQUARE ? 0 : t->castlers[i];
    }
    arb__score_marks(t, state->marks);
    if (pos->en_passant_legal)
        state->passed = arb__bit(pos->en_passant);
}

/* Writes the pieces in the order that a position has their sets. */
static void put_pieces(const arb__score_board *r, arb_position *pos)
{
    uint64_t queens = arb__of_kind(r, ARB_QUEEN);
    pos->board.bits.pawns = arb__of_kind(r, ARB_PAWN);
    pos->board.bits.knights = arb__of_kind(r, ARB_KNIGHT);
    pos->board.bits.diagonals = arb__of_kind(r, ARB_BISHOP) | queens;
    pos->board.bits.straights = arb__of_kind(r, ARB_ROOK) | queens;
    pos->board.bits.kings = arb__of_kind(r, ARB_KING);
    for (unsigned colour = 0; colour < 2; colour++) {
        pos->board.bits.colour[colour] = r->colour[colour];
        pos->royal[colour] = (arb_square)r->king[colour];
    }
}

/* Writes the position before the last ply, which is then played as any caller plays it. */
void arb__score_put(arb__score *t, uint64_t plies)
{
    arb_position *pos = t->pos;
    arb_colour us = arb_other(t->us);
    const arb__state *state = &t->r.state[us];
    arb__score_board_take_back(&t->r, &t->ply[us], us);
    put_pieces(&t->r, pos);
    for (int i = 0; i < 4; i++) /* the castling rights whose marks are left */
        if ((state->marks & t->castlers[i]) != t->castlers[i])
            pos->castle_rook[i / 2][i % 2] = ARB_NO_SQUARE;
    if (plies > 1)
        pos->en_passant = arb__passed_by(&t->ply[t->us]);
    pos->en_passant_legal = state->passed != 0;
    pos->fullmove += (uint32_t)((plies - 1 + pos->turn) / 2);
    pos->turn = (uint8_t)us;
    pos->halfmove = state->halfmove;
    pos->key = state->key;
    arb__play(pos, arb__move_of_ply(&t->ply[us]), &t->run->last);
    t->run->has_last = true;
}
