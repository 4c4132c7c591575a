/* convert_tags.h: the tags of one game, up to a limit. Layer: collection. */
#ifndef ARB_COLLECTION_CONVERT_TAGS_H
#define ARB_COLLECTION_CONVERT_TAGS_H

#include "collection/marked_text.h"

enum { TAG_LIMIT = 256, TAG_BYTES = 32 << 10 };

/* How a tag stands in the text. */
typedef enum {
    TAG_ANYHOW, /* there may be a backslash in the value */
    TAG_EXPORT  /* in export format, alone on its line, and 64 bytes or more before the end of the
                   text; the value has neither a quote nor a backslash */
} tag_form;

typedef struct {
    const char *name, *value; /* in the text of the game, or in `bytes` of the list */
    uint32_t name_len, value_len;
    uint64_t order; /* the first eight bytes of the name, as a number that sorts like them */
    tag_form form;
    bool as_is; /* its line in the text is written unchanged, up to the line end */
    bool in_roster;
} tag_entry;

/* The seven tag roster, in its order. */
enum { TAG_ROSTER = 7 };

/* Tags are noted as they come. They are put in order, each name once, only when they are written or
 * stored. */
typedef struct {
    size_t count;
    size_t settled; /* how many of these are in order; `order` and the fields after it belong to
                     * them */
    size_t used;    /* bytes of all tags that were noted, which have a limit */
    size_t stored;  /* bytes of those that were copied to `bytes` */
    uint64_t seen; /* a bit for the hash of each name that is in order; it shows for most names that
                      they are new */
    bool too_large; /* some tags did not fit */
    tag_entry
        *roster[TAG_ROSTER]; /* the tags of the roster among those in order; NULL: there is none */
    tag_entry entries[TAG_LIMIT];
    char bytes[TAG_BYTES];
} tag_list;

void tags_clear(tag_list *tags);
/* Notes a tag. Of several values for one name the last counts, as in a check. Name and value must
 * stay where they are until tags_store; a value with escapes is copied at once, with the escapes
 * undone. */
void tags_note(tag_list *tags, const char *name, size_t name_len, const char *value, size_t len,
               tag_form form);
/* The same for a value that is copied; its name must outlive the call. */
void tags_add(tag_list *tags, const char *name, const char *value);
/* Copies names and values; it must be called before the text of the game goes away. */
void tags_store(tag_list *tags);
/* Returns the value of a tag; NULL if there is none. */
const char *tags_find(const tag_list *tags, const char *name, size_t *len);
const char *tags_find_named(const tag_list *tags, const char *name, size_t name_len, size_t *len);

/* Writes the tags in the order of the export format: the seven tag roster, then the others by their
 * names. */
void tags_write_pgn(tag_list *tags, const char *result, out *to);
/* Writes the roster, the tags of the comma-separated list `added`, and those without which the
 * game cannot be read (FEN, SetUp, Variant). */
void tags_write_roster(tag_list *tags, const char *added, const char *result, out *to);
/* The same with a list instead of the roster, after Event. */
void tags_write_chosen(tag_list *tags, const char *chosen, const char *added, const char *result,
                       out *to);
/* Writes the tags as members of a JSON object, in the order of the text. */
void tags_write_json(tag_list *tags, out *to);

#endif
