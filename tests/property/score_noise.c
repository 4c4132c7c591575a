/* score_noise.c: gives runs through game scores random and damaged texts.
 *
 *     score_noise [TEXTS] [SEED]
 *
 * The texts are random games with bytes inserted, removed and changed anywhere, cut anywhere, with
 * room behind the text and without. Whatever a run accepts, the lenient reader must accept, too,
 * with nothing to forgive and nothing but correct numbers, comments and NAGs between the moves; the
 * position must be the same in every byte, and the last move can be taken back. This is checked for
 * the core. A run with an accelerator, for any machine and for this one, must give the same: the
 * byte where it stops, its moves, positions and end. An accelerator without the core behind it must
 * accept a prefix of that, and all of it if it says so. Texts fill their memory exactly, so that a
 * sanitizer sees a read past their end.
 */
#include "arbiter.h"
#include "random_score.h"
#include "run_machines.h"

#include <inttypes.h>

enum { CHANGES = 6 };

typedef struct {
    char *bytes; /* a block of exactly the text and the room behind it */
    size_t len, room;
} text;

static void fail(const text *t, const char *what, uint64_t plies, size_t taken)
{
    printf("%s after %" PRIu64 " plies and %zu bytes of\n%.*s\n0 passed, 1 failed\n", what, plies,
           taken, (int)t->len, t->bytes);
    exit(1);
}

static char noise(random_source *source)
{
    static const char bytes[] = "{}();!?$+#=xO-0 \t\r\n.%abchKQRBN12348[]*\x1A\xE9";
    return bytes[random_below(source, sizeof bytes)]; /* the final '\0' may be drawn, too */
}

/* Chooses a place, mostly the end of the word at `at`, because readers decide there. */
static size_t behind_word(const score *s, random_source *source, size_t at)
{
    while (random_chance(source, 97) && at < s->len && (unsigned char)s->text[at] > ' ')
        at++;
    return at;
}

/* Inserts one byte, or a piece of text that has a meaning. */
static void put_in(score *s, random_source *source, size_t at)
{
    static const char *const pieces[] = {"(Q)",  "\r\n{", "{x}", "$3", "...", "1-0",
                                         "\n\n", "e.p.",  "--",  "O",  "=N",  "+"};
    char byte = noise(source);
    const char *piece = pieces[random_below(source, sizeof pieces / sizeof *pieces)];
    size_t len = strlen(piece);
    if (random_chance(source, 50)) {
        piece = &byte;
        len = 1;
    }
    at = behind_word(s, source, at);
    memmove(s->text + at + len, s->text + at, s->len - at);
    memcpy(s->text + at, piece, len);
    s->len += len;
}

/* Changes, removes or inserts some bytes. */
static void spoil(score *s, random_source *source)
{
    for (unsigned left = random_below(source, CHANGES + 1); left > 0 && s->len > 0; left--) {
        size_t at = random_below(source, (unsigned)s->len);
        switch (random_below(source, 3)) {
        case 0:
            s->text[at] = noise(source);
            break;
        case 1:
            memmove(s->text + at, s->text + at + 1, s->len - at - 1);
            s->len--;
            break;
        default:
            put_in(s, source, at);
            break;
        }
    }
}

static text cut(const score *s, random_source *source)
{
    text t = {.len = random_below(source, (unsigned)s->len + 1)};
    if (random_chance(source, 50)) {
        t.len = behind_word(s, source, t.len);
        t.len += t.len < s->len; /* so the cut may fall between "\r" and "\n" */
    }
    bool roomy = s->len - t.len >= ARB_RUN_ROOM && random_chance(source, 50);
    t.room = roomy ? ARB_RUN_ROOM : 0;
    t.bytes = malloc(t.len + t.room + (t.len + t.room == 0));
    if (!t.bytes)
        abort();
    memcpy(t.bytes, s->text, t.len + t.room);
    return t;
}

/* Plays this many plies by the lenient reader; `before` is the position before the last one. */
static arb_position by_tokens(const text *t, const arb_position *start, uint64_t plies,
                              size_t taken, arb_position *before)
{
    arb_position pos = *start;
    arb_pgn_reader in = arb_pgn_reader_on(t->bytes, t->len);
    *before = pos;
    for (uint64_t played = 0; played < plies;) {
        arb_pgn_token token = arb_pgn_next(&in);
        arb_san san;
        arb_undo undo;
        if (token.kind == ARB_PGN_NUMBER && token.number != arb_position_fullmove(&pos))
            fail(t, "a number that is not due", played, token.begin);
        if (token.kind == ARB_PGN_NUMBER || token.kind == ARB_PGN_COMMENT ||
            token.kind == ARB_PGN_NAG)
            continue;
        if (token.kind != ARB_PGN_WORD ||
            arb_san_read(&pos, t->bytes + token.begin, token.end - token.begin, &san) != ARB_OK ||
            san.tolerated != 0)
            fail(t, "what is not strict SAN is taken", played, token.begin);
        *before = pos;
        if (!arb_position_play(&pos, san.move, &undo))
            fail(t, "a move that cannot be played", played, token.begin);
        played++;
        if (played == plies && token.end != taken)
            fail(t, "the bytes do not fit the moves", plies, taken);
    }
    return pos;
}

