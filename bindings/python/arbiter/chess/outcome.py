"""How a game ended, and what is wrong with a set-up, by the names of python-chess."""
from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Optional

from .squares import Color


class Status(enum.IntFlag):
    """What is wrong with a set-up: bits."""

    VALID = 0
    NO_WHITE_KING = 1 << 0
    NO_BLACK_KING = 1 << 1
    TOO_MANY_KINGS = 1 << 2
    TOO_MANY_WHITE_PAWNS = 1 << 3
    TOO_MANY_BLACK_PAWNS = 1 << 4
    PAWNS_ON_BACKRANK = 1 << 5
    TOO_MANY_WHITE_PIECES = 1 << 6
    TOO_MANY_BLACK_PIECES = 1 << 7
    BAD_CASTLING_RIGHTS = 1 << 8
    INVALID_EP_SQUARE = 1 << 9
    OPPOSITE_CHECK = 1 << 10
    EMPTY = 1 << 11
    RACE_CHECK = 1 << 12
    RACE_OVER = 1 << 13
    RACE_MATERIAL = 1 << 14
    TOO_MANY_CHECKERS = 1 << 15
    IMPOSSIBLE_CHECK = 1 << 16


STATUS_VALID = Status.VALID
STATUS_NO_WHITE_KING = Status.NO_WHITE_KING
STATUS_NO_BLACK_KING = Status.NO_BLACK_KING
STATUS_TOO_MANY_KINGS = Status.TOO_MANY_KINGS
STATUS_TOO_MANY_WHITE_PAWNS = Status.TOO_MANY_WHITE_PAWNS
STATUS_TOO_MANY_BLACK_PAWNS = Status.TOO_MANY_BLACK_PAWNS
STATUS_PAWNS_ON_BACKRANK = Status.PAWNS_ON_BACKRANK
STATUS_TOO_MANY_WHITE_PIECES = Status.TOO_MANY_WHITE_PIECES
STATUS_TOO_MANY_BLACK_PIECES = Status.TOO_MANY_BLACK_PIECES
STATUS_BAD_CASTLING_RIGHTS = Status.BAD_CASTLING_RIGHTS
STATUS_INVALID_EP_SQUARE = Status.INVALID_EP_SQUARE
STATUS_OPPOSITE_CHECK = Status.OPPOSITE_CHECK
STATUS_EMPTY = Status.EMPTY
STATUS_RACE_CHECK = Status.RACE_CHECK
STATUS_RACE_OVER = Status.RACE_OVER
STATUS_RACE_MATERIAL = Status.RACE_MATERIAL
STATUS_TOO_MANY_CHECKERS = Status.TOO_MANY_CHECKERS
STATUS_IMPOSSIBLE_CHECK = Status.IMPOSSIBLE_CHECK

#: Bits of the library's faults (arb_faults), in their order.
_FAULTS = [
    "EMPTY", "NO_WHITE_KING", "NO_BLACK_KING", "TOO_MANY_KINGS", "TOO_MANY_WHITE_PAWNS", "TOO_MANY_BLACK_PAWNS",
    "TOO_MANY_WHITE_PIECES", "TOO_MANY_BLACK_PIECES", "PAWNS_ON_BACKRANK", "BAD_CASTLING_RIGHTS",
    "INVALID_EP_SQUARE", "OPPOSITE_CHECK", "TOO_MANY_CHECKERS", "IMPOSSIBLE_CHECK",
]


def status_of(faults: int) -> Status:
    status = Status(0)
    for bit, name in enumerate(_FAULTS):
        if faults >> bit & 1:
            status |= Status[name]
    return status


class Termination(enum.Enum):
    """Why a game is over."""

    CHECKMATE = enum.auto()
    STALEMATE = enum.auto()
    INSUFFICIENT_MATERIAL = enum.auto()
    SEVENTYFIVE_MOVES = enum.auto()
    FIVEFOLD_REPETITION = enum.auto()
    FIFTY_MOVES = enum.auto()
    THREEFOLD_REPETITION = enum.auto()
    VARIANT_WIN = enum.auto()
    VARIANT_LOSS = enum.auto()
    VARIANT_DRAW = enum.auto()


@dataclass
class Outcome:
    """termination, and winner: a colour, or None of a draw."""

    termination: Termination
    winner: Optional[Color]

    def result(self) -> str:
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"
