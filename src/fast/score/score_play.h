/* score_play.h: the moves of a game score, one after another, on the board. Layer: fast.
 *
 * The inner loop of score_run.c, inlined there; the words come from score_words.h.
 * Written to save instructions: each side has a state of its own, so none is saved and restored;
 * nothing is stored that can be worked out when the run is over; and the slow paths are functions
 * in other files. */
#ifndef ARB_FAST_SCORE_PLAY_H
#define ARB_FAST_SCORE_PLAY_H

#include "fast/score/score_words.h"
#include "notation/run.h"
#include "position/key/key.h"

typedef struct arb__score_loops arb__score_loops;

/* A game score that is being played, from one position on. */
typedef struct {
    const arb__score_loops *loops; /* the inner loops for this processor (score_run.c) */
    arb_run_keys *keys;            /* the run's history, or a spare one that nobody reads */
    uint32_t limit; /* plies without capture or pawn move before the game can be over by a count */
    arb_colour us;  /* the side to move when the playing stops */
    char mark;      /* the mark behind the last move that was played */
    arb__score_board r;
    arb__ply ply[2]; /* the last ply of each side */
    arb_run *run;
    arb_position *pos;       /* the caller's; written only when the playing has stopped */
    arb_square rooks[2][2];  /* the rooks that could castle when the run began */
    uint64_t castlers[4];    /* each of them with its king; all bits where there is none */
    uint64_t rights;         /* the Zobrist key of the rights that are left */
    uint64_t *key_out;       /* where the key of the next position is written to; NULL: nowhere */
    arb_move *out, *out_end; /* where the next move is written to; NULL: nobody wants the moves */
    arb__score_text in;
    char tail[2 * ARB__ROOM];
} arb__score;

/* The square that a double step passed over. */
static inline arb_square arb__passed_by(const arb__ply *ply)
{
    bool two = ply->kind == ARB_PAWN && (ply->from ^ ply->to) == 16;
    return two ? (arb_square)((ply->from + ply->to) / 2) : ARB_NO_SQUARE;
}

/* The ply as the library's move: castling goes to the rook's square. */
ARB__INLINE arb_move arb__move_of_ply(const arb__ply *ply)
{
    size_t to = ply->to;
    if (ARB__UNLIKELY(ply->type == ARB_CASTLING))
        to = arb__castle_rook_home(to < 8 ? ARB_WHITE : ARB_BLACK, arb__side_of_castling(ply));
    return arb_move_of((arb_square)ply->from, (arb_square)to, (arb_kind)ply->promotion,
                       (arb_move_type)ply->type);
}

/* In score_position.c. The first sets up the board from the position; the second writes the
 * position after `count` plies, the last of which can be undone. */
void arb__score_take(arb__score *t);
void arb__score_put(arb__score *t, uint64_t plies);

/* In score_special.c. The marks that are left after a move: a castling right ends when its rook or
 * king moves or is taken. Stores the Zobrist key of the rights that are left in t->rights. */
uint64_t arb__score_marks(arb__score *t, uint64_t marks);
/* Functions for the plies that the inner loop leaves out; each plays its ply to the end. False: the
 * move is left to the core, or it was the last of the game. */
uint64_t arb__score_rights(arb__score *t, uint64_t moved, arb_colour us);
uint64_t arb__score_passed(arb__score *t, uint64_t passed, arb_colour us);
uint64_t arb__score_named(const arb__score *t, const arb__word *w, arb_colour us);
bool arb__score_castling(arb__score *t, const arb__word *w, arb_colour us);
bool arb__score_strict(arb__score *t, const arb__word *w, arb_colour us);
bool arb__score_check(arb__score *t, const arb__word *w, size_t from, size_t captured, arb__aim aim,
                      arb_colour us);
/* Is the other side, which is in check by the last move, checkmated? */
bool arb__score_mates(const arb__score *t, arb_colour us);

/* The Zobrist keys of a piece, by square. */
ARB__INLINE const uint64_t *arb__keys_of(arb_colour colour, uint64_t kind)
{
    return (const uint64_t *)arb__key_chess + 64 * (8 * (uint64_t)colour + kind);
}

/* A legal move whose pieces have been moved; rights, clocks and key are still to be changed. */
typedef struct {
    size_t from;
    uint64_t moved;           /* the two squares */
    bool two;                 /* a double step of a pawn */
    uint32_t keeps;           /* 0 for captures and pawn moves, else all bits */
    uint64_t answers, pinned; /* for the side to move next */
    uint64_t key;             /* XOR of the Zobrist keys of the pieces that moved or were taken */
} arb__done_ply;

/* Completes a move: rights, clocks, Zobrist key. False if the game is over by it. */
ARB__INLINE bool arb__settle_ply(arb__score *t, arb__done_ply m, arb_colour us)
{
    const arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
    arb__score_board *r = &t->r;
    const arb__state *now = &r->state[us];
    arb__state *next = &r->state[them];
    uint64_t key = now->key ^ arb__key_turn() ^ m.key;
    uint32_t halfmove = (now->halfmove + 1) & m.keeps;
    next->halfmove = halfmove;
    next->marks = now->marks;
    next->answers = m.answers;
    next->pinned = m.pinned;
    next->passed = 0;
    /* A right ends when a piece leaves or enters the square of its rook, and when its king moves.
     */
    if (ARB__UNLIKELY((now->passed | (now->marks & m.moved)) != 0))
        key ^= arb__score_rights(t, m.moved, us);
    if (ARB__UNLIKELY(m.two)) {
        uint64_t passed = arb__square_bit(us == ARB_WHITE ? m.from + 8 : m.from - 8);
        if ((arb__pawn_attacks(passed, us) & r->pieces[them][ARB_PAWN]) != 0)
            key ^= arb__score_passed(t, passed, us);
    }
    next->key = key;
    arb__note_key(t->keys, m.keeps, key);
    return !ARB__UNLIKELY(halfmove >= t->limit) || !arb__run_ends(t->run, t->keys, halfmove);
}

