"""Games as trees of nodes."""
from __future__ import annotations

from typing import Any, Callable, Iterable, Iterator, List, Optional, Set, Union

from ..._arbiter import Move
from ..board import Board
from ..squares import Color
from .annotations import AnnotationsMixin
from .headers import Headers, board_of
from .time_control import TimeControl, parse_time_control

Which = Union[int, Move, "GameNode"]


def _comments(comment: Union[str, Iterable[str]]) -> List[str]:
    if isinstance(comment, str):
        return [comment] if comment else []
    return [text for text in comment if text]


class GameNode(AnnotationsMixin):
    """A position of the game; parent None: the start."""

    parent: "Optional[GameNode]" = None
    move: Optional[Move] = None

    def __init__(self, *, comment: Union[str, List[str]] = "") -> None:
        self.variations: "List[ChildNode]" = []
        self.comments = _comments(comment)
        self.starting_comments: List[str] = []
        self.nags: Set[int] = set()

    @property
    def comment(self) -> str:
        """All comments in one text."""
        return " ".join(self.comments)

    @comment.setter
    def comment(self, comment: Union[str, List[str]]) -> None:
        self.comments = _comments(comment)

    @property
    def starting_comment(self) -> str:
        return " ".join(self.starting_comments)

    @starting_comment.setter
    def starting_comment(self, comment: Union[str, List[str]]) -> None:
        self.starting_comments = _comments(comment)

    # ---- where it is ----

    def _line(self) -> "List[GameNode]":
        """From the root to here."""
        nodes: "List[GameNode]" = [self]
        while nodes[-1].parent is not None:
            nodes.append(nodes[-1].parent)
        return nodes[::-1]

    def root(self) -> "GameNode":
        return self._line()[0]

    def game(self) -> "Game":
        root = self.root()
        if not isinstance(root, Game):
            raise ValueError("the node belongs to no game")
        return root

    def board(self) -> Board:
        """The position, with the moves that lead to it."""
        root, *rest = self._line()
        board = root.board()
        for node in rest:
            board.push(node.move)  # type: ignore[arg-type]
        return board

    def ply(self) -> int:
        root, *rest = self._line()
        return root.ply() + len(rest)

    def turn(self) -> Color:
        return self.ply() % 2 == 0

    def end(self) -> "GameNode":
        node: GameNode = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        return not self.variations

    def starts_variation(self) -> bool:
        return self.parent is not None and bool(self.parent.variations) and self.parent.variations[0] is not self

    def is_main_variation(self) -> bool:
        return self.parent is None or not self.parent.variations or self.parent.variations[0] is self

    def is_mainline(self) -> bool:
        return all(node.is_main_variation() for node in self._line())

    # ---- children ----

    def _index(self, which: Which) -> Optional[int]:
        for index, node in enumerate(self.variations):
            if index == which if isinstance(which, int) else node.move == which or node is which:
                return index
        return None

    def variation(self, move: Which) -> "ChildNode":
        """By number, move or node; KeyError if there is none."""
        index = self._index(move)
        if index is None:
            raise KeyError(move)
        return self.variations[index]

    __getitem__ = variation

    def has_variation(self, move: Which) -> bool:
        return self._index(move) is not None

    __contains__ = has_variation

    def _move_to(self, move: Which, place: Callable[[int], int]) -> None:
        node = self.variation(move)
        index = self.variations.index(node)
        self.variations.insert(place(index), self.variations.pop(index))

    def promote_to_main(self, move: Which) -> None:
        self._move_to(move, lambda index: 0)

    def promote(self, move: Which) -> None:
        self._move_to(move, lambda index: max(index - 1, 0))

    def demote(self, move: Which) -> None:
        self._move_to(move, lambda index: index + 1)

    def remove_variation(self, move: Which) -> None:
        self.variations.remove(self.variation(move))

    def add_variation(self, move: Move, *, comment: Union[str, List[str]] = "",
                      starting_comment: Union[str, List[str]] = "", nags: Iterable[int] = ()) -> "ChildNode":
        return ChildNode(self, move, comment=comment, starting_comment=starting_comment, nags=nags)

    def add_main_variation(self, move: Move, *, comment: str = "", nags: Iterable[int] = ()) -> "ChildNode":
        node = self.add_variation(move, comment=comment, nags=nags)
        self.promote_to_main(node)
        return node

    def add_line(self, moves: Iterable[Move], *, comment: Union[str, List[str]] = "",
                 starting_comment: Union[str, List[str]] = "", nags: Iterable[int] = ()) -> "GameNode":
        """Comment and NAGs go to the last move."""
        node: GameNode = self
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        node.comments += _comments(comment)
        node.nags.update(nags)
        return node

    def next(self) -> "Optional[ChildNode]":
        return self.variations[0] if self.variations else None

    def mainline(self) -> "Mainline":
        return Mainline(self, lambda node: node)

    def mainline_moves(self) -> "Mainline":
        return Mainline(self, lambda node: node.move)

    # ---- visitors ----

    def accept(self, visitor: Any) -> Any:
        from .visitors import visit_line

        visitor.visit_board(self.board())
        visit_line(self, visitor)
        return visitor.result()

    def accept_subgame(self, visitor: Any) -> Any:
        """The game from here on, with a FEN of its own."""
        from .visitors import visit_game

        headers = Headers({})
        if isinstance(self.root(), Game):
            headers = self.game().headers.copy()
        board = self.board()
        headers["FEN"], headers["SetUp"] = board.fen(), "1"
        return visit_game(self, headers, visitor)

    def __str__(self) -> str:
        from .exporters import StringExporter

        return self.accept(StringExporter(columns=None))


