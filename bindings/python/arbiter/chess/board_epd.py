"""EPD for Board: operations as python-chess has them: moves, numbers, texts."""
from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Tuple

from .._arbiter import Move

if TYPE_CHECKING:
    from .board import Board

#: A quoted text with its escapes (the last quote may be missing), or a word.
_OPERAND = re.compile(r'"((?:\\.|[^"\\])*)(?:"|$)|([^\s;"]+)')
_MOVE_LISTS = ("am", "bm")  # moves of this position each


class EpdMixin:
    def epd(self, *, shredder: bool = False, en_passant: str = "legal", promoted: Any = None, **operations: Any) -> str:
        """Four fields of a FEN, and the operations: bm=[Move…], id="…", ce=55."""
        board: "Board" = self  # type: ignore[assignment]
        fields = board.fen(shredder=shredder, en_passant=en_passant, promoted=promoted).split()
        text = " ".join(fields[:-2])
        for opcode, value in operations.items():
            _check_opcode(opcode)
            text += " " + " ".join([opcode, *_operands(board, opcode, value)]) + ";"
        return text

    def set_epd(self, epd: str) -> Dict[str, Any]:
        """Reads a line; returns its operations."""
        board: "Board" = self  # type: ignore[assignment]
        parts = epd.strip().rstrip(";").split(None, 4)
        fields, rest = parts[:4], parts[4] if len(parts) > 4 else ""
        if board.uci_variant == "3check" and re.match(r"\d\+\d(\s|$)", rest):
            first, _, rest = rest.partition(" ")
            fields.append(first)
        scratch = board.copy(stack=False)
        scratch.set_fen(" ".join(fields + ["0", "1"]))
        operations = _read_operations(scratch, rest)
        board.set_fen(scratch.fen(en_passant="fen"))
        if scratch.castling_rights != board.castling_rights:
            board.castling_rights = scratch.castling_rights
        for opcode, name in (("hmvc", "halfmove_clock"), ("fmvn", "fullmove_number")):
            if opcode in operations:
                setattr(board, name, int(operations[opcode]))
        return operations

    @classmethod
    def from_epd(cls, epd: str, *, chess960: bool = False) -> Tuple[Any, Dict[str, Any]]:
        board = cls(None, chess960=chess960)  # type: ignore[call-arg]
        return board, board.set_epd(epd)


def _check_opcode(opcode: str) -> None:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", opcode) or len(opcode) > 15:
        raise ValueError(f"no opcode of EPD: {opcode!r}")


def _operands(board: "Board", opcode: str, value: Any) -> List[str]:
    if value is None:
        return []
    if isinstance(value, Move):
        return [board.san(value)]
    if isinstance(value, (int, float)):
        return [str(value)]
    if isinstance(value, str):
        return ['"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"']
    moves: Iterable[Move] = value
    if opcode != "pv":
        return sorted(board.san(move) for move in moves)
    line = board.copy(stack=False)
    return [line.san_and_push(move) for move in moves]


def _read_operations(board: "Board", text: str) -> Dict[str, Any]:
    operations: Dict[str, Any] = {}
    while True:
        text = text.lstrip(" \t;")
        while text.startswith("- ") or text == "-":  # some collections have too many dashes
            text = text[1:].lstrip()
        if not text:
            return operations
        opcode = re.split(r"[\s;]", text, maxsplit=1)[0]
        _check_opcode(opcode)
        text, words = text[len(opcode):], []
        while True:
            text = text.lstrip()
            found = _OPERAND.match(text)
            if not found:
                break
            words.append(found)
            text = text[found.end():]
        operations[opcode] = _value(board, opcode, words)


def _value(board: "Board", opcode: str, words: "List[re.Match[str]]") -> Any:
    if opcode == "pv" or opcode in _MOVE_LISTS:
        line, moves = board.copy(stack=False), []
        for word in words:
            moves.append(line.parse_san(word.group(2) or ""))
            if opcode == "pv":
                line.push(moves[-1])
        return moves
    if not words:
        return None
    word = words[0]
    if word.group(2) is None:
        return re.sub(r'\\(["\\])', r"\1", word.group(1))
    for kind in (int, float):
        try:
            return kind(word.group(2))
        except ValueError:
            pass
    return board.parse_san(word.group(2))
