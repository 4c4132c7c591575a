"""Polyglot's opening books."""
from __future__ import annotations

import mmap
import os
import random as _random
import struct
from typing import Any, Container, Iterator, List, NamedTuple, Optional, Union

from .._arbiter import Move
from .board import Board

_ENTRY = struct.Struct(">QHHI")


def zobrist_hash(board: Board) -> int:
    """The key by which books name the position."""
    return board._polyglot_key()


class Entry(NamedTuple):
    key: int
    raw_move: int
    weight: int
    learn: int
    move: Move


class MemoryMappedReader:
    """A book file: entries by number, in the order of their keys."""

    def __init__(self, filename: Any) -> None:
        self._file = os.open(filename, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            self._bytes: Any = mmap.mmap(self._file, 0, access=mmap.ACCESS_READ) if os.fstat(self._file).st_size else b""
            if len(self._bytes) % _ENTRY.size:
                raise OSError(f"not a Polyglot book: {filename}")
        except Exception:
            os.close(self._file)
            raise

    def __enter__(self) -> "MemoryMappedReader":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        if isinstance(self._bytes, mmap.mmap):
            self._bytes.close()
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __len__(self) -> int:
        return len(self._bytes) // _ENTRY.size

    def __getitem__(self, index: int) -> Entry:
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError("the book has no such entry")
        key, raw, weight, learn = _ENTRY.unpack_from(self._bytes, index * _ENTRY.size)
        promotion = (raw >> 12 & 7) + 1
        move = Move(raw >> 6 & 63, raw & 63, promotion if promotion > 1 else None)
        return Entry(key, raw, weight, learn, move)

    def __iter__(self) -> Iterator[Entry]:
        return (self[index] for index in range(len(self)))

    def __reversed__(self) -> Iterator[Entry]:
        return (self[index] for index in range(len(self) - 1, -1, -1))

    def bisect_key_left(self, key: int) -> int:
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if _ENTRY.unpack_from(self._bytes, middle * _ENTRY.size)[0] < key:
                low = middle + 1
            else:
                high = middle
        return low

    def __contains__(self, entry: Entry) -> bool:
        return any(entry[:4] == other[:4] for other in self._at(entry.key))

    def _at(self, key: int) -> Iterator[Entry]:
        for index in range(self.bisect_key_left(key), len(self)):
            entry = self[index]
            if entry.key != key:
                return
            yield entry

    def find_all(self, board: Union[Board, int], *, minimum_weight: int = 1,
                 exclude_moves: Container[Move] = ()) -> Iterator[Entry]:
        """The entries of a position; of a board only legal moves."""
        on = board if isinstance(board, Board) else None
        for entry in self._at(zobrist_hash(on) if on is not None else board):  # type: ignore[arg-type]
            if on is not None:
                if not on.is_legal(entry.move):
                    continue
                entry = entry._replace(move=on.parse_uci(entry.move.uci()))  # castling as the board has it
            if entry.weight >= minimum_weight and entry.move not in exclude_moves:
                yield entry

    def find(self, board: Union[Board, int], *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()) -> Entry:
        """The entry of the greatest weight; IndexError if there is none."""
        entries: List[Entry] = list(self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves))
        if not entries:
            raise IndexError("the book has no entry for this position")
        return max(entries, key=lambda entry: entry.weight)

    def get(self, board: Union[Board, int], default: Optional[Entry] = None, *, minimum_weight: int = 1,
            exclude_moves: Container[Move] = ()) -> Optional[Entry]:
        try:
            return self.find(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        except IndexError:
            return default

    def choice(self, board: Union[Board, int], *, minimum_weight: int = 1, exclude_moves: Container[Move] = (),
               random: Any = None) -> Entry:
        """One of them, all alike."""
        entries = list(self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves))
        if not entries:
            raise IndexError("the book has no entry for this position")
        return entries[(random or _random).randint(0, len(entries) - 1)]

    def weighted_choice(self, board: Union[Board, int], *, exclude_moves: Container[Move] = (),
                        random: Any = None) -> Entry:
        """One of them, by their weights."""
        entries = list(self.find_all(board, exclude_moves=exclude_moves))
        total = sum(entry.weight for entry in entries)
        if not total:
            raise IndexError("the book has no entry for this position")
        drawn = (random or _random).randint(0, total - 1)
        for entry in entries:
            drawn -= entry.weight
            if drawn < 0:
                return entry
        raise AssertionError("the weights add up")


def open_reader(path: Any) -> MemoryMappedReader:
    return MemoryMappedReader(path)
