/* board_test.c: tests of a position: a pattern of squares, or a whole position. Layer: collection.
 * Tests of material are in material_test.c. */
#include "collection/query/board_test.h"

#include <stdlib.h>
#include <string.h>

/* ---- patterns: FEN's board with wildcards ---- */

enum { NO_PIECE_BIT = 1, WHITE_BITS = 0x7E, BLACK_BITS = 0x1F80, ALL_BITS = 0x1FFF };

/* The bit of a piece; 0 for a piece that chess does not have. */
static piece_set bit_of(arb_piece piece)
{
    if (piece == ARB_NO_PIECE)
        return NO_PIECE_BIT;
    arb_kind kind = arb_piece_kind(piece);
    if (kind < ARB_PAWN || kind > ARB_KING)
        return 0;
    return (piece_set)(1u << (kind + (arb_piece_colour(piece) == ARB_WHITE ? 0 : 6)));
}

static piece_set letter_bits(char c)
{
    static const char letters[] = "PNBRQK"; /* in the order of arb_kind */
    const char *at = c == '\0' ? NULL : strchr(letters, c & ~0x20);
    switch (c) {
    case '?':
        return ALL_BITS;
    case '!':
        return WHITE_BITS | BLACK_BITS;
    case 'A':
        return WHITE_BITS;
    case 'a':
        return BLACK_BITS;
    default:
        if (!at)
            return 0;
        return bit_of(
            arb_piece_of(c & 0x20 ? ARB_BLACK : ARB_WHITE, (arb_kind)(ARB_PAWN + (at - letters))));
    }
}

/* Reads a set of pieces such as "[Qq]" or "[^p]", and moves *at behind it. */
static bool read_set(const char *text, size_t *at, piece_set *set)
{
    bool but = text[*at + 1] == '^';
    size_t i = *at + 1 + but;
    *set = 0;
    for (; text[i] != ']'; i++) {
        piece_set bits = letter_bits(text[i]);
        if (bits == 0)
            return false;
        *set |= bits;
    }
    if (but)
        *set = (piece_set)(ALL_BITS & ~*set);
    *at = i + 1;
    return true;
}

static bool add_token(rank_pattern *r, piece_set set)
{
    if (r->count == PATTERN_TOKENS)
        return false;
    r->tokens[r->count++] = set;
    r->has_any |= set == PATTERN_ANY;
    return true;
}

static bool read_rank(rank_pattern *r, const char *text, size_t *at, const char **why)
{
    size_t least = 0;
    *r = (rank_pattern){.count = 0};
    while (text[*at] != '\0' && text[*at] != '/' && text[*at] != ' ') {
        piece_set set;
        char c = text[*at];
        bool fits = true;
        if (c >= '1' && c <= '8') {
            for (int i = '0'; fits && i < c; i++, least++)
                fits = add_token(r, NO_PIECE_BIT);
            ++*at;
        } else if (c == '*') {
            fits = add_token(r, PATTERN_ANY);
            ++*at;
        } else if (c == '[') {
            if (!read_set(text, at, &set)) {
                *why = "a set is written like [QRqr] or [^Pp]";
                return false;
            }
            fits = add_token(r, set);
            least++;
        } else {
            set = letter_bits(c);
            if (set == 0) {
                *why = "no piece has this letter; wildcards are ? ! A a * [Qq] [^p]";
                return false;
            }
            fits = add_token(r, set);
            least++;
            ++*at;
        }
        if (!fits || least > 8) {
            *why = "a rank has eight squares";
            return false;
        }
    }
    *why = "a rank has eight squares";
    return r->has_any || least == 8;
}

static bool read_pattern(board_pattern *p, const char *text, size_t *at, const char **why)
{
    for (int rank = PATTERN_RANKS - 1; rank >= 0; rank--) {
        if (!read_rank(&p->ranks[rank], text, at, why))
            return false;
        if (rank > 0 && text[(*at)++] != '/') {
            --*at;
            *why = "a board has eight ranks, with / between";
            return false;
        }
    }
    p->turn = -1;
    size_t begin = *at, turn = begin + strspn(text + begin, " ");
    if (text[turn] == '\0')
        return true;
    bool white = text[turn] == 'w', black = text[turn] == 'b';
    if (turn == begin || (!white && !black) ||
        text[turn + 1 + strspn(text + turn + 1, " ")] != '\0') {
        *why = "behind the board may stand w or b, or the rest of a FEN without wildcards";
        return false;
    }
    p->turn = white ? ARB_WHITE : ARB_BLACK;
    return true;
}

