"""Visitors: what they are told, and the ones that build games, headers and boards."""
from __future__ import annotations

import enum
import logging
from typing import Any, List, Optional, Tuple, Union

from ..._arbiter import Move
from ..board import Board
from .headers import Headers
from .nodes import ChildNode, Game, GameNode

LOGGER = logging.getLogger("arbiter.chess.pgn")


class SkipType(enum.Enum):
    SKIP = None


SKIP = SkipType.SKIP


class BaseVisitor:
    """What is told, in the order of the text; result() comes last. SKIP from begin_game, end_headers or
    begin_variation passes over what follows."""

    def begin_game(self) -> Optional[SkipType]:
        return None

    def begin_headers(self) -> Optional[Headers]:
        return None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        pass

    def end_headers(self) -> Optional[SkipType]:
        return None

    def begin_parse_san(self, board: Board, san: str) -> Optional[SkipType]:
        return None

    def visit_move(self, board: Board, move: Move) -> None:
        """With the board before the move."""

    def visit_board(self, board: Board) -> None:
        """The start, and the board after each move."""

    def visit_comment(self, comment: List[str]) -> None:
        pass

    def visit_nag(self, nag: int) -> None:
        pass

    def begin_variation(self) -> Optional[SkipType]:
        return None

    def end_variation(self) -> None:
        pass

    def visit_result(self, result: str) -> None:
        pass

    def end_game(self) -> None:
        pass

    def handle_error(self, error: Exception) -> None:
        raise error

    def result(self) -> Any:
        raise NotImplementedError


# ---- telling ----

def _tell_node(node: ChildNode, board: Board, visitor: Any) -> None:
    """The move and what stands beside it; the board then has it."""
    if node.starting_comments:
        visitor.visit_comment(node.starting_comments)
    visitor.visit_move(board, node.move)
    board.push(node.move)  # type: ignore[arg-type]
    visitor.visit_board(board)
    for nag in sorted(node.nags):
        visitor.visit_nag(nag)
    if node.comments:
        visitor.visit_comment(node.comments)


def _follow(node: Optional[ChildNode], board: Board, visitor: Any, sidelines: bool) -> None:
    """Tells a node, the alternatives to it, and how its line goes on; without recursion."""
    todo: List[Tuple[str, Any]] = [("line", node)]
    while todo:
        what, node = todo.pop()
        if what == "pop":
            board.pop()
        elif what == "end":
            visitor.end_variation()
        elif what == "side":
            if visitor.begin_variation() is not SKIP:
                _tell_node(node, board, visitor)  # type: ignore[arg-type]
                todo += [("end", None), ("pop", None), ("line", node.next())]  # type: ignore[union-attr]
            else:
                todo.append(("end", None))
        elif what == "on":
            board.push(node.move)  # type: ignore[union-attr, arg-type]
            todo += [("pop", None), ("line", node.next())]  # type: ignore[union-attr]
        elif node is not None:
            _tell_node(node, board, visitor)
            board.pop()
            todo.append(("on", node))
            main = node.is_main_variation()
            others = node.parent.variations[1:] if sidelines and main else []  # type: ignore[union-attr]
            todo += [("side", other) for other in reversed(others)]


def visit_line(node: GameNode, visitor: Any, sidelines: bool = True) -> None:
    """What follows a node."""
    _follow(node.next(), node.board(), visitor, sidelines)


def visit_from(node: ChildNode, visitor: Any) -> None:
    """A node, and what follows it; alternatives to it are left out."""
    board = node.parent.board()  # type: ignore[union-attr]
    _tell_node(node, board, visitor)
    _follow(node.next(), board, visitor, True)


def visit_game(node: GameNode, headers: Headers, visitor: Any, errors: Any = ()) -> Any:
    """A whole game from a node on."""
    if visitor.begin_game() is not SKIP:
        visitor.begin_headers()
        for name, value in headers.items():
            visitor.visit_header(name, value)
        if visitor.end_headers() is not SKIP:
            board = node.board()
            board.clear_stack()
            visitor.visit_board(board)
            if node.comments:
                visitor.visit_comment(node.comments)
            _follow(node.next(), board, visitor, True)
            for error in errors:
                visitor.handle_error(error)
            visitor.visit_result(headers.get("Result", "*"))
    visitor.end_game()
    return visitor.result()


# ---- building ----

class GameBuilder(BaseVisitor):
    """Builds a Game."""

    def __init__(self, *, Game: Any = Game) -> None:
        self.Game = Game

    def begin_game(self) -> Optional[SkipType]:
        self.game = self.Game()
        self.variation_stack: List[GameNode] = [self.game]
        self.starting_comments: List[str] = []
        self.in_variation = False
        return None

    def begin_headers(self) -> Headers:
        self.game.headers = Headers({})
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag: int) -> None:
        self.variation_stack[-1].nags.add(nag)

    def begin_variation(self) -> Optional[SkipType]:
        parent = self.variation_stack[-1].parent
        self.variation_stack.append(parent)  # type: ignore[arg-type]
        self.in_variation = False
        return None

    def end_variation(self) -> None:
        self.variation_stack.pop()
        self.in_variation = True

    def visit_comment(self, comment: Union[str, List[str]]) -> None:
        texts = [comment] if isinstance(comment, str) else list(comment)
        node = self.variation_stack[-1]
        if self.in_variation or (node.parent is None and node.is_end()):
            node.comments += texts
        else:
            self.starting_comments += texts

    def visit_move(self, board: Board, move: Move) -> None:
        node = self.variation_stack[-1].add_variation(move)
        node.starting_comments, self.starting_comments = self.starting_comments, []
        self.variation_stack[-1] = node
        self.in_variation = True

    def visit_result(self, result: str) -> None:
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def handle_error(self, error: Exception) -> None:
        LOGGER.error("%s while parsing %r", error, self.game)
        self.game.errors.append(error)

    def result(self) -> Any:
        return self.game


class HeadersBuilder(BaseVisitor):
    """Headers alone."""

    def __init__(self, *, Headers: Any = Headers) -> None:
        self.Headers = Headers

    def begin_headers(self) -> Headers:
        self.headers = self.Headers({})
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType:
        return SKIP

    def result(self) -> Any:
        return self.headers


class BoardBuilder(BaseVisitor):
    """The final board of the main line."""

    def begin_variation(self) -> SkipType:
        return SKIP

    def visit_board(self, board: Board) -> None:
        self.board = board.copy()

    def handle_error(self, error: Exception) -> None:
        LOGGER.error("%s", error)

    def result(self) -> Board:
        return self.board


class SkipVisitor(BaseVisitor):
    """True for each game."""

    def begin_game(self) -> SkipType:
        return SKIP

    def result(self) -> bool:
        return True
