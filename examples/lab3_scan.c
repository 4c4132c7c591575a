/* Lab 3, parts 1 to 4: set a board of any size up, ask isValidMove and isPieceUnderThreat for every
 * piece, and move. Rows count from the top, as in the handout. */
#include "arbiter.h"
#include <stdio.h>
#include <string.h>

static arb_square at(const arb_position *board, int row, int column)
{
    arb_size size = arb_position_size(board);
    return arb_square_at(size, column, size.ranks - 1 - row);
}

static int row_of(const arb_position *board, arb_square square)
{
    arb_size size = arb_position_size(board);
    return size.ranks - 1 - arb_square_rank(size, square);
}

static int column_of(const arb_position *board, arb_square square)
{
    return arb_square_file(arb_position_size(board), square);
}

/* isValidScan: the moves of both sides, whoever has the turn. */
static void valid_scan(const arb_position *board)
{
    arb_move moves[256];
    for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++) {
        size_t count = arb_position_moves_of(board, (arb_colour)colour, moves, 256);
        printf("%s:", colour == ARB_WHITE ? "white" : "black");
        for (size_t i = 0; i < count; i++) {
            arb_square from = arb_move_from(moves[i]), to = arb_move_to(moves[i]);
            printf(" %d,%d-%d,%d", row_of(board, from), column_of(board, from), row_of(board, to),
                   column_of(board, to));
        }
        printf("\n");
    }
}

/* underThreatScan: isPieceUnderThreat for every piece. */
static void threat_scan(const arb_position *board)
{
    arb_size size = arb_position_size(board);
    printf("under threat:");
    for (int row = 0; row < size.ranks; row++)
        for (int column = 0; column < size.files; column++)
            if (arb_position_threatened(board, at(board, row, column)))
                printf(" %d,%d", row, column);
    printf("\n");
}

/* movePiece: true if the move was made. */
static bool move_piece(arb_position *board, int row, int column, int to_row, int to_column)
{
    char why[160];
    arb_undo undo;
    arb_verdict verdict = arb_position_verdict(board, at(board, row, column),
                                               at(board, to_row, to_column), ARB_NO_KIND);
    arb_verdict_text(&verdict, board, why, sizeof why);
    printf("movePiece %d %d %d %d: %s\n", row, column, to_row, to_column, why);
    return verdict.code == ARB_V_OK && arb_position_play(board, verdict.move, &undo);
}

int main(void)
{
    const arb_rules *rules = arb_rules_find("lab", strlen("lab"));
    arb_size size = {.files = 4, .ranks = 4};
    arb_setup setup;
    arb_position board;

    /* createChessPiece: the square's rank counts from the bottom. */
    arb_setup_clear(&setup, size);
    arb_setup_put(&setup, rules, arb_square_at(size, 0, 3), arb_piece_of(ARB_BLACK, ARB_KING));
    arb_setup_put(&setup, rules, arb_square_at(size, 0, 1), arb_piece_of(ARB_WHITE, ARB_KING));
    arb_setup_put(&setup, rules, arb_square_at(size, 3, 3), arb_piece_of(ARB_BLACK, ARB_BISHOP));
    arb_setup_put(&setup, rules, arb_square_at(size, 2, 2), arb_piece_of(ARB_BLACK, ARB_PAWN));
    arb_setup_home_rights(&setup, rules); /* castling, on 8x8 boards */
    if (arb_position_set(&board, rules, &setup, ARB_KERNEL_AUTO, 0) != 0)
        return 1;

    valid_scan(&board);
    threat_scan(&board);
    move_piece(&board, 2, 0, 3, 1);
    move_piece(&board, 1, 2, 3, 2);
    move_piece(&board, 3, 1, 2, 2);
    move_piece(&board, 0, 3, 3, 0);
    move_piece(&board, 0, 3, 1, 0);
    valid_scan(&board);
}
