"""Games: a position with its history, claims, and the arbiter's log."""
from __future__ import annotations

from typing import List, Optional

from . import _arbiter
from .answers import Outcome, Ruling, Verdict
from .position import Position


class Game(_arbiter.Game):
    """Game(fen=None, rules="chess", regulations="casual")."""

    __slots__ = ()

    @property
    def position(self) -> Position:
        return self._position(Position)

    @property
    def fen(self) -> str:
        return self.position.fen

    @property
    def turn(self) -> str:
        return self.position.turn

    def moves(self) -> List[str]:
        """The legal moves as UCI; none once the game is over."""
        return [] if self.outcome else self.position.moves()

    def verdict(self, move: str) -> Verdict:
        """The verdict on a move: the game's end is asked first, castling explained from the history."""
        return Verdict(*self._verdict(move))

    @property
    def outcome(self) -> Outcome:
        """Position, repetition, claims and what the players declared."""
        return Outcome(*self._outcome())

    def event(self, kind: str, *, by: Optional[str] = None, square: Optional[str] = None,
              move: Optional[str] = None, last_period: bool = False) -> Ruling:
        """What happens at the board beside the moves, and the arbiter's ruling (docs/laws.md)."""
        return Ruling(*self._event(kind, by, square, move, last_period))
