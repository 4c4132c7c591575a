/* format_out.h: lets the formats write to a stream. Layer: cli. */
#ifndef ARB_CLI_FORMAT_OUT_H
#define ARB_CLI_FORMAT_OUT_H

#include "common/text_out.h"

#include <stdio.h>

static inline void cli_format_put(void *context, const char *text, size_t len)
{
    fwrite(text, 1, len, context); /* cli_finish checks for errors at the end */
}

static inline fmt_out cli_format_out(FILE *stream)
{
    return (fmt_out){cli_format_put, stream};
}

#endif
