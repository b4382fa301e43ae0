"""Names: one form of each, nothing invisible in them, and no two that look alike in one room."""

from __future__ import annotations

import unicodedata

import pytest

from freehold.game import Illegal
from freehold.protocol.wire import Done, Refused, Said, Say
from freehold.server.rooms.guests import clean_name, own_name, unlike
from freehold.server.rooms.lookalikes import INVISIBLE_RANGES, _table, find_alike, skeleton
from tests.server.meadow import meadow
from tests.server.world import Person, run, world

CYRILLIC = "\u0410nn"
"""A, and it is not the A of Ann."""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", CYRILLIC),
        ("scope", "\u0455\u0441\u043e\u0440\u0435"),
        ("Mill", "MiII"),
        ("Pilot 1", "Pilot l"),
        ("Oo", "0o"),
        ("modern", "rnodern"),
        ("Zo\u00eb", "Zoe\u0308"),
        ("Ann", "\uff21\uff4e\uff4e"),
        ("Ann", "A\u3164nn"),
        ("Ann", "An\u200dn\ufe0f"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert find_alike(one, ["Bo", other]) == other


@pytest.mark.parametrize(("one", "other"), [("Ann", "ann"), ("Ann", "Anna"), ("Ann 2", "Ann 3")])
def test_names_that_can_be_told_apart_have_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)
    assert find_alike(one, [other, ""]) == ""


def test_what_a_character_is_taken_for_is_taken_for_nothing_else() -> None:
    table = _table()
    assert len(table) > 2000
    for character, taken_for in table.items():
        assert skeleton(taken_for) == skeleton(character)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("\uff21\uff4e\uff4e", "Ann"),
        ("\u210cenry", "Henry"),
        ("\ufb01nch", "finch"),
        ("A\u3164nn", "Ann"),
        ("A\u115fnn", "Ann"),
        ("Ann\u00a0\u2003Lee", "Ann Lee"),
        ("Ann\U000e0041\ufe0f", "Ann"),
        ("e\u0301", "\u00e9"),
        ("\u674e\u5c0f\u9f99", "\u674e\u5c0f\u9f99"),
    ],
)
def test_a_name_has_one_form_and_nothing_invisible(given: str, kept: str) -> None:
    assert clean_name(given) == kept
    assert clean_name(kept) == kept


@pytest.mark.parametrize(
    "wrong", ["\u3164", "\u2800\u2800", "\u115f \u1160", "\u0301", "\ufdfa" * 2]
)
def test_a_name_of_which_nothing_can_be_seen_or_too_much_is_none(wrong: str) -> None:
    with pytest.raises(Illegal, match="bad_name"):
        clean_name(wrong)


def test_no_character_without_a_picture_is_left_in_a_name() -> None:
    for first, last in INVISIBLE_RANGES:
        for point in {first, last}:
            assert clean_name(f"A{chr(point)}") == "A"
    for point in range(0x110000):
        if unicodedata.category(chr(point)) in ("Cf", "Cc", "Zl", "Zp"):
            assert clean_name(f"A{chr(point)}") == "A"


def test_namesakes_get_a_number_and_lookalikes_are_refused() -> None:
    assert own_name("Ann", ["Bo"]) == "Ann"
    assert own_name("Ann", ["Ann", "Ann 2"]) == "Ann 3"
    with pytest.raises(Illegal) as refused:
        own_name(CYRILLIC, ["Bo", "Ann"])
    assert (refused.value.code, refused.value.facts) == ("name_alike", {"name": "Ann"})


def test_a_number_makes_no_new_lookalike() -> None:
    assert unlike("Ann", ["Ann", CYRILLIC + " 2"]) == "Ann 3"
    assert unlike("Random", ["R\u0430ndom"]) == "Random 2"  # a bot gives way


def test_in_a_room_nobody_sits_or_speaks_under_a_name_that_looks_like_anothers() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as eve:
            for person, name in ((ann, "Ann"), (eve, CYRILLIC)):
                await person.post("/api/me", {"name": name})
            created = await ann.create("land-grab", is_public=True)
            line = await ann.join(created["room"])
            path = f"/api/rooms/{created['room']}/join"
            status, refusal = await eve.post(path, {})
            assert (status, refusal["code"]) == (409, "name_alike")
            assert "Ann" in refusal["text"]
            watcher = await eve.join(created["room"], watch=True)
            assert await watcher.refusal("sit") == "name_alike"
            await watcher.say(Say("I am Ann"))
            assert (await watcher.until(Refused)).code == "name_alike"
            assert isinstance(await watcher.ask("name", value="Ann"), Done)
            await watcher.say(Say("I am Ann"))  # nor under the very same
            assert (await watcher.until(Refused)).code == "name_alike"
            assert isinstance(await watcher.ask("name", value="Eve"), Done)
            await watcher.say(Say("I am Eve"))
            assert (await line.until(Said)).name == "Eve"
            assert isinstance(await watcher.ask("sit"), Done)
            assert await watcher.refusal("name", value=CYRILLIC) == "name_alike"
            await line.room_when(lambda room: room.seats[1].name == "Eve")

    run(story())


def test_in_a_world_nobody_comes_under_a_name_that_looks_like_anothers() -> None:
    async def story() -> None:
        async with meadow() as w, Person(w) as ann, Person(w) as eve:
            for person, name in ((ann, "Ann"), (eve, CYRILLIC)):
                await person.post("/api/me", {"name": name})
            await ann.quick("meadow")
            status, refusal = await eve.post("/api/quick", {"game": "meadow"})
            assert (status, refusal["code"]) == (409, "name_alike")
            await eve.post("/api/me", {"name": "Ann"})
            line = await eve.quick("meadow")  # a namesake, told apart by a number
            assert line.room is not None
            assert [seat.name for seat in line.room.seats] == ["Ann", "Ann 2"]

    run(story())
