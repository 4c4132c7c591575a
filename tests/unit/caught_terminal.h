/* caught_terminal.h: catches what a function writes on stdout while that is a terminal. */
#ifndef ARB_TESTS_CAUGHT_TERMINAL_H
#define ARB_TESTS_CAUGHT_TERMINAL_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int terminal_master;

/* Stdout becomes a terminal of this width. Returns what stdout was. */
static inline int terminal_begin(unsigned short columns)
{
    struct winsize size = {.ws_row = 24, .ws_col = columns};
    terminal_master = posix_openpt(O_RDWR | O_NOCTTY);
    grantpt(terminal_master);
    unlockpt(terminal_master);
    int slave = open(ptsname(terminal_master), O_RDWR | O_NOCTTY);
    ioctl(slave, TIOCSWINSZ, &size);
    fflush(stdout);
    int before = dup(STDOUT_FILENO);
    dup2(slave, STDOUT_FILENO);
    close(slave);
    return before;
}

static inline const char *terminal_end(int before)
{
    static char text[1 << 14];
    size_t len = 0;
    puts("#");
    fflush(stdout);
    while (len == 0 || memchr(text, '#', len) == NULL) {
        ssize_t n = read(terminal_master, text + len, sizeof text - 1 - len);
        if (n <= 0)
            break;
        len += (size_t)n;
    }
    text[len] = '\0';
    text[strcspn(text, "#")] = '\0';
    dup2(before, STDOUT_FILENO);
    close(before);
    close(terminal_master);
    return text;
}

#endif
