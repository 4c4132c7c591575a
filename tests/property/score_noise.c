/* score_noise.c: the fast reader of game scores on texts that are anything.
 *
 *     score_noise [TEXTS] [SEED]
 *
 * Random games with bytes put in, taken out and changed anywhere, cut anywhere, with room behind
 * the text and without. Whatever a run takes, the tolerant reader must take, too, with nothing to
 * forgive and nothing but due numbers, comments and NAGs between the moves; the position must be
 * the same in every byte, and its last move must be taken back; on any machine, and on this one.
 * Texts are as large as the memory they stand in, so that a sanitizer sees a look past their end.
 */
#include "arbiter.h"
#include "random_score.h"
#include "run_machines.h"

#include <inttypes.h>

enum { CHANGES = 6 };

typedef struct {
    char *bytes; /* with the room behind it, and no more */
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
    return bytes[random_below(source, sizeof bytes)]; /* the last is '\0' */
}

/* Behind the word that stands here, mostly: there a reader looks. */
static size_t behind_word(const score *s, random_source *source, size_t at)
{
    while (random_chance(source, 97) && at < s->len && (unsigned char)s->text[at] > ' ')
        at++;
    return at;
}

/* One more byte, or something that has a meaning. */
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

/* Some bytes are other ones, gone, or there are more. */
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
        t.len += t.len < s->len; /* between "\r" and "\n", it may be */
    }
    bool roomy = s->len - t.len >= ARB_RUN_ROOM && random_chance(source, 50);
    t.room = roomy ? ARB_RUN_ROOM : 0;
    t.bytes = malloc(t.len + t.room + (t.len + t.room == 0));
    if (!t.bytes)
        abort();
    memcpy(t.bytes, s->text, t.len + t.room);
    return t;
}

/* So many plies by the tolerant reader: `before` is the position in front of the last. */
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
            fail(t, "what is no plain move is taken", played, token.begin);
        *before = pos;
        if (!arb_position_play(&pos, san.move, &undo))
            fail(t, "a move that cannot be played", played, token.begin);
        played++;
        if (played == plies && token.end != taken)
            fail(t, "the bytes do not fit the moves", plies, taken);
    }
    return pos;
}

static uint64_t run_on(const text *t, const arb_position *start, arb__machine machine)
{
    arb_position pos = *start, before;
    arb_run run;
    uint64_t plies;
    arb_run_start(&run, &pos, NULL);
    run.room = t->room;
    size_t taken = arb__run_score_on(&run, &pos, t->bytes, t->len, &plies, machine);
    arb_position expected = by_tokens(t, start, plies, taken, &before);
    if (taken > t->len || memcmp(&pos, &expected, sizeof pos) != 0)
        fail(t, "the position differs", plies, taken);
    if (plies == 0)
        return 0;
    arb_position_undo(&pos, &run.last);
    if (memcmp(&pos, &before, sizeof pos) != 0)
        fail(t, "the last move is not taken back", plies, taken);
    return plies;
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
        if (random_chance(&source, 50)) /* early, where a run gets to it */
            spoilt.len = s.len < 200 ? s.len : 200;
        spoil(&spoilt, &source);
        text t = cut(&spoilt, &source);
        uint64_t played = run_on(&t, &s.at[0], ARB__ANY_MACHINE);
        if (run_on(&t, &s.at[0], arb__best_machine()) != played)
            fail(&t, "machines differ", played, 0);
        plies += played;
        free(t.bytes);
    }
    printf("%" PRIu64 " plies of %" PRIu64 " texts\n", plies, wanted);
    printf("%d passed, %d failed\n", plies > wanted, plies <= wanted);
    return plies <= wanted;
}