/* The complete result of a run. */
typedef struct {
    arb_position pos, before; /* after and before the last move */
    arb_move moves[PLIES / 4];
    uint64_t plies;
    size_t taken;
    arb_reason end;
    uint64_t last_key; /* the last key that was noted */
} told;

static told run_on(const text *t, const arb_position *start, bool ends, arb__run_player *fast)
{
    static arb_run_keys history;
    told said;
    arb_run run;
    memset(&said, 0, sizeof said);
    said.pos = *start;
    arb_run_start(&run, &said.pos, ends ? &history : NULL);
    run.room = t->room;
    run.moves = said.moves;
    run.cap = sizeof said.moves / sizeof *said.moves;
    said.taken = arb__run_score_by(fast, &run, &said.pos, t->bytes, t->len, &said.plies);
    said.end = run.end;
    said.last_key = ends ? history.keys[history.count - 1] : 0;
    said.before = said.pos;
    if (said.plies > 0)
        arb_position_undo(&said.before, &run.last);
    return said;
}

static void compare(const text *t, const told *core, const told *fast)
{
    if (fast->taken != core->taken || fast->plies != core->plies)
        fail(t, "an accelerator stops elsewhere", core->plies, core->taken);
    if (memcmp(&fast->pos, &core->pos, sizeof core->pos) != 0 ||
        memcmp(&fast->before, &core->before, sizeof core->before) != 0 ||
        memcmp(fast->moves, core->moves, sizeof core->moves) != 0)
        fail(t, "an accelerator plays other moves", core->plies, core->taken);
    if (fast->end != core->end || fast->last_key != core->last_key)
        fail(t, "an accelerator says another end", core->plies, core->taken);
}

/* Checks an accelerator without the core behind it: it must accept no more than the core does, and
 * may be certain only where the core stops. */
static void run_alone(const text *t, const arb_position *start, const told *core,
                      arb__run_player *fast)
{
    arb_position pos = *start;
    arb_run run;
    uint64_t plies;
    bool stops;
    arb_run_start(&run, &pos, NULL);
    run.room = t->room;
    size_t taken = fast(&run, &pos, t->bytes, t->len, &plies, &stops);
    if (taken > core->taken || plies > core->plies || (stops && taken != core->taken))
        fail(t, "an accelerator alone is wrong", plies, taken);
}

static uint64_t run_everywhere(const text *t, const arb_position *start, bool ends)
{
    arb_position before;
    told core = run_on(t, start, ends, NULL);
    arb_position expected = by_tokens(t, start, core.plies, core.taken, &before);
    if (core.taken > t->len || memcmp(&core.pos, &expected, sizeof expected) != 0)
        fail(t, "the position differs", core.plies, core.taken);
    if (memcmp(&core.before, &before, sizeof before) != 0)
        fail(t, "the last move is not taken back", core.plies, core.taken);
    for (int machine = 1; machine < RUN_MACHINES; machine++) {
        told fast = run_on(t, start, ends, run_machines[machine]);
        compare(t, &core, &fast);
        if (!ends)
            run_alone(t, start, &core, run_machines[machine]);
    }
    return core.plies;
}

int main(int argc, char **argv)
{
    static score s, spoilt;
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    random_source source = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    uint64_t plies = 0;
    for (uint64_t texts = 0; texts < wanted; texts++) {
        if (texts % 32 == 0)
            random_score(&s, &source, random_below(&source, 2) == 0);
        spoilt = s;
        if (random_chance(&source, 50)) /* damage near the beginning, which a run reaches */
            spoilt.len = s.len < 200 ? s.len : 200;
        spoil(&spoilt, &source);
        text t = cut(&spoilt, &source);
        plies += run_everywhere(&t, &s.at[0], texts % 2 == 0);
        free(t.bytes);
    }
    printf("%" PRIu64 " plies of %" PRIu64 " texts\n", plies, wanted);
    printf("%d passed, %d failed\n", plies > wanted, plies <= wanted);
    return plies <= wanted;
}
