"""EPD: a position and what is said about it."""
from __future__ import annotations

from typing import Dict, List, Tuple, Union

from . import _arbiter
from .position import Position


def read_epd(text: str, rules: Union[None, str, _arbiter.Rules] = None) -> Tuple[Position, Dict[str, List[str]]]:
    """The position of a line of EPD, and its operations: each opcode with its operands."""
    fen, operations = _arbiter.epd(text, rules)
    return Position(fen, rules), dict(operations)
