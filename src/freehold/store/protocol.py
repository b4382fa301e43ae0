"""What a store promises.

Rules about this file:
1. Between `begin` and `commit` all changes are one: they are kept together or not at all.
2. A change that is refused (Fenced, WrongHead, Unknown) has changed nothing; the others of the
   same transaction stand.
3. Times are given by the caller, in ms; a store reads no clock.
4. What was damaged on the disk is never returned: asked for by its key it is Damaged, and lists
   leave it out. It stays where it is.
5. A commit that raises may have been kept or not, unless it raises Again. Only reading tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, runtime_checkable

from msgspec import Struct

Status = Literal["live", "finished", "parked", "quarantined"]
SNAPSHOTS_KEPT = 2


class StoreError(Exception):
    """The store did not do it, and nothing has changed."""


class Fenced(StoreError):
    """Somebody else owns the match by now."""


class WrongHead(StoreError):
    """The log is not as long as the writer believes."""


class Unknown(StoreError):
    """There is no such match."""


class Taken(StoreError):
    """Another room has that code, or is already what only one can be."""


class Damaged(StoreError):
    """What was kept is not what was written: its checksum says so, or a part of it is missing."""


class Unavailable(Exception):
    """The database does not answer, or cannot save anything at the moment. If that was said of a
    commit, nobody knows whether it was kept."""


class Again(Exception):
    """The whole transaction was undone, because it met another one or its connection was lost: it
    has to be made again."""


class Damage(Struct, frozen=True):
    """A row with a wrong checksum."""

    table: str
    key: str
    """The values of its key, with blanks between."""

    def __str__(self) -> str:
        return f"{self.table} {self.key}"


class MatchRow(Struct, frozen=True):
    """What is known of a match without reading its log."""

    id: str
    game: str
    status: Status
    head: int
    """How many lines its log has."""
    epoch: int
    created_at: int
    ended_at: int = 0
    players: tuple[str, ...] = ()
    """The guest in each seat, or nothing for a bot."""
    outcome: bytes = b""
    reason: str = ""
    """Why it is parked or quarantined."""
    aged_from: int = 0
    """When it was last begun or ended, by the calendar that its age is counted by."""


class Appending(Struct, frozen=True):
    """Lines to be added to a match's log; as an operation of the writer, too."""

    match: str
    epoch: int
    expected_head: int
    lines: Sequence[bytes]

    def __call__(self, store: Store) -> None:
        store.append(self.match, self.epoch, self.expected_head, self.lines)


