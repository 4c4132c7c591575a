/* score_special.c: the plies of a game score that the inner loop leaves out. Layer: fast.
 *
 * Checks, castling, promotions, moves that name their origin, lost castling rights, games that end.
 * The inner loop (score_play.h) calls these functions and goes on with the next ply. */
#include "fast/score/san_strict.h"
#include "fast/score/score_play.h"
#include "position/position.h"

/* The key of rights by four bits, as in arb__key_home_rights, for rooks on any file. */
static __attribute__((noinline)) uint64_t key_of_files(const arb__score *t, unsigned rights)
{
    uint64_t said = 0;
    for (unsigned i = 0; i < 4; i++)
        said = arb__say_right(said, (rights >> i & 1) != 0, t->rooks[i / 2][i % 2] & 7u);
    return arb__key_of_rights(said);
}

/* There is no branch, since which rights a move ends is hard to predict. */
uint64_t arb__score_marks(arb__score *t, uint64_t marks)
{
    uint64_t left = 0;
    unsigned rights = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t kept = 0 - (uint64_t)((t->castlers[i] & ~marks) == 0); /* all bits, or none */
        left |= t->castlers[i] & kept;
        rights |= (unsigned)kept & 1u << i;
    }
    t->rights = t->run->corner_home ? arb__key_home_rights[rights] : key_of_files(t, rights);
    return left;
}

/* XOR of the Zobrist keys of rights that this move ends: en passant, and castling of the moved
 * pieces. */
uint64_t arb__score_rights(arb__score *t, uint64_t moved, arb_colour us)
{
    const arb__state *now = &t->r.state[us];
    uint64_t key = 0;
    if (now->passed != 0)
        key = arb__key_passed[arb__first(now->passed)];
    if ((now->marks & moved) != 0) {
        key ^= t->rights;
        t->r.state[us ^ 1u].marks = arb__score_marks(t, now->marks & ~moved);
        key ^= t->rights;
    }
    return key;
}

/* The en-passant key if the pawn that passed over this square can be captured, else 0. */
uint64_t arb__score_passed(arb__score *t, uint64_t passed, arb_colour us)
{
    arb_colour them = arb_other(us);
    if (!arb__score_board_en_passant(&t->r, passed, them))
        return 0;
    t->r.state[them].passed = passed;
    return arb__key_passed[arb__first(passed)];
}

/* XOR of the Zobrist keys of the pieces that a move takes off and puts on squares. */
ARB__INLINE uint64_t ply_key(const arb__ply *ply, arb_colour us)
{
    const arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
    const uint64_t *own = arb__keys_of(us, ply->kind), *rook = arb__keys_of(us, ARB_ROOK);
    const uint64_t *pawn = arb__keys_of(them, ARB_PAWN);
    size_t from = ply->from, to = ply->to;
    uint64_t key = own[from] ^ own[to] ^ arb__keys_of(them, ply->captured)[to];
    if (ply->promotion != ARB_NO_KIND)
        key ^= own[to] ^ arb__keys_of(us, ply->promotion)[to];
    else if (ply->type == ARB_EN_PASSANT)
        key ^= pawn[to] ^ pawn[arb__first(arb__en_passant_taken(arb__square_bit(to), us))];
    else if (ply->type == ARB_CASTLING)
        key ^= rook[arb__castle_rook_home(us, arb__side_of_castling(ply))] ^
               rook[arb__chess.rook_to[us][arb__side_of_castling(ply)]];
    return key;
}

static bool mates(const arb__score_board *r, const arb__ply *ply, arb_colour us)
{
    arb_square passed = arb__passed_by(ply);
    return !arb__score_board_has_move(r, passed != ARB_NO_SQUARE ? arb__bit(passed) : 0,
                                      arb_other(us));
}

bool arb__score_mates(const arb__score *t, arb_colour us)
{
    return mates(&t->r, &t->ply[us], us);
}

/* Does the mark fit a move that gives these checks? Whether '+' stands where '#' is due is not
 * tested here: a move that follows shows that it does not, and behind the last move score_run.c
 * asks. */
static bool mark_fits(const arb__score_board *r, const arb__ply *ply, uint64_t checkers, char mark,
                      arb_colour us)
{
    if (checkers == 0 || mark == 0)
        return checkers == 0 && mark == 0;
    return mark == '+' || mates(r, ply, us);
}

/* Finishes a ply whose pieces have moved. If its check mark is wrong the move is unmade, and the
 * state is as before. */
