/* line_editor.c: reads the player's lines, with editing on a terminal (libedit) and without on a
 * pipe. Layer: cli, command play. Knows nothing of chess. */
#include "cli/terminal/line_editor.h"
#include "cli/io/io.h"

#include "cli/terminal/event_wait.h"

#include <errno.h>
#include <histedit.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

struct play_reader {
    EditLine *edit; /* NULL: no editing */
    History *history;
    locale_t locale;
    char prompt[80];
    int64_t deadline;
    play_line_status stopped; /* why the last character did not come; PLAY_LINE_OK: it came */
    play_completer *complete;
    void *context;
    bool shows_prompt;
    bool ended;
    /* The part of `bytes` that was read and not yet returned; used only without editing. */
    size_t start, end;
    char bytes[PLAY_LINE_LIMIT];
    char line[PLAY_LINE_LIMIT];
};

/* ---- a character, for libedit ---- */

static play_line_status reason_of(unsigned events)
{
    return events & PLAY_LEAVE       ? PLAY_LINE_LEAVE
           : events & PLAY_INTERRUPT ? PLAY_LINE_INTERRUPT
           : events & PLAY_LATE      ? PLAY_LINE_LATE
                                     : PLAY_LINE_OK;
}

/* Handles Ctrl-Z: the shell gets its terminal back as it was. */
static void suspend(EditLine *edit)
{
    if (edit != NULL)
        el_set(edit, EL_PREP_TERM, 0);
    raise(SIGSTOP);
    if (edit != NULL) {
        el_set(edit, EL_PREP_TERM, 1);
        el_set(edit, EL_REFRESH);
    }
}

/* Waits for stdin; if something else ends the line, reader->stopped says what. */
static bool await_input(play_reader *reader)
{
    for (;;) {
        unsigned events = play_wait(STDIN_FILENO, reader->deadline);
        reader->stopped = reason_of(events);
        if (reader->stopped != PLAY_LINE_OK)
            return false;
        if (events & PLAY_SUSPEND)
            suspend(reader->edit);
        if (events & PLAY_RESIZE && reader->edit != NULL)
            el_resize(reader->edit);
        if (events & PLAY_READY)
            return true;
    }
}

static int get_character(EditLine *edit, wchar_t *character)
{
    play_reader *reader;
    el_get(edit, EL_CLIENTDATA, &reader);
    mbstate_t state = {0};
    for (;;) {
        char byte;
        if (!await_input(reader))
            return -1;
        ssize_t n = read(STDIN_FILENO, &byte, 1);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return (int)n;
        size_t used = mbrtowc(character, &byte, 1, &state);
        if (used == (size_t)-2)
            continue; /* the character has more bytes */
        if (used == (size_t)-1)
            *character = L'?';
        else if (used == 0)
            *character = L'\0';
        return 1;
    }
}

static char *get_prompt(EditLine *edit)
{
    play_reader *reader;
    el_get(edit, EL_CLIENTDATA, &reader);
    return reader->prompt;
}

/* ---- Tab ---- */

/* Inserts the common prefix of all matching words, or shows the words if there is nothing to
 * insert. */
static unsigned char complete(EditLine *edit, wint_t key)
{
    (void)key;
    play_reader *reader;
    el_get(edit, EL_CLIENTDATA, &reader);
    const LineInfo *info = el_line(edit);
    char prefix[64], common[64] = "";
    size_t len = (size_t)(info->cursor - info->buffer);
    if (len + 1 > sizeof prefix || info->cursor != info->lastchar)
        return CC_REFRESH_BEEP;
    memcpy(prefix, info->buffer, len);
    prefix[len] = '\0';

    size_t count = 0, same = 0;
    const char *word;
    for (; (word = reader->complete(reader->context, prefix, count)) != NULL; count++) {
        if (count == 0)
            same = (size_t)snprintf(common, sizeof common, "%.*s", 63, word);
        while (strncmp(common, word, same) != 0)
            same--;
    }
    common[same] = '\0';
    if (count == 0)
        return CC_REFRESH_BEEP;
    if (count == 1 && same + 1 < sizeof common)
        memcpy(common + same, " ", 2);
    if (strlen(common) > len)
        return el_insertstr(edit, common + len) == 0 ? CC_REFRESH : CC_ERROR;
    putchar('\n');
    for (size_t i = 0; i < count; i++)
        printf("%s ", reader->complete(reader->context, prefix, i));
    putchar('\n');
    fflush(stdout);
    return CC_REDISPLAY;
}

/* ---- opening ---- */

static bool can_edit(void)
{
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && term != NULL &&
           term[0] != '\0' && strcmp(term, "dumb") != 0;
}

