/* game_filter.c: which games are wanted: by their tags, their result, their end. Room: collection.
 */
#include "collection/convert/game_filter.h"

#include <stdlib.h>
#include <string.h>

const char *filter_add_tag(filter *f, const char *text)
{
    static const struct {
        const char *sign;
        tag_test test;
    } tests[] = {{"!=", TAG_IS_NOT}, {"<=", TAG_UP_TO}, {">=", TAG_FROM}, {"=", TAG_IS},
                 {"~", TAG_HAS},     {"<", TAG_BELOW},  {">", TAG_ABOVE}};
    size_t len = strcspn(text, "!=~<>");
    if (f->tag_count == FILTER_TAGS)
        return "there are too many of them";
    for (size_t i = 0; len > 0 && i < sizeof tests / sizeof *tests; i++) {
        size_t sign = strlen(tests[i].sign);
        if (strncmp(text + len, tests[i].sign, sign) == 0) {
            f->tags[f->tag_count++] = (tag_filter){text, text + len + sign, len, tests[i].test};
            return NULL;
        }
    }
    return "a tag's name, one of = != ~ < <= > >=, and a value are needed";
}

bool filter_set_plies(filter *f, const char *text)
{
    char *end;
    f->has_plies = true;
    f->min_plies = 0;
    f->max_plies = UINT64_MAX;
    if (*text != '-') {
        if (*text < '0' || *text > '9')
            return false;
        f->min_plies = f->max_plies = strtoull(text, &end, 10);
        text = end;
    }
    if (*text == '\0')
        return true;
    f->max_plies = UINT64_MAX;
    if (*text++ != '-')
        return false;
    if (*text == '\0')
        return true;
    if (*text < '0' || *text > '9')
        return false;
    f->max_plies = strtoull(text, &end, 10);
    return *end == '\0' && f->min_plies <= f->max_plies;
}

bool filter_set_ends(filter *f, const char *name)
{
    f->ends = name;
    for (int reason = ARB_R_CHECKMATE; reason <= ARB_R_MOVE_LIMIT; reason++)
        if (strcmp(arb_reason_name((arb_reason)reason), name) == 0)
            return true;
    return strcmp(name, "none") == 0;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Either case of ASCII's letters. */
static bool contains(const char *text, size_t len, const char *part)
{
    size_t n = strlen(part);
    for (size_t at = 0; at + n <= len; at++) {
        size_t i = 0;
        while (i < n && lower(text[at + i]) == lower(part[i]))
            i++;
        if (i == n)
            return true;
    }
    return false;
}

/* Takes the next of numbers apart by dots, dashes or slashes. */
static bool next_number(const char **text, const char *end, uint64_t *number)
{
    const char *at = *text;
    *number = 0;
    for (; at < end && *at >= '0' && *at <= '9'; at++)
        *number = *number * 10 + (uint64_t)(*at - '0');
    bool found = at > *text && at - *text < 19;
    if (at < end && (*at == '.' || *at == '-' || *at == '/'))
        at++;
    else if (at < end)
        found = false;
    *text = at;
    return found;
}

/* A year, a date, a rating: number by number, as far as the filter says. 2 if that cannot be. */
static int compare_numbers(const char *value, size_t len, const char *wanted)
{
    const char *end = value + len, *wanted_end = wanted + strlen(wanted);
    do {
        uint64_t a, b;
        if (!next_number(&value, end, &a) || !next_number(&wanted, wanted_end, &b))
            return 2;
        if (a != b)
            return a < b ? -1 : 1;
    } while (wanted < wanted_end);
    return 0;
}

static bool tag_passes(const tag_filter *t, const tag_list *tags)
{
    char name[256];
    size_t len = 0;
    if (t->name_len >= sizeof name)
        return false;
    memcpy(name, t->name, t->name_len);
    name[t->name_len] = '\0';
    const char *value = tags_find(tags, name, &len);
    if (!value)
        value = "";
    bool same = strlen(t->value) == len && memcmp(t->value, value, len) == 0;
    int order = compare_numbers(value, len, t->value);
    switch (t->test) {
    case TAG_IS:
        return same;
    case TAG_IS_NOT:
        return !same;
    case TAG_HAS:
        return contains(value, len, t->value);
    case TAG_BELOW:
        return order == -1;
    case TAG_UP_TO:
        return order == -1 || order == 0;
    case TAG_ABOVE:
        return order == 1;
    case TAG_FROM:
        return order == 1 || order == 0;
    }
    return false;
}

static bool has_player(const filter *f, const tag_list *tags)
{
    size_t white_len = 0, black_len = 0;
    const char *white = tags_find(tags, "White", &white_len);
    const char *black = tags_find(tags, "Black", &black_len);
    return (white && contains(white, white_len, f->player)) ||
           (black && contains(black, black_len, f->player));
}

bool filter_wants(const filter *f, const tag_list *tags, const arb_rules *rules)
{
    for (size_t i = 0; i < f->tag_count; i++)
        if (!tag_passes(&f->tags[i], tags))
            return false;
    return (!f->player || has_player(f, tags)) &&
           (!f->variant || strcmp(f->variant, rules->name) == 0);
}

/* The first fields of a FEN are those of the other. */
static bool begins_with_fields(const char *fen, const char *fields)
{
    size_t len = strlen(fields);
    return strncmp(fen, fields, len) == 0 && (fen[len] == '\0' || fen[len] == ' ');
}

bool filter_takes(const filter *f, const arb_position *final, uint64_t plies, arb_outcome outcome)
{
    char fen[ARB_START_LIMIT];
    if (f->has_plies && (plies < f->min_plies || plies > f->max_plies))
        return false;
    if (f->result && strcmp(f->result, arb_result_text(outcome.result)) != 0)
        return false;
    const char *end = outcome.reason == ARB_R_NONE ? "none" : arb_reason_name(outcome.reason);
    if (f->ends && strcmp(f->ends, end) != 0)
        return false;
    if (!f->final)
        return true;
    arb_position_fen(final, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    return begins_with_fields(fen, f->final);
}
