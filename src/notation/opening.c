/* opening.c: the names of opening positions, found by position and not by moves, so that every
 * order of moves finds them. Layer: notation. The table is written from data/openings.tsv. */
#include "notation/opening.h"

#include "notation/notation.h"
#include "position/position.h"

/* Openings are named for chess only: a rule set with other endings, or with drops, has openings of
 * its own. */
bool arb__has_openings(const arb_position *pos)
{
    return pos->rules->ending.laws && pos->special == 0 && pos->size.files == 8 &&
           pos->size.ranks == 8;
}

arb_opening arb__opening_of_key(uint64_t key)
{
    const uint16_t *bucket = &arb__opening_buckets[key >> 52];
    for (unsigned i = bucket[0]; i < bucket[1]; i++)
        if (arb__opening_keys[i] == key)
            return (arb_opening)(i + 1);
    return ARB_NO_OPENING;
}

arb_opening arb_opening_find(const arb_position *position)
{
    return arb__has_openings(position) ? arb__opening_of_key(position->key) : ARB_NO_OPENING;
}

arb_opening arb_opening_of_key(const arb_position *position, uint64_t key)
{
    return arb__has_openings(position) ? arb__opening_of_key(key) : ARB_NO_OPENING;
}

uint64_t arb_opening_key(arb_opening opening)
{
    bool is_there = opening != ARB_NO_OPENING && opening <= arb__opening_count;
    return is_there ? arb__opening_keys[opening - 1] : 0;
}

size_t arb_opening_eco(arb_opening opening, char *buf, size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    if (opening == ARB_NO_OPENING || opening > arb__opening_count)
        return 0;
    unsigned eco = arb__openings[opening - 1].eco;
    arb__put_char(&out, (char)('A' + eco / 100));
    arb__put_char(&out, (char)('0' + eco / 10 % 10));
    arb__put_char(&out, (char)('0' + eco % 10));
    return out.len;
}

size_t arb_opening_name(arb_opening opening, char *buf, size_t cap)
{
    enum { PARTS = 8 };
    arb__writer out = arb__writer_on(buf, cap);
    const char *parts[PARTS];
    unsigned count = 0;
    if (opening == ARB_NO_OPENING || opening > arb__opening_count)
        return 0;
    unsigned name = arb__openings[opening - 1].name;
    for (; name != 0 && count < PARTS; name = arb__opening_names[name].before)
        parts[count++] = (const char *)arb__opening_pool + arb__opening_names[name].text;
    for (unsigned i = count; i-- > 0;) {
        if (i + 1 < count)
            arb__put_text(&out, i + 2 == count ? ": " : ", ");
        arb__put_text(&out, parts[i]);
    }
    return out.len;
}
