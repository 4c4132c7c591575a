"""Commands in comments: clocks, times, evaluations, arrows."""
from __future__ import annotations

import re
from typing import Any, Iterable, List, NamedTuple, Optional

from ..engine import Cp, Mate, PovScore
from ..squares import SQUARE_NAMES, WHITE, Square, parse_square

_CLOCK = {name: re.compile(rf"\s*\[%{name}\s+(\d+):(\d+):(\d+(?:\.\d*)?)\]\s*") for name in ("clk", "emt")}
_EVAL = re.compile(r"\s*\[%eval\s+(?:#([+-]?\d+)|([+-]?\d{0,10}\.?\d{1,2}))(?:,(\d+))?\]\s*")
_ARROWS = re.compile(r"\s*\[%(?:csl|cal)\s+([RGYB][a-h][1-8](?:[a-h][1-8])?(?:,[RGYB][a-h][1-8](?:[a-h][1-8])?)*)\]\s*")
_COLORS = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}


class Arrow(NamedTuple):
    """From tail to head; a square is marked by an arrow to itself."""

    tail: Square
    head: Square
    color: str = "green"

    def pgn(self) -> str:
        letter = self.color[0].upper() if self.color[:1] in "gryb" else "G"
        return letter + SQUARE_NAMES[self.tail] + (SQUARE_NAMES[self.head] if self.head != self.tail else "")


class AnnotationsMixin:
    comments: List[str]

    def _find(self, pattern: "re.Pattern[str]") -> "Optional[re.Match[str]]":
        return next((found for found in map(pattern.search, self.comments) if found), None)

    def _change(self, pattern: "re.Pattern[str]", text: str, front: bool = False) -> None:
        """Puts the text in the place of the first command, else by itself; empty comments go."""
        placed, changed = False, []
        for comment in self.comments:
            while True:
                found = pattern.search(comment)
                if not found:
                    break
                inside = text if text and not placed else ""
                placed = placed or bool(inside)
                parts = [comment[:found.start()], inside, comment[found.end():]]
                comment = " ".join(part for part in parts if part)
                if inside:
                    break
            if comment:
                changed.append(comment)
        if text and not placed:
            changed.insert(0 if front else len(changed), text)
        self.comments = changed

    def _seconds(self, name: str) -> Optional[float]:
        found = self._find(_CLOCK[name])
        return int(found[1]) * 3600 + int(found[2]) * 60 + float(found[3]) if found else None

    def _set_seconds(self, name: str, seconds: Optional[float]) -> None:
        text = ""
        if seconds is not None:
            thousandths = round(max(0, seconds) * 1000)
            rest = f"{thousandths % 60000 / 1000:06.3f}".rstrip("0").rstrip(".")
            text = f"[%{name} {thousandths // 3600000}:{thousandths // 60000 % 60:02}:{rest}]"
        self._change(_CLOCK[name], text)

    def clock(self) -> Optional[float]:
        """Seconds on the clock after the move."""
        return self._seconds("clk")

    def set_clock(self, seconds: Optional[float]) -> None:
        self._set_seconds("clk", seconds)

    def emt(self) -> Optional[float]:
        """Seconds that the move took."""
        return self._seconds("emt")

    def set_emt(self, seconds: Optional[float]) -> None:
        self._set_seconds("emt", seconds)

    def eval(self) -> Optional[PovScore]:
        found = self._find(_EVAL)
        if not found:
            return None
        score: Any = Mate(int(found[1])) if found[1] else Cp(round(float(found[2]) * 100))
        return PovScore(score, WHITE)

    def eval_depth(self) -> Optional[int]:
        found = self._find(_EVAL)
        return int(found[3]) if found and found[3] else None

    def set_eval(self, score: Any, depth: Optional[int] = None) -> None:
        text = ""
        if score is not None:
            white = score.white()
            mate = white.mate()
            text = f"[%eval {f'#{mate}' if mate is not None else f'{white.score() / 100:.2f}'}"
            text += f",{depth}]" if depth is not None else "]"
        self._change(_EVAL, text)

    def arrows(self) -> List[Arrow]:
        found = [mark for comment in self.comments for group in _ARROWS.findall(comment) for mark in group.split(",")]
        return [Arrow(parse_square(mark[1:3]), parse_square(mark[-2:]), _COLORS[mark[0]]) for mark in found]

    def set_arrows(self, arrows: Iterable[Any]) -> None:
        marks: "dict[str, List[str]]" = {"csl": [], "cal": []}
        for arrow in arrows:
            mark = arrow.pgn() if hasattr(arrow, "pgn") else Arrow(*arrow).pgn()
            marks["csl" if len(mark) == 3 else "cal"].append(mark)
        self._change(_ARROWS, "")
        text = "".join(f"[%{name} {','.join(some)}]" for name, some in marks.items() if some)
        if text:
            self.comments.insert(0, text)
