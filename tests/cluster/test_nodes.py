"""Several nodes as one site: any of them answers for any room, and rooms outlive their nodes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import msgspec
import pytest

from freehold.cluster.directory import RENEWALS
from freehold.game import Illegal
from freehold.protocol.wire import Pong, Refused
from freehold.server.match.live import FEW_ENTRIES
from freehold.server.rooms.openrooms import OpenRoom
from tests.cluster.balancing import Balancer
from tests.cluster.nodes import LEASE_MS, Cluster, NodeWorld, cluster
from tests.server.crashing import Player, find_faults, seat_players, verify_all
from tests.server.world import PATIENCE_S, Line, Person, run

pytestmark = pytest.mark.slow
SHORT = {"points_to_win": 20}
CALM = {"pick_ms": 100, "freeze_ms": 1}
LONG_MS = 4_000
"""A lease that a busy machine does not let lapse."""


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freehold.client.lines.SOON_MS", 100)


@asynccontextmanager
async def playing(players: list[Player]) -> AsyncIterator[None]:
    """They play until this ends."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        yield
        failed = [task.exception() for task in tasks if task.done()]
        assert not failed, failed
    finally:
        for task in tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():
            await asyncio.sleep(0.005)


async def play_on(players: list[Player], actions: int = 3) -> None:
    """Until each has had this number of actions more acknowledged."""
    wanted = [len(player.acknowledged) + actions for player in players]
    await until(
        lambda: all(
            len(player.acknowledged) >= most for player, most in zip(players, wanted, strict=True)
        )
    )


def room_of(player: Player) -> str:
    assert player.tab.room is not None
    return player.tab.room.id


def others(site: Cluster, owner: NodeWorld) -> list[NodeWorld]:
    return [each for each in site.nodes if each is not owner]


def logs(site: Cluster) -> dict[str, list[bytes]]:
    store = site.database.store
    return {row.id: store.read_lines(row.id) for row in store.matches()}


def check(site: Cluster, players: list[Player]) -> None:
    assert find_faults(logs(site), players) == []
    verify_all(logs(site))


@pytest.mark.parametrize("game", ["land-grab", "minewars"])
def test_two_people_at_two_nodes_play_in_one_room(game: str) -> None:
    async def scenario() -> None:
        async with cluster() as site, AsyncExitStack() as stack:
            players = await seat_players(stack, [each.url for each in site.nodes[:2]], game, 2)
            room = room_of(players[0])
            async with playing(players):
                await play_on(players, 5)
            assert sum(room in each.hub.rooms for each in site.nodes) == 1
            check(site, players)

    run(scenario())


def test_rooms_of_all_nodes_are_found_and_listed_everywhere() -> None:
    async def scenario() -> None:
        async with cluster() as site:
            made = []
            for node in site.nodes:
                async with Person(node) as person:
                    made.append(await person.create("land-grab", is_public=True))
                await asyncio.sleep(0.25)  # loads are told with leases
            assert len({site.owner(each["room"]).id for each in made}) >= 2
            for node in site.nodes:
                async with Person(node) as person:
                    _, listed = await person.get("/api/rooms")
                    assert {each["id"] for each in listed} == {each["room"] for each in made}
                    moments = [each["created_at"] for each in listed]
                    assert moments == sorted(moments, reverse=True)
                    for each in made:
                        _, found = await person.get(f"/api/rooms/{each['room']}")
                        assert found["id"] == each["room"]
                        _, found = await person.get(f"/api/codes/{each['code']}")
                        assert found["id"] == each["room"]
                    status, problem = await person.get("/api/rooms/none")
                    assert (status, problem["code"]) == (404, "no_such_room")

    run(scenario())


async def refused(line: Line) -> str:
    return (await line.closing()).code


def test_what_is_refused_is_refused_by_any_node() -> None:
    async def scenario() -> None:
        async with cluster() as site:
            async with Person(site.nodes[0]) as maker:
                created = await maker.create("land-grab")
            for node in site.nodes:
                async with Person(node) as eve:
                    status, problem = await eve.post(
                        f"/api/rooms/{created['room']}/join", {"secret": "wrong"}
                    )
                    assert (status, problem["code"]) == (404, "no_such_room")
                    for room in (created["room"], "none"):
                        line = await eve.enter(room, "wrong", welcome=False)
                        assert await refused(line) == "bad_token"

    run(scenario())


