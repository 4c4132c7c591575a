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
 *   7. Score        the score of Lab 3
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
#pragma GCC visibility push(default) /* what is declared here is all that the library exports */
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
    ARB_KIND_LIMIT = 32 /* kinds are below this */
};

/* A piece is a kind of one colour; 0 is no piece. */
typedef uint8_t arb_piece;
#define ARB_NO_PIECE ((arb_piece)0)
/* On the board of a setup, in rule sets with hands: a piece that was a pawn, and goes back into a
 * hand as one. Kind and colour of a piece do not depend on it. */
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

/* A square is a number: file and rank from 0, rank 0 at White's side. A row takes 8 numbers on
 * boards of up to 8 files, 16 up to 16, else 32: on a chessboard a1 = 0, h1 = 7, a8 = 56,
 * h8 = 63. */
typedef uint16_t arb_square;
#define ARB_NO_SQUARE ((arb_square)0xFFFF)

static inline unsigned arb_size_shift(arb_size size)
{
    return size.files <= 8 ? 3u : size.files <= 16 ? 4u : 5u;
}

/* The square at (file, rank), or ARB_NO_SQUARE off the board. */
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

/* How the handouts name a square: e2; column, row from 0 with row 0 at the top; row, column from 0;
 * column, row from 1 with row 1 at White's side. */
typedef enum {
    ARB_COORDS_ALGEBRAIC = 0,
    ARB_COORDS_XY,
    ARB_COORDS_RC,
    ARB_COORDS_FROM_ONE
} arb_coords;

/* The languages of sentences. Codes, names of verdicts and notation are the same in all. */
typedef enum {
    ARB_ENGLISH = 0,
    ARB_GERMAN,
    ARB_FRENCH,
    ARB_SPANISH,
    ARB_CHINESE,
    ARB_LANGUAGE_COUNT
} arb_language;

/* "en", "de", "fr", "es", "zh". */
const char *arb_language_tag(arb_language language);
/* By a tag, of which the first part counts: "de", "de-AT", "zh_CN.UTF-8". False if the library does
 * not write that language. */
bool arb_language_find(const char *tag, size_t len, arb_language *found);

/* Wherever sentences take coordinates, they take them with a language: squares are named by
 * `coords`, the sentence is in `language`. Plain coordinates are English. */
enum { ARB_COORDS_BITS = 4 }; /* below them the way of naming squares, above them the language */
static inline arb_coords arb_coords_in(arb_coords coords, arb_language language)
{
    return (arb_coords)((unsigned)coords | (unsigned)language << ARB_COORDS_BITS);
}

static inline arb_language arb_coords_language(arb_coords coords)
{
    return (arb_language)((unsigned)coords >> ARB_COORDS_BITS);
}

/* A constant sentence of the library in another language: the text of an arb_error or of a fault,
 * what a lenient reader forgave. What is no sentence of the library comes back as it is. */
const char *arb_text_in(arb_language language, const char *text);

/* A move that describes itself; compare with ==. Castling is "king takes own rook" inside,
 * whatever the notation: `to` is the rook's square. A drop has its square as `from` and `to`, and
 * the kind that is dropped as `promotion`. 0 is no move. */
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

/* What went wrong, where. */
typedef enum {
    ARB_OK = 0,
    ARB_BAD_TEXT,     /* not of the form; `offset` says where */
    ARB_BAD_POSITION, /* well-formed, but not playable: see the faults */
    ARB_ILLEGAL,      /* a well-formed move that the rules refuse */
    ARB_AMBIGUOUS,    /* more than one legal move fits */
    ARB_NO_MEMORY,
    ARB_LIMIT /* past a stated limit */
} arb_status;

typedef struct {
    arb_status status;
    size_t offset;    /* byte offset into the text */
    const char *text; /* a constant sentence in English, without a full stop; never NULL */
} arb_error;

/* ---- 2. Rules ------------------------------------------------------------------------------- */

/* What a step can be for; 0: it moves and captures alike. */
enum {
    ARB_STEP_MOVES = 1u << 0,    /* only to an empty square */
    ARB_STEP_CAPTURES = 1u << 1, /* only to take */
    ARB_STEP_HOPS = 1u << 2,     /* a slide over exactly one piece; `range` counts from there on */
    ARB_STEP_DOUBLES = 1u << 3,  /* a leap that may be made twice from the rows of a double step, if
                                    nothing is in the way and nothing is taken */
    ARB_STEP_SIDED = 1u << 4     /* right and left are the mover's: turned round for Black */
};

/* One step of a piece, as White sees it: files to the right, ranks forward. For Black the ranks
 * are turned round. */
typedef struct {
    int8_t files;
    int8_t ranks;
    uint8_t range; /* for slides: at most so many steps, 0 = no limit. For leaps: 1 */
    uint8_t how;   /* ARB_STEP_ bits */
} arb_step;

/* A set of squares as White sees them; for Black the board is turned round. */
typedef struct {
    uint32_t count;
    uint32_t rows[ARB_SIDE_LIMIT]; /* by rank from 0; bit n: the square on file n */
} arb_area;

static inline bool arb_area_has(const arb_area *area, int file, int rank)
{
    return area->count != 0 && (area->rows[rank] >> file & 1u) != 0;
}

enum { ARB_STEP_LIMIT = 24, ARB_NAME_LIMIT = 32, ARB_START_LIMIT = 1280 };

/* How one kind of piece moves: leaps (over anything) and slides (until something is in the way).
 * The pawn has neither: its rule is in arb_rules.pawn. Where a rule set gives the pawn steps, those
 * count in place of the pawn's own. */
typedef struct {
    char letter; /* in FEN and SAN, lower case; 0 = this rule set has no such piece */
    char name[ARB_NAME_LIMIT];
    int16_t value; /* points of Lab 3, in tenths */
    uint8_t leap_count;
    uint8_t slide_count;
    uint32_t becomes; /* bit k: may become kind k where a pawn may; the pawn's are in `pawn` */
    arb_step leaps[ARB_STEP_LIMIT];
    arb_step slides[ARB_STEP_LIMIT];
} arb_kind_rule;

/* What an event means for the side it happens to. */
typedef enum { ARB_GOES_ON = 0, ARB_LOSES, ARB_DRAWS, ARB_WINS } arb_effect;

/* Which positions are drawn because nobody can win any more. */
typedef enum {
    ARB_DEAD_NEVER = 0,
    ARB_DEAD_PROVED,        /* FIDE 5.2.2: where it is proved, in rule sets won by mate alone */
    ARB_DEAD_BARE_KINGS,    /* nothing but kings is left: none takes or checks the other */
    ARB_DEAD_SPLIT_BISHOPS, /* only bishops and blocked pawns are left, those of each side on the
                               other colour */
    ARB_DEAD_FEW_PIECES /* bare kings, and what mates nobody where kings guard nothing: one piece
                           but a queen or two knights against a king, a bishop each on squares
                           of different colours */
} arb_dead;

/* Which of the kinds that a promotion allows: any; only kinds that the side has in the start
 * position; only kinds of which it has fewer than there. */
typedef enum { ARB_OF_ANY = 0, ARB_OF_START, ARB_OF_MISSING } arb_promotion_of;

enum { ARB_KING_SIDE = 0, ARB_QUEEN_SIDE = 1 };

/* A rule set is data, grouped by axis. Every rule set is this structure and nothing else; the
 * library asks its fields and never its name. */
