/* asked_games.h: small games, and what a query answers of them. */
#ifndef ARB_TESTS_ASKED_GAMES_H
#define ARB_TESTS_ASKED_GAMES_H

#include "check.h"
#include "collection/query/query.h"

#include <stdlib.h>

/* A game: its tags as "Name=value;Name=value", where it begins (NULL: the usual start) and its
 * moves. */
typedef struct {
    const char *tags, *start, *moves;
    arb_result result;
    arb_reason reason;
    const char *comment;
} game;

/* A game with tags. */
static const game tagged = {
    .tags = "Event=Open of Rome;Site=Rome;Date=1995.06.30;Round=3.1;White=Anderssen, "
            "Adolf;Black=Kieseritzky;"
            "WhiteElo=2400;BlackElo=1900;ECO=C33;Result=1-0;TimeControl=300+5;Empty=;Annotator=?;"
            "Partly=1995.??.??",
    .result = ARB_WHITE_WINS,
    .reason = ARB_R_CHECKMATE,
    .moves = "f3 e5 g4"};

static query q;
static query_facts facts;

static inline bool parse(const char *text, query_error *error)
{
    unsigned node;
    memset(&q, 0, sizeof q);
    memset(&facts, 0, sizeof facts);
    if (!query_parse(&q, text, &node, error))
        return false;
    query_require(&q, node);
    query_prepare(&q);
    return true;
}

static inline void note_tags(tag_list *tags, char *text)
{
    char *save = NULL;
    tags_clear(tags);
    for (char *tag = strtok_r(text, ";", &save); tag != NULL; tag = strtok_r(NULL, ";", &save)) {
        char *value = strchr(tag, '=');
        *value++ = '\0';
        tags_add(tags, tag, value);
    }
}

/* Plays a game and asks the query, before it, behind each move, and at its end. `keys`: it walks by
 * keys. */
static inline query_answer asked_of(const game *g, bool keys, size_t *settled)
{
    static tag_list tags;
    static char names[1000];
    const arb_rules *rules = arb_rules_find("chess", 5);
    arb_position position;
    arb_move moves[200];
    uint64_t reached[200];
    size_t count = 0;
    char text[2000];
    arb_error error;
    snprintf(names, sizeof names, "%s", g->tags != NULL ? g->tags : "");
    note_tags(&tags, names);
    facts_begin(&facts);
    facts.tags = &tags;
    facts.rules = rules;
    facts.known = ASKS_TAGS;
    *settled = SIZE_MAX;
    if (g->start != NULL)
        CHECK(arb_position_read(&position, rules, g->start, strlen(g->start), NULL, &error) ==
              ARB_OK);
    else
        arb_position_start(&position, rules);
    facts_start(&q, &facts, &position);
    snprintf(text, sizeof text, "%s", g->moves != NULL ? g->moves : "");
    char *save = NULL;
    for (char *word = strtok_r(text, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
        arb_san san;
        arb_undo undo;
        if (!CHECK(arb_san_read(&position, word, strlen(word), &san) == ARB_OK))
            printf("no move %s\n", word);
        arb_position_play(&position, san.move, &undo);
        moves[count] = san.move;
        reached[count++] = arb_position_key(&position);
    }
    if (keys && (q.asks & ASKS_MOVES)) {
        size_t half = count / 2;
        facts_keys(&q, &facts, moves, reached, 0, half);
        facts_keys(&q, &facts, moves, reached, half, count);
        facts_keys_end(&facts, moves, count);
    } else
        for (size_t i = 0; i < count; i++) {
            facts_moves(&q, &facts, moves + i, 1);
            facts_settle(&q, &facts);
            if (*settled == SIZE_MAX && query_ask(&q, &facts) != ANSWER_OPEN)
                *settled = i + 1;
        }
    if (g->comment != NULL)
        facts_comment(&q, &facts, g->comment, strlen(g->comment), true);
    facts.known |= ASKS_END;
    facts.plies = count;
    facts.outcome = (arb_outcome){.result = g->result, .reason = g->reason};
    facts.final = &position;
    facts_end(&q, &facts);
    facts.known |= ASKS_MOVES | ASKS_COMMENTS;
    return query_ask(&q, &facts);
}

static inline void check_query(const char *text, const game *g, bool holds)
{
    query_error error;
    size_t settled;
    check_case("%s", text);
    if (!CHECK(parse(text, &error))) {
        printf("column %zu: %s\n", error.column, error.text);
        return;
    }
    CHECK_EQ_INT(asked_of(g, false, &settled), holds ? ANSWER_YES : ANSWER_NO);
    if (q.by_keys)
        CHECK_EQ_INT(asked_of(g, true, &settled), holds ? ANSWER_YES : ANSWER_NO);
    check_case("%s", "");
}

#endif
