/* verdict_json.c: a verdict, and a move as a person types it, as a JSON object. Whoever writes a
 * verdict as JSON, in any program, does it by these functions. Layer: game. */
#include "base/text.h"
#include "game/game.h"

enum { SENTENCE_LIMIT = 4096 };

/* Control characters are escaped because names of pieces may come from a file. Bytes from 0x80 on
 * are written as they are: all texts are UTF-8. */
void arb__put_json_string(arb__writer *out, const char *text)
{
    static const char hex[] = "0123456789abcdef";
    arb__put_char(out, '"');
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 0x20) {
            arb__put_text(out, "\\u00");
            arb__put_char(out, hex[c >> 4]);
            arb__put_char(out, hex[c & 15]);
            continue;
        }
        if (c == '"' || c == '\\')
            arb__put_char(out, '\\');
        arb__put_char(out, *text);
    }
    arb__put_char(out, '"');
}

static void put_member(arb__writer *out, const char *key, const char *text)
{
    arb__put_text(out, ",\"");
    arb__put_text(out, key);
    arb__put_text(out, "\":");
    arb__put_json_string(out, text);
}

static void put_square(arb__writer *out, arb_size size, const char *key, arb_square square)
{
    char name[8];
    if (square == ARB_NO_SQUARE)
        return;
    arb_square_write(size, square, name, sizeof name);
    put_member(out, key, name);
}

static void put_verdict(arb__writer *out, const arb_verdict *verdict, const arb_position *position)
{
    arb_size size = arb_position_size(position);
    arb__put_text(out, "\"verdict\":");
    arb__put_json_string(out, arb_verdict_name(verdict->code));
    put_square(out, size, "at", verdict->at);
    put_square(out, size, "by", verdict->by);
    put_member(out, "article", arb_verdict_article(verdict));
}

size_t arb_verdict_members(const arb_verdict *verdict, const arb_position *position, char *buf,
                           size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    put_verdict(&out, verdict, position);
    return out.len;
}

static void put_legal(arb__writer *out, arb_move move, const arb_position *position)
{
    char uci[16], san[32];
    arb_uci_write(position, move, ARB_UCI_RULES, uci, sizeof uci);
    arb_san_write(position, move, san, sizeof san);
    put_member(out, "verdict", "ok");
    put_member(out, "move", uci);
    put_member(out, "san", san);
    put_member(out, "article", "");
}

static void put_ambiguous(arb__writer *out, const arb_san *san, const arb_position *position)
{
    put_member(out, "verdict", "ambiguous");
    arb__put_text(out, ",\"moves\":[");
    for (size_t i = 0; i < san->count && i < ARB_CANDIDATE_LIMIT; i++) {
        char uci[16];
        arb_uci_write(position, san->why[i].move, ARB_UCI_RULES, uci, sizeof uci);
        arb__put_text(out, i > 0 ? ",\"" : "\"");
        arb__put_text(out, uci);
        arb__put_char(out, '"');
    }
    arb__put_char(out, ']');
    put_member(out, "article", "");
}

static void put_unreadable(arb__writer *out, const arb_error *error)
{
    put_member(out, "verdict", error->status == ARB_LIMIT ? "limit" : "unreadable");
    arb__put_text(out, ",\"column\":");
    arb__put_number(out, error->offset + 1);
    put_member(out, "article", "");
}

size_t arb_typed_json(const arb_typed *typed, const arb_position *position, char *buf, size_t cap)
{
    char told[SENTENCE_LIMIT];
    arb__writer out = arb__writer_on(buf, cap);
    arb__put_text(&out, typed->status == ARB_OK ? "{\"legal\":true" : "{\"legal\":false");
    if (typed->status == ARB_OK) {
        put_legal(&out, typed->verdict.move, position);
    } else if (typed->status == ARB_AMBIGUOUS) {
        put_ambiguous(&out, &typed->san, position);
    } else if (typed->status != ARB_ILLEGAL) {
        put_unreadable(&out, &typed->error);
    } else {
        arb__put_char(&out, ',');
        put_verdict(&out, &typed->verdict, position);
    }
    arb_typed_text(typed, position, told, sizeof told);
    put_member(&out, "text", told);
    arb__put_char(&out, '}');
    return out.len;
}

size_t arb_verdict_json(const arb_verdict *verdict, const arb_position *position, arb_coords coords,
                        char *buf, size_t cap)
{
    arb_typed typed = {.status = verdict->code == ARB_V_OK ? ARB_OK : ARB_ILLEGAL,
                       .verdict = *verdict,
                       .coords = coords};
    return arb_typed_json(&typed, position, buf, cap);
}