typedef struct arb_rules {
    char name[ARB_NAME_LIMIT];
    char title[96];    /* one line for people */
    char aliases[160]; /* other names it goes by, separated by commas */

    struct {
        arb_size size;
        bool any_size;               /* other sizes may be set up; `size` is the start's */
        char start[ARB_START_LIMIT]; /* FEN */
        uint16_t max_pieces;         /* a side, 0 = no limit; a fault in a set-up */
        uint16_t max_pawns;
        uint32_t faults; /* the arb_fault bits that matter in this rule set */
        arb_area holes;  /* places that are no squares, on boards of this `size` */
        uint16_t start_count[2][ARB_KIND_LIMIT]; /* what `start` has, if promotion_of asks */
    } board;

    arb_kind_rule kinds[ARB_KIND_LIMIT]; /* by arb_kind; [0] is unused */

    struct {
        uint32_t double_rows; /* bit n: may step two from row n of its own side, from 0 */
        bool en_passant;
        uint32_t promotion_rows;  /* bit n: promotes n rows before the far edge; 0 = never */
        uint32_t promotion_kinds; /* bit k: may become kind k. One bit only: becomes it unasked */
        uint32_t optional_rows;   /* bit n: n rows before the far edge it may also stay a pawn */
        arb_promotion_of promotion_of;
        arb_area promotion_area;  /* squares where it promotes, beside the rows */
        arb_area double_area;     /* squares from where it may step two, beside the rows */
        uint32_t en_passant_rows; /* bit n: a double step from row n can be taken so; 0 = any */
        uint32_t barred_rows;     /* bit n: may not go to row n of its own side */
    } pawn;

    struct {
        bool allowed;        /* on boards of board.size only */
        bool any_home;       /* Chess960: king and rooks anywhere on the home row */
        int8_t king_file;    /* home, unless any_home */
        int8_t rook_file[2]; /* home, by ARB_KING_SIDE, ARB_QUEEN_SIDE, unless any_home */
        int8_t king_to[2];   /* where the king arrives */
        int8_t rook_to[2];
        uint8_t row; /* of its own side, from 0 */
    } castling;

    struct {
        arb_kind kind;    /* the royal kind, ARB_NO_KIND = none */
        bool safe;        /* no move may leave one's own royal piece attacked */
        uint8_t min, max; /* royal pieces a side in a set-up; max 255 = any number */
        uint32_t also;    /* bit k: where `safe` holds, no piece of kind k may be left attacked */
        bool no_checks;   /* no move may attack the enemy's royal piece */
    } royal;

    struct {
        bool forced;   /* who can capture must */
        bool explodes; /* with what is taken go the piece that takes it and all but pawns around */
        bool to_hand;  /* what is taken may be dropped by the other side */
    } capture;

    struct {
        arb_effect checkmate;  /* no legal move, attacked */
        arb_effect stalemate;  /* no legal move, not attacked */
        arb_effect captured;   /* the royal piece was taken */
        arb_effect bare;       /* nothing left but the royal piece */
        uint8_t dead_material; /* what is drawn since nobody can win: an arb_dead */
        uint16_t claim_repetitions, auto_repetitions; /* 0 = no such rule */
        uint16_t claim_moves, auto_moves;             /* without capture or pawn move, a side */
        arb_area goal;     /* the royal piece that stands here has won; the same for both sides */
        bool goal_answer;  /* Black may answer White's arrival by its own: drawn */
        uint16_t checks;   /* so many checks given win, at most 99; 0 = they do not count */
        arb_effect bereft; /* nothing left at all */
        bool laws;         /* what players declare is ruled by the FIDE Laws: 5.1.2, 5.2.3 */
        uint16_t extinct[ARB_KIND_LIMIT]; /* by kind: n + 1 = lost with n of it or fewer; 0 = no */
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
enum { ARB_BUILT_IN = 6 }; /* so many come first */
size_t arb_rules_count(void);
const arb_rules *arb_rules_at(size_t index); /* NULL past the end */

/* Does the rule set go by this name? Its aliases count; case, blanks, '-' and '_' do not:
 * "King of the Hill" is kingofthehill, and "Three-check" is 3check. */
bool arb_rules_named(const arb_rules *rules, const char *name, size_t len);

/* The rule set of the library that goes by this name, or NULL. */
const arb_rules *arb_rules_find(const char *name, size_t len);

/* The same for the value of a PGN's tag `Variant`: one that says nothing ("", "?", "-") is chess.
 */
const arb_rules *arb_rules_of_variant(const char *value, size_t len);

/* A statement `key = value` of a text, as rule-set files have them: offsets and lengths, without
 * the blanks around them. */
typedef struct {
    size_t key, key_len;
    size_t value, value_len; /* the length is 0 where nothing follows '=' */
    const char *mistake;     /* NULL; or a sentence: what stands at `key` is no statement */
} arb_statement;

/* The next statement from *at on, which is 0 at first; false at the end. Empty lines and comments,
 * from a '#' on that opens a line or follows a blank, are passed over. For files of one's own in
 * this form. */
bool arb_statement_next(const char *text, size_t len, size_t *at, arb_statement *statement);

/* One mistake in a rule-set file. Line and column count from 1, columns in bytes. */
typedef struct {
    const char *file; /* the name of the file that has it; "" where the text has none */
    size_t offset;
    unsigned line;
    unsigned column;
    const char *text; /* a sentence; lives until the handler returns */
} arb_rules_mistake;

typedef void arb_rules_mistake_handler(void *context, const arb_rules_mistake *mistake);

/* Reads a rule-set file (docs/rule-sets.md). Every mistake goes to `handler` (which may be NULL),
 * in the order of the text. True if there was none; else *rules is unchanged. */
bool arb_rules_read(arb_rules *rules, const char *text, size_t len,
                    arb_rules_mistake_handler *handler, void *context);

/* A rule-set file. Two of one name are the same file. */
typedef struct {
    const char *name;
    const char *text;
    size_t len;
} arb_rules_file;

enum { ARB_PARENT_LIMIT = 8 }; /* a file, its parent, the parent's parent: so many files at most */

/* Finds the file that `file` names as its parent; a relative path counts from where `file` is.
 * False if there is none. What it hands out stays until arb_rules_read_file returns. */
typedef bool arb_rules_finder(void *context, const arb_rules_file *file, const char *parent,
                              size_t len, arb_rules_file *found);

/* As arb_rules_read, for a file whose parent may be a file: the library opens none itself. Names of
 * rule sets come first. Without a finder (NULL) a parent is a name. */
bool arb_rules_read_file(arb_rules *rules, const arb_rules_file *file, arb_rules_finder *finder,
                         arb_rules_mistake_handler *handler, void *context);

/* Writes the whole rule set as a file that arb_rules_read takes back. */
size_t arb_rules_write(const arb_rules *rules, char *buf, size_t cap);

/* The kind with this letter (either case), or ARB_NO_KIND. */
arb_kind arb_rules_kind(const arb_rules *rules, char letter);

/* ---- 3. Setup ------------------------------------------------------------------------------- */

/* What a person can put on a board: anything. No rule is asked. */
typedef struct {
    arb_size size;
    uint8_t turn;                 /* arb_colour */
    arb_square royal[2];          /* the royal piece that counts, by colour, or ARB_NO_SQUARE */
    arb_square castle_rook[2][2]; /* [colour][side]: with which rook, or ARB_NO_SQUARE */
    arb_square en_passant;        /* the square passed over by the last move, or ARB_NO_SQUARE */
    arb_square en_passant_pawn;   /* by the pawn here; ARB_NO_SQUARE: by the one straight behind */
    uint8_t checks[2];            /* by colour: checks given, where they count */
    uint8_t hand[2][ARB_KIND_LIMIT]; /* by colour and kind: pieces that may be dropped */
    uint32_t halfmove;               /* half-moves since a capture or pawn move */
    uint32_t fullmove;               /* from 1 */
    arb_piece board[ARB_SQUARE_LIMIT];
} arb_setup;

/* An empty board, White to move. */
void arb_setup_clear(arb_setup *setup, arb_size size);

/* The rule set's start position. */
void arb_setup_start(arb_setup *setup, const arb_rules *rules);

/* Start position of Chess960 by its number, 0 to 959 (518 is chess). False past that. */
bool arb_setup_chess960(arb_setup *setup, unsigned number);

/* Puts a piece (or ARB_NO_PIECE) on a square. Of several royal pieces of one colour the one put
 * last counts. */
void arb_setup_put(arb_setup *setup, const arb_rules *rules, arb_square square, arb_piece piece);

/* Gives every castling right for which king and rook stand on their home squares. */
void arb_setup_home_rights(arb_setup *setup, const arb_rules *rules);

/* Reads FEN: standard, X-FEN, Shredder-FEN; any board size the rule set takes. Four fields (no
 * clocks) or six. Of several royal pieces of one colour the last in the text counts, or the one
 * marked with '!' behind its letter. */
arb_status arb_fen_read(arb_setup *setup, const arb_rules *rules, const char *text, size_t len,
                        arb_error *error);

typedef enum { ARB_X_FEN = 0, ARB_SHREDDER_FEN = 1 } arb_fen_style;

/* Writes a setup as it is. (arb_position_fen writes a position in its canonical form.) */
size_t arb_fen_write(const arb_setup *setup, const arb_rules *rules, arb_fen_style style, char *buf,
                     size_t cap);

/* What the lenient reader forgave: bits. */
enum {
    ARB_FEN_BYTE_ORDER_MARK = 1u << 0,
    ARB_FEN_BLANKS = 1u << 1, /* doubled, at the ends, tabs, '_' for a blank */
    ARB_FEN_QUOTES = 1u << 2,
    ARB_FEN_START_WORD = 1u << 3, /* "startpos", "start": the rule set's start */
    ARB_FEN_NO_TURN = 1u << 4,    /* White is taken */
    ARB_FEN_TURN_FORM = 1u << 5,  /* "W", "black" */
    ARB_FEN_NO_CASTLING = 1u << 6,
    ARB_FEN_NO_EN_PASSANT = 1u << 7,
    ARB_FEN_LONG_DASH = 1u << 8,
    ARB_FEN_NO_CLOCKS = 1u << 9,   /* one or both: 0 and 1 are taken */
    ARB_FEN_CLOCK_FORM = 1u << 10, /* "00", move number 0 */
    ARB_FEN_TEXT_BEHIND = 1u << 11,
    ARB_FEN_FORGIVEN_ALL = (1u << 12) - 1u
};

/* Reads FEN as people write and paste it, and says what it forgave (`forgiven` may be NULL): 0 for
 * what arb_fen_read takes. Where the pieces stand must be right. */
arb_status arb_fen_read_lenient(arb_setup *setup, const arb_rules *rules, const char *text,
                                size_t len, uint32_t *forgiven, arb_error *error);
/* A sentence for people, without a full stop; NULL if not exactly one bit. */
const char *arb_fen_forgiven_text(uint32_t bit);

/* EPD: the first four fields of a FEN (clocks may follow), then operations: bm Nf3; id "mate 1";
 * *operations (may be NULL) is where they begin; the whole line has been checked. The operations
 * hmvc and fmvn set the clocks. */
arb_status arb_epd_read(arb_setup *setup, const arb_rules *rules, const char *text, size_t len,
                        size_t *operations, arb_error *error);

/* One operation, by places in the text: its name, and all its operands. */
typedef struct {
    size_t opcode, opcode_end;
    size_t operands, operands_end;
} arb_epd_operation;

/* The next operation at or behind *at, which moves on; false if there is none. */
bool arb_epd_next(const char *text, size_t len, size_t *at, arb_epd_operation *operation);
/* Its operands one by one, from *at = 0 on; a string is given without its quotes. */
bool arb_epd_operand(const char *text, const arb_epd_operation *operation, size_t *at,
                     size_t *begin, size_t *end);
/* Writes four fields and the operations, each as "bm Nf3;" with one blank in front of every word.
 * The clocks are written only where the operations state them. */
size_t arb_epd_write(const arb_setup *setup, const arb_rules *rules, const char *operations,
                     size_t len, char *buf, size_t cap);

/* ---- 4. Position ---------------------------------------------------------------------------- */

/* Why a setup is no playable position: bits, all that hold at once. */
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
    ARB_FAULT_IMPOSSIBLE_CHECK = 1u << 13, /* no last move can have given it */
    ARB_FAULT_UNKNOWN_PIECE = 1u << 14,    /* of a kind that the rule set does not have */
    ARB_FAULT_BAD_SIZE = 1u << 15,         /* not a board of this rule set */
    ARB_FAULT_ALL = (1u << 16) - 1u,
    /* A position of chess can be played in spite of these. */
    ARB_FAULT_UNREACHABLE = ARB_FAULT_TOO_MANY_WHITE_PAWNS | ARB_FAULT_TOO_MANY_BLACK_PAWNS |
                            ARB_FAULT_TOO_MANY_WHITE_PIECES | ARB_FAULT_TOO_MANY_BLACK_PIECES |
                            ARB_FAULT_TOO_MANY_CHECKERS | ARB_FAULT_IMPOSSIBLE_CHECK
};

/* "no-white-king" for ARB_FAULT_NO_WHITE_KING, and so on; NULL if not exactly one bit. */
const char *arb_fault_name(arb_faults fault);
/* A sentence for people; NULL if not exactly one bit. */
const char *arb_fault_text(arb_faults fault);
/* The squares that one fault of a setup is about: a king in check and who checks it, pawns that
 * cannot stand there, surplus kings. The true count; the first `cap` are written. */
size_t arb_setup_fault_squares(const arb_setup *setup, const arb_rules *rules, arb_faults fault,
                               arb_square *list, size_t cap);

/* Which kernel computes: both give the same answers. */
typedef enum {
    ARB_KERNEL_AUTO = 0, /* bits where it can serve, else grid */
    ARB_KERNEL_GRID,     /* any rule set, any size */
    ARB_KERNEL_BITS      /* boards within 8x8, pieces of chess */
} arb_kernel;

/* How much work a caller is willing to pay for, where rule sets and positions come from strangers:
 * about as many squares as may be looked at. One budget serves one thread, and as many positions
 * and games as are given it. */
typedef struct {
    uint64_t left; /* 0: it is spent */
} arb_budget;

/* A position is always playable. It is a value: copy it with =, or with arb_position_copy, which
 * leaves out what a small board does not use. The rule set must outlive it.
 * Its fields are private; read them through the functions. */
typedef struct {
    const arb_rules *rules;
    arb_budget *budget;   /* what questions may cost; NULL: whatever they do */
    uint32_t other_steps; /* for grid: by kind, steps other than those of queen, king and knight */
    uint8_t kernel;
    bool chess;   /* for bits: the rules of chess hold for every line of play from here */
    uint8_t fast; /* which accelerator answers for it; 0: none */
    arb_size size;
    uint8_t special; /* for grid: which rules beyond those of chess there are */
    /* From here on what a move changes, up to the pieces by colour: an arb_undo keeps a copy. */
    uint64_t key;
    uint32_t halfmove;
    uint32_t fullmove;
    arb_square castle_rook[2][2];
    arb_square royal[2];
    arb_square en_passant; /* after every double step, whether or not it can be used */
    bool en_passant_legal; /* some legal move captures there */
    uint8_t turn;
    uint8_t over;            /* the game has ended by what stands on the board, and by which rule */
    int8_t en_passant_files; /* from the en-passant square to the pawn that passed it */
    uint8_t checks[2];
    uint32_t unused; /* 0: no byte of a copy is undefined */
    union {
        struct {
            uint64_t pawns, knights;
            uint64_t diagonals, straights; /* queens are in both */
            uint64_t kings;
            uint64_t colour[2];
            uint64_t area;           /* the squares of the board */
            uint64_t double_from[2]; /* by colour: from where a pawn may step two */
            uint64_t promotion[2];   /* by colour: where an arriving pawn promotes */
        } bits;
        arb_piece grid[ARB_SQUARE_LIMIT];
    } board;
    uint8_t hand[2][ARB_KIND_LIMIT]; /* for grid */
} arb_position;

/* What a move changes and undo brings back. Private, too. It is copied fastest where it does not
 * cross cache lines: _Alignas(32) arb_undo undo; */
typedef struct {
    /* As they were before the move: the fields of the position, in its order. */
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
    arb_kind into_hand;  /* what came into the hand of the side that moved */
    arb_piece around[8]; /* what an explosion may have taken */
} arb_undo;

/* The only way from setup to position. Returns the faults that matter to the rule set, less those
 * in `accept`; 0 means that *position is set. Faults outside ARB_FAULT_UNREACHABLE and
 * ARB_FAULT_OPPOSITE_CHECK are never accepted. ARB_KERNEL_BITS where it cannot serve means grid;
 * arb_position_kernel tells. */
arb_faults arb_position_set(arb_position *position, const arb_rules *rules, const arb_setup *setup,
                            arb_kernel kernel, arb_faults accept);

/* Could the bits kernel serve this rule set on this board? */
bool arb_rules_fit_bits(const arb_rules *rules, arb_size size);

/* The rule set's start position. 0 for every built-in rule set; one from a file may start with
 * faults, and then *position is unchanged. */
arb_faults arb_position_start(arb_position *position, const arb_rules *rules);

/* The same as *to = *from, but copies only an eighth of the bytes if the bits kernel serves it. */
void arb_position_copy(arb_position *to, const arb_position *from);

/* Takes from a setup the castling rights and the en-passant square that cannot be, and says which:
 * bits, 0 for none. Other faults stay. */
enum {
    ARB_DROPPED_WHITE_KING_SIDE = 1u << 0,
    ARB_DROPPED_WHITE_QUEEN_SIDE = 1u << 1,
    ARB_DROPPED_BLACK_KING_SIDE = 1u << 2,
    ARB_DROPPED_BLACK_QUEEN_SIDE = 1u << 3,
    ARB_DROPPED_EN_PASSANT = 1u << 4
};
uint32_t arb_setup_repair(arb_setup *setup, const arb_rules *rules);
/* A sentence for people, without a full stop; NULL if not exactly one bit. */
const char *arb_dropped_text(uint32_t bit);

/* From now on questions about this position, and about copies of it, are paid from the budget,
 * which must outlive them; NULL: unlimited, as at first. Once it is spent every question ends
 * soon: functions with a status return ARB_LIMIT and have changed nothing, the answers of others
 * mean nothing; arb_budget.left tells. A position of the bits kernel costs little, and pays only to
 * ask whether locked pawns have made it dead. To read and to set up a position costs little, too.
 */
void arb_position_set_budget(arb_position *position, arb_budget *budget);

/* FEN to position in one call. On ARB_BAD_POSITION *faults (may be NULL) says which. */
arb_status arb_position_read(arb_position *position, const arb_rules *rules, const char *fen,
                             size_t len, arb_faults *faults, arb_error *error);

/* Which en-passant square is written: always after a double step, only where an enemy pawn stands
 * ready, or only where the capture is legal (canonical). */
typedef enum { ARB_EP_LEGAL = 0, ARB_EP_PSEUDO = 1, ARB_EP_ALWAYS = 2 } arb_ep_style;

/* Back to a setup, and to FEN. */
void arb_position_setup(const arb_position *position, arb_ep_style ep, arb_setup *setup);
size_t arb_position_fen(const arb_position *position, arb_fen_style style, arb_ep_style ep,
                        char *buf, size_t cap);

/* The fields of a position that callers may read. */
arb_colour arb_position_turn(const arb_position *position);
arb_size arb_position_size(const arb_position *position);
const arb_rules *arb_position_rules(const arb_position *position);
arb_kernel arb_position_kernel(const arb_position *position);
arb_piece arb_position_piece(const arb_position *position, arb_square square);
arb_square arb_position_royal(const arb_position *position, arb_colour colour);
/* Pieces of a kind that a side may drop; checks that it has given, where they count. */
unsigned arb_position_hand(const arb_position *position, arb_colour colour, arb_kind kind);
unsigned arb_position_checks(const arb_position *position, arb_colour colour);
uint32_t arb_position_halfmove(const arb_position *position);
uint32_t arb_position_fullmove(const arb_position *position);

/* 64 bits that are equal for positions in which the same moves can be made (FIDE 9.2.3). */
uint64_t arb_position_key(const arb_position *position);
/* The same, computed afresh from the pieces; for tests. */
uint64_t arb_position_key_afresh(const arb_position *position);
/* Are these the same position in the sense of FIDE 9.2.3? Exact, not by key. */
bool arb_position_same(const arb_position *a, const arb_position *b);

/* The key by which Polyglot's opening books name the position; 0 where they have none (other
 * boards, other pieces). Hands and checks are no part of it. */
uint64_t arb_position_polyglot_key(const arb_position *position);

/* Legal moves. The result is the true count; the first `cap` are written. ARB_MOVES_8X8 is always
 * enough on boards within 8x8. */
enum { ARB_MOVES_8X8 = 2048 };
size_t arb_position_moves(const arb_position *position, arb_move *list, size_t cap);
size_t arb_position_moves_from(const arb_position *position, arb_square from, arb_move *list,
                               size_t cap);

/* Those of the legal moves that take something, en passant too; the same count and `cap`. */
size_t arb_position_captures(const arb_position *position, arb_move *list, size_t cap);

/* Each legal move to a listener, until it returns false. False if it stopped. */
typedef bool arb_move_listener(void *context, arb_move move);
bool arb_position_each_move(const arb_position *position, arb_move_listener *listener,
                            void *context);

bool arb_position_has_move(const arb_position *position);
bool arb_position_is_legal(const arb_position *position, arb_move move);

/* Plays a legal move in place; false, and no change, if it is not legal. */
bool arb_position_play(arb_position *position, arb_move move, arb_undo *undo);
/* Takes the last play back: every byte is as it was. */
void arb_position_undo(arb_position *position, const arb_undo *undo);

/* The same for programs that make millions of moves from the library's own lists. The move must be
 * a legal move of this position: it is not checked, and any other move leaves an unusable
 * position. (A build without NDEBUG traps.) play and undo, make and unmake may be mixed. */
void arb_position_make(arb_position *position, arb_move move, arb_undo *undo);
void arb_position_unmake(arb_position *position, const arb_undo *undo);
/* Passes the turn: en passant is gone, the clocks count it. False, and no change, in check or where
 * the game is over. Its undo->move is ARB_NO_MOVE; unmake (or undo) takes it back. */
bool arb_position_make_null(arb_position *position, arb_undo *undo);

/* The pieces of `by` that attack a square (occupied or not), in the order of squares: the true
 * count; the first `cap` are written. Pins are not asked. */
size_t arb_position_attackers(const arb_position *position, arb_square square, arb_colour by,
                              arb_square *list, size_t cap);
/* The pieces that give check to the royal piece of `colour`. */
size_t arb_position_checkers(const arb_position *position, arb_colour colour, arb_square *list,
                             size_t cap);
bool arb_position_in_check(const arb_position *position, arb_colour colour);

/* A piece that alone stands between an enemy slider and its own royal piece. */
typedef struct {
    arb_square pinned;
    arb_square by;
} arb_pin;
size_t arb_position_pins(const arb_position *position, arb_colour colour, arb_pin *list,
                         size_t cap);

/* Lab 3: is there a piece here that an enemy piece attacks? */
bool arb_position_threatened(const arb_position *position, arb_square square);

/* Number of legal lines of `depth` plies; 0 past ARB_DEPTH_LIMIT. */
enum { ARB_DEPTH_LIMIT = 64 };
uint64_t arb_position_perft(const arb_position *position, unsigned depth);

/* The same number, counted in a way that the caller chooses. arb_position_perft uses products. */
typedef enum {
    ARB_COUNT_PRODUCT = 0, /* moves that provably leave the replies alone are multiplied */
    ARB_COUNT_BULK,        /* each position before the last ply is visited, its moves counted */
    ARB_COUNT_LEAF         /* every move is made, with key, clocks and rights */
} arb_count;
uint64_t arb_position_perft_by(const arb_position *position, unsigned depth, arb_count how);

/* The moves of either side as if it had the move (Lab 3's isValidMove). En passant only for the
 * side whose turn it is. */
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
    ARB_BOTH_LOSE /* "0-0": lost by both players (FIDE 11.8) */
} arb_result;

