/* game_filter.h: which games are wanted. Room: collection. */
#ifndef ARB_COLLECTION_GAME_FILTER_H
#define ARB_COLLECTION_GAME_FILTER_H

#include "arbiter.h"
#include "collection/convert/convert_tags.h"

enum { FILTER_TAGS = 32 };

typedef enum { TAG_IS, TAG_IS_NOT, TAG_HAS, TAG_BELOW, TAG_UP_TO, TAG_ABOVE, TAG_FROM } tag_test;

typedef struct {
    const char *name, *value;
    size_t name_len;
    tag_test test;
} tag_filter;

/* All that is given must hold; a filter of zeros lets every game pass. */
typedef struct {
    size_t tag_count;
    tag_filter tags[FILTER_TAGS];
    const char *player;  /* part of White's or Black's name */
    const char *result;  /* as in the movetext */
    const char *variant; /* name of the rule set */
    const char *ends;    /* the reason's name; "none": no rule ended it */
    const char *final;   /* the first fields of the final FEN */
    bool has_plies;
    uint64_t min_plies, max_plies;
} filter;

/* "Name=value", with =, !=, ~, <, <=, >, >=. The text must outlive the filter. NULL: taken; else
 * what is wrong with it. */
const char *filter_add_tag(filter *f, const char *text);
/* "40", "40-", "-80", "40-80". */
bool filter_set_plies(filter *f, const char *text);
/* Is there an end of this name? */
bool filter_set_ends(filter *f, const char *name);

/* What can be said before the first move, and what only at the end. */
bool filter_wants(const filter *f, const tag_list *tags, const arb_rules *rules);
bool filter_takes(const filter *f, const arb_position *final, uint64_t plies, arb_outcome outcome);

#endif
