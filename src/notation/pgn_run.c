/* pgn_run.c: the plain part of a game score, played as it is read. Layer: notation.
 *
 * From the bytes of a move straight to the one piece that can make it: no list of moves, no copy,
 * nothing allocated. Only what is written exactly as it should be is taken; anything else is left
 * to the tolerant reader, which can explain. The inner loop is in pgn_play.h. */
#include "notation/pgn_play.h"
#include "position/position.h"

/* ---- to and from the position ---- */

static bool all_at_home(const arb_position *pos)
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
    run->corner_home = run->fits && all_at_home(pos);
    run->has_last = false;
    run->end = ARB_R_NONE;
    run->auto_repetitions = wanted;
    /* Positions after which the last can have occurred so often; where nobody asks, when the room
     * for them is used up. */
    run->first_repetition =
        wanted == 0 || wanted > ARB_RUN_KEYS / 4 ? ARB_RUN_KEYS - 1 : 4 * (wanted - 1);
    run->auto_halfmoves = moves == 0 ? UINT32_MAX : 2 * moves;
    run->history = history;
    if (history) {
        history->keys[0] = pos->key;
        history->count = 1;
        history->counted = 0;
    }
}

static void take_pieces(arb__runner *r, const arb_position *pos)
{
    uint64_t straights = pos->board.bits.straights, diagonals = pos->board.bits.diagonals;
    r->kind[ARB_NO_KIND] = 0;
    r->kind[ARB_PAWN] = pos->board.bits.pawns;
    r->kind[ARB_KNIGHT] = pos->board.bits.knights;
    r->kind[ARB_BISHOP] = diagonals & ~straights;
    r->kind[ARB_ROOK] = straights & ~diagonals;
    r->kind[ARB_QUEEN] = straights & diagonals;
    r->kind[ARB_KING] = pos->board.bits.kings;
    r->colour[ARB_WHITE] = pos->board.bits.colour[ARB_WHITE];
    r->colour[ARB_BLACK] = pos->board.bits.colour[ARB_BLACK];
    r->king[ARB_WHITE] = pos->royal[ARB_WHITE];
    r->king[ARB_BLACK] = pos->royal[ARB_BLACK];
    memset(r->on, ARB_NO_KIND, sizeof r->on);
    for (unsigned kind = ARB_PAWN; kind <= ARB_KING; kind++)
        for (uint64_t set = r->kind[kind]; set != 0; set &= set - 1)
            r->on[arb__first(set)] = (uint8_t)kind;
}

static void take_position(arb__score *t, arb_position *pos)
{
    arb__runner *r = &t->r;
    t->pos = pos;
    t->us = (arb_colour)pos->turn;
    t->fullmove = pos->fullmove;
    memcpy(t->rooks, pos->castle_rook, sizeof t->rooks);
    take_pieces(r, pos);
    arb__state *state = &r->state[t->us];
    *state = (arb__state){
        .key = pos->key, .halfmove = pos->halfmove, .en_passant_legal = pos->en_passant_legal};
    for (int i = 0; i < 4; i++)
        if (t->rooks[i / 2][i % 2] != ARB_NO_SQUARE)
            state->marks |= arb__bit(t->rooks[i / 2][i % 2]);
    if (pos->en_passant != ARB_NO_SQUARE)
        state->passed = arb__bit(pos->en_passant);
    unsigned king = r->king[t->us];
    state->answers =
        arb__answers_to(arb__runner_attackers(r, king, arb__occupied(r), arb_other(t->us)), king);
}

static void put_rights(const arb__score *t, uint64_t marks)
{
    for (int colour = 0; colour < 2; colour++)
        for (int side = 0; side < 2; side++) {
            arb_square rook = t->rooks[colour][side];
            bool kept = rook != ARB_NO_SQUARE && (marks & arb__bit(rook)) != 0;
            t->pos->castle_rook[colour][side] = kept ? rook : ARB_NO_SQUARE;
        }
}

