/* run_test.c: runs one submission through one test: writes questions and reads answers until the
 * first wrong one. Layer: grade. Knows neither files nor reports. */
#include "grade/run_test.h"

#include "formats/board_text.h"
#include "grade/asker.h"
#include "grade/last_words.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *grade_ending_name(grade_ending ending)
{
    static const char *const names[] = {
        [GRADE_PASSED] = "passed", [GRADE_MISMATCH] = "mismatch", [GRADE_TOO_MANY] = "too-many",
        [GRADE_SILENT] = "silent", [GRADE_CRASH] = "crash",       [GRADE_TIMEOUT] = "timeout",
        [GRADE_MEMORY] = "memory", [GRADE_FLOOD] = "flood",       [GRADE_NOT_BUILT] = "not-built",
        [GRADE_FAILED] = "failed", [GRADE_STOPPED] = "stopped",
    };
    return names[ending];
}

/* ---- Questions ---- */

/* Adds the squares for which a driver answers isValidScan: those with pieces of the side to
 * move. */
static bool add_squares(grade_bytes *in, const grade_referee *referee)
{
    const arb_position *before = &referee->before;
    arb_size size = arb_position_size(before);
    for (int row = 0; row < size.ranks; row++)
        for (int column = 0; column < size.files; column++) {
            arb_piece piece = arb_position_piece(before, fmt_square_at(size, row, column));
            char text[16];
            if (piece == ARB_NO_PIECE || arb_piece_colour(piece) != arb_position_turn(before))
                continue;
            int len = snprintf(text, sizeof text, " %d %d", row, column);
            if (!grade_bytes_add(in, text, (size_t)len))
                return false;
        }
    return true;
}

/* A driver is asked for one action at a time, so that what it is told of the game (turn, pieces)
 * never reveals more than the answers that it has given already. */
static bool ask_driver(grade_bytes *in, const grade_referee *referee)
{
    char text[64];
    fmt_lab_kind kind = referee->answer.action.kind;
    if (!grade_is_asked(kind))
        return true;
    grade_call_text(&referee->answer.action, text, sizeof text);
    return grade_bytes_add(in, text, strlen(text)) &&
           (kind != FMT_LAB_VALID_SCAN || add_squares(in, referee)) && grade_bytes_add(in, "\n", 1);
}

/* Tells a driver the board and the pieces of the test file. */
static bool set_driver_up(grade_bytes *in, const grade_test *test)
{
    arb_size size = test->setup.setup.size;
    char text[48];
    int len = snprintf(text, sizeof text, "board %d %d\n", size.ranks, size.files);
    bool ok = grade_bytes_add(in, text, (size_t)len);
    for (size_t i = 0; ok && i < test->piece_count; i++) {
        const fmt_lab_piece *piece = &test->pieces[i];
        len = snprintf(text, sizeof text, "piece %c %c %d %d\n", piece->white ? 'w' : 'b',
                       piece->letter, piece->row, piece->column);
        ok = grade_bytes_add(in, text, (size_t)len);
    }
    return ok;
}

/* ---- Answers ---- */

typedef struct {
    const grade_test *test;
    grade_speaker speaker;
    grade_pipe pipe;
    grade_referee referee;
    bool pending;             /* the referee's last action has no answer yet */
    grade_line_cursor cursor; /* of a test of lines */
    bool wrong;               /* a line was wrong; what follows is kept for the report */
    char noise[256];          /* the last line not judged since the last right one */
    size_t limit;             /* of output, in bytes */
    grade_run *run;
} talk;

static void keep_said(talk *t, const char *text, size_t len)
{
    t->run->said = malloc(len + 1);
    if (t->run->said == NULL) {
        t->run->ending = GRADE_FAILED;
        return;
    }
    memcpy(t->run->said, text, len);
    t->run->said[len] = '\0';
    t->run->said_len = len;
    t->run->whole = true;
}

/* Goes on to the next action if the last one has its answer. Returns false at the end of the
 * test. */
