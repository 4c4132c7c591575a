/* rule_file.h: declarations that the reader and the writer of rule-set files share. Layer: rules.
 *
 * A file consists of lines `key = value`. Every key except `piece` has an entry in the table of
 * fields, with a function that reads its value and one that writes it. The reader first collects
 * all statements and then reads them in the order of the table, so that their order in the file
 * does not matter. */
#ifndef ARB_RULES_FILE_RULE_FILE_H
#define ARB_RULES_FILE_RULE_FILE_H

#include "arbiter.h"
#include "base/text.h"

enum {
    ARB__FILE_LIMIT = 64 << 10,
    ARB__MISTAKE_LIMIT = 64,
    ARB__PIECE_LIMIT = ARB_KIND_LIMIT - 1 /* one `piece` statement for each kind */
};

/* A part of the text. */
typedef struct {
    size_t at;
    size_t end;
} arb__span;

typedef struct {
    bool stated;
    arb__span key;
    arb__span value;
} arb__statement;

typedef enum {
    ARB__KEY_PARENT,
    ARB__KEY_NAME,
    ARB__KEY_TITLE,
    ARB__KEY_ALIASES,
    ARB__KEY_BOARD,
    ARB__KEY_PIECES,
    ARB__KEY_ROYAL,
    ARB__KEY_KING_SAFETY,
    ARB__KEY_KINGS,
    ARB__KEY_GIVE_CHECK,
    ARB__KEY_DOUBLE_STEP,
    ARB__KEY_EN_PASSANT,
    ARB__KEY_PAWN_NOT_ON,
    ARB__KEY_PROMOTION,
    ARB__KEY_PROMOTION_ROWS,
    ARB__KEY_PROMOTION_OPTIONAL,
    ARB__KEY_PROMOTION_OF,
    ARB__KEY_CAPTURE,
    ARB__KEY_EXPLOSIONS,
    ARB__KEY_HANDS,
    ARB__KEY_CASTLING,
    ARB__KEY_CASTLING_ROW,
    ARB__KEY_CASTLING_KING,
    ARB__KEY_CASTLING_ROOKS,
    ARB__KEY_CASTLING_KING_TO,
    ARB__KEY_CASTLING_ROOKS_TO,
    ARB__KEY_CHECKMATE,
    ARB__KEY_STALEMATE,
    ARB__KEY_KING_CAPTURED,
    ARB__KEY_BARE_KING,
    ARB__KEY_NO_PIECES,
    ARB__KEY_EXTINCTION,
    ARB__KEY_GOAL,
    ARB__KEY_GOAL_ANSWER,
    ARB__KEY_CHECKS_WIN,
    ARB__KEY_DEAD_MATERIAL,
    ARB__KEY_CLAIM_REPETITIONS,
    ARB__KEY_AUTO_REPETITIONS,
    ARB__KEY_CLAIM_MOVES,
    ARB__KEY_AUTO_MOVES,
    ARB__KEY_FIDE_LAWS,
    ARB__KEY_FAULTS,
    ARB__KEY_MAX_PIECES,
    ARB__KEY_MAX_PAWNS,
    ARB__KEY_START,
    ARB__KEY_COUNT
} arb__key;

typedef struct {
    size_t offset;
    char text[200];
} arb__mistake;

typedef struct {
    const arb_rules_file *file;
    const char *text; /* the file's */
    size_t len;
    bool from_file; /* the parent is a file, which has been read into `rules` */
    bool may_be_file;
    arb_rules rules; /* what has been read so far */
    arb__statement keys[ARB__KEY_COUNT];
    arb__statement pieces[ARB__PIECE_LIMIT];
    arb_kind piece_kinds[ARB__PIECE_LIMIT]; /* the kind that each of them states */
    size_t piece_count;
    arb__mistake mistakes[ARB__MISTAKE_LIMIT];
    size_t mistake_count; /* may exceed the limit: later mistakes were not stored */
} arb__reader;

typedef struct arb__field arb__field;
struct arb__field {
    const char *key;
    const char *form; /* what a value looks like, for messages */
    /* Returns false after reporting a mistake. */
    bool (*read)(arb__reader *reader, const arb__field *field, arb__span value);
    void (*write)(arb__writer *out, const arb__field *field, const arb_rules *rules);
    const char *const *words; /* of a choice: by the value that each stands for */
    size_t offset; /* offset of the member of arb_rules, if one function serves several fields */
    size_t size;   /* of a choice, a text or files: the size of the member */
    size_t area;   /* offset of the arb_area that belongs to it */
    bool quiet;    /* written only if it differs from chess */
};

