#ifndef CHESS_H
#define CHESS_H

enum Color { Black, White };
enum Type { Pawn, Rook, Bishop, King, Knight, Queen };

#endif
