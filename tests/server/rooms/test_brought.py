"""Bots that people bring: they say so, everybody is shown it, and they keep to a pace."""

from __future__ import annotations

from typing import Any

import pytest

from freehold.game import Illegal
from freehold.protocol.wire import Acted, Ask, Done, Hello, Refused
from freehold.server.rooms.guests import Brought, read_brought
from freehold.server.rooms.rooms import Chair
from tests.server.world import Line, Person, World, run, world

FOX = {"name": "Fox", "bot": "fox.py", "author": "Ann", "sha256": "ab" * 32}
PLAIN = {"is_public": False, "seats": 2}
FAST = 60_000
"""A pace at which no machine is slow."""


async def bring(person: Person, **said: str) -> None:
    """Say that they are a bot."""
    assert (await person.get("/api/me"))[0] == 200
    status, me = await person.post("/api/me", FOX | said)
    assert status == 200, me


async def meet(
    ann: Person, fox: Person, game: str = "land-grab", **wishes: Any
) -> tuple[dict[str, Any], Line, Line]:
    """A person's room and a bot in its second seat, which has the link."""
    made = await ann.create(game, **PLAIN | wishes)
    host = await ann.join(made["room"])
    await bring(fox)
    return made, host, await fox.join(made["room"], secret=made["secret"])


async def begin(host: Line, bot: Line) -> None:
    assert isinstance(await bot.ask("ready"), Done)
    begun = await host.ask("start")
    assert isinstance(begun, Done), begun
    await bot.room_when(lambda room: room.phase == "playing")


async def leave(line: Line) -> None:
    await line.say(Ask(99, "leave"))
    assert (await line.closing()).code == "left"


# What they say of themselves


def test_a_bot_is_one_for_everybody_and_in_lists_and_the_record() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as fox:
            _, host, bot = await meet(ann, fox)
            room = await host.room_when(lambda room: bool(room.seats[1].name))
            seat = room.seats[1]
            assert (seat.name, seat.bot, seat.author, seat.ready) == ("Fox", "fox.py", "Ann", False)
            await begin(host, bot)
            await bot.act("resign")
            await host.room_when(lambda room: room.phase == "over")
            (match,) = (await ann.get("/api/matches?mine=1"))[1]
            assert match["bots"] == ["", "fox.py"]
            assert match["authors"] == ["", "Ann"]
            url = f"{w.url}/api/matches/{match['id']}/record"
            async with ann.http.get(url) as response:
                header = (await response.text()).splitlines()[0]
            assert (
                f'{{"name":"Fox","bot":"fox.py","sha256":"{"ab" * 32}","author":"Ann"}}' in header
            )

    run(story())


def test_a_match_with_a_brought_bot_is_marked_so_that_it_can_be_rated_apart() -> None:
    from freehold.server.match.records import read_played

    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as fox:
            _, host, bot = await meet(ann, fox)
            await begin(host, bot)
            match = bot.room.match if bot.room else ""
            played = await w.hub.keeper.ask(lambda store: read_played(store, match))
            assert played is not None
            assert played.has_brought_bot
            line = await ann.quick("land-grab")
            match = line.room.match if line.room else ""
            played = await w.hub.keeper.ask(lambda store: read_played(store, match))
            assert played is not None
            assert not played.has_brought_bot

    run(story())


