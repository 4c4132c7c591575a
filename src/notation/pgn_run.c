/* pgn_run.c: the plain part of a game score, played as it is read. Layer: notation.
 *
 * From the bytes of a move straight to the one piece that can make it: no list of moves, no copy,
 * nothing allocated. Only what is written exactly as it should be is taken; anything else is left
 * to the tolerant reader, which can explain. */
#include "notation/notation.h"
#include "notation/san_usual.h"
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

void arb_run_start(arb_run *run, const arb_position *pos, arb_run_keys *history)
{
    unsigned wanted = pos->rules->ending.auto_repetitions;
    unsigned moves = pos->rules->ending.auto_moves;
    run->fits = is_chess(pos);
    run->corner_home = run->fits && at_home(pos);
    run->has_last = false;
    run->end = ARB_R_NONE;
    run->auto_repetitions = wanted;
    run->first_repetition = wanted == 0 ? UINT32_MAX : 4 * (wanted - 1);
    run->auto_halfmoves = moves == 0 ? UINT32_MAX : 2 * moves;
    run->history = history;
    if (history) {
        history->keys[0] = pos->key;
        history->count = 1;
        history->counted = 0;
    }
}

static arb__runner runner_of(const arb_position *pos)
{
    arb__runner r = {.b = arb__bits_board(pos, (arb_colour)pos->turn),
                     .key = pos->key,
                     .halfmove = pos->halfmove,
                     .fullmove = pos->fullmove,
                     .us = (arb_colour)pos->turn,
                     .en_passant_legal = pos->en_passant_legal};
    uint64_t occupied = arb__occupied(&r.b);
    r.passed = r.b.marks & ~occupied;
    r.b.marks &= occupied & ~r.b.kings;
    r.checkers = arb__checkers_by(&r.b, arb_other(r.us), ~(uint64_t)0, 0);
    return r;
}

/* With which rooks each side could castle when the run began. */
typedef struct {
    arb_square at[2][2];
} home_rooks;

static void put_rights(arb_position *pos, uint64_t marks, const home_rooks *rooks)
{
    for (int colour = 0; colour < 2; colour++)
        for (int side = 0; side < 2; side++) {
            arb_square rook = rooks->at[colour][side];
            bool kept = rook != ARB_NO_SQUARE && (marks & arb__bit(rook)) != 0;
            pos->castle_rook[colour][side] = kept ? rook : ARB_NO_SQUARE;
        }
}

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
    }
    put_rights(pos, b->marks, rooks);
    pos->en_passant = r->passed != 0 ? (arb_square)arb__first(r->passed) : ARB_NO_SQUARE;
    pos->en_passant_legal = r->en_passant_legal;
    pos->turn = (uint8_t)r->us;
    pos->halfmove = r->halfmove;
    pos->fullmove = r->fullmove;
    pos->key = r->key;
}

static void keep_last(arb_run *run, const arb_position *pos, const arb__ply *ply)
{
    arb_undo *undo = &run->last;
    arb_colour us = (arb_colour)pos->turn;
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
    undo->moved = arb_piece_of(us, ply->kind);
    undo->captured =
        ply->captured == ARB_NO_KIND ? ARB_NO_PIECE : arb_piece_of(arb_other(us), ply->captured);
    run->has_last = true;
}

/* ---- the key ---- */

static uint64_t castling_key(const arb__ply *ply, arb_colour us)
{
    unsigned row = ply->to & 56u;
    bool king_side = ply->to > ply->from;
    arb_piece rook = arb_piece_of(us, ARB_ROOK);
    return arb__key_piece((arb_square)(row + (king_side ? 7 : 0)), rook) ^
           arb__key_piece((arb_square)(row + (king_side ? 5 : 3)), rook);
}

ARB__INLINE uint64_t pieces_key(const arb__ply *ply, arb_colour us)
{
    arb_kind arrives = ply->promotion != ARB_NO_KIND ? ply->promotion : ply->kind;
    uint64_t key = arb__key_chess[us][ply->kind][ply->from] ^ arb__key_chess[us][arrives][ply->to];
    if (ply->captured != ARB_NO_KIND) {
        unsigned at = ply->type == ARB_EN_PASSANT ? ply->to ^ 8u : ply->to;
        key ^= arb__key_chess[us ^ 1u][ply->captured][at];
    }
    if (ply->type == ARB_CASTLING)
        key ^= castling_key(ply, us);
    return key;
}

