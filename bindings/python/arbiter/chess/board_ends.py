"""How a game ends, and what may be claimed. The rule set says how often and how many."""
from __future__ import annotations

from typing import Optional

from .. import _arbiter
from .._arbiter import Move
from .outcome import Outcome, Termination
from .squares import BLACK, WHITE

_TERMINATIONS = {
    "checkmate": Termination.CHECKMATE, "stalemate": Termination.STALEMATE,
    "dead-position": Termination.INSUFFICIENT_MATERIAL, "75-moves": Termination.SEVENTYFIVE_MOVES,
}


class EndsMixin(_arbiter.Board):
    _rules: str

    def is_zeroing(self, move: Move) -> bool:
        raise NotImplementedError  # Board's

    def is_stalemate(self) -> bool:
        return self._is_stalemate() and not self.is_variant_end()

    def is_insufficient_material(self) -> bool:
        return self.has_insufficient_material(WHITE) and self.has_insufficient_material(BLACK)

    def _variant_result(self) -> Optional[str]:
        """The result where the rules of a variant ended the game."""
        result, reason = self._outcome()
        ordinary = reason in _TERMINATIONS and (reason != "stalemate" or result == "1/2-1/2")
        return None if result == "*" or ordinary else result

    def is_variant_end(self) -> bool:
        return self._rules != "chess" and self._variant_result() is not None

    def is_variant_win(self) -> bool:
        return self._rules != "chess" and self._variant_result() == ("1-0" if self.turn else "0-1")

    def is_variant_loss(self) -> bool:
        return self._rules != "chess" and self._variant_result() == ("0-1" if self.turn else "1-0")

    def is_variant_draw(self) -> bool:
        return self._rules != "chess" and self._variant_result() == "1/2-1/2"

    def outcome(self, *, claim_draw: bool = False) -> Optional[Outcome]:
        result, reason = self._outcome()
        if result != "*":
            winner = {"1-0": WHITE, "0-1": BLACK}.get(result)
            termination = _TERMINATIONS.get(reason)
            if termination is None or (reason == "stalemate" and winner is not None):
                termination = (Termination.VARIANT_DRAW if winner is None else Termination.VARIANT_WIN
                               if winner == self.turn else Termination.VARIANT_LOSS)
            return Outcome(termination, winner)
        if self.is_fivefold_repetition():
            return Outcome(Termination.FIVEFOLD_REPETITION, None)
        if claim_draw and self.can_claim_fifty_moves():
            return Outcome(Termination.FIFTY_MOVES, None)
        if claim_draw and self.can_claim_threefold_repetition():
            return Outcome(Termination.THREEFOLD_REPETITION, None)
        return None

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        outcome = self.outcome(claim_draw=claim_draw)
        return outcome.result() if outcome else "*"

    def _is_halfmoves(self, moves: int) -> bool:
        return moves > 0 and self.halfmove_clock >= 2 * moves and self._has_move()

    def is_seventyfive_moves(self) -> bool:
        return self._is_halfmoves(self._limits()[2])

    def is_fifty_moves(self) -> bool:
        return self._is_halfmoves(self._limits()[3])

    def can_claim_fifty_moves(self) -> bool:
        """Now, or with a legal move."""
        moves = self._limits()[3]
        if not moves or self.halfmove_clock < 2 * moves - 1:
            return False
        return self.is_fifty_moves() or any(not self.is_zeroing(move) and self._keeps_going(move)
                                            for move in self._moves())

    def _keeps_going(self, move: Move) -> bool:
        """After this move, has the other side one?"""
        self.push(move)
        fifty = self.is_fifty_moves()
        self.pop()
        return fifty

    def is_repetition(self, count: int = 3) -> bool:
        return self._repetitions() >= count

    def is_fivefold_repetition(self) -> bool:
        most = self._limits()[0]
        return most > 0 and self._repetitions() >= most

    def can_claim_threefold_repetition(self) -> bool:
        """Now, or with a legal move."""
        count = self._limits()[1]
        return count > 0 and (self._repetitions() >= count or self._most_repetitions() >= count)

    def can_claim_draw(self) -> bool:
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()
