"""Where pieces stand: BaseBoard."""
from __future__ import annotations

from typing import Callable, Dict, Mapping, Optional, Type, TypeVar

from .. import _arbiter
from .draw import draw, draw_unicode
from .piece import BY_CODE, Piece
from .squares import (BB_ALL, KING, SQUARES, STARTING_BOARD_FEN, Bitboard, Color, PieceType, Square, flip_vertical, msb,
                      ray, scan_forward)
from .squareset import SquareSet

Self = TypeVar("Self", bound="BaseBoard")


def _read_placement(fen: str) -> "tuple[bytes, Bitboard]":
    """64 codes, and the squares of pieces with a '~' behind them."""
    rows = fen.strip().split("/")
    if len(rows) != 8:
        raise ValueError(f"eight rows are needed: {fen!r}")
    codes, promoted = bytearray(64), 0
    for rank, row in zip(range(7, -1, -1), rows):
        file, last = 0, ""
        for char in row:
            if char in "12345678" and not last.isdigit():
                file += int(char)
            elif char == "~" and last.isalpha():
                promoted |= 1 << (rank * 8 + file - 1)
            elif char.lower() in "pnbrqk" and file < 8:
                codes[rank * 8 + file] = " pnbrqk".index(char.lower()) + (8 if char.isupper() else 0)
                file += 1
            else:
                raise ValueError(f"{char!r} does not belong into a row: {fen!r}")
            last = char
        if file != 8:
            raise ValueError(f"a row has not eight squares: {fen!r}")
    return bytes(codes), promoted


