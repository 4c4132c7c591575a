"""Sets of attacked squares by the names of python-chess: leaps from each square, and what is seen along lines."""
from __future__ import annotations

from functools import lru_cache
from typing import List, Tuple

from .squares import BLACK, SQUARES, WHITE, Bitboard, Color, Square, _leaps, _walk, ray

_Steps = Tuple[Tuple[int, int], ...]
_RANK: _Steps = ((1, 0), (-1, 0))
_FILE: _Steps = ((0, 1), (0, -1))
_DIAGONAL: _Steps = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def _first(square: Square, steps: _Steps) -> Bitboard:
    """The squares one step away."""
    return sum(1 << to for step in steps for to in list(_walk(square, *step))[:1])


def _mask(square: Square, steps: _Steps) -> Bitboard:
    """The squares where something may be in the way: the last one of a line is not among them."""
    return sum(1 << to for step in steps for to in list(_walk(square, *step))[:-1])


def _pawn(color: Color) -> List[Bitboard]:
    return [_first(square, ((-1, 1 if color else -1), (1, 1 if color else -1))) for square in SQUARES]


class _Seen:
    """What a slider on a square sees, by the set of occupied squares on its lines."""

    def __init__(self, square: Square, steps: _Steps) -> None:
        self._square, self._steps = square, steps

    def __getitem__(self, occupied: Bitboard) -> Bitboard:
        seen = 0
        for step in self._steps:
            for to in _walk(self._square, *step):
                seen |= 1 << to
                if occupied >> to & 1:
                    break
        return seen


class _Rays:
    """The line through two squares: rays[a][b]."""

    @lru_cache(maxsize=64)
    def __getitem__(self, a: Square) -> List[Bitboard]:
        return [ray(a, b) for b in SQUARES]


BB_KNIGHT_ATTACKS: List[Bitboard] = [sum(1 << to for to in _leaps(square)) for square in SQUARES]
BB_KING_ATTACKS: List[Bitboard] = [_first(square, _RANK + _FILE + _DIAGONAL) for square in SQUARES]
BB_PAWN_ATTACKS: List[List[Bitboard]] = [_pawn(BLACK), _pawn(WHITE)]
BB_RANK_MASKS: List[Bitboard] = [_mask(square, _RANK) for square in SQUARES]
BB_FILE_MASKS: List[Bitboard] = [_mask(square, _FILE) for square in SQUARES]
BB_DIAG_MASKS: List[Bitboard] = [_mask(square, _DIAGONAL) for square in SQUARES]
BB_RANK_ATTACKS = [_Seen(square, _RANK) for square in SQUARES]
BB_FILE_ATTACKS = [_Seen(square, _FILE) for square in SQUARES]
BB_DIAG_ATTACKS = [_Seen(square, _DIAGONAL) for square in SQUARES]
BB_RAYS = _Rays()

__all__ = [name for name in globals() if name.startswith("BB_")]
