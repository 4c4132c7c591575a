/* input_lines.c: reads input, as a whole or line by line. Layer: cli. It knows nothing of what the
 * lines mean. */
#include "cli/io/io.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_BLOCK = 64 << 10 };

bool cli_lines_open(cli_lines *lines, const char *path)
{
    *lines = (cli_lines){.name = path, .file = STDIN_FILENO};
    if (strcmp(path, "-") != 0)
        lines->file = open(path, O_RDONLY | O_CLOEXEC);
    if (lines->file < 0) {
        cli_error_of(path, "cannot be opened: %s", strerror(errno));
        lines->failed = true;
        return false;
    }
    if (!cli_note_read(lines->file)) {
        cli_error("not enough memory");
        if (lines->file > STDIN_FILENO)
            close(lines->file);
        lines->failed = true;
        return false;
    }
    struct stat status;
    if (fstat(lines->file, &status) == 0 && S_ISREG(status.st_mode))
        lines->size = (uint64_t)status.st_size;
    return true;
}

void cli_lines_close(cli_lines *lines)
{
    if (lines->file > STDIN_FILENO)
        close(lines->file);
    if (lines->failed)
        cli_error_at(lines->name, lines->failed_line, 0, "%s", lines->failure);
    free(lines->block);
    *lines = (cli_lines){.file = -1, .failed = lines->failed};
}

static bool fail(cli_lines *lines, size_t line, const char *why)
{
    snprintf(lines->failure, sizeof lines->failure, "%s", why);
    lines->failed_line = line;
    lines->failed = true;
    lines->at_end = true;
    return false;
}

/* Makes room for at least one more byte and the NUL after it: the unfinished line moves to the
 * front, and the block grows only if that line fills it. */
static bool make_room(cli_lines *lines)
{
    if (lines->start > 0 && lines->end + 1 >= lines->cap) {
        memmove(lines->block, lines->block + lines->start, lines->end - lines->start);
        lines->end -= lines->start;
        lines->start = 0;
    }
    if (lines->end + 1 < lines->cap)
        return true;
    if (lines->end > CLI_LINE_LIMIT)
        return fail(lines, lines->number + 1, "more than 64 MiB in one piece");
    size_t cap = lines->cap == 0 ? FIRST_BLOCK : lines->cap * 2;
    if (cap > CLI_LINE_LIMIT + 2)
        cap = CLI_LINE_LIMIT + 2;
    char *block = realloc(lines->block, cap);
    if (block == NULL)
        return fail(lines, lines->number + 1, "not enough memory for this line");
    lines->block = block;
    lines->cap = cap;
    return true;
}

static bool read_more(cli_lines *lines)
{
    if (!make_room(lines))
        return false;
    if (lines->size == 0)
        fflush(stdout); /* whoever writes these lines may be waiting for the answer */
    ssize_t got;
    do
        got = read(lines->file, lines->block + lines->end, lines->cap - 1 - lines->end);
    while (got < 0 && errno == EINTR);
    if (got < 0) {
        char why[sizeof lines->failure];
        snprintf(why, sizeof why, "cannot be read: %s", strerror(errno));
        return fail(lines, 0, why);
    }
    lines->end += (size_t)got;
    lines->at_end = got == 0;
    return true;
}

/* Some editors begin a file with a byte order mark. */
static size_t mark_at(const char *text, size_t len)
{
    static const char mark[] = "\xEF\xBB\xBF";
    return len >= sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0;
}

/* Returns the bytes up to `stop` as a line, and continues at `next`. */
static bool give(cli_lines *lines, size_t stop, size_t next)
{
    size_t start = lines->start;
    if (lines->number == 0)
        start += mark_at(lines->block + start, stop - start);
    lines->text = lines->block + start;
    lines->len = stop - start;
    if (next > stop && lines->len > 0 && lines->text[lines->len - 1] == '\r')
        lines->len--;
    lines->text[lines->len] = '\0';
    lines->read += next - lines->start;
    lines->start = next;
    lines->number++;
    return true;
}

bool cli_lines_next(cli_lines *lines)
{
    size_t seen = 0; /* bytes of the unfinished line that were searched for a line end */

    if (lines->failed)
        return false;
    for (;;) {
        size_t begun = lines->end - lines->start;
        char *found =
            begun > seen ? memchr(lines->block + lines->start + seen, '\n', begun - seen) : NULL;
        if (found != NULL) {
            size_t stop = (size_t)(found - lines->block);
            return give(lines, stop, stop + 1);
        }
        if (lines->at_end)
            return begun > 0 && give(lines, lines->end, lines->end);
        seen = begun;
        if (!read_more(lines))
            return false;
    }
}

bool cli_read_file(const char *path, char **text, size_t *len)
{
    cli_lines file;
    if (!cli_lines_open(&file, path))
        return false;
    while (!file.at_end && !file.failed)
        read_more(&file);
    bool ok = !file.failed;
    if (ok) {
        *text = file.block;
        *len = file.end;
        file.block[file.end] = '\0';
        file.block = NULL;
    }
    cli_lines_close(&file);
    return ok;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

size_t cli_trim(const char **text, size_t *len)
{
    const char *begin = *text;
    while (*len > 0 && is_blank((*text)[*len - 1]))
        --*len;
    for (; *len > 0 && is_blank(**text); ++*text)
        --*len;
    return (size_t)(*text - begin);
}