typedef enum {
    ARB_R_NONE = 0,
    ARB_R_CHECKMATE,
    ARB_R_STALEMATE,
    ARB_R_KING_CAPTURED,
    ARB_R_BARE_KING,
    ARB_R_DEAD_POSITION, /* insufficient material */
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
    /* What an arbiter declares: section 9, the arbiter's log. */
    ARB_R_ILLEGAL_MOVES,    /* a second illegal move was completed */
    ARB_R_ILLEGAL_POSITION, /* an illegal position stayed on the board (rapid and blitz) */
    ARB_R_BOTH_FLAGS,
    ARB_R_MISCONDUCT, /* of both players */
    ARB_R_COUNT
} arb_reason;

typedef struct {
    arb_result result;
    arb_reason reason;
    bool own_rule; /* ended by a rule of the rule set that is no article of the FIDE Laws */
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
    /* Only in rule sets that have such rules. */
    ARB_V_NOTHING_TO_CAPTURE, /* the piece goes that way only to take */
    ARB_V_NO_HURDLE,          /* there is no piece to hop over */
    ARB_V_MUST_CAPTURE,       /* at: a piece that can take, by: what it can take */
    ARB_V_GIVES_CHECK,        /* by: the piece that would give check */
    ARB_V_EXPLODES_KING,
    ARB_V_NOT_IN_HAND,
    ARB_V_DROP_OCCUPIED, /* at: the piece that stands there */
    ARB_V_DROP_ROW,      /* a pawn is not dropped on this row */
    ARB_V_COUNT
} arb_verdict_code;

