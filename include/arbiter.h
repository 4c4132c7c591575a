/*
 * arbiter.h: libarbiter, a referee for chess under any rule set.
 *
 * This header is the manual. It reads from simple to advanced:
 *
 *   1. Values       colours, kinds, pieces, squares, moves
 *   2. Rules        rule sets as data; rule-set files
 *   3. Setup        anything that can stand on a board; FEN, EPD
 *   4. Position     always playable: legal moves, play and undo, make and unmake, attacks
 *   5. Verdict      why a move is refused
 *   6. Outcome      when a game is over, and by which rule
 *   7. Score        the score of Lab 3, one of the courses' exercises (docs/handouts.md)
 *   8. Notation     squares, UCI, SAN, long algebraic; names of openings
 *   9. Game         a position with its history; the arbiter's log
 *  10. PGN tokens   what there is in a game score
 *  11. Tree         a game with variations, comments and marks; reads and writes PGN
 *  12. Other languages   sizes of structures, and the inline functions as functions
 *
 * What holds everywhere:
 *   - No globals, no I/O, no locale, no exit. Any function may be called on any thread.
 *   - Only arb_game and arb_tree allocate, through the caller's allocator.
 *   - Text goes in as (text, len) and need not end in NUL. Text comes out into (buf, cap): the
 *     result is the length needed without the NUL, what fits is written, and the NUL always is
 *     when cap > 0. A result >= cap means that the text was cut.
 *   - On failure nothing has changed, and the error says where.
 */
#ifndef ARBITER_H
#define ARBITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* everything declared here is exported; nothing else is */
#endif

#define ARB_VERSION "0.1.0"

/* The version of the library that is linked, to compare with ARB_VERSION. */
const char *arb_version(void);

/* ---- 1. Values ------------------------------------------------------------------------------ */

typedef enum { ARB_WHITE = 0, ARB_BLACK = 1 } arb_colour;

/* A kind of piece. The six of chess keep these numbers in every rule set that has them; pieces of
 * a rule set's own come after them. */
typedef uint8_t arb_kind;
enum {
    ARB_NO_KIND = 0,
    ARB_PAWN = 1,
    ARB_KNIGHT = 2,
    ARB_BISHOP = 3,
    ARB_ROOK = 4,
    ARB_QUEEN = 5,
    ARB_KING = 6,
    ARB_FIRST_CUSTOM_KIND = 7,
    ARB_KIND_LIMIT = 32 /* every kind is below this number */
};

/* A piece is a kind of one colour; 0 is no piece. */
typedef uint8_t arb_piece;
#define ARB_NO_PIECE ((arb_piece)0)
/* Marks a promoted pawn on the board of a setup, in rule sets with hands: when it is taken it goes
 * into the hand as a pawn. The kind and the colour of a piece do not depend on this bit. */
enum { ARB_PROMOTED = 64 };

static inline arb_piece arb_piece_of(arb_colour colour, arb_kind kind)
{
    return (arb_piece)(kind | ((unsigned)colour << 5));
}

static inline arb_kind arb_piece_kind(arb_piece piece)
{
    return (arb_kind)(piece & 31u);
}

static inline arb_colour arb_piece_colour(arb_piece piece)
{
    return (piece & 32u) ? ARB_BLACK : ARB_WHITE;
}

static inline arb_colour arb_other(arb_colour colour)
{
    return colour == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
}

/* Boards have 1 to 32 files (columns) and 1 to 32 ranks (rows). */
enum { ARB_SIDE_LIMIT = 32, ARB_SQUARE_LIMIT = 1024 };

typedef struct {
    uint8_t files;
    uint8_t ranks;
} arb_size;

/* A square is a number made of file and rank, which count from 0; rank 0 is on White's side. A row
 * takes 8 numbers on boards of up to 8 files, 16 up to 16 files, else 32: on a chessboard a1 = 0,
 * h1 = 7, a8 = 56, h8 = 63. */
typedef uint16_t arb_square;
#define ARB_NO_SQUARE ((arb_square)0xFFFF)

static inline unsigned arb_size_shift(arb_size size)
{
    return size.files <= 8 ? 3u : size.files <= 16 ? 4u : 5u;
}

/* The square at (file, rank); ARB_NO_SQUARE if that is off the board. */
static inline arb_square arb_square_at(arb_size size, int file, int rank)
{
    if (file < 0 || rank < 0 || file >= size.files || rank >= size.ranks)
        return ARB_NO_SQUARE;
    return (arb_square)(((unsigned)rank << arb_size_shift(size)) | (unsigned)file);
}

static inline int arb_square_file(arb_size size, arb_square square)
{
    return (int)(square & ((1u << arb_size_shift(size)) - 1u));
}

static inline int arb_square_rank(arb_size size, arb_square square)
{
    return (int)((unsigned)square >> arb_size_shift(size));
}

/* Is this number a square of the board? */
static inline bool arb_square_on(arb_size size, arb_square square)
{
    return square != ARB_NO_SQUARE && arb_square_file(size, square) < size.files &&
           arb_square_rank(size, square) < size.ranks;
}

/* How squares are named: in chess, and in the programming courses whose exercises the library knows
 * (docs/handouts.md). */
typedef enum {
    ARB_COORDS_ALGEBRAIC = 0, /* e2 */
    ARB_COORDS_XY,            /* column, row from 0; row 0 is at the top (COMP 250) */
    ARB_COORDS_RC,            /* row, column from 0; row 0 is at the top (Lab 3) */
    ARB_COORDS_FROM_ONE       /* column, row from 1; row 1 is on White's side (CMPS 12B) */
} arb_coords;

/* The languages in which sentences are written. Codes, names of verdicts and notation are the same
 * in all. */
typedef enum {
    ARB_ENGLISH = 0,
    ARB_GERMAN,
    ARB_FRENCH,
    ARB_SPANISH,
    ARB_CHINESE,
    ARB_LANGUAGE_COUNT
} arb_language;

/* The tag of a language: "en", "de", "fr", "es", "zh". */
const char *arb_language_tag(arb_language language);
/* Finds a language by its tag, of which only the first part counts: "de", "de-AT", "zh_CN.UTF-8".
 * Returns false if the library does not write that language. */
bool arb_language_find(const char *tag, size_t len, arb_language *found);

/* Wherever sentences take coordinates, these carry a language, too: squares are named by `coords`,
 * the sentence is in `language`. Coordinates without a language mean English. */
enum { ARB_COORDS_BITS = 4 }; /* the lowest bits name squares; the bits above are the language */
static inline arb_coords arb_coords_in(arb_coords coords, arb_language language)
{
    return (arb_coords)((unsigned)coords | (unsigned)language << ARB_COORDS_BITS);
}

static inline arb_language arb_coords_language(arb_coords coords)
{
    return (arb_language)((unsigned)coords >> ARB_COORDS_BITS);
}

/* Translates a constant sentence of the library: the text of an arb_error or of a fault, or what a
 * lenient reader forgave. A text that is no sentence of the library is returned unchanged. */
const char *arb_text_in(arb_language language, const char *text);

/* A move that describes itself; compare with ==. Castling is always "king takes own rook", whatever
 * the notation: `to` is the rook's square. A drop has its square both as `from` and as `to`, and
 * the dropped kind as `promotion`. 0 is no move. */
typedef uint32_t arb_move;
#define ARB_NO_MOVE ((arb_move)0)

typedef enum { ARB_NORMAL = 0, ARB_EN_PASSANT = 1, ARB_CASTLING = 2, ARB_DROP = 3 } arb_move_type;

static inline arb_move arb_move_of(arb_square from, arb_square to, arb_kind promotion,
                                   arb_move_type type)
{
    return (arb_move)from | ((arb_move)to << 10) | ((arb_move)promotion << 20) |
           ((arb_move)type << 26);
}

static inline arb_square arb_move_from(arb_move move)
{
    return (arb_square)(move & 1023u);
}

static inline arb_square arb_move_to(arb_move move)
{
    return (arb_square)((move >> 10) & 1023u);
}

static inline arb_kind arb_move_promotion(arb_move move)
{
    return (arb_kind)((move >> 20) & 31u);
}

static inline arb_move_type arb_move_type_of(arb_move move)
{
    return (arb_move_type)((move >> 26) & 3u);
}

/* What went wrong, and where. */
typedef enum {
    ARB_OK = 0,
    ARB_BAD_TEXT,     /* the text is malformed; `offset` says where */
    ARB_BAD_POSITION, /* well-formed, but not playable: see the faults */
    ARB_ILLEGAL,      /* a well-formed move that the rules refuse */
    ARB_AMBIGUOUS,    /* more than one legal move fits the text */
    ARB_NO_MEMORY,
    ARB_LIMIT /* a stated limit was exceeded */
} arb_status;

typedef struct {
    arb_status status;
    size_t offset;    /* byte offset into the text */
    const char *text; /* a constant sentence in English, without a full stop; never NULL */
} arb_error;

/* ---- 2. Rules ------------------------------------------------------------------------------- */

/* What a step may be used for. With no bit set it moves and captures alike. */
enum {
    ARB_STEP_MOVES = 1u << 0,    /* only to move to an empty square */
    ARB_STEP_CAPTURES = 1u << 1, /* only to capture */
    ARB_STEP_HOPS = 1u << 2, /* a slide that must jump over one piece; `range` counts from there */
    ARB_STEP_DOUBLES = 1u << 3, /* a leap that may be made twice from the rows of a double step, if
                                   nothing is in the way and nothing is captured */
    ARB_STEP_SIDED = 1u << 4    /* right and left are the mover's: mirrored for Black */
};

/* One step of a piece as White sees it: files to the right, ranks forward. For Black the ranks are
 * reversed. */
typedef struct {
    int8_t files;
    int8_t ranks;
    uint8_t range; /* for slides: the most steps, 0 = no limit; for leaps: 1 */
    uint8_t how;   /* ARB_STEP_ bits */
} arb_step;

/* A set of `count` squares as White sees them; for Black the board is turned round. */
typedef struct {
    uint32_t count;
    uint32_t rows[ARB_SIDE_LIMIT]; /* by rank from 0; bit n: the square on file n */
} arb_area;

static inline bool arb_area_has(const arb_area *area, int file, int rank)
{
    return area->count != 0 && (area->rows[rank] >> file & 1u) != 0;
}

enum { ARB_STEP_LIMIT = 24, ARB_NAME_LIMIT = 32, ARB_START_LIMIT = 1280 };

/* How one kind of piece moves: it leaps (over anything) and slides (until something is in the way).
 * The pawn has neither, because its rule is in arb_rules.pawn; if a rule set gives the pawn steps,
 * these replace the pawn's own. */
typedef struct {
    char letter; /* in FEN and SAN, lower case; 0 = this rule set has no such piece */
    char name[ARB_NAME_LIMIT];
    int16_t value; /* points in Lab 3's score, in tenths */
    uint8_t leap_count;
    uint8_t slide_count;
    uint32_t becomes; /* bit k: may become kind k where a pawn may; the pawn's own are in `pawn` */
    arb_step leaps[ARB_STEP_LIMIT];
    arb_step slides[ARB_STEP_LIMIT];
} arb_kind_rule;

/* What an event means for the side to which it happens. */
typedef enum { ARB_GOES_ON = 0, ARB_LOSES, ARB_DRAWS, ARB_WINS } arb_effect;

/* Which positions are drawn because neither side can win any more. */
typedef enum {
    ARB_DEAD_NEVER = 0,
    ARB_DEAD_PROVED,        /* FIDE 5.2.2: if it is proved; for rule sets won by mate only */
    ARB_DEAD_BARE_KINGS,    /* only kings are left, and neither takes or checks the other */
    ARB_DEAD_SPLIT_BISHOPS, /* only bishops and blocked pawns are left, and the bishops of the two
                               sides stand on squares of different colours */
    ARB_DEAD_FEW_PIECES /* bare kings, and material that cannot mate where kings guard nothing: one
                           piece other than a queen, or two knights, against a king; one bishop each
                           on squares of different colours */
} arb_dead;

/* Which of the allowed kinds a promotion may choose: any; only kinds that the side has in the start
 * position; only kinds of which it has fewer than there. */
typedef enum { ARB_OF_ANY = 0, ARB_OF_START, ARB_OF_MISSING } arb_promotion_of;

enum { ARB_KING_SIDE = 0, ARB_QUEEN_SIDE = 1 };

/* A rule set is data, grouped by topic. Every rule set is only this structure; the library looks at
 * its fields and never at its name. */
