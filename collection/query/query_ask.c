/* query_ask.c: a query asked of a game, as far as the game is known. Layer: collection. */
#include "collection/query/query.h"

#include <string.h>

static bool tag_passes(const query_test *t, const query_facts *f, const char *name)
{
    size_t len = 0;
    const char *value = tags_find(f->tags, name, &len);
    return value_passes(t, value ? value : "", len);
}

/* The test may say the result as a word such as "draw", or as it is written, "1/2-1/2". */
static bool result_passes(const query_test *t, arb_result result)
{
    static const struct {
        const char *name;
        arb_result results[2];
    } names[] = {{"white", {ARB_WHITE_WINS, ARB_WHITE_WINS}},
                 {"black", {ARB_BLACK_WINS, ARB_BLACK_WINS}},
                 {"draw", {ARB_DRAW, ARB_DRAW}},
                 {"decided", {ARB_WHITE_WINS, ARB_BLACK_WINS}},
                 {"none", {ARB_ONGOING, ARB_ONGOING}}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].name, t->value) == 0)
            return result == names[i].results[0] || result == names[i].results[1];
    return strcmp(arb_result_text(result), t->value) == 0;
}

/* Are the first fields of the position's FEN those of the test? */
static bool final_passes(const query_test *t, const arb_position *pos)
{
    char fen[ARB_START_LIMIT];
    size_t len = strlen(t->value);
    arb_position_fen(pos, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    return strncmp(fen, t->value, len) == 0 && (fen[len] == '\0' || fen[len] == ' ');
}

static bool opening_passes(const query_test *t, arb_opening opening)
{
    char text[ARB_OPENING_NAME];
    size_t len;
    if (opening == ARB_NO_OPENING)
        return false;
    if (t->sign == TEST_HAS || t->sign == TEST_IS)
        len = arb_opening_name(opening, text, sizeof text);
    else
        len = arb_opening_eco(opening, text, sizeof text);
    return value_passes(t, text, len);
}

/* Which part of the game decides the test. */
static unsigned needs(const query_test *t)
{
    if (t->field <= FIELD_VARIANT)
        return ASKS_TAGS;
    if (t->field <= FIELD_FINAL)
        return ASKS_END;
    return t->field < FIELD_COMMENT ? ASKS_MOVES : ASKS_COMMENTS;
}

static bool passes(const query_test *t, const query_facts *f)
{
    const char *end = f->outcome.reason == ARB_R_NONE ? "none" : arb_reason_name(f->outcome.reason);
    switch (t->field) {
    case FIELD_TAG:
        return tag_passes(t, f, t->name);
    case FIELD_ELO:
        return tag_passes(t, f, "WhiteElo") || tag_passes(t, f, "BlackElo");
    case FIELD_BOTH_ELO:
        return tag_passes(t, f, "WhiteElo") && tag_passes(t, f, "BlackElo");
    case FIELD_PLAYER:
        return tag_passes(t, f, "White") || tag_passes(t, f, "Black");
    case FIELD_VARIANT:
        return arb_rules_named(f->rules, t->value, strlen(t->value));
    case FIELD_RESULT:
        return result_passes(t, f->outcome.result);
    case FIELD_ENDS:
        return strcmp(end, t->value) == 0;
    case FIELD_PLIES:
        return number_passes(t, f->plies);
    case FIELD_LENGTH:
        return number_passes(t, (f->plies + 1) / 2);
    case FIELD_FINAL:
        return final_passes(t, f->final);
    case FIELD_OPENING:
        return opening_passes(t, f->opening);
    case FIELD_REPETITIONS:
        return number_passes(t, f->repetitions);
    case FIELD_QUIET:
        return number_passes(t, f->quiet);
    case FIELD_PROMOTION:
        return f->promotion;
    case FIELD_UNDERPROMOTION:
        return f->underpromotion;
    default:
        return (f->met >> t->index & 1) != 0;
    }
}

static query_answer ask_test(const query_test *t, const query_facts *f)
{
    bool is_known = (f->known & needs(t)) != 0 || (f->past >> t->index & 1) != 0;
    bool met = (t->field == FIELD_BOARD || t->field == FIELD_COMMENT) && f->met >> t->index & 1;
    if (!is_known && !met)
        return ANSWER_OPEN;
    return passes(t, f) ? ANSWER_YES : ANSWER_NO;
}

/* Calls itself as deep as the query's brackets go, which have a limit. */
static query_answer ask_node(const query *q, const query_facts *f, unsigned at)
{
    const query_node *n = &q->nodes[at];
    if (n->kind == NODE_TEST)
        return ask_test(&q->tests[n->left], f);
    query_answer left = ask_node(q, f, n->left);
    if (n->kind == NODE_NOT)
        return left == ANSWER_OPEN ? ANSWER_OPEN : left == ANSWER_YES ? ANSWER_NO : ANSWER_YES;
    query_answer decides = n->kind == NODE_AND ? ANSWER_NO : ANSWER_YES;
    if (left == decides)
        return decides;
    query_answer right = ask_node(q, f, n->right);
    if (right == decides)
        return decides;
    return left == ANSWER_OPEN ? left : right;
}

query_answer query_ask(const query *q, const query_facts *facts)
{
    return q->has_root ? ask_node(q, facts, q->root) : ANSWER_YES;
}