typedef struct {
    arb_verdict_code code;
    arb_move move;   /* the move, if the code is ARB_V_OK */
    arb_square from; /* as asked; ARB_NO_SQUARE off the board */
    arb_square to;
    arb_square at;   /* the piece in the way, or the attacked square; or ARB_NO_SQUARE */
    arb_square by;   /* the attacker, or ARB_NO_SQUARE */
    arb_piece piece; /* what stands on `from` */
    arb_kind promotion;
    bool two_squares; /* it is asked of a pawn by two squares ahead */
    bool too_late;    /* ARB_V_PAWN_NO_CAPTURE: a pawn stands where a double step ends; it came
                         earlier, as far as is known (3.7.3.2) */
    bool any_home;    /* it is asked to castle by the guidelines for Chess960 */
    arb_outcome over; /* ARB_V_GAME_OVER: how the game ended */
} arb_verdict;

/* The verdict on any attempt, legal or not. `from` and `to` may be ARB_NO_SQUARE (off the board).
 * Castling is asked as the rule set's own way of moving the king: e1g1 in chess, king takes rook
 * in Chess960, where king to its arrival square is taken too if it is no ordinary king move. */
arb_verdict arb_position_verdict(const arb_position *position, arb_square from, arb_square to,
                                 arb_kind promotion);
/* The same whoever has the move: for the piece's own side (Lab 3's isValidMove). */
arb_verdict arb_position_verdict_any_turn(const arb_position *position, arb_square from,
                                          arb_square to, arb_kind promotion);
/* The verdict on a piece from the hand of the side to move; `from` is then ARB_NO_SQUARE. */
arb_verdict arb_position_verdict_drop(const arb_position *position, arb_kind kind, arb_square to);

/* "castle-through-check" */
const char *arb_verdict_name(arb_verdict_code code);
/* How near to legal a refused move came, for choosing among several: king safety is nearer than
 * what is in the way, and that is nearer than how a piece moves. */
unsigned arb_verdict_rank(arb_verdict_code code);
/* The article of the FIDE Laws of Chess (2023), "3.8.2.2", or of its guidelines, "II.3"; "" for
 * ARB_V_OK, and where the Laws know no such rule: drops, forced captures, explosions, moves that
 * may not give check. */
const char *arb_verdict_article(const arb_verdict *verdict);
/* The sentence, "The bishop on c1 cannot move to g5: the pawn on d2 is in the way." */
size_t arb_verdict_text(const arb_verdict *verdict, const arb_position *position, char *buf,
                        size_t cap);
/* The same with squares as one of the handouts writes them: "the bishop on 0, 3". */
size_t arb_verdict_text_in(const arb_verdict *verdict, const arb_position *position,
                           arb_coords coords, char *buf, size_t cap);

/* ---- why there is no move ---- */

/* One thing that keeps the side to move, or one of its pieces, from moving. Together they are the
 * proof of a mate or a stalemate. The verdict has the squares: from, to, at, by. */
typedef enum {
    ARB_CAUSE_CHECK = 0,   /* by: gives check to the royal piece on `at` */
    ARB_CAUSE_DOUBLE,      /* more than one piece gives check: only the royal piece could move */
    ARB_CAUSE_FLIGHT,      /* the royal piece cannot go to `to` */
    ARB_CAUSE_CANNOT_HELP, /* the piece on `from` could take a checker or stand between, and may not
                            */
    ARB_CAUSE_NO_HELP,     /* no (other) piece takes the checker on `by` or stands between */
    ARB_CAUSE_PINNED,      /* the piece on `from` stands between `by` and the royal piece on `at` */
    ARB_CAUSE_STUCK,       /* the piece on `from` goes nowhere: the nearest reason */
    ARB_CAUSE_COUNT
} arb_cause_kind;

typedef struct {
    arb_cause_kind kind;
    bool between;        /* NO_HELP: there are squares between; CANNOT_HELP was said before if */
    bool other;          /* NO_HELP: some piece could help, but for a pin */
    arb_verdict verdict; /* CHECK, DOUBLE, NO_HELP and PINNED have squares only, and no code */
} arb_cause;

/* Why the side to move has no legal move, or why it must move its royal piece, or answer a check.
 * The true count; the first `cap` are written. Of a side that can move freely it is what hinders
 * single pieces. */
size_t arb_position_causes(const arb_position *position, arb_cause *list, size_t cap);
/* The same of the piece on one square, whoever has the move; 0 if nothing hinders it. */
size_t arb_position_causes_of(const arb_position *position, arb_square from, arb_cause *list,
                              size_t cap);
const char *arb_cause_name(arb_cause_kind kind); /* "check", "flight", "pinned"… */
/* "The rook on a8 gives check to the king on g8." */
size_t arb_cause_text(const arb_cause *cause, const arb_position *position, arb_coords coords,
                      char *buf, size_t cap);
/* The article of the Laws; "" where there is none. */
const char *arb_cause_article(const arb_cause *cause);

/* How the kind on a square moves, as a rule for beginners: "A knight goes two squares straight and
 * one to the side, over anything." Nothing for an empty square. */
size_t arb_piece_moves_text(const arb_rules *rules, arb_kind kind, char *buf, size_t cap);
size_t arb_piece_moves_text_in(const arb_rules *rules, arb_kind kind, arb_language language,
                               char *buf, size_t cap);
/* What is special about a rule set, beside chess: one sentence by its number from 0; 0 past the
 * last. "Who can capture must." */
size_t arb_rules_told(const arb_rules *rules, size_t index, char *buf, size_t cap);
size_t arb_rules_told_in(const arb_rules *rules, size_t index, arb_language language, char *buf,
                         size_t cap);

/* ---- 6. Outcome ----------------------------------------------------------------------------- */

/* What the rules say without being asked, from the position alone: all but repetition. To prove
 * that a position is dead takes about 100 KB of the stack, here and wherever a game is played. */
arb_outcome arb_position_outcome(const arb_position *position);

/* In check without, or simply without, a legal move. Said of the side to move, in every rule set,
 * whether or not that ends the game there. */
bool arb_position_is_checkmate(const arb_position *position);
bool arb_position_is_stalemate(const arb_position *position);

/* Can a side still checkmate by any series of legal moves, played by both sides as they please
 * (FIDE 5.2.2, 6.9)? In a rule set that is won otherwise: can it still win? Repetitions and the
 * counts of moves are not asked. */
typedef enum { ARB_WIN_UNDETERMINED = 0, ARB_WIN_YES, ARB_WIN_NO } arb_win_answer;

/* How a no is proved: by the pieces that are left; because blocked pawns and locked pieces can
 * never be brought to a mate; because every position that play can reach was looked at. */
typedef enum {
    ARB_PROOF_NONE = 0,
    ARB_PROOF_MATERIAL,
    ARB_PROOF_BLOCKED,
    ARB_PROOF_SEARCH
} arb_win_proof;

typedef struct {
    arb_win_answer answer;
    arb_win_proof proof; /* of a no */
    size_t length;       /* of a yes: moves of the line, the true count; 0 if none was asked */
    uint64_t nodes;      /* different positions that the search noted */
} arb_winnable;

/* `nodes` (different positions) and `memory` bound the search: ARB_WIN_UNDETERMINED only past them.
 * Without memory (NULL) only what can be told without a search is. `line` gets the first `cap`
 * moves that lead from here to the win; NULL: only the word is asked, which is often faster. The
 * same question has the same answer, always; with a budget that is spent it is undetermined. */
arb_winnable arb_position_winnable(const arb_position *position, arb_colour side, uint64_t nodes,
                                   void *memory, size_t size, arb_move *line, size_t cap);
/* The proof, if there is one at hand, that the side cannot win: by material, by blocked pawns and
 * locked pieces, by the end of the game. ARB_PROOF_NONE: nothing is known. Costs a few
 * microseconds, since no way to win is looked for. */
arb_win_proof arb_position_unwinnable(const arb_position *position, arb_colour side);
/* Is it worth asking? A look at material, locked pawns and forced moves that costs next to
 * nothing: false for nearly every position of nearly every game. It is a filter, not a proof: now
 * and then a side of which it is false cannot win all the same. */
bool arb_position_win_in_doubt(const arb_position *position, arb_colour side);
/* Bytes with which memory does not run out before the nodes do. */
size_t arb_winnable_memory(uint64_t nodes);
enum {
    ARB_WIN_NODES = 500000 /* a good number of nodes */,
    ARB_WIN_LINE = 4096 /* enough moves */
};

const char *arb_win_answer_name(arb_win_answer answer); /* "undetermined", "yes", "no" */
const char *arb_win_proof_name(arb_win_proof proof);    /* "", "material", "blocked", "search" */
/* "White cannot mate by any series of legal moves: the pieces that are left do not suffice." */
size_t arb_winnable_text(const arb_winnable *winnable, arb_colour side, char *buf, size_t cap);
size_t arb_winnable_text_in(const arb_winnable *winnable, arb_colour side, arb_language language,
                            char *buf, size_t cap);

