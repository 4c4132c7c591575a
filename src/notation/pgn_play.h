/* pgn_play.h: the plies of a game score, one after another, from bytes to board. Layer: notation.
 *
 * The inner loop of pgn_run.c, inlined there for each machine. Counts every instruction: the state
 * of a side to move is written where the other's is not, nothing is stored that can be worked out
 * when the run is over, and what is rare is out of the way. */
#ifndef ARB_NOTATION_PGN_PLAY_H
#define ARB_NOTATION_PGN_PLAY_H

#include "notation/pgn.h"
#include "notation/san_plain.h"
#include "position/key.h"

#include <string.h>

enum { ARB__WORD = 8, ARB__ROOM = 48 }; /* longer than any move; than a number with its move */

/* A reading: of one text, from one position. */
typedef struct {
    arb_run *run;
    arb_run_keys *keys; /* of the run, or of nobody */
    arb_position *pos;  /* as it was before; brought up to date at the end */
    arb_colour us;      /* when the reading stops */
    uint32_t fullmove;
    arb__ply ply[2];         /* the last of each side */
    arb_square rooks[2][2];  /* that could castle when the run began */
    const char *done;        /* everything before this is taken */
    const char *end, *safe;  /* of the text; up to `safe` whole moves can be looked at */
    const char *rest;        /* where it came past `safe`; NULL: something else stopped it */
    uint64_t number, digits; /* the due move number as text, "12."; and which bits of it count */
    unsigned number_len;
    char tail[2 * ARB__ROOM];
    arb__runner r;
} arb__score;

/* In pgn_run.c: what is rare. */
void arb__score_number(arb__score *t);
bool arb__score_ends(arb_run *run, arb_run_keys *keys, uint32_t halfmove);
uint64_t arb__score_rights(const arb__score *t, uint64_t before, uint64_t after);
size_t arb__score_unusual(arb__score *t, const char *at, bool *over, arb_colour us);
bool arb__score_mark(arb__score *t, uint64_t *answers, uint64_t checkers, char mark, arb_colour us);

/* Where a comment's brace closes; NULL if nowhere. */
typedef const char *arb__close_finder(const char *at, const char *end);

ARB__INLINE uint64_t arb__load_word(const char *at)
{
    uint64_t bytes;
    memcpy(&bytes, at, sizeof bytes);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return bytes;
}

/* The due number with its dots: its length, 0 for anything else. */
ARB__INLINE size_t arb__due_number(const arb__score *t, const char *at)
{
    if (((arb__load_word(at) ^ t->number) & t->digits) != 0)
        return 0;
    size_t len = t->number_len;
    unsigned dots = 0;
    while (at[len] == '.' && dots < ARB__WORD) {
        len++;
        dots++;
    }
    return dots < ARB__WORD ? len : 0;
}

/* One more: the last digit counts up, and every tenth time it is written anew. */
ARB__INLINE void arb__count_number(arb__score *t)
{
    unsigned last = 8 * (t->number_len - 2);
    t->fullmove++;
    t->number += (uint64_t)1 << last;
    if (ARB__RARELY((t->number >> last & 0xFF) > '9'))
        arb__score_number(t);
}

/* Behind comments, NAGs and blanks; NULL where the text ends, or a line that needs a look. */
ARB__INLINE const char *arb__skip_between(const char *at, const char *end, arb__close_finder *find)
{
    for (; at < end; at++) {
        switch (*at) {
        case '\r':
        case ' ':
        case '!':
        case '?':
            break;
        case '\n':
            if (at + 1 == end || at[1] == '\n' || at[1] == '\r' || at[1] == ' ' || at[1] == '\t' ||
                at[1] == '%')
                return NULL;
            break;
        case '{':
            at = find(at, end);
            if (!at)
                return NULL;
            break;
        case '$':
            while (at + 1 < end && arb__is_digit(at[1]))
                at++;
            break;
        default:
            return at;
        }
    }
    return NULL;
}

/* Notes a position. Is the game over by repetition, or by moves without capture or pawn move? Then
 * no move may follow (FIDE 9.6). */
ARB__INLINE bool arb__note_key(arb_run *run, arb_run_keys *k, uint32_t halfmove, uint64_t key)
{
    /* No branch: every third move is irreversible. */
    uint32_t count = k->count & (0 - (uint32_t)(halfmove != 0));
    k->keys[count] = key;
    k->count = count + 1;
    if (ARB__RARELY(count >= run->first_repetition || halfmove >= run->auto_halfmoves))
        return arb__score_ends(run, k, halfmove);
    return false;
}

/* What follows a legal move whose pieces have moved: rights, clocks, key. `key` is what the pieces
 * change. True if the game is over by it. */
