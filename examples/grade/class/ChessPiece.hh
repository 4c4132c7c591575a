#ifndef CHESSPIECE_HH
#define CHESSPIECE_HH

#include "Chess.h"

// The bonus: en passant and promotion, which the tests of parts 1 to 4 do not have.
const bool bonus = false;

namespace Student
{
class ChessBoard;

class ChessPiece
{
  protected:
    ChessBoard &board;
    Color color;
    Type type;
    int row, column;
    bool moved = false;

    bool wayIsFree(int toRow, int toColumn);

  public:
    ChessPiece(ChessBoard &board, Color color, Type type, int row, int column);
    virtual ~ChessPiece() {}

    Color getColor() { return color; }
    Type getType() { return type; }
    int getRow() { return row; }
    int getColumn() { return column; }
    bool hasMoved() { return moved; }
    void setMoved(bool value) { moved = value; }
    void setPosition(int toRow, int toColumn);

    // Could it take an enemy there?
    virtual bool attacks(int toRow, int toColumn) = 0;
    virtual bool canMoveToLocation(int toRow, int toColumn) { return attacks(toRow, toColumn); }
};

class PawnPiece : public ChessPiece
{
  public:
    PawnPiece(ChessBoard &board, Color color, int row, int column);
    bool attacks(int toRow, int toColumn) override;
    bool canMoveToLocation(int toRow, int toColumn) override;
};

class RookPiece : public ChessPiece
{
  public:
    RookPiece(ChessBoard &board, Color color, int row, int column);
    bool attacks(int toRow, int toColumn) override;
};

class BishopPiece : public ChessPiece
{
  public:
    BishopPiece(ChessBoard &board, Color color, int row, int column);
    bool attacks(int toRow, int toColumn) override;
};

class KingPiece : public ChessPiece
{
  public:
    KingPiece(ChessBoard &board, Color color, int row, int column);
    bool attacks(int toRow, int toColumn) override;
    bool canMoveToLocation(int toRow, int toColumn) override;
};

class KnightPiece : public ChessPiece
{
  public:
    KnightPiece(ChessBoard &board, Color color, int row, int column);
    bool attacks(int toRow, int toColumn) override;
};

class QueenPiece : public ChessPiece
{
  public:
    QueenPiece(ChessBoard &board, Color color, int row, int column);
    bool attacks(int toRow, int toColumn) override;
};
} // namespace Student

#endif