typedef struct arb_rules {
    char name[ARB_NAME_LIMIT];
    char title[96];    /* one line for people */
    char aliases[160]; /* other names of the rule set, separated by commas */

    struct {
        arb_size size;
        bool any_size; /* other sizes may be set up, too; `size` is that of the start */
        char start[ARB_START_LIMIT]; /* FEN */
        uint16_t max_pieces;         /* for each side, 0 = no limit; more is a fault of a set-up */
        uint16_t max_pawns;
        uint32_t faults; /* the arb_fault bits that matter in this rule set */
        arb_area holes;  /* places that are not squares, on boards of this `size` */
        uint16_t start_count[2][ARB_KIND_LIMIT]; /* what `start` has, if promotion_of asks */
    } board;

    arb_kind_rule kinds[ARB_KIND_LIMIT]; /* by arb_kind; [0] is not used */

    struct {
        uint32_t double_rows; /* bit n: may step two squares from row n of its own side, from 0 */
        bool en_passant;
        uint32_t promotion_rows;  /* bit n: promotes n rows before the far edge; 0 = never */
        uint32_t promotion_kinds; /* bit k: may become kind k; a single bit needs no choice */
        uint32_t optional_rows;   /* bit n: n rows before the far edge it may also stay a pawn */
        arb_promotion_of promotion_of;
        arb_area promotion_area;  /* squares where it promotes, besides the rows */
        arb_area double_area;     /* squares from which it may step two, besides the rows */
        uint32_t en_passant_rows; /* bit n: a double step from row n can be taken so; 0 = any */
        uint32_t barred_rows;     /* bit n: may not enter row n of its own side */
    } pawn;

    struct {
        bool allowed;        /* only on boards of board.size */
        bool any_home;       /* Chess960: king and rooks anywhere on the home row */
        int8_t king_file;    /* file of its home, unless any_home */
        int8_t rook_file[2]; /* of their homes, by ARB_KING_SIDE, ARB_QUEEN_SIDE, unless any_home */
        int8_t king_to[2];   /* where the king arrives */
        int8_t rook_to[2];
        uint8_t row; /* row of its own side, from 0 */
    } castling;

    struct {
        arb_kind kind;    /* the royal kind, ARB_NO_KIND = there is none */
        bool safe;        /* no move may leave the mover's royal piece attacked */
        uint8_t min, max; /* royal pieces of each side in a set-up; max 255 = any number */
        uint32_t also;    /* bit k: if `safe`, no piece of kind k may be left attacked either */
        bool no_checks;   /* no move may attack the enemy's royal piece */
    } royal;

    struct {
        bool forced;   /* a side that can capture must capture */
        bool explodes; /* a capture also removes the capturing piece and all but pawns around */
        bool to_hand;  /* the capturing side may drop what it has taken */
    } capture;

    struct {
        arb_effect checkmate;  /* no legal move, and the royal piece is attacked */
        arb_effect stalemate;  /* no legal move, and it is not attacked */
        arb_effect captured;   /* the royal piece was taken */
        arb_effect bare;       /* only the royal piece is left */
        uint8_t dead_material; /* which positions nobody can win: an arb_dead */
        uint16_t claim_repetitions, auto_repetitions; /* 0 = no such rule */
        uint16_t claim_moves, auto_moves; /* moves of each side without capture or pawn move */
        arb_area goal; /* a royal piece that reaches these squares wins; the same for both sides */
        bool goal_answer;  /* if Black's royal piece arrives right after White's, it is a draw */
        uint16_t checks;   /* this many checks win, at most 99; 0 = checks do not count */
        arb_effect bereft; /* no piece is left */
        bool laws;         /* the FIDE Laws decide on what players declare: 5.1.2, 5.2.3 */
        uint16_t extinct[ARB_KIND_LIMIT]; /* by kind: n + 1 = lost with n or fewer; 0 = no */
    } ending;
} arb_rules;

/* The number of checks that a side must still give to win after it has given `given`; 0 in rule
 * sets that do not count checks. */
static inline unsigned arb_rules_checks_left(const arb_rules *rules, unsigned given)
{
    return given < rules->ending.checks ? rules->ending.checks - given : 0;
}

/* The rule sets of the library: first the built-in ones (chess, chess960, basic, lab, lab-bonus,
 * king-capture), then those of examples/rules by name. They are constant. */
enum { ARB_BUILT_IN = 6 }; /* the number of rule sets that come first */
size_t arb_rules_count(void);
const arb_rules *arb_rules_at(size_t index); /* NULL past the end */

/* Is this a name of the rule set? Aliases count; case, blanks, '-' and '_' do not matter: "King of
 * the Hill" is kingofthehill, and "Three-check" is 3check. */
bool arb_rules_named(const arb_rules *rules, const char *name, size_t len);

/* The rule set of the library with this name, or NULL. */
const arb_rules *arb_rules_find(const char *name, size_t len);

/* The rule set for the value of a PGN's tag `Variant`; a value that says nothing ("", "?", "-")
 * means chess. */
const arb_rules *arb_rules_of_variant(const char *value, size_t len);

/* A statement `key = value` of a text in the form of rule-set files: offsets and lengths, without
 * the blanks around key and value. */
typedef struct {
    size_t key, key_len;
    size_t value, value_len; /* the length is 0 if nothing follows '=' */
    const char *mistake;     /* NULL, or a sentence: why no statement is at `key` */
} arb_statement;

/* Reads the next statement from *at on, which is 0 at first; returns false at the end. It skips
 * empty lines and comments, which begin with a '#' at the start of a line or after a blank. Other
 * programs may use this form for files of their own. */
bool arb_statement_next(const char *text, size_t len, size_t *at, arb_statement *statement);

/* One mistake in a rule-set file. Line and column count from 1, columns in bytes. */
typedef struct {
    const char *file; /* the file with the mistake; "" if the text has no file */
    size_t offset;
    unsigned line;
    unsigned column;
    const char *text; /* a sentence; it is valid until the handler returns */
} arb_rules_mistake;

typedef void arb_rules_mistake_handler(void *context, const arb_rules_mistake *mistake);

/* Reads a rule-set file (docs/rule-sets.md). Every mistake goes to `handler` (which may be NULL),
 * in the order of the text. Returns true if there was none; otherwise *rules is unchanged. */
bool arb_rules_read(arb_rules *rules, const char *text, size_t len,
                    arb_rules_mistake_handler *handler, void *context);

/* A rule-set file. Two files with the same name are taken to be the same file. */
typedef struct {
    const char *name;
    const char *text;
    size_t len;
} arb_rules_file;

enum { ARB_PARENT_LIMIT = 8 }; /* the most files: a file, its parent, the parent's parent */

/* Finds the file that `file` names as its parent; a relative path starts from the folder of `file`.
 * Returns false if there is none. The file that it hands out must stay until arb_rules_read_file
 * returns. */
typedef bool arb_rules_finder(void *context, const arb_rules_file *file, const char *parent,
                              size_t len, arb_rules_file *found);

/* Like arb_rules_read, for a file whose parent may be a file; the library itself opens none. Names
 * of rule sets are tried first. Without a finder (NULL) a parent can only be a name. */
bool arb_rules_read_file(arb_rules *rules, const arb_rules_file *file, arb_rules_finder *finder,
                         arb_rules_mistake_handler *handler, void *context);

/* Writes the whole rule set as a file that arb_rules_read accepts. */
size_t arb_rules_write(const arb_rules *rules, char *buf, size_t cap);

/* The kind with this letter (either case), or ARB_NO_KIND. */
arb_kind arb_rules_kind(const arb_rules *rules, char letter);

/* ---- 3. Setup ------------------------------------------------------------------------------- */

/* Whatever a person can put on a board. No rule is checked. */
typedef struct {
    arb_size size;
    uint8_t turn;                 /* arb_colour */
    arb_square royal[2];          /* the royal piece of each colour that counts, or ARB_NO_SQUARE */
    arb_square castle_rook[2][2]; /* [colour][side]: the rook to castle with, or ARB_NO_SQUARE */
    arb_square en_passant;        /* the square that the last move passed over, or ARB_NO_SQUARE */
    arb_square en_passant_pawn; /* where that pawn is; ARB_NO_SQUARE: straight behind the square */
    uint8_t checks[2];          /* by colour: checks given, in rule sets that count them */
    uint8_t hand[2][ARB_KIND_LIMIT]; /* by colour and kind: pieces that may be dropped */
    uint32_t halfmove;               /* half-moves since the last capture or pawn move */
    uint32_t fullmove;               /* counts from 1 */
    arb_piece board[ARB_SQUARE_LIMIT];
} arb_setup;

/* Empties the board; White is to move. */
void arb_setup_clear(arb_setup *setup, arb_size size);

/* Sets up the rule set's start position. */
void arb_setup_start(arb_setup *setup, const arb_rules *rules);

/* Sets up a start position of Chess960 by its number, 0 to 959 (518 is chess). Returns false for a
 * larger number. */
bool arb_setup_chess960(arb_setup *setup, unsigned number);

/* Puts a piece (or ARB_NO_PIECE) on a square. If one colour has several royal pieces, the one put
 * last counts. */
void arb_setup_put(arb_setup *setup, const arb_rules *rules, arb_square square, arb_piece piece);

/* Gives every castling right for which king and rook stand on their home squares. */
void arb_setup_home_rights(arb_setup *setup, const arb_rules *rules);

/* Reads FEN: standard, X-FEN or Shredder-FEN; any board size that the rule set allows; four fields
 * (no clocks) or six. If one colour has several royal pieces, the last one in the text counts, or
 * the one with a '!' after its letter. */
arb_status arb_fen_read(arb_setup *setup, const arb_rules *rules, const char *text, size_t len,
                        arb_error *error);

typedef enum { ARB_X_FEN = 0, ARB_SHREDDER_FEN = 1 } arb_fen_style;

/* Writes a setup as it is. (arb_position_fen writes a position in its canonical form.) */
size_t arb_fen_write(const arb_setup *setup, const arb_rules *rules, arb_fen_style style, char *buf,
                     size_t cap);

/* What the lenient reader forgave, as bits. */
enum {
    ARB_FEN_BYTE_ORDER_MARK = 1u << 0,
    ARB_FEN_BLANKS = 1u << 1, /* double blanks, blanks at the ends, tabs, '_' for a blank */
    ARB_FEN_QUOTES = 1u << 2,
    ARB_FEN_START_WORD = 1u << 3, /* "startpos" or "start" for the rule set's start */
    ARB_FEN_NO_TURN = 1u << 4,    /* White is assumed to be to move */
    ARB_FEN_TURN_FORM = 1u << 5,  /* "W", "black" */
    ARB_FEN_NO_CASTLING = 1u << 6,
    ARB_FEN_NO_EN_PASSANT = 1u << 7,
    ARB_FEN_LONG_DASH = 1u << 8,
    ARB_FEN_NO_CLOCKS = 1u << 9,   /* one or both; 0 and 1 are assumed */
    ARB_FEN_CLOCK_FORM = 1u << 10, /* "00", move number 0 */
    ARB_FEN_TEXT_BEHIND = 1u << 11,
    ARB_FEN_FORGIVEN_ALL = (1u << 12) - 1u
};

/* Reads FEN as people write and paste it, and tells what it forgave (`forgiven` may be NULL): 0 for
 * text that arb_fen_read accepts. The placement of the pieces must be right. */
arb_status arb_fen_read_lenient(arb_setup *setup, const arb_rules *rules, const char *text,
                                size_t len, uint32_t *forgiven, arb_error *error);
/* A sentence for people, without a full stop; NULL unless exactly one bit is set. */
const char *arb_fen_forgiven_text(uint32_t bit);

/* Reads EPD: the first four fields of a FEN (clocks may follow), then operations such as bm Nf3; id
 * "mate 1"; and so on. *operations (may be NULL) is where they begin; the whole line is checked.
 * The operations hmvc and fmvn set the clocks. */
arb_status arb_epd_read(arb_setup *setup, const arb_rules *rules, const char *text, size_t len,
                        size_t *operations, arb_error *error);

/* One operation, given by places in the text: its name, and all its operands. */
typedef struct {
    size_t opcode, opcode_end;
    size_t operands, operands_end;
} arb_epd_operation;

/* Reads the next operation at *at or later, and moves *at on; returns false if there is none. */
bool arb_epd_next(const char *text, size_t len, size_t *at, arb_epd_operation *operation);
/* Reads its operands one by one, beginning with *at = 0; a string is given without its quotes. */
bool arb_epd_operand(const char *text, const arb_epd_operation *operation, size_t *at,
                     size_t *begin, size_t *end);
/* Writes four fields and the operations, each like "bm Nf3;" with one blank before every word. The
 * clocks are written only if the operations state them. */
size_t arb_epd_write(const arb_setup *setup, const arb_rules *rules, const char *operations,
                     size_t len, char *buf, size_t cap);

