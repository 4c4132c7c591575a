/* generate_boards.c: generates tests in the format of moves: each line has a board and some moves.
 * Layer: grade. */
#include "formats/moves12b.h"
#include "grade/generate/generate_parts.h"

#include <stdlib.h>

enum { LINES = 12, LINE_TRIES = 200, MOVES_OF_LINE = 6 };
enum { PIECES, BLOCKS, CHECK, PAWNS };

/* Does a slider stand on a line with the enemy's king, whatever stands between? A student who has
 * not yet implemented blocking may take that for a check. */
static bool kings_are_in_line(const arb_position *position)
{
    arb_size size = arb_position_size(position);
    for (arb_square king = 0; king < 64; king++) {
        arb_piece piece = arb_position_piece(position, king);
        if (arb_piece_kind(piece) != ARB_KING)
            continue;
        for (arb_square other = 0; other < 64; other++) {
            arb_piece slider = arb_position_piece(position, other);
            arb_kind kind = arb_piece_kind(slider);
            int files = abs(arb_square_file(size, king) - arb_square_file(size, other));
            int ranks = abs(arb_square_rank(size, king) - arb_square_rank(size, other));
            if (slider == ARB_NO_PIECE || arb_piece_colour(slider) == arb_piece_colour(piece))
                continue;
            if (((kind == ARB_QUEEN || kind == ARB_ROOK) && (files == 0 || ranks == 0)) ||
                ((kind == ARB_QUEEN || kind == ARB_BISHOP) && files == ranks))
                return true;
        }
    }
    return false;
}

/* Sets up a king of each colour and some other pieces, with pawns only if the test is about
 * them. */
static bool set_up(line_maker *m, fmt_moves *moves, unsigned about)
{
    static const arb_kind kinds[] = {ARB_QUEEN, ARB_ROOK, ARB_BISHOP, ARB_KNIGHT, ARB_PAWN};
    arb_setup *setup = &moves->setup;
    unsigned pieces = (about == PIECES ? 3 : 5) + grade_draw(m, about == PIECES ? 5 : 9);
    arb_setup_clear(setup, moves->rules.board.size);
    for (unsigned i = 0; i < pieces + 2; i++) {
        int file = (int)grade_draw(m, 8), rank = (int)grade_draw(m, 8);
        arb_kind kind = i < 2 ? ARB_KING : kinds[grade_draw(m, about == PAWNS ? 5 : 4)];
        arb_colour colour = i % 2 == 0 ? ARB_WHITE : ARB_BLACK;
        if (about == PAWNS && i >= 2 && grade_chance(m, 50))
            kind = ARB_PAWN;
        if (kind == ARB_PAWN && grade_chance(m, 50)) /* on a row from which double steps start */
            rank = colour == ARB_WHITE ? 1 : 6;
        arb_square square = arb_square_at(setup->size, file, rank);
        if (square == ARB_NO_SQUARE || setup->board[square] != ARB_NO_PIECE ||
            (kind == ARB_PAWN && (rank == 0 || rank == 7))) {
            if (i < 2)
                return false;
            continue;
        }
        arb_setup_put(setup, &moves->rules, square, arb_piece_of(colour, kind));
    }
    return arb_position_set(&m->position, &moves->rules, setup, ARB_KERNEL_AUTO, 0) == 0 &&
           !arb_position_in_check(&m->position, ARB_BLACK) &&
           !arb_position_in_check(&m->position, ARB_WHITE) &&
           (about != PIECES || !kings_are_in_line(&m->position));
}

