"""Which matches count in the ladders, what people are told of it, and that each counts once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold.game import Outcome
from freehold.games import load_game
from freehold.protocol.wire import Acted, Done, RoomNow
from freehold.server.ladder import ladders
from freehold.server.limits import DAY_MS, Window
from freehold.server.rooms import endings, gathering, rated, roomrecords, rooms
from freehold.server.rooms.guests import Brought
from freehold.server.rooms.rooms import Chair, Room, RoomChanges
from freehold.server.settings import Settings
from freehold.store import Damaged, MemoryStore, SqliteStore, Store
from tests.server.world import Line, Person, open_world, opened, run, table, world

LAND_GRAB = load_game("land-grab")
ANN, BEN = Chair("ann", "Ann"), Chair("ben", "Ben")
EASY = Chair(name="Hare", bot="dabbler")
FOX = Chair("fox", "Fox", brought=Brought("fox.py", "Cid"))
OTHER_FOX = Chair("vixen", "Vixen", brought=Brought("vixen.py", "\u0421id"))
HEN = Chair("hen", "Hen", brought=Brought("hen.py", "Dan"))


class Limits:
    """A server's."""

    def __init__(self, **chosen: Any) -> None:
        self.settings = Settings(**chosen)
        self.rated = Window(self.settings.max_rated_matches_per_group, DAY_MS)

    def now(self) -> int:
        return 0


def room_of(*chairs: Chair, **fields: Any) -> Room:
    made = gathering.new_room(
        LAND_GRAB, RoomChanges(), "ann", id="r", code="BCDFG", secret="s", now=0
    )
    return rooms.change(made, chairs=chairs, **fields)


def why(room: Room, limits: Limits | None = None, **networks: str) -> str:
    return rated.why_unrated(limits or Limits(), room, LAND_GRAB, networks)


# What counts


@pytest.mark.parametrize(
    ("chairs", "ladder"),
    [
        ((ANN, BEN), "people"),
        ((ANN, EASY), "house"),
        ((EASY, FOX), "brought"),
        ((ANN, FOX), "brought"),
        ((FOX, HEN), "brought"),
    ],
)
def test_two_players_under_the_rules_count(chairs: tuple[Chair, ...], ladder: str) -> None:
    room = room_of(*chairs)
    assert why(room) == ""
    assert rated.ladder_of(room) == ladder


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"is_lesson": True}, "lesson"),
        ({"is_sandbox": True}, "sandbox"),
        ({"is_world": True}, "world"),
        ({"params": {"points_to_win": 50}}, "own_rules"),
        ({"params": {"points_to_win": "what"}}, "own_rules"),
        ({"chairs": (ANN, Chair())}, "alone"),
        ({"chairs": (ANN, FOX), "bot_pace_ms": 10}, "own_pace"),
        ({"chairs": (FOX, OTHER_FOX)}, "one_author"),
    ],
)
def test_what_is_no_contest_does_not_count(fields: dict[str, Any], code: str) -> None:
    assert why(rooms.change(room_of(ANN, BEN), **fields)) == code


def test_a_pace_for_bots_is_nothing_to_people() -> None:
    assert why(room_of(ANN, BEN, bot_pace_ms=10)) == ""


def test_every_preset_counts_and_so_do_the_rulebooks_options() -> None:
    for name, preset in LAND_GRAB.extras.presets.items():
        assert why(room_of(ANN, BEN, params=msgspec.to_builtins(preset.params))) == "", name
    assert why(room_of(ANN, BEN, params={})) == ""


def test_two_players_of_one_network_may_be_one_person() -> None:
    room = room_of(ANN, BEN)
    assert why(room, ann="203.0.113.7", ben="203.0.113.7") == "one_network"
    assert why(room, ann="203.0.113.7", ben="203.0.113.8") == ""
    assert why(room, ann="", ben="") == ""  # on this computer nobody has an address
    assert why(room_of(ANN, EASY, EASY), ann="203.0.113.7") == ""


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_a_household_has_one_network(address: str, network: str) -> None:
    assert rated.network_of(address) == network


def test_the_same_players_are_rated_only_so_often_in_a_day() -> None:
    limits, room = Limits(max_rated_matches_per_group=2), room_of(ANN, BEN, unrated="")
    for _ in range(2):
        assert why(room, limits) == ""
        rated.count_match(limits, room)
    assert why(room, limits) == "enough"
    assert why(room_of(BEN, ANN), limits) == "enough"
    assert why(room_of(ANN, FOX), limits) == ""


def test_against_the_house_one_may_play_all_day_and_unrated_matches_are_not_counted() -> None:
    limits = Limits(max_rated_matches_per_group=1)
    for room in (room_of(ANN, EASY, unrated=""), room_of(ANN, BEN, unrated="own_rules")):
        for _ in range(3):
            rated.count_match(limits, room)
            assert why(room, limits) == ""


