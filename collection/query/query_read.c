/* query_read.c: the language of queries: words, tests, and, or, not, brackets. Layer: collection.
 *
 *   query := all { "or" all }      all := one { "and" one }
 *   one   := "not" one | "(" query ")" | test
 *   test  := FIELD SIGN VALUE | FIELD "in" FROM ".." TO | FIELD | FIELD TEXT ["either"] ["for" N]
 *
 * A reader that goes down for every bracket, no deeper than QUERY_DEPTH. */
#include "collection/query/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { WORD_END, WORD_PLAIN, WORD_QUOTED, WORD_SIGN, WORD_MARK } word_kind;

typedef struct {
    query *q;
    query_error *error;
    const char *text;
    size_t at;
    unsigned depth;
    /* ---- the next word ---- */
    word_kind kind;
    size_t begin;
    char word[512];
} reader;

/* What a field takes. */
typedef enum {
    TAKES_VALUE,  /* = != ~ < <= > >= in */
    TAKES_NUMBER, /* the same without ~ */
    TAKES_NAME,   /* = != */
    TAKES_TEXT,   /* a text directly after it */
    TAKES_NONE    /* nothing */
} field_form;

static const struct {
    const char *name;
    query_field field;
    field_form form;
    const char *tag;           /* for FIELD_TAG */
    board_kind board;          /* for FIELD_BOARD */
    const char *default_value; /* for a number that may be left out: the least that passes then */
} fields[] = {
    {.name = "elo", .field = FIELD_ELO, .form = TAKES_NUMBER},
    {.name = "bothelo", .field = FIELD_BOTH_ELO, .form = TAKES_NUMBER},
    {.name = "whiteelo", .field = FIELD_TAG, .form = TAKES_VALUE, .tag = "WhiteElo"},
    {.name = "blackelo", .field = FIELD_TAG, .form = TAKES_VALUE, .tag = "BlackElo"},
    {.name = "player", .field = FIELD_PLAYER, .form = TAKES_VALUE},
    {.name = "white", .field = FIELD_TAG, .form = TAKES_VALUE, .tag = "White"},
    {.name = "black", .field = FIELD_TAG, .form = TAKES_VALUE, .tag = "Black"},
    {.name = "event", .field = FIELD_TAG, .form = TAKES_VALUE, .tag = "Event"},
    {.name = "site", .field = FIELD_TAG, .form = TAKES_VALUE, .tag = "Site"},
    {.name = "date", .field = FIELD_TAG, .form = TAKES_VALUE, .tag = "Date"},
    {.name = "round", .field = FIELD_TAG, .form = TAKES_VALUE, .tag = "Round"},
    {.name = "eco", .field = FIELD_TAG, .form = TAKES_VALUE, .tag = "ECO"},
    {.name = "variant", .field = FIELD_VARIANT, .form = TAKES_NAME},
    {.name = "result", .field = FIELD_RESULT, .form = TAKES_NAME},
    {.name = "ends", .field = FIELD_ENDS, .form = TAKES_NAME},
    {.name = "plies", .field = FIELD_PLIES, .form = TAKES_NUMBER},
    {.name = "length", .field = FIELD_LENGTH, .form = TAKES_NUMBER},
    {.name = "final", .field = FIELD_FINAL, .form = TAKES_TEXT},
    {.name = "position", .field = FIELD_BOARD, .form = TAKES_TEXT, .board = BOARD_PATTERN},
    {.name = "line", .field = FIELD_BOARD, .form = TAKES_TEXT, .board = BOARD_POSITION},
    {.name = "material", .field = FIELD_BOARD, .form = TAKES_TEXT, .board = BOARD_MATERIAL},
    {.name = "polyglot", .field = FIELD_BOARD, .form = TAKES_TEXT, .board = BOARD_POLYGLOT},
    {.name = "starts", .field = FIELD_STARTS, .form = TAKES_TEXT},
    {.name = "opening", .field = FIELD_OPENING, .form = TAKES_VALUE},
    {.name = "repetition", .field = FIELD_REPETITIONS, .form = TAKES_NUMBER, .default_value = "3"},
    {.name = "quiet", .field = FIELD_QUIET, .form = TAKES_NUMBER, .default_value = "100"},
    {.name = "promotion", .field = FIELD_PROMOTION, .form = TAKES_NONE},
    {.name = "underpromotion", .field = FIELD_UNDERPROMOTION, .form = TAKES_NONE},
    {.name = "comment", .field = FIELD_COMMENT, .form = TAKES_TEXT},
};
enum { FIELDS = sizeof fields / sizeof *fields };