/* ---- 4. Position ---------------------------------------------------------------------------- */

/* Why a setup is not a playable position: the bits of all reasons. */
typedef uint32_t arb_faults;
enum {
    ARB_FAULT_EMPTY = 1u << 0,
    ARB_FAULT_NO_WHITE_KING = 1u << 1,
    ARB_FAULT_NO_BLACK_KING = 1u << 2,
    ARB_FAULT_TOO_MANY_KINGS = 1u << 3,
    ARB_FAULT_TOO_MANY_WHITE_PAWNS = 1u << 4,
    ARB_FAULT_TOO_MANY_BLACK_PAWNS = 1u << 5,
    ARB_FAULT_TOO_MANY_WHITE_PIECES = 1u << 6,
    ARB_FAULT_TOO_MANY_BLACK_PIECES = 1u << 7,
    ARB_FAULT_PAWNS_ON_END_ROWS = 1u << 8,
    ARB_FAULT_BAD_CASTLING_RIGHTS = 1u << 9,
    ARB_FAULT_BAD_EN_PASSANT = 1u << 10,
    ARB_FAULT_OPPOSITE_CHECK = 1u << 11, /* the side not to move is in check */
    ARB_FAULT_TOO_MANY_CHECKERS = 1u << 12,
    ARB_FAULT_IMPOSSIBLE_CHECK = 1u << 13, /* no last move can have given this check */
    ARB_FAULT_UNKNOWN_PIECE = 1u << 14,    /* a piece of a kind that the rule set does not have */
    ARB_FAULT_BAD_SIZE = 1u << 15,         /* the rule set has no board of this size */
    ARB_FAULT_ALL = (1u << 16) - 1u,
    /* Faults in spite of which a position of chess can be played. */
    ARB_FAULT_UNREACHABLE = ARB_FAULT_TOO_MANY_WHITE_PAWNS | ARB_FAULT_TOO_MANY_BLACK_PAWNS |
                            ARB_FAULT_TOO_MANY_WHITE_PIECES | ARB_FAULT_TOO_MANY_BLACK_PIECES |
                            ARB_FAULT_TOO_MANY_CHECKERS | ARB_FAULT_IMPOSSIBLE_CHECK
};

/* The name of a fault: "no-white-king" for ARB_FAULT_NO_WHITE_KING, and so on; NULL unless exactly
 * one bit is set. */
const char *arb_fault_name(arb_faults fault);
/* A sentence for people; NULL unless exactly one bit is set. */
const char *arb_fault_text(arb_faults fault);
/* The squares that one fault of a setup is about: a king in check and the pieces that check it,
 * pawns on impossible squares, surplus kings. Returns the true count; the first `cap` squares are
 * written. */
size_t arb_setup_fault_squares(const arb_setup *setup, const arb_rules *rules, arb_faults fault,
                               arb_square *list, size_t cap);

/* Which kernel computes; both give the same answers. */
typedef enum {
    ARB_KERNEL_AUTO = 0, /* bits if it can serve, else grid */
    ARB_KERNEL_GRID,     /* any rule set, any size */
    ARB_KERNEL_BITS      /* boards within 8x8 with the pieces of chess */
} arb_kernel;

/* How much work a caller is willing to pay for, if rule sets and positions come from strangers:
 * about the number of squares that may be looked at. One budget serves one thread, and any number
 * of positions and games. */
typedef struct {
    uint64_t left; /* 0: the budget is spent */
} arb_budget;

/* A position is always playable. It is a value: copy it with =, or with arb_position_copy, which
 * leaves out what a small board does not use. The rule set must outlive it. The fields are private;
 * read them through the functions. */
typedef struct {
    const arb_rules *rules;
    arb_budget *budget;   /* pays for questions; NULL: they may cost anything */
    uint32_t other_steps; /* for grid: by kind, steps other than those of queen, king and knight */
    uint8_t kernel;
    bool chess;   /* for bits: the rules of chess hold for every line of play from here */
    uint8_t fast; /* which accelerator answers for it; 0: none */
    arb_size size;
    uint8_t special; /* for grid: which rules it has beyond those of chess */
    /* From here to the pieces by colour: the fields that a move changes, of which an arb_undo keeps
     * a copy. */
    uint64_t key;
    uint32_t halfmove;
    uint32_t fullmove;
    arb_square castle_rook[2][2];
    arb_square royal[2];
    arb_square en_passant; /* set after every double step, whether or not it can be used */
    bool en_passant_legal; /* some legal move captures there */
    uint8_t turn;
    uint8_t over; /* whether what stands on the board has ended the game, and by which rule */
    int8_t en_passant_files; /* the files from the en-passant square to the pawn that passed it */
    uint8_t checks[2];
    uint32_t unused; /* 0, so that no byte of a copy is undefined */
    union {
        struct {
            uint64_t pawns, knights;
            uint64_t diagonals, straights; /* queens are in both sets */
            uint64_t kings;
            uint64_t colour[2];
            uint64_t area;           /* the squares of the board */
            uint64_t double_from[2]; /* by colour: where a pawn may step two squares */
            uint64_t promotion[2];   /* by colour: where an arriving pawn promotes */
        } bits;
        arb_piece grid[ARB_SQUARE_LIMIT];
    } board;
    uint8_t hand[2][ARB_KIND_LIMIT]; /* for grid */
} arb_position;

/* What a move changes and undo restores. Private, too, except `move`, the move that was made. It is
 * copied fastest if it does not cross cache lines: _Alignas(32) arb_undo undo; */
typedef struct {
    /* Fields of the position as they were before the move, in its order. */
    uint64_t key;
    uint32_t halfmove;
    uint32_t fullmove;
    arb_square castle_rook[2][2];
    arb_square royal[2];
    arb_square en_passant;
    bool en_passant_legal;
    uint8_t turn;
    uint8_t over;
    int8_t en_passant_files;
    uint8_t checks[2];
    uint32_t unused;
    uint64_t sets[7]; /* for bits: from pawns to colour */
    arb_move move;
    arb_piece moved;
    arb_piece captured;
    arb_kind into_hand;  /* the kind that came into the hand of the side that moved */
    arb_piece around[8]; /* the pieces that an explosion may have removed */
} arb_undo;

/* The only way from a setup to a position. Returns the faults that matter to the rule set, except
 * those in `accept`; 0 means that *position is set. Faults outside ARB_FAULT_UNREACHABLE and
 * ARB_FAULT_OPPOSITE_CHECK are never accepted. If ARB_KERNEL_BITS cannot serve, the position gets
 * the grid kernel; arb_position_kernel tells. */
arb_faults arb_position_set(arb_position *position, const arb_rules *rules, const arb_setup *setup,
                            arb_kernel kernel, arb_faults accept);

/* Can the bits kernel serve this rule set on a board of this size? */
bool arb_rules_fit_bits(const arb_rules *rules, arb_size size);

/* Sets the rule set's start position. Returns 0 for every built-in rule set; the start of a rule
 * set from a file may have faults, and then *position is unchanged. */
arb_faults arb_position_start(arb_position *position, const arb_rules *rules);

/* The same as *to = *from, but it copies only an eighth of the bytes if the bits kernel serves the
 * position. */
void arb_position_copy(arb_position *to, const arb_position *from);

/* Removes castling rights and an en-passant square from a setup if they are impossible, and tells
 * which: bits, or 0 for none. Other faults stay. */
enum {
    ARB_DROPPED_WHITE_KING_SIDE = 1u << 0,
    ARB_DROPPED_WHITE_QUEEN_SIDE = 1u << 1,
    ARB_DROPPED_BLACK_KING_SIDE = 1u << 2,
    ARB_DROPPED_BLACK_QUEEN_SIDE = 1u << 3,
    ARB_DROPPED_EN_PASSANT = 1u << 4
};
uint32_t arb_setup_repair(arb_setup *setup, const arb_rules *rules);
/* A sentence for people, without a full stop; NULL unless exactly one bit is set. */
const char *arb_dropped_text(uint32_t bit);

/* From now on questions about this position and its copies are paid from the budget, which must
 * outlive them; NULL: unlimited, as at first. Once the budget is spent every question ends soon:
 * functions with a status return ARB_LIMIT and have changed nothing; the answers of other functions
 * mean nothing, so look at arb_budget.left. A position of the bits kernel costs little: nearly all
 * that it pays for is the question whether locked pawns have made it dead. Reading and setting up a
 * position costs little, too. */
void arb_position_set_budget(arb_position *position, arb_budget *budget);

/* Reads a FEN into a position in one call. On ARB_BAD_POSITION *faults (may be NULL) tells
 * which. */
arb_status arb_position_read(arb_position *position, const arb_rules *rules, const char *fen,
                             size_t len, arb_faults *faults, arb_error *error);

/* When the en-passant square is written: only if the capture is legal (canonical), only if an enemy
 * pawn stands ready, or always after a double step. */
typedef enum { ARB_EP_LEGAL = 0, ARB_EP_PSEUDO = 1, ARB_EP_ALWAYS = 2 } arb_ep_style;

/* Write a position as a setup and as FEN. */
void arb_position_setup(const arb_position *position, arb_ep_style ep, arb_setup *setup);
size_t arb_position_fen(const arb_position *position, arb_fen_style style, arb_ep_style ep,
                        char *buf, size_t cap);

/* Read the fields of a position that callers may know. */
arb_colour arb_position_turn(const arb_position *position);
arb_size arb_position_size(const arb_position *position);
const arb_rules *arb_position_rules(const arb_position *position);
arb_kernel arb_position_kernel(const arb_position *position);
arb_piece arb_position_piece(const arb_position *position, arb_square square);
/* All pieces at once, by square: only the rows of the board are written. */
void arb_position_board(const arb_position *position, arb_piece board[ARB_SQUARE_LIMIT]);
arb_square arb_position_royal(const arb_position *position, arb_colour colour);
/* The number of pieces of a kind that a side may drop, and of checks that it has given, if they
 * count. */
unsigned arb_position_hand(const arb_position *position, arb_colour colour, arb_kind kind);
unsigned arb_position_checks(const arb_position *position, arb_colour colour);
uint32_t arb_position_halfmove(const arb_position *position);
uint32_t arb_position_fullmove(const arb_position *position);

/* The Zobrist key: equal for positions in which the same moves can be made (FIDE 9.2.3). */
uint64_t arb_position_key(const arb_position *position);
/* The same key, computed anew from the pieces; for tests. */
uint64_t arb_position_key_afresh(const arb_position *position);
/* Are these the same position in the sense of FIDE 9.2.3? It compares exactly, not by key. */
bool arb_position_same(const arb_position *a, const arb_position *b);

/* The key that Polyglot's opening books use for the position; 0 if they have none (other boards,
 * other pieces). Hands and checks do not enter into it. */
uint64_t arb_position_polyglot_key(const arb_position *position);

/* Lists the legal moves. Returns the true count; the first `cap` are written. ARB_MOVES_8X8 is
 * always enough on boards within 8x8. */
enum { ARB_MOVES_8X8 = 2048 };
size_t arb_position_moves(const arb_position *position, arb_move *list, size_t cap);
size_t arb_position_moves_from(const arb_position *position, arb_square from, arb_move *list,
                               size_t cap);

/* Lists the legal moves that capture, including en passant, with the same count and `cap`. */
size_t arb_position_captures(const arb_position *position, arb_move *list, size_t cap);

/* Passes each legal move to a listener, until that returns false. Returns false if it stopped. */
typedef bool arb_move_listener(void *context, arb_move move);
bool arb_position_each_move(const arb_position *position, arb_move_listener *listener,
                            void *context);

bool arb_position_has_move(const arb_position *position);
bool arb_position_is_legal(const arb_position *position, arb_move move);

/* Plays a legal move in place; returns false, with nothing changed, if it is not legal. */
bool arb_position_play(arb_position *position, arb_move move, arb_undo *undo);
/* Takes back the last move played; every byte is as it was before. */
void arb_position_undo(arb_position *position, const arb_undo *undo);

/* The same for programs that make millions of moves from the library's own lists. The move must be
 * a legal move of this position: it is not checked, and any other move leaves an unusable position.
 * (A build without NDEBUG traps.) play and undo, make and unmake may be mixed. */
void arb_position_make(arb_position *position, arb_move move, arb_undo *undo);
void arb_position_unmake(arb_position *position, const arb_undo *undo);
/* Passes the turn: the en-passant square is gone, and the clocks count the turn. Returns false,
 * with nothing changed, in check or if the game is over. Its undo->move is ARB_NO_MOVE; unmake (or
 * undo) takes it back. */
