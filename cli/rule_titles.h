/* rule_titles.h: the titles of the shipped rule sets in other languages than English. Layer: cli.
 *
 * CMake makes the table from the page's own (web/texts_de.js and its neighbours), where every
 * language must have every title (tests/languages). */
#ifndef ARB_CLI_RULE_TITLES_H
#define ARB_CLI_RULE_TITLES_H

#include "arbiter.h"

typedef struct {
    const char *tag; /* of the language */
    const char *english, *title;
} rule_title;

extern const rule_title rule_titles[]; /* the last has no tag */

#endif
