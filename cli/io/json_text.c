/* json_text.c: text as JSON. Layer: cli. */
#include "cli/io/io.h"

/* Bytes that stand for themselves. */
static bool is_plain(char c)
{
    unsigned char byte = (unsigned char)c;
    return byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\';
}

static size_t put_special(FILE *out, const char *text, size_t len)
{
    uint32_t character = 0;
    size_t n = cli_utf8(text, len, &character);
    if (n == 0) {
        fputs("\xEF\xBF\xBD", out); /* U+FFFD */
        return 1;
    }
    if (character == '"' || character == '\\')
        fprintf(out, "\\%c", (int)character);
    else if (character == '\n')
        fputs("\\n", out);
    else if (character == '\t')
        fputs("\\t", out);
    else if (character < 0x20 || (character >= 0x7F && character < 0xA0))
        fprintf(out, "\\u%04x", (unsigned)character);
    else
        fwrite(text, 1, n, out);
    return n;
}

void cli_json_text(FILE *out, const char *text, size_t len)
{
    size_t i = 0;
    putc('"', out);
    while (i < len) {
        size_t plain = i;
        while (plain < len && is_plain(text[plain]))
            plain++;
        fwrite(text + i, 1, plain - i, out);
        i = plain;
        if (i < len)
            i += put_special(out, text + i, len - i);
    }
    putc('"', out);
}
