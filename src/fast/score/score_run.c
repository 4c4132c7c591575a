/* score_run.c: the moves of a game score in strict SAN, played as they are read. Layer: fast.
 *
 * The bytes of a move lead straight to the one piece that can make it: no list of moves, no copy,
 * nothing allocated. Anything that is not in strict form is left to the core, whose lenient reader
 * can explain. The inner loop is in score_play.h. */
#include "fast/entries.h"
#include "fast/score/score_play.h"
#include "position/position.h"

/* Reads moves ahead into in->words, the first of them by `us`; returns the end mark behind them. */
ARB__INLINE const arb__word *read_ahead(arb__score_text *in, arb__close_finder *find, arb_colour us)
{
    arb__word *w = in->words, *last = w + ARB__WORDS;
    const char *at = in->at;
    unsigned next = at < in->safe ? arb__follows(at) : ARB__IN_WORD;
    if (us == ARB_BLACK)
        goto black;
    while (w < last) {
        at = arb__read_word(in, at, w, &next, find, ARB_WHITE);
        if (!at)
            break;
        w++;
    black:
        at = arb__read_word(in, at, w, &next, find, ARB_BLACK);
        if (!at)
            break;
        w++;
        arb__count_number(in);
    }
    in->at = at;
    /* Moves that were found in the bytes behind the text are dropped. */
    for (; ARB__UNLIKELY(w > in->words && w[-1].at + w[-1].said.len > in->end); w--)
        in->at = NULL;
    w->said = arb__no_word;
    w->at = "";
    return w;
}

/* Reading and playing for one kind of processor. They are not inlined into one function: together
 * they would need more registers than there are. */
struct arb__score_loops {
    const arb__word *(*read)(arb__score_text *in, arb_colour us);
    const arb__word *(*play)(arb__score *t);
    const arb__word *(*play_and_hand_out)(arb__score *t);
};

static const arb__word *read_words(arb__score_text *in, arb_colour us)
{
    return read_ahead(in, arb__find_close, us);
}

static const arb__word *play_only(arb__score *t)
{
    return arb__play_words(t, t->in.words, false);
}

static const arb__word *play_and_hand_out(arb__score *t)
{
    return arb__play_words(t, t->in.words, true);
}

static const arb__score_loops portable_loops = {read_words, play_only, play_and_hand_out};

#if ARB__HAS_AVX2
static inline ARB__AVX2 const char *find_close_avx2(const char *at, const char *end)
{
    const __m256i brace = _mm256_set1_epi8('}');
    for (; end - at >= 32; at += 32) {
        __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)at);
        unsigned hits = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, brace));
        if (hits != 0)
            return at + __builtin_ctz(hits);
    }
    return (const char *)memchr(at, '}', (size_t)(end - at));
}

/* The same code for processors with AVX2, BMI and BMI2: fewer instructions for sets of squares, and
 * longer steps through comments. */
static ARB__AVX2 const arb__word *read_words_avx2(arb__score_text *in, arb_colour us)
{
    return read_ahead(in, find_close_avx2, us);
}

static ARB__AVX2 const arb__word *play_only_avx2(arb__score *t)
{
    return arb__play_words(t, t->in.words, false);
}

static ARB__AVX2 const arb__word *play_and_hand_out_avx2(arb__score *t)
{
    return arb__play_words(t, t->in.words, true);
}

static const arb__score_loops avx2_loops = {read_words_avx2, play_only_avx2,
                                            play_and_hand_out_avx2};
#endif

/* Reads and plays until something stops it or `limit` plies have been played. Returns the place
 * behind the last ply. */
