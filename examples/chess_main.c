/* The MSc exercise's main program in C: a chess board that takes moves as two squares and says what
 * came of them. Its output is the handout's. */
#include "arbiter.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *colour_name(arb_colour colour)
{
    return colour == ARB_WHITE ? "White" : "Black";
}

/* "White's Knight" */
static void print_piece(const arb_position *board, arb_piece piece)
{
    const char *name = arb_position_rules(board)->kinds[arb_piece_kind(piece)].name;
    printf("%s's %c%s", colour_name(arb_piece_colour(piece)), toupper((unsigned char)name[0]),
           name + 1);
}

static void reset_board(arb_position *board)
{
    arb_position_start(board, arb_rules_find("basic", strlen("basic")));
    printf("A new chess game is started!\n");
}

static arb_square square_of(const arb_position *board, const char *name)
{
    arb_square square;
    size_t len = strlen(name);
    return arb_square_read(arb_position_size(board), name, len, &square) == len ? square
                                                                                : ARB_NO_SQUARE;
}

static void print_refusal(const arb_position *board, const arb_verdict *verdict, const char *source,
                          const char *target)
{
    if (verdict->piece == ARB_NO_PIECE) {
        printf("There is no piece at position %s!\n", source);
    } else if (verdict->code == ARB_V_NOT_YOUR_TURN) {
        printf("It is not %s's turn to move!\n", colour_name(arb_piece_colour(verdict->piece)));
    } else {
        print_piece(board, verdict->piece);
        printf(" cannot move to %s!\n", target);
    }
}

static void print_state(const arb_position *board)
{
    arb_colour turn = arb_position_turn(board);
    if (arb_position_is_checkmate(board))
        printf("%s is in checkmate\n", colour_name(turn));
    else if (arb_position_is_stalemate(board))
        printf("%s is in stalemate\n", colour_name(turn));
    else if (arb_position_in_check(board, turn))
        printf("%s is in check\n", colour_name(turn));
}

static void submit_move(arb_position *board, const char *source, const char *target)
{
    arb_undo undo;
    arb_verdict verdict = arb_position_verdict(board, square_of(board, source),
                                               square_of(board, target), ARB_NO_KIND);
    if (verdict.code != ARB_V_OK) {
        print_refusal(board, &verdict, source, target);
        return;
    }
    arb_position_play(board, verdict.move, &undo);
    print_piece(board, undo.moved);
    printf(" moves from %s to %s", source, target);
    if (undo.captured != ARB_NO_PIECE) {
        printf(" taking ");
        print_piece(board, undo.captured);
    }
    printf("\n");
    print_state(board);
}

static void print_heading(const char *text)
{
    printf("===========================\n%s\n===========================\n\n", text);
}

int main(void)
{
    static const char *const refused[][2] = {
        {"D7", "D6"}, {"D4", "H6"}, {"D2", "D4"}, {"F8", "B4"}};
    static const char *const game[][2] = {
        {"E2", "E4"}, {"E7", "E6"}, {"D2", "D4"}, {"D7", "D5"}, {"B1", "C3"}, {"F8", "B4"},
        {"F1", "D3"}, {"B4", "C3"}, {"B2", "C3"}, {"H7", "H6"}, {"C1", "A3"}, {"B8", "D7"},
        {"D1", "E2"}, {"D5", "E4"}, {"D3", "E4"}, {"G8", "F6"}, {"E4", "D3"}, {"B7", "B6"},
        {"E2", "E6"}, {"F7", "E6"}, {"D3", "G6"},
    };
    arb_position board;

    print_heading("Testing the Chess Engine");
    reset_board(&board);
    printf("\n");
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        submit_move(&board, refused[i][0], refused[i][1]);
        printf("\n");
    }

    print_heading("Alekhine vs. Vasic (1931)");
    reset_board(&board);
    printf("\n");
    for (size_t i = 0; i < sizeof game / sizeof game[0]; i++) {
        submit_move(&board, game[i][0], game[i][1]);
        if (i % 2 == 1)
            printf("\n");
    }
    printf("\n");
}
