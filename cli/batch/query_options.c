/* query_options.c: --where, and the options that stand for a test of it. Layer: cli. */
#include "cli/batch/collections.h"
#include "cli/io/io.h"
#include "common/utf8.h"

#include <stdlib.h>
#include <string.h>

/* Does a terminal show the line as it is, so that a mark below it is in the right column? */
static bool is_plain(const char *text)
{
    size_t len = strlen(text);
    uint32_t character;
    for (size_t at = 0, n; at < len; at += n) {
        n = utf8_read(text + at, len - at, &character);
        if (n == 0 || utf8_is_harmful(character))
            return false;
    }
    return len < 200;
}

/* Shows the line with a mark below the mistake, and a name that may have been meant. */
static void say_place(const char *text, const query_error *error)
{
    if (error->unknown[0] != '\0') {
        cli_nearest nearest = cli_nearest_to(error->unknown);
        for (const char *const *name = query_names; *name; name++)
            cli_nearest_try(&nearest, *name);
        if (nearest.name)
            fprintf(stderr, "  Is '%s' meant?\n", nearest.name);
    }
    if (is_plain(text))
        fprintf(stderr, "  %s\n  %*s\n", text, (int)error->column, "^");
}

static bool read_where(const cli_args *args, query *q)
{
    query_error error;
    const char *text;
    bool first = true;
    unsigned node = 0;
    for (size_t i = 0; (text = cli_value_at(args, "where", i)) != NULL; i++) {
        unsigned other;
        if (!query_parse(q, text, &other, &error)) {
            cli_error("--where, column %zu: %s", error.column, error.text);
            say_place(text, &error);
            return false;
        }
        node = first ? other : query_node_of(q, NODE_OR, node, other);
        first = false;
    }
    if (!first)
        query_require(q, node);
    return true;
}

/* Reads "40", "40-", "-80" or "40-80". */
static bool read_range(const char *text, char from[16], char to[16])
{
    const char *dash = strchr(text, '-');
    size_t first = dash ? (size_t)(dash - text) : strlen(text);
    size_t second = dash ? strlen(dash + 1) : first;
    const char *upper = dash ? dash + 1 : text;
    if (first > 9 || second > 9 || first + second == 0 || strspn(text, "0123456789") < first ||
        strspn(upper, "0123456789") < second)
        return false;
    snprintf(from, 16, "%.*s", first > 0 ? (int)first : 1, first > 0 ? text : "0");
    snprintf(to, 16, "%s", second > 0 ? upper : "999999999");
    return strtoul(from, NULL, 10) <= strtoul(to, NULL, 10);
}

/* Adds a test for one value of an option. */
static bool add_value(const cli_args *args, query *q, const char *option, const test_words *like,
                      const char *text, unsigned *node)
{
    test_words words = *like;
    query_error error = {.column = 1};
    char from[16], to[16];
    words.value = text;
    if (words.field == FIELD_PLIES) {
        if (!read_range(text, from, to)) {
            cli_usage(args->command, "--plies takes 40, 40-, -80 or 40-80, not '%s'", text);
            return false;
        }
        words.value = from;
        words.upper = to;
    }
    if (query_add(q, &words, node, &error))
        return true;
    if (words.field == FIELD_ENDS)
        cli_usage(args->command, "--ends: no rule ends a game by '%s'", text);
    else
        cli_usage(args->command, "--%s '%s': %s", option, text, error.text);
    return false;
}

/* Adds the tests of an option; if it was given several times, any of its values passes. */
static bool read_option(const cli_args *args, query *q, const char *option, test_words like)
{
    const char *text;
    unsigned node = 0, other;
    size_t i = 0;
    for (; (text = cli_value_at(args, option, i)) != NULL; i++) {
        if (!add_value(args, q, option, &like, text, &other))
            return false;
        node = i == 0 ? other : query_node_of(q, NODE_OR, node, other);
    }
    if (i > 0)
        query_require(q, node);
    return true;
}

