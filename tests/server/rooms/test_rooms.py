"""Rooms as values: who may do what, when."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from freehold.game import Clock, Illegal, Outcome
from freehold.games import load_game
from freehold.server.rooms import gathering, kinds, rooms, series
from freehold.server.rooms.rooms import Chair, Room, RoomChanges
from tests.toy_world import GAME as MEADOW

LAND_GRAB = load_game("land-grab")
TERRITORY = load_game("territory")


def empty(game: str = "territory", **wishes: object) -> Room:
    return gathering.new_room(
        MEADOW if game == "meadow" else load_game(game),
        RoomChanges(**wishes),  # type: ignore[arg-type]
        "ann",
        id="r",
        code="BCDFG",
        secret="s",
        now=0,
    )


def with_people(*guests: str, game: str = "territory") -> Room:
    room = empty(game)
    for guest in guests:
        room = gathering.sit(room, guest, guest.capitalize())
    return room


def ready(room: Room) -> Room:
    for chair in room.people:
        room = gathering.set_ready(room, chair.guest, True)
    return room


def playing(*guests: str) -> Room:
    return series.start(ready(with_people(*guests)), "ann", TERRITORY, "m")


def names(room: Room) -> list[str]:
    return [chair.name for chair in room.chairs]


def refused(code: str) -> pytest.RaisesExc[Illegal]:
    return pytest.raises(Illegal, match=code)


def test_people_sit_in_the_first_free_seat_or_the_one_they_name() -> None:
    room = gathering.sit(with_people("ann", "ben"), "cid", "Cid", 4)
    assert names(room) == ["Ann", "Ben", "", "", "Cid"]


def test_a_seat_that_is_taken_is_refused() -> None:
    with refused("taken"):
        gathering.sit(with_people("ann"), "ben", "Ben", 0)


def test_somebody_who_sits_moves_to_another_seat_with_their_tokens() -> None:
    room = gathering.add_token(with_people("ann", "ben"), "ben", "hash")
    room = gathering.sit(room, "ben", "Ben", 3)
    assert names(room) == ["Ann", "", "", "Ben", ""]
    assert room.chairs[3].tokens == ("hash",)


@pytest.mark.parametrize("guest", ["ann", "ben"])
def test_somebody_who_sits_takes_no_second_seat(guest: str) -> None:
    room = with_people("ann", "ben")
    with refused("seated_already"):
        gathering.sit(room, guest, "Another")
    moved = gathering.sit(room, guest, "Another", 3)
    assert [chair.guest for chair in moved.chairs].count(guest) == 1
    assert moved.seat_of(guest) == 3


def test_two_of_one_name_can_be_told_apart() -> None:
    room = gathering.sit(with_people("ann"), "other", "Ann")
    assert names(room)[:2] == ["Ann", "Ann 2"]
    room = gathering.rename(with_people("ann", "ben"), "ben", "Ann")
    assert names(room)[:2] == ["Ann", "Ann 2"]
    for _ in range(2):
        room = gathering.add_bot(room, "ann", TERRITORY, -1, "greedy")
    assert names(room)[2:4] == ["Greedy", "Greedy 2"]


def test_ones_own_name_is_no_other_persons() -> None:
    room = with_people("ann", "ben")
    assert names(gathering.rename(room, "ben", "Ben"))[1] == "Ben"
    assert names(gathering.rename(room, "ben", "Bo"))[1] == "Bo"
    room = gathering.add_bot(room, "ann", TERRITORY, 2, "greedy")
    assert names(gathering.add_bot(room, "ann", TERRITORY, 2, "greedy"))[2] == "Greedy"


def test_a_bot_that_is_a_level_has_its_characters_name() -> None:
    room = with_people("ann")
    for _ in range(2):
        room = gathering.add_bot(room, "ann", TERRITORY, -1, "forager")
    assert names(room) == ["Ann", "Bilberry", "Bilberry 2", "", ""]
    room = gathering.add_bot(room, "ann", TERRITORY, 1, "diplomat")
    assert names(room)[1] == "Sable"


def test_a_sandbox_is_for_its_host_alone() -> None:
    room = rooms.change(empty(), is_sandbox=True)
    with refused("sandbox"):
        gathering.sit(room, "ben", "Ben")
    assert names(gathering.sit(room, "ann", "Ann"))[0] == "Ann"


def test_the_first_guest_to_sit_in_a_room_without_a_host_becomes_its_host() -> None:
    room = gathering.leave(with_people("ann"), "ann")
    assert gathering.sit(room, "ben", "Ben").host == "ben"


def test_a_full_room_takes_nobody_more() -> None:
    room = with_people("ann", "ben", game="land-grab")
    with refused("full"):
        gathering.sit(room, "cid", "Cid")


def test_a_fifth_token_pushes_out_the_oldest() -> None:
    room = with_people("ann")
    for hashed in "abcde":
        room = gathering.add_token(room, "ann", hashed)
    assert room.chairs[0].tokens == ("b", "c", "d", "e")


def test_only_the_host_starts_and_only_when_all_are_ready() -> None:
    room = with_people("ann", "ben", "cid")
    with refused("not_yours"):
        series.start(room, "ben", TERRITORY, "m")
    with refused("not_all_ready"):
        series.start(gathering.set_ready(room, "ben", True), "ann", TERRITORY, "m")
    assert series.start(ready(room), "ann", TERRITORY, "m").phase == "playing"


def test_free_seats_go_when_the_match_begins() -> None:
    room = gathering.sit(with_people("ann", "ben"), "cid", "Cid", 4)
    assert names(series.start(ready(room), "ann", TERRITORY, "m")) == ["Ann", "Ben", "Cid"]


def test_too_few_cannot_start_but_bots_fill_seats() -> None:
    room = ready(with_people("ann", "ben"))
    with refused("too_few"):
        series.start(room, "ann", TERRITORY, "m")
    room = gathering.add_bot(room, "ann", TERRITORY, -1, "greedy")
    assert names(series.start(room, "ann", TERRITORY, "m")) == ["Ann", "Ben", "Greedy"]


def test_a_room_of_bots_alone_does_not_start() -> None:
    room = gathering.stand(empty_with_bots(), "ann")
    with refused("not_seated"):
        series.start(room, "ann", TERRITORY, "m")


def empty_with_bots() -> Room:
    room = with_people("ann")
    for _ in range(4):
        room = gathering.add_bot(room, "ann", TERRITORY, -1, "random")
    return room


@pytest.mark.parametrize("seat", [-1, 5, 99])
def test_a_chair_that_is_not_there_is_refused(seat: int) -> None:
    room = with_people("ann", "ben")
    for ask in (gathering.clear_seat, gathering.hand_over):
        with refused("no_such_chair"):
            ask(room, "ann", seat)
    with refused("no_such_chair"):
        gathering.set_muted(room, "ann", seat, True)
    if seat >= 0:
        with refused("no_such_chair"):
            gathering.sit(room, "cid", "Cid", seat)
        with refused("no_such_chair"):
            gathering.add_bot(room, "ann", TERRITORY, seat, "greedy")


ASKED_BY_THE_SEATED: dict[str, Callable[[Room, str], Room]] = {
    "stand": gathering.stand,
    "token": lambda room, guest: gathering.add_token(room, guest, "hash"),
    "ready": lambda room, guest: gathering.set_ready(room, guest, True),
    "rename": lambda room, guest: gathering.rename(room, guest, "Bo"),
    "eyes": lambda room, guest: gathering.set_eyes(room, guest, True),
}


@pytest.mark.parametrize("what", ASKED_BY_THE_SEATED)
def test_a_guest_without_a_seat_asks_for_nothing_that_is_a_seats(what: str) -> None:
    room = with_people("ann")
    for guest in ("ben", ""):
        with refused("not_seated"):
            ASKED_BY_THE_SEATED[what](room, guest)
    assert ASKED_BY_THE_SEATED[what](room, "ann") != room


def test_a_bot_sits_where_the_host_says_ready_to_play() -> None:
    room = gathering.add_bot(with_people("ann"), "ann", TERRITORY, 3, "greedy")
    assert room.chairs[3] == Chair(name="Greedy", bot="greedy", is_ready=True)
    room = gathering.add_bot(room, "ann", TERRITORY, -1, "random")
    assert names(room) == ["Ann", "Random", "", "Greedy", ""]
    room = gathering.add_bot(gathering.stand(room, "ann"), "ann", TERRITORY, 0, "random")
    room = gathering.add_bot(room, "ann", TERRITORY, 0, "greedy")
    assert [chair.bot for chair in room.chairs] == ["greedy", "random", "", "greedy", ""]


def test_only_the_host_seats_bots_and_only_before_a_match() -> None:
    with refused("not_yours"):
        gathering.add_bot(with_people("ann", "ben"), "ben", TERRITORY, -1, "greedy")
    with refused("not_gathering"):
        gathering.add_bot(playing("ann", "ben", "cid"), "ann", TERRITORY, -1, "greedy")


def test_a_full_room_takes_no_bot_either() -> None:
    with refused("full"):
        gathering.add_bot(empty_with_bots(), "ann", TERRITORY, -1, "greedy")


def test_a_bot_takes_no_persons_seat_and_must_exist() -> None:
    room = with_people("ann", "ben")
    with refused("taken"):
        gathering.add_bot(room, "ann", TERRITORY, 1, "greedy")
    with refused("no_such_bot"):
        gathering.add_bot(room, "ann", TERRITORY, 2, "genius")


def test_the_host_clears_a_seat_and_nobody_else_does() -> None:
    room = with_people("ann", "ben")
    with refused("not_yours"):
        gathering.clear_seat(room, "ben", 0)
    assert names(gathering.clear_seat(room, "ann", 1))[1] == ""
    with refused("not_gathering"):
        gathering.clear_seat(playing("ann", "ben", "cid"), "ann", 1)


def test_when_the_host_leaves_another_is_host() -> None:
    room = gathering.leave(with_people("ann", "ben"), "ann")
    assert room.host == "ben"
    assert gathering.leave(room, "ben").host == ""


def test_the_host_hands_over_to_a_person_only() -> None:
    room = gathering.add_bot(with_people("ann", "ben"), "ann", TERRITORY, 2, "random")
    assert gathering.hand_over(room, "ann", 1).host == "ben"
    with refused("not_a_bot"):
        gathering.hand_over(room, "ann", 2)
    with refused("not_yours"):
        gathering.hand_over(room, "ben", 1)
    with refused("not_a_bot"):
        gathering.hand_over(gathering.leave(playing("ann", "ben", "cid"), "ben"), "ann", 1)


def test_a_player_who_leaves_a_running_match_keeps_the_name_there_but_nothing_else() -> None:
    room = gathering.add_token(playing("ann", "ben", "cid"), "ben", "h")
    room = gathering.leave(gathering.set_eyes(room, "ben", True), "ben")
    assert names(room) == ["Ann", "Ben", "Cid"]
    assert not room.chairs[1].eyes
    assert room.seat_of("ben") == -1
    assert room.chairs[1].tokens == ()


def test_nothing_of_the_table_changes_during_a_match() -> None:
    room = playing("ann", "ben", "cid")
    with refused("not_gathering"):
        gathering.sit(room, "dan", "Dan")
    with refused("not_gathering"):
        gathering.configure(room, "ann", TERRITORY, RoomChanges(params={"rounds": 3}))
    with refused("not_gathering"):
        gathering.stand(room, "ben")
    with refused("not_gathering"):
        gathering.rename(room, "ben", "Bo")
    with refused("not_gathering"):
        gathering.set_ready(room, "ben", False)


def over(*guests: str) -> Room:
    return series.finish(playing(*guests), Outcome("timeout", (1, 2, 2), (9, 5, 5)))


def test_a_win_is_counted_and_moves_with_its_player_into_the_rematch() -> None:
    room = over("ann", "ben", "cid")
    for guest in ("ann", "ben", "cid"):
        assert room.phase == "over"
        room = series.rematch(room, guest, TERRITORY, "m2")
    assert (room.phase, room.match, room.round) == ("playing", "m2", 2)
    assert names(room) == ["Ben", "Cid", "Ann"]
    assert [chair.wins for chair in room.chairs] == [0, 0, 1]


def test_a_rematch_gathers_again_if_somebody_has_left() -> None:
    room = gathering.leave(over("ann", "ben", "cid"), "cid")
    assert names(room)[2] == "Cid"  # who played is still to be read beside the outcome
    room = series.rematch(room, "ann", TERRITORY, "m2")
    assert (room.phase, room.match) == ("gathering", "")
    assert room.chairs[2].is_free


def test_a_table_for_which_nothing_was_chosen_plays_the_first_preset() -> None:
    minewars, room = load_game("minewars"), empty("minewars")
    first = next(iter(minewars.extras.presets.values()))
    assert room.params == msgspec.to_builtins(first.params)
    assert room.params != msgspec.to_builtins(minewars.params())
    changed = gathering.configure(empty(), "ann", minewars, RoomChanges(seats=2))
    assert changed.params == room.params
    plain = gathering.configure(changed, "ann", minewars, RoomChanges(params={}))
    assert plain.params == msgspec.to_builtins(minewars.params())


def test_params_are_checked_and_filled_up() -> None:
    room = gathering.configure(empty(), "ann", TERRITORY, RoomChanges(params={"rounds": 3}))
    assert room.params["rounds"] == 3
    assert room.params["start_units"] == 5
    for wrong in ({"rounds": 0}, {"rounds": "many"}, {"unheard": 1}):
        with refused("bad_params"):
            gathering.configure(room, "ann", TERRITORY, RoomChanges(params=wrong))


def test_a_change_of_settings_asks_everybody_again_whether_they_are_ready() -> None:
    room = gathering.configure(
        ready(with_people("ann", "ben")), "ann", TERRITORY, RoomChanges(seats=4)
    )
    assert [chair.is_ready for chair in room.chairs] == [False] * 4


def test_only_the_host_changes_settings() -> None:
    with refused("not_yours"):
        gathering.configure(with_people("ann", "ben"), "ben", TERRITORY, RoomChanges(seats=4))
    with refused("not_yours"):
        gathering.configure(
            gathering.leave(with_people("ann"), "ann"), "", TERRITORY, RoomChanges(seats=4)
        )


def test_what_the_host_says_nothing_of_stays() -> None:
    clock = Clock(bank_ms=60_000)
    room = empty(clock=clock, is_public=True, may_watch=False, away="wait", seats=4)
    for each in (
        room,
        gathering.configure(room, "ann", TERRITORY, RoomChanges(params={"rounds": 3})),
    ):
        kept = (each.clock, each.is_public, each.may_watch, each.away, len(each.chairs))
        assert kept == (clock, True, False, "wait", 4)
    assert gathering.configure(room, "ann", TERRITORY, RoomChanges()).params == room.params


def test_what_the_host_says_is_set() -> None:
    clock = Clock(limit_ms=9_000)
    room = empty(clock=Clock(bank_ms=60_000), is_public=True, may_watch=False, away="wait")
    wishes = RoomChanges(clock=clock, is_public=False, may_watch=True, away="leave")
    room = gathering.configure(room, "ann", TERRITORY, wishes)
    assert (room.clock, room.is_public, room.may_watch, room.away) == (clock, False, True, "leave")


def test_a_room_is_closed_to_strangers_and_open_to_watchers_unless_it_is_said() -> None:
    room = empty()
    assert (room.is_public, room.may_watch, room.clock) == (False, True, None)
    assert (room.is_paused, room.is_world, room.percent, room.muted) == (False, False, 100, ())
    assert not any(chair.eyes or chair.has_left or chair.is_ready for chair in room.chairs)


def test_another_game_has_a_clock_of_its_own() -> None:
    room = empty(clock=Clock(bank_ms=60_000))
    assert gathering.configure(room, "ann", LAND_GRAB, RoomChanges(game="land-grab")).clock is None


def test_a_room_has_as_many_chairs_as_its_game_and_a_world_a_few_to_begin_with() -> None:
    assert len(empty("territory").chairs) == 5
    world = empty("meadow")
    assert (len(world.chairs), world.is_world) == (kinds.WORLD_CHAIRS, True)
    assert len(empty("meadow", seats=20).chairs) == 20
    for number in range(kinds.WORLD_CHAIRS + 2):
        world = gathering.sit(world, f"g{number}", "Walker")
    assert len(world.chairs) == kinds.WORLD_CHAIRS + 2
    world = gathering.add_bot(world, "ann", MEADOW, -1, "random")
    assert len(world.chairs) == kinds.WORLD_CHAIRS + 3


def test_a_room_that_becomes_a_world_has_room_for_more() -> None:
    room = with_people("ann", "ben")
    world = gathering.configure(room, "ann", MEADOW, RoomChanges(game="meadow"))
    assert (len(world.chairs), world.is_world) == (kinds.WORLD_CHAIRS, True)
    assert names(world)[:2] == ["Ann", "Ben"]
    few = gathering.configure(room, "ann", MEADOW, RoomChanges(game="meadow", seats=3))
    assert len(few.chairs) == 3
    many = gathering.configure(
        empty("minewars"), "ann", MEADOW, RoomChanges(game="meadow", seats=30)
    )
    assert len(gathering.configure(many, "ann", MEADOW, RoomChanges()).chairs) == 30
    assert len(gathering.configure(few, "ann", MEADOW, RoomChanges()).chairs) == 3
    back = gathering.configure(world, "ann", TERRITORY, RoomChanges(game="territory"))
    assert (len(back.chairs), back.is_world) == (5, False)


def test_a_larger_game_has_more_chairs_and_a_smaller_one_sends_nobody_away() -> None:
    pair = with_people("ann", "ben", game="land-grab")
    assert (
        len(gathering.configure(pair, "ann", TERRITORY, RoomChanges(game="territory")).chairs) == 3
    )
    three = with_people("ann", "ben", "cid")
    with refused("bad_seats"):
        gathering.configure(three, "ann", LAND_GRAB, RoomChanges(game="land-grab"))


def test_free_chairs_go_before_bots_and_the_last_ones_first() -> None:
    room = gathering.add_bot(with_people("ann"), "ann", TERRITORY, 1, "random")
    room = gathering.add_bot(room, "ann", TERRITORY, 3, "greedy")
    room = gathering.add_bot(room, "ann", TERRITORY, 4, "greedy")
    assert names(room) == ["Ann", "Random", "", "Greedy", "Greedy 2"]
    room = gathering.configure(room, "ann", TERRITORY, RoomChanges(seats=3))
    assert names(room) == ["Ann", "Random", "Greedy"]


def test_fewer_seats_never_cost_a_person_theirs() -> None:
    room = gathering.add_bot(
        gathering.sit(with_people("ann"), "ben", "Ben", 4), "ann", TERRITORY, 1, "random"
    )
    room = gathering.configure(room, "ann", TERRITORY, RoomChanges(seats=3))
    assert names(room) == ["Ann", "Random", "Ben"]
    for seats in (2, 6):
        with refused("bad_seats"):
            gathering.configure(room, "ann", TERRITORY, RoomChanges(seats=seats))


def test_another_game_keeps_the_people_and_drops_foreign_bots_and_params() -> None:
    room = gathering.add_bot(with_people("ann"), "ann", TERRITORY, 1, "diplomat")
    room = gathering.configure(room, "ann", LAND_GRAB, RoomChanges(game="land-grab"))
    assert names(room) == ["Ann", ""]
    assert "points_to_win" in room.params


def test_clocks_have_bounds() -> None:
    with refused("bad_clock"):
        empty(clock=Clock(bank_ms=-1))
    with refused("bad_clock"):
        empty(clock=Clock(limit_ms=gathering.DAY_MS + 1))
    for clock in (Clock(bank_ms=300_000), Clock(limit_ms=86_400_000)):
        assert empty(clock=clock).clock == clock


def test_only_a_match_against_bots_alone_can_be_paused() -> None:
    with refused("others_play"):
        series.pause(playing("ann", "ben", "cid"), "ann", True)
    room = series.start(empty_with_bots(), "ann", TERRITORY, "m")
    assert series.pause(room, "ann", True).is_paused


def test_the_host_mutes_for_all() -> None:
    room = with_people("ann", "ben")
    with refused("not_yours"):
        gathering.set_muted(room, "ben", 0, True)
    room = gathering.set_muted(room, "ann", 1, True)
    assert room.muted == ("ben",)
    assert gathering.set_muted(room, "ann", 1, False).muted == ()
    with refused("not_a_bot"):
        gathering.set_muted(gathering.add_bot(room, "ann", TERRITORY, 2, "greedy"), "ann", 2, True)


def test_a_player_who_stays_away_leaves_a_real_time_match_and_gets_a_bot_in_others() -> None:
    assert empty("area-attack").away == "leave"
    assert empty("territory").away == "bot"
    assert empty("territory", away="wait").away == "wait"
