"""Two nodes that both believe that they have a room, and planted faults that must show."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

import pytest

from freehold.cluster.directory import Claimed, Renewed
from freehold.cluster.links import Bytes
from freehold.cluster.memory import MemoryDirectory, MemoryRooms, MemorySite
from freehold.game import Illegal
from freehold.server.site.node import OwnNode
from freehold.server.site.relays import Edge, Relays
from freehold.store import MemoryStore
from freehold.store.protocol import Unavailable
from tests.cluster.nodes import Cluster, NodeWorld, cluster
from tests.cluster.test_nodes import check, play_on, playing, room_of
from tests.server.crashing import Player, seat_players
from tests.server.world import run

ISLAND = {"radius_tiles": 8, "limit_ms": 20_000, "capture_cooldown_ms": 50}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freehold.client.lines.SOON_MS", 100)


def silence(site: Cluster, node: NodeWorld) -> None:
    """Its lease lapses though it goes on: the database does not hear from it."""

    def renew(load: int) -> Renewed:
        raise Unavailable("too late")

    node.site.node._directory.renew = renew  # type: ignore[method-assign]
    site.database.nodes[node.id].lease_until = 0.0


async def take_away(site: Cluster, room: str) -> tuple[NodeWorld, NodeWorld]:
    """Another node claims a room whose owner knows nothing of it: the former and the new owner."""
    former = site.owner(room)
    (other,) = [each for each in site.nodes if each is not former]
    other.site.node._steady_since = float("-inf")  # as if it had held its lease for long
    silence(site, former)
    await other.site.node._claim(room)
    assert site.owner(room) is other
    return former, other


async def play_with_two_owners() -> tuple[Cluster, list[Player]]:
    async with cluster(2) as site, AsyncExitStack() as stack:
        urls = [each.url for each in site.nodes]
        players = await seat_players(stack, urls, "minewars", 2, params=ISLAND)
        async with playing(players):
            await play_on(players)
            await take_away(site, room_of(players[0]))
            await play_on(players, 10)
        return site, players


@pytest.mark.slow
def test_of_two_owners_one_is_fenced_and_everybody_goes_on_with_the_other() -> None:
    site, players = run(play_with_two_owners())
    check(site, players)


@pytest.mark.slow
def test_without_the_fence_two_owners_spoil_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    append = MemoryStore.append

    def append_anywhere(
        self: MemoryStore, match: str, epoch: int, expected_head: int, lines: Any
    ) -> None:
        row = self.match_row(match)
        append(self, match, row.epoch, row.head, lines)

    async def believe(self: OwnNode) -> None:
        """All rooms are still ours."""

    monkeypatch.setattr(MemoryStore, "append", append_anywhere)
    monkeypatch.setattr(MemoryRooms, "need_room", lambda self, room, epoch: None)
    monkeypatch.setattr(OwnNode, "_look_at_rooms", believe)
    site, players = run(play_with_two_owners())
    with pytest.raises(Exception, match=r".+"):
        check(site, players)


async def change_as_former_owner() -> None:
    """The former owner changes the room; Illegal as it should be. Leases are long, so that none
    lapses by itself on a busy machine."""
    async with cluster(2, lease_ms=4_000) as site, AsyncExitStack() as stack:
        players = await seat_players(stack, site.nodes[0].url, "land-grab", 2)
        room = room_of(players[0])
        opened = site.owner(room).hub.rooms[room]
        await take_away(site, room)
        await opened.change(lambda before: before)


@pytest.mark.slow
def test_a_room_is_not_changed_by_its_former_owner() -> None:
    with pytest.raises(Illegal, match="elsewhere"):
        run(change_as_former_owner())


@pytest.mark.slow
def test_a_claim_without_a_new_epoch_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def claim(self: MemoryDirectory, room: str, is_ours_too: bool) -> Claimed:
        row = self._site.rooms[room]
        row.owner = self.node
        return Claimed(room, row.epoch)

    monkeypatch.setattr(MemoryDirectory, "_claim", claim)
    run(change_as_former_owner())  # which went through


def claim_early(skew_s: float) -> Claimed | None:
    """A claim of a node whose own clock is ahead, while the owner's lease holds."""
    now = 100.0
    site = MemorySite(lambda: now)
    owner, other = MemoryDirectory(site, "a"), MemoryDirectory(site, "b", lease_ms=3_600_000)
    owner.renew(0)
    other.renew(0)
    store = MemoryRooms(site, "a")
    store.begin()
    store.add_room("r", "CODE", "")
    store.commit()
    now += skew_s
    return other.claim("r")


def test_a_lease_by_a_nodes_own_clock_would_lapse_too_early() -> None:
    assert claim_early(0) is None
    assert claim_early(60) is not None


class Told:
    """A client, as far as bytes are concerned."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.bye_code = ""
        self.unread = 0

    def write(self, data: bytes) -> None:
        self.heard.append(data)

    def bye(self, code: str, retry_ms: int) -> None:
        self.bye_code = code


async def hear_an_old_owner() -> Told:
    """A client whose room is another's by now, and bytes of the owner before."""
    async with cluster(2) as site:
        a, b = site.nodes
        client: Any = Told()
        b.site.relays.edges[1] = Edge(client, a.id, "r", 1)
        b.site.relays._epochs["r"] = 2
        b.site.relays._take(a.id, Bytes(1, 1, b"late"))
        b.site.relays.edges.pop(1, None)
        told: Told = client
        return told


def test_bytes_of_an_older_owner_are_dropped_and_the_client_comes_back() -> None:
    client = run(hear_an_old_owner())
    assert client.heard == []
    assert client.bye_code == "elsewhere"


def test_bytes_of_an_older_owner_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def deliver(self: Relays, node: str, item: Bytes) -> None:
        self.edges[item.conn].connection.write(item.data)

    monkeypatch.setattr(Relays, "_deliver", deliver)
    assert run(hear_an_old_owner()).heard == [b"late"]