static bool token_fits(piece_set token, const piece_set *squares, size_t at)
{
    return (token & squares[at]) != 0;
}

/* Matches a rank with asterisks: after a mismatch the last asterisk takes one square more. */
static bool rank_fits(const rank_pattern *r, const piece_set squares[8])
{
    size_t at = 0, token = 0, star = SIZE_MAX, star_at = 0;
    while (at < 8) {
        if (token < r->count && r->tokens[token] == PATTERN_ANY) {
            star = token++;
            star_at = at;
        } else if (token < r->count && token_fits(r->tokens[token], squares, at)) {
            token++;
            at++;
        } else if (star != SIZE_MAX) {
            token = star + 1;
            at = ++star_at;
        } else {
            return false;
        }
    }
    while (token < r->count && r->tokens[token] == PATTERN_ANY)
        token++;
    return token == r->count;
}

static bool is_open_rank(const rank_pattern *r)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->tokens[i] != PATTERN_ANY && r->tokens[i] != ALL_BITS)
            return false;
    return true;
}

static bool pattern_fits(const board_pattern *p, const arb_position *pos)
{
    static const uint8_t order[PATTERN_RANKS] = {3, 4, 2, 5, 1, 6, 0, 7};
    arb_size size = arb_position_size(pos);
    if (size.files != 8 || size.ranks != 8 ||
        (p->turn >= 0 && p->turn != (int)arb_position_turn(pos)))
        return false;
    for (int i = 0; i < PATTERN_RANKS;
         i++) { /* the middle ranks come first, because they differ most often */
        int rank = order[i];
        const rank_pattern *r = &p->ranks[rank];
        piece_set squares[8];
        if (is_open_rank(r))
            continue;
        for (int file = 0; file < 8; file++) {
            squares[file] = bit_of(arb_position_piece(pos, arb_square_at(size, file, rank)));
            if (!r->has_any && !token_fits(r->tokens[file], squares, (size_t)file))
                return false;
        }
        if (r->has_any && !rank_fits(r, squares))
            return false;
    }
    return true;
}

/* ---- the same with the colours changed, as text ---- */

static char other_case(char c)
{
    bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    return letter ? (char)(c ^ 0x20) : c;
}

/* Swaps colours and ranks in a pattern. Returns false if it is too long. */
static bool flip(const char *text, char *to, size_t cap)
{
    size_t len = strcspn(text, " "), n = 0;
    if (strlen(text) >= cap)
        return false;
    for (size_t end = len;; end--) { /* writes the ranks in reverse order */
        size_t begin = end;
        while (begin > 0 && text[begin - 1] != '/')
            begin--;
        for (size_t i = begin; i < end; i++)
            to[n++] = other_case(text[i]);
        if (begin == 0)
            break;
        to[n++] = '/';
        end = begin;
    }
    memcpy(to + n, text + len, strlen(text + len) + 1);
    size_t i = n;
    for (; to[i] == ' '; i++)
        ;
    if (to[i] == '\0')
        return true;
    to[i] = to[i] == 'w' ? 'b' : 'w';
    for (i++; to[i] == ' '; i++)
        ;
    for (; to[i] != ' ' && to[i] != '\0'; i++)
        to[i] = other_case(to[i]);
    for (; to[i] == ' '; i++)
        ;
    if (to[i] != '\0' && to[i + 1] == '3')
        to[i + 1] = '6';
    else if (to[i] != '\0' && to[i + 1] == '6')
        to[i + 1] = '3';
    return true;
}

enum { WHITE_HOME = 1, BLACK_HOME = 6 /* the ranks on which pawns begin */ };

uint16_t home_pawns_of(const arb_position *pos)
{
    arb_size size = arb_position_size(pos);
    unsigned pawns = 0;
    for (int file = 0; file < 8; file++) {
        arb_piece white = arb_position_piece(pos, arb_square_at(size, file, WHITE_HOME));
        arb_piece black = arb_position_piece(pos, arb_square_at(size, file, BLACK_HOME));
        pawns |= (unsigned)(white == arb_piece_of(ARB_WHITE, ARB_PAWN)) << file;
        pawns |= (unsigned)(black == arb_piece_of(ARB_BLACK, ARB_PAWN)) << (8 + file);
    }
    return (uint16_t)pawns;
}

