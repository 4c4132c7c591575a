"""The tags of a game: a mapping that keeps the seven of the roster in front."""
from __future__ import annotations

import re
from typing import Any, Dict, Iterator, MutableMapping, Type

from ..board import Board
from ..variant import find_variant

ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
_DEFAULTS = ["?", "?", "????.??.??", "?", "?", "?", "*"]
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*\Z")


def board_of(kind: Type[Board], fen: str, chess960: bool) -> Board:
    """A start; of Chess960, too, if its castling rights are."""
    board = kind(fen, chess960=True)
    board.chess960 = chess960 or board.has_chess960_castling_rights()
    return board


class Headers(MutableMapping[str, str]):
    """Headers(data=None, **kwargs): with the seven tags unless data is given."""

    def __init__(self, data: Any = None, **kwargs: str) -> None:
        self._tags: Dict[str, str] = {}
        self.update(dict(zip(ROSTER, _DEFAULTS)) if data is None else data)
        self.update(kwargs)

    def is_chess960(self) -> bool:
        return self.get("Variant", "").lower() in ("chess960", "chess 960", "fischerandom", "fischerrandom",
                                                   "fischer random")

    def is_wild(self) -> bool:
        """Variants that are chess from other starts."""
        return re.fullmatch(r"wild(/| |_)?\s*([0-8]|8a)", self.get("Variant", "").lower()) is not None

    def variant(self) -> Type[Board]:
        """ValueError for a variant that is not known."""
        if "Variant" not in self or self.is_chess960() or self.is_wild():
            return Board
        return find_variant(self["Variant"])

    def board(self) -> Board:
        """The board at the start."""
        kind = self.variant()
        if "FEN" not in self:
            return kind(chess960=self.is_chess960())
        return board_of(kind, self["FEN"], self.is_chess960())

    def __setitem__(self, key: str, value: str) -> None:
        if not NAME.match(key):
            raise ValueError(f"no name of a tag: {key!r}")
        if "\n" in value or "\r" in value:
            raise ValueError(f"a line end in the value of {key}: {value!r}")
        self._tags[key] = value

    def __getitem__(self, key: str) -> str:
        return self._tags[key]

    def __delitem__(self, key: str) -> None:
        del self._tags[key]

    def __iter__(self) -> Iterator[str]:
        yield from (name for name in ROSTER if name in self._tags)
        yield from (name for name in self._tags if name not in ROSTER)

    def __len__(self) -> int:
        return len(self._tags)

    def copy(self) -> "Headers":
        return type(self)(self)

    __copy__ = copy

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={self[name]!r}' for name in self)})"

    @classmethod
    def builder(cls) -> Any:
        from .visitors import HeadersBuilder

        return HeadersBuilder(Headers=cls)
