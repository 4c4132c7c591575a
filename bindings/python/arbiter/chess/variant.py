"""Variants as boards: each is a rule set of the library, by its name."""
from __future__ import annotations

from typing import Dict, Iterator, List, Optional, Type

from .._arbiter import Move
from . import variant_material as material
from .board import Board
from .outcome import Status
from .squares import (BB_ALL, BB_RANK_8, BISHOP, BLACK, KNIGHT, PAWN, PIECE_TYPES, QUEEN, ROOK, WHITE, Bitboard, Color,
                      PieceType, Square, piece_symbol)
from .squareset import SquareSet


class _Variant(Board):
    """What the variants share: their own start."""

    def __init__(self, fen: Optional[str] = "", *, chess960: bool = False) -> None:
        super().__init__(type(self).starting_fen if fen == "" else fen, chess960=chess960)

    def is_valid(self) -> bool:
        return self.status() == Status.VALID


class AntichessBoard(_Variant):
    aliases = ["Antichess", "Anti chess", "Anti"]
    uci_variant = xboard_variant = "antichess"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
    one_king = False
    captures_compulsory = True
    _rules = "antichess"

    def has_insufficient_material(self, color: Color) -> bool:
        return material.antichess(self, color)

    def pin_mask(self, color: Color, square: Square) -> Bitboard:
        return BB_ALL  # a king that may be taken pins nothing


class AtomicBoard(_Variant):
    aliases = ["Atomic", "Atom", "Atomic chess"]
    uci_variant = xboard_variant = "atomic"
    connected_kings = True
    _rules = "atomic"

    def has_insufficient_material(self, color: Color) -> bool:
        return material.atomic(self, color)

    def status(self) -> Status:
        """A king that is attacked and not to move may have been beside the other one before."""
        return super().status() & ~Status.OPPOSITE_CHECK


class KingOfTheHillBoard(_Variant):
    aliases = ["King of the Hill", "KOTH", "kingOfTheHill"]
    uci_variant = xboard_variant = "kingofthehill"
    _rules = "kingofthehill"

    def has_insufficient_material(self, color: Color) -> bool:
        return False  # a lone king can climb the hill


class RacingKingsBoard(_Variant):
    aliases = ["Racing Kings", "Racing", "Race", "racingkings"]
    uci_variant = xboard_variant = "racingkings"
    starting_fen = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"
    _rules = "racingkings"

    def has_insufficient_material(self, color: Color) -> bool:
        return False  # a lone king can win the race

    def status(self) -> Status:
        """With the bits of the race in the place of the library's count of pieces."""
        status = super().status() & ~(Status.TOO_MANY_WHITE_PIECES | Status.TOO_MANY_BLACK_PIECES)
        if self.is_check():  # nobody may give one
            status |= Status.RACE_CHECK | Status.TOO_MANY_CHECKERS | Status.IMPOSSIBLE_CHECK
        if self.turn == BLACK and all(self.kings & side & BB_RANK_8 for side in self.occupied_co):
            status |= Status.RACE_OVER
        if self.pawns or any(len(self.pieces(kind, color)) > most for color in (WHITE, BLACK)
                             for kind, most in ((KNIGHT, 2), (BISHOP, 2), (ROOK, 2), (QUEEN, 1))):
            status |= Status.RACE_MATERIAL
        return status


class HordeBoard(_Variant):
    aliases = ["Horde", "Horde chess"]
    uci_variant = xboard_variant = "horde"
    starting_fen = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"
    _rules = "horde"


class _Remaining:
    """Checks that a side has still to give, by colour."""

    def __init__(self, board: "ThreeCheckBoard") -> None:
        self.board = board

    def __getitem__(self, color: Color) -> int:
        return 3 - self.board._checks(color)

    def __setitem__(self, color: Color, left: int) -> None:
        self.board._checks(color, 3 - left)

    def __iter__(self) -> Iterator[int]:
        return iter((self[BLACK], self[WHITE]))

    def __repr__(self) -> str:
        return repr(list(self))


