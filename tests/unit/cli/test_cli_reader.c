/* test_cli_reader.c: the player's lines, from a pipe and from a terminal with editing; what ends a
 * wait. Layer: tests. */
#include "check.h"

#include "caught_output.h"
#include "cli/terminal/event_wait.h"
#include "cli/terminal/line_editor.h"
#include "common/steady_clock.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>

static caught output;

#define SIXTY "000000000000000000000000000000000000000000000000000000000000"

/* What Tab knows: words of 62, 63 and 80 letters, too; it inserts 63 at most. */
static const char *complete(void *context, const char *prefix, size_t index)
{
    static const char *const words[] = {"hint",
                                        "history",
                                        "Nf3",
                                        "Nfd2",
                                        "a" SIXTY "0",
                                        "b" SIXTY "00",
                                        "c" SIXTY "0000000000000000000"};
    CHECK(context == &output);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(words[i], prefix, strlen(prefix)) == 0 && index-- == 0)
            return words[i];
    return NULL;
}

static play_reader *reader;
static int before[2];
static const char *line;
static size_t len;

static play_line_status next(const char *prompt)
{
    line = "none";
    len = 0;
    return play_read_line(reader, prompt, PLAY_NO_DEADLINE, &line, &len);
}

/* Standard input becomes a pipe with this text. */
static void pipe_begin(const char *text, size_t size)
{
    int ends[2];
    CHECK_EQ_INT(pipe(ends), 0);
    before[0] = dup(STDIN_FILENO);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    CHECK_EQ_INT(write(ends[1], text, size), size);
    close(ends[1]);
    reader = play_reader_open(complete, &output);
}

static void pipe_end(void)
{
    play_reader_close(reader);
    dup2(before[0], STDIN_FILENO);
    close(before[0]);
}

TEST(lines_come_from_a_pipe_without_their_ends)
{
    static char text[20000];
    static const struct {
        size_t before, len; /* a short line stands before it, and another one behind it */
        play_line_status status;
        size_t seen;
    } cases[] = {
        {0, 4094, PLAY_LINE_OK, 4094},   {0, 4095, PLAY_LINE_OK, 4095},
        {0, 4096, PLAY_LINE_LONG, 0},    {0, 4100, PLAY_LINE_LONG, 4},
        {1, 4095, PLAY_LINE_OK, 4095},   {1, 4096, PLAY_LINE_LONG, 0},
        {0, 8191, PLAY_LINE_LONG, 4095}, {0, 12000, PLAY_LINE_LONG, 3808},
        {0, 0, PLAY_LINE_OK, 0},
    };
    catch_begin(&output, stdout);
    pipe_begin("e4\r\n\r\n a b \r\r\nlast", 18);
    CHECK_EQ_INT(next("p> "), PLAY_LINE_OK);
    CHECK_EQ_TEXT(line, "e4");
    CHECK_EQ_INT(len, 2);
    CHECK_EQ_INT(next("p> "), PLAY_LINE_OK);
    CHECK_EQ_TEXT(line, "");
    CHECK_EQ_INT(len, 0);
    CHECK_EQ_INT(next("p> "), PLAY_LINE_OK);
    CHECK_EQ_TEXT(line, " a b \r");
    CHECK_EQ_INT(next("p> "), PLAY_LINE_OK);
    CHECK_EQ_TEXT(line, "last");
    CHECK_EQ_INT(len, 4);
    CHECK_EQ_INT(next("p> "), PLAY_LINE_END);
    CHECK_EQ_INT(next("p> "), PLAY_LINE_END);
    pipe_end();
    CHECK_EQ_TEXT(catch_end(&output), ""); /* a pipe is not asked */

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t at = 0;
        check_case("%zu behind %zu", cases[i].len, cases[i].before);
        if (cases[i].before > 0)
            text[at++] = '\n';
        for (size_t k = 0; k < cases[i].len; k++)
            text[at++] = (char)('a' + k % 26);
        text[at++] = '\n';
        memcpy(text + at, "b\n", 2);
        pipe_begin(text, at + 2);
        if (cases[i].before > 0)
            CHECK_EQ_INT(next(""), PLAY_LINE_OK);
        CHECK_EQ_INT(next(""), cases[i].status);
        CHECK_EQ_INT(len, cases[i].seen);
        CHECK_EQ_INT(memcmp(line, text + cases[i].before + cases[i].len - len, len), 0);
        CHECK_EQ_INT(line[len], '\0');
        CHECK_EQ_INT(next(""), PLAY_LINE_OK);
        CHECK_EQ_TEXT(line, "b");
        CHECK_EQ_INT(next(""), PLAY_LINE_END);
        pipe_end();
    }
    before[0] = dup(STDIN_FILENO);
    dup2(open("/", O_RDONLY), STDIN_FILENO);
    reader = play_reader_open(complete, &output);
    catch_begin(&output, stderr);
    CHECK_EQ_INT(next(""), PLAY_LINE_END);
    CHECK_EQ_TEXT(catch_end(&output), "<stdin>: cannot be read: Is a directory\n");
    pipe_end();
}

