/* query_build.c: a query put together test by test: by its language, and by options that are short
 * for a test. Layer: collection. */
#include "collection/query/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool full(query_error *error)
{
    error->column = 1;
    snprintf(error->text, sizeof error->text,
             "the query is too long: at most %d tests and %d bytes", QUERY_TESTS, QUERY_TEXT);
    return false;
}

static const char *keep(query *q, const char *text)
{
    size_t len = strlen(text) + 1;
    if (QUERY_TEXT - q->text_len < len)
        return NULL;
    memcpy(q->text + q->text_len, text, len);
    q->text_len += len;
    return q->text + q->text_len - len;
}

unsigned query_node_of(query *q, node_kind kind, unsigned left, unsigned right)
{
    q->nodes[q->node_count] = (query_node){kind, left, right};
    return (unsigned)q->node_count++;
}

static query_test *new_test(query *q, query_field field, test_sign sign, const char *value,
                            unsigned *node, query_error *error)
{
    const char *kept = q->test_count == QUERY_TESTS ? NULL : keep(q, value);
    if (!kept) {
        full(error);
        return NULL;
    }
    query_test *t = &q->tests[q->test_count];
    *t =
        (query_test){.field = field, .sign = sign, .value = kept, .index = (unsigned)q->test_count};
    *node = query_node_of(q, NODE_TEST, (unsigned)q->test_count++, 0);
    q->asks |= field <= FIELD_VARIANT  ? ASKS_TAGS
               : field <= FIELD_FINAL  ? ASKS_END
               : field < FIELD_COMMENT ? ASKS_MOVES
                                       : ASKS_COMMENTS;
    q->walks_starts |= field == FIELD_STARTS;
    return t;
}

static bool is_end(const char *name)
{
    for (int reason = ARB_R_CHECKMATE; reason < ARB_R_COUNT; reason++)
        if (strcmp(arb_reason_name((arb_reason)reason), name) == 0)
            return true;
    return strcmp(name, "none") == 0;
}

static bool is_result(const char *name)
{
    static const char *const names[] = {"1-0",   "0-1",   "1/2-1/2", "0-0",     "*",
                                        "white", "black", "draw",    "decided", "none"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static bool is_number(const char *text)
{
    return text[0] != '\0' && strspn(text, "0123456789") == strlen(text) && strlen(text) < 10;
}

/* Can the field have such a value? */
static bool check_value(const query *q, query_field field, const char *value, query_error *error)
{
    const char *wrong = NULL;
    error->column = 1;
    if (field == FIELD_ENDS && !is_end(value))
        wrong =
            "no rule ends a game so: checkmate, stalemate, dead-position, fivefold, 75-moves, the "
            "ends of variants, or none";
    else if (field == FIELD_RESULT && !is_result(value))
        wrong = "a result is 1-0, 0-1, 1/2-1/2, 0-0, *, white, black, draw, decided or none";
    else if (field == FIELD_VARIANT && !q->own_rules && !arb_rules_find(value, strlen(value)))
        wrong = "there is no such rule set: `arbiter rules --all` lists their names";
    else if ((field == FIELD_PLIES || field == FIELD_LENGTH || field == FIELD_REPETITIONS ||
              field == FIELD_QUIET || field == FIELD_ELO || field == FIELD_BOTH_ELO) &&
             !is_number(value))
        wrong = "a number is due here";
    else if (field == FIELD_COMMENT && strlen(value) >= COMMENT_PART)
        wrong = "a text to look for in comments has at most 255 bytes";
    if (wrong)
        snprintf(error->text, sizeof error->text, "%s", wrong);
    return wrong == NULL;
}

/* Plays the moves of a line and writes them in UCI with a blank after each; *end is the position to
 * which they lead. */
static bool read_line(const char *text, arb_position *end, char *uci, size_t cap,
                      query_error *error)
{
    const arb_rules *rules = arb_rules_find("chess", 5);
    arb_pgn_reader in = arb_pgn_reader_on(text, strlen(text));
    size_t used = 0;
    arb_position_start(end, rules);
    for (;;) {
        arb_pgn_token token = arb_pgn_next(&in);
        arb_san san;
        arb_undo undo;
        if (token.kind == ARB_PGN_END)
            break;
        if (token.kind == ARB_PGN_NUMBER)
            continue;
        if (token.kind != ARB_PGN_WORD ||
            arb_san_read(end, text + token.begin, token.end - token.begin, &san) != ARB_OK ||
            cap - used < 16) {
            error->column = token.begin + 1;
            snprintf(error->text, sizeof error->text, "'%.*s' is no legal move here",
                     (int)(token.end - token.begin), text + token.begin);
            return false;
        }
        if (used > 0)
            uci[used++] = ' ';
        used += arb_uci_write(end, san.move, ARB_UCI_RULES, uci + used, cap - used);
        arb_position_play(end, san.move, &undo);
    }
    uci[used] = '\0';
    return true;
}

static bool read_board(board_test *b, board_kind kind, const char *value, size_t *column,
                       const char **why)
{
    if (kind == BOARD_MATERIAL)
        return material_read(b, value, column, why);
    if (kind == BOARD_POLYGLOT)
        return polyglot_read(b, value, column, why);
    return pattern_read(b, value, column, why);
}

bool query_add_board(query *q, board_kind kind, const char *value, bool either, unsigned plies,
                     unsigned *node, query_error *error)
{
    char moves[512], fen[ARB_START_LIMIT];
    arb_position end;
    const char *why = "";
    size_t column = 1;
    if (q->board_count == QUERY_BOARDS)
        return full(error);
    board_test *b = &q->boards[q->board_count];
    b->either_colour = either;
    if (kind == BOARD_POSITION) { /* the moves of the line count, and so does any other way to its
                                     last position */
        if (!read_line(value, &end, moves, sizeof moves, error))
            return false;
        arb_position_fen(&end, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
        if (!position_read(b, fen, &column, &why))
            return full(error);
    } else if (!read_board(b, kind, value, &column, &why)) {
        error->column = column;
        snprintf(error->text, sizeof error->text, "%s", why);
        return false;
    }
    if (kind == BOARD_MATERIAL)
        b->of.material.plies = plies;
    query_test *t = new_test(q, FIELD_BOARD, TEST_IS, value, node, error);
    if (t)
        t->board = q->board_count++;
    return t != NULL;
}

bool query_add(query *q, const test_words *words, unsigned *node, query_error *error)
{
    char moves[512];
    const char *value = words->value;
    arb_position end;
    if (!check_value(q, words->field, value, error) ||
        (words->upper && !check_value(q, words->field, words->upper, error)))
        return false;
    const char *fault = order_fault(words);
    if (fault) {
        error->column = 1;
        snprintf(error->text, sizeof error->text, "%s", fault);
        return false;
    }
    if (words->field == FIELD_STARTS) {
        if (!read_line(value, &end, moves, sizeof moves, error))
            return false;
        value = moves;
    }
    query_test *t = new_test(q, words->field, words->sign, value, node, error);
    if (!t)
        return false;
    if ((words->tag && !(t->name = keep(q, words->tag))) ||
        (words->upper && !(t->upper = keep(q, words->upper))))
        return full(error);
    return true;
}

void query_require(query *q, unsigned node)
{
    q->root = q->has_root ? query_node_of(q, NODE_AND, q->root, node) : node;
    q->has_root = true;
}
