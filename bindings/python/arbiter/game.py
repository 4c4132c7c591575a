"""Games: a position with its history, claims, and the arbiter's log."""
from __future__ import annotations

from typing import Optional

from . import _arbiter
from .answers import Ruling, Verdict
from .position import Position


class Game(_arbiter.Game):
    """Game(fen=None, rules="chess", regulations="casual", lang="en").

    Verdicts, outcomes, rulings and errors are in the language `lang` ("en", "de", "fr", "es" or "zh"), which can be set.
    """

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

    def verdict(self, move: str, lang: Optional[str] = None) -> Verdict:
        """The verdict on a move. The game's end is asked first; why castling is gone is told from the history.

        lang: another language than the game's.
        """
        return Verdict(*self._verdict(move, lang))

    def event(self, kind: str, *, by: Optional[str] = None, square: Optional[str] = None,
              move: Optional[str] = None, last_period: bool = False) -> Ruling:
        """What happens at the board beside the moves, and the arbiter's ruling (docs/laws.md)."""
        return Ruling(*self._event(kind, by, square, move, last_period))
