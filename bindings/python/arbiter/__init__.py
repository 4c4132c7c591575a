"""A referee for chess under any rule set: what is legal, why not, and when the game is over.

    >>> from arbiter import Game
    >>> game = Game()
    >>> game.play("e4")
    'e4'
    >>> game.verdict("Ke7").text
    'The king on e8 cannot move to e7: a piece of its own side is there.'

`arbiter.batch` asks many positions at once; `arbiter.chess` has the shape of python-chess.
"""
from ._arbiter import AmbiguousMoveError, BadInput, IllegalMoveError, InvalidMoveError, Rules
from ._arbiter import version as __version__
from .answers import Outcome, Ruling, Verdict, Winnable
from .epd import read_epd
from .game import Game
from .position import Position
from .tree import Tree

__all__ = [
    "AmbiguousMoveError", "BadInput", "Game", "IllegalMoveError", "InvalidMoveError", "Outcome", "Position",
    "Rules", "Ruling", "Tree", "Verdict", "Winnable", "__version__", "read_epd",
]
