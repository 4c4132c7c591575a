/* convert.h: games in another form. Layer: collection.
 *
 * A checker that has a record tells it what a game consists of. The record notes that in a journal
 * (journal.h), which points into the block of text, and writes the game when it is over, because
 * only then is it known whether the game is wanted. The size of a record does not depend on the
 * game: if the journal is full, or the block ends within the game, the notes are written to a
 * spool, and what does not fit there goes to a temporary file. */
#ifndef ARB_COLLECTION_CONVERT_H
#define ARB_COLLECTION_CONVERT_H

#include "collection/checker/finding.h"
#include "collection/convert/convert_tags.h"
#include "collection/convert/journal.h"
#include "collection/marked_text.h"
#include "collection/query/query.h"

typedef enum {
    TO_PGN,
    TO_UCI,
    TO_LAN,
    TO_FEN,
    TO_EPD,
    TO_NDJSON,
    TO_CSV,
    TO_KEYS,
    TO_NOTHING
} convert_form;

typedef enum { TAGS_ALL, TAGS_ROSTER, TAGS_CHOSEN } convert_tag_choice;

/* The property by which games are sorted into files; or, instead, what is counted (stats.h). */
typedef enum { KEY_NONE, KEY_ECO, KEY_PLAYER, KEY_EVENT, KEY_STATS } convert_key;

typedef struct {
    convert_form form;
    bool no_comments, no_nags, no_variations; /* PGN: these are left out */
    bool fold;        /* PGN: comments are folded to lines of less than 80 columns */
    bool keep;        /* faulty games are written too, up to the fault */
    bool fingerprint; /* a fingerprint of each game is needed, as a tag or to find duplicates */
    bool head;        /* a sink is told where games begin */
    convert_key key;
    convert_tag_choice tags;
    const char *chosen_tags;           /* the only tags to write: names separated by commas */
    bool add_plies, add_eco, add_hash; /* what is added as tags */
    bool walk_openings;                /* the opening of each game is asked for */
    bool lines_apart;                  /* PGN: each variation is a game of its own */
    bool mend_results; /* the result by the rules replaces the one that is written */
    const query *query;
} convert_options;

typedef struct {
    uint64_t games;   /* games that passed the filters */
    uint64_t faulty;  /* of these games, the faulty ones */
    uint64_t written; /* games that were written, including duplicates, which are found later */
    uint64_t too_large;
} convert_counts;

/* A text that may be longer than its buffer. */
enum { SPOOL_SIZE = 32 << 10 };
typedef struct {
    out out;
    FILE *file; /* the text that the buffer could not hold; NULL: none so far */
    uint64_t filed;
    bool failed; /* the text could not be kept */
    char text[SPOOL_SIZE];
} spool;

void spool_init(spool *s);
void spool_clear(spool *s);
void spool_pour(spool *s, out *to);
void spool_free(spool *s);

enum {
    MOVETEXT_LINE = 79 /* the width of a line of movetext */,
    REMARK_CAP = 320,
    COMMENT_WORD = 72
};

typedef struct record {
    const convert_options *options;
    convert_counts counts;
    bool failed; /* a temporary file could not be written */

    tag_list tags;
    bool wanted; /* the game is wanted, as far as is known so far */
    query_facts facts;
    size_t looked; /* the number of moves in the journal that the query has seen */
    bool walks;    /* the query, or a tag, asks for the moves */
    bool keeps;    /* the moves of the main line are needed, not only their text */
    bool early;    /* the first moves may tell that the game is not wanted */
    bool has_fault;
    char remark[REMARK_CAP];         /* what the fault is */
    char start_fen[ARB_START_LIMIT]; /* "" for the rule set's own start */
    uint64_t plies;                  /* plies of the main line */
    uint64_t shown;                  /* of these plies, the ones that are written so far */
    uint64_t fingerprint[2];         /* a fingerprint of the start and the moves of the main line */
    journal journal;

    out *movetext; /* the target of PGN's movetext, UCI and FEN: the spool below, or the output */
    spool moves;   /* PGN's movetext, UCI, FEN; or SAN for JSON */
    spool uci, clocks, evals;
    spool notes; /* comments, NAGs and variations for JSON */
    bool has_notes, note_is_first, in_json_comment;
    uint64_t clock_count, eval_count;

    /* ---- the movetext of PGN ---- */
    size_t column;
    bool need_number;       /* Black's move has a number too, if it is the first one or follows an
                             * interruption */
    uint64_t opened;        /* bit n: the variation at depth n was begun in the text */
    unsigned pending;       /* parentheses that wait for the first move */
    bool in_comment;        /* a comment is open in the output */
    bool word_ended, glued; /* the last word is complete; no blank stands before it */
    size_t word_len;
    char word[COMMENT_WORD + 8];
    out held; /* the last word of the movetext */
    bool goes_on;
    char held_text[512];
} record;

/* Returns NULL if there is no memory. */
record *record_new(const convert_options *options);
void record_free(record *r);

/* ---- what a checker tells ---- */

