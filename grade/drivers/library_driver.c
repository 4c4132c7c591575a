/* library_driver.c: drives a C library with the functions of lab3.h. Its path is the argument. */
#include "lab3.h"

#include "driver.h"
#include "first_process.h"

#include <dlfcn.h>

static ChessBoard *board;

static ChessBoard *(*create_board)(int, int);
static void (*delete_board)(ChessBoard *);
static void (*create_piece)(ChessBoard *, Color, Type, int, int);
static bool (*valid_move)(ChessBoard *, int, int, int, int);
static bool (*move_piece)(ChessBoard *, int, int, int, int);
static bool (*under_threat)(ChessBoard *, int, int);
static ChessPiece *(*get_piece)(ChessBoard *, int, int);
static Color (*get_color)(ChessPiece *);
static Type (*get_type)(ChessPiece *);
static float (*score_board)(ChessBoard *);
static float (*next_score)(ChessBoard *);

/* The letters of the pieces, in the order of the enumeration. */
static const char letters[] = "prbknq";

static void call_make(int rows, int columns)
{
    board = create_board(rows, columns);
    if (!board) {
        fprintf(stderr, "createChessBoard gave no board\n");
        exit(1);
    }
}

static void call_put(int white, char letter, int row, int column)
{
    const char *at = strchr(letters, letter);
    if (at)
        create_piece(board, white ? White : Black, (Type)(at - letters), row, column);
}

static void call_end(void)
{
    if (delete_board)
        delete_board(board);
}

static int call_valid(int row, int column, int to_row, int to_column)
{
    return valid_move(board, row, column, to_row, to_column);
}

static int call_move(int row, int column, int to_row, int to_column)
{
    return move_piece(board, row, column, to_row, to_column);
}

static int call_threat(int row, int column)
{
    return under_threat(board, row, column);
}

static char call_piece(int row, int column)
{
    ChessPiece *piece = get_piece(board, row, column);
    if (!piece)
        return '.';
    unsigned type = (unsigned)get_type(piece);
    if (type > Queen)
        return '?';
    return (char)(get_color(piece) == White ? letters[type] - 'a' + 'A' : letters[type]);
}

static double call_score(void)
{
    return score_board(board);
}

static double call_next(void)
{
    return next_score(board);
}

int main(int argc, char **argv)
{
    void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : 0;
    if (!library) {
        fprintf(stderr, "%s\n", argc == 2 ? dlerror() : "usage: library_driver FILE.so");
        return 1;
    }
#define FIND(variable, name) *(void **)&variable = dlsym(library, name)
    FIND(create_board, "createChessBoard");
    FIND(delete_board, "deleteChessBoard");
    FIND(create_piece, "createChessPiece");
    FIND(valid_move, "isValidMove");
    FIND(move_piece, "movePiece");
    FIND(under_threat, "isPieceUnderThreat");
    FIND(get_piece, "getPiece");
    FIND(get_color, "getColor");
    FIND(get_type, "getType");
    FIND(score_board, "scoreBoard");
    FIND(next_score, "getHighestNextScore");
    if (!create_board || !create_piece || !valid_move) {
        fprintf(stderr, "the library has no %s\n",
                !create_board   ? "createChessBoard"
                : !create_piece ? "createChessPiece"
                                : "isValidMove");
        return 1;
    }
    lab3_calls calls = {call_make,
                        call_put,
                        call_end,
                        call_valid,
                        move_piece ? call_move : 0,
                        under_threat ? call_threat : 0,
                        get_piece && get_color && get_type ? call_piece : 0,
                        score_board ? call_score : 0,
                        next_score ? call_next : 0};
    return lab3_drive(&calls);
}
