/* checker.h: the games of a text, one after another, each replayed by the rules. Layer: collection.
 *
 * A checker is fed blocks of text and says what it finds. It knows neither files nor threads, and
 * its size does not depend on what it reads. */
#ifndef ARB_COLLECTION_CHECKER_H
#define ARB_COLLECTION_CHECKER_H

#include "arbiter.h"
#include "collection/checker/finding.h"
#include "collection/convert/convert.h"
#include "collection/marked_text.h"

/* How findings are written. */
typedef enum { REPORT_LINES, REPORT_JSON, REPORT_LIST, REPORT_ROWS, REPORT_NOTHING } report_form;

/* The fields of REPORT_ROWS, separated by tabs; the first is "finding" or "game". The class of a
 * game is "clean" or "found", its hash covers its start and its moves. */
enum {
    ROW_KIND,
    ROW_FILE,
    ROW_GAME,
    ROW_LINE,
    ROW_ROUND,
    ROW_WHITE,
    ROW_BLACK,
    ROW_RESULT,
    ROW_MOVE,
    ROW_CLASS,
    ROW_TEXT,
    ROW_FEN,
    ROW_RULES,
    ROW_HASH,
    ROW_FIELDS
};

typedef struct {
    report_form form;
    bool warnings;          /* warnings are written, too */
    bool strict;            /* warnings are errors */
    bool quick;             /* report only what can be said without a search */
    arb_language language;  /* the language of the sentences */
    const arb_rules *rules; /* the rules of games that name no variant */
    const arb_rules *chess960;
    arb_budget *budget; /* the work that all games together may cost; NULL: no limit */
    arb_position start; /* the start position of these rules, set up once */
    arb_run start_run;  /* a run from that start; each game gets a copy */
    arb_run_keys start_keys;
} check_options;

typedef struct {
    uint64_t games, plies, faulty;
    uint64_t findings[FOUND_COUNT];
} check_counts;

enum {
    DEPTH_LIMIT = 32,  /* how deep variations may stand in variations */
    NAME_CAP = 96,     /* bytes of a player's name that are shown */
    LIST_FINDINGS = 8, /* findings in a line of a list: the first ones */
    LIST_CAP = 4096,   /* bytes of these findings */
    ROW_MOVES = 1024,  /* how many of a run's first moves the hash of a row covers */
    SHOWN_CAP = 100,   /* findings of a game that are written; more are only counted */
};

/* The beginning of a tag's value. It is copied only if it has escapes, which the copy undoes, or
 * if the block ends. */
typedef struct {
    const char *text; /* in the block, or in the copy */
    size_t len;
    char copy[NAME_CAP];
} short_text;

/* A place in the text. Lines count from the start of the block, columns in bytes from 1. Until
 * someone asks for it, the line is UNPLACED and `column` is the byte in the block. */
typedef struct {
    int64_t line;
    size_t column;
} place;
#define UNPLACED INT64_MIN

/* One line of play: the main line, or a variation. */
typedef struct {
    arb_position position;
    arb_run run;         /* remembers its last move: a variation branches off before it */
    arb_position before; /* the position before the last null move */
    bool after_null;     /* the last move was a null move, if `run` remembers none */
    bool stopped;        /* stopped by a token that could not be played */
    place open;          /* where a variation opens */
} play_line;