static verdict_set refused_by(unsigned about)
{
    switch (about) {
    case PIECES:
        return verdict_bit(ARB_V_NO_PIECE) | verdict_bit(ARB_V_NOT_YOUR_TURN) |
               verdict_bit(ARB_V_OWN_PIECE) | verdict_bit(ARB_V_WRONG_SHAPE);
    case BLOCKS:
        return verdict_bit(ARB_V_BLOCKED);
    case CHECK:
        return verdict_bit(ARB_V_KING_INTO_CHECK) | verdict_bit(ARB_V_EXPOSES_KING) |
               verdict_bit(ARB_V_STILL_IN_CHECK);
    default:
        return verdict_bit(ARB_V_PAWN_NO_CAPTURE) | verdict_bit(ARB_V_PAWN_BLOCKED) |
               verdict_bit(ARB_V_PAWN_DOUBLE_STEP) | verdict_bit(ARB_V_WRONG_SHAPE) |
               verdict_bit(ARB_V_BLOCKED);
    }
}

/* Accepts moves that need no rule beyond the test's topic: before checks are a topic no king is
 * attacked. */
static bool is_safe(const arb_position *before, const arb_position *after, arb_move move)
{
    (void)before, (void)move;
    return !arb_position_in_check(after, ARB_WHITE) && !arb_position_in_check(after, ARB_BLACK);
}

static bool is_open(const arb_position *before, const arb_position *after, arb_move move)
{
    return is_safe(before, after, move) && !kings_are_in_line(after);
}

static bool gives_check(const arb_position *before, const arb_position *after, arb_move move)
{
    (void)before, (void)move;
    return arb_position_in_check(after, arb_position_turn(after));
}

static bool moves_pawn(const arb_position *before, const arb_position *after, arb_move move)
{
    return arb_piece_kind(arb_position_piece(before, arb_move_from(move))) == ARB_PAWN &&
           is_safe(before, after, move);
}

static void put_move(line_maker *m, arb_square from, arb_square to)
{
    arb_size size = arb_position_size(&m->position);
    fmt_putf(m->out, " %d %d %d %d", arb_square_file(size, from) + 1,
             arb_square_rank(size, from) + 1, arb_square_file(size, to) + 1,
             arb_square_rank(size, to) + 1);
}

static bool pick(line_maker *m, unsigned about, arb_move *move)
{
    if (about == CHECK)
        return (grade_chance(m, 60) && grade_pick_move(m, gives_check, move)) ||
               grade_pick_move(m, NULL, move);
    return (about == PAWNS && grade_chance(m, 70) && grade_pick_move(m, moves_pawn, move)) ||
           grade_pick_move(m, about == PIECES ? is_open : is_safe, move);
}

/* Drops the line end that the format writes after a board, because the moves follow on the same
 * line. */
static void put_on_line(void *context, const char *text, size_t len)
{
    const fmt_out *out = context;
    while (len > 0 && text[len - 1] == '\n')
        len--;
    fmt_put(out, text, len);
}

/* Writes the line if it ends as wanted, with a refused move or without. */
static bool put_line(line_maker *m, fmt_moves *moves, unsigned about, bool refused)
{
    unsigned count = 1 + grade_draw(m, MOVES_OF_LINE);
    arb_position start = m->position;
    arb_move list[MOVES_OF_LINE];
    line_attempt attempt;
    for (unsigned i = 0; i < count; i++) {
        if (!pick(m, about, &list[i]))
            return false;
        grade_make_move(m, list[i]);
    }
    if (refused && !grade_attempt(m, refused_by(about), &attempt))
        return false;
    moves->position = start;
    fmt_moves_board(&(fmt_out){put_on_line, (void *)m->out}, moves);
    for (unsigned i = 0; i < count; i++)
        put_move(m, arb_move_from(list[i]), arb_move_to(list[i]));
    if (refused)
        put_move(m, attempt.from, attempt.to);
    fmt_put_text(m->out, "\n");
    return true;
}

void grade_generate_boards(line_maker *m, unsigned about)
{
    fmt_moves moves;
    fmt_moves_start(&moves, true);
    for (unsigned line = 0; line < LINES; line++)
        for (unsigned tries = 0; tries < LINE_TRIES; tries++)
            if (set_up(m, &moves, about) && put_line(m, &moves, about, line % 3 != 2))
                break;
}
