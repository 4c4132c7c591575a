/* run_test.c: one submission through one test: questions out, answers in, the first wrong one ends
 * it. Layer: grade. Knows neither files nor reports. */
#include "grade/run_test.h"

#include "formats/board_text.h"
#include "grade/asker.h"
#include "grade/sandbox/pipe.h"

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

/* The squares a driver asks isValidScan for: those of the side to move. */
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

/* A driver is asked for one action at a time: what it is told of the game (whose turn it is, where
 * pieces stand) never says more than the answers it has given already. */
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

/* Board and pieces, as the file has them. */
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
    bool pending;             /* the referee's action waits for its answer */
    grade_line_cursor cursor; /* of a test of lines */
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

/* The next action, if the one before has its answer. False at the end of the test. */
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

/* Is there more than blanks, in a whole line? */
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

/* A driver shows its board after each piece. */
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
    while (len > 0 && (text[len - 1] == ' ' || (text[len - 1] >= '\t' && text[len - 1] <= '\r')))
        len--;
    return len == 0;
}

/* A line of an answer. Of `moves` all is kept that follows a wrong one: each stands for itself. */
static talk_state hear_line(talk *t, const char *line, size_t len, size_t rest)
{
    const char *expected;
    size_t expected_len;
    bool moves = t->test->questions == GRADE_ASK_MOVES;
    if (is_blank(line, moves ? rest : len))
        return TALK_GOES_ON;
    if (!grade_line_expected(t->test, &t->cursor, &expected, &expected_len)) {
        keep_said(t, line, len);
        return end_with(t, GRADE_TOO_MANY);
    }
    if (!grade_line_is(t->test, expected, expected_len, line, len)) {
        keep_said(t, line, moves ? rest : len);
        return end_with(t, GRADE_MISMATCH);
    }
    grade_line_passed(t->test, &t->cursor);
    return TALK_GOES_ON;
}

/* Judges every line that has come in full; of `moves` the whole output. */
static talk_state listen_to_lines(talk *t)
{
    grade_bytes *out = &t->pipe.out;
    const char *expected;
    size_t expected_len;
    talk_state state = TALK_GOES_ON;
    if (t->test->questions == GRADE_ASK_MOVES && !t->pipe.out_ended)
        return TALK_GOES_ON;
    while (state == TALK_GOES_ON && out->start < out->len) {
        const char *line = out->text + out->start;
        size_t rest = out->len - out->start;
        const char *end = memchr(line, '\n', rest);
        if (end == NULL && !t->pipe.out_ended)
            break;
        size_t len = end != NULL ? (size_t)(end - line) : rest;
        state = hear_line(t, line, len, rest);
        out->start += len + (end != NULL);
    }
    grade_line_expected(t->test, &t->cursor, &expected, &expected_len);
    t->run->matched = t->cursor.question;
    t->run->placed = t->cursor.said;
    return state;
}

/* Judges every answer that has come in full. */
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

/* GRADE_PASSED: it has closed its output. */
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

/* What stands behind a mark of our driver at the start of a line; NULL if there is none. */
static const char *behind_mark(const char *text, const char *mark)
{
    const char *found = NULL;
    for (const char *at = text; (at = strstr(at, mark)) != NULL; at += strlen(mark))
        if (at == text || at[-1] == '\n')
            found = at + strlen(mark);
    return found;
}

/* Copies up to the end of the line, harmless for a terminal. */
static void keep_line(char *buf, size_t cap, const char *text)
{
    size_t len = 0;
    for (; text != NULL && *text != '\0' && *text != '\n' && len + 1 < cap; text++)
        buf[len++] = *text < ' ' || (unsigned char)*text >= 0x7F ? '?' : *text;
    buf[len] = '\0';
}

