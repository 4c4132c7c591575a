/* convert_csv.c: a table with one row for each game: its tags, and facts from its moves. Layer:
 * collection. */
#include "collection/convert/convert.h"

#include <string.h>

static const char default_columns[] =
    "Event,Site,Date,Round,White,Black,Result,WhiteElo,BlackElo,ECO,Opening";

/* Writes a field, in quotes where it needs them. */
static void put_field(out *to, const char *text, size_t len)
{
    bool bare = true;
    for (size_t i = 0; bare && i < len; i++)
        bare = text[i] != ',' && text[i] != '"';
    if (bare) {
        out_utf8(to, text, len);
        return;
    }
    out_text(to, "\"");
    for (size_t i = 0; i < len;) {
        const char *quote = memchr(text + i, '"', len - i);
        size_t part = quote ? (size_t)(quote - text) - i : len - i;
        out_utf8(to, text + i, part);
        i += part;
        if (quote) {
            out_text(to, "\"\"");
            i++;
        }
    }
    out_text(to, "\"");
}

static const char *columns(const convert_options *options)
{
    return options->tags == TAGS_CHOSEN ? options->chosen_tags : default_columns;
}

void csv_heading(const convert_options *options, FILE *to)
{
    fprintf(to, "%s,Rules,Plies,Reason,FinalFEN\n", columns(options));
}

void write_csv(record *r, const record_ending *ending, out *to)
{
    char fen[ARB_START_LIMIT];
    arb_outcome outcome = ending->outcome;
    for (const char *name = columns(r->options); *name != '\0';) {
        size_t len = strcspn(name, ","), value_len = 0;
        const char *value = tags_find_named(&r->tags, name, len, &value_len);
        if (len == 6 && memcmp(name, "Result", len) == 0) {
            value = arb_result_text(outcome.result);
            value_len = strlen(value);
        }
        put_field(to, value ? value : "", value_len);
        out_text(to, ",");
        name += len + (name[len] == ',');
    }
    const char *rules = arb_position_rules(ending->final)->name;
    put_field(to, rules, strlen(rules));
    out_text(to, ",");
    out_number(to, r->plies);
    out_text(to, ",");
    out_text(to, outcome.reason == ARB_R_NONE ? "" : arb_reason_name(outcome.reason));
    out_text(to, ",");
    arb_position_fen(ending->final, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    put_field(to, fen, strlen(fen));
    out_text(to, "\n");
}
