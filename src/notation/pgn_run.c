/* pgn_run.c: the plain part of a game score, played as it is read. Layer: notation.
 *
 * From the bytes of a move straight to the one piece that can make it: no list of moves, no copy,
 * nothing allocated. Only what is written exactly as it should be is taken; anything else is left
 * to the tolerant reader, which can explain. */
#include "notation/notation.h"
#include "notation/san_plain.h"
#include "position/key.h"
#include "position/position.h"

#include <string.h>

/* ---- to and from the position ---- */

static bool at_home(const arb_position *pos)
{
    for (unsigned colour = 0; colour < 2; colour++)
        for (unsigned side = 0; side < 2; side++) {
            arb_square rook = pos->castle_rook[colour][side];
            unsigned row = colour == ARB_WHITE ? 0 : 56;
            if (rook != ARB_NO_SQUARE &&
                (rook != row + (side == ARB_KING_SIDE ? 7 : 0) || pos->royal[colour] != row + 4))
                return false;
        }
    return true;
}

/* Are the moves those of chess, castling apart, here and in every line of play? */
static bool is_chess(const arb_position *pos)
{
    arb_position bare;
    if (pos->kernel != ARB_KERNEL_BITS || pos->over || !pos->rules->castling.allowed ||
        pos->rules->ending.checkmate == ARB_GOES_ON)
        return false;
    bare = *pos;
    for (int i = 0; i < 4; i++)
        bare.castle_rook[i / 2][i % 2] = ARB_NO_SQUARE;
    arb__shape shape = arb__bits_shape(&bare);
    return arb__bits_is_chess(&bare, &shape);
}

void arb_run_start(arb_run *run, const arb_position *pos, uint64_t *keys)
{
    run->keys = keys;
    run->fits = is_chess(pos);
    run->corner_home = run->fits && at_home(pos);
    run->has_last = false;
    run->end = ARB_R_NONE;
    run->key_count = 0;
    if (run->keys)
        run->keys[run->key_count++] = pos->key;
}

static arb__runner runner_of(const arb_position *pos, bool corner_home)
{
    arb__runner r = {.b = arb__bits_board(pos, (arb_colour)pos->turn),
                     .halfmove = pos->halfmove,
                     .fullmove = pos->fullmove,
                     .us = (arb_colour)pos->turn,
                     .corner_home = corner_home,
                     .en_passant_legal = pos->en_passant_legal,
                     .key = pos->key};
    r.b.marks &= ~r.b.kings;
    r.checkers = arb__checkers_by(&r.b, arb_other(r.us));
    return r;
}

/* With which rooks each side could castle when the run began. */
typedef struct {
    arb_square at[2][2];
} home_rooks;

static void put_back(arb_position *pos, const arb__runner *r, const home_rooks *rooks)
{
    const arb__board *b = &r->b;
    pos->board.bits.pawns = b->pawns;
    pos->board.bits.knights = b->knights;
    pos->board.bits.diagonals = b->diagonals;
    pos->board.bits.straights = b->straights;
    pos->board.bits.kings = b->kings;
    for (int colour = 0; colour < 2; colour++) {
        pos->board.bits.colour[colour] = b->colour[colour];
        pos->royal[colour] = (arb_square)arb__first(b->kings & b->colour[colour]);
        for (int side = 0; side < 2; side++) {
            arb_square rook = rooks->at[colour][side];
            bool kept = rook != ARB_NO_SQUARE && (b->marks & b->colour[colour] & arb__bit(rook));
            pos->castle_rook[colour][side] = kept ? rook : ARB_NO_SQUARE;
        }
    }
    uint64_t passed = b->marks & ~arb__occupied(b);
    pos->en_passant = passed != 0 ? (arb_square)arb__first(passed) : ARB_NO_SQUARE;
    pos->en_passant_legal = r->en_passant_legal;
    pos->turn = (uint8_t)r->us;
    pos->halfmove = r->halfmove;
    pos->fullmove = r->fullmove;
    pos->key = r->key;
}

/* ---- the key ---- */

