/* lab3.c: Lab 3, parts 1 to 4, as a C library:
 *
 *     cc -shared -fPIC -I../../../include -o lab3.so lab3.c
 *     arbiter grade --library ./lab3.so ../tests/part*.txt
 */
#include "lab3.h"

#include <stdlib.h>

struct ChessPiece {
    Color color;
    Type type;
    bool there;
    bool moved;
};

struct ChessBoard {
    int rows, columns;
    Color turn;
    int king[2]; /* square by colour, -1 if there is none; the last one created counts */
    ChessPiece squares[];
};

static ChessPiece *at(ChessBoard *board, int row, int column)
{
    return &board->squares[row * board->columns + column];
}

static int size(int number)
{
    return number < 0 ? -number : number;
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static Color other(Color color)
{
    return color == White ? Black : White;
}

ChessBoard *createChessBoard(int numRows, int numColumns)
{
    size_t squares = (size_t)numRows * (size_t)numColumns;
    ChessBoard *board = calloc(1, sizeof *board + squares * sizeof board->squares[0]);
    if (board == NULL)
        return NULL;
    board->rows = numRows;
    board->columns = numColumns;
    board->turn = White;
    board->king[Black] = board->king[White] = -1;
    return board;
}

void deleteChessBoard(ChessBoard *board)
{
    free(board);
}

static void clear(ChessBoard *board, int row, int column)
{
    for (int color = Black; color <= White; color++)
        if (board->king[color] == row * board->columns + column)
            board->king[color] = -1;
    at(board, row, column)->there = false;
}

void createChessPiece(ChessBoard *board, Color color, Type type, int row, int column)
{
    clear(board, row, column);
    *at(board, row, column) = (ChessPiece){color, type, true, false};
    if (type == King)
        board->king[color] = row * board->columns + column;
}

int getNumRows(ChessBoard *board)
{
    return board->rows;
}

int getNumCols(ChessBoard *board)
{
    return board->columns;
}

ChessPiece *getPiece(ChessBoard *board, int row, int column)
{
    ChessPiece *piece = at(board, row, column);
    return piece->there ? piece : NULL;
}

Color getColor(ChessPiece *piece)
{
    return piece->color;
}

Type getType(ChessPiece *piece)
{
    return piece->type;
}

static bool is_free_way(ChessBoard *board, int row, int column, int to_row, int to_column)
{
    int down = sign(to_row - row), right = sign(to_column - column);
    for (row += down, column += right; row != to_row || column != to_column;
         row += down, column += right)
        if (at(board, row, column)->there)
            return false;
    return true;
}

/* Does the piece there attack the square, whatever stands on it? */
static bool attacks(ChessBoard *board, int row, int column, int to_row, int to_column)
{
    const ChessPiece *piece = at(board, row, column);
    int down = size(to_row - row), right = size(to_column - column);
    bool straight = (down == 0) != (right == 0), slant = down == right && down > 0;
    switch (piece->type) {
    case Pawn:
        return right == 1 && to_row - row == (piece->color == White ? -1 : 1);
    case Rook:
        return straight && is_free_way(board, row, column, to_row, to_column);
    case Bishop:
        return slant && is_free_way(board, row, column, to_row, to_column);
    case Queen:
        return (straight || slant) && is_free_way(board, row, column, to_row, to_column);
    case King:
        return down <= 1 && right <= 1 && down + right > 0;
    case Knight:
        return down * right == 2;
    }
    return false;
}

static bool is_attacked(ChessBoard *board, int row, int column, Color by)
{
    for (int r = 0; r < board->rows; r++)
        for (int c = 0; c < board->columns; c++)
            if (at(board, r, c)->there && at(board, r, c)->color == by &&
                attacks(board, r, c, row, column))
                return true;
    return false;
}

bool isPieceUnderThreat(ChessBoard *board, int row, int column)
{
    if (row < 0 || row >= board->rows || column < 0 || column >= board->columns ||
        !at(board, row, column)->there)
        return false;
    return is_attacked(board, row, column, other(at(board, row, column)->color));
}

static bool can_castle(ChessBoard *board, int row, int column, int to_row, int to_column)
{
    ChessPiece *king = at(board, row, column);
    int home = king->color == White ? 7 : 0, step = to_column > column ? 1 : -1;
    int corner = step > 0 ? 7 : 0;
    if (board->rows != 8 || board->columns != 8 || row != home || column != 4 || to_row != row ||
        to_column != 4 + 2 * step || king->moved || board->king[king->color] != row * 8 + 4)
        return false;
    const ChessPiece *rook = at(board, row, corner);
    if (!rook->there || rook->type != Rook || rook->color != king->color || rook->moved ||
        !is_free_way(board, row, column, row, corner))
        return false;
    return !is_attacked(board, row, 4, other(king->color)) &&
           !is_attacked(board, row, 4 + step, other(king->color));
}

static bool goes_that_way(ChessBoard *board, int row, int column, int to_row, int to_column)
{
    ChessPiece *piece = at(board, row, column);
    bool taken = at(board, to_row, to_column)->there;
    if (piece->type == King && can_castle(board, row, column, to_row, to_column))
        return true;
    if (piece->type != Pawn)
        return attacks(board, row, column, to_row, to_column);
    int forward = piece->color == White ? -1 : 1;
    int start = piece->color == White ? board->rows - 2 : 1;
    if (to_column != column)
        return taken && attacks(board, row, column, to_row, to_column);
    if (taken)
        return false;
    return to_row == row + forward || (to_row == row + 2 * forward && row == start &&
                                       !at(board, row + forward, column)->there);
}

/* Moves one piece and leaves the turn alone. */
static void carry(ChessBoard *board, int row, int column, int to_row, int to_column)
{
    ChessPiece *piece = at(board, row, column);
    bool royal = board->king[piece->color] == row * board->columns + column;
    clear(board, to_row, to_column);
    *at(board, to_row, to_column) = *piece;
    piece->there = false;
    if (royal)
        board->king[at(board, to_row, to_column)->color] = to_row * board->columns + to_column;
}

static bool is_safe(ChessBoard *board, int row, int column, int to_row, int to_column)
{
    ChessPiece from = *at(board, row, column), to = *at(board, to_row, to_column);
    int kings[2] = {board->king[Black], board->king[White]};
    carry(board, row, column, to_row, to_column);
    int king = board->king[from.color];
    bool safe = king < 0 || !is_attacked(board, king / board->columns, king % board->columns,
                                         other(from.color));
    *at(board, row, column) = from;
    *at(board, to_row, to_column) = to;
    board->king[Black] = kings[Black];
    board->king[White] = kings[White];
    return safe;
}

bool isValidMove(ChessBoard *board, int fromRow, int fromColumn, int toRow, int toColumn)
{
    if (fromRow < 0 || fromRow >= board->rows || fromColumn < 0 || fromColumn >= board->columns ||
        toRow < 0 || toRow >= board->rows || toColumn < 0 || toColumn >= board->columns ||
        (fromRow == toRow && fromColumn == toColumn))
        return false;
    const ChessPiece *from = at(board, fromRow, fromColumn), *to = at(board, toRow, toColumn);
    if (!from->there || (to->there && to->color == from->color))
        return false;
    return goes_that_way(board, fromRow, fromColumn, toRow, toColumn) &&
           is_safe(board, fromRow, fromColumn, toRow, toColumn);
}

bool movePiece(ChessBoard *board, int fromRow, int fromColumn, int toRow, int toColumn)
{
    if (!isValidMove(board, fromRow, fromColumn, toRow, toColumn) ||
        at(board, fromRow, fromColumn)->color != board->turn)
        return false;
    if (at(board, fromRow, fromColumn)->type == King && size(toColumn - fromColumn) == 2) {
        int corner = toColumn > fromColumn ? 7 : 0, middle = (fromColumn + toColumn) / 2;
        carry(board, fromRow, corner, fromRow, middle);
    }
    carry(board, fromRow, fromColumn, toRow, toColumn);
    at(board, toRow, toColumn)->moved = true;
    board->turn = other(board->turn);
    return true;
}