class ChildNode(GameNode):
    """A position that a move leads to."""

    def __init__(self, parent: GameNode, move: Move, *, comment: Union[str, List[str]] = "",
                 starting_comment: Union[str, List[str]] = "", nags: Iterable[int] = ()) -> None:
        super().__init__(comment=comment)
        self.parent, self.move = parent, move
        self.starting_comments = _comments(starting_comment)
        self.nags = set(nags)
        parent.variations.append(self)

    @classmethod
    def _plain(cls, parent: GameNode, move: Move) -> "ChildNode":
        """For the reader: a node with nothing beside its move."""
        node = cls.__new__(cls)
        node.parent, node.move = parent, move
        node.variations, node.comments, node.starting_comments, node.nags = [], [], [], set()
        parent.variations.append(node)
        return node

    def san(self) -> str:
        return self.parent.board().san(self.move)  # type: ignore[union-attr, arg-type]

    def uci(self, *, chess960: Optional[bool] = None) -> str:
        return self.parent.board().uci(self.move, chess960=chess960)  # type: ignore[union-attr, arg-type]

    def accept(self, visitor: Any) -> Any:
        from .visitors import visit_from

        visit_from(self, visitor)
        return visitor.result()

    def __repr__(self) -> str:
        try:
            board = self.parent.board()  # type: ignore[union-attr]
            number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
            return f"<{type(self).__name__} at {id(self):#x} ({number} {board.san(self.move)} ...)>"  # type: ignore[arg-type]
        except ValueError:
            return f"<dangling {type(self).__name__} at {id(self):#x} ({self.move})>"


class Game(GameNode):
    """Game(headers=None): the start, with the headers."""

    def __init__(self, headers: Any = None) -> None:
        super().__init__()
        self.headers = Headers(headers)
        self.errors: List[Exception] = []

    def board(self) -> Board:
        return self.headers.board()

    def ply(self) -> int:
        return self.board().ply() if "FEN" in self.headers else 0

    def setup(self, board: Union[Board, str]) -> None:
        """Starts from this position, and sets the headers that say so."""
        if isinstance(board, str):
            setup = board_of(self.headers.variant(), board, self.headers.is_chess960())
        else:
            setup = board.root()
            setup.chess960 = board.chess960 or setup.has_chess960_castling_rights()
        fen = setup.fen()
        if fen == type(setup).starting_fen:
            self.headers.pop("FEN", None)
            self.headers.pop("SetUp", None)
        else:
            self.headers["FEN"], self.headers["SetUp"] = fen, "1"
        name = type(setup).aliases[0] if type(setup) is not Board else ""
        if setup.chess960:
            name = name or "Chess960"
        if name:
            self.headers["Variant"] = name
        else:
            self.headers.pop("Variant", None)
        if type(setup) is not Board:  # readers differ in where a variant starts
            self.headers["FEN"] = fen

    def accept(self, visitor: Any) -> Any:
        from .visitors import visit_game

        return visit_game(self, self.headers, visitor)

    def time_control(self) -> TimeControl:
        return parse_time_control(self.headers.get("TimeControl", ""))

    @classmethod
    def from_board(cls, board: Board) -> "Game":
        """The moves of a board, and its result."""
        game = cls()
        game.setup(board.root())
        node: GameNode = game
        for move in board.move_stack:
            node = node.add_variation(move)
        game.headers["Result"] = board.result()
        return game

    @classmethod
    def without_tag_roster(cls) -> "Game":
        return cls(headers={})

    @classmethod
    def builder(cls) -> Any:
        from .visitors import GameBuilder

        return GameBuilder(Game=cls)

    def __repr__(self) -> str:
        tags = self.headers
        players = f"{tags.get('White', '?')!r} vs. {tags.get('Black', '?')!r}"
        return f"<{type(self).__name__} at {id(self):#x} ({players}, {tags.get('Date', '????.??.??')!r})>"


class Mainline:
    """The main line from a node on: nodes, or what a function makes of them."""

    def __init__(self, start: GameNode, of: Callable[[ChildNode], Any]) -> None:
        self.start, self.of = start, of

    def _nodes(self) -> Iterator[ChildNode]:
        node = self.start.next()
        while node is not None:
            yield node
            node = node.next()

    def __bool__(self) -> bool:
        return bool(self.start.variations)

    def __iter__(self) -> Iterator[Any]:
        return map(self.of, self._nodes())

    def __reversed__(self) -> Iterator[Any]:
        return map(self.of, reversed(list(self._nodes())))

    def accept(self, visitor: Any) -> Any:
        from .visitors import visit_line

        visit_line(self.start, visitor, sidelines=False)
        return visitor.result()

    def __str__(self) -> str:
        return self.start.board().variation_san(node.move for node in self._nodes())  # type: ignore[misc]

    def __repr__(self) -> str:
        return f"<Mainline at {id(self):#x} ({self})>"