/* Can `colour` not mate by any series of moves, as far as the material tells (FIDE 6.9)? */
bool arb_position_cannot_mate(const arb_position *position, arb_colour colour);
/* Neither side can. */
bool arb_position_insufficient(const arb_position *position);

/* The outcome of a game that ends for this reason by these rules; `own_rule` is told by them. */
arb_outcome arb_outcome_by(const arb_rules *rules, arb_result result, arb_reason reason);
const char *arb_result_text(arb_result result); /* "1-0", "0-1", "1/2-1/2", "0-0", "*" */
const char *arb_reason_name(arb_reason reason); /* "checkmate", "fivefold"… */
/* "White wins by checkmate (5.1.1)", "Draw by the 75-move rule (9.6.2)". */
size_t arb_outcome_text(arb_outcome outcome, char *buf, size_t cap);
size_t arb_outcome_text_in(arb_outcome outcome, arb_language language, char *buf, size_t cap);
/* The article of the FIDE Laws of Chess (2023) that rules so, "9.6.2"; "" where they know no such
 * end of a game, and where the rule set does not follow them in this. */
const char *arb_outcome_article(arb_outcome outcome);
/* "The game is over: drawn by the 75-move rule (9.6.2)." */
size_t arb_outcome_sentence(arb_outcome outcome, char *buf, size_t cap);
size_t arb_outcome_sentence_in(arb_outcome outcome, arb_language language, char *buf, size_t cap);
/* Of a move that comes too late: "Kd7 comes after the end. The game is over: drawn by …" */
size_t arb_outcome_late(arb_outcome outcome, const char *move, size_t len, char *buf, size_t cap);
size_t arb_outcome_late_in(arb_outcome outcome, arb_language language, const char *move, size_t len,
                           char *buf, size_t cap);

/* ---- 7. Score ------------------------------------------------------------------------------- */

/* Does taking the king count as a move of the mobility count? */
typedef enum { ARB_MOBILITY_VALID = 0, ARB_MOBILITY_LEGAL_ONLY = 1 } arb_mobility;

/* Lab 3's score in tenths, as `colour` sees it. */
int32_t arb_position_score(const arb_position *position, arb_colour colour, arb_mobility mobility);
/* The best score that the side to move can have after one move; false if it has none. */
bool arb_position_next_score(const arb_position *position, arb_mobility mobility, int32_t *score);

/* ---- 8. Notation ---------------------------------------------------------------------------- */

/* "e4", "j10", "ab32" (files past z: aa, ab…). Reading takes either case; 0 if it is no square
 * of the board, else the number of bytes read. */
size_t arb_square_write(arb_size size, arb_square square, char *buf, size_t cap);
size_t arb_square_read(arb_size size, const char *text, size_t len, arb_square *square);

/* How castling is written in UCI. RULES: e1g1, but e1h1 where the rule set is Chess960. */
typedef enum { ARB_UCI_RULES = 0, ARB_UCI_KING_TO = 1, ARB_UCI_ROOK = 2 } arb_uci_style;

size_t arb_uci_write(const arb_position *position, arb_move move, arb_uci_style style, char *buf,
                     size_t cap);
/* Reads "e2e4", "e7e8q", "e1g1", "e1h1", "P@e4". ARB_OK: *verdict is ARB_V_OK and holds the move.
 * ARB_ILLEGAL: *verdict says why. ARB_BAD_TEXT: *error says where; *verdict is untouched. */
arb_status arb_uci_read(const arb_position *position, const char *text, size_t len,
                        arb_verdict *verdict, arb_error *error);

/* The verdict on two squares, for the piece's own side whoever has the move. Castling is taken both
 * ways: the king to where it arrives, and onto its rook. */
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
    ARB_SAN_PROMOTION_FORM = 1u << 6, /* "e8Q", "e8(Q)" for "e8=Q" */
    ARB_SAN_CASTLING_FORM = 1u << 7,  /* "0-0", "o-o" */
    ARB_SAN_ANNOTATION = 1u << 8,     /* "!?", "e.p." behind the move */
    ARB_SAN_LETTER_CASE = 1u << 9,    /* "nf3", "E4" */
    ARB_SAN_LONG_FORM = 1u << 10,     /* "e2-e4", "e2e4", "Ng1f3", "e1g1" */
    ARB_SAN_PAWN_LETTER = 1u << 11,   /* "Pe4" */
    ARB_SAN_SHORT_FORM = 1u << 12     /* arb_lan_read: the origin is not whole, "Nf3" */
};

enum { ARB_CANDIDATE_LIMIT = 16 };

typedef struct {
    arb_status status; /* ARB_OK, ARB_BAD_TEXT, ARB_ILLEGAL, ARB_AMBIGUOUS */
    arb_move move;     /* if ARB_OK */
    uint32_t tolerated;
    size_t offset;    /* ARB_BAD_TEXT: where */
    const char *text; /* ARB_BAD_TEXT: what is wrong; else "" */
    arb_kind kind;    /* what kind of piece was named */
    arb_square to;    /* its target; ARB_NO_SQUARE for castling */
    size_t count;     /* ARB_AMBIGUOUS: how many moves fit; ARB_ILLEGAL: how many pieces of
                         that kind there are, on the origin that the text names (a pawn's
                         file is always named) */
    arb_verdict why[ARB_CANDIDATE_LIMIT]; /* the first of them: its move, or why it cannot */
} arb_san;

/* Strict SAN of a legal move (nothing of another), with '+' or '#'. Where mate does not end the
 * game it is '+'; '#' is also for other moves that win a variant. On boards past the file w a file
 * that could be misread is written with its rank: "Nx1w3", since "Nxw3" is a capture. */
size_t arb_san_write(const arb_position *position, arb_move move, char *buf, size_t cap);
/* Reads SAN leniently; san->tolerated says what was forgiven. */
arb_status arb_san_read(const arb_position *position, const char *text, size_t len, arb_san *san);
/* Of the pieces that could be meant and may not, the verdict on the one that came nearest, by
 * arb_verdict_rank; ARB_V_NO_PIECE if there is none. */
arb_verdict arb_san_nearest(const arb_san *san);
/* Why the text was refused, in a sentence. */
size_t arb_san_text(const arb_san *san, const arb_position *position, char *buf, size_t cap);
size_t arb_san_text_in(const arb_san *san, const arb_position *position, arb_language language,
                       char *buf, size_t cap);

/* Long algebraic notation of a legal move (nothing of another): "e2-e4", "Ng1xf3+", "e7-e8=Q#",
 * "O-O". The reader is as lenient as arb_san_read; `tolerated` is 0 for what the writer writes,
 * and "e2e4" without its '-' has ARB_SAN_LONG_FORM. */
size_t arb_lan_write(const arb_position *position, arb_move move, char *buf, size_t cap);
arb_status arb_lan_read(const arb_position *position, const char *text, size_t len, arb_san *san);

/* Openings: positions of chess that have a name (3,807 of them, by lichess-org/chess-openings).
 * They are found by position, so that the order of moves does not matter. */
typedef uint16_t arb_opening;
#define ARB_NO_OPENING ((arb_opening)0)
enum {
    ARB_OPENING_NAME = 128, /* room for every name */
    ARB_OPENING_PLIES = 80  /* of a game: positions behind so many plies are not asked */
};
/* ARB_NO_OPENING for most positions, and in rule sets that are not chess or Chess960. */
arb_opening arb_opening_find(const arb_position *position);
/* The same of the position with this key (arb_position_key) in a game from `position` on. */
arb_opening arb_opening_of_key(const arb_position *position, uint64_t key);
/* The key of an opening's position. Openings are numbered from 1; 0: there is none of this number.
 */
uint64_t arb_opening_key(arb_opening opening);
/* "B90"; "Sicilian Defense: Najdorf Variation, English Attack". Nothing of ARB_NO_OPENING. */
size_t arb_opening_eco(arb_opening opening, char *buf, size_t cap);
size_t arb_opening_name(arb_opening opening, char *buf, size_t cap);

/* ---- 9. Game -------------------------------------------------------------------------------- */

/* A position with its history. */
typedef struct arb_game arb_game;

/* realloc as in C: block NULL allocates, size 0 frees and returns NULL. */
typedef struct {
    void *(*resize)(void *context, void *block, size_t size);
    void *context;
} arb_allocator;

enum { ARB_PLY_LIMIT = 1000000 };

/* `allocator` NULL means malloc. NULL if there is no memory. The rule set must outlive the game. */
arb_game *arb_game_new(const arb_position *start, const arb_allocator *allocator);
void arb_game_free(arb_game *game);

/* A game of its own with the same plies, played and undone, and the same end; NULL: no memory. */
arb_game *arb_game_copy(const arb_game *game, const arb_allocator *allocator);
/* As arb_position_set_budget, for all that is asked about the game. */
void arb_game_set_budget(arb_game *game, arb_budget *budget);

/* Both are the game's own, and stand until it is changed: copy what is to stay. */
const arb_position *arb_game_position(const arb_game *game);
const arb_position *arb_game_start(const arb_game *game);
size_t arb_game_ply(const arb_game *game);                /* moves played up to here */
size_t arb_game_length(const arb_game *game);             /* with those that redo brings back */
arb_move arb_game_move(const arb_game *game, size_t ply); /* the move that led to ply + 1 */

/* The verdict with the game's end asked first, and castling explained from the history. */
arb_verdict arb_game_verdict(const arb_game *game, arb_square from, arb_square to,
                             arb_kind promotion);
/* The same of a piece from the hand. */
arb_verdict arb_game_verdict_drop(const arb_game *game, arb_kind kind, arb_square to);

/* A move as a person typed it, and what became of it. */
typedef struct {
    arb_status
        status; /* ARB_OK, ARB_ILLEGAL, ARB_AMBIGUOUS; ARB_BAD_TEXT, ARB_LIMIT: see `error` */
    arb_verdict verdict; /* ARB_OK: with the move; ARB_ILLEGAL: the nearest reason */
    arb_coords coords;   /* of squares as numbers, and in the sentence */
    bool is_san;
    arb_san san;     /* then */
    char missing[8]; /* a square that the board does not have, or "" */
    arb_error error;
} arb_typed;

/* Reads UCI ("e2e4", "e7e8q", "e1g1", "e1h1", "N@f3"), lenient SAN, two squares ("e2 e4",
 * "e7 e8 q"), numbers ("6 4 4 4": row, column; with ARB_COORDS_XY column, row) and drops by words
 * ("N@ f3"). The game's end is asked first, and castling explained from the history. */