const char *const query_names[] = {
    "elo",      "bothelo", "whiteelo",   "blackelo", "player",    "white",          "black",
    "event",    "site",    "date",       "round",    "eco",       "variant",        "result",
    "ends",     "plies",   "length",     "final",    "position",  "line",           "material",
    "starts",   "opening", "repetition", "quiet",    "promotion", "underpromotion", "comment",
    "polyglot", "and",     "or",         "not",      NULL};

static const char the_end[] = "the end";

static const char *shown(const reader *r)
{
    return r->kind == WORD_END ? the_end : r->word;
}

/* Reports an error. `word`, if there is one, is written in quotes between the two texts. */
static bool fail_at(reader *r, size_t at, const char *text, const char *word, const char *rest)
{
    r->error->column = at + 1;
    if (word == the_end)
        snprintf(r->error->text, sizeof r->error->text, "%s %s%s", text, word, rest);
    else if (word)
        snprintf(r->error->text, sizeof r->error->text, "%s '%.60s'%s", text, word, rest);
    else
        snprintf(r->error->text, sizeof r->error->text, "%s", text);
    return false;
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool ends_plain(const char *at)
{
    return *at == '\0' || is_blank(*at) || strchr("()\"'=!<>~,", *at) ||
           (at[0] == '.' && at[1] == '.');
}

static bool read_quoted(reader *r)
{
    char quote = r->text[r->at++];
    size_t n = 0;
    for (; r->text[r->at] != quote; r->at++) {
        if (r->text[r->at] == '\0')
            return fail_at(r, r->begin, "the text that begins here has no closing quote", NULL, "");
        if (n + 1 == sizeof r->word)
            return fail_at(r, r->begin, "this text is too long", NULL, "");
        r->word[n++] = r->text[r->at];
    }
    r->at++;
    r->word[n] = '\0';
    r->kind = WORD_QUOTED;
    return true;
}

static bool next(reader *r)
{
    static const char *const signs[] = {"!=", "<=", ">=", "=", "<", ">", "~"};
    while (is_blank(r->text[r->at]))
        r->at++;
    const char *at = r->text + r->at;
    size_t n = 0;
    r->begin = r->at;
    if (*at == '"' || *at == '\'')
        return read_quoted(r);
    r->kind = *at == '\0' ? WORD_END : WORD_PLAIN;
    for (size_t i = 0; n == 0 && i < sizeof signs / sizeof *signs; i++)
        if (strncmp(at, signs[i], strlen(signs[i])) == 0) {
            n = strlen(signs[i]);
            r->kind = WORD_SIGN;
        }
    if (n == 0 && (*at == '(' || *at == ')' || *at == ',')) {
        n = 1;
        r->kind = WORD_MARK;
    } else if (n == 0 && at[0] == '.' && at[1] == '.') {
        n = 2;
        r->kind = WORD_MARK;
    }
    while (r->kind == WORD_PLAIN && !ends_plain(at + n))
        n++;
    if (n == 0 && *at != '\0')
        return fail_at(r, r->begin, "", "!", " means nothing here");
    if (n + 1 > sizeof r->word)
        return fail_at(r, r->begin, "this word is too long", NULL, "");
    memcpy(r->word, at, n);
    r->word[n] = '\0';
    r->at += n;
    return true;
}

static bool is_word(const reader *r, word_kind kind, const char *word)
{
    return r->kind == kind && strcmp(r->word, word) == 0;
}

/* ---- tests ---- */

static const struct {
    const char *text;
    test_sign sign;
} signs_of[] = {{"=", TEST_IS},     {"!=", TEST_IS},   {"~", TEST_HAS},  {"<", TEST_BELOW},
                {"<=", TEST_UP_TO}, {">", TEST_ABOVE}, {">=", TEST_FROM}};

static bool starts_tag(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* Adds a test; the column of an error in its value becomes one in the query. */
static bool add(reader *r, const test_words *words, size_t value_at, unsigned *node)
{
    if (query_add(r->q, words, node, r->error))
        return true;
    r->error->column += value_at;
    return false;
}

static bool expect_value(reader *r)
{
    if (r->kind == WORD_PLAIN || r->kind == WORD_QUOTED)
        return true;
    return fail_at(r, r->begin, "a value is due here, not", shown(r), "");
}

/* Reads FROM..TO, FROM..TO, ...: any of them may hold. A single value is a range of one. */
static bool read_ranges(reader *r, test_words *words, unsigned *node)
{
    bool first = true;
    words->sign = TEST_IN;
    do {
        char from[sizeof r->word], to[sizeof r->word];
        unsigned other = 0;
        if (!next(r) || !expect_value(r))
            return false;
        size_t at = r->begin;
        memcpy(from, r->word, sizeof from);
        memcpy(to, r->word, sizeof to);
        if (!next(r))
            return false;
        if (is_word(r, WORD_MARK, "..")) {
            if (!next(r) || !expect_value(r))
                return false;
            memcpy(to, r->word, sizeof to);
            if (!next(r))
                return false;
        }
        words->value = from;
        words->upper = to;
        if (!add(r, words, at, &other))
            return false;
        *node = first ? other : query_node_of(r->q, NODE_OR, *node, other);
        first = false;
    } while (is_word(r, WORD_MARK, ","));
    return true;
}

static bool takes_sign(field_form form, const char *sign)
{
    if (form == TAKES_NAME)
        return strcmp(sign, "=") == 0 || strcmp(sign, "!=") == 0;
    return form == TAKES_VALUE || strcmp(sign, "~") != 0;
}

/* Reads a sign and a value, which follow the field's name. */
static bool read_comparison(reader *r, field_form form, const char *fallback, test_words *words,
                            unsigned *node)
{
    char sign[4];
    if (is_word(r, WORD_PLAIN, "in") && form != TAKES_NAME)
        return read_ranges(r, words, node);
    if (r->kind != WORD_SIGN && fallback) {
        words->sign = TEST_FROM;
        words->value = fallback;
        return add(r, words, r->begin, node);
    }
    if (r->kind != WORD_SIGN || !takes_sign(form, r->word)) {
        return fail_at(r, r->begin,
                       form == TAKES_NAME    ? "= or != is due here, not"
                       : form == TAKES_VALUE ? "one of = != ~ < <= > >= in is due here, not"
                                             : "one of = != < <= > >= in is due here, not",
                       shown(r), "");
    }
    snprintf(sign, sizeof sign, "%.3s", r->word);
    if (!next(r) || !expect_value(r))
        return false;
    for (size_t i = 0; i < sizeof signs_of / sizeof *signs_of; i++)
        if (strcmp(signs_of[i].text, sign) == 0)
            words->sign = signs_of[i].sign;
    char value[sizeof r->word];
    memcpy(value, r->word, sizeof value);
    words->value = value;
    if (!add(r, words, r->begin, node) || !next(r))
        return false;
    if (strcmp(sign, "!=") == 0)
        *node = query_node_of(r->q, NODE_NOT, *node, 0);
    return true;
}

/* Reads a text, and perhaps "either" and "for 10" after it. */
static bool read_text(reader *r, query_field field, board_kind board, unsigned *node)
{
    char value[sizeof r->word];
    size_t at = r->begin + (r->kind == WORD_QUOTED);
    unsigned plies = 1;
    bool either = false;
    if (is_word(r, WORD_SIGN, "=") || is_word(r, WORD_SIGN, "~")) {
        if (!next(r))
            return false;
        at = r->begin + (r->kind == WORD_QUOTED);
    }
    if (r->kind != WORD_QUOTED && r->kind != WORD_PLAIN)
        return fail_at(r, r->begin, "a text in quotes is due here, not", shown(r), "");
    memcpy(value, r->word, sizeof value);
    if (!next(r))
        return false;
    if (field != FIELD_BOARD) {
        test_words words = {.field = field, .sign = TEST_IS, .value = value};
        return add(r, &words, at, node);
    }
    if (is_word(r, WORD_PLAIN, "either")) {
        either = true;
        if (!next(r))
            return false;
    }
    if (is_word(r, WORD_PLAIN, "for")) {
        if (!next(r))
            return false;
        plies = (unsigned)strtoul(r->word, NULL, 10);
        if (board != BOARD_MATERIAL || r->kind != WORD_PLAIN || plies == 0 || plies > 10000)
            return fail_at(r, r->begin, "material may be for so many plies, not", shown(r), "");
        if (!next(r))
            return false;
    }
    if (query_add_board(r->q, board, value, either, plies, node, r->error))
        return true;
    r->error->column += at;
    return false;
}

static bool read_test(reader *r, unsigned *node)
{
    char name[sizeof r->word];
    size_t begin = r->begin;
    if (r->kind != WORD_PLAIN || is_word(r, WORD_PLAIN, "and") || is_word(r, WORD_PLAIN, "or"))
        return fail_at(r, begin, "a test is due here, not", shown(r), "");
    memcpy(name, r->word, sizeof name);
    if (!next(r))
        return false;
    for (size_t i = 0; i < FIELDS; i++) {
        if (strcmp(fields[i].name, name) != 0)
            continue;
        test_words words = {.field = fields[i].field, .sign = TEST_IS, .tag = fields[i].tag};
        if (fields[i].form == TAKES_TEXT)
            return read_text(r, fields[i].field, fields[i].board, node);
        if (fields[i].form == TAKES_NONE) {
            words.value = "";
            return add(r, &words, begin, node);
        }
        return read_comparison(r, fields[i].form, fields[i].default_value, &words, node);
    }
    if (starts_tag(name[0])) {
        test_words words = {.field = FIELD_TAG, .tag = name};
        return read_comparison(r, TAKES_VALUE, NULL, &words, node);
    }
    snprintf(r->error->unknown, sizeof r->error->unknown, "%.39s", name);
    return fail_at(r, begin, "there is no test", name, " (tags begin with a capital)");
}

/* ---- and, or, not, brackets ---- */

static bool read_query(reader *r, unsigned *node);

static bool read_one(reader *r, unsigned *node)
{
    unsigned negations = 0;
    *node = 0;
    if (QUERY_NODES - r->q->node_count < 3 * QUERY_TESTS)
        return fail_at(r, r->begin, "the query is too long", NULL, "");
    while (is_word(r, WORD_PLAIN, "not")) {
        negations++;
        if (!next(r))
            return false;
    }
    if (is_word(r, WORD_MARK, "(")) {
        size_t begin = r->begin;
        if (++r->depth > QUERY_DEPTH)
            return fail_at(r, begin, "there are too many brackets within brackets", NULL, "");
        if (!next(r) || !read_query(r, node))
            return false;
        if (!is_word(r, WORD_MARK, ")"))
            return fail_at(r, r->begin, "and, or, or a closing bracket is due here, not", shown(r),
                           "");
        r->depth--;
        if (!next(r))
            return false;
    } else if (!read_test(r, node)) {
        return false;
    }
    if (negations % 2 == 1)
        *node = query_node_of(r->q, NODE_NOT, *node, 0);
    return true;
}

static bool read_all(reader *r, unsigned *node)
{
    if (!read_one(r, node))
        return false;
    while (is_word(r, WORD_PLAIN, "and")) {
        unsigned right = 0;
        if (!next(r) || !read_one(r, &right))
            return false;
        *node = query_node_of(r->q, NODE_AND, *node, right);
    }
    return true;
}

static bool read_query(reader *r, unsigned *node)
{
    if (!read_all(r, node))
        return false;
    while (is_word(r, WORD_PLAIN, "or")) {
        unsigned right = 0;
        if (!next(r) || !read_all(r, &right))
            return false;
        *node = query_node_of(r->q, NODE_OR, *node, right);
    }
    return true;
}

bool query_parse(query *q, const char *text, unsigned *node, query_error *error)
{
    reader r = {.q = q, .error = error, .text = text};
    *error = (query_error){.column = 1};
    if (!next(&r) || !read_query(&r, node))
        return false;
    if (r.kind == WORD_END)
        return true;
    return fail_at(&r, r.begin, "and, or, or the end is due here, not", shown(&r), "");
}
