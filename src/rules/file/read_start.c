/* read_start.c: reads the start position of a rule-set file and derives what follows from it.
 * Layer: rules.
 *
 * A start position is a FEN of one or more fields. Nothing has moved yet, so its last three fields,
 * if present, must be "- 0 1". */
#include <string.h>

#include "rules/file/rule_file.h"
#include "rules/placement.h"

typedef struct {
    unsigned all, of[ARB_KIND_LIMIT];
} census;

static census count_side(const arb__placement *placement, arb_colour colour)
{
    census count = {0, {0}};
    for (size_t i = 0; i < ARB_SQUARE_LIMIT; i++) {
        arb_piece piece = placement->board[i];
        if (piece == ARB_NO_PIECE || arb_piece_colour(piece) != colour)
            continue;
        count.all++;
        count.of[arb_piece_kind(piece)]++;
    }
    return count;
}

/* The side of the king on which the rook of this right stands; -1 if king or rook is not at
 * home. */
static int side_of_right(const arb_rules *rules, const arb__placement *placement,
                         const arb__castling_letter *letter)
{
    arb_colour colour = letter->colour;
    int rank = arb__home_rank(placement->size, rules, colour);
    arb_square king = placement->royal[colour];
    if (!arb__castles_from(rules, placement->size, colour, king))
        return -1;
    int king_file = arb_square_file(placement->size, king);
    bool fixed = !rules->castling.any_home;
    for (int file = 0; file < placement->size.files; file++) {
        arb_square square = arb_square_at(placement->size, file, rank);
        int side = file > king_file ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
        if (placement->board[square] == arb_piece_of(colour, ARB_ROOK) &&
            (letter->side < 0 ? letter->file == file : letter->side == side) &&
            (!fixed || rules->castling.rook_file[side] == file))
            return side;
    }
    return -1;
}

/* Checks the castling field. Returns false after reporting a mistake. */
static bool check_castling(arb__reader *reader, const arb__placement *placement, arb__span word)
{
    const arb_rules *rules = &reader->rules;
    bool given[2][2] = {{false, false}, {false, false}};
    if (arb__word_is(reader, word, "-"))
        return true;
    for (size_t at = word.at; at < word.end; at++) {
        arb__castling_letter letter;
        if (!arb__castling_letter_read(&letter, placement->size, reader->text[at]))
            return arb__mistake_at(reader, at,
                                   "castling rights are K, Q, k, q or the letter of a file");
        int side = rules->castling.allowed ? side_of_right(rules, placement, &letter) : 0;
        if (side < 0)
            return arb__mistake_at(reader, at, "this castling right has no king and rook at home");
        bool twice = rules->castling.allowed
                         ? given[letter.colour][side]
                         : memchr(reader->text + word.at, reader->text[at], at - word.at) != NULL;
        if (twice)
            return arb__mistake_at(reader, at, "this castling right is given twice");
        given[letter.colour][side] = true;
    }
    return true;
}

/* Checks the fields after the board. Returns false after reporting a mistake. */
static bool check_fields(arb__reader *reader, const arb__placement *placement, arb__span rest,
                         arb__span *turn, arb__span *castling)
{
    static const char *const last[] = {"-", "0", "1"};
    arb__span word;
    if (arb__next_word(reader, &rest, turn) && !arb__word_is(reader, *turn, "w") &&
        !arb__word_is(reader, *turn, "b"))
        return arb__mistake_at(reader, turn->at, "the side to move is w or b");
    if (arb__next_word(reader, &rest, castling) && !check_castling(reader, placement, *castling))
        return false;
    for (size_t i = 0; arb__next_word(reader, &rest, &word); i++)
        if (i == 3 || !arb__word_is(reader, word, last[i]))
            return arb__mistake_at(
                reader, word.at,
                "a start position ends in '- 0 1': no en passant, and the first move");
    return true;
}

static void check_side(arb__reader *reader, size_t at, const census *count, arb_colour colour)
{
    const arb_rules *rules = &reader->rules;
    unsigned royals = rules->royal.kind != ARB_NO_KIND ? count->of[rules->royal.kind] : 0;
    const char *wrong[4];
    size_t found = 0;
    if (rules->royal.kind != ARB_NO_KIND && royals < rules->royal.min)
        wrong[found++] = " has fewer royal pieces here than 'kings' asks for";
    if (rules->royal.max != 255 && royals > rules->royal.max)
        wrong[found++] = " has more royal pieces here than 'kings' allows";
    if (rules->board.max_pieces != 0 && count->all > rules->board.max_pieces)
        wrong[found++] = " has more pieces here than 'max-pieces' allows";
    if (rules->board.max_pawns != 0 && count->of[ARB_PAWN] > rules->board.max_pawns)
        wrong[found++] = " has more pawns here than 'max-pawns' allows";
    for (size_t i = 0; i < found; i++) {
        char sentence[80];
        arb__writer out = arb__writer_on(sentence, sizeof sentence);
        arb__put_text(&out, colour == ARB_WHITE ? "White" : "Black");
        arb__put_text(&out, wrong[i]);
        arb__mistake_at(reader, at, sentence);
    }
}

/* The limits of the parent, where it has any, give way to what stands on this board. Stores how
 * many pieces of each kind a side starts with, if the promotion rule needs it. */
