/* board_list.c: lists of moves, in the order of chess.js. */
#include "board.h"

#include <stdlib.h>

typedef struct {
    uint32_t rank;
    arb_move move;
} ranked;

/* Directions in the order in which chess.js tries them: files to the right, ranks up. */
static const int8_t knight_order[8][2] = {{-2, 1}, {-1, 2}, {1, 2},   {2, 1},
                                          {2, -1}, {1, -2}, {-1, -2}, {-2, -1}};
static const int8_t queen_order[8][2] = {{-1, 1}, {0, 1},  {1, 1},   {1, 0},
                                         {1, -1}, {0, -1}, {-1, -1}, {-1, 0}};
static const int8_t rook_order[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
static const int8_t bishop_order[4][2] = {{-1, 1}, {1, 1}, {1, -1}, {-1, -1}};

static unsigned direction(const int8_t (*order)[2], unsigned count, int files, int ranks)
{
    for (unsigned i = 0; i < count; i++)
        if (order[i][0] == files && order[i][1] == ranks)
            return i;
    return count;
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

static uint32_t rank_of(const board *b, arb_move move)
{
    arb_square from = arb_move_from(move), to = arb_move_to(move);
    if (arb_move_type_of(move) == ARB_CASTLING)
        return 1u << 24 | (to > from ? 0u : 1u);
    arb_piece piece = arb_position_piece(&b->position, from);
    int files = to % 8 - from % 8, ranks = to / 8 - from / 8;
    int length = abs(files) > abs(ranks) ? abs(files) : abs(ranks);
    unsigned way;
    switch (arb_piece_kind(piece)) {
    case ARB_PAWN: {
        int forward = arb_piece_colour(piece) == ARB_WHITE ? 1 : -1;
        way = files == 0 ? (unsigned)length - 1 : files == -forward ? 2 : 3;
        break;
    }
    case ARB_KNIGHT:
        way = direction(knight_order, 8, files, ranks);
        break;
    case ARB_BISHOP:
        way = direction(bishop_order, 4, sign(files), sign(ranks));
        break;
    case ARB_ROOK:
        way = direction(rook_order, 4, sign(files), sign(ranks));
        break;
    default:
        way = direction(queen_order, 8, sign(files), sign(ranks));
        break;
    }
    return (uint32_t)(from ^ 56) << 16 | way << 12 | (uint32_t)length << 8 |
           arb_move_promotion(move);
}

/* Lists are short: each move goes to its place among those before it. */
static void insert(ranked *list, size_t count, ranked move)
{
    while (count > 0 && list[count - 1].rank > move.rank) {
        list[count] = list[count - 1];
        count--;
    }
    list[count] = move;
}

static size_t list_moves(const board *b, int from, unsigned kind, ranked *list)
{
    arb_move moves[ARB_MOVES_8X8];
    size_t count =
        from < 0 ? arb_position_moves(&b->position, moves, ARB_MOVES_8X8)
                 : arb_position_moves_from(&b->position, (arb_square)from, moves, ARB_MOVES_8X8);
    size_t kept = 0;
    for (size_t i = 0; i < count && i < ARB_MOVES_8X8; i++) {
        arb_piece piece = arb_position_piece(&b->position, arb_move_from(moves[i]));
        if (!kind || arb_piece_kind(piece) == kind)
            insert(list, kept++, (ranked){rank_of(b, moves[i]), moves[i]});
    }
    return kept;
}

/* SAN of the moves, or a record for each. `from` -1: of all squares; `kind` 0: of all kinds. */
int EXPORT(board_moves)(board *b, int from, unsigned kind, int verbose)
{
    static ranked list[ARB_MOVES_8X8];
    answer to = {0};
    size_t count = list_moves(b, from, kind, list);
    for (size_t i = 0; i < count; i++) {
        if (i)
            answer_char(&to, RECORD);
        if (verbose) {
            board_describe(&to, b, list[i].move);
        } else {
            char san[16];
            answer_bytes(&to, san, arb_san_write(&b->position, list[i].move, san, sizeof san));
        }
    }
    return answer_end(&to);
}
