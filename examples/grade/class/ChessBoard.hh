#ifndef CHESSBOARD_HH
#define CHESSBOARD_HH

#include "ChessPiece.hh"

#include <sstream>
#include <vector>

namespace Student
{
class ChessBoard
{
  private:
    int numRows;
    int numCols;
    Color turn = White;
    std::vector<std::vector<ChessPiece *>> board;
    ChessPiece *kings[2] = {nullptr, nullptr}; // by colour; the last one created counts
    int passedRow = -1, passedColumn = -1;     // the square a pawn has just stepped over

    bool isOnBoard(int row, int column);
    bool isAttacked(int row, int column, Color by);
    bool leavesKingSafe(ChessPiece *piece, int toRow, int toColumn);
    int countMoves(Color color);
    void removePiece(int row, int column);
    void carry(ChessPiece *piece, int toRow, int toColumn);

  public:
    ChessBoard(int numRow, int numCol);
    ChessBoard(const ChessBoard &other);
    ~ChessBoard();

    int getNumRows() { return numRows; }
    int getNumCols() { return numCols; }
    ChessPiece *getPiece(int r, int c) { return board.at(r).at(c); }

    void createChessPiece(Color col, Type ty, int startRow, int startColumn);
    bool movePiece(int fromRow, int fromColumn, int toRow, int toColumn);
    bool isValidMove(int fromRow, int fromColumn, int toRow, int toColumn);
    bool isPieceUnderThreat(int row, int column);

    bool canCastle(ChessPiece &king, int toRow, int toColumn);
    bool isPassing(ChessPiece &pawn, int toRow, int toColumn);

    float scoreBoard();
    float getHighestNextScore();

    std::ostringstream displayBoard();
};
} // namespace Student

#endif
