// class_driver.cc: drives the course's C++ classes as handed in; it is compiled with them in the
// sandbox. Templates detect what a class without the bonus lacks: their calls depend on the
// parameter, so that the compiler discards calls of methods that do not exist.
#include "Chess.h"
#include "ChessBoard.hh"

#include "driver.h"
#include "first_process.h"
#include "leaks.h"

#include <type_traits>
#include <utility>

// Does the class have the bonus?
template <class Board, class = void> struct lab3_scores : std::false_type {
};
template <class Board>
struct lab3_scores<Board, std::void_t<decltype(std::declval<Board &>().scoreBoard())>>
    : std::true_type {
};
template <class Board, class = void> struct lab3_next_scores : std::false_type {
};
template <class Board>
struct lab3_next_scores<Board,
                        std::void_t<decltype(std::declval<Board &>().getHighestNextScore())>>
    : std::true_type {
};

static Student::ChessBoard *lab3_board;

// The course's order; the bonus adds the last two.
static const char lab3_letters[] = "prbknq";
static const Type lab3_types[] = {Pawn, Rook, Bishop, King, Knight, Queen};

static void lab3_make(int rows, int columns)
{
    lab3_board = new Student::ChessBoard(rows, columns);
}

static void lab3_put(int white, char letter, int row, int column)
{
    for (int i = 0; lab3_letters[i]; i++)
        if (lab3_letters[i] == letter)
            lab3_board->createChessPiece(white ? White : Black, lab3_types[i], row, column);
}

static void lab3_end()
{
    delete lab3_board;
}

static int lab3_ask_valid(int row, int column, int to_row, int to_column)
{
    return lab3_board->isValidMove(row, column, to_row, to_column);
}

static int lab3_ask_move(int row, int column, int to_row, int to_column)
{
    return lab3_board->movePiece(row, column, to_row, to_column);
}

static int lab3_threat(int row, int column)
{
    return lab3_board->isPieceUnderThreat(row, column);
}

static char lab3_piece(int row, int column)
{
    auto piece = lab3_board->getPiece(row, column);
    if (!piece)
        return '.';
    for (int i = 0; lab3_letters[i]; i++)
        if (lab3_types[i] == piece->getType())
            return static_cast<char>(piece->getColor() == White ? lab3_letters[i] - 'a' + 'A'
                                                                : lab3_letters[i]);
    return '?';
}

template <class Board> static double lab3_score_of()
{
    Board *board = lab3_board;
    if constexpr (lab3_scores<Board>::value)
        return board->scoreBoard();
    return 0;
}

template <class Board> static double lab3_next_score_of()
{
    Board *board = lab3_board;
    if constexpr (lab3_next_scores<Board>::value)
        return board->getHighestNextScore();
    return 0;
}

// If it gets an argument, it reports what has leaked.
int main(int count, char **)
{
    using Board = Student::ChessBoard;
    lab3_calls calls = {lab3_make,
                        lab3_put,
                        lab3_end,
                        lab3_ask_valid,
                        lab3_ask_move,
                        lab3_threat,
                        lab3_piece,
                        lab3_scores<Board>::value ? lab3_score_of<Board> : nullptr,
                        lab3_next_scores<Board>::value ? lab3_next_score_of<Board> : nullptr};
    lab3_counting = lab3_leaks_asked = count > 1;
    return lab3_drive(&calls);
}
