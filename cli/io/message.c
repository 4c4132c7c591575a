/* message.c: what goes to people on stderr. Layer: cli. Knows nothing of commands. */
#include "cli/io/io.h"

#include <string.h>

size_t cli_utf8(const char *text, size_t len, uint32_t *character)
{
    const unsigned char *byte = (const unsigned char *)text;
    size_t n = byte[0] < 0x80   ? 1
               : byte[0] < 0xC2 ? 0
               : byte[0] < 0xE0 ? 2
               : byte[0] < 0xF0 ? 3
               : byte[0] < 0xF5 ? 4
                                : 0;
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};

    if (n == 0 || n > len)
        return 0;
    uint32_t value = n == 1 ? byte[0] : byte[0] & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((byte[i] & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (byte[i] & 0x3Fu);
    }
    if (value < smallest[n] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000))
        return 0;
    *character = value;
    return n;
}

/* Would it do something to a terminal, or to the order in which a line is read? */
static bool is_harmful(uint32_t character)
{
    return character < 0x20 || (character >= 0x7F && character < 0xA0) ||
           (character >= 0x200E && character <= 0x200F) ||
           (character >= 0x2028 && character <= 0x202E) ||
           (character >= 0x2066 && character <= 0x2069);
}

void cli_safe_text(FILE *out, const char *text, size_t len)
{
    size_t i = 0, begin = 0; /* of what goes out as it is: whole, since stderr has no buffer */
    while (i < len) {
        uint32_t character = 0;
        size_t n = cli_utf8(text + i, len - i, &character);
        if (n > 0 && !is_harmful(character)) {
            i += n;
            continue;
        }
        fwrite(text + begin, 1, i - begin, out);
        if (n == 0)
            fprintf(out, "\\x%02x", (unsigned char)text[i]);
        else if (character < 0x80)
            fprintf(out, "\\x%02x", (unsigned)character);
        else
            fprintf(out, "\\u%04x", (unsigned)character);
        i += n > 0 ? n : 1;
        begin = i;
    }
    fwrite(text + begin, 1, len - begin, out);
}

/* The message as one line; what is too long for anybody to read is cut. */
static void put_message(const char *format, va_list list) __attribute__((format(printf, 1, 0)));
static void put_message(const char *format, va_list list)
{
    char line[2048];
    int need = vsnprintf(line, sizeof line, format, list);
    size_t len = strlen(line);
    if (need >= (int)sizeof line) {
        while (len > 0 && ((unsigned char)line[len - 1] & 0xC0) == 0x80)
            len--; /* no half character */
        len -= len > 0;
    }
    cli_safe_text(stderr, line, len);
    fputs(need >= (int)sizeof line ? "...\n" : "\n", stderr);
}

void cli_error_list(const char *format, va_list list)
{
    fflush(stdout); /* so that a terminal shows both in the order they were said */
    fputs("arbiter: ", stderr);
    put_message(format, list);
}

void cli_error(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    cli_error_list(format, list);
    va_end(list);
}

const char *cli_file_name(const char *file)
{
    return strcmp(file, "-") == 0 ? "<stdin>" : file;
}

void cli_error_at(const char *file, size_t line, size_t column, const char *format, ...)
{
    const char *name = cli_file_name(file);
    fflush(stdout);
    cli_safe_text(stderr, name, strlen(name));
    if (line > 0)
        fprintf(stderr, ":%zu", line);
    if (line > 0 && column > 0)
        fprintf(stderr, ":%zu", column);
    fputs(": ", stderr);
    va_list list;
    va_start(list, format);
    put_message(format, list);
    va_end(list);
}
