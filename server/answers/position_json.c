/* position_json.c: a position as JSON: its board, who is in check, what a move has changed. Layer:
 * server. It asks the library and decides nothing. */
#include "server/answers/position_json.h"

#include <string.h>

void state_put_square(text_builder *out, arb_size size, arb_square square)
{
    char name[8];
    if (square == ARB_NO_SQUARE) {
        text_puts(out, "null");
        return;
    }
    size_t len = arb_square_write(size, square, name, sizeof name);
    text_puts(out, "\"");
    text_put(out, name, len);
    text_puts(out, "\"");
}

void state_put_square_member(text_builder *out, const char *name, arb_size size, arb_square square)
{
    if (square == ARB_NO_SQUARE)
        return;
    text_putf(out, ",\"%s\":", name);
    state_put_square(out, size, square);
}

char state_letter(const arb_rules *rules, arb_piece piece)
{
    char letter = rules->kinds[arb_piece_kind(piece)].letter;
    return arb_piece_colour(piece) == ARB_WHITE ? (char)(letter - 'a' + 'A') : letter;
}

void state_put_kinds(text_builder *out, const arb_rules *rules)
{
    const arb_rules *chess = arb_rules_at(0);
    const char *before = ",\"kinds\":{";
    for (int kind = 1; kind < ARB_KIND_LIMIT; kind++) {
        if (rules->kinds[kind].letter == '\0' ||
            strcmp(rules->kinds[kind].name, chess->kinds[kind].name) == 0)
            continue;
        text_putf(out, "%s\"%c\":", before, rules->kinds[kind].letter);
        text_put_json(out, rules->kinds[kind].name);
        before = ",";
    }
    text_puts(out, before[1] == '\0' ? "}" : "");
}

enum { ENTRY = 12 }; /* bytes of ,"af32":"P" and a NUL */

/* Writes an entry such as ,"e4":"P", or ,"e4":"" if the square is empty; returns its end. */
static char *put_entry(char *at, const arb_rules *rules, arb_size size, arb_square square,
                       arb_piece piece)
{
    memcpy(at, ",\"", 2);
    at += 2 + arb_square_write(size, square, at + 2, ENTRY - 2);
    memcpy(at, "\":\"", 3);
    at += 3;
    if (piece != ARB_NO_PIECE)
        *at++ = state_letter(rules, piece);
    *at++ = '"';
    return at;
}

static void put_pieces(text_builder *out, const arb_position *position)
{
    arb_size size = arb_position_size(position);
    const arb_rules *rules = arb_position_rules(position);
    arb_piece board[ARB_SQUARE_LIMIT];
    size_t skip = 1; /* leaves out the comma before the first one */
    arb_position_board(position, board);
    text_puts(out, ",\"pieces\":{");
    for (int rank = 0; rank < size.ranks; rank++) {
        char row[ARB_SIDE_LIMIT * ENTRY], *end = row;
        for (int file = 0; file < size.files; file++) {
            arb_square square = arb_square_at(size, file, rank);
            if (board[square] != ARB_NO_PIECE)
                end = put_entry(end, rules, size, square, board[square]);
        }
        if (end == row)
            continue;
        text_put(out, row + skip, (size_t)(end - row) - skip);
        skip = 0;
    }
    text_puts(out, "}");
}

static void put_area(text_builder *out, const char *key, arb_size size, const arb_area *area)
{
    const char *comma = "";
    text_puts(out, key);
    for (int rank = 0; rank < size.ranks; rank++)
        for (int file = 0; file < size.files; file++)
            if (arb_area_has(area, file, rank)) {
                text_puts(out, comma);
                state_put_square(out, size, arb_square_at(size, file, rank));
                comma = ",";
            }
    text_puts(out, "]");
}

static void put_hand(text_builder *out, const arb_position *position, arb_colour colour)
{
    const char *comma = "";
    for (arb_kind kind = 1; kind < ARB_KIND_LIMIT; kind++) {
        unsigned count = arb_position_hand(position, colour, kind);
        if (count == 0)
            continue;
        text_putf(out, "%s\"%c\":%u", comma,
                  state_letter(arb_position_rules(position), arb_piece_of(colour, kind)), count);
        comma = ",";
    }
}

/* Writes what some rule sets have beside the board: hands, and checks that count. */
void state_put_counts(text_builder *out, const arb_position *position)
{
    const arb_rules *rules = arb_position_rules(position);
    if (rules->capture.to_hand) {
        text_puts(out, ",\"hands\":{\"white\":{");
        put_hand(out, position, ARB_WHITE);
        text_puts(out, "},\"black\":{");
        put_hand(out, position, ARB_BLACK);
        text_puts(out, "}}");
    }
    if (rules->ending.checks != 0)
        text_putf(out, ",\"checks\":{\"white\":%u,\"black\":%u}",
                  arb_rules_checks_left(rules, arb_position_checks(position, ARB_WHITE)),
                  arb_rules_checks_left(rules, arb_position_checks(position, ARB_BLACK)));
}