static const char *play_words(arb__score *t, uint64_t limit, uint64_t *plies)
{
    for (;;) {
        const arb__word *first = t->in.words;
        const char *from = t->in.at;
        const arb__word *end = t->loops->read(&t->in, t->us);
        if (limit - *plies < (uint64_t)(end - first))
            t->in.words[limit - *plies].said = arb__no_word;
        const arb__word *last = t->out ? t->loops->play_and_hand_out(t) : t->loops->play(t);
        *plies += (uint64_t)(last - first);
        t->mark = last > first ? last[-1].said.mark : t->mark;
        bool over = t->run->end != ARB_R_NONE;
        if (over || last < end) {
            t->in.rest = NULL; /* the end of the text is not what stopped it */
            t->in.stops = last->said.kind != ARB__CASTLING_LETTER || t->run->corner_home;
        }
        if (over || last < end || !t->in.at)
            return last > first ? last[-1].at + last[-1].said.len : from;
    }
}

/* Plays a text. Reading looks at up to ARB__ROOM bytes behind the current one; unless the caller
 * has room behind the text, the last bytes are read from a padded copy. */
static size_t play_text(arb__score *t, const char *text, size_t len, uint64_t limit,
                        uint64_t *plies)
{
    arb__score_text *in = &t->in;
    *plies = 0;
    t->mark = 0;
    t->out = t->run->moves;
    t->key_out = t->run->keys;
    t->out_end = t->out ? t->out + t->run->cap : NULL;
    arb__score_take(t);
    in->fullmove = t->pos->fullmove;
    in->clock = 0;
    arb__write_number(in);
    in->at = text;
    in->end = text + len;
    in->safe = t->run->room >= ARB__ROOM ? in->end : len > ARB__ROOM ? in->end - ARB__ROOM : text;
    in->rest = NULL;
    in->stops = false;
    size_t taken = (size_t)(play_words(t, limit, plies) - text);
    if (!in->rest || in->safe == in->end)
        return taken;
    size_t base = (size_t)(in->rest - text);
    memset(t->tail, '\n', sizeof t->tail);
    memcpy(t->tail, in->rest, len - base);
    in->at = t->tail;
    in->safe = in->end = t->tail + (len - base);
    size_t more = (size_t)(play_words(t, limit, plies) - t->tail);
    return more > 0 ? base + more : taken;
}

static void copy_keys(arb_run_keys *to, const arb_run_keys *from)
{
    to->count = from->count;
    memcpy(to->keys, from->keys, from->count * sizeof from->keys[0]);
}

/* Plays the first `limit` plies again, with the keys from before the run; t->pos must be the
 * position from before it. So few games need it that nothing is stored for it while the game is
 * played. Returns the bytes taken. */
static size_t play_again(arb__score *t, const arb_run_keys *keys, const char *text, size_t len,
                         uint64_t limit, uint64_t *plies)
{
    if (t->run->history)
        copy_keys(t->keys, keys);
    else
        t->keys->count = 0;
    memset(t->keys->seen, 0, sizeof t->keys->seen);
    t->keys->counted = 0;
    t->run->end = ARB_R_NONE;
    return play_text(t, text, len, limit, plies);
}

/* The same after the run, and writes the position that is reached. */
static size_t replay(arb__score *t, const arb_run_keys *keys, const arb_position *before,
                     const char *text, size_t len, uint64_t limit)
{
    uint64_t plies;
    arb_position_copy(t->pos, before);
    size_t taken = play_again(t, keys, text, len, limit, &plies);
    arb__score_put(t, plies);
    return taken;
}

/* Can the side to move, which is not in check, step with a pawn that is not pinned? Asked here,
 * where all of that is known, of nearly every position that ends a score. */
static bool has_step(const arb__score *t)
{
    const arb__score_board *r = &t->r;
    uint64_t pawns = r->pieces[t->us][ARB_PAWN] & ~r->state[t->us].pinned;
    return (arb__ahead(pawns, t->us) & ~arb__occupied(r)) != 0;
}

/* Was the position dead before the last move already? */
static bool was_dead(const arb_position *pos, const arb_undo *last)
{
    arb_position earlier;
    arb_position_copy(&earlier, pos);
    arb_position_undo(&earlier, last);
    return arb__is_dead(&earlier);
}

