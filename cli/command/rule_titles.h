/* rule_titles.h: the titles of the shipped rule sets in languages other than English. Layer: cli.
 *
 * CMake makes the table from that of the page (web/texts/texts_de.js and its neighbours), in which
 * every language must have every title (tests/languages). */
#ifndef ARB_CLI_RULE_TITLES_H
#define ARB_CLI_RULE_TITLES_H

#include "arbiter.h"

typedef struct {
    const char *tag; /* the language */
    const char *english, *title;
} rule_title;

extern const rule_title rule_titles[]; /* the last entry has no tag */

#endif