/* ---- on a terminal ---- */

static int master;

static void terminal_begin(const char *kind)
{
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    struct termios raw;
    master = posix_openpt(O_RDWR | O_NOCTTY);
    grantpt(master);
    unlockpt(master);
    int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    ioctl(slave, TIOCSWINSZ, &size);
    tcgetattr(slave, &raw);
    cfmakeraw(&raw); /* keys that are typed before somebody reads stay what they are */
    tcsetattr(slave, TCSANOW, &raw);
    fflush(stdout);
    for (int fd = 0; fd < 2; fd++) {
        before[fd] = dup(fd);
        dup2(slave, fd);
    }
    close(slave);
    setenv("TERM", kind, 1);
    reader = play_reader_open(complete, &output);
}

static char screen[1 << 16]; /* what the terminal has shown */

/* A person at the terminal: waits until keys are awaited one by one, types, and tells what was to
 * be seen. */
static void person(const char *keys, int tell)
{
    size_t have = 0, done = 0, count = strlen(keys);
    char *end;
    fcntl(master, F_SETFL, O_NONBLOCK);
    while ((end = strstr(screen, "#end")) == NULL) {
        struct pollfd one = {.fd = master, .events = POLLIN};
        struct termios now;
        bool awaited = strstr(screen, "> ") != NULL && tcgetattr(master, &now) == 0 &&
                       (now.c_lflag & ICANON) == 0;
        if (done < count && awaited && write(master, keys + done, 1) == 1)
            done++;
        else
            poll(&one, 1, done < count ? 1 : -1);
        ssize_t n = read(master, screen + have, sizeof screen - 1 - have);
        have += n > 0 ? (size_t)n : 0;
        screen[have] = '\0';
    }
    _exit(write(tell, screen, (size_t)(end - screen)) < 0);
}

/* Reads a line while these keys are typed; then `screen` is what was shown. */
static play_line_status typed(const char *keys)
{
    int ends[2];
    size_t have = 0;
    ssize_t n;
    CHECK_EQ_INT(pipe(ends), 0);
    screen[0] = '\0';
    pid_t child = fork();
    if (child == 0)
        person(keys, ends[1]);
    close(ends[1]);
    play_line_status status = next("> ");
    puts("#end");
    fflush(stdout);
    while ((n = read(ends[0], screen + have, sizeof screen - 1 - have)) > 0)
        have += (size_t)n;
    screen[have] = '\0';
    close(ends[0]);
    waitpid(child, NULL, 0);
    return status;
}

static void terminal_end(void)
{
    play_reader_close(reader);
    for (int fd = 0; fd < 2; fd++) {
        dup2(before[fd], fd);
        close(before[fd]);
    }
    close(master);
}

TEST(a_terminal_without_editing_is_prompted)
{
    static const char *const kinds[] = {"dumb", ""};
    for (size_t i = 0; i < 2; i++) {
        terminal_begin(kinds[i]);
        play_line_status status = typed("h\t\n");
        CHECK_EQ_TEXT(line, "h\t");
        terminal_end();
        CHECK_EQ_INT(status, PLAY_LINE_OK);
        CHECK_EQ_TEXT(screen, "> ");
    }
}

