/* html_text.c: writes text as HTML on a stream. Layer: cli. */
#include "cli/io/io.h"

void cli_html_char(FILE *out, char c)
{
    switch (c) {
    case '&':
        fputs("&amp;", out);
        break;
    case '<':
        fputs("&lt;", out);
        break;
    case '>':
        fputs("&gt;", out);
        break;
    case '"':
        fputs("&quot;", out);
        break;
    default:
        putc(c, out);
    }
}