static bool next_action(talk *t)
{
    if (t->pending)
        return true;
    if (t->referee.next == t->test->count)
        return false;
    t->pending = grade_referee_next(&t->referee) &&
                 (t->speaker == GRADE_PROGRAM || ask_driver(&t->pipe.in, &t->referee));
    t->pipe.failed = t->pipe.failed || !t->pending;
    return t->pending;
}

/* Has a complete line with more than blanks arrived? */
static bool says_more(talk *t)
{
    const grade_bytes *out = &t->pipe.out;
    for (size_t i = out->start; i < out->len; i++)
        if (strchr(" \t\r\n", out->text[i]) == NULL) {
            const char *end = memchr(out->text + i, '\n', out->len - i);
            if (end == NULL && !t->pipe.out_ended)
                return false;
            size_t len = end ? (size_t)(end - out->text) - i : out->len - i;
            keep_said(t, out->text + i, len);
            return true;
        }
    return false;
}

typedef enum { TALK_GOES_ON, TALK_ENDS } talk_state;

static talk_state end_with(talk *t, grade_ending ending)
{
    if (t->run->ending != GRADE_FAILED)
        t->run->ending = ending;
    return TALK_ENDS;
}

/* Judges the board lines that a driver writes after each piece of the set-up. */
static talk_state listen_to_setup(talk *t)
{
    grade_bytes *out = &t->pipe.out;
    grade_finding finding;
    while (t->run->placed < t->test->piece_count) {
        size_t used = 0;
        const char *text = out->text != NULL ? out->text + out->start : "";
        if (!grade_line_cut(text, out->len - out->start, t->pipe.out_ended, &used))
            return TALK_GOES_ON;
        if (grade_judge_piece(t->test, t->run->placed + 1, text, used, &finding) == GRADE_WRONG) {
            keep_said(t, text, used);
            return end_with(t, GRADE_MISMATCH);
        }
        out->start += used;
        t->run->placed++;
    }
    return TALK_GOES_ON;
}

static bool is_blank(const char *text, size_t len)
{
    size_t at = 0;
    while (at < len && isspace((unsigned char)text[at]))
        at++;
    return at == len;
}

/* In these formats all output after a wrong line is kept: later lines may be right and earn
 * points. */
static bool goes_on_behind(const grade_test *test)
{
    return test->questions == GRADE_ASK_MOVES || test->questions == GRADE_ASK_NARRATE;
}

/* Judges one line of an answer. */
static talk_state hear_line(talk *t, const char *line, size_t len, size_t rest)
{
    if (is_blank(line, t->test->questions == GRADE_ASK_MOVES ? rest : len))
        return TALK_GOES_ON;
    switch (grade_line_hear(t->test, &t->cursor, line, len)) {
    case GRADE_HEARD_RIGHT:
        t->noise[0] = '\0';
        break;
    case GRADE_HEARD_NOISE:
        if (t->noise[0] == '\0')
            snprintf(t->noise, sizeof t->noise, "%.*s", (int)len, line);
        break;
    case GRADE_HEARD_TOO_MUCH:
        keep_said(t, line, len);
        return end_with(t, GRADE_TOO_MANY);
    case GRADE_HEARD_WRONG:
        t->wrong = goes_on_behind(t->test);
        if (t->wrong)
            break;
        keep_said(t, line, len);
        return end_with(t, GRADE_MISMATCH);
    }
    return TALK_GOES_ON;
}

/* Keeps the output from the wrong line on, and before it the last line taken for noise: the
 * submission may have written that instead of the right line. */
static void keep_wrong(talk *t)
{
    const grade_bytes *out = &t->pipe.out;
    size_t noise = strlen(t->noise), rest = out->len - out->start;
    char *text = malloc(noise + rest + 2);
    if (!t->wrong || t->run->ending == GRADE_FAILED || t->run->ending == GRADE_STOPPED) {
        free(text);
        return;
    }
    if (text == NULL) {
        t->run->ending = GRADE_FAILED;
        return;
    }
    memcpy(text, t->noise, noise);
    text[noise] = '\n';
    size_t gap = noise > 0 ? noise + 1 : 0;
    if (rest > 0)
        memcpy(text + gap, out->text + out->start, rest);
    t->run->ending = GRADE_MISMATCH;
    keep_said(t, text, gap + rest);
    free(text);
}