/* A game as far as it has been read. */
typedef struct {
    bool in_moves;
    place begin;
    int64_t begin_byte; /* counted from the start of the block */
    bool event_line;    /* it begins with an [Event line */
    size_t end;         /* the end of the last token in the block */
    short_text white, black, round, result, variant, termination;
    short_text remark; /* the last comment of the main line, as it stands in the text */
    uint64_t remark_ply;
    char fen[ARB_START_LIMIT];
    size_t fen_len;
    bool has_result, has_fen, has_variant;
    place result_at, fen_at, marker_at, comment_at, blank_at;

    size_t depth;  /* how deep the current variation is; 0 is the main line */
    size_t deeper; /* open parentheses beyond the limit */
    play_line lines[DEPTH_LIMIT + 1];
    uint64_t plies;
    uint64_t moves_hash; /* a hash of the start and the moves, if rows are asked for */
    int64_t stop_line;   /* where the main line was stopped; 0 if it was not */
    bool end_said;       /* a move after the end has been reported */
    bool has_marker;
    arb_result marker;
    bool last_is_result; /* the token before was a result in a variation */
    arb_result last_result;
    place last_result_at;
    bool blank_line, text_after; /* these have been reported */
    bool faulty;
    bool judged;               /* `ruled` is known */
    arb_outcome ruled;         /* how the main line ended by the rules */
    bool rest_asked, left_out; /* whether to skip the rest has been asked, and it is skipped */
    unsigned said;
    arb_run_keys history; /* the positions of the main line, to find repetitions */

    char list[LIST_CAP]; /* the findings for the line of a list */
    size_t list_len;
    unsigned list_count;
    uint32_t listed_marks; /* the classes of wrong check marks that the line has already */
} game_state;

typedef struct {
    const check_options *options;
    const char *file;
    out *out;
    /* Receives the bytes of each game, or the part of it in this block; `last` says that the game
     * ends. May be NULL. */
    void (*sort)(void *context, size_t begin, size_t len, bool last, bool faulty);
    void *sort_context;
    record *record; /* is told what each game consists of, to convert it; may be NULL */
    check_counts counts;

    const char *text; /* the block */
    size_t len;
    size_t counted; /* the place up to which lines are counted */
    int64_t line;   /* the line of that place; the block's first line is 1 */
    size_t line_begin;
    size_t column_base; /* bytes of the first line that came in an earlier block */
    bool comment;       /* the block begins inside a comment */
    size_t tags_up_to;  /* up to this place there are only tags */
    bool event_follows; /* an [Event line follows the block directly */
    bool block_ends;    /* no game goes on in the next block */

    int64_t games;        /* games that begin in this block */
    uint64_t block_lines; /* line ends in the block, known when the block is done */
    bool has_text;        /* there was a token */
    /* The last Variant tag and its rules: nearly all games of a collection have the same. */
    char variant[NAME_CAP];
    size_t variant_len;
    const arb_rules *variant_rules;
    bool has_game;
    size_t begin; /* where the game, or its part in this block, begins */
    arb_move row_moves[ROW_MOVES];
    game_state game;
} checker;

/* Sets up the start position. Returns false if the rule set has none that can be played. */
bool check_options_start(check_options *options);

/* finding_language.c: a sentence of the checker or of the library in a language; and one with its
 * places %1, %2, %3 filled in. */
const char *finding_in(arb_language language, const char *english);
void finding_fill(char *buf, size_t cap, arb_language language, const char *english,
                  const char *const values[3]);
/* FINDING_NUMBER: room for the sentence about a move number that is not the one that is due. */
enum { FINDING_NUMBER = 128 };
void finding_number(char text[FINDING_NUMBER], arb_language language, unsigned given, unsigned due);

void checker_init(checker *c, const check_options *options, const char *file, out *o);

/* Checks a block: whole lines, unless a line is longer than a block. `ends`: no game goes on in the
 * next block. */
void checker_block(checker *c, const char *text, size_t len, bool ends);

/* Does a line begin here that certainly starts a game? */
bool is_event(const char *text, size_t len, size_t at);
/* The first such line at `from` or later; `len` if there is none. */
size_t find_event(const char *text, size_t len, size_t from);
/* The same; adds to *lines the number of line ends on the way. */
size_t next_event(const char *text, size_t len, size_t from, int64_t *lines);

/* Are these bytes line ends, as those between a result and the next such line nearly always are? */
bool only_line_ends(const char *text, size_t from, size_t end);

/* Is the text from an [Event line on certainly one game (one_game.c)? */
bool is_one_game(const char *text, size_t len);

/* ---- between the files of the checker ---- */