arb_status arb_move_read(const arb_game *game, arb_coords coords, const char *text, size_t len,
                         arb_typed *typed);
/* The sentence: why not, or that it is legal. */
size_t arb_typed_text(const arb_typed *typed, const arb_position *position, char *buf, size_t cap);
/* {"legal":false,"verdict":"castle-through-check","at":"f1","by":"a6","article":"3.8.2.2",
 * "text":"…"}; "at" and "by" where there are such squares. Legal: "move" (UCI) and "san" in their
 * place. Ambiguous: "moves". What cannot be read: "unreadable" and "column". The article is ""
 * where there is none. */
size_t arb_typed_json(const arb_typed *typed, const arb_position *position, char *buf, size_t cap);
/* Of a refusal, for an object that says more: "verdict":"blocked","at":"d2","article":"3.5". */
size_t arb_verdict_members(const arb_verdict *verdict, const arb_position *position, char *buf,
                           size_t cap);
/* The same as arb_typed_json of a verdict that came another way. */
size_t arb_verdict_json(const arb_verdict *verdict, const arb_position *position, arb_coords coords,
                        char *buf, size_t cap);

/* Plays; moves that were undone are forgotten. ARB_ILLEGAL if the game is over or the move is
 * not legal. */
arb_status arb_game_play(arb_game *game, arb_move move);
/* Plays a move of a game that was refereed before, from one's own log for example: as
 * arb_game_play, but without asking whether the position is dead, which may take a search. The game
 * went on from here, so it was not. */
arb_status arb_game_replay(arb_game *game, arb_move move);
/* One step back, and forth. The end that players declare (below) is a step of its own behind the
 * last move: undo takes it back first, and goto the last ply includes it. */
bool arb_game_undo(arb_game *game);
bool arb_game_redo(arb_game *game);
bool arb_game_goto(arb_game *game, size_t ply);

/* The last opening on the way to the position on the board. */
arb_opening arb_game_opening(const arb_game *game);

/* How often the position on the board has occurred, itself included. */
size_t arb_game_repetitions(const arb_game *game);
/* The plies at which it did, the last first; the true count. */
size_t arb_game_occurrences(const arb_game *game, size_t *plies, size_t cap);

/* Position, repetition, claims and what the players declared. */
arb_outcome arb_game_outcome(const arb_game *game);

/* What the side to move may claim now; and what it may claim with the move it intends. */
enum { ARB_CLAIM_REPETITION = 1u << 0, ARB_CLAIM_MOVES = 1u << 1 };
uint32_t arb_game_claims(const arb_game *game);
uint32_t arb_game_claims_with(const arb_game *game, arb_move move);
/* May it claim in either way, now or by some legal move? */
uint32_t arb_game_claimable(const arb_game *game);

/* These end the game if they hold; false, and no change, if not. `intended` may be ARB_NO_MOVE. By
 * the FIDE Laws a resignation is a draw if the other side cannot mate by any series of moves
 * (5.1.2), and a draw can be agreed only after both have moved (5.2.3). */
bool arb_game_claim(arb_game *game, arb_move intended);
bool arb_game_resign(arb_game *game, arb_colour who);
bool arb_game_agree_draw(arb_game *game);
bool arb_game_may_agree(const arb_game *game);
/* A result that somebody else has decided and written down stands, even if it is wrong (8.7). */
bool arb_game_declare(arb_game *game, arb_outcome outcome);
/* The flag of `who` fell: lost, or drawn if the other side cannot mate by any series of moves. */
bool arb_game_flag(arb_game *game, arb_colour who);

/* COMP 250's history: "WHITE♙ at 4, 6 to 4, 4", "WHITE is in check", "BLACK has won". An entry is
 * text in UTF-8. A move that leaves both kings attacked has White's check first; every win ends the
 * history, whatever its reason. Castling is the king's move to where it arrives; a pawn taken en
 * passant is written where the other arrives; a piece of the rule set's own is its letter, a
 * capital for White. */
size_t arb_game_history_count(const arb_game *game);
size_t arb_game_history_entry(const arb_game *game, size_t index, arb_coords coords, char *buf,
                              size_t cap);

/* ---- the arbiter's log ---- */

/* What happens at the board beside the moves, and what the arbiter rules on it by the FIDE Laws of
 * 2023: touched pieces (4), completed moves (6.2), irregularities (7), claims and offers (9), both
 * players lose (11.8). An event goes in, a ruling comes out, and the game is changed as the ruling
 * says: moves are played, the game is ended. The arbiter sees every event.
 *
 * CASUAL asks for no clock and no touched pieces: a legal move is played, another one is refused,
 * and that is all. It is the only one for rule sets that do not follow the Laws. RAPID and BLITZ
 * are those of A.5 and B.3, with one arbiter for many games. */
typedef enum { ARB_CASUAL = 0, ARB_STANDARD, ARB_RAPID, ARB_BLITZ } arb_regulations;

const char *arb_regulations_name(arb_regulations regulations); /* "casual", "standard"… */
/* False if there are none of this name. */
bool arb_regulations_find(const char *name, size_t len, arb_regulations *found);

typedef enum {
    ARB_E_MOVE = 0, /* made on the board: the piece has been released; legal or not */
    ARB_E_PRESS,    /* the clock: the move is completed (6.2.1) */
    ARB_E_TOUCH,    /* a piece, with the intention to move or capture it */
    ARB_E_ADJUST,   /* the same, having said "I adjust" */
    ARB_E_TWO_HANDS,
    ARB_E_DISPLACE, /* pieces were knocked over */
    ARB_E_CLAIM,    /* of a draw, now or with an intended move */
    ARB_E_OFFER,    /* of a draw */
    ARB_E_ACCEPT,
    ARB_E_DECLINE,
    ARB_E_RESIGN,
    ARB_E_FLAG,             /* it has fallen */
    ARB_E_BOTH_FLAGS,       /* and nobody knows which fell first */
    ARB_E_WRONG_START,      /* it is found that the initial position was incorrect */
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
    arb_colour by;       /* who did it, or whose flag it is; of no meaning for both and wrong- */
    arb_square square;   /* TOUCH, ADJUST: of the piece */
    bool intended;       /* CLAIM: with a move */
    bool last_period;    /* BOTH_FLAGS: all remaining moves had to be completed in this period */
    arb_verdict attempt; /* MOVE, and CLAIM with a move: what arb_game_verdict or arb_move_read said
                            of it */
} arb_event;

enum { ARB_TOUCH_LIMIT = 64 }; /* pieces of one move that are remembered */

/* How the log stands: a value, to be copied with =. Its fields are private. */
typedef struct {
    uint8_t regulations;
    uint8_t illegal[2];  /* completed illegal moves, by colour */
    bool pressed_due[2]; /* has made a move, and not pressed the clock */
    bool two_hands[2];   /* made that move with two hands */
    uint8_t pending;     /* what stands on the board and is no move yet */
    uint8_t cancelled;   /* a new game is to be played */
    int8_t offer;        /* who offers a draw, or -1 */
    uint8_t touched_count;
    uint32_t flaw_ply;  /* an illegal position was seen at this ply + 1; 0: none */
    arb_move queen;     /* of a pawn that was not exchanged */
    arb_verdict reason; /* of an illegal move that was not completed */
    arb_square touched[ARB_TOUCH_LIMIT];
} arb_log;

/* What the arbiter said. */
typedef enum {
    ARB_RULE_NOTED = 0,      /* nothing follows */
    ARB_RULE_MADE,           /* 4.7: the move has been made */
    ARB_RULE_COMPLETED,      /* 6.2.1 */
    ARB_RULE_NOTHING_MADE,   /* 6.2.1: there was no move to complete */
    ARB_RULE_NO_MOVE,        /* no piece was moved from square to square */
    ARB_RULE_ILLEGAL,        /* not completed: it is taken back */
    ARB_RULE_UNPROMOTED,     /* 3.7.3.3: the pawn has to be exchanged before the clock is pressed */
    ARB_RULE_ALREADY_MADE,   /* 4.7: it cannot be changed */
    ARB_RULE_NOT_ON_MOVE,    /* 1.3: it is the opponent's move */
    ARB_RULE_TOUCHED,        /* 4.3, 4.4: what the player must do now */
    ARB_RULE_BREAKS_TOUCH,   /* legal, but another piece was touched: it is taken back */
    ARB_RULE_ADJUSTED,       /* 4.2.1 */
    ARB_RULE_MAY_NOT_ADJUST, /* 4.2.1: only the player having the move may */
    ARB_RULE_TWO_HANDS,      /* 7.5.4: if the clock is pressed */
    ARB_RULE_RESTORE,        /* 7.4.1 */
    ARB_RULE_PENALTY,        /* 7.5.5: the first completed illegal move */
    ARB_RULE_WRONG_CLAIM,    /* 9.5.3 */
    ARB_RULE_CLAIM_LOST,     /* 9.4: a piece was touched */
    ARB_RULE_OFFERED,        /* 9.1.2.1 */
    ARB_RULE_OFFER_STANDS,   /* 9.1.2.1: one is open already */
    ARB_RULE_DECLINED,       /* 9.1.2.1 */
    ARB_RULE_NO_OFFER,       /* there is nothing to answer */
    ARB_RULE_TOO_EARLY,      /* 5.2.3: both have to have moved */
    ARB_RULE_GOES_ON,        /* the game continues */
    ARB_RULE_NEW_GAME,       /* 7.2.1, 7.3: this one is cancelled */
    ARB_RULE_REINSTATE,      /* 7.6 */
    ARB_RULE_WAIT,           /* A.5.4: until the next move is completed */
    ARB_RULE_NOT_COVERED,    /* no article decides it */
    ARB_RULE_ENDED,          /* the game has ended by this event */
    ARB_RULE_OVER,           /* it had ended before */
    ARB_RULE_COUNT
} arb_ruling_code;

typedef struct {
    arb_status status; /* ARB_OK: it was as the player said; ARB_ILLEGAL: not; ARB_NO_MEMORY,
                          ARB_LIMIT: no ruling, and nothing has changed */
    arb_ruling_code code;
    arb_event_kind event;
    uint8_t regulations;
    uint8_t duty;        /* private: what a touched piece asks for */
    arb_colour by;       /* who did it */
    const char *article; /* "7.5.5"; "" where none says it */
    const char *cause;   /* the article that was broken, "7.5.2", or "" */
    unsigned seconds;    /* that the opponent of `by` is given */
    arb_move move;       /* that was played, or ARB_NO_MOVE */
    arb_square piece;    /* that was touched, or ARB_NO_SQUARE */
    arb_square target;
    arb_verdict attempt; /* ILLEGAL, UNPROMOTED, NO_MOVE: why */
    arb_outcome outcome; /* how the game stands now */
} arb_ruling;