static void open_editor(play_reader *reader)
{
    HistEvent event;
    /* Only libedit needs to know how characters are encoded; the rest of the program does not. */
    reader->locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (reader->locale != (locale_t)0)
        uselocale(reader->locale);
    reader->history = history_init();
    reader->edit = el_init("arbiter", stdin, stdout, stderr);
    if (reader->edit == NULL || reader->history == NULL)
        return;
    history(reader->history, &event, H_SETSIZE, 500);
    history(reader->history, &event, H_SETUNIQUE, 1);
    el_set(reader->edit, EL_CLIENTDATA, reader);
    el_set(reader->edit, EL_PROMPT, get_prompt);
    el_set(reader->edit, EL_EDITOR, "emacs");
    el_set(reader->edit, EL_HIST, history, reader->history);
    el_set(reader->edit, EL_GETCFN, get_character);
    /* The wide function keeps the texts; the other one copies them and never frees the copies. */
    el_wset(reader->edit, EL_ADDFN, L"arbiter-complete", L"Complete a move or command", complete);
    el_set(reader->edit, EL_BIND, "^I", "arbiter-complete", NULL);
    el_set(reader->edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
}

play_reader *play_reader_open(play_completer *completer, void *context)
{
    play_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return NULL;
    reader->complete = completer;
    reader->context = context;
    reader->shows_prompt = isatty(STDIN_FILENO) == 1;
    if (can_edit())
        open_editor(reader);
    return reader;
}

void play_reader_close(play_reader *reader)
{
    if (reader == NULL)
        return;
    if (reader->edit != NULL)
        el_end(reader->edit); /* restores the terminal */
    if (reader->history != NULL)
        history_end(reader->history);
    if (reader->locale != (locale_t)0) {
        uselocale(LC_GLOBAL_LOCALE);
        freelocale(reader->locale);
    }
    free(reader);
}

/* ---- lines ---- */

static play_line_status edited_line(play_reader *reader, const char **line, size_t *len)
{
    int count = 0;
    reader->stopped = PLAY_LINE_OK;
    const char *text = el_gets(reader->edit, &count);
    if (text == NULL || count <= 0) {
        play_line_status why = reader->stopped != PLAY_LINE_OK ? reader->stopped : PLAY_LINE_END;
        el_reset(reader->edit);
        putchar('\n');
        return why;
    }
    size_t n = strcspn(text, "\r\n");
    if (n >= sizeof reader->line)
        return PLAY_LINE_LONG;
    memcpy(reader->line, text, n);
    reader->line[n] = '\0';
    if (n > 0) {
        HistEvent event;
        history(reader->history, &event, H_ENTER, reader->line);
    }
    *line = reader->line;
    *len = n;
    return PLAY_LINE_OK;
}

/* Cuts the first whole line off the text that has been read. */
static bool take_line(play_reader *reader, size_t *len)
{
    char *from = reader->bytes + reader->start;
    size_t have = reader->end - reader->start;
    char *newline = memchr(from, '\n', have);
    if (newline == NULL && !(reader->ended && have > 0))
        return false;
    size_t n = newline != NULL ? (size_t)(newline - from) : have;
    reader->start += n + (newline != NULL);
    if (n > 0 && from[n - 1] == '\r')
        n--;
    n = n < sizeof reader->line ? n : sizeof reader->line - 1;
    memcpy(reader->line, from, n);
    reader->line[n] = '\0';
    *len = n;
    return true;
}

static play_line_status plain_line(play_reader *reader, const char **line, size_t *len)
{
    bool cut = false;
    if (reader->shows_prompt)
        fputs(reader->prompt, stdout);
    fflush(stdout);
    while (!take_line(reader, len)) {
        if (reader->ended)
            return PLAY_LINE_END;
        memmove(reader->bytes, reader->bytes + reader->start, reader->end - reader->start);
        reader->end -= reader->start;
        reader->start = 0;
        if (reader->end == sizeof reader->bytes) {
            cut = true;
            reader->end = 0;
        }
        if (!await_input(reader))
            return reader->stopped;
        ssize_t n =
            read(STDIN_FILENO, reader->bytes + reader->end, sizeof reader->bytes - reader->end);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            cli_error_of("<stdin>", "cannot be read: %s", strerror(errno));
        reader->ended = n <= 0;
        reader->end += n > 0 ? (size_t)n : 0;
    }
    *line = reader->line;
    return cut ? PLAY_LINE_LONG : PLAY_LINE_OK;
}

play_line_status play_read_line(play_reader *reader, const char *prompt, int64_t deadline,
                                const char **line, size_t *len)
{
    snprintf(reader->prompt, sizeof reader->prompt, "%s", prompt);
    reader->deadline = deadline;
    fflush(stdout);
    return reader->edit != NULL ? edited_line(reader, line, len) : plain_line(reader, line, len);
}
