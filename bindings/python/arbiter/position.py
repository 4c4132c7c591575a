"""Positions: values that answer questions."""
from __future__ import annotations

from typing import Optional

from . import _arbiter
from .answers import Outcome, Verdict, Winnable


class Position(_arbiter.Position):
    """Position(fen=None, rules="chess"): a playable position; play() returns the one after a move.

    Moves are texts (UCI, SAN, two squares) or the numbers of codes().
    """

    __slots__ = ()

    def verdict(self, move: str, to_square: Optional[str] = None, promotion: int = 0) -> Verdict:
        """The verdict on a move, given as text or as two squares."""
        if to_square is None:
            return Verdict(*self._verdict(move))
        return Verdict(*self._verdict_squares(move, to_square, promotion))

    @property
    def outcome(self) -> Outcome:
        """What the rules say from the position alone: all but repetition."""
        return Outcome(*self._outcome())

    def winnable(self, side: str, nodes: int = 500_000) -> Winnable:
        """Can this side still win by any series of legal moves (FIDE 5.2.2, 6.9)?"""
        return Winnable(*self._winnable(side, nodes))
