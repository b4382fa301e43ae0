"""Ages are counted by the time that the server was up: no clock on the wall destroys a seat."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from freehold.server.hub import Hub
from freehold.server.rooms import roomrecords
from freehold.server.rooms.guests import Guest
from freehold.server.upkeep import housekeeping
from freehold.server.upkeep.ages import Calendar, Noted, read_calendar
from freehold.server.upkeep.housekeeping import DAY_MS
from freehold.store import MemoryStore
from tests.server.world import Person, open_world, opened, run, world


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Move the real clock by a number of days."""
    read = Hub.wall

    def set_clock(days: int) -> None:
        monkeypatch.setattr(Hub, "wall", lambda hub: read(hub) + days * DAY_MS)

    return set_clock


@pytest.mark.slow
@pytest.mark.parametrize("is_up", [True, False])
@pytest.mark.parametrize("days", [40, 4_000, -40])
def test_a_clock_that_jumps_takes_nobodys_seat(
    days: int, is_up: bool, jump: Callable[[int], None]
) -> None:
    async def story() -> None:
        store = MemoryStore()
        w = await open_world(store, match_keep_days=1, guest_idle_days=1)
        async with Person(w) as ann:
            _, joined = await ann.post("/api/quick", {"game": "land-grab", "bot": "random"})
            finished = await ann.quick("land-grab", bot="random", params={"points_to_win": 5})
            await finished.play_on(finished.is_over)
            assert finished.room is not None
            await w.close()
            if not is_up:
                jump(days)
            w = ann.world = await open_world(store, match_keep_days=1, guest_idle_days=1)
            if is_up:
                jump(days)
            await housekeeping.tidy(w.hub)
            await housekeeping.sweep(w.hub)
            assert len(w.hub.rooms) == 2
            assert store.match_row(finished.room.match).status == "finished"
            line = await ann.enter(joined["room"], joined["token"])
            assert line.welcome is not None
            assert line.welcome.seat == 0
            assert (await ann.get("/api/me"))[0] == 200
        await w.close()

    run(story())


def test_a_month_in_which_the_server_was_down_counts_for_nothing() -> None:
    async def story() -> None:
        store = MemoryStore()
        w = await open_world(store)
        async with Person(w) as ann:
            line = await ann.quick("land-grab", bot="random")
            room = opened(w, line).room
            w.hub.calendar._at += 20 * DAY_MS
            await w.close()
            w = await open_world(store)
            assert 20 * DAY_MS <= w.hub.calendar() - room.touched_at < 21 * DAY_MS
            await housekeeping.tidy(w.hub)
            assert list(w.hub.rooms) == [room.id]
            w.hub.calendar._at += 11 * DAY_MS  # now it has been up for a month without them
            await housekeeping.tidy(w.hub)
            assert not w.hub.rooms
        await w.close()

    run(story())


def test_a_jump_is_said_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    now = wall = 1_000_000
    calendar = Calendar(lambda: now, lambda: wall)
    for seconds in (10, 30):
        now, wall = now + 1000 * seconds, wall + 1000 * seconds
        calendar.look()
    assert calendar.jumps == 0
    now, wall = now + 10_000, wall + 40 * DAY_MS
    calendar.look()
    calendar.look()
    assert calendar.jumps == 1
    assert calendar() == 1_050_000
    assert "+3455990 s" in getattr(caplog.records[-1], "reason", "")
    calendar.open(Noted(77, wall - 40 * DAY_MS))
    assert calendar() == 77
    assert "+40.0 days" in getattr(caplog.records[-1], "reason", "")


def test_jumps_are_among_the_metrics(jump: Callable[[int], None]) -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            jump(1)
            w.hub.calendar.look()
            async with ann.http.get(w.url + "/metrics") as response:
                assert "freehold_clock_jumps_total 1.0" in await response.text()

    run(story())


def test_a_file_without_a_calendar_goes_on_from_the_latest_moment_in_it() -> None:
    store = MemoryStore()
    assert read_calendar(store, 500).at == 500
    store.create_match("m", "land-grab", [], b"", 120)
    guest = msgspec.msgpack.encode(Guest("g", "Ann", 5, 300))
    store.put(roomrecords.GUESTS, "hash", guest)
    assert read_calendar(store, 10**9).at == 300
    assert read_calendar(store, 200).at == 200