bool arb_position_make_null(arb_position *position, arb_undo *undo);

/* Lists the pieces of `by` that attack a square (occupied or not), in the order of squares. Returns
 * the true count; the first `cap` are written. Pins are ignored. */
size_t arb_position_attackers(const arb_position *position, arb_square square, arb_colour by,
                              arb_square *list, size_t cap);
/* Lists the pieces that give check to the royal piece of `colour`. */
size_t arb_position_checkers(const arb_position *position, arb_colour colour, arb_square *list,
                             size_t cap);
bool arb_position_in_check(const arb_position *position, arb_colour colour);

/* A pin: a piece alone stands between an enemy slider and its own royal piece. */
typedef struct {
    arb_square pinned;
    arb_square by;
} arb_pin;
size_t arb_position_pins(const arb_position *position, arb_colour colour, arb_pin *list,
                         size_t cap);

/* Lab 3: is there a piece on this square that an enemy piece attacks? */
bool arb_position_threatened(const arb_position *position, arb_square square);

/* The number of legal lines of `depth` plies; 0 for a depth above ARB_DEPTH_LIMIT. */
enum { ARB_DEPTH_LIMIT = 64 };
uint64_t arb_position_perft(const arb_position *position, unsigned depth);

/* The same number, counted in a way that the caller chooses. arb_position_perft uses products. */
typedef enum {
    ARB_COUNT_PRODUCT = 0, /* moves that provably do not affect the replies are multiplied */
    ARB_COUNT_BULK,        /* each position before the last ply is visited, its moves counted */
    ARB_COUNT_LEAF         /* every move is made, with key, clocks and rights */
} arb_count;
uint64_t arb_position_perft_by(const arb_position *position, unsigned depth, arb_count how);

/* Lists the moves of either side as if it were to move (Lab 3's isValidMove). En passant is
 * included only for the side whose turn it is. */
size_t arb_position_moves_of(const arb_position *position, arb_colour colour, arb_move *list,
                             size_t cap);
bool arb_position_each_move_of(const arb_position *position, arb_colour colour,
                               arb_move_listener *listener, void *context);

/* How a game ended, or that it goes on: result and reason. Section 6 says when. */
typedef enum {
    ARB_ONGOING = 0,
    ARB_WHITE_WINS,
    ARB_BLACK_WINS,
    ARB_DRAW,
    ARB_BOTH_LOSE /* "0-0": both players lost (FIDE 11.8) */
} arb_result;

typedef enum {
    ARB_R_NONE = 0,
    ARB_R_CHECKMATE,
    ARB_R_STALEMATE,
    ARB_R_KING_CAPTURED,
    ARB_R_BARE_KING,
    ARB_R_DEAD_POSITION, /* no mate is possible, as with insufficient material */
    ARB_R_REPETITION,    /* automatic: fivefold */
    ARB_R_MOVE_LIMIT,    /* automatic: 75 moves */
    ARB_R_REPETITION_CLAIM,
    ARB_R_MOVE_LIMIT_CLAIM,
    ARB_R_AGREEMENT,
    ARB_R_RESIGNATION,
    ARB_R_FLAG,
    ARB_R_GOAL,       /* a royal piece reached its goal */
    ARB_R_CHECKS,     /* enough checks were given */
    ARB_R_EXTINCTION, /* a kind of piece is gone, or too few are left */
    ARB_R_BEREFT,     /* no piece is left */
    /* Declared by an arbiter: section 9, the arbiter's log. */
    ARB_R_ILLEGAL_MOVES,    /* a second illegal move was completed */
    ARB_R_ILLEGAL_POSITION, /* an illegal position stayed on the board (rapid and blitz) */
    ARB_R_BOTH_FLAGS,
    ARB_R_MISCONDUCT, /* by both players */
    ARB_R_COUNT
} arb_reason;

typedef struct {
    arb_result result;
    arb_reason reason;
    bool own_rule; /* it ended by a rule of the rule set that is not in the FIDE Laws */
} arb_outcome;

/* ---- 5. Verdict ----------------------------------------------------------------------------- */

typedef enum {
    ARB_V_OK = 0,
    ARB_V_GAME_OVER,
    ARB_V_OFF_BOARD,
    ARB_V_NO_PIECE,
    ARB_V_NOT_YOUR_TURN,
    ARB_V_SAME_SQUARE,
    ARB_V_OWN_PIECE,
    ARB_V_WRONG_SHAPE,
    ARB_V_BLOCKED,
    ARB_V_PAWN_BLOCKED,
    ARB_V_PAWN_NO_CAPTURE,
    ARB_V_PAWN_DOUBLE_STEP,
    ARB_V_PROMOTION_MISSING,
    ARB_V_PROMOTION_NOT_ALLOWED,
    ARB_V_CASTLE_KING_MOVED,
    ARB_V_CASTLE_ROOK_MOVED,
    ARB_V_CASTLE_NO_ROOK,
    ARB_V_CASTLE_BLOCKED,
    ARB_V_CASTLE_IN_CHECK,
    ARB_V_CASTLE_THROUGH_CHECK,
    ARB_V_CASTLE_INTO_CHECK,
    ARB_V_KING_INTO_CHECK,
    ARB_V_EXPOSES_KING,
    ARB_V_STILL_IN_CHECK,
    /* Verdicts of rule sets that have such rules. */
    ARB_V_NOTHING_TO_CAPTURE, /* the piece may go that way only to capture */
    ARB_V_NO_HURDLE,          /* there is no piece to jump over */
    ARB_V_MUST_CAPTURE,       /* at: a piece that can capture; by: what it can capture */
    ARB_V_GIVES_CHECK,        /* by: the piece that would give check */
    ARB_V_EXPLODES_KING,
    ARB_V_NOT_IN_HAND,
    ARB_V_DROP_OCCUPIED, /* at: the piece that stands there */
    ARB_V_DROP_ROW,      /* a pawn may not be dropped on this row */
    ARB_V_COUNT
} arb_verdict_code;

typedef struct {
    arb_verdict_code code;
    arb_move move;   /* the move, if the code is ARB_V_OK */
    arb_square from; /* as it was asked; ARB_NO_SQUARE off the board */
    arb_square to;
    arb_square at;   /* the piece in the way, or the attacked square; or ARB_NO_SQUARE */
    arb_square by;   /* the attacker, or ARB_NO_SQUARE */
    arb_piece piece; /* the piece on `from` */
    arb_kind promotion;
    bool two_squares; /* the question is about a pawn that goes two squares */
    bool too_late;    /* ARB_V_PAWN_NO_CAPTURE: a pawn is where a double step ends, but as far as is
                         known it came there earlier (3.7.3.2) */
    bool any_home;    /* the question is about castling by the guidelines for Chess960 */
    arb_outcome over; /* ARB_V_GAME_OVER: how the game ended */
} arb_verdict;

/* Gives the verdict on any attempt, legal or not. `from` and `to` may be ARB_NO_SQUARE (off the
 * board). Castling is asked for in the rule set's own way of moving the king: e1g1 in chess, king
 * takes rook in Chess960; there the king's arrival square is accepted, too, if that is not an
 * ordinary king move. */
arb_verdict arb_position_verdict(const arb_position *position, arb_square from, arb_square to,
                                 arb_kind promotion);
/* The same for the piece's own side, whoever is to move (Lab 3's isValidMove). */
arb_verdict arb_position_verdict_any_turn(const arb_position *position, arb_square from,
                                          arb_square to, arb_kind promotion);
/* The verdict on dropping a piece from the hand of the side to move; its `from` is
 * ARB_NO_SQUARE. */
arb_verdict arb_position_verdict_drop(const arb_position *position, arb_kind kind, arb_square to);

/* The name of a verdict, such as "castle-through-check". */
const char *arb_verdict_name(arb_verdict_code code);
/* How near to legal a refused move came, to choose among several: king safety is nearer than a
 * piece in the way, and that is nearer than the way the piece moves. */
unsigned arb_verdict_rank(arb_verdict_code code);
/* The article of the FIDE Laws of Chess (2023), such as "3.8.2.2", or of their guidelines, such as
 * "II.3". It is "" for ARB_V_OK and if the Laws have no such rule: drops, forced captures,
 * explosions, moves that may not give check. */
const char *arb_verdict_article(const arb_verdict *verdict);
/* Writes the verdict as a sentence: "The bishop on c1 cannot move to g5: the pawn on d2 is in the
 * way." */
size_t arb_verdict_text(const arb_verdict *verdict, const arb_position *position, char *buf,
                        size_t cap);
/* The same with squares named as in one of the handouts: "the bishop on 0, 3". */
size_t arb_verdict_text_in(const arb_verdict *verdict, const arb_position *position,
                           arb_coords coords, char *buf, size_t cap);

/* ---- why there is no move ---- */

/* One thing that keeps the side to move, or one of its pieces, from moving. Together these causes
 * prove a mate or a stalemate. The verdict has the squares: from, to, at, by. */
typedef enum {
    ARB_CAUSE_CHECK = 0,   /* the piece on `by` gives check to the royal piece on `at` */
    ARB_CAUSE_DOUBLE,      /* more than one piece gives check: only the royal piece could move */
    ARB_CAUSE_FLIGHT,      /* the royal piece cannot go to `to` */
    ARB_CAUSE_CANNOT_HELP, /* the piece on `from` could take a checker or step between, but may not
                            */
    ARB_CAUSE_NO_HELP,     /* no (other) piece can take the checker on `by` or step between */
    ARB_CAUSE_PINNED,      /* the piece on `from` stands between `by` and the royal piece on `at` */
    ARB_CAUSE_STUCK,       /* the piece on `from` cannot move: the verdict is the nearest reason */
    ARB_CAUSE_COUNT
} arb_cause_kind;

typedef struct {
    arb_cause_kind kind;
    bool between;        /* NO_HELP: there are squares between the checker and the royal piece */
    bool other;          /* NO_HELP: a piece could help but may not; its CANNOT_HELP comes before */
    arb_verdict verdict; /* for CHECK, DOUBLE, NO_HELP and PINNED only squares, no code */
} arb_cause;

/* Why the side to move has no legal move, or must move its royal piece, or must answer a check.
 * Returns the true count; the first `cap` are written. If the side can move freely, the causes tell
 * what hinders single pieces. */
size_t arb_position_causes(const arb_position *position, arb_cause *list, size_t cap);
/* The same for the piece on one square, whoever is to move; 0 if nothing hinders it. */
size_t arb_position_causes_of(const arb_position *position, arb_square from, arb_cause *list,
                              size_t cap);
const char *arb_cause_name(arb_cause_kind kind); /* "check", "flight", "pinned"… */
/* Writes a cause as a sentence: "The rook on a8 gives check to the king on g8." */
size_t arb_cause_text(const arb_cause *cause, const arb_position *position, arb_coords coords,
                      char *buf, size_t cap);
/* The article of the Laws; "" if there is none. */
const char *arb_cause_article(const arb_cause *cause);

/* Writes how a kind moves, as a rule for beginners: "A knight goes two squares straight and one to
 * the side, over anything." Nothing for an empty square. */
size_t arb_piece_moves_text(const arb_rules *rules, arb_kind kind, char *buf, size_t cap);
size_t arb_piece_moves_text_in(const arb_rules *rules, arb_kind kind, arb_language language,
                               char *buf, size_t cap);
/* Writes what is special about a rule set compared to chess, one sentence at a time, numbered from
 * 0: "Who can capture must." Returns 0 after the last one. */
size_t arb_rules_told(const arb_rules *rules, size_t index, char *buf, size_t cap);
size_t arb_rules_told_in(const arb_rules *rules, size_t index, arb_language language, char *buf,
                         size_t cap);

/* ---- 6. Outcome ----------------------------------------------------------------------------- */

/* The outcome that the rules give without a claim, from the position alone: everything except
 * repetition. To prove that a position is dead takes about 250 KB of the stack, here and wherever a
 * game is played. */
arb_outcome arb_position_outcome(const arb_position *position);

/* Has the side to move no legal move, and is it in check (checkmate) or not (stalemate)? The answer
 * is given in every rule set, whether or not that ends the game there. */
bool arb_position_is_checkmate(const arb_position *position);
bool arb_position_is_stalemate(const arb_position *position);

/* Can a side still checkmate by some series of legal moves, played by both sides as they please
 * (FIDE 5.2.2, 6.9)? In a rule set that is won in another way: can it still win? Repetitions and
 * the counts of moves are ignored. */
typedef enum { ARB_WIN_UNDETERMINED = 0, ARB_WIN_YES, ARB_WIN_NO } arb_win_answer;

/* How a no is proved: by the pieces that are left; because blocked pawns and locked pieces can
 * never reach a mate; or because every position that play can reach was looked at. */
