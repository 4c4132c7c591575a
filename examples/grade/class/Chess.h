#ifndef CHESS_H
#define CHESS_H

enum Color { Black, White };
enum Type { Pawn, Rook, Bishop, King, Knight, Queen };

// The bonus: en passant and promotion, which the tests of parts 1 to 4 do not have.
const bool bonus = false;

#endif
