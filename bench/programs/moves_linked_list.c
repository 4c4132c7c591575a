/* moves_linked_list.c: the reference program for `arbiter moves`, which solves CMPS 12B as its
 * handout suggests and no cleverer.
 *
 *     moves_linked_list INPUT OUTPUT
 *
 * The board is a linked list of pieces; find walks it; each square of a move's path is looked up
 * one by one; check is found by asking every enemy piece whether it can move to the king's square.
 * Well-formed input is taken for granted, as the handout allows. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct piece {
    char kind; /* k q r b n p */
    bool black;
    int column, row;
    struct piece *next;
} piece;

static piece *find(piece *board, int column, int row)
{
    for (piece *p = board; p != NULL; p = p->next)
        if (p->column == column && p->row == row)
            return p;
    return NULL;
}

static void delete_at(piece **board, int column, int row)
{
    for (piece **link = board; *link != NULL; link = &(*link)->next) {
        piece *p = *link;
        if (p->column == column && p->row == row) {
            *link = p->next;
            free(p);
            return;
        }
    }
}

static void free_all(piece *board)
{
    while (board != NULL) {
        piece *next = board->next;
        free(board);
        board = next;
    }
}

/* Does a piece of this kind, which is not a pawn, go there on an empty board? */
static bool attacks(const piece *p, int column, int row)
{
    int across = abs(column - p->column);
    int up = abs(row - p->row);
    bool straight = across == 0 || up == 0;
    bool diagonal = across == up;
    switch (p->kind) {
    case 'k':
        return across <= 1 && up <= 1;
    case 'q':
        return straight || diagonal;
    case 'r':
        return straight;
    case 'b':
        return diagonal;
    case 'n':
        return (across == 1 && up == 2) || (across == 2 && up == 1);
    default:
        return false;
    }
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

/* Writes the squares between the two to `path` and returns their number. */
static int path_between(int column, int row, int to_column, int to_row, int path[8][2])
{
    int count = 0;
    int across = sign(to_column - column);
    int up = sign(to_row - row);
    for (column += across, row += up; column != to_column || row != to_row;
         column += across, row += up) {
        path[count][0] = column;
        path[count][1] = row;
        count++;
    }
    return count;
}

static bool pawn_can_move(piece *board, const piece *p, int column, int row)
{
    int forward = p->black ? -1 : 1;
    int start = p->black ? 7 : 2;
    piece *target = find(board, column, row);
    if (column == p->column && row == p->row + forward)
        return target == NULL;
    if (column == p->column && p->row == start && row == p->row + 2 * forward)
        return target == NULL && find(board, column, p->row + forward) == NULL;
    return abs(column - p->column) == 1 && row == p->row + forward && target != NULL &&
           target->black != p->black;
}

/* May the piece on the first square go to the second, if checks do not count? */
static bool can_move(piece *board, int column, int row, int to_column, int to_row)
{
    int path[8][2];
    piece *p = find(board, column, row);
    if (p == NULL || (column == to_column && row == to_row) || to_column < 1 || to_column > 8 ||
        to_row < 1 || to_row > 8)
        return false;
    if (p->kind == 'p')
        return pawn_can_move(board, p, to_column, to_row);
    if (!attacks(p, to_column, to_row))
        return false;
    if (p->kind != 'n') {
        int count = path_between(column, row, to_column, to_row, path);
        for (int i = 0; i < count; i++)
            if (find(board, path[i][0], path[i][1]) != NULL)
                return false;
    }
    piece *target = find(board, to_column, to_row);
    return target == NULL || target->black != p->black;
}

static bool in_check(piece *board, bool black)
{
    piece *king = board;
    while (king != NULL && !(king->kind == 'k' && king->black == black))
        king = king->next;
    if (king == NULL)
        return false;
    for (piece *p = board; p != NULL; p = p->next)
        if (p->black != black && can_move(board, p->column, p->row, king->column, king->row))
            return true;
    return false;
}

static bool make_move(piece **board, bool black, const int move[4])
{
    piece *p = find(*board, move[0], move[1]);
    if (p == NULL || p->black != black || !can_move(*board, move[0], move[1], move[2], move[3]))
        return false;
    delete_at(board, move[2], move[3]);
    p->column = move[2];
    p->row = move[3];
    return !in_check(*board, black);
}

static piece *read_board(char *text)
{
    piece *board = NULL;
    char *save = NULL;
    for (char *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        piece *p = malloc(sizeof *p);
        if (p == NULL)
            exit(4);
        p->kind = (char)tolower((unsigned char)word[0]);
        p->black = isupper((unsigned char)word[0]) != 0;
        p->column = (int)strtol(strtok_r(NULL, " ", &save), NULL, 10);
        p->row = (int)strtol(strtok_r(NULL, " ", &save), NULL, 10);
        p->next = board;
        board = p;
    }
    return board;
}

static void judge(char *line, FILE *out)
{
    char *colon = strchr(line, ':');
    char *save = NULL;
    bool black = false;
    int move[4];

    *colon = '\0';
    piece *board = read_board(line);
    for (char *word = strtok_r(colon + 1, " \n", &save); word;
         word = strtok_r(NULL, " \n", &save)) {
        move[0] = (int)strtol(word, NULL, 10);
        for (int i = 1; i < 4; i++)
            move[i] = (int)strtol(strtok_r(NULL, " \n", &save), NULL, 10);
        if (!make_move(&board, black, move)) {
            fprintf(out, "%d %d %d %d illegal\n", move[0], move[1], move[2], move[3]);
            free_all(board);
            return;
        }
        black = !black;
    }
    fprintf(out, "Legal\n");
    free_all(board);
}

int main(int argc, char **argv)
{
    FILE *in = argc == 3 ? fopen(argv[1], "r") : NULL;
    FILE *out = in ? fopen(argv[2], "w") : NULL;
    char *line = NULL;
    size_t cap = 0;

    if (out == NULL) {
        fprintf(stderr, "usage: moves_linked_list INPUT OUTPUT\n");
        return 2;
    }
    while (getline(&line, &cap, in) > 0)
        judge(line, out);
    free(line);
    fclose(in);
    return fclose(out) == 0 ? 0 : 4;
}