/* The position as it was with `us` to move. */
static void put_back(const arb__score *t, arb_colour us)
{
    const arb__runner *r = &t->r;
    const arb__state *state = &r->state[us];
    arb_position *pos = t->pos;
    pos->board.bits.pawns = r->kind[ARB_PAWN];
    pos->board.bits.knights = r->kind[ARB_KNIGHT];
    pos->board.bits.diagonals = r->kind[ARB_BISHOP] | r->kind[ARB_QUEEN];
    pos->board.bits.straights = r->kind[ARB_ROOK] | r->kind[ARB_QUEEN];
    pos->board.bits.kings = r->kind[ARB_KING];
    for (unsigned colour = 0; colour < 2; colour++) {
        pos->board.bits.colour[colour] = r->colour[colour];
        pos->royal[colour] = (arb_square)r->king[colour];
    }
    put_rights(t, state->marks);
    pos->en_passant = state->passed != 0 ? (arb_square)arb__first(state->passed) : ARB_NO_SQUARE;
    pos->en_passant_legal = state->en_passant_legal;
    pos->turn = (uint8_t)us;
    pos->halfmove = state->halfmove;
    pos->fullmove = t->fullmove - (us == ARB_BLACK);
    pos->key = state->key;
}

/* Up to the last ply as the run knows it; that one is played on the position, for what its undoing
 * needs. */
static void put_last(arb__score *t)
{
    arb_colour before = arb_other(t->us);
    const arb__ply *ply = &t->ply[before];
    unsigned to = ply->to;
    if (ply->type == ARB_CASTLING)
        to = ply->to > ply->from ? ply->to + 1u : ply->to - 2u;
    arb__runner_take_back(&t->r, ply, before);
    put_back(t, before);
    arb__play(t->pos, arb_move_of(ply->from, (arb_square)to, ply->promotion, ply->type),
              &t->run->last);
    t->run->has_last = true;
}

/* ---- what is rare in the loop ---- */

void arb__score_number(arb__score *t)
{
    uint32_t number = t->fullmove;
    t->number = '.';
    t->number_len = 1;
    do {
        t->number = t->number << 8 | ('0' + number % 10);
        t->number_len++;
        number /= 10;
    } while (number > 0);
    t->digits = ~(uint64_t)0 >> (64 - 8 * t->number_len);
}

uint64_t arb__score_rights(const arb__score *t, uint64_t before, uint64_t after)
{
    put_rights(t, before);
    uint64_t key = arb__key_rights(t->pos);
    put_rights(t, after);
    return key ^ arb__key_rights(t->pos);
}

/* How often the last key occurs. A count by its last byte rules nearly everything out. */
static unsigned repetitions(arb_run_keys *k, uint32_t first, uint32_t wanted)
{
    if (k->count == first + 1) {
        memset(k->seen, 0, sizeof k->seen);
        k->counted = 0;
    }
    for (; k->counted < k->count; k->counted++)
        k->seen[k->keys[k->counted] & 255]++;
    uint64_t key = k->keys[k->count - 1];
    if (k->seen[key & 255] < wanted)
        return 1;
    unsigned times = 1;
    for (unsigned i = k->count - 1; i >= 2; i -= 2)
        times += k->keys[i - 2] == key;
    return times;
}

/* Full, which is for rule sets where no count of moves ends the game: the older half goes. */
static void forget_half(arb_run_keys *k)
{
    k->count = ARB_RUN_KEYS / 2;
    memcpy(k->keys, k->keys + k->count, k->count * sizeof k->keys[0]);
    memset(k->seen, 0, sizeof k->seen);
    k->counted = 0;
}

bool arb__score_ends(arb_run *run, arb_run_keys *k, uint32_t halfmove)
{
    uint32_t wanted = run->auto_repetitions;
    if (run->history && wanted != 0 && k->count > run->first_repetition &&
        repetitions(k, run->first_repetition, wanted) >= wanted)
        run->end = ARB_R_REPETITION;
    if (run->history && halfmove >= run->auto_halfmoves && run->end == ARB_R_NONE)
        run->end = ARB_R_MOVE_LIMIT;
    if (k->count == ARB_RUN_KEYS)
        forget_half(k);
    return run->end != ARB_R_NONE;
}