TEST(keys_edit_a_line)
{
    static const struct {
        const char *keys, *line;
    } cases[] = {
        {"e4\r", "e4"},
        {"e5\x7f"
         "4\r",
         "e4"},
        {"4\001e\r", "e4"},
        {"\020\020\r", "e5"},       /* what was typed before, without what was typed twice */
        {"\022e4\r\r", "e4"},       /* found again */
        {"\xC3\xA9\r", "\xC3\xA9"}, /* a character of two bytes */
        {"a\xFF"
         "b\r",
         "a?b"},         /* no character */
        {"h\t\r", "hi"}, /* what all words have in common */
        {"his\t\r", "history "},
        {"Nf\t\r", "Nf"},
        {"hin\t\001x\r", "xhint "},
        {"x\t\r", "x"},
        {"hint\001h\t\r", "hhint"}, /* only at the end of the line */
        {"a\t\r", "a" SIXTY "0 "},
        {"b\t\r", "b" SIXTY "00"},
        {"c\t\r", "c" SIXTY "00"},
        {"\r", ""},
    };
    static const char *const first[] = {"e5\r", "e4\r", "e4\r"};
    setenv("LC_ALL", "C.UTF-8", 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char got[128];
        terminal_begin("xterm");
        for (size_t k = 0; k < 3; k++)
            typed(first[k]);
        play_line_status status = typed(cases[i].keys);
        snprintf(got, sizeof got, "%s", line);
        size_t got_len = len;
        terminal_end();
        check_case("%zu", i);
        CHECK_EQ_INT(status, PLAY_LINE_OK);
        CHECK_EQ_TEXT(got, cases[i].line);
        CHECK_EQ_INT(got_len, strlen(cases[i].line));
    }
}

TEST(a_line_of_more_than_4095_letters_is_too_long)
{
    static char keys[5000];
    for (size_t letters = 4095; letters <= 4096; letters++) {
        memset(keys, 'x', letters);
        strcpy(keys + letters, "\r");
        terminal_begin("xterm");
        play_line_status status = typed(keys);
        size_t got = status == PLAY_LINE_OK ? strspn(line, "x") : 0;
        terminal_end();
        CHECK_EQ_INT(status, letters < 4096 ? PLAY_LINE_OK : PLAY_LINE_LONG);
        CHECK_EQ_INT(got, letters < 4096 ? letters : 0);
        CHECK_EQ_INT(len, got);
    }
}

TEST(tab_lists_words_that_differ)
{
    terminal_begin("xterm");
    play_line_status status = typed("Nf\t3\r");
    char got[8];
    snprintf(got, sizeof got, "%s", line);
    terminal_end();
    CHECK_EQ_INT(status, PLAY_LINE_OK);
    CHECK_EQ_TEXT(got, "Nf3");
    CHECK(strstr(screen, "> Nf") != NULL);
    CHECK(strstr(screen, "\nNf3 Nfd2 \n") != NULL || strstr(screen, "\nNf3 Nfd2 \r\n") != NULL);
}

