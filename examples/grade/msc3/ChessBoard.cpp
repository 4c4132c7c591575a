// ChessBoard.cpp: the pieces, and the game manager.
#include "ChessBoard.h"

#include <cctype>
#include <cstdlib>
#include <iostream>

namespace {

int distance(int a, int b)
{
    return std::abs(a - b);
}

class King : public Piece {
public:
    using Piece::Piece;
    const char *name() const override { return "King"; }
    bool canGo(const ChessBoard &, Square from, Square to) const override
    {
        return distance(from.file, to.file) <= 1 && distance(from.rank, to.rank) <= 1;
    }
};

class Rook : public Piece {
public:
    using Piece::Piece;
    const char *name() const override { return "Rook"; }
    bool canGo(const ChessBoard &board, Square from, Square to) const override
    {
        return (from.file == to.file || from.rank == to.rank) && board.isClear(from, to);
    }
};

class Bishop : public Piece {
public:
    using Piece::Piece;
    const char *name() const override { return "Bishop"; }
    bool canGo(const ChessBoard &board, Square from, Square to) const override
    {
        return distance(from.file, to.file) == distance(from.rank, to.rank) && board.isClear(from, to);
    }
};

class Queen : public Piece {
public:
    using Piece::Piece;
    const char *name() const override { return "Queen"; }
    bool canGo(const ChessBoard &board, Square from, Square to) const override
    {
        return Rook(white).canGo(board, from, to) || Bishop(white).canGo(board, from, to);
    }
};

class Knight : public Piece {
public:
    using Piece::Piece;
    const char *name() const override { return "Knight"; }
    bool canGo(const ChessBoard &, Square from, Square to) const override
    {
        return distance(from.file, to.file) * distance(from.rank, to.rank) == 2;
    }
};

class Pawn : public Piece {
public:
    using Piece::Piece;
    const char *name() const override { return "Pawn"; }
    bool canGo(const ChessBoard &board, Square from, Square to) const override
    {
        int ahead = white ? 1 : -1, home = white ? 1 : 6;
        if (distance(from.file, to.file) == 1)
            return to.rank == from.rank + ahead && board.at(to) != nullptr;
        if (from.file != to.file || board.at(to) != nullptr)
            return false;
        return to.rank == from.rank + ahead ||
               (from.rank == home && to.rank == from.rank + 2 * ahead && board.isClear(from, to));
    }
};

const char *colour(bool white)
{
    return white ? "White" : "Black";
}

Square squareOf(const std::string &name)
{
    return {std::toupper(name.at(0)) - 'A', name.at(1) - '1'};
}

int sign(int number)
{
    return (number > 0) - (number < 0);
}

std::shared_ptr<Piece> onBackRank(int file, bool white)
{
    switch (file) {
    case 0:
    case 7:
        return std::make_shared<Rook>(white);
    case 1:
    case 6:
        return std::make_shared<Knight>(white);
    case 2:
    case 5:
        return std::make_shared<Bishop>(white);
    case 3:
        return std::make_shared<Queen>(white);
    default:
        return std::make_shared<King>(white);
    }
}

} // namespace

ChessBoard::ChessBoard()
{
    resetBoard();
}

void ChessBoard::resetBoard()
{
    pieces.clear();
    for (int file = 0; file < 8; file++)
        for (bool white : {true, false}) {
            pieces[{file, white ? 0 : 7}] = onBackRank(file, white);
            pieces[{file, white ? 1 : 6}] = std::make_shared<Pawn>(white);
        }
    white_to_move = true;
    over = false;
    std::cout << "A new chess game is started!\n";
}

const Piece *ChessBoard::at(Square square) const
{
    auto found = pieces.find(square);
    return found != pieces.end() ? found->second.get() : nullptr;
}

bool ChessBoard::isClear(Square from, Square to) const
{
    int files = sign(to.file - from.file), ranks = sign(to.rank - from.rank);
    for (from.file += files, from.rank += ranks; from < to || to < from; from.file += files, from.rank += ranks)
        if (at(from))
            return false;
    return true;
}

bool ChessBoard::isInCheck(bool white) const
{
    for (const auto &king : pieces)
        if (dynamic_cast<const King *>(king.second.get()) && king.second->white == white)
            for (const auto &entry : pieces)
                if (entry.second->white != white && entry.second->canGo(*this, entry.first, king.first))
                    return true;
    return false;
}

bool ChessBoard::isLegal(Square from, Square to)
{
    const Piece *piece = at(from), *target = at(to);
    bool same = !(from < to) && !(to < from);
    if (same || (target && target->white == piece->white) || !piece->canGo(*this, from, to))
        return false;
    auto before = pieces;
    pieces[to] = pieces[from];
    pieces.erase(from);
    bool safe = !isInCheck(pieces[to]->white);
    pieces = before;
    return safe;
}

bool ChessBoard::hasMove(bool white)
{
    auto all = pieces;
    for (const auto &entry : all)
        for (int i = 0; entry.second->white == white && i < 64; i++)
            if (isLegal(entry.first, {i % 8, i / 8}))
                return true;
    return false;
}

void ChessBoard::submitMove(const std::string &source, const std::string &destination)
{
    Square from = squareOf(source), to = squareOf(destination);
    const Piece *piece = at(from);
    if (over) {
        std::cout << "The game is over!\n";
        return;
    }
    if (!piece) {
        std::cout << "There is no piece at position " << source << "!\n";
        return;
    }
    if (piece->white != white_to_move) {
        std::cout << "It is not " << colour(piece->white) << "'s turn to move!\n";
        return;
    }
    if (!isLegal(from, to)) {
        std::cout << colour(piece->white) << "'s " << piece->name() << " cannot move to " << destination << "!\n";
        return;
    }
    std::cout << colour(piece->white) << "'s " << piece->name() << " moves from " << source << " to " << destination;
    if (const Piece *taken = at(to))
        std::cout << " taking " << colour(taken->white) << "'s " << taken->name();
    std::cout << '\n';
    pieces[to] = pieces[from];
    pieces.erase(from);
    white_to_move = !white_to_move;
    bool check = isInCheck(white_to_move);
    over = !hasMove(white_to_move);
    if (over || check)
        std::cout << colour(white_to_move) << " is in " << (!over ? "check" : check ? "checkmate" : "stalemate") << '\n';
}