class BaseBoard(_arbiter.Board):
    """BaseBoard(board_fen): pieces alone. Board adds whose turn it is, and the moves."""

    def __init__(self, board_fen: Optional[str] = STARTING_BOARD_FEN) -> None:
        self._clear()
        if board_fen is not None:
            self._place(*_read_placement(board_fen))

    def reset_board(self) -> None:
        self.set_board_fen(STARTING_BOARD_FEN)

    def clear_board(self) -> None:
        self._place(bytes(64), 0)

    # ---- what stands where ----

    def piece_at(self, square: Square) -> Optional[Piece]:
        return BY_CODE[self._piece(square)]

    def piece_type_at(self, square: Square) -> Optional[PieceType]:
        return self._piece(square) & 7 or None

    def color_at(self, square: Square) -> Optional[Color]:
        code = self._piece(square)
        return code > 7 if code else None

    def pieces_mask(self, piece_type: PieceType, color: Color) -> Bitboard:
        wanted = piece_type + (8 if color else 0)
        return sum(1 << square for square, code in enumerate(self._bytes()) if code == wanted)

    def pieces(self, piece_type: PieceType, color: Color) -> SquareSet:
        return SquareSet(self.pieces_mask(piece_type, color))

    def piece_count(self) -> int:
        return 64 - self._bytes().count(0)

    def piece_map(self, *, mask: Bitboard = BB_ALL) -> Dict[Square, Piece]:
        return self._map(BY_CODE, mask)

    def king(self, color: Color) -> Optional[Square]:
        """None unless there is exactly one."""
        kings = self.pieces_mask(KING, color)
        return msb(kings) if kings and kings & (kings - 1) == 0 else None

    def remove_piece_at(self, square: Square) -> Optional[Piece]:
        piece = self.piece_at(square)
        self._put(square, 0, False, False)
        self.clear_stack()
        return piece

    def set_piece_at(self, square: Square, piece: Optional[Piece], promoted: bool = False) -> None:
        if piece is None:
            self._put(square, 0, False, False)
        else:
            self._put(square, piece.piece_type, piece.color, promoted)
        self.clear_stack()

    def set_piece_map(self, pieces: Mapping[Square, Piece]) -> None:
        codes = bytearray(64)
        for square, piece in pieces.items():
            codes[square] = piece.piece_type + (8 if piece.color else 0)
        self._place(bytes(codes), 0)
        self.clear_stack()

    # ---- attacks ----

    def attacks(self, square: Square) -> SquareSet:
        return SquareSet(self.attacks_mask(square))

    def attackers_mask(self, color: Color, square: Square, occupied: Optional[Bitboard] = None) -> Bitboard:
        if occupied is None:
            return self._attackers(color, square)
        other = BaseBoard(None)  # as if only these squares were occupied; a pawn stands in for what is missing
        codes = self._bytes()
        other._place(bytes((codes[s] or 1) if occupied >> s & 1 else 0 for s in SQUARES), 0)
        return other._attackers(color, square) & sum(1 << s for s in SQUARES if codes[s])

    def attackers(self, color: Color, square: Square, occupied: object = None) -> SquareSet:
        mask = None if occupied is None else SquareSet(occupied).mask  # type: ignore[arg-type]
        return SquareSet(self.attackers_mask(color, square, mask))

    def is_attacked_by(self, color: Color, square: Square, occupied: object = None) -> bool:
        return bool(self.attackers(color, square, occupied))

    def pin_mask(self, color: Color, square: Square) -> Bitboard:
        """The line on which a piece here would shield its king from an enemy slider; all squares if none."""
        king = self.king(color)
        if king is None or king == square:
            return BB_ALL
        line = ray(king, square)
        if not line:
            return BB_ALL
        probe = BaseBoard(None)  # the same board with a pawn here, and without
        codes = bytearray(self._bytes())
        codes[square] = 9 if color else 1
        probe._place(bytes(codes), 0)
        with_piece = probe._attackers(not color, king)
        codes[square] = 0
        probe._place(bytes(codes), 0)
        found = probe._attackers(not color, king) & ~with_piece & line
        return line if found else BB_ALL

    def pin(self, color: Color, square: Square) -> SquareSet:
        return SquareSet(self.pin_mask(color, square))

    def is_pinned(self, color: Color, square: Square) -> bool:
        return self.pin_mask(color, square) != BB_ALL

    # ---- as text ----

    def board_fen(self, *, promoted: Optional[bool] = None) -> str:
        codes, marked = self._bytes(), self.promoted if promoted else 0
        rows = []
        for rank in range(7, -1, -1):
            row = ""
            for square in range(rank * 8, rank * 8 + 8):
                piece = BY_CODE[codes[square]]
                if piece:
                    row += piece.symbol() + ("~" if marked >> square & 1 else "")
                else:
                    row = row[:-1] + str(int(row[-1]) + 1) if row[-1:].isdigit() else row + "1"
            rows.append(row)
        return "/".join(rows)

    def set_board_fen(self, fen: str) -> None:
        self._place(*_read_placement(fen))
        self.clear_stack()

    def __str__(self) -> str:
        return draw(self)

    def unicode(self, *, invert_color: bool = False, borders: bool = False, empty_square: str = "⭘",
                orientation: Color = True) -> str:
        return draw_unicode(self, invert_color, borders, empty_square, orientation)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.board_fen()!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BaseBoard):
            return NotImplemented
        return self._bytes() == other._bytes()

    __hash__ = None  # type: ignore[assignment]

    # ---- copies ----

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        codes = bytearray(64)
        for code in set(self._bytes()) - {0}:
            for square in scan_forward(f(self.pieces_mask(code & 7, code > 7))):
                codes[square] = code
        self._place(bytes(codes), f(self.promoted))
        self.clear_stack()

    def transform(self: Self, f: Callable[[Bitboard], Bitboard]) -> Self:
        board = self.copy()
        board.apply_transform(f)
        return board

    def apply_mirror(self) -> None:
        self.apply_transform(flip_vertical)
        self._place(bytes(code ^ 8 if code else 0 for code in self._bytes()), self.promoted)

    def mirror(self: Self) -> Self:
        board = self.copy()
        board.apply_mirror()
        return board

    def copy(self: Self) -> Self:
        board = type(self).__new__(type(self))
        board._take(self, 0)
        return board

    def __copy__(self: Self) -> Self:
        return self.copy()

    def __deepcopy__(self: Self, memo: object) -> Self:
        return self.copy()

    @classmethod
    def empty(cls: Type[Self]) -> Self:
        return cls(None)

    # ---- Chess960 ----

    def set_chess960_pos(self, scharnagl: int) -> None:
        self._chess960_start(scharnagl)

    @classmethod
    def from_chess960_pos(cls: Type[Self], scharnagl: int) -> Self:
        board = cls.empty()
        board.set_chess960_pos(scharnagl)
        return board

    def chess960_pos(self) -> Optional[int]:
        """The number of the start position that this is, or None."""
        return _chess960_numbers().get(self.board_fen())


_numbers: Dict[str, int] = {}


def _chess960_numbers() -> Dict[str, int]:
    if not _numbers:
        _numbers.update({BaseBoard.from_chess960_pos(number).board_fen(): number for number in range(960)})
    return _numbers
