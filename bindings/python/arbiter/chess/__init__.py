"""The shape of python-chess for what a referee does: change `import chess` to `from arbiter import chess`.

Engines, tablebases and drawings are not here; bindings/python/README.md has the table.
"""
# "X as X" says to type checkers that X is exported.
from .._arbiter import (AmbiguousMoveError as AmbiguousMoveError, IllegalMoveError as IllegalMoveError,
                        InvalidMoveError as InvalidMoveError, Move as Move)
from .attack_tables import *  # noqa: F401,F403
from .base_board import BaseBoard as BaseBoard
from .board import Board as Board
from .moves_view import LegalMoveGenerator as LegalMoveGenerator, PseudoLegalMoveGenerator as PseudoLegalMoveGenerator
from .outcome import *  # noqa: F401,F403
from .outcome import Outcome as Outcome, Status as Status, Termination as Termination
from .piece import Piece as Piece
from .squares import *  # noqa: F401,F403
from .squareset import IntoSquareSet as IntoSquareSet, SquareSet as SquareSet

__all__ = [name for name in globals() if not name.startswith("_")]
