"""What Board.legal_moves and Board.pseudo_legal_moves are: views that list when they are asked."""
from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from .._arbiter import Move

if TYPE_CHECKING:
    from .board import Board


class LegalMoveGenerator:
    __slots__ = ("board",)

    def __init__(self, board: "Board") -> None:
        self.board = board

    def __bool__(self) -> bool:
        return self.board._has_move()

    def count(self) -> int:
        return self.board._count()

    def __iter__(self) -> Iterator[Move]:
        return iter(self.board.generate_legal_moves())

    def __contains__(self, move: Move) -> bool:
        return self.board.is_legal(move)

    def __repr__(self) -> str:
        sans = ", ".join(self.board.san(move) for move in self)
        return f"<LegalMoveGenerator at {id(self):#x} ({sans})>"


class PseudoLegalMoveGenerator:
    __slots__ = ("board",)

    def __init__(self, board: "Board") -> None:
        self.board = board

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def count(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.board.generate_pseudo_legal_moves())

    def __contains__(self, move: Move) -> bool:
        return self.board.is_pseudo_legal(move)

    def __repr__(self) -> str:
        names = ", ".join(self.board.san(move) if self.board.is_legal(move) else move.uci() for move in self)
        return f"<PseudoLegalMoveGenerator at {id(self):#x} ({names})>"
