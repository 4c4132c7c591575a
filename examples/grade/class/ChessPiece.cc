#include "ChessPiece.hh"
#include "ChessBoard.hh"

using Student::BishopPiece;
using Student::ChessBoard;
using Student::ChessPiece;
using Student::KingPiece;
using Student::KnightPiece;
using Student::PawnPiece;
using Student::QueenPiece;
using Student::RookPiece;

static int size(int number)
{
    return number < 0 ? -number : number;
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

ChessPiece::ChessPiece(ChessBoard &board, Color color, Type type, int row, int column)
    : board(board), color(color), type(type), row(row), column(column)
{
}

void ChessPiece::setPosition(int toRow, int toColumn)
{
    row = toRow;
    column = toColumn;
}

bool ChessPiece::wayIsFree(int toRow, int toColumn)
{
    int down = sign(toRow - row), right = sign(toColumn - column);
    int r = row + down, c = column + right;
    while (r != toRow || c != toColumn) {
        if (board.getPiece(r, c) != nullptr)
            return false;
        r += down;
        c += right;
    }
    return true;
}

PawnPiece::PawnPiece(ChessBoard &board, Color color, int row, int column)
    : ChessPiece(board, color, Pawn, row, column)
{
}

bool PawnPiece::attacks(int toRow, int toColumn)
{
    int forward = color == White ? -1 : 1;
    return toRow == row + forward && size(toColumn - column) == 1;
}

bool PawnPiece::canMoveToLocation(int toRow, int toColumn)
{
    int forward = color == White ? -1 : 1;
    int start = color == White ? board.getNumRows() - 2 : 1;
    if (attacks(toRow, toColumn))
        return board.getPiece(toRow, toColumn) != nullptr || board.isPassing(*this, toRow, toColumn);
    if (toColumn != column || board.getPiece(toRow, toColumn) != nullptr)
        return false;
    if (toRow == row + forward)
        return true;
    return toRow == row + 2 * forward && row == start && wayIsFree(toRow, toColumn);
}

RookPiece::RookPiece(ChessBoard &board, Color color, int row, int column)
    : ChessPiece(board, color, Rook, row, column)
{
}

bool RookPiece::attacks(int toRow, int toColumn)
{
    return (toRow == row) != (toColumn == column) && wayIsFree(toRow, toColumn);
}

BishopPiece::BishopPiece(ChessBoard &board, Color color, int row, int column)
    : ChessPiece(board, color, Bishop, row, column)
{
}

bool BishopPiece::attacks(int toRow, int toColumn)
{
    return toRow != row && size(toRow - row) == size(toColumn - column) &&
           wayIsFree(toRow, toColumn);
}

KingPiece::KingPiece(ChessBoard &board, Color color, int row, int column)
    : ChessPiece(board, color, King, row, column)
{
}

bool KingPiece::attacks(int toRow, int toColumn)
{
    return size(toRow - row) <= 1 && size(toColumn - column) <= 1;
}

bool KingPiece::canMoveToLocation(int toRow, int toColumn)
{
    return attacks(toRow, toColumn) || board.canCastle(*this, toRow, toColumn);
}

KnightPiece::KnightPiece(ChessBoard &board, Color color, int row, int column)
    : ChessPiece(board, color, Knight, row, column)
{
}

bool KnightPiece::attacks(int toRow, int toColumn)
{
    return size(toRow - row) * size(toColumn - column) == 2;
}

QueenPiece::QueenPiece(ChessBoard &board, Color color, int row, int column)
    : ChessPiece(board, color, Queen, row, column)
{
}

bool QueenPiece::attacks(int toRow, int toColumn)
{
    int down = size(toRow - row), right = size(toColumn - column);
    return (down == 0 || right == 0 || down == right) && down + right > 0 &&
           wayIsFree(toRow, toColumn);
}