/* Finds the first dead position of a run whose last two are dead, and plays up to it. Positions
 * after a dead one are dead, so a search by steps that double finds it. */
static size_t play_to_death(arb__score *t, const arb_run_keys *keys, const arb_position *before,
                            const char *text, size_t len, uint64_t *plies)
{
    uint64_t alive = 0, dead = *plies;
    for (uint64_t step = 1; alive + 1 < dead; step *= 2) {
        uint64_t middle = step < dead - alive ? dead - step : alive + 1;
        replay(t, keys, before, text, len, middle);
        if (arb__is_dead(t->pos)) {
            dead = middle;
        } else {
            alive = middle;
            step = (dead - alive) / 4;
            step = step == 0 ? 1 : step;
        }
    }
    *plies = dead;
    return replay(t, keys, before, text, len, dead);
}

static size_t run_score(const arb__score_loops *loops, arb_run *run, arb_position *pos,
                        const char *text, size_t len, uint64_t *plies, bool *stops)
{
    /* A text longer than any game; its moves are so few that no move counter can overflow. */
    enum { TEXT_LIMIT = 1 << 20, CLOCK_LIMIT = 500000 };
    arb__score t;
    /* A copy of the keys from before the run, or a scratch array if the run keeps no history. */
    arb_run_keys spare;
    *plies = 0;
    *stops = false;
    if (!run->fits || run->end != ARB_R_NONE || pos->halfmove > CLOCK_LIMIT ||
        pos->fullmove > CLOCK_LIMIT)
        return 0;
    if (len > TEXT_LIMIT) /* cut at a blank, in front of a word */
        for (len = TEXT_LIMIT; len > 0 && !arb__is_blank(text[len]);)
            len--;
    spare.count = spare.counted = 0;
    t.loops = loops;
    t.run = run;
    t.pos = pos;
    t.keys = run->history ? run->history : &spare;
    if (run->history)
        copy_keys(&spare, run->history);
    t.limit =
        run->first_repetition < run->auto_halfmoves ? run->first_repetition : run->auto_halfmoves;
    size_t taken = play_text(&t, text, len, UINT64_MAX, plies);
    /* The mark of the last ply says check, though it is mate: it is not in strict form. */
    if (*plies > 0 && t.mark == '+' && arb__score_mates(&t, arb_other(t.us)))
        taken = play_again(&t, &spare, text, len, *plies - 1, plies);
    *stops = t.in.stops;
    if (*plies == 0)
        return taken;
    arb_position before;
    if (run->history)
        arb_position_copy(&before, pos);
    bool steps = t.mark == 0 && has_step(&t);
    arb__score_put(&t, *plies);
    if (run->history && t.mark != '#' && arb__is_dead(pos)) {
        if (was_dead(pos, &run->last)) {
            taken = play_to_death(&t, &spare, &before, text, len, plies);
            steps = false; /* has_step did not look at that position */
        }
        run->end = ARB_R_DEAD_POSITION;
    }
    run->can_move = steps || t.mark == '+'; /* mate would be marked '#' */
    run->is_mated = t.mark == '#';
    if (run->end != ARB_R_NONE)
        run->end = arb_run_outcome(run, pos).reason;
    return taken;
}

size_t arb__portable_run_score(arb_run *run, arb_position *pos, const char *text, size_t len,
                               uint64_t *plies, bool *stops)
{
    return run_score(&portable_loops, run, pos, text, len, plies, stops);
}

size_t arb__fast_run_score(arb_run *run, arb_position *pos, const char *text, size_t len,
                           uint64_t *plies, bool *stops)
{
#if ARB__HAS_AVX2
    if (arb__has_fast_pext())
        return run_score(&avx2_loops, run, pos, text, len, plies, stops);
#endif
    return arb__portable_run_score(run, pos, text, len, plies, stops);
}
