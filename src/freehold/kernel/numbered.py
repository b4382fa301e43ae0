"""Things by number: a dict of ints that has canonical bytes.

MessagePack sorts only keys that are strings. This dict is written as pairs in the order of their
numbers, and iterated in that order too, so that a state that was stored and loaded continues
exactly as before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from typing import TypeVar

V = TypeVar("V")
D = TypeVar("D")


class Numbered(MutableMapping[int, V]):
    __slots__ = ("get", "of")

    def __init__(self, of: Mapping[int, V] | None = None) -> None:
        self.of: dict[int, V] = dict(of or {})
        """The plain dict, for rules that look up every tile. Do not iterate over it: its order is
        arbitrary."""
        self.get = self.of.get  # type: ignore[method-assign]

    def __getitem__(self, key: int) -> V:
        return self.of[key]

    def __setitem__(self, key: int, value: V) -> None:
        self.of[key] = value

    def __delitem__(self, key: int) -> None:
        del self.of[key]

    def __contains__(self, key: object) -> bool:
        return key in self.of

    def __len__(self) -> int:
        return len(self.of)

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self.of))

    def pop(self, key: int, /, *default: V | D) -> V | D:
        return self.of.pop(key, *default)

    def put_all(self, keys: Iterable[int], value: V) -> None:
        """The same value for many."""
        self.of.update(dict.fromkeys(keys, value))

    def drop_all(self, keys: Iterable[int]) -> None:
        """These must be there."""
        of = self.of
        for key in keys:
            del of[key]

    def clear(self) -> None:
        self.of.clear()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Numbered) and self.of == other.of

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Numbered({dict(self.pairs())})"

    def pairs(self) -> list[tuple[int, V]]:
        """What canonical bytes keep, in order."""
        return sorted(self.of.items())
