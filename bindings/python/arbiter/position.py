"""Positions: values that answer questions."""
from __future__ import annotations

from typing import Optional

from . import _arbiter
from .answers import Verdict, Winnable


class Position(_arbiter.Position):
    """Position(fen=None, rules="chess", lang="en"): a playable position; play() returns the one after a move.

    Moves are texts (UCI, SAN, two squares) or the numbers of codes(). Sentences are in the language `lang`:
    "en", "de", "fr", "es" or "zh".
    """

    __slots__ = ()

    def verdict(self, move: str, to_square: Optional[str] = None, promotion: int = 0,
                lang: Optional[str] = None) -> Verdict:
        """The verdict on a move, given as text or as two squares; lang: another language than the position's."""
        if to_square is None:
            return Verdict(*self._verdict(move, lang))
        return Verdict(*self._verdict_squares(move, to_square, promotion, lang))

    def winnable(self, side: str, nodes: int = 500_000) -> Winnable:
        """Can this side still win by any series of legal moves (FIDE 5.2.2, 6.9)?"""
        return Winnable(*self._winnable(side, nodes))