typedef enum {
    ARB_PROOF_NONE = 0,
    ARB_PROOF_MATERIAL,
    ARB_PROOF_BLOCKED,
    ARB_PROOF_SEARCH
} arb_win_proof;

typedef struct {
    arb_win_answer answer;
    arb_win_proof proof; /* how a no is proved */
    size_t length;  /* for a yes: the true number of moves of the line; 0 if none was asked for */
    uint64_t nodes; /* number of different positions that the search stored */
} arb_winnable;

/* Answers within a search of at most `nodes` different positions in `memory`; ARB_WIN_UNDETERMINED
 * is returned only beyond them. Without memory (NULL) it tells only what needs no search. `line`
 * gets the first `cap` moves that lead from here to the win; NULL asks for the answer only, which
 * is often faster. The same question always has the same answer; with a budget that is spent it is
 * undetermined. */
arb_winnable arb_position_winnable(const arb_position *position, arb_colour side, uint64_t nodes,
                                   void *memory, size_t size, arb_move *line, size_t cap);
/* The proof that the side cannot win, if one is at hand: by material, by blocked pawns and locked
 * pieces, or by the end of the game. ARB_PROOF_NONE: nothing is known. It costs a few microseconds.
 */
arb_win_proof arb_position_unwinnable(const arb_position *position, arb_colour side);
/* Is it worth asking? Looks at material, locked pawns and forced moves, which costs next to
 * nothing; false for nearly every position of nearly every game. It is a filter and not a proof:
 * occasionally it says false of a side that cannot win. */
bool arb_position_win_in_doubt(const arb_position *position, arb_colour side);
/* The number of bytes with which the search runs out of nodes before it runs out of memory. */
size_t arb_winnable_memory(uint64_t nodes);
enum {
    ARB_WIN_NODES = 500000 /* a good number of nodes */,
    ARB_WIN_LINE = 4096 /* room for the moves of nearly every line */
};

const char *arb_win_answer_name(arb_win_answer answer); /* "undetermined", "yes", "no" */
const char *arb_win_proof_name(arb_win_proof proof);    /* "", "material", "blocked", "search" */
/* Writes the answer: "White cannot win by any series of legal moves: the pieces that are left do
 * not suffice." */
size_t arb_winnable_text(const arb_winnable *winnable, arb_colour side, char *buf, size_t cap);
size_t arb_winnable_text_in(const arb_winnable *winnable, arb_colour side, arb_language language,
                            char *buf, size_t cap);

/* Is `colour` unable to mate by any series of moves, as far as the material tells (FIDE 6.9)? */
bool arb_position_cannot_mate(const arb_position *position, arb_colour colour);
/* Is that so for both sides? */
bool arb_position_insufficient(const arb_position *position);

/* The outcome of a game that ends for this reason under these rules, which also decide
 * `own_rule`. */
arb_outcome arb_outcome_by(const arb_rules *rules, arb_result result, arb_reason reason);
const char *arb_result_text(arb_result result); /* "1-0", "0-1", "1/2-1/2", "0-0", "*" */
const char *arb_reason_name(arb_reason reason); /* "checkmate", "fivefold"… */
/* Writes "White wins by checkmate (5.1.1)", "Draw by the 75-move rule (9.6.2)". */
size_t arb_outcome_text(arb_outcome outcome, char *buf, size_t cap);
size_t arb_outcome_text_in(arb_outcome outcome, arb_language language, char *buf, size_t cap);
/* The article of the FIDE Laws of Chess (2023) for this end, such as "9.6.2"; "" if they have no
 * such end of a game, or if the rule set does not follow them in this. */
const char *arb_outcome_article(arb_outcome outcome);
/* Writes "The game is over: drawn by the 75-move rule (9.6.2)." */
size_t arb_outcome_sentence(arb_outcome outcome, char *buf, size_t cap);
size_t arb_outcome_sentence_in(arb_outcome outcome, arb_language language, char *buf, size_t cap);
/* The same for a move that comes too late: "Kd7 comes after the end. The game is over: drawn by
 * …" */
size_t arb_outcome_late(arb_outcome outcome, const char *move, size_t len, char *buf, size_t cap);
size_t arb_outcome_late_in(arb_outcome outcome, arb_language language, const char *move, size_t len,
                           char *buf, size_t cap);

/* ---- 7. Score ------------------------------------------------------------------------------- */

/* Does the mobility count include moves that take the king? */
typedef enum { ARB_MOBILITY_VALID = 0, ARB_MOBILITY_LEGAL_ONLY = 1 } arb_mobility;

/* Lab 3's score in tenths, as `colour` sees it. */
int32_t arb_position_score(const arb_position *position, arb_colour colour, arb_mobility mobility);
/* The best score that the side to move can have after one move; returns false if it has no move. */
bool arb_position_next_score(const arb_position *position, arb_mobility mobility, int32_t *score);

/* ---- 8. Notation ---------------------------------------------------------------------------- */

/* Write and read "e4", "j10", "ab32" (files after z: aa, ab…). The reader takes either case; it
 * returns 0 if the text is no square of the board, else the number of bytes read. */
size_t arb_square_write(arb_size size, arb_square square, char *buf, size_t cap);
size_t arb_square_read(arb_size size, const char *text, size_t len, arb_square *square);

/* How castling is written in UCI. RULES: e1g1, but e1h1 where the rule set is Chess960. */
typedef enum { ARB_UCI_RULES = 0, ARB_UCI_KING_TO = 1, ARB_UCI_ROOK = 2 } arb_uci_style;

size_t arb_uci_write(const arb_position *position, arb_move move, arb_uci_style style, char *buf,
                     size_t cap);
/* Reads "e2e4", "e7e8q", "e1g1", "e1h1", "P@e4". ARB_OK: *verdict is ARB_V_OK and has the move.
 * ARB_ILLEGAL: *verdict says why. ARB_BAD_TEXT: *error says where; *verdict is unchanged. */
arb_status arb_uci_read(const arb_position *position, const char *text, size_t len,
                        arb_verdict *verdict, arb_error *error);

/* The verdict on two squares, for the piece's own side whoever is to move. Castling is accepted
 * both ways: the king goes to where it arrives, or onto its rook. */
arb_verdict arb_squares_verdict_any_turn(const arb_position *position, arb_square from,
                                         arb_square to, arb_kind promotion);

/* What a SAN reader forgave. */
enum {
    ARB_SAN_NO_CHECK_MARK = 1u << 0,    /* '+' or '#' left out */
    ARB_SAN_FALSE_CHECK_MARK = 1u << 1, /* '+' or '#' where there is no check */
    ARB_SAN_PLUS_FOR_MATE = 1u << 2,
    ARB_SAN_HASH_FOR_CHECK = 1u << 3,
    ARB_SAN_EXCESS_ORIGIN = 1u << 4,  /* "Ngf3" for "Nf3", "R8f7" for "Rff7" */
    ARB_SAN_CAPTURE_MARK = 1u << 5,   /* 'x' missing or needless */
    ARB_SAN_PROMOTION_FORM = 1u << 6, /* "e8Q" or "e8(Q)" for "e8=Q" */
    ARB_SAN_CASTLING_FORM = 1u << 7,  /* "0-0", "o-o" */
    ARB_SAN_ANNOTATION = 1u << 8,     /* "!?" or "e.p." after the move */
    ARB_SAN_LETTER_CASE = 1u << 9,    /* "nf3", "E4" */
    ARB_SAN_LONG_FORM = 1u << 10,     /* "e2-e4", "e2e4", "Ng1f3", "e1g1" */
    ARB_SAN_PAWN_LETTER = 1u << 11,   /* "Pe4" */
    ARB_SAN_SHORT_FORM = 1u << 12     /* arb_lan_read: the origin is incomplete, "Nf3" */
};

enum { ARB_CANDIDATE_LIMIT = 16 };

typedef struct {
    arb_status status; /* ARB_OK, ARB_BAD_TEXT, ARB_ILLEGAL, ARB_AMBIGUOUS */
    arb_move move;     /* the move, if ARB_OK */
    uint32_t tolerated;
    size_t offset;    /* ARB_BAD_TEXT: the place */
    const char *text; /* ARB_BAD_TEXT: what is wrong; else "" */
    arb_kind kind;    /* the kind of piece that is named */
    arb_square to;    /* its target; ARB_NO_SQUARE for castling */
    size_t count;     /* ARB_AMBIGUOUS: how many moves fit; ARB_ILLEGAL: how many pieces of that
                         kind there are, on the origin that the text names (for a pawn the file is
                         always named) */
    arb_verdict why[ARB_CANDIDATE_LIMIT]; /* the first of them: the move, or why there is none */
} arb_san;

/* Writes strict SAN of a legal move (nothing for any other), with '+' or '#'. If mate does not end
 * the game the mark is '+'; '#' is also used for other moves that win a variant. On boards with
 * more files than w, a file that could be misread is written with its rank: "Nx1w3", since "Nxw3"
 * is a capture. */
size_t arb_san_write(const arb_position *position, arb_move move, char *buf, size_t cap);
/* Reads SAN leniently; san->tolerated tells what was forgiven. */
arb_status arb_san_read(const arb_position *position, const char *text, size_t len, arb_san *san);
/* Among the pieces that could be meant but may not move so, the verdict on the one that came
 * nearest, by arb_verdict_rank; ARB_V_NO_PIECE if there is none. */
arb_verdict arb_san_nearest(const arb_san *san);
/* Writes a sentence that says why the text was refused. */
size_t arb_san_text(const arb_san *san, const arb_position *position, char *buf, size_t cap);
size_t arb_san_text_in(const arb_san *san, const arb_position *position, arb_language language,
                       char *buf, size_t cap);

/* Writes a legal move (nothing for any other) in long algebraic notation: "e2-e4", "Ng1xf3+",
 * "e7-e8=Q#", "O-O". The reader is as lenient as arb_san_read; `tolerated` is 0 for text as the
 * writer writes it, and ARB_SAN_LONG_FORM for "e2e4" without its '-'. */
size_t arb_lan_write(const arb_position *position, arb_move move, char *buf, size_t cap);
arb_status arb_lan_read(const arb_position *position, const char *text, size_t len, arb_san *san);

/* Openings: positions of chess that have a name (3,807 of them, by lichess-org/chess-openings).
 * They are found by position, so that the order of moves does not matter. */
typedef uint16_t arb_opening;
#define ARB_NO_OPENING ((arb_opening)0)
enum {
    ARB_OPENING_NAME = 128, /* long enough for every name */
    ARB_OPENING_PLIES = 80  /* plies of a game after which openings are no longer looked up */
};
/* Finds the opening of a position. ARB_NO_OPENING for most positions, and in rule sets other than
 * chess and Chess960. */
arb_opening arb_opening_find(const arb_position *position);
/* The same for the position with this key (arb_position_key), in a game that begins at
 * `position`. */
arb_opening arb_opening_of_key(const arb_position *position, uint64_t key);
/* The key of an opening's position. Openings are numbered from 1; the result is 0 for a number
 * without an opening. */
uint64_t arb_opening_key(arb_opening opening);
/* Write "B90", and "Sicilian Defense: Najdorf Variation, English Attack"; nothing for
 * ARB_NO_OPENING. */
size_t arb_opening_eco(arb_opening opening, char *buf, size_t cap);
size_t arb_opening_name(arb_opening opening, char *buf, size_t cap);

/* ---- 9. Game -------------------------------------------------------------------------------- */

/* A position with its history. */
typedef struct arb_game arb_game;

/* Works like realloc in C: with block NULL it allocates, with size 0 it frees and returns NULL. */
typedef struct {
    void *(*resize)(void *context, void *block, size_t size);
    void *context;
} arb_allocator;

enum { ARB_PLY_LIMIT = 1000000 };

/* Makes a game; `allocator` NULL means malloc. Returns NULL if there is no memory. The rule set
 * must outlive the game. */
arb_game *arb_game_new(const arb_position *start, const arb_allocator *allocator);
void arb_game_free(arb_game *game);

/* Makes an independent game with the same plies, both played and undone, and the same end. Returns
 * NULL if there is no memory. */
arb_game *arb_game_copy(const arb_game *game, const arb_allocator *allocator);
/* Like arb_position_set_budget, for every question about the game. */
void arb_game_set_budget(arb_game *game, arb_budget *budget);

/* Both belong to the game and are valid until it changes: copy what you want to keep. */
const arb_position *arb_game_position(const arb_game *game);
const arb_position *arb_game_start(const arb_game *game);
size_t arb_game_ply(const arb_game *game);    /* moves played up to here */
size_t arb_game_length(const arb_game *game); /* including those that redo brings back */
arb_move arb_game_move(const arb_game *game, size_t ply); /* the move that led to ply + 1 */