static __attribute__((noinline)) uint64_t rights_key(arb_position *pos, uint64_t before,
                                                     uint64_t after, const home_rooks *rooks)
{
    put_rights(pos, before, rooks);
    uint64_t key = arb__key_rights(pos);
    put_rights(pos, after, rooks);
    return key ^ arb__key_rights(pos);
}

/* The key's parts besides the pieces: turn, rights, en passant. */
ARB__INLINE uint64_t state_key(const arb__runner *before, arb__runner *after, arb_position *pos,
                               const home_rooks *rooks)
{
    uint64_t key = arb__key_turn();
    if (before->en_passant_legal)
        key ^= arb__key_en_passant((arb_square)arb__first(before->passed));
    after->en_passant_legal = after->passed != 0 && arb__runner_en_passant(after);
    if (after->en_passant_legal)
        key ^= arb__key_en_passant((arb_square)arb__first(after->passed));
    if (before->b.marks != after->b.marks)
        key ^= rights_key(pos, before->b.marks, after->b.marks, rooks);
    return key;
}

/* ---- the end of a ply ---- */

/* How often the last key occurs. A count by its last byte rules nearly everything out. */
static __attribute__((noinline)) unsigned repetitions(arb_run_keys *k)
{
    if (k->counted == 0)
        memset(k->seen, 0, sizeof k->seen);
    for (; k->counted < k->count; k->counted++)
        k->seen[k->keys[k->counted] & 255]++;
    uint64_t key = k->keys[k->count - 1];
    if (k->seen[key & 255] < 3)
        return 1;
    unsigned times = 1;
    for (unsigned i = k->count - 1; i >= 2; i -= 2)
        times += k->keys[i - 2] == key;
    return times;
}

/* Repetition, and moves without capture or pawn move (FIDE 9.6): no move may follow. */
ARB__INLINE void note_end(arb_run *run, uint32_t halfmove, uint64_t key)
{
    arb_run_keys *k = run->history;
    if (!k)
        return;
    if (halfmove == 0)
        k->count = k->counted = 0;
    if (k->count < ARB_RUN_KEYS)
        k->keys[k->count++] = key;
    if (k->count > run->first_repetition && repetitions(k) >= run->auto_repetitions)
        run->end = ARB_R_REPETITION;
    if (halfmove >= run->auto_halfmoves && run->end == ARB_R_NONE)
        run->end = ARB_R_MOVE_LIMIT;
}

void arb_run_note(arb_run *run, const arb_position *pos)
{
    note_end(run, pos->halfmove, pos->key);
}

static bool mark_fits(const arb__runner *r, char mark)
{
    if (r->checkers == 0)
        return mark == 0;
    return mark != 0 && arb__runner_has_move(r) == (mark == '+');
}

/* ---- the text ---- */

enum { WORD = 8 }; /* longer than any move that is read here */

/* A number that is due, with its dots: its length, 0 for anything else. */
ARB__INLINE size_t read_due_number(const char *text, const char *end, uint32_t due)
{
    const char *at = text;
    uint32_t number = 0;
    if (end - text > WORD && due < 100) {
        /* The usual one: as it must be written. */
        unsigned tens = due / 10, ones = due % 10;
        at += tens != 0 && text[0] == (char)('0' + tens);
        if (at[0] != (char)('0' + ones) || at[1] != '.' || (tens != 0 && at == text))
            return 0;
        at++;
    } else {
        for (; at < end && arb__is_digit(*at) && at - text < 9; at++)
            number = number * 10 + (uint32_t)(*at - '0');
        if (number != due || at == end || *at != '.')
            return 0;
    }
    do
        at++;
    while (at < end && *at == '.');
    return (size_t)(at - text);
}

/* Behind a comment, a NAG or blanks; NULL where the text ends, or a line that needs a look. */
static const char *skip_between(const char *at, const char *end)
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
            at = memchr(at, '}', (size_t)(end - at));
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

/* The length of the word at `at`, of which eight bytes can be read: up to the first blank or '!',
 * less what may follow a move without a blank. WORD if it is too long. */
ARB__INLINE size_t word_length(const char *at)
{
    uint64_t bytes;
    memcpy(&bytes, at, WORD);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    uint64_t small = (bytes - 0x2222222222222222u) & ~bytes & 0x8080808080808080u;
    size_t len = small == 0 ? WORD : (size_t)__builtin_ctzll(small) / 8;
    while (len > 0 && (at[len - 1] == ')' || at[len - 1] == '?'))
        len--;
    return len;
}

