/* score_twin.c: compares runs through game scores with the lenient reader.
 *
 *     score_twin [PLIES] [SEED]
 *
 * Random games of chess and Chess960 are written in strict SAN with numbers, comments and line
 * ends, then read by a run: every byte of the position must be as after playing move by move, and
 * undoing the last move must restore every byte. The core, the code for any machine and that for
 * this machine are tried. Then one word is damaged: the run may go on only if the lenient reader
 * finds nothing to forgive.
 */
#include "arbiter.h"
#include "random_score.h"
#include "run_machines.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const score *s, const char *what, size_t ply)
{
    printf("%s at ply %zu of\n%.*s\n0 passed, 1 failed\n", what, ply, (int)s->len, s->text);
    exit(1);
}

/* Checks a run through the whole score: the position in every byte, and the last move undone. */
static size_t run_through(const score *s, int machine)
{
    arb_position pos = s->at[0];
    arb_run run;
    uint64_t plies;
    size_t done = 0;
    arb_run_start(&run, &pos, NULL);
    size_t taken = arb__run_score_by(run_machines[machine], &run, &pos, s->text, s->len, &plies);
    done += (size_t)plies;
    if (done > s->count || memcmp(&pos, &s->at[done], sizeof pos) != 0)
        fail(s, "the position differs", done);
    if (done > 0 && taken < s->end[done - 1])
        fail(s, "the bytes do not fit the moves", done);
    if (done > 0) {
        arb_position_undo(&pos, &run.last);
        if (memcmp(&pos, &s->at[done - 1], sizeof pos) != 0)
            fail(s, "the last move is not taken back", done);
    }
    if (done < s->count)
        fail(s, "the run stops", done);
    return done;
}

/* Cuts the text after some word, with more bytes behind it: all its moves are read, and no others.
 */
static void run_cut(const score *s, random_source *source, int machine)
{
    arb_position pos = s->at[0];
    arb_run run;
    uint64_t plies;
    size_t whole = 1 + random_below(source, (unsigned)s->count);
    size_t cut = s->end[whole - 1];
    arb_run_start(&run, &pos, NULL);
    run.room = s->len - cut;
    size_t taken = arb__run_score_by(run_machines[machine], &run, &pos, s->text, cut, &plies);
    if (taken != cut || plies != whole)
        fail(s, "not the moves in front of a cut", whole);
    if (memcmp(&pos, &s->at[plies], sizeof pos) != 0)
        fail(s, "the position in front of a cut differs", (size_t)plies);
}

/* Changes one byte of one word. */
static void run_damaged(score *s, random_source *source, int machine)
{
    static const char bytes[] = "abcdefgh12345678KQRBNOx+#=-";
    size_t ply = random_below(source, (unsigned)s->count);
    size_t at = s->begin[ply] + random_below(source, (unsigned)(s->end[ply] - s->begin[ply]));
    char before = s->text[at];
    s->text[at] = bytes[random_below(source, sizeof bytes - 1)];
    arb_position pos = s->at[0];
    arb_run run;
    arb_san san;
    uint64_t plies;
    arb_run_start(&run, &pos, NULL);
    arb__run_score_by(run_machines[machine], &run, &pos, s->text, s->end[ply], &plies);
    arb_status status =
        arb_san_read(&s->at[ply], s->text + s->begin[ply], s->end[ply] - s->begin[ply], &san);
    bool strict = status == ARB_OK && san.tolerated == 0;
    if (plies == ply + 1) {
        arb_position expected = s->at[ply];
        arb_undo undo;
        if (!strict || !arb_position_play(&expected, san.move, &undo) ||
            memcmp(&expected, &pos, sizeof pos) != 0)
            fail(s, "a damaged move is taken", ply);
    } else if (plies <= ply && memcmp(&pos, &s->at[plies], sizeof pos) != 0) {
        fail(s, "the position in front of a damaged move differs", ply);
    } else if (plies > 0 && plies <= ply) {
        arb_position_undo(&pos, &run.last);
        if (memcmp(&pos, &s->at[plies - 1], sizeof pos) != 0)
            fail(s, "the move in front of a damaged one is not taken back", ply);
    }
    s->text[at] = before;
}

int main(int argc, char **argv)
{
    static score s;
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    random_source source = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    uint64_t plies = 0, games = 0;
    for (; plies < wanted; games++) {
        random_score(&s, &source, random_below(&source, 2) == 0);
        for (int machine = 0; machine < RUN_MACHINES; machine++) {
            size_t played = run_through(&s, machine);
            plies += machine == 0 ? played : 0;
        }
        for (int i = 0; i < 20; i++)
            run_damaged(&s, &source, i % RUN_MACHINES);
        for (int i = 0; i < 20; i++)
            run_cut(&s, &source, i % RUN_MACHINES);
    }
    printf("%" PRIu64 " plies of %" PRIu64 " games\n1 passed, 0 failed\n", plies, games);
    return 0;
}
