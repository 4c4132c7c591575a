"""Colours, piece types, squares, and sets of squares as numbers, by the names of python-chess."""
from __future__ import annotations

from typing import Iterator, List, Optional

Color = bool
WHITE: Color = True
BLACK: Color = False
COLORS = [WHITE, BLACK]
COLOR_NAMES = ["black", "white"]

PieceType = int
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES = [1, 2, 3, 4, 5, 6]
PIECE_SYMBOLS: List[Optional[str]] = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES: List[Optional[str]] = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS = dict(zip("RrNnBbQqKkPp", "♖♜♘♞♗♝♕♛♔♚♙♟"))

Square = int
Bitboard = int
SQUARES: List[Square] = list(range(64))
FILE_NAMES = list("abcdefgh")
RANK_NAMES = list("12345678")
SQUARE_NAMES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
SQUARES_180 = [square ^ 56 for square in SQUARES]

STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
STARTING_FEN = STARTING_BOARD_FEN + " w KQkq - 0 1"

BB_EMPTY: Bitboard = 0
BB_ALL: Bitboard = (1 << 64) - 1
BB_SQUARES: List[Bitboard] = [1 << square for square in SQUARES]
BB_FILES: List[Bitboard] = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_RANKS: List[Bitboard] = [0xFF << 8 * rank for rank in range(8)]
BB_BACKRANKS = BB_RANKS[0] | BB_RANKS[7]
BB_CORNERS = BB_SQUARES[0] | BB_SQUARES[7] | BB_SQUARES[56] | BB_SQUARES[63]
BB_CENTER = sum(BB_SQUARES[square] for square in (27, 28, 35, 36))
BB_LIGHT_SQUARES: Bitboard = 0x55AA_55AA_55AA_55AA
BB_DARK_SQUARES: Bitboard = 0xAA55_AA55_AA55_AA55
FILES = list(range(8))
RANKS = list(range(8))
A1, B1, C1, D1, E1, F1, G1, H1 = SQUARES[0:8]
A2, B2, C2, D2, E2, F2, G2, H2 = SQUARES[8:16]
A3, B3, C3, D3, E3, F3, G3, H3 = SQUARES[16:24]
A4, B4, C4, D4, E4, F4, G4, H4 = SQUARES[24:32]
A5, B5, C5, D5, E5, F5, G5, H5 = SQUARES[32:40]
A6, B6, C6, D6, E6, F6, G6, H6 = SQUARES[40:48]
A7, B7, C7, D7, E7, F7, G7, H7 = SQUARES[48:56]
A8, B8, C8, D8, E8, F8, G8, H8 = SQUARES[56:64]
BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1 = BB_SQUARES[0:8]
BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2 = BB_SQUARES[8:16]
BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3 = BB_SQUARES[16:24]
BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4 = BB_SQUARES[24:32]
BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5 = BB_SQUARES[32:40]
BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6 = BB_SQUARES[40:48]
BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7 = BB_SQUARES[48:56]
BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8 = BB_SQUARES[56:64]
FILE_A, FILE_B, FILE_C, FILE_D, FILE_E, FILE_F, FILE_G, FILE_H = FILES
BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H = BB_FILES
RANK_1, RANK_2, RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8 = RANKS
BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8 = BB_RANKS


def piece_symbol(piece_type: PieceType) -> str:
    return PIECE_SYMBOLS[piece_type]  # type: ignore[return-value]


def piece_name(piece_type: PieceType) -> str:
    return PIECE_NAMES[piece_type]  # type: ignore[return-value]


def parse_square(name: str) -> Square:
    """The square of this name; ValueError if there is none."""
    return SQUARE_NAMES.index(name)


def square_name(square: Square) -> str:
    return SQUARE_NAMES[square]


def square(file_index: int, rank_index: int) -> Square:
    return rank_index * 8 + file_index


def square_file(square: Square) -> int:
    return square & 7


def square_rank(square: Square) -> int:
    return square >> 3


def parse_file(name: str) -> int:
    return FILE_NAMES.index(name)


def file_name(file: int) -> str:
    return FILE_NAMES[file]


def parse_rank(name: str) -> int:
    return RANK_NAMES.index(name)


def rank_name(rank: int) -> str:
    return RANK_NAMES[rank]


def square_mirror(square: Square) -> Square:
    """The square on the other side of the board, on the same file."""
    return square ^ 56


def _apart(a: Square, b: Square) -> List[int]:
    return sorted([abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3))])


def square_distance(a: Square, b: Square) -> int:
    """Steps of a king."""
    return _apart(a, b)[1]


def square_manhattan_distance(a: Square, b: Square) -> int:
    return sum(_apart(a, b))