typedef struct {
    char name[256];
    bool is_alternative; /* its operator is = or ~ */
    unsigned node;
} tag_option;

/* Reads "Name=value", with =, !=, ~, <, <=, > or >=. */
static bool read_tag(const cli_args *args, query *q, const char *text, tag_option *tag)
{
    static const struct {
        const char *sign;
        test_sign test;
    } signs[] = {{"!=", TEST_IS}, {"<=", TEST_UP_TO}, {">=", TEST_FROM}, {"=", TEST_IS},
                 {"~", TEST_HAS}, {"<", TEST_BELOW},  {">", TEST_ABOVE}};
    size_t len = strcspn(text, "!=~<>");
    for (size_t i = 0; len > 0 && len < sizeof tag->name && i < sizeof signs / sizeof *signs; i++) {
        size_t sign = strlen(signs[i].sign);
        if (strncmp(text + len, signs[i].sign, sign) != 0)
            continue;
        snprintf(tag->name, sizeof tag->name, "%.*s", (int)len, text);
        test_words words = {.field = FIELD_TAG, .sign = signs[i].test, .tag = tag->name};
        if (!add_value(args, q, "tag", &words, text + len + sign, &tag->node))
            return false;
        if (i == 0)
            tag->node = query_node_of(q, NODE_NOT, tag->node, 0);
        tag->is_alternative = signs[i].test == TEST_HAS || (signs[i].test == TEST_IS && i > 0);
        return true;
    }
    cli_usage(args->command,
              "--tag '%s': a tag's name, one of = != ~ < <= > >=, and a value are needed", text);
    return false;
}

/* Adds the tests of tags. Those of one tag by = or ~ are alternatives; all others must hold. */
static bool read_tags(const cli_args *args, query *q)
{
    const char *text;
    size_t count = 0;
    bool ok = true;
    tag_option tags[QUERY_TESTS] = {{.name = ""}}; /* a query has no room for more tests */
    for (; ok && (text = cli_value_at(args, "tag", count)) != NULL; count++)
        ok = read_tag(args, q, text, &tags[count < QUERY_TESTS ? count : QUERY_TESTS - 1]);
    for (size_t i = 0; ok && i < count; i++) {
        unsigned node = tags[i].node;
        if (tags[i].name[0] == '\0')
            continue; /* an alternative that was added before contains it */
        for (size_t k = i + 1; tags[i].is_alternative && k < count; k++)
            if (tags[k].is_alternative && strcmp(tags[k].name, tags[i].name) == 0) {
                node = query_node_of(q, NODE_OR, node, tags[k].node);
                tags[k].name[0] = '\0';
            }
        query_require(q, node);
    }
    return ok;
}

int collections_query(const cli_args *args, query **wanted)
{
    query *q = *wanted = calloc(1, sizeof *q);
    if (!q) {
        cli_error("not enough memory");
        return CLI_INTERNAL;
    }
    q->own_rules = cli_given(args, "rules");
    bool ok =
        read_where(args, q) && read_tags(args, q) &&
        read_option(args, q, "player", (test_words){FIELD_PLAYER, TEST_HAS, NULL, NULL, NULL}) &&
        read_option(args, q, "result", (test_words){FIELD_RESULT, TEST_IS, NULL, NULL, NULL}) &&
        read_option(args, q, "variant", (test_words){FIELD_VARIANT, TEST_IS, NULL, NULL, NULL}) &&
        read_option(args, q, "ends", (test_words){FIELD_ENDS, TEST_IS, NULL, NULL, NULL}) &&
        read_option(args, q, "final", (test_words){FIELD_FINAL, TEST_IS, NULL, NULL, NULL}) &&
        read_option(args, q, "plies", (test_words){FIELD_PLIES, TEST_IN, NULL, NULL, NULL});
    if (!ok) {
        free(q);
        *wanted = NULL;
        return CLI_USAGE;
    }
    query_prepare(q);
    return CLI_OK;
}
