"""The tag TimeControl, read."""
from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import List


class TimeControlType(enum.Enum):
    UNKNOWN = 0
    UNLIMITED = 1
    STANDARD = 2
    RAPID = 3
    BLITZ = 4
    BULLET = 5


@dataclass
class TimeControlPart:
    moves: int = 0
    time: float = 0
    increment: float = 0
    delay: float = 0


@dataclass
class TimeControl:
    parts: List[TimeControlPart] = field(default_factory=list)
    type: TimeControlType = TimeControlType.UNKNOWN


def _part(text: str) -> TimeControlPart:
    part = TimeControlPart()
    moves, slash, rest = text.partition("/")
    if slash:
        part.moves, text = int(moves), rest
    for mark, name in (("+", "increment"), ("d", "delay")):
        text, found, value = text.partition(mark)
        if found:
            setattr(part, name, float(value))
    part.time = float(text)
    return part


def parse_time_control(time_control: str) -> TimeControl:
    """By the time for sixty moves: under 3 minutes bullet, 10 blitz, 60 rapid."""
    if time_control in ("", "?"):
        return TimeControl()
    if time_control == "-":
        return TimeControl(type=TimeControlType.UNLIMITED)
    parts = [_part(part) for part in time_control.split(":")]
    if any(not part.moves for part in parts[:-1]):
        raise ValueError(f"only the last part may do without a number of moves: {time_control!r}")
    seconds = sum(part.time + 60 * part.increment for part in parts)
    limits = ((180, TimeControlType.BULLET), (600, TimeControlType.BLITZ), (3600, TimeControlType.RAPID))
    kind = next((kind for limit, kind in limits if seconds < limit), TimeControlType.STANDARD)
    return TimeControl(parts, kind)
