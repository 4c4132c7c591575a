/* board_record.c: writes what chess.js tells about a move. */
#include "board.h"

#include <stdlib.h>

static void put_square(char *at, arb_square square)
{
    at[0] = (char)('a' + square % 8);
    at[1] = (char)('1' + square / 8);
}

void board_write_square(answer *to, arb_square square)
{
    char name[2];
    put_square(name, square);
    answer_bytes(to, name, 2);
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

/* The kind of the move, as chess.js has it among its flags. */
static char flag_of(arb_move move, arb_piece moved, arb_kind captured)
{
    arb_square from = arb_move_from(move), target = arb_move_to(move);
    arb_move_type type = arb_move_type_of(move);
    if (type == ARB_CASTLING)
        return target > from ? 'k' : 'q';
    if (type == ARB_EN_PASSANT)
        return 'e';
    if (captured)
        return 'c';
    return arb_piece_kind(moved) == ARB_PAWN && abs(target - from) == 16 ? 'b' : 'n';
}

void board_describe_head(answer *to, const board *b, arb_move move)
{
    const arb_position *position = &b->position;
    char head[RECORD_HEAD + 16] = "?a8a8k..-\x02--";
    size_t len = RECORD_HEAD + 2;
    head[0] = arb_position_turn(position) == ARB_WHITE ? 'w' : 'b';
    if (move) {
        arb_square from = arb_move_from(move), target = board_arrival(move);
        arb_piece moved = arb_position_piece(position, from);
        arb_move_type type = arb_move_type_of(move);
        arb_kind captured = type == ARB_EN_PASSANT ? ARB_PAWN
                            : type == ARB_CASTLING
                                ? ARB_NO_KIND
                                : arb_piece_kind(arb_position_piece(position, target));
        arb_kind promotion = arb_move_promotion(move);
        size_t san = arb_san_write(position, move, head + RECORD_HEAD, 16);
        put_square(head + 1, from);
        put_square(head + 3, target);
        head[5] = letter_of(arb_piece_kind(moved));
        head[6] = captured ? letter_of(captured) : '.';
        head[7] = promotion ? letter_of(promotion) : '.';
        head[8] = flag_of(move, moved, captured);
        head[9] = (char)san;
        len = RECORD_HEAD + san;
    }
    answer_bytes(to, head, len);
}

void board_describe(answer *to, board *b, arb_move move)
{
    board_describe_head(to, b, move);
    if (board_make(b, move)) {
        board_write_new_fen(to, b, false);
        board_unmake(b);
    }
}