ARB__INLINE bool finish_ply(arb__score *t, const arb__word *w, const arb__ply *ply, arb__aim aim,
                            arb_colour us)
{
    if ((aim.checkers | (uint64_t)w->said.mark) != 0 &&
        !mark_fits(&t->r, ply, aim.checkers, w->said.mark, us)) {
        arb__score_board_take_back(&t->r, ply, us);
        return false;
    }
    t->ply[us] = *ply;
    arb__done_ply made = {
        .from = ply->from,
        .moved = arb__square_bit(ply->from) | arb__square_bit(ply->to),
        .two = arb__passed_by(ply) != ARB_NO_SQUARE,
        .keeps = ply->kind == ARB_PAWN || ply->captured != ARB_NO_KIND ? 0 : UINT32_MAX,
        .answers = arb__answers_to(aim.checkers, t->r.king[us ^ 1u]),
        .pinned = aim.pinned,
        .key = ply_key(ply, us)};
    return arb__settle_ply(t, made, us);
}

bool arb__score_check(arb__score *t, const arb__word *w, size_t from, size_t captured, arb__aim aim,
                      arb_colour us)
{
    arb__ply ply = {.from = from, .to = w->said.to, .kind = w->said.kind, .captured = captured};
    /* A word that names its origin has no row of its own: it uses the row of its kind. */
    size_t row = w->said.arrives != ARB__NO_ARRIVAL ? w->said.arrives : ply.kind;
    if ((arb__arrivals[row][ply.to][1] & t->r.pieces[us ^ 1u][ARB_KING]) != 0)
        aim.checkers |= arb__square_bit(ply.to);
    return us == ARB_WHITE ? finish_ply(t, w, &ply, aim, ARB_WHITE)
                           : finish_ply(t, w, &ply, aim, ARB_BLACK);
}

/* The same, not inlined: one function for both sides and for every kind of ply, so that all code
 * that a game needs stays in the instruction cache. */
static __attribute__((noinline)) bool finish_any(arb__score *t, const arb__word *w,
                                                 const arb__ply *ply, arb__aim aim, arb_colour us)
{
    return finish_ply(t, w, ply, aim, us);
}

/* Plays any legal move. */
ARB__INLINE bool play_any(arb__score *t, const arb__word *w, const arb__ply *ply, arb_colour us)
{
    arb__score_board *r = &t->r;
    size_t king = r->king[us ^ 1u];
    if ((ply->type | ply->promotion) == 0) {
        arb__score_board_step(r, ply->kind, ply->captured, ply->from, ply->to, us);
        r->king[us] = ply->kind == ARB_KING ? ply->to : r->king[us];
    } else {
        arb__score_board_play(r, ply, us);
    }
    arb__aim aim = arb__aimed_at(r, king, arb__occupied(r), us);
    aim.checkers |= arb__leaping_at(r, king, us);
    return finish_any(t, w, ply, aim, us);
}

/* Plays castling from the homes of chess; other castling is left to the core. */
bool arb__score_castling(arb__score *t, const arb__word *w, arb_colour us)
{
    arb__score_board *r = &t->r;
    const arb__state *state = &r->state[us];
    unsigned side = w->said.to == 6 ? ARB_KING_SIDE : ARB_QUEEN_SIDE, row = arb__home_row(us);
    uint64_t rook = arb__castle_corner(us, side) & state->marks;
    size_t king = arb__castle_king_home(us);
    if (!t->run->corner_home || r->king[us] != king || state->answers != ARB__NO_CHECK ||
        arb__castle_unblocked(rook, arb__occupied(r), us) == 0)
        return false;
    for (uint64_t way = arb__castle_king_path(side) << row; way != 0; way &= way - 1)
        if (!arb__king_may_go(r, arb__first(way), us))
            return false;
    arb__ply ply = {.from = king, .to = row + w->said.to, .kind = ARB_KING, .type = ARB_CASTLING};
    arb__score_board_step(r, ARB_KING, ARB_NO_KIND, king, ply.to, us);
    arb__score_board_step(r, ARB_ROOK, ARB_NO_KIND, arb__castle_rook_home(us, side),
                          arb__chess.rook_to[us][side], us);
    r->king[us] = ply.to;
    return finish_any(t, w, &ply, arb__aimed_at(r, r->king[us ^ 1u], arb__occupied(r), us), us);
}

/* The piece that a word names by its file or rank; none if strict SAN would not name it so. */
uint64_t arb__score_named(const arb__score *t, const arb__word *w, arb_colour us)
{
    const arb__score_board *r = &t->r;
    arb__ply ply = {.to = w->said.to};
    uint64_t arrive = arb__score_board_arrivals(r, w->said.kind, w->said.to, us);
    return arb__strict_choose(r, arrive, w->at + 1, 1, &ply, us) ? arb__square_bit(ply.from) : 0;
}

/* Plays any move in strict SAN. */
bool arb__score_strict(arb__score *t, const arb__word *w, arb_colour us)
{
    arb__ply ply;
    size_t len = (size_t)w->said.len - (w->said.mark != 0);
    return arb__strict_ply(&t->r, w->at, len, &ply, us) && play_any(t, w, &ply, us);
}
