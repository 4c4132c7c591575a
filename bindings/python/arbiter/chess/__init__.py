"""The shape of python-chess for what a referee does: change `import chess` to `from arbiter import chess`.

Engines, tablebases and drawings are not here; bindings/python/README.md has the table.
"""
from .._arbiter import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, Move
from .base_board import BaseBoard
from .board import Board
from .moves_view import LegalMoveGenerator, PseudoLegalMoveGenerator
from .outcome import *  # noqa: F401,F403
from .outcome import Outcome, Status, Termination
from .piece import Piece
from .squares import *  # noqa: F401,F403
from .squareset import IntoSquareSet, SquareSet

__all__ = [name for name in globals() if not name.startswith("_")]
