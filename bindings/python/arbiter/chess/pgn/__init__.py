"""PGN in the shape of python-chess: games as trees of nodes, visitors, exporters. The library reads."""
# "X as X" says to type checkers that X is exported.
from .annotations import Arrow as Arrow
from .exporters import FileExporter as FileExporter, StringExporter as StringExporter
from .headers import Headers as Headers
from .nags import *  # noqa: F401,F403
from .nodes import ChildNode as ChildNode, Game as Game, GameNode as GameNode, Mainline as Mainline
from .reader import read_game as read_game, read_headers as read_headers, skip_game as skip_game
from .time_control import (TimeControl as TimeControl, TimeControlPart as TimeControlPart,
                           TimeControlType as TimeControlType, parse_time_control as parse_time_control)
from .visitors import (LOGGER as LOGGER, SKIP as SKIP, BaseVisitor as BaseVisitor, BoardBuilder as BoardBuilder,
                       GameBuilder as GameBuilder, HeadersBuilder as HeadersBuilder, SkipType as SkipType,
                       SkipVisitor as SkipVisitor)

__all__ = [name for name in globals() if not name.startswith("_")]