void arb_run_note(arb_run *run, const arb_position *pos)
{
    if (run->history)
        arb__note_key(run, run->history, pos->halfmove, pos->key);
}

/* Does the mark say what the move does? Then what answers a check; else the move is taken back. */
bool arb__score_mark(arb__score *t, uint64_t *answers, uint64_t checkers, char mark, arb_colour us)
{
    arb__runner *r = &t->r;
    const arb__ply *ply = &t->ply[us];
    arb_colour them = arb_other(us);
    bool fits = (checkers == 0) == (mark == 0);
    if (checkers != 0 && mark != 0) {
        uint64_t passed = ply->kind == ARB_PAWN && (ply->from ^ ply->to) == 16
                              ? arb__bit((ply->from + ply->to) / 2u)
                              : 0;
        fits = arb__runner_has_move(r, passed, them) == (mark == '+');
    }
    if (!fits)
        arb__runner_take_back(r, ply, us);
    *answers = arb__answers_to(checkers, r->king[them]);
    return fits;
}

/* What the pieces of any move change of the key. */
static uint64_t ply_key(const arb__ply *ply, arb_colour us)
{
    const uint64_t(*own)[64] = arb__key_chess[us];
    unsigned taken_at = ply->type == ARB_EN_PASSANT ? ply->to ^ 8u : ply->to;
    unsigned arrives = ply->promotion != ARB_NO_KIND ? ply->promotion : ply->kind;
    uint64_t key = own[ply->kind][ply->from] ^ own[arrives][ply->to] ^
                   arb__key_chess[us ^ 1u][ply->captured][taken_at];
    if (ply->type == ARB_CASTLING) {
        unsigned row = ply->to & 56u;
        bool king_side = ply->to > ply->from;
        key ^= own[ARB_ROOK][row + (king_side ? 7 : 0)] ^ own[ARB_ROOK][row + (king_side ? 5 : 3)];
    }
    return key;
}

ARB__INLINE size_t play_unusual(arb__score *t, const char *at, size_t len, bool *over,
                                arb_colour us)
{
    const arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
    arb__runner *r = &t->r;
    arb__ply ply;
    uint64_t answers = ARB__NO_CHECK;
    char mark = at[len - 1] == '+' || at[len - 1] == '#' ? at[len - 1] : 0;
    if (!arb__plain_ply(r, t->run->corner_home, at, len - (mark != 0), &ply, us))
        return 0;
    uint64_t checkers;
    if ((ply.type | ply.promotion) == 0) {
        const arb__letter *said = &arb__letters[arb__letter_of[(unsigned char)at[0]]];
        arb__runner_step(r, ply.kind, ply.captured, ply.from, ply.to, us);
        checkers = arb__plain_checkers(r, said->arrival[them][1], ply.to, us);
    } else {
        arb__runner_play(r, &ply, us);
        checkers = arb__runner_attackers(r, r->king[them], arb__occupied(r), us);
    }
    t->ply[us] = ply;
    if ((checkers != 0 || mark != 0) && !arb__score_mark(t, &answers, checkers, mark, us))
        return 0;
    *over = arb__settle_ply(t, ply.kind, ply.captured, ply.from, ply.to, answers, ply_key(&ply, us),
                            us);
    return len;
}

/* Any move in strict SAN: its length, 0 if it is not to be taken here. */
size_t arb__score_unusual(arb__score *t, const char *at, bool *over, arb_colour us)
{
    size_t len = 0;
    while (len < ARB__WORD && !arb__ends_word(at[len]))
        len++;
    if (len < 2 || len == ARB__WORD)
        return 0;
    return us == ARB_WHITE ? play_unusual(t, at, len, over, ARB_WHITE)
                           : play_unusual(t, at, len, over, ARB_BLACK);
}

