/* lab.h: reads and runs Lab 3's config files. Layer: formats. Knows neither files nor flags.
 *
 * A config consists of points, board, pieces, "~", and actions. The reader returns the set-up and
 * then one action after another; the runner answers an action with a value; text and JSON are views
 * of that value.
 *
 *     fmt_lab_reader reader = fmt_lab_reader_on(text, len);
 *     if (fmt_lab_read_setup(&reader, rules, &setup, &error) && fmt_lab_start(&lab, ...))
 *         while (fmt_lab_read_action(&reader, &action, &error) == FMT_LAB_ACTION)
 *             fmt_lab_run(&lab, &action, &answer); */
#ifndef ARB_FORMATS_LAB_H
#define ARB_FORMATS_LAB_H

#include "arbiter.h"
#include "formats/line_words.h"

/* ---- Reading (lab_read.c) ---- */

/* A piece line such as "b k 0 4", as it was written; a later line may replace it. */
typedef struct {
    size_t line;
    bool white;
    char letter;
    int row, column;
} fmt_lab_piece;

typedef struct {
    const char *text;
    size_t len;
    size_t at;
    size_t line;           /* the line that was read last */
    fmt_lab_piece *pieces; /* the caller's room for piece lines, in the file's order; may be NULL */
    size_t piece_cap;
    size_t piece_count; /* the number of piece lines, even if there was no room for them */
} fmt_lab_reader;

fmt_lab_reader fmt_lab_reader_on(const char *text, size_t len);

typedef struct {
    int points;
    arb_setup setup; /* White to move; castling rights follow from the home squares */
} fmt_lab_setup;

/* Reads points, board, pieces and "~". */
bool fmt_lab_read_setup(fmt_lab_reader *reader, const arb_rules *rules, fmt_lab_setup *setup,
                        fmt_error *error);

typedef enum {
    FMT_LAB_MOVE_PIECE,
    FMT_LAB_VALID_SCAN,
    FMT_LAB_THREAT_SCAN,
    FMT_LAB_VALID_MOVE,
    FMT_LAB_UNDER_THREAT,
    FMT_LAB_SCORE,
    FMT_LAB_NEXT_SCORE,
    FMT_LAB_DISPLAY,
    FMT_LAB_GET_PIECE
} fmt_lab_kind;

/* The name of an action: "movePiece" and so on. */
const char *fmt_lab_kind_name(fmt_lab_kind kind);
/* The number of coordinates that an action takes: 0, 2 or 4. */
size_t fmt_lab_kind_numbers(fmt_lab_kind kind);

typedef struct {
    fmt_lab_kind kind;
    size_t line;
    int at[4]; /* row, column, target row, target column, as written */
} fmt_lab_action;

typedef enum { FMT_LAB_END, FMT_LAB_ACTION, FMT_LAB_MISTAKE } fmt_lab_read;

/* Reads the next action; after a mistake nothing more can be read. */
fmt_lab_read fmt_lab_read_action(fmt_lab_reader *reader, fmt_lab_action *action, fmt_error *error);

/* ---- Running (lab_run.c) ---- */

/* A move by rows and columns; castling is the king's move. For a threat only the first two numbers
 * are used. */
typedef struct {
    uint8_t at[4];
} fmt_lab_item;

typedef struct {
    arb_position position;
    arb_mobility mobility;
    bool king_moved[2]; /* by colour: has it moved since the set-up? */
    arb_move *moves;    /* memory of a scan, reused by the next one */
    size_t move_cap;
    fmt_lab_item *items;
    size_t item_cap;
} fmt_lab;

/* Starts from the position of the set-up. Returns false if the rule set cannot play it; `faults`
 * says why. */
bool fmt_lab_start(fmt_lab *lab, const arb_rules *rules, const arb_setup *setup,
                   arb_mobility mobility, arb_faults *faults);
void fmt_lab_end(fmt_lab *lab);

/* The result of an action. */
typedef struct {
    fmt_lab_action action;
    bool yes;                  /* moved, valid, under threat, occupied; there is a next score */
    arb_verdict verdict;       /* movePiece, isValidMove */
    arb_piece captured;        /* movePiece */
    arb_piece piece;           /* getPiece: the piece on the square */
    const fmt_lab_item *items; /* of a scan, sorted; valid until the next call */
    size_t count;
    int32_t tenths; /* scores */
} fmt_lab_answer;

/* Runs an action. Returns false if there is no memory for a scan. */
bool fmt_lab_run(fmt_lab *lab, const fmt_lab_action *action, fmt_lab_answer *answer);

/* ---- Views (lab_text.c, lab_json.c): `position` is the one after the action ---- */

/* Writes a line for people that tells the result of the action; displayBoard also draws the
 * board. */
void fmt_lab_text(const fmt_out *out, const fmt_lab_answer *answer, const arb_position *position);
/* Writes the result as a JSON object and a line end. */
void fmt_lab_json(const fmt_out *out, const char *file, const fmt_lab_answer *answer,
                  const arb_position *position);

#endif
