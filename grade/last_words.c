/* last_words.c: the last output on stderr: of the submission, and of our driver about a crash or a
 * leak. Layer: grade. */
#include "grade/last_words.h"

#include <stdio.h>
#include <string.h>

/* The text after our driver's mark at the start of a line, or NULL if there is none. */
static const char *behind_mark(const char *text, const char *mark)
{
    const char *found = NULL;
    for (const char *at = text; (at = strstr(at, mark)) != NULL; at += strlen(mark))
        if (at == text || at[-1] == '\n')
            found = at + strlen(mark);
    return found;
}

/* Copies up to the end of the line and replaces bytes that could harm a terminal. */
static void keep_line(char *buf, size_t cap, const char *text)
{
    size_t len = 0;
    for (; text != NULL && *text != '\0' && *text != '\n' && len + 1 < cap; text++)
        buf[len++] = *text < ' ' || (unsigned char)*text >= 0x7F ? '?' : *text;
    buf[len] = '\0';
}

/* Keeps the submission's last lines on stderr as one line, without the output of our driver. */
static void keep_message(const grade_pipe *pipe, grade_run *run)
{
    const char *text = pipe->tail;
    const char *ours = strstr(text, "arbiter-");
    size_t end =
        ours != NULL && (ours == text || ours[-1] == '\n') ? (size_t)(ours - text) : pipe->tail_len;
    size_t lines = 0, start = end;

    while (start > 0 && lines < 4) { /* the last lines that are not blank */
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

/* Translates addresses into source lines by a program in the sandbox, and keeps the first one in
 * the submission's own folder, "PawnPiece.cc:42". */
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
    job.nest = NULL;
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

void grade_last_words(const grade_sandbox *sandbox, const grade_actor *actor,
                      const grade_pipe *pipe, grade_run *run)
{
    keep_message(pipe, run);
    if (actor->speaker == GRADE_DRIVER)
        keep_driver_words(sandbox, actor, pipe, run);
}
