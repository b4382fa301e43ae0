"""The nodes of a site, and which of them has which room."""

from __future__ import annotations

import re
import secrets
from typing import Protocol

from msgspec import Struct

LEASE_MS = 1_500
RENEWALS = 4
"""A lease is renewed this often within its time."""


def absent_ms(lease_ms: int) -> int:
    """How long a node may not have renewed its lease before it is taken for gone, if its session
    with the database has ended: a process that dies ends it at once. A node that only lost its
    connection has another one by then, and has renewed."""
    return 3 * lease_ms // (2 * RENEWALS)


NAME = re.compile(r"[A-Za-z0-9_-]{1,32}")


class NodeSeen(Struct, frozen=True):
    """A node that is alive: its lease has not lapsed, and it has a session or has just had one."""

    id: str
    load: int
    """Connections and rooms; a new room goes to the node with the least."""
    left_ms: int = 0
    """It is alive for this time, though it does not renew its lease."""


class Renewed(Struct, frozen=True):
    had_lapsed: bool
    """Until now: others may have claimed rooms of ours."""
    nodes: tuple[NodeSeen, ...]
    """This one too, in the order of their ids."""


class Owned(Struct, frozen=True):
    """The node that has a room."""

    room: str
    owner: str
    """A node's id; empty if it was given up."""
    epoch: int
    is_alive: bool
    """The owner is."""


class Claimed(Struct, frozen=True):
    room: str
    epoch: int


class Directory(Protocol):
    """As one node sees it. Everything may raise `store.protocol.Unavailable`; then nobody knows
    whether it was done, and it can be done again."""

    node: str

    def renew(self, load: int) -> Renewed:
        """We are here, for the time of a lease."""

    def leave(self) -> None:
        """We are not here any more."""

    def find(self, room: str) -> Owned | None:
        """None if there is no such room."""

    def find_code(self, code: str) -> str | None:
        """The room of that code."""

    def find_standing(self, game: str) -> str | None:
        """The room that is the site's own world of that game."""

    def claim(self, room: str) -> Claimed | None:
        """The room is ours from now on, under a new epoch; None if its owner is alive, or
        our lease has lapsed, or its owner is just writing something."""

    def claim_some(self, most: int) -> list[Claimed]:
        """Rooms that nobody has, claimed as above."""

    def owned(self) -> dict[str, int]:
        """Our rooms and their epochs."""

    def close(self) -> None: ...


def new_node(name: str) -> str:
    """The id of a node that starts now: another one each time, so that nothing is taken for its own
    that was meant for the one before."""
    return f"{name}-{secrets.token_hex(4)}"