typedef struct {
    finding class;
    place at;
    const char
        *token; /* the word that the finding is about, for JSON and the sentence; may be NULL */
    size_t token_len;
    const char *detail;         /* follows the class in a list; NULL: nothing */
    size_t detail_len;          /* 0: the detail ends with a NUL */
    const char *text;           /* the sentence */
    const arb_verdict *verdict; /* of a move in the line's position, or NULL */
    bool is_move;               /* the token is a move, or stands for one */
    const char *proof;   /* "material", "blocked", "search": that a side cannot win; or NULL */
    const char *witness; /* the evidence, as members of JSON; or NULL */
    bool unlisted;       /* the finding is not written into lists */
    bool only_warning;   /* a warning, though its class is one of errors */
} found;

void checker_find(checker *c, const found *f);
place checker_place(checker *c, size_t at);
/* The place of a byte; its line and column are found when somebody asks, at the latest when the
 * block ends. */
place checker_spot(const checker *c, size_t at);
place checker_resolve(checker *c, place at);

/* May the rest of the game, from `at` to `end`, be skipped? It may if its beginning shows that it
 * is not wanted and its end is certain (one_game.c). */
bool leaves_out_rest(checker *c, size_t at, size_t end);

void take_tag(checker *c, const arb_pgn_token *tag);
/* Takes the tags in export format, one a line, from the start of a line on; returns where the rest
 * begins. */
size_t take_export_tags(checker *c, size_t at, size_t end);
void checker_row(checker *c);

/* ---- rows for reports (finding_rows.c) ---- */

void put_finding_row(checker *c, const found *f);
void put_game_row(checker *c);
void mix_moves(game_state *g, const arb_move *moves, size_t count);

void play_word(checker *c, const arb_pgn_token *token);
/* Plays a run from here on; returns the number of bytes taken. */
size_t play_run(checker *c, size_t at, size_t end);
/* Begins a variation where `from` stood before its last move. */
void branch_off(play_line *to, const play_line *from);
void game_set_up(checker *c);
/* The rules that a Variant tag names, compared by letters and digits only. NULL if they are
 * unknown. */
const arb_rules *variant_rules(const check_options *options, const short_text *variant);
/* Takes a "0-0" that says that both players lost as the result, and reports it. */
void take_both_lose(checker *c, const arb_pgn_reader *in, arb_pgn_token *token);
/* The fast path: takes a result with only line ends behind it, as nearly every game has behind its
 * last move. Returns false if anything else stands there, which is left to the tokens. */
bool take_last_result(checker *c, size_t at, size_t end);
void game_finish(checker *c, bool comment_open);
/* Returns how the main line ended by the rules; called when the game is over. */
arb_outcome end_by_rules(game_state *g);
/* Compares the written result with the end of the game by the rules (judge_end.c). */
void judge_end(checker *c);
/* The proofs that neither side can win, as members of JSON; empty where they are not known. */
void put_proofs(const arb_position *pos, char *buf, size_t cap);
/* Tells the record that the game is over. */
void game_recorded(checker *c);

/* Is there a record? In the page's referee, which only checks games, ARB__RECORDS is 0 and all
 * code that tells a record anything is left out. */
#ifndef ARB__RECORDS
#define ARB__RECORDS 1
#endif
static inline bool has_record(const checker *c)
{
    return ARB__RECORDS && c->record != NULL;
}

/* Are moves read strictly? In a list, and in a strict check, they are. */
static inline bool reads_strictly(const checker *c)
{
    return c->options->strict || c->options->form == REPORT_LIST;
}

/* The cost of reading everything but moves, in units of arb_budget, some nanoseconds each. */
enum { GAME_WORK = 1500, FEN_WORK = 2500, VARIANT_WORK = 6000, VARIATION_WORK = 500 };
static inline void checker_charge(const checker *c, unsigned work)
{
    arb_budget *budget = c->options->budget;
    if (budget != NULL)
        budget->left -= budget->left > work ? work : budget->left;
}

/* Is the budget spent? Then reading stops, and what was found is void. */
static inline bool checker_spent(const checker *c)
{
    return c->options->budget != NULL && c->options->budget->left == 0;
}

static inline play_line *game_line(game_state *g)
{
    return &g->lines[g->depth];
}

#endif