void record_begin(record *r);
/* The moves begin, if there is a position that they can begin at. */
void record_start(record *r, const arb_position *start, bool playable, bool own);
/* Does anything need the moves of this game? */
bool record_hears(const record *r);
/* Where the next run may write the moves that it plays in the main line, and the keys of the
 * positions after them. There is room for as many as a block can hold. NULL: nobody needs them. */
arb_move *record_room(record *r, size_t *cap, uint64_t **keys);
/* Can some of the moves show that the game is not wanted? Then record_look asks. */
bool record_asks_early(const record *r);
void record_look(record *r);
/* A run has played a stretch of text from this position on. In the main line it has written its
 * moves where record_room said. */
void record_stretch(record *r, const stretch *played);
/* A move of the line at `depth` (0 is the main line) that is about to be played. */
void record_move(record *r, const arb_position *before, arb_move move, size_t depth);
void record_null_move(record *r, const arb_position *before);
/* The block ends within the game; its text is gone afterwards. */
void record_block_ends(record *r);
void record_nag(record *r, const char *text, size_t len, size_t depth);
void record_open(record *r, size_t depth);
void record_close(record *r, size_t depth);
/* A piece of a comment; braces are not part of it. */
void record_comment(record *r, const char *text, size_t len, bool closed, size_t depth);
void record_fault(record *r, finding class, const char *text);

/* How a game ended. */
typedef struct {
    const char *file;
    int64_t game, line, byte; /* its first byte, counted from the start of the block */
    bool event_line;          /* it begins with an [Event line */
    const arb_position *final;
    arb_outcome outcome; /* the result that is written, and the rule that brought it about */
    arb_outcome ruled;   /* what the rules say */
} record_ending;
/* Is the line number of the game written? Finding it costs some time. */
bool record_needs_line(const record *r);
/* The game is over: it is written, or left out. */
void record_end(record *r, const record_ending *ending, out *to);

/* ---- between the files of the record ---- */

/* Shows the moves in the journal to the query. */
void journal_look(record *r);
/* Adds the moves to the fingerprint, if that is asked for. */
void journal_mix(record *r);
/* Writes what the journal holds, and empties it. */
void journal_write(record *r);
/* The parts of a game as they are written, in their order. */
void movetext_begin(record *r);
void write_stretch(record *r, const stretch *played);
/* Copies the moves and numbers of a stretch unchanged, up to anything else between them; returns
 * where it stopped (convert_words.c). */
size_t write_words(record *r, const stretch *s, size_t at, bool bare, uint32_t *fullmove,
                   bool *white);
/* The same for a whole bare stretch, if only its line breaks differ from those that are written. */
bool write_whole(record *r, const stretch *s);
/* Does the text of a stretch hold nothing but moves and their numbers? */
bool is_bare(const char *text, size_t len);
void write_move(record *r, const journal_entry *e);
void write_null_move(record *r, const journal_entry *e);
void write_nag(record *r, const char *text, size_t len, size_t depth);
void write_open(record *r, size_t depth);
void write_close(record *r, size_t depth);
void write_comment(record *r, const char *text, size_t len, bool closed, size_t depth);
void movetext_flush(record *r);
/* Is every position of the main line written? */
static inline bool has_positions(const record *r)
{
    convert_form form = r->options->form;
    return form == TO_FEN || form == TO_EPD || form == TO_KEYS;
}
/* Writes the position as a line of FEN or EPD, or as a key. */
void put_position(record *r, const arb_position *pos);
/* Write words of the movetext, each after a blank or a line end, or directly after the word
 * before. */
void movetext_word(record *r, const char *text, size_t len);
void movetext_glue(record *r, const char *text, size_t len);
/* Note moves, comments, NAGs and variations for JSON (convert_json.c). */
void json_move(record *r, const char *san, size_t len);
void json_nag(record *r, unsigned nag, size_t depth);
void json_comment(record *r, const char *text, size_t len, bool closed, size_t depth);
void json_open(record *r, size_t depth);
void json_close(record *r, size_t depth);
void json_close_all(record *r);
/* Write for an index (convert_keys.c): the head of a game, its names, the key of a position. */
void keys_head(const record *r, const record_ending *ending, out *to);
void keys_names(const record *r, out *to);
void put_key(out *to, const arb_position *pos);
/* Writes a row of a table; the first row has the names of the columns (convert_csv.c). */
void write_csv(record *r, const record_ending *ending, out *to);
void csv_heading(const convert_options *options, FILE *to);
/* Begins the next entry of an array in JSON, and returns where to write it. */
out *next_entry(spool *s);
/* Closes open parentheses; then writes a comment of our own, if `text` is not empty, and the
 * result. */
void movetext_close(record *r, const char *text, const char *result);
void record_write(record *r, const record_ending *ending, out *to);
void write_pgn(record *r, const record_ending *ending, out *to);
/* Writes the game, and after it each variation as a game of its own (convert_lines.c). */
void write_lines(record *r, const record_ending *ending, out *to);

#endif
