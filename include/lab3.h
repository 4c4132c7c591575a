/*
 * lab3.h: the functions of Lab 3's ChessBoard in C, for a library that arbiter can grade:
 *
 *     cc -shared -fPIC -o mine.so mine.c
 *     arbiter grade --library mine.so tests/part*.txt
 *
 * Rows and columns count from 0; row 0 is at the top, Black's side. White moves first. The names
 * and meanings are the handout's; a board is passed where C++ has an object.
 *
 * A library defines createChessBoard, createChessPiece, isValidMove, and what the tests ask for of
 * the rest. With getPiece, getColor and getType the board is compared after every movePiece.
 */
#ifndef LAB3_H
#define LAB3_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { Black, White } Color;
typedef enum { Pawn, Rook, Bishop, King, Knight, Queen } Type;

/* Both are the library's own. */
typedef struct ChessBoard ChessBoard;
typedef struct ChessPiece ChessPiece;

/* An empty board. */
ChessBoard *createChessBoard(int numRows, int numColumns);
/* Gives back all memory of the board. */
void deleteChessBoard(ChessBoard *board);
/* Puts a new piece there, in place of any that stood there. */
void createChessPiece(ChessBoard *board, Color color, Type type, int row, int column);

int getNumRows(ChessBoard *board);
int getNumCols(ChessBoard *board);

/* The piece at a place, NULL where there is none. */
ChessPiece *getPiece(ChessBoard *board, int row, int column);
Color getColor(ChessPiece *piece);
Type getType(ChessPiece *piece);

/* May the piece move there, whoever has the turn? */
bool isValidMove(ChessBoard *board, int fromRow, int fromColumn, int toRow, int toColumn);
/* Moves if it is that colour's turn and the move is valid; true if it was. Else nothing changes. */
bool movePiece(ChessBoard *board, int fromRow, int fromColumn, int toRow, int toColumn);
/* Is there a piece in the line of attack of an enemy piece? */
bool isPieceUnderThreat(ChessBoard *board, int row, int column);

/* The bonus: as the side to move sees it. */
float scoreBoard(ChessBoard *board);
float getHighestNextScore(ChessBoard *board);

#ifdef __cplusplus
}
#endif

#endif