ARB__INLINE bool arb__settle_ply(arb__score *t, unsigned kind, unsigned captured, unsigned from,
                                 unsigned to, uint64_t answers, uint64_t key, arb_colour us)
{
    const arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
    arb__runner *r = &t->r;
    const arb__state *now = &r->state[us];
    arb__state *next = &r->state[them];
    key ^= now->key ^ arb__key_turn();
    if (ARB__RARELY(now->en_passant_legal))
        key ^= arb__key_en_passant((arb_square)arb__first(now->passed));
    uint64_t passed = 0;
    bool legal = false;
    if (ARB__RARELY(((kind ^ ARB_PAWN) | (from ^ to ^ 16)) == 0)) {
        passed = us == ARB_WHITE ? arb__bit(from) << 8 : arb__bit(from) >> 8;
        if ((arb__pawn_attacks(passed, us) & r->kind[ARB_PAWN] & r->colour[them]) != 0)
            legal = arb__runner_en_passant(r, passed, them);
        if (legal)
            key ^= arb__key_en_passant((arb_square)arb__first(passed));
    }
    /* A right goes with what leaves or enters the rook's square, and with the king. */
    uint64_t marks = now->marks & ~(arb__bit(from) | arb__bit(to));
    if (ARB__RARELY(kind == ARB_KING)) {
        r->king[us] = to;
        marks &= us == ARB_WHITE ? ~ARB__ROW_1 : ~(ARB__ROW_1 << 56);
    }
    if (ARB__RARELY(marks != now->marks))
        key ^= arb__score_rights(t, now->marks, marks);

    uint32_t irreversible = (kind == ARB_PAWN) | (captured != ARB_NO_KIND);
    uint32_t halfmove = (now->halfmove + 1) & (irreversible - 1);
    next->key = key;
    next->marks = marks;
    next->passed = passed;
    next->en_passant_legal = legal;
    next->answers = answers;
    next->halfmove = halfmove;
    if (us == ARB_BLACK)
        arb__count_number(t);
    return arb__note_key(t->run, t->keys, halfmove, key);
}

/* What may stand behind a move. */
enum { ARB__IN_WORD, ARB__BEHIND_WORD, ARB__MARK };
extern const uint8_t arb__behind_move[256];

/* A move: its length, 0 if it is not to be taken here. Sets *over if the game is over by it. */
ARB__INLINE size_t arb__play_move(arb__score *t, const char *at, unsigned letter, bool *over,
                                  arb_colour us)
{
    const arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
    arb__runner *r = &t->r;
    const arb__letter *said = &arb__letters[letter];
    uint64_t word = arb__load_word(at);
    /* A move without its mark goes up to the first byte below '1'. */
    uint64_t small = (word - 0x3131313131313131u) & ~word & 0x8080808080808080u;
    unsigned bits = small == 0 ? 64 : (unsigned)__builtin_ctzll(small) & 56u;
    size_t len = bits / 8;
    char mark = 0;
    unsigned behind = arb__behind_move[(unsigned char)at[len]];
    if (ARB__RARELY(behind == ARB__MARK)) {
        mark = at[len++];
        behind = arb__behind_move[(unsigned char)at[len]];
    }
    arb__usual step;
    if (ARB__RARELY(behind != ARB__BEHIND_WORD || !arb__usual_step(r, said, word, bits, &step, us)))
        return arb__score_unusual(t, at, over, us);

    const unsigned kind = step.kind, captured = step.captured, from = step.from, to = step.to;
    arb__runner_step(r, kind, captured, from, to, us);
    /* A pawn attacks as the other side's come: they take where it looks. */
    uint64_t checkers = arb__plain_checkers(r, said->arrival[them][1], to, us);
    uint64_t answers = ARB__NO_CHECK;
    t->ply[us].from = (uint8_t)from;
    t->ply[us].to = (uint8_t)to;
    t->ply[us].kind = (uint8_t)kind;
    t->ply[us].captured = (uint8_t)captured;
    t->ply[us].promotion = ARB_NO_KIND;
    t->ply[us].type = ARB_NORMAL;
    if (ARB__RARELY((checkers | (uint64_t)mark) != 0)) {
        if (!arb__score_mark(t, &answers, checkers, mark, us))
            return 0;
    }
    uint64_t key = arb__key_chess[us][kind][from] ^ arb__key_chess[us][kind][to] ^
                   arb__key_chess[them][captured][to];
    *over = arb__settle_ply(t, kind, captured, from, to, answers, key, us);
    return len;
}

/* One ply with what stands in front of it: behind it, or NULL where the reading stops. */
ARB__INLINE const char *arb__play_ply(arb__score *t, const char *at, arb__close_finder *find,
                                      arb_colour us)
{
    unsigned letter;
    bool over = false;
    for (;;) {
        const char *from = at;
        if (at >= t->safe) {
            t->rest = at;
            break;
        }
        /* A branch, which is guessed right, and on with the reading: a sum would have to be waited
         * for. */
        if (*at == ' ' || *at == '\n')
            at++;
        letter = arb__letter_of[(unsigned char)*at];
        if (ARB__RARELY(letter == 0 && !arb__is_digit(*at))) {
            at = arb__skip_between(from, t->end, find);
            if (!at)
                break;
            if (at >= t->safe) {
                t->rest = at;
                break;
            }
            letter = arb__letter_of[(unsigned char)*at];
        }
        size_t len;
        if (letter != 0) {
            len = arb__play_move(t, at, letter, &over, us);
            if (len == 0)
                break;
            t->done = at + len;
            if (ARB__RARELY(over)) {
                t->us = arb_other(us);
                return NULL;
            }
            return t->done;
        }
        len = arb__due_number(t, at);
        if (len == 0)
            break;
        t->done = at += len;
    }
    t->us = us;
    return NULL;
}

/* The reading, from `at` until something stops it. Each side's part stands here once: code that
 * fits its cache is what makes this fast. */
ARB__INLINE void arb__play_plies(arb__score *t, const char *at, arb__close_finder *find)
{
    if (t->us == ARB_BLACK)
        goto black;
    for (;;) {
        at = arb__play_ply(t, at, find, ARB_WHITE);
        if (!at)
            return;
    black:
        at = arb__play_ply(t, at, find, ARB_BLACK);
        if (!at)
            return;
    }
}

#endif
