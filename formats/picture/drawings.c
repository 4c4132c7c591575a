/* drawings.c: finds the drawing of a kind of piece. Layer: formats. It goes by the name of the
 * kind; a kind whose name has no drawing gets that of the chess piece with its letter. */
#include "formats/picture/drawings.h"

#include <stdio.h>
#include <string.h>

const drawing_ink drawing_inks[2] = {
    [ARB_WHITE] = {0xfffdf6, 0x2a2320, 0x2a2320},
    [ARB_BLACK] = {0x38332f, 0x120f0d, 0xe9e2d6},
};

/* Does the line "piece archbishop cardinal" name this kind? */
static bool names(const char *line, const char *name)
{
    size_t len = strlen(name);
    if (strncmp(line, "piece ", 6) != 0 || len == 0)
        return false;
    for (const char *at = line + 5; at != NULL; at = strchr(at + 1, ' '))
        if (strncmp(at + 1, name, len) == 0 && (at[1 + len] == ' ' || at[1 + len] == '\0'))
            return true;
    return false;
}

static const char *const *find(const char *name)
{
    for (const char *const *line = drawing_lines; *line != NULL; line++)
        if (names(*line, name))
            return line + 1;
    return NULL;
}

bool drawing_goes_on(const char *line)
{
    return line != NULL && strncmp(line, "piece ", 6) != 0;
}

drawing_part drawing_part_of(const char *line)
{
    drawing_part part = {.sort = line[0] == 'b' ? DRAWING_BODY : DRAWING_LINE};
    if (sscanf(line, "dot %lf %lf %lf", &part.x, &part.y, &part.radius) == 3)
        part.sort = DRAWING_DOT;
    else
        part.path = line + 5; /* behind "body " or "line " */
    return part;
}

const char *const *drawing_of(const arb_rules *rules, arb_kind kind)
{
    static const char letters[] = "pnbrqk";
    static const char *const chess[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
    const char *const *found = find(rules->kinds[kind].name);
    const char *letter =
        rules->kinds[kind].letter != '\0' ? strchr(letters, rules->kinds[kind].letter) : NULL;
    return found != NULL || letter == NULL ? found : find(chess[letter - letters]);
}
