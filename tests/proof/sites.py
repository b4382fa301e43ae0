"""Whole sites of three nodes on a virtual clock, in bad weather: `tests/cluster/simulation.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from freehold.cluster.directory import RENEWALS, Claimed, Renewed
from freehold.cluster.links import Bytes
from freehold.cluster.memory import MemoryRooms, MemorySite, NodeRow
from freehold.server.match import keeping
from freehold.server.site.node import OwnNode
from freehold.server.site.relays import Relays
from freehold.store import MemoryStore
from tests.cluster.simulation import HastyWriter, SimDirectory, play
from tests.proof.harness import Found, Plants, Proof, first_fault, planting, try_each

MOST_SITES = range(1, 100)
AHEAD_S = (0.0, 2.0, -2.0)
"""How far nodes' own clocks are ahead of the database's, for a planted fault."""
Plant = Callable[[pytest.MonkeyPatch], None]


def run(count: int, seed: int) -> Found:
    return try_each(count, seed, play)


# Planted faults


def remove_the_fence(patch: pytest.MonkeyPatch) -> None:
    append = MemoryStore.append

    def append_anywhere(
        self: MemoryStore, match: str, epoch: int, expected_head: int, lines: Any
    ) -> None:
        row = self.match_row(match)
        append(self, match, row.epoch, row.head, lines)

    patch.setattr(MemoryStore, "append", append_anywhere)
    patch.setattr(MemoryRooms, "need_room", lambda self, room, epoch: None)


def tell_before_the_commit(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(keeping, "Writer", HastyWriter)


def lease_by_own_clock(patch: pytest.MonkeyPatch) -> None:
    """A node that looks at a lease, or renews one, goes by its own clock."""
    renew, claim = SimDirectory.renew, SimDirectory._claim

    def own_clock(self: SimDirectory) -> float:
        return self._world.timeline.now + AHEAD_S[int(self.node[1])]

    def renew_by_own(self: SimDirectory, load: int) -> Renewed:
        renewed = renew(self, load)
        self._site.nodes[self.node] = NodeRow(load, own_clock(self) + self._lease_s)
        return renewed

    def claim_by_own(self: SimDirectory, room: str, is_ours_too: bool) -> Claimed | None:
        now, self._site.now = self._site.now, lambda: own_clock(self)
        try:
            return claim(self, room, is_ours_too)
        finally:
            self._site.now = now

    patch.setattr(SimDirectory, "renew", renew_by_own)
    patch.setattr(SimDirectory, "_claim", claim_by_own)


def claim_whose_session_has_just_ended(patch: pytest.MonkeyPatch) -> None:
    """A node that has lost its connection is taken for gone at once."""
    left_s = MemorySite.left_s

    def left_at_once(self: MemorySite, node: str) -> float:
        return left_s(self, node) if node in self.sessions else 0.0

    patch.setattr(MemorySite, "left_s", left_at_once)


def let_old_frames_through(patch: pytest.MonkeyPatch) -> None:
    """A node also looks seldom who is gone: else there is hardly ever time for such frames."""

    def deliver(self: Relays, node: str, item: Bytes) -> None:
        if edge := self.edges.get(item.conn):
            edge.came += len(item.data)
            edge.connection.write(item.data)

    patch.setattr(Relays, "_deliver", deliver)
    patch.setattr(Relays, "note_epoch", lambda self, room, epoch: None)
    patch.setattr(OwnNode, "_until_renewal", lambda self: self._lease_s / RENEWALS)


def claim_without_a_new_epoch(patch: pytest.MonkeyPatch) -> None:
    claim = SimDirectory._claim

    def claim_again(self: SimDirectory, room: str, is_ours_too: bool) -> Claimed | None:
        claimed = claim(self, room, is_ours_too)
        if claimed:
            self._site.rooms[room].epoch -= 1
        return Claimed(room, claimed.epoch - 1) if claimed else None

    patch.setattr(SimDirectory, "_claim", claim_again)


def let_in_unsure(patch: pytest.MonkeyPatch) -> None:
    """Nodes trust in their leases, however long nobody has renewed them."""
    patch.setattr(OwnNode, "is_sure", True)


PLANTS: tuple[Plant, ...] = (
    remove_the_fence,
    tell_before_the_commit,
    lease_by_own_clock,
    claim_whose_session_has_just_ended,
    let_old_frames_through,
    claim_without_a_new_epoch,
    let_in_unsure,
)
RARE: dict[Plant, int] = {let_old_frames_through: 70}
"""A fault that few sites show is looked for from this one on, and then in those before it."""


def play_with(plant: Plant, seed: int) -> Counter[str]:
    with planting() as patch:
        plant(patch)
        return play(seed)


def sites_for(plant: Plant) -> list[int]:
    begin = RARE.get(plant, 0)
    return [*MOST_SITES[begin:], *MOST_SITES[:begin]]


def plants() -> Plants:
    return {
        plant.__name__.replace("_", " "): partial(
            first_fault, partial(play_with, plant), sites_for(plant)
        )
        for plant in PLANTS
    }


PROOFS = (
    Proof(
        "sites",
        "Whatever happens to three nodes, their database and their bus, what was acknowledged"
        " counts once, and nobody is shown less than before.",
        5_000,
        "sites",
        run,
        plants,
        small=300,
        share=300,
        chunk=20,
    ),
)