class ThreeCheckBoard(_Variant):
    aliases = ["Three-check", "Three check", "Threecheck", "Three check chess", "3-check", "3 check", "3check"]
    uci_variant = xboard_variant = "3check"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"
    _rules = "3check"

    def has_insufficient_material(self, color: Color) -> bool:
        return material.three_check(self, color)

    @property
    def remaining_checks(self) -> _Remaining:
        return _Remaining(self)

    def is_irreversible(self, move: object) -> bool:
        return super().is_irreversible(move) or self.gives_check(move)  # type: ignore[arg-type]

    def apply_mirror(self) -> None:
        white, black = self._checks(WHITE), self._checks(BLACK)
        super().apply_mirror()
        self._checks(WHITE, black)
        self._checks(BLACK, white)


class CrazyhousePocket:
    """The pieces that a side may drop: a view on its board."""

    def __init__(self, board: "CrazyhouseBoard", color: Color) -> None:
        self.board, self.color = board, color

    def count(self, piece_type: PieceType) -> int:
        return self.board._hand(self.color, piece_type)

    def add(self, piece_type: PieceType) -> None:
        self.board._hand(self.color, piece_type, self.count(piece_type) + 1)

    def remove(self, piece_type: PieceType) -> None:
        if not self.count(piece_type):
            raise KeyError(piece_type)
        self.board._hand(self.color, piece_type, self.count(piece_type) - 1)

    def reset(self) -> None:
        for piece_type in PIECE_TYPES:
            self.board._hand(self.color, piece_type, 0)

    def __str__(self) -> str:
        return "".join(piece_symbol(kind) * self.count(kind) for kind in reversed(PIECE_TYPES))

    def __len__(self) -> int:
        return sum(self.count(kind) for kind in PIECE_TYPES)


class CrazyhouseBoard(_Variant):
    aliases = ["Crazyhouse", "Crazy House", "House", "ZH"]
    uci_variant = xboard_variant = "crazyhouse"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
    _rules = "crazyhouse"

    @property
    def pockets(self) -> List[CrazyhousePocket]:
        return [CrazyhousePocket(self, BLACK), CrazyhousePocket(self, WHITE)]

    def has_insufficient_material(self, color: Color) -> bool:
        return material.crazyhouse(self, color)

    def san(self, move: Move) -> str:
        """A dropped pawn as lichess writes it, "@e6": the library's "P@e6" can be read as well."""
        san = super().san(move)
        return san[1:] if move.drop == PAWN else san

    def lan(self, move: Move) -> str:
        lan = super().lan(move)
        return lan[1:] if move.drop == PAWN else lan

    def board_fen(self, *, promoted: Optional[bool] = None) -> str:
        return super().board_fen(promoted=promoted is not False)

    def legal_drop_squares_mask(self) -> Bitboard:
        board = self.copy(stack=False)
        board.pockets[self.turn].add(KNIGHT)  # which may be dropped wherever anything may
        return sum(1 << move.to_square for move in board._moves() if move.drop == KNIGHT)

    def legal_drop_squares(self) -> SquareSet:
        """Where a piece could be dropped, if there were one in the hand; pawns not on the first and the last rank."""
        return SquareSet(self.legal_drop_squares_mask())

    def is_irreversible(self, move: object) -> bool:
        return self._reduces_castling_rights(move)  # type: ignore[arg-type]

    def apply_mirror(self) -> None:
        hands = [(kind, self._hand(WHITE, kind), self._hand(BLACK, kind)) for kind in PIECE_TYPES]
        super().apply_mirror()
        for kind, white, black in hands:
            self._hand(WHITE, kind, black)
            self._hand(BLACK, kind, white)


VARIANTS: List[Type[Board]] = [
    Board, AntichessBoard, AtomicBoard, KingOfTheHillBoard, RacingKingsBoard, HordeBoard,
    ThreeCheckBoard, CrazyhouseBoard,
]


def find_variant(name: str) -> Type[Board]:
    """The board of the variant that goes by this name; ValueError if there is none."""
    by_name: Dict[str, Type[Board]] = {alias.lower(): kind for kind in VARIANTS for alias in kind.aliases}
    try:
        return by_name[name.lower()]
    except KeyError:
        raise ValueError(f"unsupported variant: {name}") from None


__all__ = [kind.__name__ for kind in VARIANTS] + ["VARIANTS", "CrazyhousePocket", "find_variant"]
