/* main.c: Lab 3 as a program: reads a config on standard input, prints an answer an action. The
 * rules are in the library beside it:
 *
 *     cc -I../../../include -o lab3 main.c ../library/lab3.c
 *     arbiter grade --program ./lab3 ../tests/part*.txt
 */
#include "lab3.h"

#include <stdio.h>
#include <string.h>

static void valid_scan(ChessBoard *board)
{
    int squares = getNumRows(board) * getNumCols(board), columns = getNumCols(board);
    for (int from = 0; from < squares; from++)
        for (int to = 0; to < squares; to++)
            if (isValidMove(board, from / columns, from % columns, to / columns, to % columns))
                printf("%d %d %d %d\n", from / columns, from % columns, to / columns, to % columns);
    printf(".\n");
}

static void threat_scan(ChessBoard *board)
{
    for (int row = 0; row < getNumRows(board); row++)
        for (int column = 0; column < getNumCols(board); column++)
            if (isPieceUnderThreat(board, row, column))
                printf("%d %d\n", row, column);
    printf(".\n");
}

static void act(ChessBoard *board, const char *line)
{
    int r, c, R, C;
    if (strncmp(line, "isValidScan", 11) == 0)
        valid_scan(board);
    else if (strncmp(line, "underThreatScan", 15) == 0)
        threat_scan(board);
    else if (sscanf(line, "movePiece %d %d %d %d", &r, &c, &R, &C) == 4)
        printf("%s\n", movePiece(board, r, c, R, C) ? "true" : "false");
    else if (sscanf(line, "isValidMove %d %d %d %d", &r, &c, &R, &C) == 4)
        printf("%s\n", isValidMove(board, r, c, R, C) ? "true" : "false");
    else if (sscanf(line, "isPieceUnderThreat %d %d", &r, &c) == 2)
        printf("%s\n", isPieceUnderThreat(board, r, c) ? "true" : "false");
}

static Type type_of(char letter)
{
    static const char letters[] = "prbknq";
    return (Type)(strchr(letters, letter) - letters);
}

int main(void)
{
    char line[256], color, letter;
    int points, row, column;
    bool playing = false, sized = false, pointed = false;
    ChessBoard *board = NULL;

    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strncmp(line, "//", 2) == 0 || strspn(line, " \t\r\n") == strlen(line))
            continue;
        if (!pointed)
            pointed = sscanf(line, "%d", &points) == 1;
        else if (!sized) {
            sized = sscanf(line, "%d %d", &row, &column) == 2;
            board = createChessBoard(row, column);
        } else if (line[0] == '~')
            playing = true;
        else if (playing)
            act(board, line);
        else if (sscanf(line, "%c %c %d %d", &color, &letter, &row, &column) == 4)
            createChessPiece(board, color == 'w' ? White : Black, type_of(letter), row, column);
    }
    deleteChessBoard(board);
    return 0;
}