def test_a_players_own_rooms_are_listed_whatever_node_they_ask() -> None:
    async def scenario() -> None:
        async with cluster(2) as site, Person(site.nodes[0]) as ann:
            created = await ann.create("land-grab")
            await ann.post(f"/api/rooms/{created['room']}/join", {"secret": created["secret"]})
            cookie = {"Cookie": f"freehold_guest={_cookie(ann)}"}
            async with Person(site.nodes[1], **cookie) as same:
                _, mine = await same.get("/api/rooms?mine=1")
                assert [each["id"] for each in mine] == [created["room"]]
                _, nobodys = await same.get("/api/rooms")
                assert nobodys == []

    run(scenario())


def _cookie(person: Person) -> str:
    (found,) = [each.value for each in person.http.cookie_jar if each.key == "freehold_guest"]
    return found


def test_a_node_that_dies_loses_nothing_and_people_go_on_by_themselves() -> None:
    async def scenario() -> None:
        async with cluster() as site, AsyncExitStack() as stack:
            balancer = await stack.enter_async_context(Balancer([each.port for each in site.nodes]))
            players = []
            for _ in range(3):
                players += await seat_players(stack, balancer.url, "land-grab", 2, params=SHORT)
            async with playing(players):
                for _ in range(2):
                    await play_on(players)
                    victim = site.owner(room_of(players[0]))
                    await victim.crash()
                    site.nodes.remove(victim)
                    balancer.ports.remove(victim.port)
                    await play_on(players)
            assert len(site.nodes) == 1
            check(site, players)

    run(scenario())


def test_a_drained_node_hands_its_rooms_over() -> None:
    async def scenario() -> None:
        async with cluster() as site, AsyncExitStack() as stack:
            balancer = await stack.enter_async_context(Balancer([each.port for each in site.nodes]))
            players = []
            for _ in range(3):
                players += await seat_players(stack, balancer.url, "land-grab", 2, params=SHORT)
            async with playing(players):
                await play_on(players)
                victim = site.owner(room_of(players[0]))
                balancer.ports.remove(victim.port)
                site.nodes.remove(victim)
                await victim.close()
                assert victim.id not in {row.owner for row in site.database.rooms.values()}
                await play_on(players)
            check(site, players)

    run(scenario())


def test_a_drained_node_shares_its_rooms_among_the_others_and_plays_on_until_they_are_taken() -> (
    None
):
    async def scenario() -> None:
        async with cluster(lease_ms=LONG_MS) as site, AsyncExitStack() as stack:
            victim, *left = site.nodes
            players = []
            for _ in range(4):
                players += await seat_players(stack, left[0].url, "land-grab", 2)
            rooms = {room_of(player) for player in players}
            for room in rooms:  # all are the victim's
                site.owner(room).hub.lost(room)
                site.database.rooms[room].owner = ""
                await victim.site.node._claim(room)
            for player in players:
                await player.line.until(lambda tab=player.tab: tab.is_fresh)  # type: ignore[misc]
            await until(lambda: all(len(victim.hub.rooms[each].connections) == 2 for each in rooms))
            let_go: list[tuple[str, str]] = []
            before = victim.hub.let_go

            def note(opened: OpenRoom, code: str, retry_ms: int = 0) -> None:
                let_go.append((opened.room.id, site.database.rooms[opened.room.id].owner))
                before(opened, code, retry_ms)

            victim.hub.let_go = note  # type: ignore[method-assign]
            site.nodes.remove(victim)
            await victim.close()
            assert {room for room, _ in let_go} == rooms
            heirs = sorted(owner for _, owner in let_go)
            assert heirs == sorted([left[0].id, left[1].id] * 2)
            async with playing(players):
                await play_on(players, 1)
            check(site, players)

    run(scenario())


def test_nobody_is_let_in_at_a_node_that_hands_the_room_over() -> None:
    """The other node may have taken it already, though its answer has not come."""

    async def scenario() -> None:
        async with cluster(2, LONG_MS) as site, AsyncExitStack() as stack:
            players = await seat_players(stack, site.nodes[0].url, "land-grab", 2)
            room = room_of(players[0])
            victim = site.owner(room)
            (heir,) = [each for each in site.nodes if each is not victim]
            is_asked, may_answer = asyncio.Event(), asyncio.Event()
            take_over = heir.site.node.take_over

            async def take_late(question: bytes) -> bytes:
                answer = await take_over(question)
                is_asked.set()
                await may_answer.wait()
                return answer

            heir.site.node.take_over = take_late  # type: ignore[method-assign]
            site.nodes.remove(victim)
            leaving = asyncio.create_task(victim.close())
            await is_asked.wait()
            assert len(victim.hub.rooms[room].connections) == 2
            back = players[0]
            back.line.api.url = victim.url
            before = back.line.connections
            assert back.line._socket is not None
            await back.line._socket.close()
            await until(lambda: back.line.connections > before and back.tab.is_fresh)
            assert len(heir.hub.rooms[room].connections) == 1
            may_answer.set()
            await leaving
            check(site, players)

    run(scenario())