/* The verdict in a game: the end of the game is checked first, and castling is explained from the
 * history. */
arb_verdict arb_game_verdict(const arb_game *game, arb_square from, arb_square to,
                             arb_kind promotion);
/* The same for dropping a piece from the hand. */
arb_verdict arb_game_verdict_drop(const arb_game *game, arb_kind kind, arb_square to);

/* A move as a person typed it, and the result. */
typedef struct {
    arb_status
        status; /* ARB_OK, ARB_ILLEGAL, ARB_AMBIGUOUS; ARB_BAD_TEXT, ARB_LIMIT: see `error` */
    arb_verdict verdict; /* ARB_OK: has the move; ARB_ILLEGAL: the nearest reason */
    arb_coords coords;   /* for numbers in the text, and for the sentence */
    bool is_san;         /* the text was read as SAN, and `san` says how */
    arb_san san;
    char missing[8]; /* a named square that the board does not have, or "" */
    arb_error error;
} arb_typed;

/* Reads UCI ("e2e4", "e7e8q", "e1g1", "e1h1", "N@f3"), lenient SAN, two squares ("e2 e4", "e7 e8
 * q"), numbers ("6 4 4 4": row, column; with ARB_COORDS_XY column, row) and drops by words ("N@
 * f3"). The end of the game is checked first, and castling is explained from the history. */
arb_status arb_move_read(const arb_game *game, arb_coords coords, const char *text, size_t len,
                         arb_typed *typed);
/* The same in a position alone, such as a node of a tree: no history, and no end of a game, is
 * asked. */
arb_status arb_position_move_read(const arb_position *position, arb_coords coords, const char *text,
                                  size_t len, arb_typed *typed);
/* Writes a sentence: why the move is refused, or that it is legal. */
size_t arb_typed_text(const arb_typed *typed, const arb_position *position, char *buf, size_t cap);
/* Writes {"legal":false,"verdict":"castle-through-check","at":"f1","by":"a6","article":"3.8.2.2",
 * "text":"…"}; "at" and "by" only if there are such squares. A legal move has "move" (UCI) and
 * "san" in place of these, an ambiguous one "moves", unreadable text "unreadable" and "column". The
 * article is "" if there is none. */
size_t arb_typed_json(const arb_typed *typed, const arb_position *position, char *buf, size_t cap);
/* Writes the members for a refusal, to be put into a larger object:
 * "verdict":"blocked","at":"d2","article":"3.5". */
size_t arb_verdict_members(const arb_verdict *verdict, const arb_position *position, char *buf,
                           size_t cap);
/* The same as arb_typed_json, for a verdict that was obtained in another way. */
size_t arb_verdict_json(const arb_verdict *verdict, const arb_position *position, arb_coords coords,
                        char *buf, size_t cap);

/* Plays a move; moves that were undone are forgotten. Returns ARB_ILLEGAL if the game is over or if
 * the move is not legal, ARB_LIMIT after ARB_PLY_LIMIT plies or if the budget is spent. */
arb_status arb_game_play(arb_game *game, arb_move move);
/* Plays a move of a game that was refereed before, for example from a log: like arb_game_play, but
 * without asking whether the position is dead, which may take a search. Since the game went on from
 * here, the position was not dead. */
arb_status arb_game_replay(arb_game *game, arb_move move);
/* Go one step back or forth, or to a ply. An end that the players declared (below) is a separate
 * step after the last move: undo takes it back first, and going to the last ply includes it. */
bool arb_game_undo(arb_game *game);
bool arb_game_redo(arb_game *game);
bool arb_game_goto(arb_game *game, size_t ply);

/* The last opening that the game has reached up to the current position. */
arb_opening arb_game_opening(const arb_game *game);

/* How often the current position has occurred, this time included. */
size_t arb_game_repetitions(const arb_game *game);
/* Lists the plies at which it occurred, the last one first. Returns the true count. */
size_t arb_game_occurrences(const arb_game *game, size_t *plies, size_t cap);

/* The outcome by position, repetition, claims and what the players declared. */
arb_outcome arb_game_outcome(const arb_game *game);

/* What the side to move may claim now, and what it may claim with an intended move. */
enum { ARB_CLAIM_REPETITION = 1u << 0, ARB_CLAIM_MOVES = 1u << 1 };
uint32_t arb_game_claims(const arb_game *game);
uint32_t arb_game_claims_with(const arb_game *game, arb_move move);
/* What it may claim now or with some legal move. */
uint32_t arb_game_claimable(const arb_game *game);

/* These end the game if they are valid; otherwise they return false, and nothing changes.
 * `intended` may be ARB_NO_MOVE. By the FIDE Laws a resignation is a draw if the other side cannot
 * mate by any series of moves (5.1.2), and a draw can be agreed only after both have moved
 * (5.2.3). */
bool arb_game_claim(arb_game *game, arb_move intended);
bool arb_game_resign(arb_game *game, arb_colour who);
bool arb_game_agree_draw(arb_game *game);
bool arb_game_may_agree(const arb_game *game);
/* Ends the game with a result that somebody else decided and wrote down; it stands even if it is
 * wrong (8.7). */
bool arb_game_declare(arb_game *game, arb_outcome outcome);
/* The flag of `who` has fallen: the game is lost, or drawn if the other side cannot mate by any
 * series of moves. */
bool arb_game_flag(arb_game *game, arb_colour who);

/* COMP 250's history: "WHITE♙ at 4, 6 to 4, 4", "WHITE is in check", "BLACK has won". An entry is
 * text in UTF-8. If a move leaves both kings attacked, White's check comes first; every win ends
 * the history, whatever its reason. Castling is written as the king's move to its arrival square;
 * the entry of a pawn taken en passant has the square where the other pawn arrives; a piece of the
 * rule set's own is written as its letter, a capital for White. */
size_t arb_game_history_count(const arb_game *game);
size_t arb_game_history_entry(const arb_game *game, size_t index, arb_coords coords, char *buf,
                              size_t cap);

/* ---- the arbiter's log ---- */

/* What happens at the board besides the moves, and how the arbiter rules on it by the FIDE Laws of
 * 2023: touched pieces (4), completed moves (6.2), irregularities (7), claims and offers (9), both
 * players lose (11.8). An event goes in, a ruling comes out, and the game is changed as the ruling
 * says: moves are played, the game is ended. The arbiter sees every event.
 *
 * CASUAL needs no clock and no touched pieces: a legal move is played, any other is refused, and
 * that is all. Rule sets that do not follow the Laws allow only CASUAL. RAPID and BLITZ are those
 * of A.5 and B.3, with one arbiter for many games. */
typedef enum { ARB_CASUAL = 0, ARB_STANDARD, ARB_RAPID, ARB_BLITZ } arb_regulations;

const char *arb_regulations_name(arb_regulations regulations); /* "casual", "standard"… */
/* Finds regulations by name; returns false if there are none of this name. */
bool arb_regulations_find(const char *name, size_t len, arb_regulations *found);

typedef enum {
    ARB_E_MOVE = 0, /* a move is made on the board, legal or not: the piece has been released */
    ARB_E_PRESS,    /* the clock is pressed: the move is completed (6.2.1) */
    ARB_E_TOUCH,    /* a piece is touched, with the intention to move or capture it */
    ARB_E_ADJUST,   /* a piece is touched after saying "I adjust" */
    ARB_E_TWO_HANDS,
    ARB_E_DISPLACE, /* pieces were knocked over */
    ARB_E_CLAIM,    /* a draw is claimed, now or with an intended move */
    ARB_E_OFFER,    /* a draw is offered */
    ARB_E_ACCEPT,
    ARB_E_DECLINE,
    ARB_E_RESIGN,
    ARB_E_FLAG,             /* a flag has fallen */
    ARB_E_BOTH_FLAGS,       /* both flags have fallen, and nobody knows which fell first */
    ARB_E_WRONG_START,      /* the initial position is found to have been incorrect */
    ARB_E_WRONG_BOARD,      /* the board was placed the wrong way round */
    ARB_E_WRONG_COLOURS,    /* the game was begun with colours reversed */
    ARB_E_ILLEGAL_POSITION, /* both kings are in check, or a pawn stands on its last row */
    ARB_E_BOTH_LOSE,        /* both players persistently refuse to comply with the Laws */
    ARB_E_COUNT
} arb_event_kind;

const char *arb_event_name(arb_event_kind kind); /* "move", "press", "wrong-start"… */
bool arb_event_find(const char *name, size_t len, arb_event_kind *found);

typedef struct {
    arb_event_kind kind;
    arb_colour by;       /* who did it, or whose flag it is; without meaning for both- and wrong- */
    arb_square square;   /* TOUCH, ADJUST: the square of the piece */
    bool intended;       /* CLAIM: the draw is claimed with a move */
    bool last_period;    /* BOTH_FLAGS: all remaining moves had to be completed in this period */
    arb_verdict attempt; /* MOVE, CLAIM with a move: from arb_game_verdict or arb_move_read */
} arb_event;

enum { ARB_TOUCH_LIMIT = 64 }; /* touched pieces of one move that are remembered */

/* The state of the log: a value, to be copied with =. Its fields are private. */
typedef struct {
    uint8_t regulations;
    uint8_t illegal[2];  /* completed illegal moves, by colour */
    bool pressed_due[2]; /* has made a move and not yet pressed the clock */
    bool two_hands[2];   /* made that move with two hands */
    uint8_t pending;     /* an irregularity that stands on the board until the clock is pressed */
    uint8_t cancelled;   /* a new game is to be played */
    int8_t offer;        /* who offers a draw, or -1 */
    uint8_t touched_count;
    uint32_t flaw_ply;  /* the ply + 1 at which an illegal position was seen; 0: none */
    arb_move queen;     /* the promotion to a queen of a pawn that was not exchanged */
    arb_verdict reason; /* why a move that was not completed is illegal */
    arb_square touched[ARB_TOUCH_LIMIT];
} arb_log;

/* What the arbiter said. */
typedef enum {
    ARB_RULE_NOTED = 0,    /* nothing follows */
    ARB_RULE_MADE,         /* 4.7: the move has been made */
    ARB_RULE_COMPLETED,    /* 6.2.1 */
    ARB_RULE_NOTHING_MADE, /* 6.2.1: there was no move to complete */
    ARB_RULE_NO_MOVE,      /* no piece was moved from square to square */
    ARB_RULE_ILLEGAL,      /* not completed: it is taken back */
    ARB_RULE_UNPROMOTED,   /* 3.7.3.3: the pawn has to be exchanged before the clock is pressed */
    ARB_RULE_ALREADY_MADE, /* 4.7: the move cannot be changed any more */
    ARB_RULE_NOT_ON_MOVE,  /* 1.3: it is the opponent's move */
    ARB_RULE_TOUCHED,      /* 4.3, 4.4: what the player must do now */
    ARB_RULE_BREAKS_TOUCH, /* the move is legal, but another piece was touched: it is taken back */
    ARB_RULE_ADJUSTED,     /* 4.2.1 */
    ARB_RULE_MAY_NOT_ADJUST, /* 4.2.1: only the player having the move may */
    ARB_RULE_TWO_HANDS,      /* 7.5.4: if the clock is pressed */
    ARB_RULE_RESTORE,        /* 7.4.1 */
    ARB_RULE_PENALTY,        /* 7.5.5: the first completed illegal move */
    ARB_RULE_WRONG_CLAIM,    /* 9.5.3 */
    ARB_RULE_CLAIM_LOST,     /* 9.4: a piece was touched */
    ARB_RULE_OFFERED,        /* 9.1.2.1 */
    ARB_RULE_OFFER_STANDS,   /* 9.1.2.1: an offer is open already */
    ARB_RULE_DECLINED,       /* 9.1.2.1 */
    ARB_RULE_NO_OFFER,       /* there is nothing to answer */
    ARB_RULE_TOO_EARLY,      /* 5.2.3: both sides must have moved first */
    ARB_RULE_GOES_ON,        /* the game continues */
    ARB_RULE_NEW_GAME,       /* 7.2.1, 7.3: this one is cancelled */
    ARB_RULE_REINSTATE,      /* 7.6 */
    ARB_RULE_WAIT,           /* A.5.4: it has to wait until the next move is completed */
    ARB_RULE_NOT_COVERED,    /* no article decides it */
    ARB_RULE_ENDED,          /* the game has ended by this event */
    ARB_RULE_OVER,           /* the game had ended before */
    ARB_RULE_COUNT
} arb_ruling_code;