const uint8_t arb__behind_move[256] = {
    ['\t'] = ARB__BEHIND_WORD, ['\n'] = ARB__BEHIND_WORD, ['\v'] = ARB__BEHIND_WORD,
    ['\f'] = ARB__BEHIND_WORD, ['\r'] = ARB__BEHIND_WORD, [0x1A] = ARB__BEHIND_WORD,
    [' '] = ARB__BEHIND_WORD,  ['!'] = ARB__BEHIND_WORD,  ['$'] = ARB__BEHIND_WORD,
    ['('] = ARB__BEHIND_WORD,  [')'] = ARB__BEHIND_WORD,  ['*'] = ARB__BEHIND_WORD,
    [';'] = ARB__BEHIND_WORD,  ['?'] = ARB__BEHIND_WORD,  ['{'] = ARB__BEHIND_WORD,
    ['}'] = ARB__BEHIND_WORD,  ['+'] = ARB__MARK,         ['#'] = ARB__MARK,
};

/* ---- the machines ---- */

static inline const char *find_close(const char *at, const char *end)
{
    return memchr(at, '}', (size_t)(end - at));
}

#if ARB__HAS_AVX2
#include <immintrin.h>

static inline ARB__AVX2 const char *find_close_wide(const char *at, const char *end)
{
    const __m256i brace = _mm256_set1_epi8('}');
    for (; end - at >= 32; at += 32) {
        __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)at);
        unsigned hits = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, brace));
        if (hits != 0)
            return at + __builtin_ctz(hits);
    }
    return find_close(at, end);
}
#endif

/* The last bytes of the text are read from a copy with room behind it. */
ARB__INLINE size_t play_score(arb__score *t, const char *text, size_t len, arb__close_finder *find)
{
    const char *from = text;
    size_t taken = 0, base = 0;
    t->end = text + len;
    t->safe = len > ARB__ROOM ? t->end - ARB__ROOM : text;
    for (;;) {
        t->done = from;
        t->rest = NULL;
        arb__play_plies(t, from, find);
        if (t->done > from)
            taken = base + (size_t)(t->done - from);
        if (!t->rest || from != text)
            return taken;
        base = (size_t)(t->rest - text);
        memset(t->tail, '\n', sizeof t->tail);
        memcpy(t->tail, t->rest, len - base);
        from = t->tail;
        t->safe = t->end = t->tail + (len - base);
    }
}

static size_t play_score_plain(arb__score *t, const char *text, size_t len)
{
    return play_score(t, text, len, find_close);
}

#if ARB__HAS_AVX2
static ARB__AVX2 size_t play_score_wide(arb__score *t, const char *text, size_t len)
{
    return play_score(t, text, len, find_close_wide);
}
#endif

size_t arb__run_score_on(arb_run *run, arb_position *pos, const char *text, size_t len,
                         uint64_t *plies, arb__machine machine)
{
    /* More than any game has, and so few moves that no clock comes to its limit. */
    enum { TEXT_LIMIT = 1 << 20, CLOCK_LIMIT = 500000 };
    arb__score t;
    arb_run_keys nobodys;
    *plies = 0;
    if (!run->fits || run->end != ARB_R_NONE || pos->halfmove > CLOCK_LIMIT ||
        pos->fullmove > CLOCK_LIMIT)
        return 0;
    if (len > TEXT_LIMIT)
        len = TEXT_LIMIT;
    nobodys.count = nobodys.counted = 0;
    t.run = run;
    t.keys = run->history ? run->history : &nobodys;
    take_position(&t, pos);
    arb__score_number(&t);
    size_t taken;
#if ARB__HAS_AVX2
    if (machine == ARB__WITH_AVX2)
        taken = play_score_wide(&t, text, len);
    else
#endif
        taken = play_score_plain(&t, text, len);
    (void)machine;
    *plies = 2 * (t.fullmove - pos->fullmove) + (uint64_t)t.us - pos->turn;
    if (*plies > 0)
        put_last(&t);
    return taken;
}

size_t arb_run_score(arb_run *run, arb_position *pos, const char *text, size_t len, uint64_t *plies)
{
    return arb__run_score_on(run, pos, text, len, plies, arb__best_machine());
}
