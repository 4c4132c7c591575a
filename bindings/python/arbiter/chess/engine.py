"""Scores, for evaluations in comments. Engines themselves are not here: python-chess has them."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Union

from .squares import WHITE, Color


@dataclass(frozen=True)
class Cp:
    """Hundredths of a pawn."""

    cp: int

    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        return self.cp

    def mate(self) -> Optional[int]:
        return None

    def is_mate(self) -> bool:
        return False

    def __neg__(self) -> "Cp":
        return Cp(-self.cp)

    def __str__(self) -> str:
        return f"{self.cp:+d}" if self.cp else "0"


@dataclass(frozen=True)
class Mate:
    """Moves to mate."""

    moves: int

    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        if mate_score is None:
            return None
        return mate_score - self.moves if self.moves > 0 else -mate_score - self.moves

    def mate(self) -> Optional[int]:
        return self.moves

    def is_mate(self) -> bool:
        return True

    def __neg__(self) -> "Mate":
        return Mate(-self.moves)

    def __str__(self) -> str:
        return f"#{self.moves:+d}"


Score = Union[Cp, Mate]


@dataclass(frozen=True)
class PovScore:
    """A score, and whose."""

    relative: Score
    turn: Color

    def pov(self, color: Color) -> Score:
        return self.relative if self.turn == color else -self.relative

    def white(self) -> Score:
        return self.pov(WHITE)

    def black(self) -> Score:
        return self.pov(not WHITE)

    def is_mate(self) -> bool:
        return self.relative.is_mate()