/* False if the rule set does not follow the Laws and other regulations than CASUAL are asked for;
 * the log is then CASUAL. */
bool arb_log_start(arb_log *log, arb_regulations regulations, const arb_rules *rules);
/* The ruling on an event, which has taken effect on log and game. Use no other function that
 * changes the game between two events. */
arb_ruling arb_log_event(arb_log *log, arb_game *game, const arb_event *event);

/* Whose clock runs: of the side to move, unless the other one has not pressed it yet. */
arb_colour arb_log_clock(const arb_log *log, const arb_game *game);
/* Who does this where nobody is named: who has the move; who has the running clock presses it,
 * loses by it and offers a draw; the other one answers an offer. */
arb_colour arb_log_player(const arb_log *log, const arb_game *game, arb_event_kind kind);
/* Does what was touched leave this legal move? */
bool arb_log_allows(const arb_log *log, const arb_game *game, arb_move move);
int arb_log_offer(const arb_log *log);      /* the colour that offers a draw, or -1 */
bool arb_log_cancelled(const arb_log *log); /* a new game is to be played */
bool arb_log_has_pressed(const arb_log *log, arb_colour colour); /* no move of it is uncompleted */

const char *arb_ruling_name(arb_ruling_code code); /* "penalty" */
/* "Black gets two minutes more: White has completed an illegal move (7.5.5, 7.5.1)." `position` is
 * the game's after the ruling. */
size_t arb_ruling_text(const arb_ruling *ruling, const arb_position *position, arb_coords coords,
                       char *buf, size_t cap);
/* {"ruling":"penalty","event":"press","by":"white","ok":false,"article":"7.5.5","cause":"7.5.1",
 * "result":"*","text":"…","seconds":120}; "cause", "seconds" where there are such, "verdict" where
 * a move was illegal, "reason" where the game is over. */
size_t arb_ruling_json(const arb_ruling *ruling, const arb_position *position, arb_coords coords,
                       char *buf, size_t cap);

/* ---- 10. PGN tokens ------------------------------------------------------------------------- */

/* What there is in a game score, as it is in the world: nothing is refused here, and a token never
 * fails. Whether a word is a move, and a tag one that counts, is for the reader of the tokens. */
typedef enum {
    ARB_PGN_END = 0,      /* no more text */
    ARB_PGN_TAG,          /* [Name "Value"] at the start of a line, or behind a tag or result */
    ARB_PGN_NUMBER,       /* "12.", "12...", "12"; or dots alone, then `number` is 0 */
    ARB_PGN_WORD,         /* a move, or whatever else stands where a move could */
    ARB_PGN_RESULT,       /* "1-0", "0-1", "1/2-1/2", "*"; "0-0" is a word */
    ARB_PGN_NAG,          /* "$14", "!?" */
    ARB_PGN_COMMENT,      /* {text}; `closed` says whether the brace was */
    ARB_PGN_LINE_COMMENT, /* ; to the end of the line */
    ARB_PGN_ESCAPE,       /* a line that starts with % */
    ARB_PGN_OPEN,         /* ( */
    ARB_PGN_CLOSE,        /* ) */
    ARB_PGN_STRAY         /* } that closes nothing */
} arb_pgn_kind;

typedef struct {
    arb_pgn_kind kind;
    size_t begin, end;             /* bytes of the text, with brackets, braces, quotes */
    size_t name_begin, name_end;   /* of a tag */
    size_t value_begin, value_end; /* of a tag, between the quotes, escapes not undone */
    bool closed;                   /* a comment's brace, a tag's quote and bracket */
    bool line_start;               /* the first of its line */
    bool blank_before;             /* a blank line stands between it and the token before */
    uint32_t number;               /* of a move number, at most 999999999 */
    arb_result result;             /* of a result; "*" is ARB_ONGOING */
} arb_pgn_token;

/* Where a reading stands. Text may come in pieces, cut where a line ends: if the last comment of a
 * piece is not closed, set `comment` for the next one. */
typedef struct {
    const char *text;
    size_t len;
    size_t at;
    bool comment;    /* inside a comment */
    bool line_start; /* nothing but blanks since the line began */
    bool after_tag;  /* nothing but blanks since a tag or result ended */
} arb_pgn_reader;

/* At the start of a text, which is also the start of a line. */
arb_pgn_reader arb_pgn_reader_on(const char *text, size_t len);

/* The next token, in time that grows with its length only. */
arb_pgn_token arb_pgn_next(arb_pgn_reader *reader);

/* Where the Result tag says "0-0" (both players lose): is this word the result at the end of the
 * moves, and not castling? "0-0" is, as the last word of its line with no moves below. */
bool arb_pgn_is_both_lose(const char *text, size_t len, const arb_pgn_token *token);

/* Is the word a null move, as programs write it in analysis: "--", "Z0", "@@@@", "0000", "null" or
 * "pass"? */
bool arb_pgn_is_null_move(const char *word, size_t len);

/* A run plays the moves of a game score as fast as it reads them, as far as they are written
 * strictly, which is nearly all of most collections: right move numbers ("12." or "12..."), strict
 * SAN with the right check marks, closed comments and NAGs ("$1", "!?") between them. The text may
 * begin inside a line. A run stops behind the last move in front of anything else, such as a blank
 * line, a variation or a result; read that by arb_pgn_next and arb_san_read. */
enum { ARB_RUN_KEYS = 256, ARB_RUN_ROOM = 48 };

/* The keys of the positions since the last capture or pawn move. When the array is full the older
 * half is forgotten; by FIDE's rules a game ends by 75 moves before that. */
typedef struct {
    uint64_t keys[ARB_RUN_KEYS];
    uint32_t count, counted;
    uint8_t seen[256];
} arb_run_keys;

typedef struct {
    arb_reason end; /* why the game was over before the end of the text; ARB_R_NONE also for mate
                     * and stalemate, behind which no legal move can follow */
    arb_undo last;  /* takes back the last move of the last run */
    bool has_last;
    size_t room; /* bytes behind the next text that may be read, though they do not belong to it:
                  * with ARB_RUN_ROOM of them its end need not be copied; a run sets it to 0 */
    arb_move *moves; /* where a run writes the moves that it plays; NULL, as at first: nowhere */
    size_t cap;      /* the most moves it writes; a text has at most one move in two bytes */
    uint64_t
        *keys; /* where it writes the keys of the positions behind these moves; NULL: nowhere */
    arb_run_keys *history; /* private from here */
    uint32_t auto_repetitions, first_repetition, auto_halfmoves;
    bool fits;
    bool corner_home;
} arb_run;

/* Without a `history` (NULL) nothing is asked about the end of the game. */
void arb_run_start(arb_run *run, const arb_position *position, arb_run_keys *history);
/* Plays as far as a run goes; returns the number of bytes taken, and in *plies the moves played. */
size_t arb_run_score(arb_run *run, arb_position *position, const char *text, size_t len,
                     uint64_t *plies);
/* Notes a move that the caller has played. */
void arb_run_note(arb_run *run, const arb_position *position);
/* How the game stands: what arb_game_outcome says of the same moves. */
arb_outcome arb_run_outcome(const arb_run *run, const arb_position *position);
/* Starts a copy of a run, which was started from this position, again with a history of its own. */
void arb_run_again(arb_run *run, const arb_position *position, arb_run_keys *history);
/* Goes on past the end of the game; the run asks no more whether it is over. */
void arb_run_go_on(arb_run *run);

/* ---- 11. Tree ------------------------------------------------------------------------------- */

/* A game as PGN knows it: tags, moves with variations to any depth, comments, NAGs, null moves and
 * the result, each with its place in the text. Nothing that is read is lost: what cannot be read as
 * moves stays as text where it stood.
 *
 * A node is a position that was reached: the root is the start, every other node a move (or a null
 * move, or a piece of text) from its parent. The first child goes on; the others are variations.
 * Numbers of nodes and notes stay until they are deleted. What the functions hand out lives until
 * the tree is changed. Reading a tree is safe on several threads at once. */
typedef struct arb_tree arb_tree;
typedef uint32_t arb_node;
#define ARB_ROOT ((arb_node)0)
#define ARB_NO_NODE ((arb_node)0xFFFFFFFF)
#define ARB_NO_PLACE ((size_t)-1)

enum {
    ARB_TREE_NODE_LIMIT = 1 << 26,
    ARB_TREE_TEXT_LIMIT = 1 << 30,  /* bytes of one game */
    ARB_TREE_DEPTH_LIMIT = 1 << 22, /* variations in variations */
    ARB_TREE_FAULT_LIMIT = 1000,    /* more are counted, not kept */
    ARB_NAG_LIMIT = 65535
};

/* An empty game of chess from its start; `allocator` NULL means malloc. NULL: no memory. */
arb_tree *arb_tree_new(const arb_allocator *allocator);
void arb_tree_free(arb_tree *tree);
/* Forgets everything and starts from this position, whose rule set must outlive the tree. */
void arb_tree_set_start(arb_tree *tree, const arb_position *start);

/* As arb_position_set_budget, for all that is asked about the tree from its next start or reading
 * on: past it moves are refused. */
void arb_tree_set_budget(arb_tree *tree, arb_budget *budget);

/* Reads the first game of the text in the place of what the tree held. Rules: those of the Variant
 * tag; where it says nothing or names `rules` itself, `rules`. *taken (may be NULL) is where the
 * next game begins: read on from there. Games begin where `check` lets them begin. A game with
 * faults is read up to and past them: ARB_OK. ARB_BAD_TEXT: there is no game in the text.
 * ARB_NO_MEMORY, ARB_LIMIT: the tree is empty. */
arb_status arb_tree_read(arb_tree *tree, const arb_rules *rules, const char *text, size_t len,
                         size_t *taken);

/* What is wrong with a game that was read; the names are those of `check`. */
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
    arb_node node; /* on whose board it was tried */
    size_t place;  /* byte offset into the text that was given */
    uint32_t len;
} arb_tree_fault;