/* The last words on stderr in one line, without what our driver says. */
static void keep_message(const grade_pipe *pipe, grade_run *run)
{
    const char *text = pipe->tail;
    const char *ours = strstr(text, "arbiter-");
    size_t end =
        ours != NULL && (ours == text || ours[-1] == '\n') ? (size_t)(ours - text) : pipe->tail_len;
    size_t lines = 0, start = end;

    while (start > 0 && lines < 4) { /* the last lines that say something */
        size_t at = start;
        while (at > 0 && text[at - 1] != '\n')
            at--;
        lines += start > at;
        start = at > 0 ? at - 1 : 0;
    }
    size_t len = 0;
    for (size_t i = start; i < end && len + 1 < sizeof run->message; i++) {
        unsigned char c = (unsigned char)text[i];
        bool blank = c <= ' ';
        if (blank && (len == 0 || run->message[len - 1] == ' '))
            continue;
        run->message[len++] = blank ? ' ' : c >= 0x7F ? '?' : (char)c;
    }
    while (len > 0 && run->message[len - 1] == ' ')
        len--;
    run->message[len] = '\0';
}

/* Where addresses of the driver are in the submission's source: asks a program in the sandbox. The
 * first place that is in the submission's own folder, "PawnPiece.cc:42". */
static void find_place(const grade_sandbox *sandbox, const grade_actor *actor, const char *stack,
                       char *place)
{
    enum { WORDS = 64 };
    const char *argv[WORDS + 1];
    char text[1400], output[8192];
    size_t count = 0;
    int code;
    char *save = NULL;
    if (stack == NULL || actor->locate == NULL)
        return;
    while (count < 8 && actor->locate[count] != NULL) {
        argv[count] = actor->locate[count];
        count++;
    }
    keep_line(text, sizeof text, stack);
    for (char *word = strtok_r(text, " ", &save); word != NULL && count < WORDS;
         word = strtok_r(NULL, " ", &save))
        if (strncmp(word, "0x", 2) == 0)
            argv[count++] = word;
    argv[count] = NULL;
    grade_job job = actor->job;
    job.argv = argv;
    job.root = GRADE_ROOT_BUILD;
    job.limits = (grade_limits){.seconds = 10, .memory = 1024, .processes = 8, .file = 1};
    grade_run_plain(sandbox, &job, NULL, output, sizeof output, &code);
    for (char *line = strtok_r(output, "\n", &save); line != NULL;
         line = strtok_r(NULL, "\n", &save)) {
        const char *colon = strrchr(line, ':'), *slash = strrchr(line, '/');
        const char *file = slash != NULL ? slash + 1 : line;
        if (colon == NULL || colon[1] < '1' || colon[1] > '9' || strstr(line, "/usr/") != NULL ||
            strncmp(file, "class_driver.cc", 15) == 0 || strncmp(file, "driver.h", 8) == 0)
            continue;
        keep_line(place, GRADE_PLACE_LIMIT, file);
        return;
    }
}

static void keep_driver_words(const grade_sandbox *sandbox, const grade_actor *actor,
                              const grade_pipe *pipe, grade_run *run)
{
    const char *leak = behind_mark(pipe->tail, "arbiter-leak: ");
    if (leak != NULL)
        sscanf(leak, "%lu %lu", &run->leak_blocks, &run->leak_bytes);
    if (run->leak_blocks > 0)
        find_place(sandbox, actor, behind_mark(pipe->tail, "arbiter-leak-at:"), run->leak_place);
    if (run->ending != GRADE_CRASH)
        return;
    keep_line(run->call, sizeof run->call, behind_mark(pipe->tail, "arbiter-call: "));
    find_place(sandbox, actor, behind_mark(pipe->tail, "arbiter-stack:"), run->place);
}

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

void grade_run_test(const grade_sandbox *sandbox, const grade_actor *actor, const grade_test *test,
                    const atomic_int *stop, grade_run *run)
{
    talk t = {.test = test,
              .speaker = actor->speaker,
              .limit = 65536 + 4 * test->answer_bytes,
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
    int code = grade_pipe_close(&t.pipe, run->ending != GRADE_PASSED, &state, &run->processes);
    settle(&t, code, state);
    keep_message(&t.pipe, run);
    if (actor->speaker == GRADE_DRIVER)
        keep_driver_words(sandbox, actor, &t.pipe, run);
    if (run->ending == GRADE_SILENT && run->matched == 0 &&
        strncmp(run->message, "bwrap: ", 7) == 0)
        run->ending = GRADE_FAILED; /* the sandbox itself */
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
