"""Maps drawn by people: judged, made, and played on, however large."""

from __future__ import annotations

import dataclasses
from base64 import b64decode
from typing import Any

from freehold.games.minewars import GAME as MINEWARS
from freehold.games.territory import GAME as TERRITORY
from freehold.protocol.wire import Act, Ask, Done, Refused, Say
from freehold.server.limits import Window
from tests.server.world import Line, Person, run, world

assert MINEWARS.extras.maps is not None
MINEWARS_MAPS, EXTRAS = MINEWARS.extras.maps, TERRITORY.extras
FOREIGN = {"X-Forwarded-For": "203.0.113.7"}
"""An address that has limits, as the tests' own has not."""


def test_a_map_is_judged_with_its_regions_and_a_bad_one_with_the_place() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            status, made = await ann.get("/api/maps/make?grid=square&radius=12&seats=2&cities=1")
            assert status == 200, made
            status, checked = await ann.post("/api/maps/check", {"map": made["map"]})
            assert status == 200, checked
            assert checked["report"]["verdict"] in ("fair", "uneven")
            regions = b64decode(checked["regions"])
            assert len(regions) == checked["report"]["width"] * checked["report"]["height"]
            drawn = "grid: square\n~~~~\n~1~~\n~~~~\n~~~."
            _, checked = await ann.post("/api/maps/check", {"map": drawn})
            assert checked["report"]["verdict"] == "unplayable"
            places = {(each["x"], each["y"]) for each in checked["report"]["problems"]}
            assert (1, 1) in places
            assert checked["regions"] == ""

    run(story())


def test_any_game_with_a_map_maker_is_asked_by_its_name_or_as_the_only_one() -> None:
    async def story() -> None:
        maps = dataclasses.replace(
            MINEWARS_MAPS, make=lambda wishes, key: f"moss {wishes.get('seats')}"
        )
        mossy = dataclasses.replace(TERRITORY, extras=dataclasses.replace(EXTRAS, maps=maps))
        async with world(find_game=lambda name: mossy) as w, Person(w) as ann:
            w.hub.games = ["territory"]
            for named in ("", "game=territory&"):
                _, made = await ann.get(f"/api/maps/make?{named}seats=3")
                assert made["map"] == "moss 3"
        async with world(find_game=lambda name: TERRITORY) as w, Person(w) as ann:
            w.hub.games = ["territory"]
            for path in ("/api/maps/make", "/api/maps/make?game=territory"):
                status, refused = await ann.get(path)
                assert (status, refused["code"]) == (404, "no_maps")

    run(story())


def test_a_map_that_is_too_long_or_of_a_game_without_maps_is_refused() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            status, refused = await ann.post("/api/maps/check", {"map": "~" * 15_001})
            assert (status, refused["code"]) == (413, "map_too_long")
            status, refused = await ann.post("/api/maps/check", {"map": "", "game": "territory"})
            assert (status, refused["code"]) == (404, "no_maps")
            for wishes in ("seats=9", "radius=40", "radius=x", "grid=tri", "radius=5&cities=30"):
                status, refused = await ann.get(f"/api/maps/make?{wishes}")
                assert (status, refused["code"]) == (400, "bad_map"), wishes

    run(story())


def test_a_drawn_map_is_played_in_a_room_and_a_bad_one_is_refused_with_the_place() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            _, made = await ann.get("/api/maps/make?grid=hex&radius=10&seats=3&cities=1")
            line = await ann.quick(
                "minewars", is_sandbox=True, params={"map": made["map"]}, seats=3
            )
            assert line.room is not None
            assert len(line.room.seats) == 3
            bad = made["map"].replace("1", "C")
            body = {"game": "minewars", "params": {"map": bad}}
            status, refused = await ann.post("/api/rooms", body)
            assert (status, refused["code"]) == (400, "bad_params")
            assert "player 1 has no start" in refused["text"]

    run(story())


# The largest maps


def largest() -> str:
    """96 x 96 tiles, as many as the editor draws: more than an ordinary message holds."""
    rows = [list("~" + "." * 94 + "~") for _ in range(96)]
    rows[0] = rows[-1] = list("~" * 96)
    rows[9][9], rows[86][86] = "1", "2"
    return "grid: square\ntitle: Wide Land\n" + "\n".join("".join(row) for row in rows) + "\n"


async def hosted(person: Person) -> Line:
    created = await person.create("minewars", seats=2, is_public=True)
    return await person.join(created["room"])


def test_a_host_chooses_the_largest_map_in_the_lobby() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as bob:
            host = await hosted(ann)
            assert host.room is not None
            other = await bob.join(host.room.id)
            wish = {"params": {"map": largest()}}
            assert isinstance(await host.ask("set", value=wish), Done)
            seen = await other.room_when(lambda room: bool(room.params["map"]))
            assert seen.params["map"] == largest()
            assert isinstance(await other.ask("ready"), Done)
            assert isinstance(await host.ask("start"), Done)
            await host.room_when(lambda room: room.phase == "playing")
            while host.knowledge is None or host.knowledge.view is None:
                await host.next()
            assert host.knowledge.view.rect[2:] == (96, 96)

    run(story())


def test_only_a_hosts_settings_may_be_that_long() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as bob:
            host = await hosted(ann)
            assert host.room is not None
            room = host.room.id
            wish: Any = {"params": {"map": largest()}}
            guest = await bob.join(room)
            await guest.ask("ready")
            for message in (Say("x" * 9_000), Act(1, "x" * 9_000)):
                line = await ann.join(room)
                await line.say(message)
                assert (await line.closing()).code == "too_long"
            await host.say(Ask(9, "set", value={"params": {"map": "x" * 20_000}}))
            assert (await host.closing()).code == "too_long"
            await guest.say(Ask(9, "set", value=wish))
            assert (await guest.closing()).code == "too_long"
            host, guest = await ann.join(room), await bob.join(room)
            assert isinstance(await host.ask("start"), Done)
            await host.room_when(lambda room: room.phase == "playing")
            await host.say(Ask(9, "set", value=wish))
            assert (await host.closing()).code == "too_long"

    run(story())


def test_large_maps_per_minute_from_one_address_are_limited() -> None:
    async def story() -> None:
        async with world(trust_proxy=True) as w, Person(w, **FOREIGN) as ann:
            host = await hosted(ann)
            wish = {"params": {"map": largest()}}
            w.hub.new_maps["set"] = Window(2)
            answers = [await host.ask("set", value=wish) for _ in range(3)]
            assert [type(each) for each in answers] == [Done, Done, Refused]
            assert isinstance(answers[2], Refused)
            assert answers[2].code == "too_many_maps"
            assert isinstance(await host.ask("set", value={"may_watch": False}), Done)

    run(story())