def square_knight_distance(a: Square, b: Square) -> int:
    """Leaps of a knight, on this board: found by walking."""
    if a not in range(64) or b not in range(64):
        raise ValueError(f"squares are numbers from 0 to 63, not {a!r} and {b!r}")
    steps, edge, seen = 0, {a}, {a}
    while b not in seen:
        edge = {to for square in edge for to in _leaps(square)} - seen
        seen |= edge
        steps += 1
    return steps


def _leaps(square: Square) -> Iterator[Square]:
    for files, ranks in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)):
        file, rank = (square & 7) + files, (square >> 3) + ranks
        if 0 <= file < 8 and 0 <= rank < 8:
            yield rank * 8 + file


# ---- sets as numbers ----

def lsb(bb: Bitboard) -> int:
    return (bb & -bb).bit_length() - 1


def msb(bb: Bitboard) -> int:
    return bb.bit_length() - 1


def scan_forward(bb: Bitboard) -> Iterator[Square]:
    if bb < 0:  # it has no last square
        raise ValueError(f"a set of squares is not negative: {bb}")
    while bb:
        yield lsb(bb)
        bb &= bb - 1


def scan_reversed(bb: Bitboard) -> Iterator[Square]:
    if bb < 0:
        raise ValueError(f"a set of squares is not negative: {bb}")
    while bb:
        top = msb(bb)
        yield top
        bb ^= 1 << top


def popcount(bb: Bitboard) -> int:
    return bin(bb).count("1")


def flip_vertical(bb: Bitboard) -> Bitboard:
    return int.from_bytes(int(bb).to_bytes(8, "little"), "big")


def _moved(bb: Bitboard, to: List[Square]) -> Bitboard:
    return sum(1 << to[square] for square in scan_forward(int(bb)))


def flip_horizontal(bb: Bitboard) -> Bitboard:
    return _moved(bb, [square ^ 7 for square in SQUARES])


def flip_diagonal(bb: Bitboard) -> Bitboard:
    """Files become ranks: a1 and h8 stay."""
    return _moved(bb, [(square & 7) << 3 | square >> 3 for square in SQUARES])


def flip_anti_diagonal(bb: Bitboard) -> Bitboard:
    """a8 and h1 stay."""
    return _moved(bb, [63 ^ ((square & 7) << 3 | square >> 3) for square in SQUARES])


def shift_down(bb: Bitboard) -> Bitboard:
    return bb >> 8


def shift_2_down(bb: Bitboard) -> Bitboard:
    return bb >> 16


def shift_up(bb: Bitboard) -> Bitboard:
    return bb << 8 & BB_ALL


def shift_2_up(bb: Bitboard) -> Bitboard:
    return bb << 16 & BB_ALL


def shift_right(bb: Bitboard) -> Bitboard:
    return bb << 1 & ~BB_FILES[0] & BB_ALL


def shift_2_right(bb: Bitboard) -> Bitboard:
    return shift_right(shift_right(bb))


def shift_left(bb: Bitboard) -> Bitboard:
    return bb >> 1 & ~BB_FILES[7]


def shift_2_left(bb: Bitboard) -> Bitboard:
    return shift_left(shift_left(bb))


def shift_up_left(bb: Bitboard) -> Bitboard:
    return shift_up(shift_left(bb))


def shift_up_right(bb: Bitboard) -> Bitboard:
    return shift_up(shift_right(bb))


def shift_down_left(bb: Bitboard) -> Bitboard:
    return shift_down(shift_left(bb))


def shift_down_right(bb: Bitboard) -> Bitboard:
    return shift_down(shift_right(bb))


def _direction(a: Square, b: Square) -> Optional[List[int]]:
    """One step from a towards b along a line, as files and ranks; None if they share no line."""
    files, ranks = (b & 7) - (a & 7), (b >> 3) - (a >> 3)
    if a == b or not (files == 0 or ranks == 0 or abs(files) == abs(ranks)):
        return None
    return [(files > 0) - (files < 0), (ranks > 0) - (ranks < 0)]


def _walk(start: Square, files: int, ranks: int) -> Iterator[Square]:
    file, rank = (start & 7) + files, (start >> 3) + ranks
    while 0 <= file < 8 and 0 <= rank < 8:
        yield rank * 8 + file
        file, rank = file + files, rank + ranks


def ray(a: Square, b: Square) -> Bitboard:
    """The whole line through both, edge to edge; 0 if they share none."""
    a, b = SQUARES[a], SQUARES[b]  # IndexError for what is no square
    step = _direction(a, b)
    if step is None:
        return 0
    return sum(1 << s for s in _walk(a, *step)) | sum(1 << s for s in _walk(a, -step[0], -step[1])) | 1 << a


def between(a: Square, b: Square) -> Bitboard:
    """What lies between them, without both."""
    a, b = SQUARES[a], SQUARES[b]
    step, found = _direction(a, b), 0
    for passed in _walk(a, *step) if step else ():
        if passed == b:
            break
        found |= 1 << passed
    return found