/* Judges every complete line; for `moves` the whole output at once. */
static talk_state listen_to_lines(talk *t)
{
    grade_bytes *out = &t->pipe.out;
    const char *expected;
    size_t expected_len;
    talk_state state = TALK_GOES_ON;
    if (t->wrong || (t->test->questions == GRADE_ASK_MOVES && !t->pipe.out_ended))
        return TALK_GOES_ON;
    while (state == TALK_GOES_ON && out->start < out->len) {
        const char *line = out->text + out->start;
        size_t rest = out->len - out->start;
        const char *end = memchr(line, '\n', rest);
        if (end == NULL && !t->pipe.out_ended)
            break;
        size_t len = end != NULL ? (size_t)(end - line) : rest;
        state = hear_line(t, line, len, rest);
        if (t->wrong)
            break; /* the rest is kept unread */
        out->start += len + (end != NULL);
    }
    grade_line_skip(t->test, &t->cursor);
    grade_line_expected(t->test, &t->cursor, &expected, &expected_len);
    t->run->matched = t->cursor.question;
    t->run->placed = t->cursor.said;
    return state;
}

/* Judges every complete answer. */
static talk_state listen(talk *t)
{
    grade_bytes *out = &t->pipe.out;
    grade_finding finding;
    if (t->test->questions != GRADE_ASK_LAB)
        return listen_to_lines(t);
    if (t->speaker == GRADE_DRIVER) {
        talk_state state = listen_to_setup(t);
        if (state == TALK_ENDS || t->run->placed < t->test->piece_count)
            return state;
    }
    while (next_action(t)) {
        size_t used = 0;
        const char *text = out->text != NULL ? out->text + out->start : "";
        fmt_lab_kind kind = t->referee.answer.action.kind;
        if (!grade_answer_cut(t->speaker, kind, text, out->len - out->start, t->pipe.out_ended,
                              &used))
            return TALK_GOES_ON;
        grade_judgement judgement = grade_judge(&t->referee, t->speaker, text, used, &finding);
        if (judgement == GRADE_NO_MEMORY)
            return end_with(t, GRADE_FAILED);
        if (judgement == GRADE_WRONG) {
            keep_said(t, text, used);
            return end_with(t, GRADE_MISMATCH);
        }
        out->start += used;
        t->pending = false;
        t->run->matched++;
    }
    if (t->pipe.failed)
        return end_with(t, GRADE_FAILED);
    t->pipe.close_in = true;
    return says_more(t) ? end_with(t, GRADE_TOO_MANY) : TALK_GOES_ON;
}

/* Exchanges questions and answers. The ending stays GRADE_PASSED if the process closes its output
 * without a fault. */
static void converse(talk *t)
{
    talk_state state = listen(t);
    while (state == TALK_GOES_ON && !t->pipe.out_ended) {
        grade_pipe_state got = grade_pipe_wait(&t->pipe);
        if (got == GRADE_PIPE_TIME)
            state = end_with(t, GRADE_TIMEOUT);
        else if (got == GRADE_PIPE_MEMORY)
            state = end_with(t, GRADE_MEMORY);
        else if (got == GRADE_PIPE_STOPPED)
            state = end_with(t, GRADE_STOPPED);
        else if (t->pipe.failed)
            state = end_with(t, GRADE_FAILED);
        else if (t->pipe.total > t->limit)
            state = end_with(t, GRADE_FLOOD);
        else
            state = listen(t);
    }
}

/* ---- Ends ---- */

static void settle(talk *t, int code, grade_pipe_state state)
{
    grade_run *run = t->run;
    if (run->ending != GRADE_PASSED)
        return;
    if (state != GRADE_PIPE_MORE)
        run->ending = state == GRADE_PIPE_TIME     ? GRADE_TIMEOUT
                      : state == GRADE_PIPE_MEMORY ? GRADE_MEMORY
                                                   : GRADE_STOPPED;
    else if (code == 128 + SIGXCPU)
        run->ending = GRADE_TIMEOUT;
    else if (code > 128 && code <= 128 + 64) {
        run->ending = GRADE_CRASH;
        run->code = code - 128;
    } else {
        run->code = code;
        if (run->matched < t->test->count ||
            (t->test->questions == GRADE_ASK_LAB && t->speaker == GRADE_DRIVER &&
             run->placed < t->test->piece_count))
            run->ending = GRADE_SILENT;
    }
}

