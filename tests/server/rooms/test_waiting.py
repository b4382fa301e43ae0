"""Bots that wait in the lobby: people see them, and invite them with one request."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from freehold.protocol.wire import Done
from freehold.server.rooms import waiting
from tests.server.rooms.test_brought import PLAIN, bring
from tests.server.world import Person, World, run, world

WISH = {"game": "land-grab", "sentence": "Settles where it pays most."}


async def waits(w: World, fox: Person, **wish: Any) -> asyncio.Task[tuple[int, Any]]:
    """A bot whose request is open."""
    asked = asyncio.create_task(fox.post("/api/bots/wait", WISH | wish))
    while not w.hub.waiting.bots() and not asked.done():
        await asyncio.sleep(0)
    return asked


def test_a_bot_that_waits_is_in_the_list_and_comes_when_it_is_invited() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as fox:
            await bring(fox)
            asked = await waits(w, fox)
            (seen,) = (await ann.get("/api/bots?game=land-grab"))[1]
            assert (await ann.get("/api/bots?game=territory"))[1] == []
            assert {key: seen[key] for key in seen if key != "id"} == {
                "game": "land-grab",
                "name": "Fox",
                "bot": "fox.py",
                "author": "Ann",
                "sentence": "Settles where it pays most.",
            }
            made = await ann.create("land-grab", **PLAIN, brought_bots="none")  # but the host may
            host = await ann.join(made["room"])
            assert isinstance(await host.ask("invite", 1, seen["id"]), Done)
            assert await asked == (200, {"rooms": [made["room"]]})
            assert host.room is not None
            assert (host.room.seats[1].name, host.room.seats[1].author) == ("Fox", "Ann")
            bot = await fox.join(made["room"])  # it needs no secret
            assert isinstance(await bot.ask("ready"), Done)
            assert isinstance(await host.ask("start"), Done)

    run(story())


def test_one_invitation_for_each_free_room() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as fox:
            await bring(fox)
            asked = await waits(w, fox)
            (seen,) = (await ann.get("/api/bots"))[1]
            made = await ann.create("territory", is_public=False)
            host = await ann.join(made["room"])
            assert await host.refusal("invite", 1, seen["id"]) == "bot_waits_no_more"
            await host.ask("set", value={"game": "land-grab"})
            assert await host.refusal("invite", 1, "nobody") == "bot_waits_no_more"
            w.hub.waiting.invite(next(iter(w.hub.waiting._waiters)), "elsewhere")
            assert (await ann.get("/api/bots"))[1] == []
            assert await host.refusal("invite", 1, seen["id"]) == "bot_waits_no_more"
            assert await asked == (200, {"rooms": ["elsewhere"]})

    run(story())


def test_only_the_host_invites_and_only_a_bot_waits() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as ben, Person(w) as fox:
            status, refused = await ben.post("/api/bots/wait", WISH)
            assert (status, refused["code"]) == (403, "not_a_bot_yet")
            status, refused = await ben.post("/api/bots/wait", WISH | {"game": "chess"})
            assert (status, refused["code"]) == (404, "no_such_game")
            await bring(fox)
            asked = await waits(w, fox)
            made = await ann.create("land-grab", **PLAIN)
            await ann.join(made["room"])
            line = await ben.join(made["room"], secret=made["secret"])
            (seen,) = (await ann.get("/api/bots"))[1]
            assert await line.refusal("invite", 1, seen["id"]) == "not_yours"
            asked.cancel()

    run(story())


@pytest.mark.slow
def test_a_bot_that_asks_no_more_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with world() as w, Person(w) as fox:
            await bring(fox)
            assert await fox.post("/api/bots/wait", WISH) == (200, {"rooms": []})
            assert len(w.hub.waiting.bots()) == 1
            monkeypatch.setattr(w.hub.waiting, "_now", lambda: w.hub.now() + waiting.FORGET_MS + 1)
            assert w.hub.waiting.bots() == []

    monkeypatch.setattr(waiting, "POLL_MS", 1)
    run(story())


def test_an_invitation_that_nobody_heard_of_is_told_again() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as fox:
            await bring(fox)
            asked = await waits(w, fox)
            asked.cancel()  # the connection is cut
            while any(not each.is_closing() for each in connections(fox)):
                await asyncio.sleep(0)
            (seen,) = (await ann.get("/api/bots"))[1]
            made = await ann.create("land-grab", **PLAIN)
            host = await ann.join(made["room"])
            assert isinstance(await host.ask("invite", 1, seen["id"]), Done)
            status, told = await fox.post("/api/bots/wait", WISH)
            assert (status, told["rooms"]) == (200, [made["room"]])

    run(story())


def connections(person: Person) -> list[asyncio.BaseTransport]:
    assert person.http.connector is not None
    held = person.http.connector._acquired
    return [each.transport for each in held if each.transport is not None]


def test_a_server_that_stops_answers_those_who_wait() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as fox:
            await bring(fox)
            asked = await waits(w, fox)
            w.hub.waiting.close()
            assert await asked == (200, {"rooms": []})

    run(story())