static void check_counts(arb__reader *reader, const arb__placement *placement, size_t at)
{
    arb_rules *rules = &reader->rules;
    census side[2] = {count_side(placement, ARB_WHITE), count_side(placement, ARB_BLACK)};
    unsigned pieces = side[0].all > side[1].all ? side[0].all : side[1].all;
    unsigned pawns =
        side[0].of[ARB_PAWN] > side[1].of[ARB_PAWN] ? side[0].of[ARB_PAWN] : side[1].of[ARB_PAWN];
    memset(rules->board.start_count, 0, sizeof rules->board.start_count);
    for (int colour = 0; rules->pawn.promotion_of != ARB_OF_ANY && colour < 2; colour++)
        for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++)
            rules->board.start_count[colour][kind] = (uint16_t)side[colour].of[kind];
    if (reader->keys[ARB__KEY_START].stated) {
        if (!reader->keys[ARB__KEY_MAX_PIECES].stated && rules->board.max_pieces != 0)
            rules->board.max_pieces = (uint16_t)pieces;
        if (!reader->keys[ARB__KEY_MAX_PAWNS].stated && rules->board.max_pawns != 0)
            rules->board.max_pawns = (uint16_t)pawns;
    }
    if (pieces == 0 && (rules->board.faults & ARB_FAULT_EMPTY))
        arb__mistake_at(reader, at, "nothing stands on the board");
    check_side(reader, at, &side[ARB_WHITE], ARB_WHITE);
    check_side(reader, at, &side[ARB_BLACK], ARB_BLACK);
}

/* Stores the start position as a whole FEN. */
static void store(arb__reader *reader, arb__span board, arb__span turn, arb__span castling)
{
    char *start = reader->rules.board.start;
    memset(start, 0, ARB_START_LIMIT);
    arb__writer out = arb__writer_on(start, ARB_START_LIMIT);
    for (size_t at = board.at; at < board.end; at++)
        arb__put_char(&out, reader->text[at]);
    arb__put_char(&out, ' ');
    arb__put_char(&out, turn.at < turn.end ? reader->text[turn.at] : 'w');
    arb__put_char(&out, ' ');
    for (size_t at = castling.at; at < castling.end; at++)
        arb__put_char(&out, reader->text[at]);
    arb__put_text(&out, castling.at < castling.end ? " - 0 1" : "- - 0 1");
}

bool arb__read_start(arb__reader *reader, const arb__field *field, arb__span value)
{
    const arb_rules *rules = &reader->rules;
    arb__placement placement;
    arb_error error;
    arb__span turn = {0, 0};
    arb__span castling = {0, 0};
    (void)field;
    if (arb__placement_read(&placement, rules, ARB__PLACES_START, reader->text + value.at,
                            value.end - value.at, &error) != ARB_OK)
        return arb__mistake_at(reader, value.at + error.offset, error.text);
    if (placement.size.files != rules->board.size.files ||
        placement.size.ranks != rules->board.size.ranks)
        return arb__mistake_at(reader, value.at, "this is not the size that 'board' states");
    arb__span board = {value.at, value.at + placement.end};
    arb__span rest = {board.end, value.end};
    if (!check_fields(reader, &placement, rest, &turn, &castling))
        return false;
    store(reader, board, turn, castling);
    reader->rules.board.holes = placement.holes;
    check_counts(reader, &placement, value.at);
    return true;
}

/* Do kings and rooks stand where the rights of the parent's start position ("KQkq" or "-") need
 * them? */
static bool rights_hold(const arb_rules *rules, const arb__placement *placement)
{
    const char *rights = rules->board.start + placement->end + strlen(" w ");
    arb__castling_letter letter;
    if (!rules->castling.allowed || rules->royal.kind == ARB_NO_KIND)
        return true;
    for (; *rights != ' ' && *rights != '-'; rights++) {
        arb__castling_letter_read(&letter, placement->size, *rights);
        if (side_of_right(rules, placement, &letter) < 0)
            return false;
    }
    return true;
}

void arb__keep_start(arb__reader *reader)
{
    static const arb__key changes[] = {
        ARB__KEY_BOARD,          ARB__KEY_PIECES,   ARB__KEY_ROYAL,      ARB__KEY_CASTLING_KING,
        ARB__KEY_CASTLING_ROOKS, ARB__KEY_CASTLING, ARB__KEY_MAX_PIECES, ARB__KEY_MAX_PAWNS};
    const arb_rules *rules = &reader->rules;
    const char *start = rules->board.start;
    arb__placement placement;
    size_t at = reader->len;
    for (size_t i = 0; at == reader->len && i < sizeof changes / sizeof changes[0]; i++)
        at = arb__where(reader, changes[i], ARB__KEY_KINGS);
    bool fits = arb__placement_read(&placement, rules, ARB__PLACES_ANY, start, strlen(start),
                                    NULL) == ARB_OK &&
                placement.size.files == rules->board.size.files &&
                placement.size.ranks == rules->board.size.ranks && rights_hold(rules, &placement);
    if (fits) {
        check_counts(reader, &placement, at);
    } else {
        arb__mistake_at(
            reader, at,
            "the parent's start position does not fit this board and these pieces: state 'start'");
    }
}
