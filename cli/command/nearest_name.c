/* nearest_name.c: guesses which name a mistyped one was meant to be. Layer: cli. It knows nothing
 * of commands. */
#include "cli/command/command.h"

#include <string.h>

enum { LONGEST = 32 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The number of letters to insert, delete, replace or swap with their neighbour, to turn one name
 * into the other. */
static size_t distance_of(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *last = rows[1], *row = rows[2];

    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    for (size_t j = 0; j <= m; j++)
        last[j] = j;
    for (size_t i = 1; i <= n; i++) {
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            row[j] = least(least(last[j], row[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
        size_t *spare = before;
        before = last;
        last = row;
        row = spare;
    }
    return last[m];
}

cli_nearest cli_nearest_to(const char *typed)
{
    /* At most a third of the letters may be wrong, and one more; of three letters only one.
     * Otherwise it is a different word. */
    size_t len = strlen(typed);
    return (cli_nearest){.typed = typed, .distance = len <= 3 ? 2 : len / 3 + 2};
}

void cli_nearest_try(cli_nearest *nearest, const char *name)
{
    size_t distance = distance_of(nearest->typed, name);
    size_t len = strlen(nearest->typed);
    bool begins = len > 1 && strncmp(name, nearest->typed, len) == 0;
    if (begins)
        distance = distance > 0; /* the name may be abbreviated */
    if (distance < nearest->distance && distance < strlen(name)) {
        nearest->distance = distance;
        nearest->name = name;
    }
}
