/* query.h: which games are wanted: tests of their tags, moves and end, with and, or, not. Layer:
 * collection.
 *
 * A query is read once and put to every game. Each test is made as soon as enough of the game is
 * known: tests of tags before the first move. The language is in docs/collections.md. */
#ifndef ARB_COLLECTION_QUERY_H
#define ARB_COLLECTION_QUERY_H

#include "collection/convert/convert_tags.h"
#include "collection/query/board_test.h"

enum {
    QUERY_TESTS = 64,  /* tests in a query */
    QUERY_DEPTH = 64,  /* depth of brackets in brackets */
    QUERY_BOARDS = 16, /* tests of positions in a query */
    QUERY_NODES = 8 * QUERY_TESTS,
    QUERY_TEXT = 16384,   /* bytes of all values in a query */
    OPENING_WORDS = 1024, /* words of 64 bits; a power of two */
    COMMENT_PART = 256,   /* a longer text is not looked for in comments */
};

typedef enum {
    FIELD_TAG,
    FIELD_ELO,      /* of at least one side */
    FIELD_BOTH_ELO, /* of both sides */
    FIELD_PLAYER,
    FIELD_VARIANT,
    /* known at the end of the game */
    FIELD_RESULT,
    FIELD_ENDS,
    FIELD_PLIES,
    FIELD_LENGTH, /* in moves of White */
    FIELD_FINAL,
    /* known when all moves have been looked at */
    FIELD_BOARD, /* position, line, material */
    FIELD_STARTS,
    FIELD_OPENING,
    FIELD_REPETITIONS,
    FIELD_QUIET, /* the longest stretch of plies without capture or pawn move */
    FIELD_PROMOTION,
    FIELD_UNDERPROMOTION,
    /* known when all comments have been looked at */
    FIELD_COMMENT,
} query_field;

typedef enum {
    TEST_IS,
    TEST_HAS,
    TEST_BELOW,
    TEST_UP_TO,
    TEST_ABOVE,
    TEST_FROM,
    TEST_IN
} test_sign;

typedef struct {
    query_field field;
    test_sign sign;
    const char *name;          /* the name of a tag */
    const char *value, *upper; /* for TEST_IN: the first and the last value that pass */
    size_t board;              /* the index of a test of positions */
    unsigned index;            /* the number of its bit in query_facts.met */
} query_test;

typedef enum { NODE_TEST, NODE_AND, NODE_OR, NODE_NOT } node_kind;
typedef struct {
    node_kind kind;
    unsigned left, right; /* indices of nodes; of a test `left` is its index */
} query_node;

/* Which parts of a game the tests look at. */
enum { ASKS_TAGS = 1, ASKS_END = 2, ASKS_MOVES = 4, ASKS_COMMENTS = 8 };

typedef struct {
    unsigned asks;
    bool own_rules;     /* a rule set may be one of the user's own */
    bool by_keys;       /* keys of positions and moves are all that the query asks about */
    bool settles_early; /* some test may be decided before the end of the game */
    /* what is looked for along the moves */
    uint64_t opening_filter[OPENING_WORDS]; /* of the keys of all openings, where they are asked */
    bool walks_keys, walks_openings, walks_starts, walks_material, walks_promotions;
    bool has_root; /* without a root every game passes */
    unsigned root;
    size_t test_count, node_count, board_count, text_len;
    query_test tests[QUERY_TESTS];
    query_node nodes[QUERY_NODES];
    board_test boards[QUERY_BOARDS];
    char text[QUERY_TEXT];
} query;

typedef struct {
    size_t column;    /* the column of the error, from 1 */
    char text[200];   /* what is wrong, and what may stand there instead */
    char unknown[40]; /* the name that does not exist; "" if another thing is wrong */
} query_error;

/* Reads a text of the query language; *node becomes its node. */
bool query_parse(query *q, const char *text, unsigned *node, query_error *error);
/* All names with which a test may begin, except tags; the list ends with NULL. */
extern const char *const query_names[];

