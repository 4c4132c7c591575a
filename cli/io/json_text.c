/* json_text.c: writes text as JSON on a stream. Layer: cli. */
#include "cli/io/format_out.h"
#include "cli/io/io.h"

void cli_json_text(FILE *out, const char *text, size_t len)
{
    fmt_out sink = cli_format_out(out);
    fmt_put_json(&sink, text, len);
}
