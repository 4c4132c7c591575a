/* convert_keys.c: a game for an index: its place, its players, the keys of its positions. Layer:
 * collection. index_build.h describes the form. */
#include "collection/convert/convert.h"
#include "collection/index/index_build.h"

void keys_head(const record *r, const record_ending *ending, out *to)
{
    out_relative(to, OUT_LOW,
                 (r->tags.too_large ? INDEX_UNKNOWN_TAGS : 0) |
                     (ending->event_line ? INDEX_EVENT_LINE : 0));
    out_relative(to, OUT_LINE, ending->line);
    out_text(to, "\t");
    out_relative(to, OUT_BYTE, ending->byte);
    out_relative(to, OUT_BODY, 0);
}

void keys_names(const record *r, out *to)
{
    static const char *const tags[] = {"White", "Black"};
    for (int i = 0; i < 2; i++) {
        size_t len = 0;
        const char *name = tags_find(&r->tags, tags[i], &len);
        for (size_t k = 0; name && k < len; k++) {
            unsigned char byte = (unsigned char)name[k];
            char halves[2] = {(char)(KEYS_HALF | byte >> 4), (char)(KEYS_HALF | (byte & 15))};
            out_bytes(to, halves, sizeof halves);
        }
        out_bytes(to, &(char){(char)KEYS_NAME_ENDS}, 1);
    }
}

void put_key(out *to, const arb_position *pos)
{
    char digits[KEYS_DIGITS];
    uint64_t key = arb_position_key(pos);
    for (int i = 0; i < KEYS_DIGITS; i++, key >>= 7)
        digits[i] = (char)(KEYS_DIGIT | (key & 0x7F));
    out_bytes(to, digits, sizeof digits);
}
