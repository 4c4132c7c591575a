"""What the referee says: verdicts, outcomes, rulings."""
from __future__ import annotations

from typing import List, NamedTuple, Optional


class Verdict(NamedTuple):
    """The answer to a move: `ok`, or the one reason why not, with the squares that matter."""

    code: int  #: a number, the index into arbiter.batch.VERDICTS; -1 where the text was no move
    name: str  #: "ok", "blocked", "castle-through-check"…; "ambiguous", "unreadable"
    from_square: Optional[str]
    to_square: Optional[str]
    at: Optional[str]  #: the piece in the way, or the attacked square
    by: Optional[str]  #: the attacker
    article: str  #: of the FIDE Laws, "3.8.2.2"; "" where they know no such rule
    text: str  #: the sentence
    uci: Optional[str]  #: of a legal move
    san: Optional[str]  #: the same

    @property
    def legal(self) -> bool:
        return self.code == 0

    @property
    def squares(self) -> List[str]:
        """The squares that matter, each once."""
        named = (self.from_square, self.to_square, self.at, self.by)
        return list(dict.fromkeys(square for square in named if square is not None))

    def __bool__(self) -> bool:
        return self.code == 0


class Outcome(NamedTuple):
    """How a game ended: result and reason."""

    result: str  #: "1-0", "0-1", "1/2-1/2", "0-0" (both lose), "*"
    reason: str  #: "checkmate", "fivefold"…; "none" while it goes on
    article: str
    text: str  #: "White wins by checkmate (5.1.1)"

    @property
    def is_over(self) -> bool:
        return self.result != "*"

    def __bool__(self) -> bool:
        return self.result != "*"


class Winnable(NamedTuple):
    """Can a side still mate by any series of legal moves?"""

    answer: str  #: "yes", "no", "undetermined"
    proof: str  #: of a no: "material", "blocked", "search"
    line: List[str]  #: of a yes: the moves that lead there, as UCI
    nodes: int


class Ruling(NamedTuple):
    """What the arbiter said to an event at the board."""

    name: str  #: "penalty"
    ok: bool  #: it was as the player said
    by: str  #: who did it
    article: str
    cause: str  #: the article that was broken
    seconds: int  #: that the opponent is given
    text: str
