/* terminal_text.c: writes text for a person at a terminal. Layer: cli, command play. */
#include "cli/terminal/terminal_text.h"

#include "cli/io/io.h"
#include "common/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int play_width(void)
{
    struct winsize size;
    if (isatty(STDOUT_FILENO) != 1 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return 0;
    return size.ws_col > 0 ? size.ws_col : 80;
}

static int columns_of(const char *word, size_t len)
{
    int columns = 0;
    for (size_t i = 0; i < len; i++)
        columns += !utf8_continues(word[i]);
    return columns;
}

static void put_wrapped(const char *text, int width)
{
    int column = 0;
    while (*text != '\0') {
        if (*text == '\n') {
            putchar('\n');
            column = 0;
            text++;
            continue;
        }
        size_t blanks = strspn(text, " "), len = strcspn(text + blanks, " \n");
        int columns = columns_of(text + blanks, len);
        if (column > 0 && width > 0 && column + (int)blanks + columns >= width) {
            putchar('\n');
            column = 0;
        } else {
            printf("%*s", (int)blanks, "");
            column += (int)blanks;
        }
        cli_safe_text(stdout, text + blanks, len);
        column += columns;
        text += blanks + len;
    }
    putchar('\n');
}

void play_say(const char *format, ...)
{
    char fixed[1024], *text = fixed;
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int len = vsnprintf(fixed, sizeof fixed, format, list);
    if (len >= (int)sizeof fixed && (text = malloc((size_t)len + 1)) != NULL)
        vsnprintf(text, (size_t)len + 1, format, again);
    va_end(again);
    va_end(list);
    put_wrapped(text != NULL ? text : fixed, play_width());
    if (text != fixed)
        free(text);
}