size_t arb_tree_fault_count(const arb_tree *tree); /* all of them */
/* The first ARB_TREE_FAULT_LIMIT, in the order of the text; NULL past that. */
const arb_tree_fault *arb_tree_fault_at(const arb_tree *tree, size_t index);
const char *arb_tree_fault_name(arb_tree_fault_code code);
/* The sentence. */
size_t arb_tree_fault_text(const arb_tree *tree, size_t index, char *buf, size_t cap);
size_t arb_tree_fault_text_in(const arb_tree *tree, size_t index, arb_language language, char *buf,
                              size_t cap);

/* Line and column of a byte of a text, from 1; columns in bytes. */
void arb_text_place(const char *text, size_t len, size_t offset, size_t *line, size_t *column);

/* ---- walking ---- */

size_t arb_tree_count(const arb_tree *tree); /* nodes, the root included */
/* ARB_NO_NODE where there is none. */
arb_node arb_tree_parent(const arb_tree *tree, arb_node node);
arb_node arb_tree_child(const arb_tree *tree, arb_node node); /* the first: how the line goes on */
arb_node arb_tree_next(const arb_tree *tree, arb_node node);  /* the next alternative to it */
arb_node arb_tree_prev(const arb_tree *tree, arb_node node);
/* The last node of the line that goes on from here. */
arb_node arb_tree_line_end(const arb_tree *tree, arb_node node);

typedef enum { ARB_NODE_ROOT = 0, ARB_NODE_MOVE, ARB_NODE_NULL, ARB_NODE_TEXT } arb_node_kind;
/* Text: what could not be read as moves, with its raw bytes as a note of kind ARB_NOTE_TEXT; or a
 * variation without moves. Its board is its parent's. */
arb_node_kind arb_tree_kind(const arb_tree *tree, arb_node node);
/* The move that leads to the node; ARB_NO_MOVE unless its kind is ARB_NODE_MOVE. */
arb_move arb_tree_move(const arb_tree *tree, arb_node node);
/* Where its word stands in the text that was read; ARB_NO_PLACE for what was added. */
size_t arb_tree_place(const arb_tree *tree, arb_node node);
/* The position at a node, in time that does not grow with the game. */
void arb_tree_board(const arb_tree *tree, arb_node node, arb_position *position);
const arb_position *arb_tree_start(const arb_tree *tree);

/* The line that leads to a node as a game, through arb_game_play. NULL: no memory, or the game was
 * over before one of its moves: then *stop (may be NULL) is its node, else ARB_NO_NODE. */
arb_game *arb_tree_game(const arb_tree *tree, arb_node node, const arb_allocator *allocator,
                        arb_node *stop);

/* The last opening on the line that leads to a node. */
arb_opening arb_tree_opening(const arb_tree *tree, arb_node node);
/* Sets the tags ECO and Opening to those of the main line, where it has an opening. */
arb_status arb_tree_tag_opening(arb_tree *tree);

/* ---- tags and result ---- */

typedef struct {
    const char *name, *value; /* not ended by NUL; escapes are undone */
    size_t name_len, value_len;
    size_t place;
} arb_tree_tag;

size_t arb_tree_tag_count(const arb_tree *tree);
arb_tree_tag arb_tree_tag_at(const arb_tree *tree, size_t index); /* in their order */
/* The value of the first tag of this name; its true length, 0 if there is none. */
size_t arb_tree_tag_text(const arb_tree *tree, const char *name, char *buf, size_t cap);
bool arb_tree_has_tag(const arb_tree *tree, const char *name);
/* Sets or adds one; control characters become blanks. Of Variant and FEN this is the text only: the
 * start is arb_tree_set_start's. ARB_BAD_TEXT: no name of a tag. */
arb_status arb_tree_set_tag(arb_tree *tree, const char *name, const char *value, size_t len);
bool arb_tree_delete_tag(arb_tree *tree, const char *name);

/* The marker at the end of the moves; where there is none, what the Result tag says, else "*". */
arb_result arb_tree_result(const arb_tree *tree);
bool arb_tree_has_marker(const arb_tree *tree);
/* Sets the marker, and the Result tag where there is one. */
arb_status arb_tree_set_result(arb_tree *tree, arb_result result);

/* ---- notes: what stands beside the moves ---- */

typedef enum {
    ARB_NOTE_COMMENT = 0,  /* {text} */
    ARB_NOTE_LINE_COMMENT, /* ; text */
    ARB_NOTE_ESCAPE,       /* a line that starts with % */
    ARB_NOTE_NAG,
    ARB_NOTE_TEXT /* anything else, raw */
} arb_note_kind;

/* Before the move (at the start of a variation, or behind one); behind it; the root alone: behind
 * the result. A comment in front of the first move is the root's, and behind it. */
typedef enum { ARB_NOTE_AFTER = 0, ARB_NOTE_BEFORE, ARB_NOTE_END } arb_note_side;

typedef uint32_t arb_note_id; /* 0: none */
typedef struct {
    arb_note_kind kind;
    arb_note_side side;
    unsigned nag;     /* 1 is "!", 2 "?", 3 "!!", 4 "??", 5 "!?", 6 "?!"… */
    const char *text; /* without braces, semicolon, percent sign */
    size_t len;
    size_t place; /* of the text; ARB_NO_PLACE for what was added */
} arb_note;

arb_note_id arb_tree_note_first(const arb_tree *tree, arb_node node);
arb_note_id arb_tree_note_next(const arb_tree *tree, arb_node node, arb_note_id note);
arb_note arb_tree_note(const arb_tree *tree, arb_note_id note);
/* ARB_BAD_TEXT: a text with both a closing brace and a line end fits into no comment of PGN. What
 * is added to a node of text is read back as more of the text. */
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

/* The next command of a comment at or behind *at, which moves on; false if there is none. Any name
 * counts: what is not known is kept by keeping the text. */
bool arb_command_next(const char *text, size_t len, size_t *at, arb_command *command);
/* The value of the first command of this name in the node's comments: *text (may be NULL) points to
 * it. False if there is none. */
bool arb_tree_command(const arb_tree *tree, arb_node node, const char *name, const char **text,
                      size_t *len);
/* Sets it where it stands, else in front of the node's first comment behind the move, else in a new
 * one. `value` NULL takes it away, and the comment with it if nothing else is in it. */
arb_status arb_tree_set_command(arb_tree *tree, arb_node node, const char *name, const char *value,
                                size_t len);

/* [%clk 1:05:23.4], [%emt 0:00:07]: in milliseconds. */
bool arb_clock_read(const char *text, size_t len, int64_t *milliseconds);
size_t arb_clock_write(int64_t milliseconds, char *buf, size_t cap);

/* [%eval 0.35], [%eval #-3,18]: in hundredths of a pawn for White, or moves to mate. */
typedef struct {
    bool mate;
    int32_t value;
    uint32_t depth; /* 0: not said */
} arb_eval;
bool arb_eval_read(const char *text, size_t len, arb_eval *eval);
size_t arb_eval_write(const arb_eval *eval, char *buf, size_t cap);

/* [%csl Ga4,Rb5] marks squares, [%cal Gc2c4] draws arrows: one of them at a time, from *at on. */
typedef struct {
    char colour; /* 'G', 'R', 'Y', 'B'… */
    arb_square from;
    arb_square to; /* ARB_NO_SQUARE: a square is marked */
} arb_mark;
bool arb_mark_next(arb_size size, const char *text, size_t len, size_t *at, arb_mark *mark);
size_t arb_mark_write(arb_size size, const arb_mark *mark, char *buf, size_t cap);

/* ---- changing ---- */

/* Adds a legal move as the last alternative. *node (may be NULL) gets it. ARB_ILLEGAL if it is
 * not. The same move again is another node: ask arb_tree_find first. */
arb_status arb_tree_add(arb_tree *tree, arb_node parent, arb_move move, arb_node *node);
arb_status arb_tree_add_null(arb_tree *tree, arb_node parent, arb_node *node);
/* The first child with this move, or ARB_NO_NODE. */
arb_node arb_tree_find(const arb_tree *tree, arb_node parent, arb_move move);
/* Deletes a node with all that follows it; not the root. */
bool arb_tree_delete(arb_tree *tree, arb_node node);
/* Deletes what follows a node. */
bool arb_tree_cut(arb_tree *tree, arb_node node);
/* One place up or down among its alternatives; false at the end of them. Text never goes in front
 * of a move: a reader would take the move for more of the text. */
bool arb_tree_promote(arb_tree *tree, arb_node node);
bool arb_tree_demote(arb_tree *tree, arb_node node);
/* Makes the line that leads to the node the main line. */
void arb_tree_promote_line(arb_tree *tree, arb_node node);
/* Adds what `from` has and the tree lacks: lines, notes, tags. ARB_BAD_POSITION: they do not start
 * from the same position. After ARB_NO_MEMORY a part may be there. */
arb_status arb_tree_merge(arb_tree *tree, const arb_tree *from);
/* The same game: tags, moves, variations, notes, result. Blanks of comments count as one; what the
 * seven tags lack counts as "?". */
bool arb_tree_same(const arb_tree *a, const arb_tree *b);

/* ---- writing ---- */

/* EXPORT: the standard's export format; the seven tags first, comments folded to the width. KEEP:
 * the tags there are in their order, and every comment byte for byte. */
typedef enum { ARB_PGN_EXPORT = 0, ARB_PGN_KEEP = 1 } arb_pgn_style;

typedef struct {
    arb_pgn_style style;
    unsigned width; /* of a line; 0: 80, as the standard has it */
    bool no_comments, no_variations, no_nags;
} arb_pgn_options;

/* Both end with a blank line. Read again, the tree is the same. `options` NULL: EXPORT. */
size_t arb_tree_write(const arb_tree *tree, const arb_pgn_options *options, char *buf, size_t cap);
typedef void arb_text_listener(void *context, const char *bytes, size_t len);
void arb_tree_write_to(const arb_tree *tree, const arb_pgn_options *options,
                       arb_text_listener *listener, void *context);

/* ---- 12. Other languages -------------------------------------------------------------------- */

/* For callers that cannot include this header. The promise: within one major version no function
 * goes away or changes its arguments, and no constant changes its number; structures may grow at
 * their end, so that a caller asks for their sizes. The exported names are in packaging/symbols,
 * and the tests compare them. */
size_t arb_sizeof_rules(void);
size_t arb_sizeof_setup(void);
size_t arb_sizeof_position(void);
size_t arb_sizeof_undo(void);
size_t arb_sizeof_verdict(void);
size_t arb_sizeof_san(void);
size_t arb_sizeof_typed(void);
size_t arb_sizeof_run(void);
size_t arb_sizeof_run_keys(void);

/* The inline functions above, as functions of plain numbers. */
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