/* fields.c: by arb__key. */
extern const arb__field arb__fields[ARB__KEY_COUNT];

/* The member of a rule set at an offset. */
static inline void *arb__member(arb__reader *reader, size_t offset)
{
    return (char *)&reader->rules + offset;
}

static inline const void *arb__member_of(const arb_rules *rules, size_t offset)
{
    return (const char *)rules + offset;
}

/* How a value is read and written: a pair of functions for each form. */
#define ARB__FORM(name)                                                                            \
    bool arb__read_##name(arb__reader *reader, const arb__field *field, arb__span value);          \
    void arb__write_##name(arb__writer *out, const arb__field *field, const arb_rules *rules)

/* fields_values.c */
ARB__FORM(choice); /* one of several words */
ARB__FORM(count);  /* a number or no */
ARB__FORM(rows);
ARB__FORM(row);
ARB__FORM(files); /* one file, or two */
/* fields_rules.c */
ARB__FORM(places);     /* rows and squares */
ARB__FORM(squares);    /* squares and ranks */
ARB__FORM(en_passant); /* yes, no or rows */
ARB__FORM(extinction);
/* fields_board.c */
ARB__FORM(parent);
bool arb__read_name(arb__reader *reader, const arb__field *field, arb__span value);
bool arb__read_title(arb__reader *reader, const arb__field *field, arb__span value);
bool arb__read_aliases(arb__reader *reader, const arb__field *field, arb__span value);
bool arb__read_start(arb__reader *reader, const arb__field *field, arb__span value);
void arb__write_text(arb__writer *out, const arb__field *field, const arb_rules *rules);
ARB__FORM(board);
ARB__FORM(faults);
/* fields_pieces.c */
ARB__FORM(kept); /* the pieces of the parent that stay */
ARB__FORM(royal);
ARB__FORM(kings);
ARB__FORM(promotion);
ARB__FORM(castling);
/* The letters of these kinds, with blanks between them. */
void arb__write_kinds(arb__writer *out, uint32_t kinds, const arb_rules *letters);
/* read_start.c: arb__read_start, and: */
/* Copies the parent's start position if the file states none. */
void arb__keep_start(arb__reader *reader);

/* read_piece.c: the statements `piece c chancellor = leap 1,2 slide 1,0`. */
void arb__read_pieces(arb__reader *reader);

/* The steps that a pair of numbers without signs stands for, in turning order. Returns their
 * number, at most 8. */
size_t arb__step_family(arb_step like, arb_step steps[8]);

/* read_whole.c: derives what follows from several statements, before the start position is read;
 * and reports statements that contradict each other. */
void arb__settle(arb__reader *reader);
void arb__check_whole(arb__reader *reader);

/* ---- words (value_words.c) ---- */

/* Takes the next word off `rest`. Returns false at the end. */
bool arb__next_word(const arb__reader *reader, arb__span *rest, arb__span *word);
bool arb__word_is(const arb__reader *reader, arb__span word, const char *text);
/* A number without sign, at most `most`. */
bool arb__word_number(const arb__reader *reader, arb__span word, unsigned most, unsigned *number);
/* The only word of a value. Returns false, after reporting it, if there are more. */
bool arb__only_word(arb__reader *reader, const arb__field *field, arb__span value, arb__span *word);
/* The kind whose letter this word is, or ARB_NO_KIND. */
arb_kind arb__word_kind(const arb__reader *reader, arb__span word);

/* The best of several candidates for a word that is mistyped; start with {0}. */
typedef struct {
    const char *best;
    unsigned distance;
} arb__nearest;
void arb__nearest_try(arb__nearest *nearest, const arb__reader *reader, arb__span word,
                      const char *candidate);

/* ---- mistakes (mistakes.c) ---- */

/* Each reports a mistake and returns false, so that a reader can write `return
 * arb__mistake_at(...)`.
 */
bool arb__mistake_at(arb__reader *reader, size_t offset, const char *sentence);
/* `before`, the word in quotes, `after`, and "; did you mean 'best'?" if best is not NULL. */
bool arb__mistake_word(arb__reader *reader, const char *before, arb__span word, const char *after,
                       const char *best);
/* The word cannot be a value of this field. */
bool arb__mistake_value(arb__reader *reader, const arb__field *field, arb__span word);
/* The offset of the statement of `key`, else of `otherwise`, else the end of the text. */
size_t arb__where(const arb__reader *reader, arb__key key, arb__key otherwise);
unsigned arb__line_of(const arb__reader *reader, size_t offset);
/* Reports all mistakes, in the order of the text. */
void arb__mistakes_deliver(arb__reader *reader, arb_rules_mistake_handler *handler, void *context);

#endif