typedef struct {
    arb_status status; /* ARB_OK: it was as the player said; ARB_ILLEGAL: it was not; ARB_NO_MEMORY,
                          ARB_LIMIT: there is no ruling, and nothing has changed */
    arb_ruling_code code;
    arb_event_kind event;
    uint8_t regulations;
    uint8_t duty;        /* private: what a touched piece obliges the player to do */
    arb_colour by;       /* who did it */
    const char *article; /* "7.5.5"; "" if no article says it */
    const char *cause;   /* the article that was broken, "7.5.2", or "" */
    unsigned seconds;    /* the time that the opponent of `by` is given */
    arb_move move;       /* the move that was played, or ARB_NO_MOVE */
    arb_square piece;    /* the piece that was touched, or ARB_NO_SQUARE */
    arb_square target;
    arb_verdict attempt; /* ILLEGAL, UNPROMOTED, NO_MOVE: the reason */
    arb_outcome outcome; /* how the game stands now */
} arb_ruling;

/* Starts a log. Returns false if the rule set does not follow the Laws and regulations other than
 * CASUAL are asked for; the log is CASUAL then. */
bool arb_log_start(arb_log *log, arb_regulations regulations, const arb_rules *rules);
/* Rules on an event; the ruling has taken effect on log and game. Between two events the game must
 * not be changed by any other function. */
arb_ruling arb_log_event(arb_log *log, arb_game *game, const arb_event *event);

/* The side whose clock runs: the side to move, unless the other one has not yet pressed the
 * clock. */
arb_colour arb_log_clock(const arb_log *log, const arb_game *game);
/* Who does this if nobody is named: the side to move; the side whose clock runs (press, displace,
 * flag); the side that has not pressed yet (offer, two-hands); the side that was offered a draw. */
arb_colour arb_log_player(const arb_log *log, const arb_game *game, arb_event_kind kind);
/* Is this legal move still allowed after what was touched? */
bool arb_log_allows(const arb_log *log, const arb_game *game, arb_move move);
int arb_log_offer(const arb_log *log);      /* the colour that offers a draw, or -1 */
bool arb_log_cancelled(const arb_log *log); /* a new game is to be played */
bool arb_log_has_pressed(const arb_log *log, arb_colour colour); /* every move of it is completed */

const char *arb_ruling_name(arb_ruling_code code); /* "penalty" */
/* Writes the ruling as a sentence: "White has completed an illegal move, which is taken back: Black
 * gets two minutes more (7.5.5, 7.5.1)." `position` is that of the game after the ruling. */
size_t arb_ruling_text(const arb_ruling *ruling, const arb_position *position, arb_coords coords,
                       char *buf, size_t cap);
/* Writes
 * {"ruling":"penalty","event":"press","by":"white","ok":false,"article":"7.5.5","cause":"7.5.1",
 * "result":"*","text":"…","seconds":120}; "cause" and "seconds" only if there are any, "verdict" if
 * a move was illegal, "reason" if the game is over. */
size_t arb_ruling_json(const arb_ruling *ruling, const arb_position *position, arb_coords coords,
                       char *buf, size_t cap);

/* ---- 10. PGN tokens ------------------------------------------------------------------------- */

/* The parts of a game score as they occur in real files: nothing is refused here, and a token never
 * fails. Whether a word is a move, and whether a tag counts, is decided by the reader of the
 * tokens. */
typedef enum {
    ARB_PGN_END = 0,      /* no more text */
    ARB_PGN_TAG,          /* [Name "Value"] at the start of a line, or after a tag or result */
    ARB_PGN_NUMBER,       /* "12.", "12...", "12"; or only dots, and `number` is 0 */
    ARB_PGN_WORD,         /* a move, or anything else in the place of a move */
    ARB_PGN_RESULT,       /* "1-0", "0-1", "1/2-1/2", "*"; "0-0" is a word */
    ARB_PGN_NAG,          /* "$14", "!?" */
    ARB_PGN_COMMENT,      /* {text}; `closed` tells whether it has its closing brace */
    ARB_PGN_LINE_COMMENT, /* ; to the end of the line */
    ARB_PGN_ESCAPE,       /* a line that starts with % */
    ARB_PGN_OPEN,         /* ( */
    ARB_PGN_CLOSE,        /* ) */
    ARB_PGN_STRAY         /* a } that closes nothing */
} arb_pgn_kind;

typedef struct {
    arb_pgn_kind kind;
    size_t begin, end;             /* its bytes in the text, with brackets, braces, quotes */
    size_t name_begin, name_end;   /* of a tag */
    size_t value_begin, value_end; /* of a tag, between the quotes, escapes not undone */
    bool closed;                   /* a comment has its brace; a tag has its quote and bracket */
    bool line_start;               /* it is the first token of its line */
    bool blank_before;             /* a blank line separates it from the token before */
    uint32_t number;               /* of a move number, at most 999999999 */
    arb_result result;             /* of a result; "*" is ARB_ONGOING */
} arb_pgn_token;

/* The state of a reader. Text may come in pieces that are cut at the end of a line: if the last
 * comment of a piece is not closed, set `comment` for the next one. */
typedef struct {
    const char *text;
    size_t len;
    size_t at;
    bool comment;    /* inside a comment */
    bool line_start; /* only blanks since the start of the line */
    bool after_tag;  /* only blanks since the end of a tag or result */
} arb_pgn_reader;

/* Begins at the start of a text, which is also the start of a line. */
arb_pgn_reader arb_pgn_reader_on(const char *text, size_t len);

/* Reads the next token, in time that grows only with the length of the token. */
arb_pgn_token arb_pgn_next(arb_pgn_reader *reader);

/* If the Result tag says "0-0" (both players lose): is this word the result at the end of the
 * moves, and not castling? "0-0" is, if it is the last word of its line and no moves follow
 * below. */
bool arb_pgn_is_both_lose(const char *text, size_t len, const arb_pgn_token *token);

/* Is the word a null move, as programs write it in analysis: "--", "Z0", "@@@@", "0000", "null" or
 * "pass"? */
bool arb_pgn_is_null_move(const char *word, size_t len);

/* A run plays the moves of a game score as fast as it reads them, as long as they are written
 * strictly, which is true of nearly all moves in most collections: right move numbers ("12." or
 * "12..."), strict SAN with the right check marks, closed comments and NAGs ("$1", "!?") between
 * them. The text may begin inside a line. A run stops after the last move before anything else,
 * such as a blank line, a variation or a result; read that with arb_pgn_next and arb_san_read. */
enum { ARB_RUN_KEYS = 256, ARB_RUN_ROOM = 48 };

/* The keys of the positions since the last capture or pawn move. If the array is full the older
 * half is forgotten; by FIDE's rules the 75-move rule ends a game before that. */
typedef struct {
    uint64_t keys[ARB_RUN_KEYS];
    uint32_t count, counted;
    uint8_t seen[256];
} arb_run_keys;

typedef struct {
    arb_reason end; /* why the game was over before the end of the text; ARB_R_NONE also for mate
                       and stalemate, after which no legal move can follow */
    arb_undo last;  /* takes back the last move of the last run */
    bool has_last;
    size_t room; /* bytes after the next text that may be read although they do not belong to it:
                    with ARB_RUN_ROOM of them its end need not be copied; a run sets it to 0 */
    arb_move *moves; /* where a run writes the moves that it plays; NULL, as at first: nowhere */
    size_t cap;      /* the most moves it writes; a text has at most one move in two bytes */
    uint64_t
        *keys; /* where it writes the keys of the positions behind these moves; NULL: nowhere */
    arb_run_keys *history; /* private from here on */
    uint32_t auto_repetitions, first_repetition, auto_halfmoves;
    bool fits;
    bool corner_home;
    bool can_move, is_mated;
} arb_run;

/* Starts a run. Without a `history` (NULL) it does not ask whether the game is over. */
void arb_run_start(arb_run *run, const arb_position *position, arb_run_keys *history);
/* Plays as far as a run goes; returns the number of bytes taken, and in *plies the moves played. */
size_t arb_run_score(arb_run *run, arb_position *position, const char *text, size_t len,
                     uint64_t *plies);
/* Takes note of a move that the caller has played. */
void arb_run_note(arb_run *run, const arb_position *position);
/* How the game stands: the same as arb_game_outcome says after the same moves. */
arb_outcome arb_run_outcome(const arb_run *run, const arb_position *position);
/* Starts a copy of a run anew, with its own history; the run was started from this position. */
void arb_run_again(arb_run *run, const arb_position *position, arb_run_keys *history);
/* Continues after the end of the game; the run no longer asks whether it is over. */
void arb_run_go_on(arb_run *run);

/* ---- 11. Tree ------------------------------------------------------------------------------- */

/* A game as PGN has it: tags, moves with variations to any depth, comments, NAGs, null moves and
 * the result, each with its place in the text. Nothing that is read is lost: what cannot be read as
 * moves is kept as text in its place.
 *
 * A node is a position that was reached: the root is the start, every other node is a move (or a
 * null move, or a piece of text) from its parent. The first child continues the line; the others
 * are variations. The numbers of nodes and notes are valid until these are deleted. What the
 * functions hand out is valid until the tree changes. Several threads may read a tree at once. */
typedef struct arb_tree arb_tree;
typedef uint32_t arb_node;
#define ARB_ROOT ((arb_node)0)
#define ARB_NO_NODE ((arb_node)0xFFFFFFFF)
#define ARB_NO_PLACE ((size_t)-1)

enum {
    ARB_TREE_NODE_LIMIT = 1 << 26,
    ARB_TREE_TEXT_LIMIT = 1 << 30,  /* bytes in one game */
    ARB_TREE_DEPTH_LIMIT = 1 << 22, /* depth of variations in variations */
    ARB_TREE_FAULT_LIMIT = 1000,    /* further faults are counted but not kept */
    ARB_NAG_LIMIT = 65535
};

/* Makes an empty game of chess from its start; `allocator` NULL means malloc. Returns NULL if there
 * is no memory. */
arb_tree *arb_tree_new(const arb_allocator *allocator);
void arb_tree_free(arb_tree *tree);
/* Forgets everything and starts from this position, whose rule set must outlive the tree. */
void arb_tree_set_start(arb_tree *tree, const arb_position *start);

/* Like arb_position_set_budget, for every question about the tree from its next start or reading
 * on; once it is spent, moves are refused. */
void arb_tree_set_budget(arb_tree *tree, arb_budget *budget);

/* Reads the first game of the text; it replaces what the tree held. The rules are those of the
 * Variant tag or, if that says nothing or names `rules` itself, `rules`. *taken (may be NULL) is
 * where the next game begins: read on from there. Games begin where `check` lets them begin. A game
 * with faults is read up to and past them: ARB_OK. ARB_BAD_TEXT: there is no game in the text.
 * ARB_NO_MEMORY, ARB_LIMIT: the tree is empty. */
arb_status arb_tree_read(arb_tree *tree, const arb_rules *rules, const char *text, size_t len,
                         size_t *taken);

/* What is wrong with a game that was read; the names are those that `check` uses. */
typedef enum {
    ARB_TREE_ILLEGAL = 0,       /* "illegal"; the rest of its line is kept as text */
    ARB_TREE_AMBIGUOUS,         /* "ambiguous"; the same */
    ARB_TREE_BAD_TOKEN,         /* "bad-token"; the same, unless it holds no digit */
    ARB_TREE_BAD_FEN,           /* "bad-fen"; all moves are kept as text */
    ARB_TREE_UNKNOWN_VARIANT,   /* "unknown-variant"; the same */
    ARB_TREE_BAD_TAG,           /* "bad-tag": not closed on its line */
    ARB_TREE_UNCLOSED_COMMENT,  /* "unclosed-comment" */
    ARB_TREE_UNCLOSED_PAREN,    /* "unclosed-paren" */
    ARB_TREE_STRAY_CLOSE_PAREN, /* "stray-close-paren" */
    ARB_TREE_STRAY_CHAR,        /* "stray-char": a brace that closes nothing */
    ARB_TREE_NO_MARKER,         /* "no-termination-marker" */
    ARB_TREE_NULL_MOVE,         /* "null-move": in the main line */
    ARB_TREE_TEXT_AFTER,        /* "text-after-result"; the next game may have begun there */
    ARB_TREE_FAULT_COUNT
} arb_tree_fault_code;

typedef struct {
    arb_tree_fault_code code;
    arb_node node; /* the node from whose board it was tried */
    size_t place;  /* byte offset into the text that was given */
    uint32_t len;
} arb_tree_fault;

