"""Games as text, folded to columns."""
from __future__ import annotations

from typing import Any, List, Optional, TextIO, Union

from ..._arbiter import Move
from ..board import Board
from ..squares import WHITE
from .visitors import SKIP, BaseVisitor, SkipType


class _Exporter(BaseVisitor):
    def __init__(self, *, columns: Optional[int] = 80, headers: bool = True, comments: bool = True,
                 variations: bool = True) -> None:
        self.columns, self.headers, self.comments, self.variations = columns, headers, comments, variations
        self.found_headers = False
        self.force_movenumber = True
        self.lines: List[str] = []
        self.current = ""
        self.variation_depth = 0

    def write_line(self, line: str = "") -> None:
        self._flush()
        self.lines.append(line.rstrip())

    def _flush(self) -> None:
        if self.current:
            self.lines.append(self.current.rstrip())
        self.current = ""

    def write_token(self, token: str) -> None:
        if self.columns is not None and len(self.current) + len(token) - 1 > self.columns - 1:
            self._flush()
        self.current += token

    # ---- what is told ----

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        if self.headers:
            self.found_headers = True
            value = tagvalue.replace("\\", "\\\\").replace('"', '\\"')
            self.write_line(f'[{tagname} "{value}"]')

    def end_headers(self) -> Optional[SkipType]:
        if self.found_headers:
            self.write_line()
        return None

    def begin_variation(self) -> Optional[SkipType]:
        self.variation_depth += 1
        if not self.variations:
            return SKIP
        self.write_token("( ")
        self.force_movenumber = True
        return None

    def end_variation(self) -> None:
        self.variation_depth -= 1
        if self.variations:
            self.write_token(") ")
            self.force_movenumber = True

    def visit_comment(self, comment: Union[str, List[str]]) -> None:
        if not self.comments or (self.variation_depth and not self.variations):
            return
        for text in [comment] if isinstance(comment, str) else comment:
            self.write_token("{ " + text.replace("{", "").replace("}", "") + " } ")
        self.force_movenumber = True

    def visit_nag(self, nag: int) -> None:
        if self.comments and (self.variations or not self.variation_depth):
            self.write_token(f"${nag} ")

    def visit_move(self, board: Board, move: Move) -> None:
        if self.variation_depth and not self.variations:
            return
        number = ""
        if board.turn == WHITE:
            number = f"{board.fullmove_number}. "
        elif self.force_movenumber:
            number = f"{board.fullmove_number}... "
        san = board.san(move) if move else "--"
        if number:
            self.write_token(number)
        self.write_token(san + " ")
        self.force_movenumber = False

    def visit_result(self, result: str) -> None:
        self.write_token(result + " ")


class StringExporter(_Exporter):
    """StringExporter(columns=80, headers=True, comments=True, variations=True); result() is the text."""

    def result(self) -> str:
        lines = [*self.lines, self.current.rstrip()] if self.current else self.lines
        return "\n".join(lines).rstrip()

    def __str__(self) -> str:
        return self.result()


class FileExporter(_Exporter):
    """Writes to a text file, a blank line behind each game; result() is the number of characters."""

    def __init__(self, handle: TextIO, **options: Any) -> None:
        super().__init__(**options)
        self.handle, self.written = handle, 0

    def begin_game(self) -> Optional[SkipType]:
        self.written = 0
        self.found_headers = False
        self.force_movenumber = True
        return None

    def end_game(self) -> None:
        self.write_line()
        self.written += self.handle.write("\n".join(self.lines) + "\n")
        self.lines = []

    def result(self) -> int:
        return self.written
