"""Sentences: a code and its facts become words, with a template from a catalogue.

`{points}` stands for a fact, `{seat:player}` for the name of the player in that seat,
`{seats:players}` for several names, `{points:each}` for each seat's value with its player's name
(`Ann 3, Ben 4`) or, if the values are yes and no, for the names of those with yes,
`{tiles:one tile:# tiles}` for one of two wordings by number, where # is the number, and
`{text:isolated}` for what a player wrote. The browser fills the same templates in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any
from unicodedata import bidirectional

TURNING = ("R", "AL", "AN")
"""Characters of these kinds are read from right to left, or mark that direction."""
SPECS = ("player", "players", "each", "isolated")


class _Words(Formatter):
    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def name(self, seat: int) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else f"seat {seat}"

    def each(self, values: Sequence[Any]) -> str:
        if len(values) != len(self.names):
            raise ValueError(f"{len(self.names)} players, but {len(values)} values: {values}")
        pairs = list(zip(self.names, values, strict=True))
        if all(isinstance(value, bool) for value in values):
            return join_words([name for name, is_so in pairs if is_so])
        return ", ".join(f"{name} {value}" for name, value in pairs)

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "player":
            return self.name(value)
        if format_spec == "players":
            return join_words([self.name(seat) for seat in value])
        if format_spec == "each":
            return self.each(value)
        if format_spec == "isolated":
            return isolated(value)
        if ":" in format_spec:
            one, many = format_spec.split(":", 1)
            return (one if value == 1 else many).replace("#", str(value))
        return str(value)


def join_words(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


def isolated(text: str) -> str:
    """What a player wrote, isolated so that it does not reverse the words around it: between U+2068
    and U+2069, if anything in it is read from right to left."""
    is_turning = any(bidirectional(character) in TURNING for character in text)
    return f"\u2068{text}\u2069" if is_turning else text


def counted(number: int, one: str, several: str = "") -> str:
    """`1 farm`, `2 farms`; `several` is for irregular plurals."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def time_left(ms: int) -> str:
    """A time that runs down: `1:23`, and `9.5 s` in the last ten seconds."""
    ms = max(0, ms)
    if ms < 10_000:
        return f"{ms // 1000}.{ms % 1000 // 100} s"
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"


def fill(template: str, facts: Mapping[str, Any], names: Sequence[str] = ()) -> str:
    return _Words(names).vformat(template, (), facts)


def gaps(template: str) -> list[tuple[str, str]]:
    """What a template is filled with: each fact's name, with what follows its colon.

    Raises ValueError for a template that cannot be filled at all.
    """
    parts = Formatter().parse(template)
    return [(name, spec or "") for _, name, spec, _ in parts if name is not None]
