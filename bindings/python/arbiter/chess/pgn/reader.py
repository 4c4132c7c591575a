"""Reading games from text files: the lines of a game are found here, and read by the library."""
from __future__ import annotations

import re
from typing import Any, Dict, List, Optional, TextIO, Tuple

from ..._arbiter import Tree
from .headers import NAME, Headers
from .nodes import ChildNode, Game, GameNode
from .visitors import LOGGER, GameBuilder, HeadersBuilder, SkipVisitor, visit_game

_TAG = re.compile(r'\s*\[\s*([A-Za-z0-9][A-Za-z0-9_+#=:-]*)\s+"((?:\\.|[^"\\])*)"\s*\]\s*\Z')
_REAL_FAULTS = ("illegal", "ambiguous", "bad-token", "bad-fen", "unknown-variant")


def _in_comment(line: str, inside: bool) -> bool:
    """Is the line's end inside a brace comment?"""
    if not inside and line.startswith("%"):
        return False
    while line:
        if inside:
            _, brace, line = line.partition("}")
            inside = not brace
        else:
            found = re.search(r"[{;]", line)
            if not found or found[0] == ";":
                return False
            line, inside = line[found.end():], True
    return inside


def _read_lines(handle: TextIO) -> Optional[Tuple[List[Tuple[str, str]], List[str]]]:
    """The tags and the lines of the next game; None at the end of the text."""
    tags: List[Tuple[str, str]] = []
    line = handle.readline().lstrip("\ufeff")
    while line and (not line.strip() or (line[0] in "%;" and not tags)):
        line = handle.readline()
    if not line:
        return None
    while line:  # tags, and single blank lines between them
        found = _TAG.match(line)
        if found:
            value = found[2]
            tags.append((found[1], re.sub(r'\\(["\\])', r"\1", value) if "\\" in value else value))
        elif tags and line.lstrip().startswith("["):
            pass  # a tag that is not closed
        elif line.strip() or not tags:
            break
        else:
            line = handle.readline()
            if not line.strip():
                return tags, []
            continue
        line = handle.readline()
    lines, inside = [], False
    while line and (inside or line.strip()):
        lines.append(line)
        if inside or "{" in line:
            inside = _in_comment(line, inside)
        line = handle.readline()
    return tags, lines


def _text(headers: Headers, lines: List[str]) -> bytes:
    """For the library: the tags that say how to read the moves, and the moves."""
    tags = {name: headers[name] for name in ("Variant", "FEN", "SetUp") if name in headers}
    try:
        if "FEN" in tags and "Variant" not in tags and headers.board().chess960:
            tags["Variant"] = "Chess960"
    except ValueError:  # a FEN that is none: the library says so
        pass
    text = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return (text + "\n" * bool(text) + "".join(lines).lstrip("( \t")).encode("utf-8", "replace")


def _bare(text: str) -> str:
    """A comment without the blanks beside its braces."""
    return text[text[:1] == " ":len(text) - (text[-1:] == " ")]


def _build(game: Game, tree: Any) -> None:
    nodes: Dict[int, GameNode] = {}
    for number, parent, kind, move, notes in tree._walk():
        if kind == 3:  # what could not be read
            continue
        node: GameNode = game if parent < 0 else ChildNode._plain(nodes[parent], move)
        nodes[number] = node
        for _, what, side, nag, text in notes or ():
            if what == "nag":
                node.nags.add(nag)
            elif what == "comment" and side != "before":
                node.comments.append(_bare(text))
            elif what == "comment" and node.starts_variation():
                node.starting_comments.append(_bare(text))
            elif what == "comment":
                node.parent.comments.append(_bare(text))  # type: ignore[union-attr]


def _game(tags: List[Tuple[str, str]], lines: List[str]) -> Tuple[Game, List[Exception]]:
    game = Game()
    errors: List[Exception] = []
    for name, value in tags:
        if NAME.match(name):
            game.headers[name] = value
    found = Tree._read(_text(game.headers, lines), 0, None) if lines else None
    if found is not None:
        tree = found[0]
        _build(game, tree)
        errors = [ValueError(text) for name, _, _, text in tree._faults if name in _REAL_FAULTS]
        if tree.has_marker and game.headers.get("Result", "*") == "*":
            game.headers["Result"] = tree.result
    return game, errors


def read_game(handle: TextIO, *, Visitor: Any = GameBuilder) -> Any:
    """The next game of a text file, None at its end. What cannot be read is in game.errors, and logged."""
    found = _read_lines(handle)
    if found is None:
        return None
    if Visitor in (SkipVisitor, HeadersBuilder):
        found = (found[0], [])
    game, errors = _game(*found)
    if Visitor is GameBuilder:
        for error in errors:
            LOGGER.error("%s while parsing %r", error, game)
        game.errors = list(errors)
        return game
    try:
        game.board()
    except ValueError:
        game.headers.pop("FEN", None)
        game.headers.pop("Variant", None)
    return visit_game(game, game.headers, Visitor(), errors)


def read_headers(handle: TextIO) -> Optional[Headers]:
    return read_game(handle, Visitor=HeadersBuilder)


def skip_game(handle: TextIO) -> bool:
    """Passes over a game; False at the end."""
    return bool(read_game(handle, Visitor=SkipVisitor))
