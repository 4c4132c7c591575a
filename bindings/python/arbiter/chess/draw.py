"""Boards as text."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .piece import BY_CODE
from .squares import FILE_NAMES, RANK_NAMES

if TYPE_CHECKING:
    from .base_board import BaseBoard


def draw(board: "BaseBoard") -> str:
    codes = board._bytes()
    rows = (codes[rank * 8:rank * 8 + 8] for rank in range(7, -1, -1))
    return "\n".join(" ".join(str(BY_CODE[code] or ".") for code in row) for row in rows)


def draw_unicode(board: "BaseBoard", invert_color: bool, borders: bool, empty_square: str, white_below: bool) -> str:
    codes = board._bytes()
    ranks = range(7, -1, -1) if white_below else range(8)
    files = range(8) if white_below else range(7, -1, -1)
    lines = []
    for rank in ranks:
        signs = []
        for file in files:
            piece = BY_CODE[codes[rank * 8 + file]]
            signs.append(piece.unicode_symbol(invert_color=invert_color) if piece else empty_square)
        if borders:
            lines.append("  " + "-" * 17)
            lines.append(RANK_NAMES[rank] + " |" + "|".join(signs) + "|")
        else:
            lines.append(" ".join(signs))
    if borders:
        lines.append("  " + "-" * 17)
        lines.append("   " + " ".join(FILE_NAMES[file] for file in files))
    return "\n".join(lines)
