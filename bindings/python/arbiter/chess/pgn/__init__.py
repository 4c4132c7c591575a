"""PGN in the shape of python-chess: games as trees of nodes, visitors, exporters. The library reads."""
from .annotations import Arrow
from .exporters import FileExporter, StringExporter
from .headers import Headers
from .nags import *  # noqa: F401,F403
from .nodes import ChildNode, Game, GameNode, Mainline
from .reader import LOGGER, read_game, read_headers, skip_game
from .time_control import TimeControl, TimeControlPart, TimeControlType, parse_time_control
from .visitors import (SKIP, BaseVisitor, BoardBuilder, GameBuilder, HeadersBuilder, SkipType, SkipVisitor)

__all__ = [name for name in globals() if not name.startswith("_")]
