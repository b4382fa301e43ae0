"""The tokens of watchers: only in memory, since they open nothing secret.

With them are the tokens of players who have given up their seat but stay in the room, and of those
without whom another round of a world has begun: they may come back by them.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from freehold.server.rooms.rooms import Chair

IN_MEMORY = 10_000


class Watching(Struct, frozen=True):
    """Somebody with a watcher's token."""

    room: str
    guest: str
    name: str
    was_seated: bool = False
    """In an earlier round of a world: they get a chair again when they come."""


class Watchers:
    """Everybody who may look on, by their token's hash; the oldest are forgotten."""

    def __init__(self) -> None:
        self._watchers: dict[str, Watching] = {}

    def add(self, hashed: str, watching: Watching) -> None:
        self._watchers[hashed] = watching
        while len(self._watchers) > IN_MEMORY:
            del self._watchers[next(iter(self._watchers))]

    def find(self, room: str, hashed: str) -> Watching | None:
        found = self._watchers.get(hashed)
        return found if found and found.room == room else None

    def has_sat(self, room: str, guest: str) -> bool:
        """Had they a chair in an earlier round of this world?"""
        everybody = self._watchers.values()
        return any(
            each.was_seated and each.guest == guest and each.room == room for each in everybody
        )

    def add_players(self, room: str, chairs: Iterable[Chair]) -> None:
        """Another round of a world has begun without them; they may come back by their tokens."""
        for chair in chairs:
            former = Watching(room, chair.guest, chair.name, was_seated=True)
            for hashed in chair.tokens:
                self.add(hashed, former)

    def forget_guest(self, guest: str) -> None:
        for hashed in [key for key, each in self._watchers.items() if each.guest == guest]:
            del self._watchers[hashed]

    def forget(self, room: str) -> None:
        """That room is closed."""
        for hashed in [key for key, each in self._watchers.items() if each.room == room]:
            del self._watchers[hashed]
