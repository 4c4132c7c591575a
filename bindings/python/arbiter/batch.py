"""One question of many positions, in C and without the interpreter's lock.

Positions are FENs (a list, a numpy array of texts, or one text with a FEN a line) or packed positions (an
array of 32 bytes each, from pack). With numpy the answers are its arrays, else memoryviews. A row that is no
position raises BadInput; with mark=True it has all bits set instead. With threads=4 four of them share the
work.
"""
from __future__ import annotations

import math
import struct
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Iterable, List, Optional, Tuple

from . import _arbiter

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

PACKED = 32  #: bytes of a packed position
VERDICTS, REASONS, RESULTS = _arbiter.names()  #: names by code
PLANES = [colour + kind for colour in "wb" for kind in "PNBRQK"] + [
    "w-short", "w-long", "b-short", "b-long", "en-passant", "white-to-move"]

_CHUNK = 1024  # rows at a time: their texts stay in the cache

# By question: the format of an entry (as struct has it), and the shape of a row.
_SHAPES = {
    "counts": ("i", ()), "keys": ("Q", ()), "polyglot": ("Q", ()), "outcomes": ("B", (2,)), "pack": ("B", (PACKED,)),
    "masks": ("Q", (64,)), "planes": ("B", (18, 8, 8)), "verdicts": ("B", ()), "play": ("B", (PACKED,)), "legal": ("B", ()),
}

_ROW_BYTES = {question: struct.calcsize("<" + code) * math.prod(shape) for question, (code, shape) in _SHAPES.items()}


def _lines(texts: Any) -> List[str]:
    if isinstance(texts, str):
        return texts.splitlines()
    if isinstance(texts, bytes):
        return texts.decode().splitlines()
    lines = texts.tolist() if hasattr(texts, "tolist") else list(texts)
    if lines and isinstance(lines[0], bytes):
        lines = [line.decode() for line in lines]
    return lines


def _is_packed(positions: Any) -> bool:
    if isinstance(positions, memoryview):
        return True
    kind = getattr(getattr(positions, "dtype", None), "kind", None)
    return kind == "u" and positions.dtype.itemsize == 1


def _rows(positions: Any) -> Tuple[Any, int, bool]:
    if _is_packed(positions):
        data = positions.tobytes()
        if len(data) % PACKED:
            raise ValueError(f"packed positions have {PACKED} bytes each")
        return data, len(data) // PACKED, True
    lines = _lines(positions)
    return lines, len(lines), False


def _joined(lines: List[str]) -> bytes:
    return "\n".join([*lines, ""]).encode()


def _shaped(data: bytearray, code: str, shape: Tuple[int, ...], rows: int) -> Any:
    if numpy is not None:
        return numpy.frombuffer(data, dtype=numpy.dtype("<" + {"i": "i4", "Q": "u8", "B": "u1"}[code])).reshape(
            (rows, *shape))
    view = memoryview(data)
    return view.cast(code, (rows, *shape)) if rows else view.cast(code)


def _ask(question: str, positions: Any, rules: Any, moves: Optional[Iterable[str]], threads: int, mark: bool) -> Any:
    data, rows, packed = _rows(positions)
    lines = None if moves is None else _lines(moves)
    if lines is not None and len(lines) != rows:
        raise ValueError("a move for each position is needed")
    whole = bytearray(rows * _ROW_BYTES[question])

    def part(first: int, end: int) -> None:
        for at in range(first, end, _CHUNK):
            to = min(at + _CHUNK, end)
            some = data[at * PACKED:to * PACKED] if packed else _joined(data[at:to])
            with_moves = None if lines is None else _joined(lines[at:to])
            bad_row, bad = _arbiter.batch(question, rules, some, packed, with_moves, whole, at, to - at)
            if bad and not mark:
                raise _arbiter.BadInput(f"row {at + bad_row} cannot be read: no position, or no move of it")

    step = -(-rows // max(threads, 1)) or 1
    firsts = range(0, rows, step)
    if len(firsts) > 1:
        with ThreadPoolExecutor(len(firsts)) as pool:
            list(pool.map(lambda first: part(first, min(first + step, rows)), firsts))
    else:
        part(0, rows)
    return _shaped(whole, *_SHAPES[question], rows)


def move_counts(positions: Any, *, rules: Any = None, threads: int = 1, mark: bool = False) -> Any:
    """Numbers of legal moves: int32; -1 marks."""
    return _ask("counts", positions, rules, None, threads, mark)


def keys(positions: Any, *, rules: Any = None, threads: int = 1, mark: bool = False) -> Any:
    """64-bit keys, equal for the same position: uint64."""
    return _ask("keys", positions, rules, None, threads, mark)


def polyglot_keys(positions: Any, *, rules: Any = None, threads: int = 1, mark: bool = False) -> Any:
    """The keys of Polyglot's books: uint64."""
    return _ask("polyglot", positions, rules, None, threads, mark)


def outcomes(positions: Any, *, rules: Any = None, threads: int = 1, mark: bool = False) -> Any:
    """(N, 2) bytes: codes of the result (RESULTS) and of its reason (REASONS); 255 marks."""
    return _ask("outcomes", positions, rules, None, threads, mark)


def verdicts(positions: Any, moves: Iterable[str], *, rules: Any = None, threads: int = 1, mark: bool = False) -> Any:
    """The verdict on a move (UCI) of each position, as a code (VERDICTS): bytes; 0 is legal, 255 marks."""
    return _ask("verdicts", positions, rules, moves, threads, mark)


def legal(positions: Any, moves: Iterable[str], *, rules: Any = None, threads: int = 1) -> Any:
    """Is the move legal, for each position? Booleans; what cannot be read is not."""
    codes = _ask("legal", positions, rules, moves, threads, True)
    return codes == 0 if numpy is not None else [code == 0 for code in codes]


def masks(positions: Any, *, rules: Any = None, threads: int = 1, mark: bool = False) -> Any:
    """(N, 64) uint64: by origin, bit n is set where a legal move goes to square n; castling by the king's arrival."""
    return _ask("masks", positions, rules, None, threads, mark)


def planes(positions: Any, *, rules: Any = None, threads: int = 1, mark: bool = False) -> Any:
    """(N, 18, 8, 8) bytes: features for learning, by rank and file from a1; PLANES names them."""
    return _ask("planes", positions, rules, None, threads, mark)


def pack(positions: Any, *, rules: Any = None, threads: int = 1, mark: bool = False) -> Any:
    """(N, 32) bytes: the positions packed."""
    return _ask("pack", positions, rules, None, threads, mark)


def play(positions: Any, moves: Iterable[str], *, rules: Any = None, threads: int = 1, mark: bool = False) -> Any:
    """(N, 32) bytes: the positions after a legal move each, packed."""
    return _ask("play", positions, rules, moves, threads, mark)


def unpack(positions: Any, *, rules: Any = None) -> List[str]:
    """FENs of packed positions."""
    return _arbiter.unpack(positions.tobytes(), rules)
