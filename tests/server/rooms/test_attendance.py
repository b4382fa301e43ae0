"""Attendance: resting, substitutes, leaving and arriving, at a table that only takes notes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from freehold.bots.levels import middle_bot
from freehold.game import Ms, Seat
from freehold.games import load_game
from freehold.server.match.pulse import NO_STALL_MS, Pulse
from freehold.server.rooms.attendance import Attendance
from freehold.server.rooms.rooms import Away, Chair, Room

GRACE_MS: Ms = 10_000
LEVEL = middle_bot(load_game("territory"))
"""The medium one of Territory's bots."""


class Table:
    """Stands in for a running match: it has a time, rests, and notes what is entered."""

    def __init__(self) -> None:
        self.game = load_game("territory")
        self.live: object | None = object()
        self.time: Ms = 0
        self.is_resting = True
        self.pulse = Pulse(asyncio.get_running_loop(), NO_STALL_MS)
        self.entered: list[tuple[Seat, str]] = []

    def now(self) -> Ms:
        return self.time

    def rest(self, is_resting: bool) -> None:
        self.is_resting = is_resting

    def enter(self, seat: Seat, action: str) -> None:
        self.entered.append((seat, action))


class Bot:
    """Stands in for a bot in a seat."""

    def __init__(self, seat: Seat, level: str) -> None:
        self.seat, self.level = seat, level
        self.is_closed = False
        self.went_on = 0

    def close(self) -> None:
        self.is_closed = True

    def go_on(self) -> None:
        self.went_on += 1


