"""Board: a position with a stack of moves, in the shape of python-chess. The rules are the library's."""
from __future__ import annotations

from typing import Any, Callable, Iterable, List, Optional, Tuple, Type, TypeVar, Union

from .._arbiter import IllegalMoveError, Move
from ..answers import Verdict
from .base_board import BaseBoard
from .board_ends import EndsMixin
from .board_epd import EpdMixin
from .moves_view import LegalMoveGenerator, PseudoLegalMoveGenerator
from .outcome import Status, status_of
from .squares import (BB_ALL, BB_RANKS, BB_SQUARES, BLACK, FILE_NAMES, PAWN, QUEEN, STARTING_FEN, WHITE, Bitboard,
                      Color, PieceType, Square, flip_vertical, scan_forward,
                      scan_reversed)
from .squareset import SquareSet

Self = TypeVar("Self", bound="Board")

_EN_PASSANT = {"legal": 0, "xfen": 1, "fen": 2}


class Board(EndsMixin, EpdMixin, BaseBoard):
    """Board(fen=STARTING_FEN, chess960=False); fen None: an empty board."""

    aliases = ["Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"]
    uci_variant: Optional[str] = "chess"
    xboard_variant: Optional[str] = "normal"
    starting_fen = STARTING_FEN
    connected_kings = False
    one_king = True
    captures_compulsory = False
    _rules = "chess"  #: by the library's name

    def __init__(self, fen: Optional[str] = starting_fen, *, chess960: bool = False) -> None:
        if chess960 or self._rules != "chess":
            self._start(self._rules, chess960)
        if fen is None:
            self._clear()
        elif fen is not STARTING_FEN or self._rules != "chess":
            self.set_fen(fen)

    # ---- moves ----

    @property
    def legal_moves(self) -> LegalMoveGenerator:
        return LegalMoveGenerator(self)

    @property
    def pseudo_legal_moves(self) -> PseudoLegalMoveGenerator:
        return PseudoLegalMoveGenerator(self)

    @property
    def move_stack(self) -> List[Move]:
        return self._stack()

    def generate_legal_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> List[Move]:
        if from_mask == BB_ALL and to_mask == BB_ALL:
            return self._moves()
        return self._some("l", from_mask, to_mask)

    def generate_legal_captures(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> List[Move]:
        return self._some("c", from_mask, to_mask)

    def generate_legal_ep(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> List[Move]:
        return self._some("e", from_mask, to_mask)

    def generate_castling_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> List[Move]:
        return self._some("k", from_mask, to_mask)

    def generate_pseudo_legal_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> List[Move]:
        return self._some("p", from_mask, to_mask)

    def generate_pseudo_legal_captures(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> List[Move]:
        return self._some("x", from_mask, to_mask)

    def generate_pseudo_legal_ep(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> List[Move]:
        return self._some("f", from_mask, to_mask)

    def find_move(self, from_square: Square, to_square: Square, promotion: Optional[PieceType] = None) -> Move:
        """The legal move between two squares; pawns become queens. IllegalMoveError if there is none."""
        move = Move(from_square, to_square, promotion)
        if promotion is None and not self.is_legal(move) and self.piece_type_at(from_square) == PAWN:
            move = Move(from_square, to_square, QUEEN)
        return self.parse_uci(move.uci())

    def verdict(self, move: Move) -> Verdict:
        """Why a move is legal or not, in a sentence: not in python-chess."""
        return Verdict(*self._verdict(move))

    # ---- what a move is ----

    def is_en_passant(self, move: Move) -> bool:
        return self._type(move) == "e"

    def is_capture(self, move: Move) -> bool:
        kind = self._type(move)
        return kind == "e" or (kind not in ("k", "q") and self.color_at(move.to_square) == (not self.turn)
                               and not move.drop)

    def is_zeroing(self, move: Move) -> bool:
        touched = self._piece(move.from_square) & 7 if not move.drop else move.drop
        return bool(move) and (touched == PAWN or self.is_capture(move))

    def is_irreversible(self, move: Move) -> bool:
        return self.is_zeroing(move) or self._reduces_castling_rights(move) or (
            bool(move) and self.has_legal_en_passant())

    def _reduces_castling_rights(self, move: Move) -> bool:
        rights = self.clean_castling_rights()
        touched = BB_SQUARES[move.from_square] | BB_SQUARES[move.to_square]
        for color, rank in ((WHITE, BB_RANKS[0]), (BLACK, BB_RANKS[7])):
            king = self.king(color)
            if king is not None and touched >> king & 1 and rights & rank:
                return True
        return bool(move) and bool(touched & rights)

    def is_castling(self, move: Move) -> bool:
        return self._type(move) in ("k", "q")

    def is_kingside_castling(self, move: Move) -> bool:
        return self._type(move) == "k"

    def is_queenside_castling(self, move: Move) -> bool:
        return self._type(move) == "q"

    def gives_check(self, move: Move) -> bool:
        self.push(move)
        check = self.is_check()
        self.pop()
        return check

    def gives_checkmate(self, move: Move) -> bool:
        self.push(move)
        mate = self.is_checkmate()
        self.pop()
        return mate

    def is_into_check(self, move: Move) -> bool:
        self.push(move)
        check = self.was_into_check()
        self.pop()
        return check

    def checkers(self) -> SquareSet:
        return SquareSet(self.checkers_mask())

    # ---- rights ----

    def has_castling_rights(self, color: Color) -> bool:
        return bool(self.clean_castling_rights() & BB_RANKS[0 if color else 7])

    def _has_side(self, color: Color, kingside: bool) -> bool:
        king = self.king(color)
        rooks = self.clean_castling_rights() & BB_RANKS[0 if color else 7]
        return king is not None and any((rook > king) == kingside for rook in scan_forward(rooks))

    def has_kingside_castling_rights(self, color: Color) -> bool:
        return self._has_side(color, True)

    def has_queenside_castling_rights(self, color: Color) -> bool:
        return self._has_side(color, False)

    def has_chess960_castling_rights(self) -> bool:
        """Are there rights that chess itself does not know?"""
        other = self.copy(stack=False)
        other.chess960 = True
        rights = other.clean_castling_rights()
        other.chess960 = False
        return other.clean_castling_rights() != rights

    def has_pseudo_legal_en_passant(self) -> bool:
        return bool(self.generate_pseudo_legal_ep())

    def has_legal_en_passant(self) -> bool:
        return bool(self.generate_legal_ep())

    def set_castling_fen(self, castling_fen: str) -> None:
        """Sets the rights as the third field of a FEN has them."""
        fields = self.fen(en_passant="fen").split()
        fields[2] = castling_fen
        stays = self.ep_square
        self.set_fen(" ".join(fields))
        self.ep_square = stays

    # ---- how it stands ----

    def status(self) -> Status:
        return status_of(self._faults())

    def is_valid(self) -> bool:
        return self._faults() == 0

    def ply(self) -> int:
        return 2 * (self.fullmove_number - 1) + (not self.turn)

    # ---- text ----

    def fen(self, *, shredder: bool = False, en_passant: str = "legal", promoted: Optional[bool] = None) -> str:
        text = self._fen(shredder, _EN_PASSANT[en_passant])
        if shredder and not self.chess960:  # by files, though chess itself needs none
            fields = text.split(" ")
            fields[2] = self.castling_shredder_fen()
            text = " ".join(fields)
        if promoted and self.promoted and "~" not in text:
            placement, _, rest = text.partition(" ")
            return self.board_fen(promoted=True) + placement[placement.find("["):] * ("[" in placement) + " " + rest
        return text

    def shredder_fen(self, *, en_passant: str = "legal", promoted: Optional[bool] = None) -> str:
        return self.fen(shredder=True, en_passant=en_passant, promoted=promoted)

    def castling_xfen(self) -> str:
        return self.fen().split()[2]

    def castling_shredder_fen(self) -> str:
        """Rooks by their files, from the king's side on, White's first."""
        rights = self.clean_castling_rights()
        white = "".join(FILE_NAMES[rook & 7].upper() for rook in scan_reversed(rights & BB_RANKS[0]))
        return (white + "".join(FILE_NAMES[rook & 7] for rook in scan_reversed(rights & BB_RANKS[7]))) or "-"

    def set_fen(self, fen: str) -> None:
        """Reads a FEN, whatever stands there; ValueError if it is none."""
        self._set_fen(fen)

    def san_and_push(self, move: Move) -> str:
        san = self.san(move)
        self.push(move)
        return san

    def variation_san(self, variation: Iterable[Move]) -> str:
        """ "1. e4 e5 2. Nf3"; IllegalMoveError names the move that is none."""
        board, words = self.copy(stack=False), []
        for move in variation:
            if not board.is_legal(move):
                raise IllegalMoveError(f"illegal move {move} in position {board.fen()}")
            if board.turn == WHITE:
                words.append(f"{board.fullmove_number}. {board.san_and_push(move)}")
            elif not words:
                words.append(f"{board.fullmove_number}... {board.san_and_push(move)}")
            else:
                words.append(board.san_and_push(move))
        return " ".join(words)

    def uci(self, move: Move, *, chess960: Optional[bool] = None) -> str:
        """The move as UCI; castling by the rook's square in Chess960."""
        return self._castling_as(move, self.chess960 if chess960 is None else chess960).uci()

    def _castling_as(self, move: Move, chess960: bool) -> Move:
        side = self._type(move)
        if side not in ("k", "q"):
            return move
        row = move.from_square & ~7
        if not chess960:
            return Move(move.from_square, row + (6 if side == "k" else 2))
        rooks = scan_forward(self.clean_castling_rights() & BB_RANKS[row >> 3])
        return Move(move.from_square, next(rook for rook in rooks if (rook > move.from_square) == (side == "k")))

    def xboard(self, move: Move, chess960: Optional[bool] = None) -> str:
        side = self._type(move)
        if (self.chess960 if chess960 is None else chess960) and side in ("k", "q"):
            return "O-O" if side == "k" else "O-O-O"
        return move.xboard() if side not in ("k", "q") else self.uci(move, chess960=False)

    def parse_xboard(self, xboard: str) -> Move:
        return self.parse_san(xboard)

    def push_xboard(self, xboard: str) -> Move:
        return self.push_san(xboard)

    # ---- changing ----

    def reset(self) -> None:
        self._start(self._rules, self.chess960)

    def reset_board(self) -> None:
        super().reset_board()
        self.clear_stack()

    def clear(self) -> None:
        """An empty board, White to move."""
        self._clear()

    def root(self: Self) -> Self:
        """The board as it was before all moves of the stack."""
        board = self.copy()
        while board._ply():
            board.pop()
        board.clear_stack()
        return board

    def copy(self: Self, *, stack: Union[bool, int] = True) -> Self:
        board = type(self).__new__(type(self))
        board._take(self, -1 if stack is True else int(stack))
        return board

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        rights, en_passant = self.clean_castling_rights(), self.ep_square
        super().apply_transform(f)
        self.castling_rights = f(rights)
        moved = f(BB_SQUARES[en_passant]) if en_passant is not None else 0
        self.ep_square = next(scan_forward(moved), None)

    def apply_mirror(self) -> None:
        rights, en_passant, turn = self.clean_castling_rights(), self.ep_square, self.turn
        super().apply_mirror()
        self.turn = not turn
        self.castling_rights = flip_vertical(rights)
        self.ep_square = None if en_passant is None else en_passant ^ 56

    def set_chess960_pos(self, scharnagl: int) -> None:
        self._start(self._rules, True)
        self._chess960_start(scharnagl)

    def chess960_pos(self, *, ignore_turn: bool = False, ignore_castling: bool = False,
                     ignore_counters: bool = True) -> Optional[int]:
        number = super().chess960_pos()
        rights = self.rooks if ignore_castling else self.clean_castling_rights()
        good = (ignore_turn or self.turn) and rights == self.rooks and self.ep_square is None
        counted = ignore_counters or (self.halfmove_clock == 0 and self.fullmove_number == 1)
        return number if good and counted else None

    # ---- comparing ----

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.fen() == other.fen() and self.uci_variant == other.uci_variant)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        more = ", chess960=True" if self.chess960 else ""
        return f"{type(self).__name__}({self.fen()!r}{more})"

    def _transposition_key(self) -> Tuple[int, str]:
        return self._key(), self._rules

    def __reduce__(self) -> Tuple[Any, ...]:
        return _restore, (type(self), self.root().fen(en_passant="fen"), self.chess960, self.move_stack)

    @classmethod
    def empty(cls: Type[Self], *, chess960: bool = False) -> Self:
        return cls(None, chess960=chess960)

    @classmethod
    def from_chess960_pos(cls: Type[Self], scharnagl: int) -> Self:
        board = cls.empty(chess960=True)
        board.set_chess960_pos(scharnagl)
        return board


def _restore(kind: Type[Board], fen: str, chess960: bool, moves: List[Move]) -> Board:
    board = kind(fen, chess960=chess960)
    for move in moves:
        board.push(move)
    return board

