/* pgn_read_game.c: the first game of a PGN text. Layer: formats. Knows the public header only; it
 * stops at the first mistake (checking whole collections is another matter). */
#include "formats/pgn.h"

#include <stdio.h>
#include <string.h>

enum { FEN_LIMIT = 4096, NAME_LIMIT = 64 };

typedef struct {
    const char *text;
    size_t len;
    size_t at;
    fmt_error *error;
} cursor;

/* Says what is wrong at `offset`; always false. */
static bool fail(cursor *in, size_t offset, const char *what)
{
    size_t start = 0, line = 1;
    for (size_t i = 0; i < offset && i < in->len; i++) {
        if (in->text[i] == '\n') {
            line++;
            start = i + 1;
        }
    }
    fmt_error_set(in->error, line, offset - start + 1, "%s", what);
    return false;
}

static int peek(const cursor *in)
{
    return in->at < in->len ? (unsigned char)in->text[in->at] : -1;
}

static bool is_blank(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static void skip_line(cursor *in)
{
    while (peek(in) != -1 && peek(in) != '\n')
        in->at++;
}

static bool at_line_start(const cursor *in)
{
    return in->at == 0 || in->text[in->at - 1] == '\n';
}

static bool skip_comment(cursor *in)
{
    size_t open = in->at;
    const char *close = memchr(in->text + in->at, '}', in->len - in->at);
    if (close == NULL)
        return fail(in, open, "the comment is not closed");
    in->at = (size_t)(close - in->text) + 1;
    return true;
}

/* Passes over blanks, comments and escaped lines. */
static bool skip_space(cursor *in)
{
    for (;;) {
        int c = peek(in);
        if (c == ';' || (c == '%' && at_line_start(in)))
            skip_line(in);
        else if (c == '{') {
            if (!skip_comment(in))
                return false;
        } else if (is_blank(c))
            in->at++;
        else
            return true;
    }
}

/* A counter instead of recursion: the text may nest as deep as it likes. */
static bool skip_variation(cursor *in)
{
    size_t open = in->at, depth = 0;
    do {
        if (!skip_space(in))
            return false;
        int c = peek(in);
        if (c == -1)
            return fail(in, open, "the variation is not closed");
        depth += c == '(';
        depth -= c == ')';
        in->at++;
    } while (depth > 0);
    return true;
}

/* ---- tags ---- */

typedef struct {
    char name[NAME_LIMIT];
    char value[FEN_LIMIT];
    size_t offset;       /* of the tag */
    size_t value_offset; /* of what stands between the quotes */
} tag_pair;

static bool read_value(cursor *in, tag_pair *tag)
{
    if (peek(in) != '"')
        return fail(in, in->at, "a tag's value stands in double quotes");
    in->at++;
    tag->value_offset = in->at;
    size_t n = 0;
    for (;;) {
        int c = peek(in);
        if (c == -1 || c == '\n' || c == '\0')
            return fail(in, tag->offset, "the tag's value is not closed");
        in->at++;
        if (c == '"')
            break;
        if (c == '\\' && (peek(in) == '"' || peek(in) == '\\'))
            c = (unsigned char)in->text[in->at++];
        if (n + 1 >= sizeof tag->value)
            return fail(in, tag->offset, "the tag's value is too long");
        tag->value[n++] = (char)c;
    }
    tag->value[n] = '\0';
    return true;
}

static bool read_tag(cursor *in, tag_pair *tag)
{
    tag->offset = in->at++;
    while (is_blank(peek(in)))
        in->at++;
    size_t n = 0;
    for (int c = peek(in); c > ' ' && c != '"' && c != ']'; c = peek(in)) {
        if (n + 1 >= sizeof tag->name)
            return fail(in, tag->offset, "the tag's name is too long");
        tag->name[n++] = (char)c;
        in->at++;
    }
    tag->name[n] = '\0';
    if (n == 0)
        return fail(in, in->at, "a tag begins with its name");
    while (is_blank(peek(in)))
        in->at++;
    if (!read_value(in, tag))
        return false;
    while (is_blank(peek(in)))
        in->at++;
    if (peek(in) != ']')
        return fail(in, in->at, "a tag ends with ]");
    in->at++;
    return true;
}

/* The rules that were asked for, where the tag names them. */
static const arb_rules *rules_of_variant(const char *variant, const arb_rules *given)
{
    size_t len = strlen(variant);
    return arb_rules_named(given, variant, len) ? given : arb_rules_of_variant(variant, len);
}

typedef struct {
    const arb_rules *rules;
    char fen[FEN_LIMIT];
    size_t fen_offset;
} start_tags;

/* Control characters are blanks, as they are where it is written. */
static void keep_value(char *to, const char *value)
{
    size_t n = 0;
    for (; n < FMT_PGN_VALUE_LIMIT - 1 && value[n] != '\0'; n++)
        to[n] = (char)((unsigned char)value[n] < 32 || value[n] == 127 ? ' ' : value[n]);
    to[n] = '\0';
}

static bool keep_tag(cursor *in, const tag_pair *tag, start_tags *start, fmt_pgn_tags *tags)
{
    struct {
        const char *name;
        char *value;
    } known[] = {{"Event", tags->event}, {"Site", tags->site},   {"Date", tags->date},
                 {"Round", tags->round}, {"White", tags->white}, {"Black", tags->black}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(tag->name, known[i].name) == 0)
            keep_value(known[i].value, tag->value);
    }
    if (strcmp(tag->name, "FEN") == 0) {
        memcpy(start->fen, tag->value, sizeof start->fen);
        start->fen_offset = tag->value_offset;
    }
    if (strcmp(tag->name, "Variant") == 0) {
        start->rules = rules_of_variant(tag->value, start->rules);
        if (start->rules == NULL)
            return fail(in, tag->value_offset, "there is no such rule set");
    }
    return true;
}