/* The bit of a square of an 8x8 board on which a pawn begins; 0 for other squares. */
static unsigned home_bit(arb_square square)
{
    static const arb_size size = {8, 8};
    unsigned at = (unsigned)(square - arb_square_at(size, 0, WHITE_HOME));
    unsigned behind = (unsigned)(square - arb_square_at(size, 0, BLACK_HOME));
    return at < 8 ? 1u << at : behind < 8 ? 1u << (8 + behind) : 0;
}

uint16_t home_pawns_left(uint16_t pawns, arb_move move)
{
    return (uint16_t)(pawns & ~(home_bit(arb_move_from(move)) | home_bit(arb_move_to(move))));
}

bool board_is_past(const board_test *t, const arb_rules *rules, uint16_t home_pawns)
{
    if (t->kind != BOARD_POSITION || rules != arb_position_rules(&t->of.exact.positions[0]))
        return false; /* in other rule sets pawns may be dropped, or move back */
    return (t->of.exact.home_pawns[0] & ~home_pawns) != 0 &&
           (!t->either_colour || (t->of.exact.home_pawns[1] & ~home_pawns) != 0);
}

bool position_read(board_test *t, const char *text, size_t *column, const char **why)
{
    const arb_rules *rules = arb_rules_find("chess", 5);
    char changed[ARB_START_LIMIT];
    const char *texts[2] = {text, changed};
    arb_error error;
    if (!flip(text, changed, sizeof changed))
        changed[0] = '\0';
    t->kind = BOARD_POSITION;
    for (int i = 0; i < (t->either_colour ? 2 : 1); i++) {
        arb_position *pos = &t->of.exact.positions[i];
        arb_faults faults = 0;
        if (arb_position_read(pos, rules, texts[i], strlen(texts[i]), &faults, &error) != ARB_OK) {
            *column = error.offset + 1;
            *why = faults != 0 ? arb_fault_text(faults & (0u - faults)) : error.text;
            return false;
        }
        t->of.exact.keys[i] = arb_position_key(pos);
        t->of.exact.home_pawns[i] = home_pawns_of(pos);
    }
    return true;
}

/* A board, perhaps with the side to move, is a pattern; with more fields the text is a position. */
bool pattern_read(board_test *t, const char *text, size_t *column, const char **why)
{
    char changed[ARB_START_LIMIT];
    size_t at = strcspn(text, " ");
    at += strspn(text + at, " ");
    at += strcspn(text + at, " ");
    if (text[at] != '\0' && text[at + strspn(text + at, " ")] != '\0')
        return position_read(t, text, column, why);
    t->kind = BOARD_PATTERN;
    at = 0;
    bool ok = read_pattern(&t->of.patterns[0], text, &at, why);
    *column = at + 1;
    if (!ok || !t->either_colour)
        return ok;
    at = 0;
    return flip(text, changed, sizeof changed) &&
           read_pattern(&t->of.patterns[1], changed, &at, why);
}

bool polyglot_read(board_test *t, const char *text, size_t *column, const char **why)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    text += text[0] == '0' && text[1] == 'x' ? 2 : 0;
    size_t len = strspn(text, digits);
    t->kind = BOARD_POLYGLOT;
    t->of.polyglot = strtoull(text, NULL, 16);
    *column = 1;
    *why = t->either_colour ? "a key is of one position only"
                            : "a key of Polyglot has up to 16 hexadecimal digits";
    return len > 0 && len <= 16 && text[len] == '\0' && !t->either_colour;
}

bool board_passes(const board_test *t, board_state *state, const arb_position *pos,
                  piece_count *count)
{
    switch (t->kind) {
    case BOARD_PATTERN:
        return pattern_fits(&t->of.patterns[0], pos) ||
               (t->either_colour && pattern_fits(&t->of.patterns[1], pos));
    case BOARD_POSITION: {
        uint64_t key = arb_position_key(pos);
        return (key == t->of.exact.keys[0] && arb_position_same(pos, &t->of.exact.positions[0])) ||
               (t->either_colour && key == t->of.exact.keys[1] &&
                arb_position_same(pos, &t->of.exact.positions[1]));
    }
    case BOARD_POLYGLOT:
        return arb_position_polyglot_key(pos) == t->of.polyglot;
    case BOARD_MATERIAL:
        break;
    }
    return material_passes(&t->of.material, state, pos, count);
}