/* The output past which a submission is stopped: far more than the right answers. A driver writes
 * the whole board behind each piece of the set-up and each answer. */
static size_t output_limit(const grade_test *test, grade_speaker speaker)
{
    enum { ANY = 65536, TIMES = 4 };
    arb_size size = test->setup.setup.size;
    size_t board = speaker == GRADE_DRIVER ? (size_t)size.ranks * (size.files + 1u) + 3 : 0;
    return ANY + TIMES * test->answer_bytes + board * (test->piece_count + test->count);
}

void grade_run_test(const grade_sandbox *sandbox, const grade_actor *actor, const grade_test *test,
                    const atomic_int *stop, grade_run *run)
{
    talk t = {.test = test,
              .speaker = actor->speaker,
              .limit = output_limit(test, actor->speaker),
              .run = run};
    grade_pipe_state state;

    *run = (grade_run){.ending = GRADE_PASSED};
    bool lines = test->questions != GRADE_ASK_LAB;
    if ((!lines && !grade_referee_start(&t.referee, test)) ||
        !grade_pipe_open(&t.pipe, sandbox, &actor->job, stop)) {
        run->ending = GRADE_FAILED;
        grade_referee_end(&t.referee);
        return;
    }
    t.pipe.failed = lines || actor->speaker == GRADE_PROGRAM
                        ? !grade_bytes_add(&t.pipe.in, test->text, test->len)
                        : !set_driver_up(&t.pipe.in, test);
    t.pipe.close_in = lines || actor->speaker == GRADE_PROGRAM;
    converse(&t);
    keep_wrong(&t);
    int code = grade_pipe_close(&t.pipe, run->ending != GRADE_PASSED, &state, &run->processes);
    settle(&t, code, state);
    grade_last_words(sandbox, actor, &t.pipe, run);
    if (run->ending == GRADE_SILENT && run->matched == 0 &&
        strncmp(run->message, "bwrap: ", 7) == 0)
        run->ending = GRADE_FAILED; /* the sandbox itself failed */
    grade_bytes_free(&t.pipe.out);
    grade_referee_end(&t.referee);
}

void grade_run_free(grade_run *run)
{
    free(run->said);
    run->said = NULL;
}

grade_ending grade_run_plain(const grade_sandbox *sandbox, const grade_job *job,
                             const atomic_int *stop, char *output, size_t cap, int *code)
{
    grade_pipe pipe;
    grade_pipe_state state = GRADE_PIPE_MORE;
    unsigned processes;
    size_t len = 0;

    output[0] = '\0';
    if (!grade_pipe_open(&pipe, sandbox, job, stop))
        return GRADE_FAILED;
    pipe.close_in = true;
    while (!pipe.out_ended && state == GRADE_PIPE_MORE) {
        state = grade_pipe_wait(&pipe);
        size_t room = cap - 1 - len, have = pipe.out.len - pipe.out.start;
        size_t take = have < room ? have : room;
        if (take > 0)
            memcpy(output + len, pipe.out.text + pipe.out.start, take);
        len += take;
        output[len] = '\0';
        pipe.out.start = pipe.out.len = 0;
    }
    grade_pipe_state end;
    *code = grade_pipe_close(&pipe, state != GRADE_PIPE_MORE, &end, &processes);
    grade_bytes_free(&pipe.out);
    state = state != GRADE_PIPE_MORE ? state : end;
    return state == GRADE_PIPE_TIME      ? GRADE_TIMEOUT
           : state == GRADE_PIPE_MEMORY  ? GRADE_MEMORY
           : state == GRADE_PIPE_STOPPED ? GRADE_STOPPED
           : *code > 128                 ? GRADE_CRASH
                                         : GRADE_PASSED;
}