static __attribute__((noinline)) bool unusual_move(const arb__runner *r, bool corner_home,
                                                   const char *at, size_t len, arb__runner *after)
{
    if (r->us == ARB_WHITE) {
        if (!arb__plain_move(r, corner_home, at, len, &after->ply, ARB_WHITE))
            return false;
        arb__runner_play(r, ARB_WHITE, after);
    } else {
        if (!arb__plain_move(r, corner_home, at, len, &after->ply, ARB_BLACK))
            return false;
        arb__runner_play(r, ARB_BLACK, after);
    }
    after->key = r->key ^ pieces_key(&after->ply, r->us);
    return true;
}

/* Reads and plays one move; how many bytes it takes, 0 if it is not to be taken here. */
ARB__INLINE size_t read_move(const arb__runner *r, bool corner_home, const char *at,
                             arb__runner *after, arb_colour us)
{
    size_t n = word_length(at);
    if (n < 2 || n == WORD)
        return 0;
    char mark = at[n - 1] == '+' || at[n - 1] == '#' ? at[n - 1] : 0;
    if (mark != 0 && n == 2)
        return 0;
    if (!arb__usual_move(r, at, n - (mark != 0), after, us) &&
        !unusual_move(r, corner_home, at, n - (mark != 0), after))
        return 0;
    return mark_fits(after, mark) ? n : 0;
}

/* Near the end of the text: from a copy with room behind it. */
static __attribute__((noinline)) size_t read_last_move(const arb__runner *r, bool corner_home,
                                                       const char *at, const char *end,
                                                       arb__runner *after)
{
    char word[2 * WORD] = {0};
    memcpy(word, at, (size_t)(end - at));
    return r->us == ARB_WHITE ? read_move(r, corner_home, word, after, ARB_WHITE)
                              : read_move(r, corner_home, word, after, ARB_BLACK);
}

/* The usual blanks between tokens, without a call. */
ARB__INLINE const char *next_token(const char *at, const char *end)
{
    if (end - at > WORD) {
        at += *at == ' ';
        if (*at > '?' && *at != '{')
            return at;
        if (arb__is_digit(*at))
            return at;
    }
    return skip_between(at, end);
}

ARB__INLINE size_t run_score(arb_run *run, arb_position *pos, const char *text, size_t len,
                             uint64_t *plies)
{
    const char *end = text + len;
    const char *done = text;
    arb__runner slots[3] = {0}; /* before the last ply, before this one, behind it */
    arb__runner *before = &slots[0], *now = &slots[1], *next = &slots[2];
    home_rooks rooks;
    uint64_t count = 0;
    memcpy(rooks.at, pos->castle_rook, sizeof rooks.at);
    *now = runner_of(pos);
    for (const char *at = text; (at = next_token(at, end)) != NULL && run->end == ARB_R_NONE;) {
        size_t n;
        if (arb__is_digit(*at)) {
            n = read_due_number(at, end, now->fullmove);
            if (n == 0)
                break;
        } else {
            if (end - at < WORD)
                n = read_last_move(now, run->corner_home, at, end, next);
            else if (now->us == ARB_WHITE)
                n = read_move(now, run->corner_home, at, next, ARB_WHITE);
            else
                n = read_move(now, run->corner_home, at, next, ARB_BLACK);
            if (n == 0)
                break;
            next->key ^= state_key(now, next, pos, &rooks);
            arb__runner *spare = before;
            before = now;
            now = next;
            next = spare;
            count++;
            note_end(run, now->halfmove, now->key);
        }
        at += n;
        done = at;
    }
    if (count > 0) {
        put_back(pos, before, &rooks);
        keep_last(run, pos, &now->ply);
        put_back(pos, now, &rooks);
        *plies = count;
    }
    return (size_t)(done - text);
}

#ifdef __x86_64__
static __attribute__((target("bmi,bmi2,popcnt"))) size_t
run_score_bmi(arb_run *run, arb_position *pos, const char *text, size_t len, uint64_t *plies)
{
    return run_score(run, pos, text, len, plies);
}

static bool has_bmi(void)
{
    return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}
#endif

static size_t run_score_plain(arb_run *run, arb_position *pos, const char *text, size_t len,
                              uint64_t *plies)
{
    return run_score(run, pos, text, len, plies);
}

size_t arb_run_score(arb_run *run, arb_position *pos, const char *text, size_t len, uint64_t *plies)
{
    *plies = 0;
    if (!run->fits || run->end != ARB_R_NONE)
        return 0;
#ifdef __x86_64__
    if (has_bmi())
        return run_score_bmi(run, pos, text, len, plies);
#endif
    return run_score_plain(run, pos, text, len, plies);
}
