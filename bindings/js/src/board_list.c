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

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

static uint8_t direction(const int8_t (*order)[2], unsigned count, int files, int ranks)
{
    uint8_t i = 0;
    while (i < count && (order[i][0] != files || order[i][1] != ranks))
        i++;
    return i;
}

/* By kind, files and ranks between two squares: direction and length of the way, as the bits that
 * they are in a move's sort key. Computed once. */
enum { SPAN = 15 };
static uint16_t ways[ARB_KING + 1][SPAN][SPAN];

static void fill_ways(void)
{
    for (int files = -7; files <= 7; files++)
        for (int ranks = -7; ranks <= 7; ranks++) {
            int length = abs(files) > abs(ranks) ? abs(files) : abs(ranks);
            const uint8_t way[ARB_KING + 1] = {
                [ARB_KNIGHT] = direction(knight_order, 8, files, ranks),
                [ARB_BISHOP] = direction(bishop_order, 4, sign(files), sign(ranks)),
                [ARB_ROOK] = direction(rook_order, 4, sign(files), sign(ranks)),
                [ARB_QUEEN] = direction(queen_order, 8, sign(files), sign(ranks)),
                [ARB_KING] = direction(queen_order, 8, sign(files), sign(ranks))};
            for (arb_kind kind = ARB_KNIGHT; kind <= ARB_KING; kind++)
                ways[kind][files + 7][ranks + 7] = (uint16_t)(way[kind] << 12 | length << 8);
            /* The order for a pawn: step, double step, capture to one side, to the other; seen from
             * White, and mirrored for Black. */
            int side = ranks > 0 ? files : -files;
            ways[ARB_PAWN][files + 7][ranks + 7] = (uint16_t)((files == 0 ? length - 1
                                                               : side < 0 ? 2
                                                                          : 3)
                                                                  << 12 |
                                                              length << 8);
        }
}

static uint32_t rank_of(const board *b, arb_move move)
{
    arb_square from = arb_move_from(move), to = arb_move_to(move);
    if (arb_move_type_of(move) == ARB_CASTLING)
        return 1u << 24 | (to > from ? 0u : 1u);
    arb_kind kind = arb_piece_kind(arb_position_piece(&b->position, from));
    return (uint32_t)(from ^ 56) << 16 | ways[kind][to % 8 - from % 8 + 7][to / 8 - from / 8 + 7] |
           arb_move_promotion(move);
}

/* Sorts by insertion, because lists are short. */
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
    if (ways[ARB_ROOK][7][8] == 0)
        fill_ways();
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

/* Writes the SAN of the moves, or the FEN and a record for each. `from` -1 means all squares,
 * `kind` 0 all kinds. */
int EXPORT(board_moves)(board *b, int from, unsigned kind, int verbose)
{
    static ranked list[ARB_MOVES_8X8];
    answer to = {0};
    size_t count = list_moves(b, from, kind, list);
    if (verbose)
        board_write_fen(&to, b, false);
    for (size_t i = 0; i < count; i++) {
        if (i || verbose)
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