static bool read_tags(cursor *in, start_tags *start, fmt_pgn_tags *tags)
{
    for (;;) {
        if (!skip_space(in))
            return false;
        if (peek(in) != '[')
            return true;
        tag_pair tag;
        if (!read_tag(in, &tag) || !keep_tag(in, &tag, start, tags))
            return false;
    }
}

static arb_game *start_game(cursor *in, const start_tags *start, arb_budget *budget)
{
    arb_position position;
    arb_faults faults = 0;
    arb_error error;
    if (start->fen[0] == '\0') {
        faults = arb_position_start(&position, start->rules);
        if (faults != 0) {
            fail(in, in->at, arb_fault_text(faults & (~faults + 1)));
            return NULL;
        }
    } else if (arb_position_read(&position, start->rules, start->fen, strlen(start->fen), &faults,
                                 &error) != ARB_OK) {
        const char *what = error.text;
        size_t offset = error.status == ARB_BAD_TEXT ? error.offset : 0;
        if (faults != 0)
            what = arb_fault_text(faults & (~faults + 1)); /* the first of them */
        fail(in, start->fen_offset + offset, what);
        return NULL;
    }
    arb_position_set_budget(&position, budget);
    arb_game *game = arb_game_new(&position, NULL);
    if (game == NULL)
        fail(in, in->at, "there is no memory for the game");
    return game;
}

/* ---- moves ---- */

static bool is_word(int c)
{
    return c > ' ' && strchr("{}()[];$", c) == NULL;
}

static size_t word_length(const cursor *in)
{
    size_t n = 0;
    while (in->at + n < in->len && is_word((unsigned char)in->text[in->at + n]))
        n++;
    return n;
}

static bool word_is(const cursor *in, size_t n, const char *word)
{
    return n == strlen(word) && memcmp(in->text + in->at, word, n) == 0;
}

/* "12.", "12...", "12" and "..." say nothing that the moves do not say. */
static size_t move_number_length(const cursor *in, size_t n)
{
    size_t i = 0;
    while (i < n && is_digit(in->text[in->at + i]))
        i++;
    size_t digits = i;
    while (i < n && in->text[in->at + i] == '.')
        i++;
    return i > digits || i == n ? i : 0;
}

static bool is_annotation(const cursor *in, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (in->text[in->at + i] != '!' && in->text[in->at + i] != '?')
            return false;
    }
    return n > 0;
}

static bool read_move(cursor *in, size_t n, arb_game *game)
{
    const arb_position *position = arb_game_position(game);
    arb_san san;
    char why[400];
    if (arb_san_read(position, in->text + in->at, n, &san) != ARB_OK) {
        size_t long_for = sizeof in->error->text;
        if (arb_san_text(&san, position, why, sizeof why) >= long_for)
            why[strcspn(why, ".")] = '\0'; /* the first sentence, without the single pieces */
        return fail(in, in->at + (san.status == ARB_BAD_TEXT ? san.offset : 0), why);
    }
    arb_status status = arb_game_play(game, san.move);
    if (status != ARB_OK)
        return fail(in, in->at,
                    status == ARB_ILLEGAL ? "the game was over before this move"
                                          : "there is no memory for the game");
    in->at += n;
    return true;
}

static bool declare(arb_game *game, arb_result result)
{
    if (arb_game_outcome(game).result != ARB_ONGOING || result == ARB_ONGOING)
        return true;
    return arb_game_declare(
        game, (arb_outcome){result, result == ARB_DRAW ? ARB_R_AGREEMENT : ARB_R_RESIGNATION});
}

/* One thing of the movetext. *done after the result or where the next game begins. */
static bool read_element(cursor *in, arb_game *game, bool *done)
{
    int c = peek(in);
    size_t n = word_length(in), number;
    if (c == -1 || (c == '[' && at_line_start(in))) {
        *done = true;
        return true;
    }
    if (c == '(')
        return skip_variation(in);
    if (c == '$') {
        in->at++;
        while (is_digit(peek(in)))
            in->at++;
        return true;
    }
    for (int result = ARB_ONGOING; result <= ARB_DRAW; result++) {
        if (word_is(in, n, arb_result_text((arb_result)result))) {
            *done = true;
            in->at += n;
            return declare(game, (arb_result)result);
        }
    }
    if (n == 0)
        return fail(in, in->at, "this belongs to no move");
    if ((number = move_number_length(in, n)) > 0) {
        in->at += number;
        return true;
    }
    if (is_annotation(in, n)) {
        in->at += n;
        return true;
    }
    return read_move(in, n, game);
}

arb_game *fmt_pgn_read_game_within(const arb_rules *rules, const char *text, size_t len,
                                   arb_budget *budget, size_t plies, fmt_pgn_tags *tags,
                                   fmt_error *error)
{
    size_t mark = len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    cursor in = {text + mark, len - mark, 0, error};
    start_tags start = {rules, "", 0};
    memset(tags, 0, sizeof *tags);
    if (!read_tags(&in, &start, tags))
        return NULL;
    arb_game *game = start_game(&in, &start, budget);
    for (bool done = game == NULL; !done;) {
        bool fits = arb_game_ply(game) <= plies;
        if (!fits)
            fail(&in, in.at, "the game is too long");
        if (!fits || !skip_space(&in) || !read_element(&in, game, &done)) {
            arb_game_free(game);
            return NULL;
        }
    }
    return game;
}

arb_game *fmt_pgn_read_game(const arb_rules *rules, const char *text, size_t len,
                            fmt_pgn_tags *tags, fmt_error *error)
{
    return fmt_pgn_read_game_within(rules, text, len, NULL, ARB_PLY_LIMIT, tags, error);
}
