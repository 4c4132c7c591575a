/* query.h: which games are wanted: tests of their tags, moves and end, with and, or, not. Room:
 * collection.
 *
 * A query is read once and put to every game. Each test is made as soon as enough of the game is
 * known: tests of tags before the first move. The language is in docs/collections.md. */
#ifndef ARB_COLLECTION_QUERY_H
#define ARB_COLLECTION_QUERY_H

#include "collection/convert/convert_tags.h"
#include "collection/query/board_test.h"

enum {
    QUERY_TESTS = 64,  /* in all */
    QUERY_DEPTH = 64,  /* brackets within brackets */
    QUERY_BOARDS = 16, /* tests of positions */
    QUERY_NODES = 8 * QUERY_TESTS,
    QUERY_TEXT = 16384,   /* bytes of values */
    OPENING_WORDS = 1024, /* of 64 bits, a power of two */
    COMMENT_PART = 256,   /* a longer text is not looked for in comments */
};

typedef enum {
    FIELD_TAG,
    FIELD_ELO,      /* of either side */
    FIELD_BOTH_ELO, /* of both */
    FIELD_PLAYER,
    FIELD_VARIANT,
    /* known at the end of the game */
    FIELD_RESULT,
    FIELD_ENDS,
    FIELD_PLIES,
    FIELD_LENGTH, /* in moves of White */
    FIELD_FINAL,
    /* known when all moves were looked at */
    FIELD_BOARD, /* position, line, material */
    FIELD_STARTS,
    FIELD_OPENING,
    FIELD_REPETITIONS,
    FIELD_QUIET, /* the longest stretch of plies without capture or pawn move */
    FIELD_PROMOTION,
    FIELD_UNDERPROMOTION,
    /* known when all comments were looked at */
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
    const char *name;          /* of a tag */
    const char *value, *upper; /* of TEST_IN: the first and the last that pass */
    size_t board;              /* which of the tests of positions */
    unsigned index;            /* its bit, where games remember that it was met */
} query_test;

typedef enum { NODE_TEST, NODE_AND, NODE_OR, NODE_NOT } node_kind;
typedef struct {
    node_kind kind;
    unsigned left, right; /* nodes; of a test: `left` is its number */
} query_node;

/* Which parts of a game the tests look at. */
enum { ASKS_TAGS = 1, ASKS_END = 2, ASKS_MOVES = 4, ASKS_COMMENTS = 8 };

typedef struct {
    unsigned asks;
    bool own_rules;     /* a rule set of the user's may be named */
    bool by_keys;       /* the keys of positions, and the moves, tell all that is asked */
    bool settles_early; /* some test may be told before the end of the game */
    /* what a walk looks for */
    uint64_t opening_filter[OPENING_WORDS]; /* of the keys of all openings, where they are asked */
    bool walks_keys, walks_openings, walks_starts, walks_material, walks_promotions;
    bool has_root; /* else every game passes */
    unsigned root;
    size_t test_count, node_count, board_count, text_len;
    query_test tests[QUERY_TESTS];
    query_node nodes[QUERY_NODES];
    board_test boards[QUERY_BOARDS];
    char text[QUERY_TEXT];
} query;

typedef struct {
    size_t column;    /* from 1 */
    char text[200];   /* what is wrong, and what may stand there */
    char unknown[40]; /* a name that there is not; else "" */
} query_error;

/* Reads a text of the language: *node is what it says. */
bool query_parse(query *q, const char *text, unsigned *node, query_error *error);
/* All names that a test may begin with but tags; ends with NULL. */
extern const char *const query_names[];

/* ---- test by test: for the language, and for options that are short for a test ---- */

typedef struct {
    query_field field;
    test_sign sign;
    const char *tag;           /* of FIELD_TAG */
    const char *value, *upper; /* `upper` of TEST_IN only */
} test_words;

/* Add a test. The texts need not outlive the call; `error->column` counts in the value. */
bool query_add(query *q, const test_words *words, unsigned *node, query_error *error);
bool query_add_board(query *q, board_kind kind, const char *value, bool either, unsigned plies,
                     unsigned *node, query_error *error);
unsigned query_node_of(query *q, node_kind kind, unsigned left, unsigned right);
/* This must hold beside all that was required before. */
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
    uint64_t past; /* of these, those that cannot be met any more */
    /* the walk along the main line */
    arb_position position;
    uint64_t ply;
    uint16_t home_pawns;
    size_t made;    /* of the moves that facts_keys sees, so many are made in `position` */
    bool has_start; /* the last start that was looked at, in whatever game */
    uint16_t start_pawns;
    uint64_t start_key;
    board_state boards[QUERY_BOARDS];
    piece_count count;
    unsigned repetitions, quiet;
    bool promotion, underpromotion;
    arb_opening opening; /* the last one */
    size_t tail_len;     /* the end of a comment that goes on */
    char tail[COMMENT_PART];
    size_t key_count;
    uint64_t keys[256]; /* since the last capture or pawn move */
} query_facts;

typedef enum { ANSWER_NO, ANSWER_YES, ANSWER_OPEN } query_answer;
/* Is the game wanted, as far as is known? */
query_answer query_ask(const query *q, const query_facts *facts);

/* Settles what a walk along the moves has to look for; call it when the query is whole. */
void query_prepare(query *q);
/* The openings are asked for, by somebody else. */
void query_walk_openings(query *q);
void facts_begin(query_facts *f);
/* The walk along the main line: from the start, move by move. `facts_settle` looks for tests that
 * are told by now, whatever follows. */
void facts_settle(const query *q, query_facts *f);
void facts_start(const query *q, query_facts *f, const arb_position *start);
void facts_moves(const query *q, query_facts *f, const arb_move *moves, size_t count);
/* The same by keys, where the query is told by these: moves `from` to `to`, counted from the last
 * facts_keys_end, behind which the moves are gone. */
void facts_keys(const query *q, query_facts *f, const arb_move *moves, const uint64_t *keys,
                size_t from, size_t to);
void facts_keys_end(query_facts *f, const arb_move *moves, size_t count);
void facts_end(const query *q, query_facts *f);
/* A comment, or a piece of one: `ends` with it. */
void facts_comment(const query *q, query_facts *f, const char *text, size_t len, bool ends);

/* ---- between the files ---- */

/* Does a value compare so? Numbers, dates and ECO codes as what they are, as far as `wanted` goes.
 * An unknown value ("", "?", "1995.??") passes no comparison by order. */
bool value_passes(const query_test *t, const char *value, size_t len);
/* Why no value passes such a comparison by order: NULL, or a sentence. */
const char *order_fault(const test_words *words);
bool number_passes(const query_test *t, uint64_t value);
/* In either case of ASCII's letters. */
bool text_contains(const char *text, size_t len, const char *part);

#endif
