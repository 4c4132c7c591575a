"""Pieces: a type of one colour."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List, Optional, Tuple

from .squares import PIECE_SYMBOLS, UNICODE_PIECE_SYMBOLS, Color, PieceType


@dataclass(frozen=True)
class Piece:
    """Piece(piece_type, color)."""

    __slots__ = ("piece_type", "color")
    piece_type: PieceType
    color: Color

    def symbol(self) -> str:
        """"P" to "K" of White, "p" to "k" of Black."""
        letter: str = PIECE_SYMBOLS[self.piece_type]  # type: ignore[assignment]
        return letter.upper() if self.color else letter

    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        symbol = self.symbol()
        return UNICODE_PIECE_SYMBOLS[symbol.swapcase() if invert_color else symbol]

    def __hash__(self) -> int:
        return self.piece_type - 1 + (0 if self.color else 6)

    def __repr__(self) -> str:
        return f"Piece.from_symbol({self.symbol()!r})"

    def __str__(self) -> str:
        return self.symbol()

    @classmethod
    def from_symbol(cls, symbol: str) -> "Piece":
        """ValueError for what is no piece."""
        if not isinstance(symbol, str) or symbol.lower() not in PIECE_SYMBOLS[1:]:
            raise ValueError(f"no piece has the symbol {symbol!r}")
        return cls(PIECE_SYMBOLS.index(symbol.lower()), symbol.isupper())

    def __reduce__(self) -> Tuple[Any, ...]:
        return (Piece, (self.piece_type, self.color))


#: By the codes of the extension: the kind, and 8 more for White.
BY_CODE: List[Optional[Piece]] = [Piece(code & 7, code > 7) if 0 < code & 7 < 7 else None for code in range(16)]