@pytest.mark.parametrize("ending", ["killed", "drained"])
def test_people_whose_own_node_lives_do_not_have_to_come_back(ending: str) -> None:
    async def scenario() -> None:
        async with cluster(lease_ms=LONG_MS) as site, AsyncExitStack() as stack:
            urls = [each.url for each in site.nodes]
            players = await seat_players(stack, urls, "territory", 3)
            victim = site.owner(room_of(players[0]))
            away = [player for player in players if player.line.api.url != victim.url]
            sockets = [player.line._socket for player in away]
            assert len(sockets) == 2  # at two nodes, one of which will have the room
            async with playing(players):
                await play_on(players, 2)
                site.nodes.remove(victim)
                (gone,) = [player for player in players if player not in away]
                gone.line.api.url = site.nodes[0].url
                await (victim.crash() if ending == "killed" else victim.close())
                await play_on(players, 2)
            assert [player.line._socket for player in away] == sockets
            assert [player.line.connections for player in away] == [2, 2]
            check(site, players)

    run(scenario())


def test_what_was_asked_about_a_room_that_has_moved_is_refused() -> None:
    async def scenario() -> None:
        async with cluster(2, LONG_MS) as site, AsyncExitStack() as stack:
            urls = [each.url for each in site.nodes]
            players = await seat_players(stack, urls, "land-grab", 2)
            room = room_of(players[0])
            owner = site.owner(room)
            (asking,) = [each for each in players if each.line.api.url != owner.url]
            owner.hub.rooms[room]._changing = Stuck()  # type: ignore[assignment]
            answer = asyncio.create_task(asking.line.ask("name", value="Ann"))
            await asyncio.sleep(0.05)
            owner.hub.lost(room)
            async with asyncio.timeout(PATIENCE_S):
                answered = await answer
            assert isinstance(answered, Refused)
            assert answered.code == "cut"
            await asking.line.until(lambda: asking.tab.is_fresh)

    run(scenario())


def test_a_ping_is_answered_by_the_clients_own_node() -> None:
    """The node that has the room reads nothing while it does what was asked."""

    async def scenario() -> None:
        async with cluster(2, LONG_MS) as site, AsyncExitStack() as stack:
            urls = [each.url for each in site.nodes]
            players = await seat_players(stack, urls, "land-grab", 2)
            owner = site.owner(room_of(players[0]))
            (asking,) = [each for each in players if each.line.api.url != owner.url]
            heard: list[object] = []
            asking.line.hear = heard.append
            owner.hub.rooms[room_of(asking)]._changing = Stuck()  # type: ignore[assignment]
            answer = asyncio.create_task(asking.line.ask("name", value="Ann"))
            await until(lambda: Pong() in heard)
            assert not answer.done()
            answer.cancel()

    run(scenario())


class Stuck:
    """A lock that nobody gets."""

    async def __aenter__(self) -> None:
        await asyncio.Event().wait()

    async def __aexit__(self, *_: object) -> None: ...


def test_a_node_looks_again_when_another_may_be_gone() -> None:
    async def scenario() -> None:
        async with cluster(2) as site:
            node = site.nodes[0].site.node
            other = msgspec.structs.replace(node.nodes[1], left_ms=20)
            assert node._until_renewal() == LEASE_MS / 1000 / RENEWALS
            node.nodes = (node.nodes[0], other)
            assert node._until_renewal() == pytest.approx(0.03)

    run(scenario())


def test_a_node_that_has_lost_its_session_trusts_in_nobodys_absence() -> None:
    """If the database was away, all sessions have ended."""

    async def scenario() -> None:
        async with cluster(2) as site:
            node = site.nodes[0].site.node
            await until(lambda: node.is_steady)
            site.database.is_up = False
            with pytest.raises(Illegal, match="disk"):
                await node.settle("r")
            site.database.is_up = True
            assert not node.is_steady
            await until(lambda: node.is_steady)

    run(scenario())