def test_hello_alone_says_it_before_a_match_and_is_too_late_in_one() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as ben:
            made = await ann.create("land-grab", **PLAIN)
            host = await ann.join(made["room"])
            said = {"secret": made["secret"]}
            _, joined = await ben.post(f"/api/rooms/{made['room']}/join", said)
            bot = await ben.enter(made["room"], joined["token"], bot="ben.js", author="Ben")
            room = await host.room_when(lambda room: bool(room.seats[1].author))
            assert (room.seats[1].bot, room.seats[1].author) == ("ben.js", "Ben")
            assert isinstance(await bot.ask("stand"), Done)  # and it stays a bot's
            assert isinstance(await bot.ask("sit", 1), Done)
            room = await host.room_when(lambda room: bool(room.seats[1].name))
            assert room.seats[1].author == "Ben"
            _, joined = await ann.post("/api/quick", {"game": "land-grab"})
            line = await ann.dial()
            await line.say(
                Hello(1, joined["room"], "tab", joined["token"], bot="late.py", author="Ann")
            )
            assert (await line.closing()).code == "say_bot_first"

    run(story())


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"author": ""}, "no_author"),
        ({"author": "x" * 40}, "bad_name"),
        ({"bot": "x" * 65}, "bad_bot_name"),
        ({"sha256": "no digits"}, "malformed"),
    ],
)
def test_what_cannot_be_said_is_refused(said: dict[str, str], code: str) -> None:
    with pytest.raises(Illegal) as refusal:
        read_brought(**{key: (FOX | said)[key] for key in ("bot", "author", "sha256")})
    assert refusal.value.code == code


def test_a_person_says_nothing() -> None:
    assert read_brought("", "Ann") is None
    assert Chair("g1", "Ann").any_bot == Chair("g1", "Ann").author == ""
    assert Chair("g1", "Fox", brought=Brought("fox.py", "Ann")).any_bot == "fox.py"


# Which rooms take them


@pytest.mark.parametrize(
    ("brought_bots", "is_public", "word", "code"),
    [
        ("invited", False, "code", ""),
        ("invited", True, "secret", ""),
        ("invited", True, "code", "only_invited_bots"),  # the list of rooms shows it to everybody
        ("invited", True, "", "only_invited_bots"),
        ("any", True, "", ""),
        ("none", False, "secret", "no_brought_bots"),
    ],
)
def test_a_room_takes_bots_as_its_host_says(
    brought_bots: str, is_public: bool, word: str, code: str
) -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as fox, Person(w) as ben:
            chosen = {"brought_bots": brought_bots, "is_public": is_public}
            made = await ann.create("land-grab", **PLAIN | chosen)
            await bring(fox)
            said = {"secret": made[word] if word else ""}
            status, answer = await fox.post(f"/api/rooms/{made['room']}/join", said)
            assert (status, answer.get("code", "")) == ((200, "") if not code else (403, code))
            if word:  # people may come in any case
                status, _ = await ben.post(f"/api/rooms/{made['room']}/join", said)
                assert status == 200

    run(story())


def test_by_default_only_invited_ones_and_a_host_changes_it() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            made = await ann.create("area-attack", seats=2)
            host = await ann.join(made["room"])
            assert host.room is not None
            assert (host.room.brought_bots, host.room.bot_pace_ms) == ("invited", 250)
            wish = {"brought_bots": "none", "bot_pace_ms": 900}
            assert isinstance(await host.ask("set", value=wish), Done)
            room = await host.room_when(lambda room: room.brought_bots == "none")
            assert room.bot_pace_ms == 900
            assert await host.refusal("set", value={"bot_pace_ms": -1}) == "bad_bot_pace"
            assert isinstance(await host.ask("set", value={"game": "land-grab"}), Done)
            room = await host.room_when(lambda room: room.game == "land-grab")
            assert room.bot_pace_ms == 0  # it is not in real time

    run(story())


# How fast they may act


def test_a_bot_in_real_time_is_told_how_long_to_wait_and_a_person_is_not() -> None:
    async def story() -> None:
        async with world(bot_pace_ms=FAST) as w, Person(w) as ann, Person(w) as fox:
            _, host, bot = await meet(ann, fox, "lantern")
            await begin(host, bot)
            await host.room_when(lambda room: room.phase == "playing")
            first = await bot.act("hold")
            again = await bot.act("hold")
            assert not (isinstance(first, Refused) and first.code == "too_fast_for_a_bot")
            assert isinstance(again, Refused)
            assert again.code == "too_fast_for_a_bot"
            assert 0 < again.facts["wait_ms"] <= FAST
            assert str(again.facts["wait_ms"]) in again.text
            for _ in range(2):
                answer = await host.act("hold")
                assert isinstance(answer, Acted) or answer.code != "too_fast_for_a_bot"

    run(story())


