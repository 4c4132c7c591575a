/* chess960.c: the 960 start positions by Scharnagl's numbers. Layer: setup. */
#include "setup/setup.h"

/* Puts the kind on the nth empty square of the row, counted from 0, and returns its file. */
static int put_nth_empty(arb_kind row[8], unsigned n, arb_kind kind)
{
    int file = 0;
    while (row[file] != ARB_NO_KIND || n-- > 0)
        file++;
    row[file] = kind;
    return file;
}

bool arb_setup_chess960(arb_setup *setup, unsigned number)
{
    /* The ten ways to choose two of five squares, in lexical order. */
    static const uint8_t knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                           {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    static const arb_size size = {8, 8};

    if (number >= 960)
        return false;
    arb_kind row[8] = {0};
    row[number % 4 * 2 + 1] = ARB_BISHOP; /* on a light square */
    row[number / 4 % 4 * 2] = ARB_BISHOP; /* on a dark one */
    put_nth_empty(row, number / 16 % 6, ARB_QUEEN);
    const uint8_t *pair = knights[number / 96];
    put_nth_empty(row, pair[0], ARB_KNIGHT);
    put_nth_empty(row, pair[1] - 1u, ARB_KNIGHT); /* the first knight has filled a square */
    int queen_rook = put_nth_empty(row, 0, ARB_ROOK);
    int king = put_nth_empty(row, 0, ARB_KING);
    int king_rook = put_nth_empty(row, 0, ARB_ROOK);

    arb_setup_clear(setup, size);
    for (int c = ARB_WHITE; c <= ARB_BLACK; c++) {
        arb_colour colour = (arb_colour)c;
        int home = colour == ARB_WHITE ? 0 : 7;
        int second = colour == ARB_WHITE ? 1 : 6;
        for (int file = 0; file < 8; file++) {
            setup->board[arb_square_at(size, file, home)] = arb_piece_of(colour, row[file]);
            setup->board[arb_square_at(size, file, second)] = arb_piece_of(colour, ARB_PAWN);
        }
        setup->royal[colour] = arb_square_at(size, king, home);
        setup->castle_rook[colour][ARB_KING_SIDE] = arb_square_at(size, king_rook, home);
        setup->castle_rook[colour][ARB_QUEEN_SIDE] = arb_square_at(size, queen_rook, home);
    }
    return true;
}
