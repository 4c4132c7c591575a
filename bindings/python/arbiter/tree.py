"""Trees: games with variations, comments and marks; PGN in and out."""
from __future__ import annotations

from typing import Iterator, List, NamedTuple, Optional, Tuple, Union

from . import _arbiter
from .position import Position

ROOT = 0  #: the node of the start


class Note(NamedTuple):
    """What stands beside a move."""

    id: int
    kind: str  #: "comment", "line-comment", "escape", "nag", "text"
    side: str  #: "after", "before", "end"
    nag: int
    text: str


class Fault(NamedTuple):
    """What is wrong with a game that was read."""

    name: str  #: "illegal", "ambiguous"…: the names of `arbiter check`
    node: int
    offset: int  #: in bytes of its game
    text: str


class Tree(_arbiter.Tree):
    """Tree(fen=None, rules="chess", lang="en"). A node is a number, the start is node 0.

    Faults and errors are in the language `lang` ("en", "de", "fr", "es" or "zh"), which can be set.
    """

    __slots__ = ()

    @classmethod
    def read_all(cls, pgn: Union[str, bytes], rules: object = None, lang: str = "en") -> Iterator["Tree"]:
        """Every game of a text."""
        text = pgn.encode("utf-8", "surrogateescape") if isinstance(pgn, str) else bytes(pgn)
        at = 0
        while True:
            found = cls._read(text, at, rules)
            if found is None:
                return
            tree, at = found
            tree.lang = lang
            yield tree

    @classmethod
    def read(cls, pgn: Union[str, bytes], rules: object = None, lang: str = "en") -> "Tree":
        """The first game of a text; BadInput if there is none."""
        for tree in cls.read_all(pgn, rules, lang):
            return tree
        raise _arbiter.BadInput("there is no game in the text")

    def main_line(self) -> List[int]:
        """The nodes of the main line, the start left out."""
        nodes: List[int] = []
        children = self.children(ROOT)
        while children:
            nodes.append(children[0])
            children = self.children(children[0])
        return nodes

    def position(self, node: int = ROOT) -> Position:
        return self._position(node, Position)

    def notes(self, node: int) -> List[Note]:
        return [Note(*note) for note in self._notes(node)]

    @property
    def tags(self) -> List[Tuple[str, str]]:
        return self._tags

    def tag(self, name: str) -> Optional[str]:
        return next((value for key, value in self._tags if key == name), None)

    @property
    def faults(self) -> List[Fault]:
        return [Fault(*fault) for fault in self._faults]

    def write(self, *, keep: bool = False, width: int = 80, comments: bool = True, variations: bool = True,
              nags: bool = True) -> str:
        """PGN: the standard's export format, or (keep) tags and comments as they were."""
        return self._write(keep, width, comments, variations, nags)

    def __str__(self) -> str:
        return self.write()