def test_in_turns_a_bot_has_no_pace() -> None:
    async def story() -> None:
        async with world(bot_pace_ms=FAST) as w, Person(w) as ann, Person(w) as fox:
            _, host, bot = await meet(ann, fox)
            await begin(host, bot)
            for _ in range(3):
                answer = await bot.act("farm 99,99")
                assert isinstance(answer, Refused)
                assert answer.code != "too_fast_for_a_bot"

    run(story())


# How many matches an author's bots play


async def duel(w: World, bots: list[Person], **wishes: Any) -> Done | Refused:
    """A match of two bots without a person: the answer to the one who starts it."""
    made = await bots[0].create("land-grab", **PLAIN | wishes)
    one = await bots[0].join(made["room"])
    two = await bots[1].join(made["room"], secret=made["secret"])
    await two.ask("ready")
    return await one.ask("start")


def test_an_author_has_so_many_matches_at_once() -> None:
    async def story() -> None:
        async with (
            world(max_matches_per_author=2) as w,
            Person(w) as ann,
            Person(w) as fox,
            Person(w) as owl,
        ):
            await bring(fox)
            await bring(owl, name="Owl", author="Ben")
            assert isinstance(await duel(w, [fox, owl]), Done)
            assert isinstance(await duel(w, [fox, owl]), Done)
            made = await ann.create("land-grab", **PLAIN)
            host = await ann.join(made["room"])
            bot = await fox.join(made["room"], secret=made["secret"])
            await bot.ask("ready")
            refused = await host.ask("start")
            assert isinstance(refused, Refused)
            assert refused.code == "author_busy"
            assert refused.facts == {"author": "Ann", "most": 2}
            await leave(bot)
            begun = await host.ask("add-bot", 1, "random")
            assert isinstance(begun, Done)
            assert isinstance(await host.ask("start"), Done)  # no bot of Ann's is in it

    run(story())


def test_an_author_has_so_many_matches_a_day_without_a_person() -> None:
    async def story() -> None:
        async with (
            world(max_unattended_matches_per_author=1) as w,
            Person(w) as ann,
            Person(w) as fox,
            Person(w) as owl,
        ):
            await bring(fox)
            await bring(owl, name="Owl")
            assert isinstance(await duel(w, [fox, owl]), Done)
            refused = await duel(w, [fox, owl])
            assert isinstance(refused, Refused)
            assert refused.code == "author_done"
            made = await ann.create("land-grab", **PLAIN)
            host = await ann.join(made["room"])
            bot = await fox.join(made["room"], secret=made["secret"])
            await bot.ask("ready")
            assert isinstance(await host.ask("start"), Done)  # a person is in it

    run(story())


# Those who stay


def test_a_match_rests_when_its_people_are_gone_though_a_bot_is_there() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as fox:
            _, host, bot = await meet(ann, fox)
            await begin(host, bot)
            await host.close()
            await bot.room_when(lambda room: room.paused)

    run(story())


def test_a_room_that_people_have_left_to_a_bot_is_closed() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as fox:
            _, host, bot = await meet(ann, fox)
            await leave(host)
            assert (await bot.closing()).code == "closed"

    run(story())


def test_the_next_host_is_a_person_if_there_is_one() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as fox, Person(w) as ben:
            made = await ann.create("territory", is_public=False, seats=3)
            host = await ann.join(made["room"])
            await bring(fox)
            await fox.join(made["room"], secret=made["secret"])
            third = await ben.join(made["room"], secret=made["secret"])
            await leave(host)
            room = await third.room_when(lambda room: not room.seats[0].name)
            assert room.host == 2

    run(story())