/* Plays one move. False if it is left to the core, or was the last of the game. */
ARB__INLINE bool arb__play_word(arb__score *t, const arb__word *w, arb_colour us)
{
    const arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
    arb__score_board *r = &t->r;
    const arb__said *said = &w->said;
    const size_t kind = said->kind, to = said->to;
    uint64_t set;
    if (ARB__UNLIKELY(said->arrives == ARB__NO_ARRIVAL)) {
        if (kind == ARB_NO_KIND)
            return arb__score_strict(t, w, us);
        if (kind == ARB__CASTLING_LETTER)
            return arb__score_castling(t, w, us);
        set = arb__score_named(t, w, us);
    } else {
        set = w->set[0] & r->pieces[us][kind];
        if (ARB__UNLIKELY(arb__several(set))) {
            set = arb__seeing_sliders((unsigned)to, set, r->colour[us] | r->colour[them]);
            set = arb__several(set) ? 0 : set;
        }
    }
    const uint64_t own = r->colour[us], other = r->colour[them];
    if (ARB__UNLIKELY(set == 0))
        return arb__score_strict(t, w, us);
    const size_t from = (size_t)__builtin_ctzll(set);
    /* The target is empty for a quiet move and holds an enemy piece for a capture; no piece stands
     * between. */
    const uint64_t goes = (uint64_t)1 << to, shut = (other ^ (uint64_t)said->takes) | own;
    const uint64_t barred = (goes & shut) | (arb__between[to][from] & (own | other));
    if (ARB__UNLIKELY(kind == ARB_KING)) {
        if (barred != 0 || !arb__king_may_go(r, to, us))
            return arb__score_strict(t, w, us);
        r->king[us] = to;
    } else if (ARB__UNLIKELY(
                   (barred | (goes & ~r->state[us].answers) | (r->state[us].pinned & set)) != 0))
        return arb__score_strict(t, w, us);

    const size_t captured = r->on[to];
    const uint64_t moved = set | goes;
    const uint64_t ours = own ^ moved, theirs = other & ~goes;
    r->pieces[them][captured] &= ~goes;
    r->pieces[us][kind] ^= moved;
    r->colour[us] = ours;
    r->colour[them] = theirs;
    r->on[from] = ARB_NO_KIND;
    r->on[to] = (uint8_t)kind;
    arb__aim aim = arb__aimed_at(r, r->king[them], ours | theirs, us);
    if (ARB__UNLIKELY((aim.checkers | (w->set[1] & r->pieces[them][ARB_KING])) != 0))
        return arb__score_check(t, w, from, captured, aim, us);
    t->ply[us].from = from;
    t->ply[us].to = to;
    t->ply[us].kind = kind;
    t->ply[us].captured = captured;
    t->ply[us].promotion = ARB_NO_KIND;
    t->ply[us].type = ARB_NORMAL;
    arb__done_ply made = {
        .from = from,
        .moved = moved,
        .two = (from ^ to) == said->two,
        .keeps = (uint32_t)said->keeps,
        .answers = ARB__NO_CHECK,
        .pinned = aim.pinned,
        .key = arb__keys_of(us, kind)[from] ^ arb__keys_of(us, kind)[to] ^
               arb__keys_of(them, captured)[to],
    };
    return arb__settle_ply(t, made, us);
}

ARB__INLINE void arb__hand_out(arb__score *t, arb_colour us)
{
    if (t->out >= t->out_end)
        return;
    *t->out++ = arb__move_of_ply(&t->ply[us]);
    if (t->key_out)
        *t->key_out++ = t->r.state[us == ARB_WHITE ? ARB_BLACK : ARB_WHITE].key;
}

/* Plays words until one stops it, as arb__no_word does, and returns the one behind the last that
 * was played. Each side's code stands here once, since it must fit the instruction cache.
 * `hands_out` is a constant where this is inlined. */
ARB__INLINE const arb__word *arb__play_words(arb__score *t, const arb__word *w, bool hands_out)
{
    arb_colour us = t->us;
    if (us == ARB_BLACK)
        goto black;
    for (;; w++) {
        us = ARB_WHITE;
        if (!arb__play_word(t, w, ARB_WHITE))
            break;
        if (hands_out)
            arb__hand_out(t, ARB_WHITE);
        w++;
    black:
        us = ARB_BLACK;
        if (!arb__play_word(t, w, ARB_BLACK))
            break;
        if (hands_out)
            arb__hand_out(t, ARB_BLACK);
    }
    bool over = t->run->end != ARB_R_NONE;
    if (hands_out && over)
        arb__hand_out(t, us);
    t->us = over ? arb_other(us) : us;
    return w + over;
}

#endif