class Hall:
    """An attendance with all that it asks for."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.table = Table()
        self.bots: list[Bot] = []
        self.noted: list[tuple[Seat, bool]] = []
        self.looks = 0
        self.attendance = Attendance(
            self.table,  # type: ignore[arg-type]
            room,
            GRACE_MS,
            self.make_bot,  # type: ignore[arg-type]
            lambda seat, has_left: self.noted.append((seat, has_left)),
            self.look_again,
        )

    def make_bot(self, seat: Seat, level: str) -> Bot:
        self.bots.append(Bot(seat, level))
        return self.bots[-1]

    def look_again(self) -> None:
        self.looks += 1

    def look(self, time: Ms, *present: Seat) -> None:
        self.table.time = time
        self.attendance.look(self.room, set(present))

    def entered(self) -> list[tuple[Seat, str]]:
        """What was entered since this was last asked."""
        found, self.table.entered = self.table.entered, []
        return found

    @property
    def substitutes(self) -> list[tuple[Seat, str]]:
        """The bots that play now, with their seats."""
        return [(bot.seat, bot.level) for bot in self.bots if not bot.is_closed]


def seated(*chairs: Chair, away: Away = "bot", **more: Any) -> Room:
    return Room("r", "BCDFG", "s", "territory", {}, chairs, "ann", 0, 0, away=away, **more)


def three(away: Away = "bot", **more: Any) -> Room:
    return seated(*(Chair(guest, guest) for guest in ("ann", "ben", "cid")), away=away, **more)


def story(told: Callable[[], None]) -> None:
    """In a loop, for the timers."""

    async def tell() -> None:
        told()

    asyncio.run(tell())


# Resting


@pytest.mark.parametrize(
    ("present", "is_paused", "rests"),
    [((), False, True), ((0,), False, False), ((0, 1, 2), False, False), ((0,), True, True)],
)
def test_a_match_rests_while_nobody_is_there_or_it_is_paused(
    present: tuple[Seat, ...], is_paused: bool, rests: bool
) -> None:
    def told() -> None:
        hall = Hall(three(is_paused=is_paused))
        for was_resting in (True, False):
            hall.table.is_resting = was_resting
            hall.look(0, *present)
            assert hall.table.is_resting is rests

    story(told)


def test_bots_go_on_when_the_match_does_and_not_again_while_it_does() -> None:
    def told() -> None:
        hall = Hall(seated(Chair("ann", "Ann"), Chair(name="Bot", bot=LEVEL), Chair("cid", "Cid")))
        [bot] = hall.bots
        assert (bot.seat, bot.level) == (1, LEVEL)
        hall.look(0)
        assert bot.went_on == 0
        hall.look(1, 0)
        hall.look(2, 0, 2)
        assert bot.went_on == 1

    story(told)


@pytest.mark.parametrize("away", ["bot", "leave"])
@pytest.mark.parametrize(("is_paused", "present"), [(False, ()), (True, (0,))])
def test_nobody_is_minded_while_the_match_rests(
    away: Away, is_paused: bool, present: tuple[Seat, ...]
) -> None:
    def told() -> None:
        hall = Hall(three(away, is_paused=is_paused))
        hall.look(0, *present)
        hall.look(5 * GRACE_MS, *present)
        assert (hall.entered(), hall.substitutes) == ([], [])

    story(told)


# Staying away


def test_after_the_grace_a_bot_plays_until_they_are_back() -> None:
    def told() -> None:
        hall = Hall(three())
        hall.look(0, 0, 1)
        hall.look(GRACE_MS - 1, 0, 1)
        assert hall.substitutes == []
        hall.look(GRACE_MS, 0, 1)
        hall.look(GRACE_MS + 1, 0, 1)
        assert hall.substitutes == [(2, LEVEL)]
        hall.look(GRACE_MS + 2, 0, 1, 2)
        assert hall.substitutes == []
        assert hall.entered() == []
        assert hall.noted == []

    story(told)


def test_the_grace_begins_again_with_every_absence() -> None:
    def told() -> None:
        hall = Hall(three())
        hall.look(0, 0, 1)
        hall.look(GRACE_MS - 1, 0, 1, 2)
        hall.look(GRACE_MS, 0, 1)
        hall.look(2 * GRACE_MS - 1, 0, 1)
        assert hall.substitutes == []
        hall.look(2 * GRACE_MS, 0, 1)
        assert hall.substitutes == [(2, LEVEL)]

    story(told)


def test_where_the_room_says_so_they_leave_once_and_arrive_when_they_are_back() -> None:
    def told() -> None:
        hall = Hall(three("leave"))
        hall.look(0, 0, 1)
        hall.look(GRACE_MS, 0, 1)
        hall.look(GRACE_MS + 1, 0, 1)
        assert hall.entered() == [(2, "leave")]
        assert hall.noted == [(2, True)]
        hall.look(GRACE_MS + 2, 0, 1, 2)
        hall.look(GRACE_MS + 3, 0, 1, 2)
        assert hall.entered() == [(2, "arrive")]
        assert hall.noted == [(2, True), (2, False)]
        assert hall.substitutes == []

    story(told)


def test_where_the_room_says_so_they_are_waited_for() -> None:
    def told() -> None:
        hall = Hall(three("wait"))
        hall.look(0, 0, 1)
        hall.look(9 * GRACE_MS, 0, 1)
        assert hall.entered() == []
        assert hall.substitutes == []

    story(told)


def test_a_player_that_left_before_a_restart_arrives_and_does_not_leave_again() -> None:
    def told() -> None:
        gone = Chair("cid", "Cid", has_left=True)
        hall = Hall(seated(Chair("ann", "Ann"), Chair("ben", "Ben"), gone, away="leave"))
        hall.look(0, 0, 1)
        hall.look(GRACE_MS, 0, 1)
        assert hall.entered() == []
        hall.look(GRACE_MS + 1, 0, 1, 2)
        assert hall.entered() == [(2, "arrive")]

    story(told)


def test_nothing_is_entered_into_a_match_that_is_not_there() -> None:
    def told() -> None:
        hall = Hall(three("leave"))
        hall.table.live = None
        hall.look(0, 0, 1)
        hall.look(GRACE_MS, 0, 1)
        assert (hall.entered(), hall.noted) == ([], [])
        hall.table.live = object()
        hall.look(GRACE_MS + 1, 0, 1)
        assert hall.entered() == [(2, "leave")]

    story(told)


def test_a_player_who_gave_up_is_not_waited_for() -> None:
    def told() -> None:
        hall = Hall(three())
        hall.look(0, 0, 1)
        hall.room = seated(Chair("ann"), Chair("ben"), Chair("cid", is_gone=True))
        hall.look(GRACE_MS - 1, 0, 1)
        hall.look(3 * GRACE_MS, 0, 1)
        assert hall.substitutes == []

    story(told)


def test_the_bot_of_a_player_who_gives_up_meanwhile_goes() -> None:
    def told() -> None:
        hall = Hall(three())
        hall.look(0, 0, 1)
        hall.look(GRACE_MS, 0, 1)
        assert hall.substitutes == [(2, LEVEL)]
        hall.room = seated(Chair("ann"), Chair("ben"), Chair("cid", is_gone=True))
        hall.look(GRACE_MS + 1, 0, 1)
        assert hall.substitutes == []

    story(told)


def test_free_chairs_and_bots_are_never_absent() -> None:
    def told() -> None:
        hall = Hall(seated(Chair("ann"), Chair(name="Bot", bot=LEVEL), Chair(), away="leave"))
        hall.look(0, 0)
        hall.look(9 * GRACE_MS, 0)
        assert hall.entered() == []

    story(told)


# Worlds


def world(*chairs: Chair, away: Away = "bot") -> Room:
    return seated(*chairs, away=away, is_world=True)


@pytest.mark.parametrize("away", ["bot", "leave", "wait"])
def test_a_player_away_from_a_world_leaves_it_whatever_the_room_says(away: Away) -> None:
    def told() -> None:
        hall = Hall(world(Chair("ann"), Chair("ben"), away=away))
        hall.look(0, 0)
        hall.look(GRACE_MS, 0)
        assert hall.entered() == [(1, "leave")]
        assert hall.substitutes == []

    story(told)


def test_a_player_that_left_a_world_by_the_button_leaves_after_the_grace_too() -> None:
    def told() -> None:
        hall = Hall(world(Chair("ann"), Chair("ben")))
        hall.look(0, 0, 1)
        hall.room = world(Chair("ann"), Chair("ben", is_gone=True))
        hall.look(1, 0)
        hall.look(GRACE_MS, 0)
        assert hall.entered() == []
        hall.look(GRACE_MS + 1, 0)
        assert hall.entered() == [(1, "leave")]

    story(told)


def test_a_seat_of_a_world_that_is_nobodys_leaves_as_soon_as_it_goes_on() -> None:
    def told() -> None:
        hall = Hall(world(Chair(), Chair("ben"), Chair()))
        hall.look(0)
        assert hall.entered() == []
        hall.look(1, 1)
        assert sorted(hall.entered()) == [(0, "leave"), (2, "leave")]
        hall.look(2)
        hall.look(3, 1)
        assert hall.entered() == []

    story(told)


def test_only_a_world_has_seats_that_are_nobodys() -> None:
    def told() -> None:
        hall = Hall(seated(Chair(), Chair("ben"), Chair()))
        hall.look(0, 1)
        assert hall.entered() == []

    story(told)


# When to look again


def is_looked_again_at(hall: Hall, due: Ms) -> bool:
    """A little later than that: a look that comes too early finds nothing due."""
    timer = hall.attendance._timer
    return timer is not None and not timer.cancelled() and 0 <= timer.when() * 1000 - due < 5


def test_it_is_looked_again_when_the_first_of_the_absent_is_due() -> None:
    def told() -> None:
        hall = Hall(three())
        hall.look(1_000, 0)
        hall.room = three("leave")
        assert is_looked_again_at(hall, 1_000 + GRACE_MS)
        hall.look(1_000 + GRACE_MS, 0)
        assert hall.entered() == [(1, "leave"), (2, "leave")]
        assert hall.attendance._timer is None, "nobody is to be waited for any more"

    story(told)


def test_of_two_absent_players_the_earlier_moment_counts() -> None:
    def told() -> None:
        hall = Hall(three())
        hall.look(0, 0, 1)
        hall.look(4_000, 0)
        first = hall.attendance._timer
        assert is_looked_again_at(hall, GRACE_MS)
        hall.look(GRACE_MS, 0)
        assert first is not None
        assert first.cancelled()
        assert is_looked_again_at(hall, 4_000 + GRACE_MS)

    story(told)


def test_it_looks_again_by_itself() -> None:
    async def tell() -> None:
        hall = Hall(three())
        hall.table.time = round(asyncio.get_running_loop().time() * 1000) - GRACE_MS
        hall.attendance.look(hall.room, {0, 1})
        while not hall.looks:
            await asyncio.sleep(0.001)

    asyncio.run(asyncio.wait_for(tell(), 20))


def test_when_it_is_closed_all_bots_go_and_nothing_rings_any_more() -> None:
    def told() -> None:
        hall = Hall(seated(Chair("ann"), Chair(name="Bot", bot=LEVEL), Chair("cid"), Chair("dot")))
        hall.look(0, 0, 3)
        hall.look(GRACE_MS - 1, 0)
        hall.look(GRACE_MS, 0)
        assert hall.substitutes == [(1, LEVEL), (2, LEVEL)]
        timer = hall.attendance._timer
        assert timer is not None
        hall.attendance.close()
        assert timer.cancelled()
        assert hall.substitutes == []
        assert hall.attendance.substitutes == {}

    story(told)
