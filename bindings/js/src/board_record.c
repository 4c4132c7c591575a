/* board_record.c: what chess.js tells of a move. */
#include "board.h"

#include <stdlib.h>

void board_write_square(answer *to, arb_square square)
{
    answer_char(to, (char)('a' + square % 8));
    answer_char(to, (char)('1' + square / 8));
}

arb_square board_arrival(arb_move move)
{
    arb_square from = arb_move_from(move), to = arb_move_to(move);
    if (arb_move_type_of(move) != ARB_CASTLING)
        return to;
    int side = to > from ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
    return (arb_square)((from & 56) + board_rules()->castling.king_to[side]);
}

static char letter_of(arb_kind kind)
{
    return board_rules()->kinds[kind].letter;
}

static void write_null(answer *to, board *b)
{
    answer_char(to, b->position.turn == ARB_WHITE ? 'w' : 'b');
    static const char *const rest[] = {"a8", "a8", "k", "", "", "-", "--", "a8a8"};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        answer_char(to, FIELD);
        answer_text(to, rest[i]);
    }
    answer_char(to, FIELD);
}

static void write_flags(answer *to, arb_move move, arb_piece moved, arb_kind captured)
{
    arb_square from = arb_move_from(move), target = arb_move_to(move);
    arb_move_type type = arb_move_type_of(move);
    if (type == ARB_CASTLING)
        answer_char(to, target > from ? 'k' : 'q');
    else if (type == ARB_EN_PASSANT)
        answer_char(to, 'e');
    else if (captured)
        answer_char(to, 'c');
    else if (arb_piece_kind(moved) == ARB_PAWN && abs(target - from) == 16)
        answer_char(to, 'b');
    else
        answer_char(to, 'n');
    if (arb_move_promotion(move))
        answer_char(to, 'p');
}

void board_describe(answer *to, board *b, arb_move move)
{
    arb_position *position = &b->position;
    if (!move) {
        write_null(to, b);
    } else {
        arb_square from = arb_move_from(move), target = board_arrival(move);
        arb_piece moved = arb_position_piece(position, from);
        arb_move_type type = arb_move_type_of(move);
        arb_kind captured = type == ARB_EN_PASSANT ? ARB_PAWN
                            : type == ARB_CASTLING
                                ? ARB_NO_KIND
                                : arb_piece_kind(arb_position_piece(position, target));
        arb_kind promotion = arb_move_promotion(move);
        char san[16];
        answer_char(to, arb_piece_colour(moved) == ARB_WHITE ? 'w' : 'b');
        answer_char(to, FIELD);
        board_write_square(to, from);
        answer_char(to, FIELD);
        board_write_square(to, target);
        answer_char(to, FIELD);
        answer_char(to, letter_of(arb_piece_kind(moved)));
        answer_char(to, FIELD);
        if (captured)
            answer_char(to, letter_of(captured));
        answer_char(to, FIELD);
        if (promotion)
            answer_char(to, letter_of(promotion));
        answer_char(to, FIELD);
        write_flags(to, move, moved, captured);
        answer_char(to, FIELD);
        answer_bytes(to, san, arb_san_write(position, move, san, sizeof san));
        answer_char(to, FIELD);
        board_write_square(to, from);
        board_write_square(to, target);
        if (promotion)
            answer_char(to, letter_of(promotion));
        answer_char(to, FIELD);
    }
    bool loaded = b->loaded;
    uint64_t now = board_changes;
    board_write_fen(to, b, false);
    answer_char(to, FIELD);
    if (board_make(b, move)) {
        board_write_new_fen(to, b, false);
        board_unmake(b);
    }
    b->loaded = loaded;
    board_changes = now; /* it stands as before */
}
