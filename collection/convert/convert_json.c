/* convert_json.c: what stands beside the moves, for JSON: comments, NAGs, variations, in their
 * order. Layer: collection.
 *
 *   {"ply":0,"comment":"…"}, {"ply":3,"nag":5}, {"ply":2,"variation":["c5",{"comment":"…"},"Nf3"]}
 *
 * A ply is the number of main-line moves in front; a variation is an alternative to the last of
 * them. Within one there are moves, and comments, NAGs and variations without a ply. */
#include "collection/convert/convert.h"

#include <string.h>

/* The next entry of the list, or of the variation that is open. */
static out *next_note(record *r)
{
    out *to = &r->notes.out;
    if (!r->note_is_first)
        out_text(to, ",");
    r->note_is_first = false;
    return to;
}

/* The beginning of an object, up to its last member. */
static out *begin_note(record *r, size_t depth)
{
    out *to = next_note(r);
    r->has_notes = true;
    out_text(to, "{");
    if (depth > 0)
        return to;
    out_text(to, "\"ply\":");
    out_number(to, r->shown);
    out_text(to, ",");
    return to;
}

void json_move(record *r, const char *san, size_t len)
{
    out_json(next_note(r), san, len);
}

void json_nag(record *r, unsigned nag, size_t depth)
{
    out *to = begin_note(r, depth);
    out_text(to, "\"nag\":");
    out_number(to, nag);
    out_text(to, "}");
}

static void end_comment(record *r)
{
    if (r->in_json_comment)
        out_text(&r->notes.out, "\"}");
    r->in_json_comment = false;
}

void json_comment(record *r, const char *text, size_t len, bool closed, size_t depth)
{
    if (!r->in_json_comment) {
        out_text(begin_note(r, depth), "\"comment\":\"");
        r->in_json_comment = true;
    }
    out_json_part(&r->notes.out, text, len);
    if (closed)
        end_comment(r);
}

void json_open(record *r, size_t depth)
{
    out_text(begin_note(r, depth - 1), "\"variation\":[");
    r->note_is_first = true;
    r->opened |= UINT64_C(1) << depth;
}

void json_close(record *r, size_t depth)
{
    uint64_t bit = UINT64_C(1) << depth;
    if (!(r->opened & bit))
        return;
    r->opened &= ~bit;
    out_text(&r->notes.out, "]}");
    r->note_is_first = false;
}

void json_close_all(record *r)
{
    end_comment(r);
    for (size_t depth = 63; depth > 0; depth--)
        json_close(r, depth);
}