size_t arb_tree_fault_count(const arb_tree *tree); /* all of them */
/* The first ARB_TREE_FAULT_LIMIT faults, in the order of the text; NULL for a larger index. */
const arb_tree_fault *arb_tree_fault_at(const arb_tree *tree, size_t index);
const char *arb_tree_fault_name(arb_tree_fault_code code);
/* Writes a fault as a sentence. */
size_t arb_tree_fault_text(const arb_tree *tree, size_t index, char *buf, size_t cap);
size_t arb_tree_fault_text_in(const arb_tree *tree, size_t index, arb_language language, char *buf,
                              size_t cap);

/* The line and column of a byte of a text, both from 1; columns count bytes. */
void arb_text_place(const char *text, size_t len, size_t offset, size_t *line, size_t *column);

/* ---- walking ---- */

size_t arb_tree_count(const arb_tree *tree); /* nodes, the root included */
/* Each returns ARB_NO_NODE if there is none. */
arb_node arb_tree_parent(const arb_tree *tree, arb_node node);
arb_node arb_tree_child(const arb_tree *tree, arb_node node); /* the first: how the line goes on */
arb_node arb_tree_next(const arb_tree *tree, arb_node node);  /* the next alternative to it */
arb_node arb_tree_prev(const arb_tree *tree, arb_node node);
/* The last node of the line that goes on from here. */
arb_node arb_tree_line_end(const arb_tree *tree, arb_node node);

typedef enum { ARB_NODE_ROOT = 0, ARB_NODE_MOVE, ARB_NODE_NULL, ARB_NODE_TEXT } arb_node_kind;
/* A node of text is what could not be read as moves, with its raw bytes as a note of kind
 * ARB_NOTE_TEXT; or a variation without moves. Its board is its parent's. */
arb_node_kind arb_tree_kind(const arb_tree *tree, arb_node node);
/* The move that leads to the node; ARB_NO_MOVE unless its kind is ARB_NODE_MOVE. */
arb_move arb_tree_move(const arb_tree *tree, arb_node node);
/* The place of its word in the text that was read; ARB_NO_PLACE for a node that was added. */
size_t arb_tree_place(const arb_tree *tree, arb_node node);
/* The position at a node, in time that does not grow with the game. Returns false, with *position
 * unchanged, if there is no such node. */
bool arb_tree_board(const arb_tree *tree, arb_node node, arb_position *position);
const arb_position *arb_tree_start(const arb_tree *tree);

/* Plays the line that leads to a node as a game, with arb_game_play. Returns NULL if there is no
 * memory, or if the game was over before one of the moves: then *stop (may be NULL) is that node,
 * else ARB_NO_NODE. */
arb_game *arb_tree_game(const arb_tree *tree, arb_node node, const arb_allocator *allocator,
                        arb_node *stop);

/* The last opening on the line that leads to a node. */
arb_opening arb_tree_opening(const arb_tree *tree, arb_node node);
/* Sets the tags ECO and Opening to those of the main line, if it has an opening. */
arb_status arb_tree_tag_opening(arb_tree *tree);

/* ---- tags and result ---- */

typedef struct {
    const char *name, *value; /* not ended by NUL; escapes are undone */
    size_t name_len, value_len;
    size_t place;
} arb_tree_tag;

size_t arb_tree_tag_count(const arb_tree *tree);
arb_tree_tag arb_tree_tag_at(const arb_tree *tree, size_t index); /* in their order */
/* Writes the value of the first tag of this name; returns its true length, 0 if there is none. */
size_t arb_tree_tag_text(const arb_tree *tree, const char *name, char *buf, size_t cap);
bool arb_tree_has_tag(const arb_tree *tree, const char *name);
/* Sets or adds a tag; control characters become blanks. For Variant and FEN this changes only the
 * text: arb_tree_set_start sets the start. ARB_BAD_TEXT: that cannot be the name of a tag. */
arb_status arb_tree_set_tag(arb_tree *tree, const char *name, const char *value, size_t len);
bool arb_tree_delete_tag(arb_tree *tree, const char *name);

/* The marker at the end of the moves; if there is none, what the Result tag says, else "*". */
arb_result arb_tree_result(const arb_tree *tree);
bool arb_tree_has_marker(const arb_tree *tree);
/* Sets the marker, and the Result tag if there is one. */
arb_status arb_tree_set_result(arb_tree *tree, arb_result result);

/* ---- notes: texts beside the moves ---- */

typedef enum {
    ARB_NOTE_COMMENT = 0,  /* {text} */
    ARB_NOTE_LINE_COMMENT, /* ; text */
    ARB_NOTE_ESCAPE,       /* a line that starts with % */
    ARB_NOTE_NAG,
    ARB_NOTE_TEXT /* anything else, raw */
} arb_note_kind;

/* Where a note is: after its move; before its move (at the start of a variation, or after a
 * variation); for the root alone, at the end, after the result. A comment before the first move
 * belongs to the root, and comes after it. */
typedef enum { ARB_NOTE_AFTER = 0, ARB_NOTE_BEFORE, ARB_NOTE_END } arb_note_side;

typedef uint32_t arb_note_id; /* 0: none */
typedef struct {
    arb_note_kind kind;
    arb_note_side side;
    unsigned nag;     /* 1 is "!", 2 "?", 3 "!!", 4 "??", 5 "!?", 6 "?!"… */
    const char *text; /* without braces, semicolon or percent sign */
    size_t len;
    size_t place; /* place of the text; ARB_NO_PLACE for a note that was added */
} arb_note;

arb_note_id arb_tree_note_first(const arb_tree *tree, arb_node node);
arb_note_id arb_tree_note_next(const arb_tree *tree, arb_node node, arb_note_id note);
arb_note arb_tree_note(const arb_tree *tree, arb_note_id note);
/* ARB_BAD_TEXT: a text with both a closing brace and a line end fits into no comment of PGN. A note
 * that is added to a node of text is read back as more of that text. */
arb_status arb_tree_add_comment(arb_tree *tree, arb_node node, arb_note_side side, const char *text,
                                size_t len, arb_note_id *note);
arb_status arb_tree_set_comment(arb_tree *tree, arb_note_id note, const char *text, size_t len);
arb_status arb_tree_add_nag(arb_tree *tree, arb_node node, unsigned nag, arb_note_id *note);
bool arb_tree_delete_note(arb_tree *tree, arb_node node, arb_note_id note);

/* ---- commands in comments: [%clk 0:05:00] ---- */

typedef struct {
    size_t begin, end; /* with the brackets */
    size_t name_begin, name_end;
    size_t value_begin, value_end;
} arb_command;

/* Reads the next command of a comment at *at or later, and moves *at on; returns false if there is
 * none. Any name counts: unknown commands are kept by keeping the text. */
bool arb_command_next(const char *text, size_t len, size_t *at, arb_command *command);
/* Finds the value of the first command of this name in the node's comments; *text (may be NULL)
 * points to it. Returns false if there is none. */
bool arb_tree_command(const arb_tree *tree, arb_node node, const char *name, const char **text,
                      size_t *len);
/* Sets the command where it is; if there is none, in front of the node's first comment after the
 * move, else in a new comment. `value` NULL removes it, and the comment, too, if nothing else is in
 * it. */
arb_status arb_tree_set_command(arb_tree *tree, arb_node node, const char *name, const char *value,
                                size_t len);

/* Reads [%clk 1:05:23.4] or [%emt 0:00:07], in milliseconds. */
bool arb_clock_read(const char *text, size_t len, int64_t *milliseconds);
size_t arb_clock_write(int64_t milliseconds, char *buf, size_t cap);

/* The content of [%eval 0.35] or [%eval #-3,18]: hundredths of a pawn for White, or moves to
 * mate. */
typedef struct {
    bool mate;
    int32_t value;
    uint32_t depth; /* 0: not given */
} arb_eval;
bool arb_eval_read(const char *text, size_t len, arb_eval *eval);
size_t arb_eval_write(const arb_eval *eval, char *buf, size_t cap);

/* One of the marks in [%csl Ga4,Rb5], which marks squares, or [%cal Gc2c4], which draws arrows;
 * they are read one at a time, from *at on. */
typedef struct {
    char colour; /* 'G', 'R', 'Y', 'B'… */
    arb_square from;
    arb_square to; /* ARB_NO_SQUARE: a square is marked */
} arb_mark;
bool arb_mark_next(arb_size size, const char *text, size_t len, size_t *at, arb_mark *mark);
size_t arb_mark_write(arb_size size, const arb_mark *mark, char *buf, size_t cap);

/* ---- changing ---- */

/* Adds a legal move as the last alternative. *node (may be NULL) is the new node. Returns
 * ARB_ILLEGAL if the move is not legal. The same move again becomes a second node: ask
 * arb_tree_find first. */
arb_status arb_tree_add(arb_tree *tree, arb_node parent, arb_move move, arb_node *node);
arb_status arb_tree_add_null(arb_tree *tree, arb_node parent, arb_node *node);
/* The first child with this move, or ARB_NO_NODE. */
arb_node arb_tree_find(const arb_tree *tree, arb_node parent, arb_move move);
/* Deletes a node with everything that follows it; the root cannot be deleted. */
bool arb_tree_delete(arb_tree *tree, arb_node node);
/* Deletes everything that follows a node. */
bool arb_tree_cut(arb_tree *tree, arb_node node);
/* Moves a node one place up or down among its alternatives; returns false at the end of them. Text
 * never goes in front of a move, because a reader would take the move for more of the text. */
bool arb_tree_promote(arb_tree *tree, arb_node node);
bool arb_tree_demote(arb_tree *tree, arb_node node);
/* Makes the line that leads to the node the main line. */
void arb_tree_promote_line(arb_tree *tree, arb_node node);
/* Adds what `from` has and the tree lacks: lines, notes, tags. ARB_BAD_POSITION: they start from
 * different positions. After ARB_NO_MEMORY a part may have been added. */
arb_status arb_tree_merge(arb_tree *tree, const arb_tree *from);
/* Are these the same game: tags, moves, variations, notes, result? Blanks in comments count as one;
 * a tag of the seven that is missing counts as "?". */
bool arb_tree_same(const arb_tree *a, const arb_tree *b);

/* ---- writing ---- */

/* EXPORT: the standard's export format, with the seven tags first and comments folded to the width.
 * KEEP: the tags that are there in their order, and every comment byte for byte. */
typedef enum { ARB_PGN_EXPORT = 0, ARB_PGN_KEEP = 1 } arb_pgn_style;

typedef struct {
    arb_pgn_style style;
    unsigned width; /* of a line; 0: 80, as in the standard */
    bool no_comments, no_variations, no_nags;
} arb_pgn_options;

/* Both texts end with a blank line. Reading them again gives the same tree. `options` NULL means
 * EXPORT. */
size_t arb_tree_write(const arb_tree *tree, const arb_pgn_options *options, char *buf, size_t cap);
typedef void arb_text_listener(void *context, const char *bytes, size_t len);
void arb_tree_write_to(const arb_tree *tree, const arb_pgn_options *options,
                       arb_text_listener *listener, void *context);

/* ---- 12. Other languages -------------------------------------------------------------------- */

/* For callers that cannot include this header. The promise: within one major version no function
 * disappears or changes its arguments, and no constant changes its number; structures may grow at
 * their end, so a caller asks for their sizes. packaging/symbols lists the exported names, and the
 * tests compare them. */
size_t arb_sizeof_rules(void);
size_t arb_sizeof_setup(void);
size_t arb_sizeof_position(void);
size_t arb_sizeof_undo(void);
size_t arb_sizeof_verdict(void);
size_t arb_sizeof_san(void);
size_t arb_sizeof_typed(void);
size_t arb_sizeof_run(void);
size_t arb_sizeof_run_keys(void);

/* The inline functions above, as functions that take plain numbers. */
unsigned arb_abi_piece_of(unsigned colour, unsigned kind);
unsigned arb_abi_piece_kind(unsigned piece);
unsigned arb_abi_piece_colour(unsigned piece);
unsigned arb_abi_other(unsigned colour);
unsigned arb_abi_square_at(unsigned files, unsigned ranks, int file, int rank);
int arb_abi_square_file(unsigned files, unsigned ranks, unsigned square);
int arb_abi_square_rank(unsigned files, unsigned ranks, unsigned square);
bool arb_abi_square_on(unsigned files, unsigned ranks, unsigned square);
uint32_t arb_abi_move_of(unsigned from, unsigned to, unsigned promotion, unsigned type);
unsigned arb_abi_move_from(uint32_t move);
unsigned arb_abi_move_to(uint32_t move);
unsigned arb_abi_move_promotion(uint32_t move);
unsigned arb_abi_move_type(uint32_t move);
bool arb_abi_area_has(const arb_area *area, int file, int rank);
unsigned arb_abi_rules_checks_left(const arb_rules *rules, unsigned given);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
