// ChessBoard.h: the game manager of the MSc exercise.
#ifndef CHESSBOARD_H
#define CHESSBOARD_H

#include <map>
#include <memory>
#include <string>

class ChessBoard;

struct Square {
    int file, rank; // from 0
    bool operator<(const Square &other) const
    {
        return file != other.file ? file < other.file : rank < other.rank;
    }
};

class Piece
{
  public:
    explicit Piece(bool is_white) : white(is_white)
    {
    }
    virtual ~Piece() = default;
    virtual const char *name() const = 0;
    // On this board, whatever happens to the king.
    virtual bool canGo(const ChessBoard &board, Square from, Square to) const = 0;
    const bool white;
};

class ChessBoard
{
  public:
    ChessBoard();
    void resetBoard();
    void submitMove(const std::string &source, const std::string &destination);

    const Piece *at(Square square) const;
    bool isClear(Square from, Square to) const; // the squares between

  private:
    bool isLegal(Square from, Square to);
    bool isInCheck(bool white) const;
    bool hasMove(bool white);

    std::map<Square, std::shared_ptr<Piece>> pieces;
    bool white_to_move;
    bool over;
};

#endif
