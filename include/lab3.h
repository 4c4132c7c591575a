/*
 * lab3.h: the functions of Lab 3's ChessBoard in C, for a library that arbiter can grade:
 *
 *     cc -shared -fPIC -o mine.so mine.c
 *     arbiter grade --library mine.so tests/part*.txt
 *
 * Rows and columns count from 0; row 0 is at the top, on Black's side. White moves first. The names
 * and meanings are those of the handout; where C++ has an object, a board is passed.
 *
 * A library defines createChessBoard, createChessPiece and isValidMove, and whatever else the tests
 * call. If it has getPiece, getColor and getType, the board is compared after every movePiece.
 */
#ifndef LAB3_H
#define LAB3_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { Black, White } Color;
typedef enum { Pawn, Rook, Bishop, King, Knight, Queen } Type;

/* Both are defined by the library. */
typedef struct ChessBoard ChessBoard;
typedef struct ChessPiece ChessPiece;

/* Makes an empty board. */
ChessBoard *createChessBoard(int numRows, int numColumns);
/* Frees all memory of the board. */
void deleteChessBoard(ChessBoard *board);
/* Puts a new piece there; a piece that stood there is removed. */
void createChessPiece(ChessBoard *board, Color color, Type type, int row, int column);

int getNumRows(ChessBoard *board);
int getNumCols(ChessBoard *board);

/* Returns the piece at a place, or NULL if there is none. */
ChessPiece *getPiece(ChessBoard *board, int row, int column);
Color getColor(ChessPiece *piece);
Type getType(ChessPiece *piece);

/* May the piece move there, whoever's turn it is? */
bool isValidMove(ChessBoard *board, int fromRow, int fromColumn, int toRow, int toColumn);
/* Moves if it is that colour's turn and the move is valid, and returns true; otherwise returns
 * false, and nothing changes. */
bool movePiece(ChessBoard *board, int fromRow, int fromColumn, int toRow, int toColumn);
/* Is there a piece on this square that an enemy piece attacks? */
bool isPieceUnderThreat(ChessBoard *board, int row, int column);

/* The bonus: the score as the side to move sees it. */
float scoreBoard(ChessBoard *board);
float getHighestNextScore(ChessBoard *board);

#ifdef __cplusplus
}
#endif

#endif
