"""With what material a side cannot win under the rules of a variant, as python-chess and lichess judge it.

What ends a game by itself is the library's (`dead-material` of the rule set); this is the question about one side.
"""
from __future__ import annotations

from typing import Any

from .squares import BB_DARK_SQUARES, BB_LIGHT_SQUARES, PAWN, QUEEN, ROOK, Color


def _shades(pieces: int) -> int:
    """Bit 0: some stand on light squares; bit 1: some on dark ones."""
    return bool(pieces & BB_LIGHT_SQUARES) | bool(pieces & BB_DARK_SQUARES) << 1


def _count(pieces: int) -> int:
    return bin(pieces).count("1")


def atomic(board: Any, color: Color) -> bool:
    kings = board.kings
    own, theirs = board.occupied_co[color], board.occupied_co[not color]
    if not theirs & kings:
        return False  # it has exploded
    if not own & ~kings:
        return True  # a king takes nothing beside the other king
    if theirs & ~kings:  # something may explode beside their king, unless bishops never meet
        only_bishops = (own | theirs) == board.bishops | kings
        return only_bishops and not _shades(own & board.bishops) & _shades(theirs & board.bishops)
    if board.queens or board.pawns:
        return False
    minor = _count(own & ~kings)
    return minor == 1 or (minor == 2 and own & ~kings == board.knights)


def antichess(board: Any, color: Color) -> bool:
    own, theirs = board.occupied_co[color], board.occupied_co[not color]
    if not own or not theirs:
        return bool(own)  # who has nothing left has won
    if own | theirs == board.bishops:  # some bishop of ours can be taken by none of theirs
        return bool(_shades(own) & ~_shades(theirs))
    if own | theirs == board.knights and _count(own | theirs) == 2:
        # A knight attacks squares of the other colour. If the two stand on different colours, the side to move
        # lands where it cannot be taken, now and after every pair of moves: it never gets rid of its knight.
        apart = _shades(own) != _shades(theirs)
        return bool(board.turn == color) == apart
    return False


def crazyhouse(board: Any, color: Color) -> bool:
    """Asked of the material of both sides, since what is taken changes sides."""
    pieces = _count(board.occupied) + sum(len(pocket) for pocket in board.pockets)
    heavy = board.pawns | board.rooks | board.queens or any(
        pocket.count(kind) for pocket in board.pockets for kind in (PAWN, ROOK, QUEEN))
    return pieces <= 3 and not board.promoted and not heavy


def three_check(board: Any, color: Color) -> bool:
    return not board.occupied_co[color] & ~board.kings


__all__ = ["antichess", "atomic", "crazyhouse", "three_check"]