TEST(a_line_ends_for_other_reasons)
{
    static const struct {
        int number;
        play_line_status status;
    } signals[] = {{SIGINT, PLAY_LINE_INTERRUPT},
                   {SIGTERM, PLAY_LINE_LEAVE},
                   {SIGHUP, PLAY_LINE_LEAVE},
                   {SIGQUIT, PLAY_LINE_LEAVE}};
    for (int dumb = 0; dumb < 2; dumb++) {
        terminal_begin(dumb ? "dumb" : "xterm");
        play_line_status late = play_read_line(reader, "> ", steady_ms() - 1, &line, &len),
                         ended = PLAY_LINE_OK;
        play_line_status got[4];
        play_signals_catch();
        for (size_t i = 0; i < 4; i++) {
            raise(signals[i].number);
            got[i] = next("> ");
        }
        raise(SIGWINCH);
        play_line_status resized = typed("e4\n");
        play_signals_release();
        if (!dumb)
            ended = typed("\004");
        terminal_end();
        check_case("%s", dumb ? "dumb" : "xterm");
        CHECK_EQ_INT(late, PLAY_LINE_LATE);
        for (size_t i = 0; i < 4; i++)
            CHECK_EQ_INT(got[i], signals[i].status);
        CHECK_EQ_INT(resized, PLAY_LINE_OK);
        CHECK_EQ_INT(ended, dumb ? PLAY_LINE_OK : PLAY_LINE_END);
    }
    /* If two things happen at once, leaving counts more than an interrupt, and that more than time.
     */
    pipe_begin("", 0);
    play_signals_catch();
    raise(SIGINT);
    raise(SIGTERM);
    CHECK_EQ_INT(play_read_line(reader, "", steady_ms() - 1, &line, &len), PLAY_LINE_LEAVE);
    raise(SIGINT);
    CHECK_EQ_INT(play_read_line(reader, "", steady_ms() - 1, &line, &len), PLAY_LINE_INTERRUPT);
    play_signals_release();
    pipe_end();
}

TEST(a_wait_ends_by_input_time_or_signal)
{
    int ends[2];
    CHECK_EQ_INT(pipe(ends), 0);
    int64_t begun = steady_ms();
    CHECK_EQ_INT(play_wait(ends[0], begun + 30), PLAY_LATE);
    CHECK(steady_ms() >= begun + 30);
    CHECK_EQ_INT(play_wait(-1, begun), PLAY_LATE);
    CHECK_EQ_INT(write(ends[1], "x", 1), 1);
    CHECK_EQ_INT(play_wait(ends[0], PLAY_NO_DEADLINE), PLAY_READY);
    CHECK_EQ_INT(play_wait(ends[0], steady_ms() + 60000), PLAY_READY);
    CHECK_EQ_INT(play_wait(ends[0], begun), PLAY_READY | PLAY_LATE);
    play_signals_catch();
    raise(SIGTSTP);
    raise(SIGWINCH);
    CHECK_EQ_INT(play_wait(ends[0], PLAY_NO_DEADLINE), PLAY_READY | PLAY_SUSPEND | PLAY_RESIZE);
    CHECK_EQ_INT(play_wait(ends[0], PLAY_NO_DEADLINE), PLAY_READY); /* it was told */
    raise(SIGINT);
    CHECK_EQ_INT(play_wait(-1, PLAY_NO_DEADLINE), PLAY_INTERRUPT);
    pid_t child = fork();
    if (child == 0) { /* a signal while it waits */
        nanosleep(&(struct timespec){0, 20000000}, NULL);
        kill(getppid(), SIGTERM);
        _exit(0);
    }
    CHECK_EQ_INT(play_wait(-1, steady_ms() + 60000), PLAY_LEAVE);
    waitpid(child, NULL, 0);
    struct sigaction now;
    sigaction(SIGPIPE, NULL, &now);
    CHECK(now.sa_handler == SIG_IGN);
    play_signals_release();
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) { /* all is as it was */
        sigset_t blocked;
        sigaction(numbers[i], NULL, &now);
        sigprocmask(SIG_BLOCK, NULL, &blocked);
        CHECK(now.sa_handler == SIG_DFL && !sigismember(&blocked, numbers[i]));
    }
    close(ends[1]);
    CHECK_EQ_INT(play_wait(ends[0], PLAY_NO_DEADLINE), PLAY_READY);
    close(ends[0]);
}

int main(void)
{
    alarm(60); /* a wait that never ends is a failure, too */
    RUN(lines_come_from_a_pipe_without_their_ends);
    RUN(a_terminal_without_editing_is_prompted);
    RUN(keys_edit_a_line);
    RUN(a_line_of_more_than_4095_letters_is_too_long);
    RUN(tab_lists_words_that_differ);
    RUN(a_line_ends_for_other_reasons);
    RUN(a_wait_ends_by_input_time_or_signal);
    return check_result();
}