static uint64_t key_change(const arb__ply *ply, arb_colour us)
{
    arb_colour them = arb_other(us);
    arb_kind arrives = ply->promotion != ARB_NO_KIND ? ply->promotion : ply->kind;
    uint64_t key = arb__key_piece((arb_square)ply->from, arb_piece_of(us, ply->kind)) ^
                   arb__key_piece((arb_square)ply->to, arb_piece_of(us, arrives));
    if (ply->type == ARB_CASTLING) {
        unsigned row = ply->to & 56u;
        bool king_side = ply->to > ply->from;
        arb_piece rook = arb_piece_of(us, ARB_ROOK);
        key ^= arb__key_piece((arb_square)(row + (king_side ? 7 : 0)), rook) ^
               arb__key_piece((arb_square)(row + (king_side ? 5 : 3)), rook);
    } else if (ply->captured != ARB_NO_KIND) {
        unsigned at = ply->type == ARB_EN_PASSANT ? ply->to ^ 8u : ply->to;
        key ^= arb__key_piece((arb_square)at, arb_piece_of(them, ply->captured));
    }
    return key;
}

/* ---- the end of a ply ---- */

static bool mark_fits(const arb__runner *r, char mark)
{
    if (r->checkers == 0)
        return mark == 0;
    if (mark == 0)
        return false;
    return arb__runner_has_move(r) == (mark == '+');
}

/* Can the pawn that has just stepped two be taken en passant? */
static __attribute__((noinline)) bool en_passant_legal(const arb__runner *r, uint64_t passed)
{
    uint64_t takers = arb__pawn_attacks(passed, arb_other(r->us)) & r->b.pawns;
    arb__ply ply;
    for (takers &= r->b.colour[r->us]; takers != 0; takers &= takers - 1)
        if (arb__plain_en_passant(r, &ply, takers & -takers, passed))
            return true;
    return false;
}

/* Repetition, and moves without capture or pawn move (FIDE 9.6): no move may follow. */
static void note_end(arb_run *run, const arb_rules *rules, uint32_t halfmove, uint64_t key)
{
    if (!run->keys)
        return;
    if (halfmove == 0)
        run->key_count = 0;
    if (run->key_count < ARB_RUN_KEYS)
        run->keys[run->key_count++] = key;
    unsigned times = 1, wanted = rules->ending.auto_repetitions;
    if (wanted != 0 && run->key_count > 4 * (wanted - 1)) {
        for (unsigned i = run->key_count - 1; i >= 2; i -= 2)
            times += run->keys[i - 2] == key;
        if (times >= wanted)
            run->end = ARB_R_REPETITION;
    }
    unsigned limit = 2u * rules->ending.auto_moves;
    if (run->end == ARB_R_NONE && limit != 0 && halfmove >= limit)
        run->end = ARB_R_MOVE_LIMIT;
}

void arb_run_note(arb_run *run, const arb_position *pos)
{
    note_end(run, pos->rules, pos->halfmove, pos->key);
}

/* ---- the text between the moves ---- */

/* A number that is due, with its dots: its length, 0 for anything else. */
static size_t read_due_number(const char *text, const char *end, uint32_t due)
{
    const char *at = text;
    uint32_t number = 0;
    for (; at < end && arb__is_digit(*at) && at - text < 9; at++)
        number = number * 10 + (uint32_t)(*at - '0');
    if (number != due || at == end || *at != '.')
        return 0;
    while (at < end && *at == '.')
        at++;
    return (size_t)(at - text);
}

/* Behind a comment, a NAG or blanks; NULL where something else comes, or a line that is blank. */
static const char *skip_between(const char *at, const char *end)
{
    for (;;) {
        if (at == end)
            return NULL;
        switch (*at) {
        case '\r':
        case ' ':
            at++;
            break;
        case '\n':
            at++;
            if (at == end || *at == '\n' || *at == '\r' || *at == ' ' || *at == '\t' || *at == '%')
                return NULL;
            break;
        case '{':
            at = memchr(at, '}', (size_t)(end - at));
            if (!at)
                return NULL;
            at++;
            break;
        case '$':
            do
                at++;
            while (at < end && arb__is_digit(*at));
            break;
        case '!':
        case '?':
            at++;
            break;
        default:
            return at;
        }
    }
}

/* The length of the word here, 0 if it is longer than a move can be. */
static size_t word_length(const char *at, const char *end)
{
    enum { LONGEST = 8 };
    size_t room = (size_t)(end - at) < LONGEST ? (size_t)(end - at) : LONGEST;
    for (size_t i = 0; i < room; i++)
        switch (at[i]) {
        case ' ':
        case '\n':
        case '\r':
        case '!':
        case '?':
        case '$':
        case '{':
        case ')':
            return i;
        default:
            break;
        }
    return 0;
}

