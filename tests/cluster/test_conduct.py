"""Moderation and deletion on a site: asked of any node, and true at all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from freehold.game import Illegal
from freehold.protocol.wire import Done, Refused, Said, Say
from freehold.server.rooms.guests import COOKIE, hash_of
from freehold.server.site import node as nodes
from freehold.server.upkeep import guestdata
from freehold.server.upkeep.guestdata import NAME
from tests.cluster.nodes import SECRET, Cluster, NodeWorld, cluster
from tests.cluster.test_nodes import logs, until
from tests.server.crashing import verify_all
from tests.server.world import PATIENCE_S, Line, Person, run

pytestmark = pytest.mark.slow
ZEB = "Zebulon Quux"


@pytest.fixture(autouse=True)
def _new_rooms_are_where_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes.OwnNode, "least_loaded", lambda self: self.id)


def operator_at(node: NodeWorld) -> Person:
    return Person(node, Authorization=f"Bearer {SECRET}")


def same(person: Person, node: NodeWorld) -> Person:
    """The same browser, at another node."""
    return Person(node, Cookie=f"{COOKIE}={cookie_of(person)}")


def cookie_of(person: Person) -> str:
    (found,) = [each.value for each in person.http.cookie_jar if each.key == COOKIE]
    return found


async def id_of(person: Person) -> str:
    _, me = await person.get("/api/me")
    guest: str = me["id"]
    return guest


async def until_answer(ask: Callable[[], Awaitable[tuple[int, object]]], status: int) -> None:
    """News take a moment."""
    async with asyncio.timeout(PATIENCE_S):
        while (await ask())[0] != status:
            await asyncio.sleep(0.005)


async def said(line: Line, text: str) -> None:
    await line.say(Say(text))
    await line.until(Said, lambda each: each.text == text)


def test_a_ban_a_mute_and_a_filter_hold_at_every_node() -> None:
    async def scenario() -> None:
        async with (
            cluster(2) as site,
            operator_at(site.nodes[0]) as operator,
            Person(site.nodes[1]) as zeb,
        ):
            here, there = site.nodes
            created = await zeb.create("land-grab", is_public=True)
            assert site.owner(created["room"]) is there
            line, guest = await zeb.join(created["room"]), await id_of(zeb)
            mute = {"guest": guest, "hours": 1}
            assert (await operator.post("/api/admin/mutes", mute))[0] == 200
            await until(lambda: there.hub.conduct.mutes.find(guest) is not None)
            await line.say(Say("hello"))
            assert (await line.until(Refused)).code == "muted_until"
            await operator.post("/api/admin/filters", {"add": [{"word": "grobian"}]})
            await until(lambda: bool(there.hub.conduct.filters.all))
            _, refused = await zeb.post("/api/me", {"name": "Grobian"})
            assert refused["code"] == "name_filtered"
            # two operators at once, at two nodes: neither loses what the other has added
            async with operator_at(there) as other:
                there.hub.conduct.filters._take([])
                _, words = await other.post("/api/admin/filters", {"add": [{"word": "lout"}]})
            assert [each["word"] for each in words] == ["grobian", "lout"]
            assert (await operator.post("/api/admin/bans", {"guest": guest}))[0] == 200
            assert (await line.closing()).code == "banned"
            _, refused = await zeb.get("/api/rooms")
            assert refused["code"] == "banned"
            # whom one has seen at this node matters as little as where they are
            async with (
                operator_at(there) as other,
                other.http.delete(f"{there.url}/api/admin/bans/{guest}") as response,
            ):
                assert response.status == 200
            async with same(zeb, here) as again:
                await until_answer(lambda: again.get("/api/me"), 200)

    run(scenario())


def test_a_ban_of_an_address_holds_at_every_node() -> None:
    async def scenario() -> None:
        chosen = {"trust_proxy": True, "address_keep_days": 1}
        from_there = {"X-Forwarded-For": "203.0.113.7"}
        async with cluster(2, **chosen) as site:
            here, there = site.nodes
            async with Person(here, **from_there) as zeb, operator_at(here) as operator:
                wished = {"guest": await id_of(zeb), "address": True, "hours": 1}
                assert (await operator.post("/api/admin/bans", wished))[0] == 200
            async with Person(there, **from_there) as another:
                await until_answer(lambda: another.get("/api/me"), 403)
                assert (await another.get("/api/me"))[1]["code"] == "address_banned_until"

    run(scenario())


def test_news_that_are_lost_are_read_from_the_store() -> None:
    async def scenario() -> None:
        async with (
            cluster(2) as site,
            operator_at(site.nodes[0]) as operator,
            Person(site.nodes[1]) as zeb,
        ):
            there = site.nodes[1]
            line = await zeb.quick("land-grab", bot="random")
            site.bus.loses = lambda sender, receiver, data: True
            assert (await operator.post("/api/admin/bans", {"guest": await id_of(zeb)}))[0] == 200
            site.bus.loses = lambda sender, receiver, data: False
            assert not there.hub.conduct.bans
            await there.site._read_conduct()
            assert (await line.closing()).code == "banned"

    run(scenario())


def test_a_moderator_moderates_rooms_of_all_nodes_from_any() -> None:
    async def scenario() -> None:
        async with (
            cluster(2) as site,
            operator_at(site.nodes[0]) as operator,
            Person(site.nodes[0]) as mo,
            Person(site.nodes[1]) as zeb,
        ):
            here, there = site.nodes
            rooms = [(await each.create("land-grab"))["room"] for each in (mo, zeb)]
            assert [site.owner(room) for room in rooms] == [here, there]
            _, joined = await zeb.post(f"/api/rooms/{rooms[1]}/join", {})
            line = await zeb.enter(rooms[1], joined["token"])
            await said(line, "you lot are fools")
            assert (await mo.get("/api/moderation/rooms"))[1]["code"] == "not_a_moderator"
            wished = {"guest": await id_of(mo)}
            assert (await operator.post("/api/admin/moderators", wished))[0] == 200
            await until(lambda: bool(there.hub.conduct.moderators))
            _, listed = await mo.get("/api/moderation/rooms")
            assert [(each["room"], each["code"]) for each in listed] == [
                (rooms[1], ""),
                (rooms[0], ""),
            ]
            _, chat = await mo.get(f"/api/moderation/rooms/{rooms[1]}/chat")
            assert [each["text"] for each in chat["lines"]] == ["you lot are fools"]
            _, chat = await operator.get(f"/api/admin/rooms/{rooms[1]}/chat")
            assert len(chat["lines"]) == 1
            close = f"/api/moderation/rooms/{rooms[1]}/close"
            assert (await zeb.post(close, {"reason": "mine"}))[1]["code"] == "not_a_moderator"
            assert (await mo.post(close, {"reason": "fools"}))[0] == 200
            assert (await line.closing()).code == "closed_by_moderator"
            assert rooms[1] not in site.database.rooms
            async with operator.http.delete(
                f"{here.url}/api/admin/moderators/{wished['guest']}"
            ) as response:
                assert response.status == 200
            async with same(mo, there) as again:
                await until_answer(lambda: again.get("/api/moderation/rooms"), 403)

    run(scenario())


def test_a_report_from_any_node_is_read_and_closed_at_any() -> None:
    async def scenario() -> None:
        async with (
            cluster(2) as site,
            operator_at(site.nodes[0]) as operator,
            Person(site.nodes[1]) as zeb,
            Person(site.nodes[1]) as ann,
        ):
            created = await zeb.create("land-grab", is_public=True)
            await zeb.join(created["room"])
            line = await ann.join(created["room"])
            assert isinstance(await line.ask("report", 0, {"reason": "spam"}), Done)
            _, [report] = await operator.get("/api/admin/reports")
            assert report["about"] == await id_of(zeb)
            path = f"/api/admin/reports/{report['id']}/close"
            assert (await operator.post(path, {"reason": "warned"}))[0] == 200
            await until(lambda: site.nodes[1].hub.conduct.reports.open_count == 0)

    run(scenario())


# Deleting a guest


def everything(site: Cluster) -> bytes:
    store = site.database.store
    kept = [store._rows, store._lines, store._snapshots, store._things]
    held = [
        (opened.room, opened.chat.lines, opened.playing and opened.playing.live)
        for each in site.nodes
        for opened in each.hub.rooms.values()
    ]
    return repr((kept, held)).encode()


async def zeb_everywhere(site: Cluster, zeb: Person, ann: Person) -> tuple[Line, Line, list[str]]:
    """At the second node: a running match of two, and words of one who only watches."""
    await zeb.post("/api/me", {"name": ZEB})
    created = await ann.create("land-grab", is_public=True)
    assert site.owner(created["room"]) is site.nodes[1]
    mine, theirs = await ann.join(created["room"]), await zeb.join(created["room"])
    assert isinstance(await theirs.ask("ready"), Done)
    assert isinstance(await mine.ask("start"), Done)
    other = await ann.create("land-grab", is_public=True)
    watching = await zeb.join(other["room"], watch=True)
    await said(watching, "words of a watcher")
    return mine, theirs, [ZEB, await id_of(zeb), hash_of(cookie_of(zeb)), "words of a watcher"]


def test_a_guest_who_is_deleted_at_one_node_is_gone_at_all() -> None:
    async def scenario() -> None:
        async with (
            cluster(3) as site,
            Person(site.nodes[0]) as zeb,
            Person(site.nodes[1]) as ann,
        ):
            mine, theirs, traces = await zeb_everywhere(site, zeb, ann)
            _, data = await zeb.get("/api/me/data")
            assert len(data["rooms"]) == len(data["matches"]) == 1
            assert [each["text"] for each in data["chat"]] == ["words of a watcher"]
            async with same(zeb, site.nodes[2]) as third:
                assert (await third.get("/api/me"))[1]["name"] == ZEB
                assert all(word.encode() in everything(site) for word in traces)
                status, told = await zeb.post("/api/me/delete", {"is_sure": True})
                assert (status, told["lines"], told["matches"]) == (200, 1, 1)
                assert (await theirs.closing()).code == "deleted"
                await mine.room_when(lambda each: NAME in [seat.name for seat in each.seats])
                kept = everything(site)
                assert [word for word in traces if word.encode() in kept] == []
                _, someone = await third.get("/api/me")
                assert someone["id"] not in traces
                assert someone["name"] != ZEB
            verify_all(logs(site))

    run(scenario())


def test_a_guest_is_deleted_wholly_or_can_be_deleted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The node that has a room does not answer: then nobody says that they are deleted."""

    async def scenario() -> None:
        monkeypatch.setattr(nodes, "SETTLE_S", 0.1)
        async with (
            cluster(2) as site,
            Person(site.nodes[0]) as zeb,
            Person(site.nodes[1]) as ann,
        ):
            _, _, traces = await zeb_everywhere(site, zeb, ann)
            site.bus.loses = lambda sender, receiver, data: True
            _, refused = await zeb.post("/api/me/delete", {"is_sure": True})
            assert refused["code"] == "elsewhere"
            assert (await zeb.get("/api/me"))[1]["name"] == ZEB
            site.bus.loses = lambda sender, receiver, data: False
            assert (await zeb.post("/api/me/delete", {"is_sure": True}))[0] == 200
            kept = everything(site)
            assert [word for word in traces if word.encode() in kept] == []

    run(scenario())


def test_what_deletion_writes_of_a_room_is_fenced() -> None:
    async def scenario() -> None:
        async with cluster(2) as site, Person(site.nodes[0]) as ann:
            here, there = site.nodes
            line = await ann.quick("land-grab", bot="random")
            assert line.room is not None
            opened = here.hub.rooms[line.room.id]
            await until(lambda: there.site.node.is_steady)
            site.database.nodes[here.id].lease_until = 0.0
            assert there.site.node._directory.claim(line.room.id) is not None
            before = logs(site)

            def spoil(store: object) -> None:
                raise AssertionError("another node has the room")

            with pytest.raises(Illegal, match="elsewhere"):
                await opened.rewrite(spoil)
            assert logs(site) == before
            assert line.room.id not in here.hub.rooms
            with pytest.raises(Illegal, match="elsewhere"):  # it has to be asked of the other one
                await guestdata.forget_in_room(here.hub, line.room.id, await id_of(ann), "g0")

    run(scenario())
