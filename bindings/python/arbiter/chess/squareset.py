"""SquareSet: a set of squares, mutable, that is also a number."""
from __future__ import annotations

from typing import Any, Iterable, Iterator, List, Union

from .squares import (BB_ALL, BB_SQUARES, Bitboard, Square, between, flip_vertical, lsb, popcount, ray, scan_forward,
                      scan_reversed)

IntoSquareSet = Union[int, Iterable[int], "SquareSet"]


class SquareSet:
    """SquareSet(squares): from a number whose bits are squares, or from squares."""

    __slots__ = ("mask",)
    mask: Bitboard

    def __init__(self, squares: IntoSquareSet = 0) -> None:
        if hasattr(squares, "__int__"):
            self.mask = int(squares) & BB_ALL  # type: ignore[arg-type]
        else:
            self.mask = 0
            for square in squares:  # type: ignore[union-attr]
                self.add(square)

    def __contains__(self, square: Square) -> bool:
        return bool(BB_SQUARES[square] & self.mask)

    def __iter__(self) -> Iterator[Square]:
        return scan_forward(self.mask)

    def __reversed__(self) -> Iterator[Square]:
        return scan_reversed(self.mask)

    def __len__(self) -> int:
        return popcount(self.mask)

    def __bool__(self) -> bool:
        return self.mask != 0

    def __eq__(self, other: object) -> bool:
        try:
            return self.mask == SquareSet(other).mask  # type: ignore[arg-type]
        except (TypeError, ValueError, IndexError):
            return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __int__(self) -> int:
        return self.mask

    __index__ = __int__

    def __repr__(self) -> str:
        return f"SquareSet(0x{self.mask:016x})"

    def __str__(self) -> str:
        rows = (" ".join(".1"[self.mask >> (rank * 8 + file) & 1] for file in range(8)) for rank in range(7, -1, -1))
        return "\n".join(rows)

    # ---- as a set that changes ----

    def add(self, square: Square) -> None:
        self.mask |= BB_SQUARES[square]

    def discard(self, square: Square) -> None:
        self.mask &= ~BB_SQUARES[square]

    def remove(self, square: Square) -> None:
        """KeyError if it is not there."""
        if square not in self:
            raise KeyError(square)
        self.discard(square)

    def pop(self) -> Square:
        """Takes out the lowest square; KeyError of an empty set."""
        if not self.mask:
            raise KeyError("pop from empty SquareSet")
        square = lsb(self.mask)
        self.mask &= self.mask - 1
        return square

    def clear(self) -> None:
        self.mask = 0

    def update(self, *others: IntoSquareSet) -> None:
        for other in others:
            self |= other

    def intersection_update(self, *others: IntoSquareSet) -> None:
        for other in others:
            self &= other

    def difference_update(self, other: IntoSquareSet) -> None:
        self -= other

    def symmetric_difference_update(self, other: IntoSquareSet) -> None:
        self ^= other

    def __ior__(self, other: IntoSquareSet) -> "SquareSet":
        self.mask |= SquareSet(other).mask
        return self

    def __iand__(self, other: IntoSquareSet) -> "SquareSet":
        self.mask &= SquareSet(other).mask
        return self

    def __isub__(self, other: IntoSquareSet) -> "SquareSet":
        self.mask &= ~SquareSet(other).mask
        return self

    def __ixor__(self, other: IntoSquareSet) -> "SquareSet":
        self.mask ^= SquareSet(other).mask
        return self

    def __ilshift__(self, shift: int) -> "SquareSet":
        self.mask = self.mask << shift & BB_ALL
        return self

    def __irshift__(self, shift: int) -> "SquareSet":
        self.mask >>= shift
        return self

    # ---- as a value ----

    def copy(self) -> "SquareSet":
        return SquareSet(self.mask)

    def isdisjoint(self, other: IntoSquareSet) -> bool:
        return not self & other

    def issubset(self, other: IntoSquareSet) -> bool:
        return not self - other

    def issuperset(self, other: IntoSquareSet) -> bool:
        return not SquareSet(other) - self

    def __or__(self, other: IntoSquareSet) -> "SquareSet":
        return SquareSet(self.mask | SquareSet(other).mask)

    def __and__(self, other: IntoSquareSet) -> "SquareSet":
        return SquareSet(self.mask & SquareSet(other).mask)

    def __sub__(self, other: IntoSquareSet) -> "SquareSet":
        return SquareSet(self.mask & ~SquareSet(other).mask)

    def __xor__(self, other: IntoSquareSet) -> "SquareSet":
        return SquareSet(self.mask ^ SquareSet(other).mask)

    union, intersection, difference, symmetric_difference = __or__, __and__, __sub__, __xor__

    def __lshift__(self, shift: int) -> "SquareSet":
        return SquareSet(self.mask << shift)

    def __rshift__(self, shift: int) -> "SquareSet":
        return SquareSet(self.mask >> shift)

    def __invert__(self) -> "SquareSet":
        return SquareSet(~self.mask & BB_ALL)

    def carry_rippler(self) -> Iterator[Bitboard]:
        """Every subset, as a number, the empty one first."""
        subset = 0
        while True:
            yield subset
            subset = subset - self.mask & self.mask
            if not subset:
                return

    def mirror(self) -> "SquareSet":
        return SquareSet(flip_vertical(self.mask))

    def tolist(self) -> List[bool]:
        return [bool(self.mask >> square & 1) for square in range(64)]

    @classmethod
    def ray(cls, a: Square, b: Square) -> "SquareSet":
        return cls(ray(a, b))

    @classmethod
    def between(cls, a: Square, b: Square) -> "SquareSet":
        return cls(between(a, b))

    @classmethod
    def from_square(cls, square: Square) -> "SquareSet":
        return cls(BB_SQUARES[square])

    def __getstate__(self) -> Any:
        return self.mask

    def __setstate__(self, mask: Any) -> None:
        self.mask = mask