class Store(Protocol):
    """Everything is called from one thread, the writer's."""

    damaged: set[Damage]
    """The damaged rows found so far."""

    def begin(self) -> None: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def close(self) -> None: ...

    has_leftovers: bool
    """The last `erase` has failed."""

    def erase(self) -> None:
        """When this transaction is committed, leave no byte of what was ever deleted in the files
        of the store, as far as these are its own. It takes as long as copying everything stored."""

    # Matches and their logs
    def create_match(
        self,
        match: str,
        game: str,
        players: Sequence[str],
        header: bytes,
        now: int,
        aged_from: int = 0,
    ) -> int:
        """A new match whose log holds its header; returns the owner's epoch."""

    def claim(self, match: str) -> int:
        """Own the match from now on: a new epoch, which fences every earlier one."""

    def append(self, match: str, epoch: int, expected_head: int, lines: Sequence[bytes]) -> None:
        """Add lines. Raises Fenced for a stale epoch, WrongHead for a stale head."""

    def append_all(self, appends: Sequence[Appending]) -> list[StoreError | None]:
        """The same for many, one after the other; what would be raised is returned."""

    def set_status(
        self,
        match: str,
        status: Status,
        now: int,
        outcome: bytes = b"",
        reason: str = "",
        aged_from: int = 0,
    ) -> None:
        """Without `aged_from` its age is counted on from before."""

    def add_player(self, match: str, player: str) -> None:
        """Somebody has sat down on the way, in the seat after the last; nothing is a bot."""

    def remove_player(self, match: str, player: str) -> None:
        """Their seats are nobody's, as a bot's are."""

    def replace_lines(self, match: str, epoch: int, lines: Mapping[int, bytes]) -> None:
        """Other lines in the places of these. Fenced like `append`; WrongHead if the log is
        shorter."""

    def read_lines(self, match: str, start: int = 0, end: int | None = None) -> list[bytes]:
        """Those from a position on; what was dropped is not there."""

    def drop_lines(self, match: str, epoch: int, before: int) -> None:
        """Forget the lines between the header and a position, and snapshots of before it."""

    def first_line(self, match: str) -> int:
        """The position of the first line after the header that is there, or would be: 1 if
        nothing was dropped."""

    def match_row(self, match: str) -> MatchRow: ...
    def matches(
        self,
        status: Status | None = None,
        game: str | None = None,
        player: str | None = None,
        limit: int = 1000,
    ) -> list[MatchRow]:
        """Newest first."""

    def drop_match(self, match: str) -> None: ...
    def save_snapshot(
        self, match: str, epoch: int, head: int, data: bytes, keep: int = SNAPSHOTS_KEPT
    ) -> None:
        """Keep a snapshot taken when the log had `head` lines, in place of another one of the same
        length, and of all only the last few (0: all). Fenced like `append`; WrongHead if the log
        is shorter."""

    def snapshot_heads(self, match: str) -> list[int]:
        """Of those that are kept, the oldest first."""

    def read_snapshot(self, match: str, head: int) -> bytes | None: ...

    # Small things by kind and key: rooms, guests, bans
    def put(self, kind: str, key: str, data: bytes) -> None: ...
    def get(self, kind: str, key: str) -> bytes | None: ...
    def drop(self, kind: str, key: str) -> None: ...
    def all(self, kind: str) -> list[tuple[str, bytes]]: ...

    # Ratings of players by ladder, which are read in the order of their standing
    def lock_ratings(self) -> None:
        """Nobody else changes a rating before this transaction ends."""

    def put_rating(self, ladder: str, player: str, standing: int, data: bytes) -> None:
        """A standing of 0 is in no list."""

    def get_rating(self, ladder: str, player: str) -> bytes | None: ...
    def best_ratings(self, ladder: str, limit: int) -> list[tuple[str, bytes]]:
        """Players with the highest standings above 0, and of equal ones those whose name comes
        first."""

    def count_ratings(self, ladder: str, above: int) -> int:
        """How many players of a ladder have a higher standing than this."""

    def ratings_of(self, player: str) -> list[tuple[str, bytes]]:
        """In all ladders, by their names."""

    def drop_ratings(self, player: str) -> None:
        """In all ladders."""

    def clear_ratings(self) -> None:
        """Of everybody."""


@runtime_checkable
class RoomStore(Protocol):
    """What the store of a node does besides: rooms have an owner, and an epoch as matches do."""

    def add_room(self, room: str, code: str, standing: str) -> int:
        """A new room of this node; returns its epoch. Taken if another one has the code, or is the
        site's own world of the game `standing`."""

    def need_room(self, room: str, epoch: int) -> None:
        """Fenced if the room is not owned by this epoch. Nobody else can claim it before this
        transaction ends."""

    def give_up_room(self, room: str, epoch: int) -> None:
        """The next node that is asked for it may have it. Fenced as above."""

    def forget_room(self, room: str) -> None: ...
    def adopt_rooms(self, rooms: Sequence[tuple[str, str, str]]) -> None:
        """Those that are kept, each with its code and what it is the site's own world of: whichever
        of them has no owner's row gets one, and rows of rooms that are not kept go."""


def append_each(store: Store, appends: Sequence[Appending]) -> list[StoreError | None]:
    """`append_all` for a store that gains nothing by doing them together."""
    refusals: list[StoreError | None] = []
    for append in appends:
        try:
            append(store)
            refusals.append(None)
        except StoreError as refusal:
            refusals.append(refusal)
    return refusals