/* ---- test by test: for the language, and for options that are short for a test ---- */

typedef struct {
    query_field field;
    test_sign sign;
    const char *tag;           /* for FIELD_TAG */
    const char *value, *upper; /* `upper` is for TEST_IN only */
} test_words;

/* Adds a test. The texts need not outlive the call; `error->column` counts in the value. */
bool query_add(query *q, const test_words *words, unsigned *node, query_error *error);
bool query_add_board(query *q, board_kind kind, const char *value, bool either, unsigned plies,
                     unsigned *node, query_error *error);
unsigned query_node_of(query *q, node_kind kind, unsigned left, unsigned right);
/* Requires that this node holds, too, besides all that was required before. */
void query_require(query *q, unsigned node);

/* ---- asking ---- */

/* What is known of a game so far. */
typedef struct {
    unsigned known; /* ASKS_… */
    const tag_list *tags;
    const arb_rules *rules;
    uint64_t plies;
    arb_outcome outcome;
    const arb_position *final;
    uint64_t met;  /* tests of moves and comments, by their index */
    uint64_t past; /* tests that cannot be met any more */
    /* ---- the walk along the main line ---- */
    arb_position position;
    uint64_t ply;
    uint16_t home_pawns;
    size_t made; /* the number of the moves given to facts_keys that have been made in `position` */
    bool has_start; /* the last start position that was looked at, in whichever game */
    uint16_t start_pawns;
    uint64_t start_key;
    board_state boards[QUERY_BOARDS];
    piece_count count;
    unsigned repetitions, quiet;
    bool promotion, underpromotion;
    arb_opening opening; /* the last opening so far */
    size_t tail_len;     /* bytes kept of a comment that goes on */
    char tail[COMMENT_PART];
    size_t key_count;
    uint64_t keys[256]; /* of the positions since the last capture or pawn move */
} query_facts;

typedef enum { ANSWER_NO, ANSWER_YES, ANSWER_OPEN } query_answer;
/* Is the game wanted, as far as is known? */
query_answer query_ask(const query *q, const query_facts *facts);

/* Finds out what a walk along the moves has to look for. To be called when the query is complete.
 * */
void query_prepare(query *q);
/* Has the walk look for openings, because the caller wants them. */
void query_walk_openings(query *q);
void facts_begin(query_facts *f);
/* The walk along the main line, from the start, move by move. `facts_settle` looks for tests that
 * are decided by now, whatever follows. */
void facts_settle(const query *q, query_facts *f);
void facts_start(const query *q, query_facts *f, const arb_position *start);
void facts_moves(const query *q, query_facts *f, const arb_move *moves, size_t count);
/* The same by keys, if the query is `by_keys`. Moves `from` to `to` are counted from the last
 * facts_keys_end, after which the earlier moves are gone. */
void facts_keys(const query *q, query_facts *f, const arb_move *moves, const uint64_t *keys,
                size_t from, size_t to);
void facts_keys_end(query_facts *f, const arb_move *moves, size_t count);
void facts_end(const query *q, query_facts *f);
/* Takes a comment or a piece of one; `ends`: the comment ends with it. */
void facts_comment(const query *q, query_facts *f, const char *text, size_t len, bool ends);

/* ---- between the files ---- */

/* Does a value pass the comparison? Numbers, dates and ECO codes are compared as such, as far as
 * the test's value goes. An unknown value ("", "?", "1995.??") passes no comparison by order. */
bool value_passes(const query_test *t, const char *value, size_t len);
/* Says in a sentence why no value can pass this comparison by order; NULL if some can. */
const char *order_fault(const test_words *words);
bool number_passes(const query_test *t, uint64_t value);
/* Does the text contain the part? Small and capital letters of ASCII count as equal. */
bool text_contains(const char *text, size_t len, const char *part);

#endif
