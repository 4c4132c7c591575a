/* style.c: finds out what the terminal can show. Layer: cli. */
#include "cli/io/io.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value != NULL && value[0] != '\0';
}

static bool is_dumb(void)
{
    const char *term = getenv("TERM");
    return term != NULL && strcmp(term, "dumb") == 0;
}

/* Is the locale's encoding UTF-8? The first of these variables that is set decides, as in
 * setlocale. */
static bool locale_is_utf8(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (value == NULL || value[0] == '\0')
            continue;
        const char *charset = strchr(value, '.');
        return charset != NULL &&
               (strncasecmp(charset, ".utf-8", 6) == 0 || strncasecmp(charset, ".utf8", 5) == 0);
    }
    return false;
}

cli_style cli_style_of(const char *color_option, bool ascii_option)
{
    bool terminal = isatty(STDOUT_FILENO) == 1;
    cli_style style = {.colour = terminal && !is_set("NO_COLOR") && is_set("TERM") && !is_dumb(),
                       /* files and pipes get UTF-8 whatever the locale */
                       .unicode = !ascii_option && !is_dumb() && (!terminal || locale_is_utf8())};
    if (color_option != NULL && strcmp(color_option, "auto") != 0)
        style.colour = strcmp(color_option, "never") != 0;
    return style;
}