def test_a_match_that_is_handed_over_waits_for_its_players() -> None:
    async def scenario() -> None:
        async with cluster(2) as site, AsyncExitStack() as stack:
            players = await seat_players(stack, site.nodes[0].url, "area-attack", 2, params=CALM)
            room, match = room_of(players[0]), players[0].tab.match
            async with playing(players):
                await play_on(players, FEW_ENTRIES)
            victim = site.owner(room)
            site.nodes.remove(victim)
            (left,) = site.nodes
            await until(lambda: left.site.node.is_steady)
            await victim.close()
            assert site.database.store.snapshot_heads(match)  # nothing has to be replayed
            await until(lambda: room in left.hub.rooms and left.hub.rooms[room].playing is not None)

    run(scenario())


def test_rooms_of_a_dead_node_are_claimed_though_nobody_asks() -> None:
    async def scenario() -> None:
        async with cluster(2) as site:
            async with Person(site.nodes[0]) as maker:
                rooms = [(await maker.create("land-grab", is_public=True))["room"] for _ in "ab"]
            victim = site.owner(rooms[0])
            await victim.crash()
            site.nodes.remove(victim)
            (left,) = site.nodes
            await until(lambda: set(rooms) <= set(left.hub.rooms))
            async with Person(left) as person:
                _, listed = await person.get("/api/rooms")
                assert {each["id"] for each in listed} == set(rooms)

    run(scenario())


def test_an_owner_that_was_frozen_is_fenced_and_steps_down() -> None:
    """It comes back after its rooms were claimed, and its own writes find nothing to write to."""

    async def scenario() -> None:
        async with cluster(2) as site, Person(site.nodes[0]) as ann:
            created = await ann.create("land-grab")
            owner = site.owner(created["room"])
            (other,) = others(site, owner)
            await until(lambda: other.site.node.is_steady)
            site.database.nodes[owner.id].lease_until = 0.0
            claimed = other.site.node._directory.claim(created["room"])
            assert claimed is not None
            opened = owner.hub.rooms[created["room"]]
            with pytest.raises(Illegal, match="elsewhere"):
                await opened.change(lambda room: room)
            assert created["room"] not in owner.hub.rooms

    run(scenario())


def test_without_a_bus_rooms_go_on_for_those_at_their_own_node() -> None:
    async def scenario() -> None:
        async with cluster(2) as site, AsyncExitStack() as stack:
            here = await seat_players(stack, site.nodes[0].url, "land-grab", 2, params=SHORT)
            assert site.owner(room_of(here[0])) is site.nodes[0]
            async with playing(here):
                site.bus.is_up = False
                await play_on(here)
                site.bus.is_up = True
            check(site, here)

    run(scenario())


def test_a_lost_batch_makes_clients_come_back_and_loses_nothing() -> None:
    async def scenario() -> None:
        async with cluster(3) as site, AsyncExitStack() as stack:
            urls = [each.url for each in site.nodes]
            players = await seat_players(stack, urls, "land-grab", 2)
            sent = 0

            def loses(sender: str, receiver: str, data: bytes) -> bool:
                nonlocal sent
                sent += not data.startswith(b"has ")
                return sent % 25 == 24

            async with playing(players):
                site.bus.loses = loses
                await play_on(players, 8)
                site.bus.loses = lambda sender, receiver, data: False
            assert any(each.site.relays.links.gaps for each in site.nodes)
            check(site, players)

    run(scenario())


def test_while_the_database_is_away_nothing_is_acknowledged_and_then_all_goes_on() -> None:
    async def scenario() -> None:
        async with cluster(2) as site, AsyncExitStack() as stack:
            urls = [each.url for each in site.nodes]
            players = await seat_players(stack, urls, "land-grab", 2)  # a long match
            owner = site.owner(room_of(players[0]))
            async with playing(players):
                await play_on(players)
                site.database.is_up = False
                await until(lambda: owner.hub.rooms[room_of(players[0])].trouble == "disk")
                counted = [len(player.acknowledged) for player in players]
                await asyncio.sleep(1.0)  # longer than two leases
                assert [len(player.acknowledged) for player in players] == counted
                site.database.is_up = True
                await play_on(players)
            assert site.owner(room_of(players[0])) is owner
            check(site, players)

    run(scenario())