def test_a_server_without_ladders_rates_nothing() -> None:
    assert why(room_of(ANN, BEN), Limits(unrated=True)) == "off"
    assert rated.why_unrated(Limits(), room_of(ANN, BEN), None, {}) == "off"


def test_a_room_of_before_there_were_ladders_is_not_rated() -> None:
    kept = msgspec.msgpack.decode(msgspec.msgpack.encode(room_of(ANN, BEN)), type=Room)
    over = Outcome("points", (1, 2), (100, 50))
    assert rated.finish_of(kept, LAND_GRAB, over, 100, Settings()) == "off"


def test_a_match_of_few_actions_is_not_rated() -> None:
    room, over = room_of(ANN, EASY, unrated=""), Outcome("resigned", (2, 1), (0, 0))
    assert rated.finish_of(room, LAND_GRAB, over, 5, Settings()) == "too_short"
    assert not isinstance(rated.finish_of(room, LAND_GRAB, over, 6, Settings()), str)


def test_contestants_are_guests_levels_and_bots_of_an_author() -> None:
    found = [rated.contestant(LAND_GRAB, chair) for chair in (ANN, EASY, FOX)]
    assert [(each.key, each.kind, each.name, each.author) for each in found] == [
        ("ann", "person", "Ann", ""),
        ("house dabbler", "house", LAND_GRAB.extras.levels[0].name, ""),
        ("brought Cid/fox.py", "brought", "fox.py", "Cid"),
    ]


# On a server


async def resign(line: Line) -> None:
    assert isinstance(await line.act("resign"), Acted)


async def finished(lines: list[Line]) -> list[RoomNow]:
    """The last of them resigns."""
    await resign(lines[-1])
    return [await line.room_when(lambda room: room.phase == "over") for line in lines]


async def standings(person: Person, list_name: str, game: str = "land-grab") -> dict[str, Any]:
    status, told = await person.get(f"/api/ladder/{game}?list={list_name}")
    assert status == 200, told
    found: dict[str, Any] = told
    return found


def test_a_match_is_rated_with_its_end_and_told_in_the_room_and_in_the_ladder() -> None:
    async def story() -> None:
        async with world(min_ladder_matches=2, min_ladder_actions=0) as w, Person(w) as visitor:
            async with table(w, "land-grab") as lines:
                assert lines[0].room is not None
                assert (lines[0].room.unrated, lines[0].room.ladder) == ("", "people")
                (over, _) = await finished(lines)
                winner, loser = over.rated
                assert winner is not None
                assert loser is not None
                assert winner.change > 0 > loser.change
                assert winner.matches_left == 1
                for line in lines:
                    assert isinstance(await line.ask("rematch"), Done)
                begun = await lines[0].room_when(lambda room: room.round == 2)
                assert begun.rated == ()
                await finished(lines)
            told = await standings(visitor, "people")
            assert [row["rank"] for row in told["rows"]] == [1, 2]
            assert [(row["matches"], row["wins"]) for row in told["rows"]] == [(2, 2), (2, 0)]
            assert told["rows"][0]["points"] > told["rows"][1]["points"]
            assert (told["listed"], told["matches_needed"], told["me"]) == (2, 2, None)
            assert (await standings(visitor, "house"))["rows"] == []

    run(story())


def test_players_see_before_a_match_why_it_will_not_count() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            created = await ann.create("land-grab")
            line = await ann.join(created["room"])
            assert line.room is not None
            assert line.room.unrated == "alone"
            assert isinstance(await line.ask("add-bot", 1, "dabbler"), Done)
            now = await line.room_when(lambda room: bool(room.seats[1].bot))
            assert (now.unrated, now.ladder) == ("", "house")
            assert isinstance(await line.ask("set", -1, {"params": {"points_to_win": 20}}), Done)
            now = await line.room_when(lambda room: room.params["points_to_win"] == 20)
            assert now.unrated == "own_rules"

    run(story())


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"is_lesson": True, "bot": "dabbler"}, "lesson"),
        ({"is_sandbox": True}, "sandbox"),
        ({"params": {"points_to_win": 20}, "bot": "dabbler"}, "own_rules"),
        ({"bot": "dabbler"}, "too_short"),
    ],
)
def test_what_does_not_count_leaves_no_rating(wish: dict[str, Any], code: str) -> None:
    async def story() -> None:
        async with world(min_ladder_actions=3) as w, Person(w) as ann:
            line = await ann.quick("land-grab", **wish)
            (over,) = await finished([line])
            assert (over.unrated, over.rated) == (code, ())
            kept = await w.hub.keeper.ask(lambda store: store.count_ratings("land-grab all", -1))
            assert kept == 0

    run(story())