/* Writes what only some rule sets have: holes, goals, hands, checks that count. */
static void put_specials(text_builder *out, const arb_position *position)
{
    arb_size size = arb_position_size(position);
    const arb_rules *rules = arb_position_rules(position);
    if (rules->board.holes.count != 0)
        put_area(out, ",\"holes\":[", size, &rules->board.holes);
    if (rules->ending.goal.count != 0)
        put_area(out, ",\"goal\":[", size, &rules->ending.goal);
    state_put_counts(out, position);
}

void state_put_board(text_builder *out, const arb_position *position)
{
    char fen[STATE_FEN_LIMIT];
    arb_size size = arb_position_size(position);
    const arb_rules *rules = arb_position_rules(position);
    arb_fen_style style = rules->castling.any_home ? ARB_SHREDDER_FEN : ARB_X_FEN;
    size_t len = arb_position_fen(position, style, ARB_EP_LEGAL, fen, sizeof fen);
    text_puts(out, ",\"size\":{\"files\":");
    text_put_number(out, size.files);
    text_puts(out, ",\"ranks\":");
    text_put_number(out, size.ranks);
    text_puts(out, "},\"fen\":\"");
    text_put(out, fen, len < sizeof fen ? len : sizeof fen - 1);
    text_puts(out, "\"");
    put_pieces(out, position);
    put_specials(out, position);
    text_puts(out, arb_position_turn(position) == ARB_WHITE ? ",\"turn\":\"white\""
                                                            : ",\"turn\":\"black\"");
    text_puts(out, ",\"fullmove\":");
    text_put_number(out, arb_position_fullmove(position));
}

/* Writes the royal pieces that are attacked: at most one, unless a rule set has other royal
 * kinds. */
static const char *put_checked(text_builder *out, const arb_position *position, arb_colour colour,
                               const char *comma)
{
    arb_size size = arb_position_size(position);
    arb_square royal = arb_position_royal(position, colour);
    uint32_t also = arb_position_rules(position)->royal.also;
    for (int rank = 0; rank < size.ranks; rank++)
        for (int file = 0; file < size.files; file++) {
            arb_square square = arb_square_at(size, file, rank);
            arb_piece piece = arb_position_piece(position, square);
            bool other = piece != ARB_NO_PIECE && arb_piece_colour(piece) == colour &&
                         (also >> arb_piece_kind(piece) & 1u) != 0;
            if ((square == royal || other) &&
                arb_position_attackers(position, square, arb_other(colour), NULL, 0) > 0) {
                text_puts(out, comma);
                state_put_square(out, size, square);
                comma = ",";
            }
        }
    return comma;
}

void state_put_check(text_builder *out, const arb_position *position)
{
    const char *comma = "";
    text_puts(out, ",\"check\":[");
    for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++)
        if (arb_position_in_check(position, (arb_colour)colour))
            comma = put_checked(out, position, (arb_colour)colour, comma);
    text_puts(out, "]");
}

void state_put_changes(text_builder *out, const arb_position *before, const arb_position *after)
{
    arb_size size = arb_position_size(after);
    const arb_rules *rules = arb_position_rules(after);
    arb_piece was[ARB_SQUARE_LIMIT], is[ARB_SQUARE_LIMIT];
    size_t skip = 1;
    arb_position_board(before, was);
    arb_position_board(after, is);
    text_puts(out, ",\"put\":{");
    for (int rank = 0; rank < size.ranks; rank++) {
        unsigned first = (unsigned)rank << arb_size_shift(size);
        if (memcmp(was + first, is + first, size.files) == 0)
            continue;
        for (int file = 0; file < size.files; file++) {
            arb_square square = arb_square_at(size, file, rank);
            char entry[ENTRY];
            if (is[square] == was[square])
                continue;
            const char *end = put_entry(entry, rules, size, square, is[square]);
            text_put(out, entry + skip, (size_t)(end - entry) - skip);
            skip = 0;
        }
    }
    text_puts(out, "}");
}

void state_put_royals(text_builder *out, const arb_position *position)
{
    arb_size size = arb_position_size(position);
    arb_square royal[] = {arb_position_royal(position, ARB_WHITE),
                          arb_position_royal(position, ARB_BLACK)};
    state_put_check(out, position);
    text_puts(out, ",\"royal\":{\"white\":");
    state_put_square(out, size, royal[ARB_WHITE]);
    text_puts(out, ",\"black\":");
    state_put_square(out, size, royal[ARB_BLACK]);
    text_puts(out, "}");
}

void state_put_opening(text_builder *out, arb_opening opening)
{
    char eco[4], name[ARB_OPENING_NAME];
    text_puts(out, ",\"opening\":");
    if (arb_opening_eco(opening, eco, sizeof eco) == 0) {
        text_puts(out, "null");
        return;
    }
    arb_opening_name(opening, name, sizeof name);
    text_puts(out, "{\"eco\":\"");
    text_puts(out, eco);
    text_puts(out, "\",\"name\":");
    text_put_json(out, name);
    text_puts(out, "}");
}

void state_put_claims(text_builder *out, const char *key, uint32_t claims)
{
    text_puts(out, key);
    text_puts(out, "[");
    if (claims & ARB_CLAIM_REPETITION)
        text_puts(out, "\"repetition\"");
    if (claims & ARB_CLAIM_MOVES)
        text_puts(out, claims & ARB_CLAIM_REPETITION ? ",\"moves\"" : "\"moves\"");
    text_puts(out, "]");
}