/* ---- the whole ---- */

static void keep_last(arb_run *run, const arb_position *pos, const arb__ply *ply)
{
    arb_undo *undo = &run->last;
    unsigned to = ply->to;
    if (ply->type == ARB_CASTLING)
        to = ply->to > ply->from ? ply->to + 1 : ply->to - 2;
    undo->key = pos->key;
    undo->move = arb_move_of((arb_square)ply->from, (arb_square)to, ply->promotion, ply->type);
    for (int colour = 0; colour < 2; colour++) {
        undo->royal[colour] = pos->royal[colour];
        for (int side = 0; side < 2; side++)
            undo->castle_rook[colour][side] = pos->castle_rook[colour][side];
    }
    undo->en_passant = pos->en_passant;
    undo->en_passant_legal = pos->en_passant_legal;
    undo->turn = pos->turn;
    undo->over = pos->over;
    undo->halfmove = pos->halfmove;
    undo->fullmove = pos->fullmove;
    arb_colour us = (arb_colour)pos->turn;
    undo->moved = arb_piece_of(us, ply->kind);
    undo->captured =
        ply->captured == ARB_NO_KIND ? ARB_NO_PIECE : arb_piece_of(arb_other(us), ply->captured);
    run->has_last = true;
}

/* The key's parts besides the pieces: turn, rights, en passant. */
static uint64_t state_change(const arb__runner *before, arb__runner *after, arb_position *pos,
                             const home_rooks *rooks)
{
    uint64_t passed = after->b.marks & ~arb__occupied(&after->b);
    uint64_t passed_before = before->b.marks & ~arb__occupied(&before->b);
    uint64_t key = arb__key_turn();
    if (before->en_passant_legal)
        key ^= arb__key_en_passant((arb_square)arb__first(passed_before));
    after->en_passant_legal = passed != 0 && en_passant_legal(after, passed);
    if (after->en_passant_legal)
        key ^= arb__key_en_passant((arb_square)arb__first(passed));
    if ((before->b.marks ^ passed_before) != (after->b.marks ^ passed)) {
        put_back(pos, before, rooks);
        key ^= arb__key_rights(pos);
        put_back(pos, after, rooks);
        key ^= arb__key_rights(pos);
    }
    return key;
}

/* Reads one move; how many bytes it takes, 0 if it is not to be taken here. */
static size_t read_move(const arb__runner *r, const char *at, const char *end, arb__runner *after,
                        arb__ply *ply)
{
    size_t n = word_length(at, end);
    if (n < 2)
        return 0;
    char mark = at[n - 1] == '+' || at[n - 1] == '#' ? at[n - 1] : 0;
    if (!arb__plain_move(r, at, n - (mark != 0), ply))
        return 0;
    *after = *r;
    arb__runner_play(after, ply);
    return mark_fits(after, mark) ? n : 0;
}

size_t arb_run_score(arb_run *run, arb_position *pos, const char *text, size_t len, uint64_t *plies)
{
    const char *end = text + len;
    const char *done = text;
    arb__runner slots[3]; /* before the last ply, before this one, behind it */
    arb__runner *before = &slots[0], *now = &slots[1], *next = &slots[2];
    home_rooks rooks;
    arb__ply ply, last = {.from = 0};
    *plies = 0;
    if (!run->fits || run->end != ARB_R_NONE)
        return 0;
    memcpy(rooks.at, pos->castle_rook, sizeof rooks.at);
    *now = runner_of(pos, run->corner_home);
    for (const char *at = text; (at = skip_between(at, end)) != NULL && run->end == ARB_R_NONE;) {
        size_t n;
        if (arb__is_digit(*at)) {
            n = read_due_number(at, end, now->fullmove);
            if (n == 0)
                break;
        } else {
            n = read_move(now, at, end, next, &ply);
            if (n == 0)
                break;
            next->key ^= key_change(&ply, now->us) ^ state_change(now, next, pos, &rooks);
            arb__runner *spare = before;
            before = now;
            now = next;
            next = spare;
            last = ply;
            ++*plies;
            note_end(run, pos->rules, now->halfmove, now->key);
        }
        at += n;
        done = at;
    }
    if (*plies > 0) {
        put_back(pos, before, &rooks);
        keep_last(run, pos, &last);
        put_back(pos, now, &rooks);
    }
    return (size_t)(done - text);
}