def test_two_tabs_behind_one_address_are_not_rated() -> None:
    async def story() -> None:
        async with world(trust_proxy=True, min_ladder_actions=0) as w:
            caller = {"X-Forwarded-For": "203.0.113.7"}
            async with Person(w, **caller) as ann, Person(w, **caller) as ben:
                created = await ann.create("land-grab")
                first = await ann.join(created["room"])
                second = await ben.join(created["room"], secret=created["secret"])
                assert isinstance(await second.ask("ready"), Done)
                await second.close()  # to go before the match begins does not help
                await first.room_when(lambda room: not room.seats[1].present)
                assert isinstance(await first.ask("start"), Done)
                now = await first.room_when(lambda room: room.phase == "playing")
                assert now.unrated == "one_network"
                assert isinstance(await first.act("resign"), Acted)
                over = await first.room_when(lambda room: room.phase == "over")
                assert (over.unrated, over.rated) == ("one_network", ())

    run(story())


def test_a_brought_bot_is_known_by_its_author_and_name_and_rated_apart() -> None:
    async def story() -> None:
        async with (
            world(min_ladder_matches=1, min_ladder_actions=0) as w,
            Person(w) as ann,
            Person(w) as fox,
        ):
            created = await ann.create("land-grab")
            mine = await ann.join(created["room"])
            brought = {"bot": "fox.py", "author": "Cid"}
            theirs = await fox.join(created["room"], secret=created["secret"], brought=brought)
            assert isinstance(await theirs.ask("ready"), Done)
            assert isinstance(await mine.ask("start"), Done)
            await finished([theirs, mine])
            told = await standings(ann, "brought")
            rows = [(row["kind"], row["name"], row["author"]) for row in told["rows"]]
            assert rows[0] == ("brought", "fox.py", "Cid")
            assert [row["is_me"] for row in told["rows"]] == [False, True]
            assert len((await standings(ann, "all"))["rows"]) == 2
            assert (await standings(ann, "people"))["rows"] == []

    run(story())


# Once, whatever happens


def count(store: Store) -> tuple[int, list[int]]:
    """How many results there are, and how many matches each of the players has."""
    results = len(store.all(ladders.RESULTS))
    decode = msgspec.msgpack.Decoder(ladders.PlayerRating).decode
    best = store.best_ratings("land-grab people", 10)
    return results, [decode(data).matches for _, data in best]


async def held_up(opened_: Any, match: str, *rest: Any) -> None:
    """The server dies before it has written that the match is over."""
    await asyncio.sleep(600)


@pytest.mark.parametrize("moment", ["before", "after"])
def test_through_a_crash_around_its_end_a_match_counts_once(
    moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen: dict[str, Any] = {"min_ladder_matches": 1, "min_ladder_actions": 0}

    async def story() -> None:
        w = await open_world(SqliteStore(tmp_path / "a.db"), **chosen)
        async with table(w, "land-grab") as lines:
            with monkeypatch.context() as patched:
                if moment == "before":
                    patched.setattr(endings, "_write", held_up)
                    await resign(lines[1])
                else:
                    await finished(lines)
                room = opened(w, lines[0]).room.id
                await w.crash()
        store = SqliteStore(tmp_path / "a.db")
        assert count(store)[0] == (moment == "after")
        again = await open_world(store, **chosen)
        await again.hub.find_room(room).wake()
        while again.hub.find_room(room).room.phase == "playing":
            await asyncio.sleep(0.01)
        found = await again.hub.keeper.ask(count)
        assert found == (1, [1, 1])
        assert len(again.hub.find_room(room).room.rated) == 2
        await again.close()

    run(story())


def test_an_end_that_is_written_twice_counts_once_and_says_the_same() -> None:
    store, room = MemoryStore(), room_of(ANN, BEN, unrated="", match="m")
    store.create_match("m", "land-grab", ["ann", "ben"], b"header", 0)
    over = Outcome("points", (1, 2), (100, 50))
    to_rate = rated.finish_of(room, LAND_GRAB, over, 99, Settings(min_ladder_matches=1))
    first = roomrecords.end(store, room, "m", over, 1, "", 0, to_rate)
    assert len(first.rated) == 2
    again = roomrecords.end(store, room, "m", over, 2, "", 0, to_rate)
    assert again == first
    assert count(store) == (1, [1, 1])


def test_damaged_ratings_keep_no_match_from_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    store, room = MemoryStore(), room_of(ANN, BEN, unrated="", match="m")
    store.create_match("m", "land-grab", ["ann", "ben"], b"header", 0)
    over = Outcome("points", (1, 2), (100, 50))
    to_rate = rated.finish_of(room, LAND_GRAB, over, 99, Settings())

    def damaged(ladder: str, player: str) -> bytes:
        raise Damaged("ratings are damaged")

    monkeypatch.setattr(store, "get_rating", damaged)
    assert roomrecords.end(store, room, "m", over, 1, "", 0, to_rate).rated == ()
    assert store.match_row("m").status == "finished"
