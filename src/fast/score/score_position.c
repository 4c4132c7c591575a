/* score_position.c: the board of a game score, from a position and back into it. Layer: fast.
 */
#include "fast/score/score_play.h"
#include "position/position.h"

#define HOME_OFFICERS                                                                              \
    ARB_ROOK, ARB_KNIGHT, ARB_BISHOP, ARB_QUEEN, ARB_KING, ARB_BISHOP, ARB_KNIGHT, ARB_ROOK
#define HOME_PAWNS ARB_PAWN, ARB_PAWN, ARB_PAWN, ARB_PAWN, ARB_PAWN, ARB_PAWN, ARB_PAWN, ARB_PAWN
#define HOME_EMPTY 0, 0, 0, 0, 0, 0, 0, 0
static const uint8_t kinds_at_home[64] = {HOME_OFFICERS, HOME_PAWNS, HOME_EMPTY, HOME_EMPTY,
                                          HOME_EMPTY,    HOME_EMPTY, HOME_PAWNS, HOME_OFFICERS};

/* Do the pieces stand as at the start of a game? Most runs begin there, and then the kinds on the
 * squares are copied from a table. */
static bool begins_at_home(const arb_position *pos)
{
    return pos->board.bits.pawns == 0x00FF00000000FF00u &&
           pos->board.bits.knights == 0x4200000000000042u &&
           pos->board.bits.diagonals == 0x2C0000000000002Cu &&
           pos->board.bits.straights == 0x8900000000000089u &&
           pos->board.bits.kings == 0x1000000000000010u;
}

static void take_pieces(arb__score_board *r, const arb_position *pos, bool at_home)
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
    if (at_home) {
        memcpy(r->on, kinds_at_home, sizeof r->on);
        return;
    }
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
    bool at_home = begins_at_home(pos);
    take_pieces(r, pos, at_home);
    arb__state *state = &r->state[t->us];
    *state = (arb__state){.key = pos->key, .answers = ARB__NO_CHECK, .halfmove = pos->halfmove};
    if (!at_home)
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

/* Writes the castling rights whose marks are left. ARB_NO_SQUARE is all bits. */
static void put_rights(const arb__score *t, uint64_t marks, arb_square rooks[2][2])
{
    for (unsigned i = 0; i < 4; i++) {
        unsigned lost = 0u - (unsigned)((t->castlers[i] & ~marks) != 0);
        rooks[i / 2][i % 2] = (arb_square)(t->rooks[i / 2][i % 2] | lost);
    }
}

/* Takes the last ply back on the board, whose state before it still stands, and lets the library
 * make it on the position: so the undo is written where every undo is. */
void arb__score_put(arb__score *t, uint64_t plies)
{
    const arb_colour us = arb_other(t->us);
    const arb__state *state = &t->r.state[us];
    arb_position *pos = t->pos;
    arb__score_board_take_back(&t->r, &t->ply[us], us);
    const arb__board sets = arb__score_board_sets(&t->r, 0); /* fields as in a position */
    memcpy(&pos->board.bits, &sets, offsetof(arb__board, marks));
    for (unsigned colour = 0; colour < 2; colour++)
        pos->royal[colour] = (arb_square)t->r.king[colour];
    put_rights(t, state->marks, pos->castle_rook);
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
