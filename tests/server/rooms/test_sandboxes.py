"""Sandboxes: one person with every seat, all eyes and time in hand; and nobody anywhere else."""

from __future__ import annotations

from typing import Any

import pytest

from freehold.game import TRUTH, Clock
from freehold.match.log import Check, End, Entry, Header, decode_line
from freehold.protocol import wire
from freehold.protocol.wire import Act, Acted, Done, Refused, Welcome
from freehold.server.match.inputs import Advance, Attach, Command, Rest, Speed
from freehold.server.match.playing import Playing
from freehold.store import MemoryStore
from tests.server import QUICK, begin, real_time, sent
from tests.server.world import Line, Person, World, open_world, opened, run, table, world
from tests.toy import GAME as TOY

POINTS = {"points_to_win": 10}


async def enter_sandbox(person: Person, game: str, **body: Any) -> Line:
    return await person.quick(game, is_sandbox=True, **body)


async def act_as(line: Line, seat: int, action: str) -> Acted | Refused:
    line.n += 1
    n = line.n
    await line.say(Act(n, action, seat))
    while True:
        message = await line.next()
        assert message is not None
        if isinstance(message, Acted | Refused) and message.n == n:
            return message


async def take_seat(line: Line, what: Any, seat: int = -1) -> None:
    """Other eyes: `welcome` says whose seat it is, and a whole view follows."""
    assert line.knowledge is not None
    line.knowledge.view = None
    assert isinstance(await line.ask(what, seat), Done)
    while line.knowledge.view is None:
        await line.next()


def playing_of(w: World, line: Line) -> Playing:
    playing = opened(w, line).playing
    assert playing is not None
    return playing


async def lines_of(w: World, match: str) -> list[Any]:
    lines = await w.hub.keeper.ask(lambda store: store.read_lines(match))
    return [decode_line(line) for line in lines]


# One person has every seat


def test_one_person_plays_both_seats_to_the_end_and_the_record_says_so() -> None:
    async def story() -> None:
        async with world(commands_per_second=1000, max_command_burst=1000) as w, Person(w) as ann:
            line = await enter_sandbox(ann, "land-grab", params=POINTS)
            assert line.room is not None
            assert line.room.sandbox
            match, names = line.room.match, [seat.name for seat in line.room.seats]
            while not line.is_over():
                assert line.knowledge is not None
                (awaited,) = line.knowledge.table.awaited
                await take_seat(line, "eyes", awaited)
                acted = await act_as(line, awaited, line.choose())
                assert isinstance(acted, Acted), acted
                if line.knowledge.table.outcome:
                    await line.room_when(lambda room: room.phase == "over")
            lines = await lines_of(w, match)
            assert isinstance(lines[0], Header)
            assert "sandbox" in lines[0].notes
            assert {entry.seat for entry in lines if isinstance(entry, Entry)} == {0, 1}
            assert isinstance(lines[-1], End)
            _, mine = await ann.get("/api/matches?mine=1")
            assert mine == []
            _, tried = await ann.get("/api/matches?mine=1&sandbox=1")
            assert [each["id"] for each in tried] == [match]
            assert isinstance(await line.ask("rematch"), Done)
            again = await line.room_when(lambda room: room.phase == "playing")
            assert again.match != match
            assert [seat.name for seat in again.seats] == names  # nobody moves on

    run(story())


def test_an_action_without_a_seat_is_of_the_seat_that_one_looks_through() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await enter_sandbox(ann, "land-grab")
            await line.act(line.choose())
            await take_seat(line, "eyes", 1)
            assert line.welcome is not None
            assert line.welcome.seat == 1
            assert isinstance(await line.act(line.choose()), Acted)
            playing = playing_of(w, line)
            entries = [each for each in await lines_of(w, playing.id) if isinstance(each, Entry)]
            assert [entry.seat for entry in entries] == [0, 1]
            await take_seat(line, "no-eyes")
            assert line.welcome.seat == 0

    run(story())


def test_everything_is_seen_while_it_runs_and_a_seat_must_be_named_to_act() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await enter_sandbox(ann, "minewars", params={"radius_tiles": 12, "cities": 1})
            hidden = line.knowledge.view  # type: ignore[union-attr]
            assert hidden is not None
            await take_seat(line, "truth")
            assert line.welcome is not None
            assert line.welcome.seat == -1
            seen = line.knowledge.view  # type: ignore[union-attr]
            assert seen is not None
            truth = playing_of(w, line).live.match.view(TRUTH)  # type: ignore[union-attr]
            assert seen.layers == truth.layers
            assert seen.layers["item"] != hidden.layers["item"]
            refused = await line.act("capture 0,0")
            assert isinstance(refused, Refused)
            assert refused.code == "which_seat"
            refused = await act_as(line, 7, "capture 0,0")
            assert isinstance(refused, Refused)
            assert refused.code == "no_such_seat"

    run(story())


def test_choices_are_those_of_the_seat_that_one_looks_through() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await enter_sandbox(ann, "minewars", params={"radius_tiles": 12, "cities": 1})
            told = []
            for seat in (0, 1):
                await take_seat(line, "eyes", seat)
                await line.ask("choices")
                (each,) = [each for each in line.heard if isinstance(each, wire.Choices)][-1:]
                told.append(set(each.actions))
            assert told[0]
            assert told[1]
            assert told[0] != told[1]
            assert await line.refusal("eyes", 2) == "no_such_chair"

    run(story())


def test_a_repeat_counts_once_whichever_seat_it_was_for() -> None:
    sitting = begin()
    sitting.take(0, Attach(5, 0, "mine", is_any_seat=True))
    for _ in range(2):
        sitting.take(5, Command(5, 1, "claim 0,0", 0))
        sitting.take(6, Command(5, 2, "claim 1,0", 1))
    entries = [line for line in sitting.lines if isinstance(line, Entry)]
    assert [(entry.seat, entry.command) for entry in entries] == [(0, "mine:1"), (1, "mine:2")]


def test_what_is_done_in_a_sandbox_is_written_down_before_it_is_told() -> None:
    sitting = begin()
    sitting.take(0, Attach(5, TRUTH, "mine", is_any_seat=True))
    sitting.sync(1)
    assert not sent(sitting.take(5, Command(5, 1, "claim 0,0", 0)), 5)
    assert any(isinstance(each, Acted) for each in sent(sitting.sync(6), 5))


# Time


def test_time_runs_as_fast_as_one_says_and_stands_still_when_paused() -> None:
    sitting = real_time()
    live = sitting.live
    assert live.time(1_000_020 + 1_000) == 1_000
    sitting.take(1_000, Speed(1600))
    assert live.time(1_000_020 + 1_100) == 1_000 + 1_600
    sitting.take(1_100, Speed(25))
    assert live.time(1_000_020 + 1_500) == 2_700
    sitting.take(1_500, Rest(True))
    sitting.take(9_000, Speed(100))
    sitting.take(9_500, Rest(False))
    assert live.time(1_000_020 + 9_600) == 2_800


def test_the_timer_rings_when_fast_time_comes_to_what_is_due() -> None:
    sitting = begin(TOY, params=QUICK, is_attached=False)  # somebody who looks wants marks too
    due = sitting.live.match.wake_at()
    assert due is not None
    sitting.take(0, Speed(400))
    assert sitting.timer is not None
    assert sitting.timer >= due // 4
    assert sitting.live.time(1_000_020 + sitting.timer) >= due
    assert sitting.live.time(1_000_020 + sitting.timer - 1) < due


def test_a_step_moves_time_on_while_it_stands_still_and_is_written_down() -> None:
    sitting = real_time()
    sitting.live.acts_at_rest = True
    sitting.take(100, Rest(True))
    sitting.take(200, Advance(250))
    assert sitting.live.match.now == 350
    assert sitting.lines[-1].now == 350  # type: ignore[union-attr]
    due = sitting.live.match.wake_at()
    sitting.take(300, Advance(0))
    assert sitting.live.match.now == due
    assert sitting.live.time(1_000_020 + 5_000) == due


def test_a_sandbox_acts_while_time_stands_still_and_another_room_does_not() -> None:
    for is_sandbox in (True, False):
        sitting = begin()
        sitting.live.acts_at_rest = is_sandbox
        sitting.take(100, Rest(True))
        sitting.act(200, 0, 1, "claim 0,0")
        entries = [line for line in sitting.lines if isinstance(line, Entry)]
        assert [entry.now for entry in entries] == ([100] if is_sandbox else [])


def test_speed_pause_and_steps_are_asked_for_by_their_words() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await enter_sandbox(ann, "area-attack")
            assert isinstance(await line.ask("pause"), Done)
            room = await line.room_when(lambda now: now.paused)
            assert isinstance(await line.ask("speed", value=800), Done)
            room = await line.room_when(lambda now: now.percent == 800)
            assert isinstance(await line.ask("step", value=1_500), Done)
            later = await line.room_when(lambda now: now.at >= room.at + 1_500)
            assert later.at == room.at + 1_500
            assert isinstance(await line.ask("step", value=0), Done)
            assert await line.refusal("speed", value=24) == "bad_speed"
            assert await line.refusal("speed", value=1_601) == "bad_speed"
            assert await line.refusal("step", value=-1) == "bad_step"
            assert await line.refusal("step", value="far") == "malformed"

    run(story())


def test_nothing_due_is_said_where_nobody_waits_for_time() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await enter_sandbox(ann, "land-grab")
            assert line.room is not None
            assert line.room.clock == Clock()
            assert await line.refusal("step", value=0) == "nothing_due"

    run(story())


def test_after_a_restart_a_sandbox_is_still_one_with_its_time_and_speed() -> None:
    async def story() -> None:
        store = MemoryStore()
        first = await open_world(store)
        ann = Person(first)
        line = await enter_sandbox(ann, "area-attack")
        await line.ask("pause")
        await line.ask("speed", value=50)
        await line.ask("step", value=4_000)
        room = await line.room_when(lambda now: now.at >= 4_000)
        token = (await ann.post(f"/api/rooms/{room.id}/join", {}))[1]["token"]
        cookies = ann.http.cookie_jar
        await first.close()
        async with world(store) as second:
            ann.world = second
            ann.http._cookie_jar = cookies
            again = await ann.enter(room.id, token)
            assert again.room is not None
            assert (again.room.sandbox, again.room.percent) == (True, 50)
            assert again.room.at >= 4_000
            assert isinstance(await again.ask("truth"), Done)
            await ann.close()

    run(story())


# One person's alone


def test_nobody_else_comes_into_a_sandbox_not_even_to_watch() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as bob:
            status, created = await ann.post(
                "/api/rooms", {"game": "territory", "is_sandbox": True}
            )
            assert status == 200, created
            room = created["room"]
            for body in ({"secret": created["secret"]}, {"secret": created["code"], "watch": True}):
                status, refused = await bob.post(f"/api/rooms/{room}/join", body)
                assert (status, refused["code"]) in ((403, "sandbox"), (403, "no_watching"))
            line = await ann.join(room)
            wishes = {"is_public": True, "may_watch": True, "game": "mine-land"}
            assert isinstance(await line.ask("set", value=wishes), Done)
            assert line.room is not None
            now = await line.room_when(lambda each: each.game == "mine-land")
            assert now.sandbox
            assert (now.is_public, now.may_watch, now.world) == (False, False, False)

    run(story())


def test_a_room_of_a_sandbox_gathers_bots_and_begins_with_all_its_seats() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            wishes = {"game": "territory", "is_sandbox": True, "seats": 3}
            _, created = await ann.post("/api/rooms", wishes)
            line = await ann.join(created["room"])
            level = next(iter(w.hub.find_game("territory").bots))
            assert isinstance(await line.ask("add-bot", 1, level), Done)
            assert isinstance(await line.ask("start"), Done)
            room = await line.room_when(lambda now: now.phase == "playing")
            assert [seat.bot for seat in room.seats] == ["", level, ""]
            assert room.seats[2].name
            assert all(seat.present for seat in room.seats)

    run(story())


@pytest.mark.parametrize("game", ["area-attack", "land-grab", "mine-land", "minewars", "territory"])
def test_every_game_has_sandboxes(game: str) -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            small = {"width_tiles": 64, "height_tiles": 64} if game == "mine-land" else {}
            line = await enter_sandbox(ann, game, params=small)
            await take_seat(line, "truth")
            await take_seat(line, "no-eyes")
            assert line.knowledge is not None
            assert line.knowledge.view is not None
            assert line.room is not None
            assert not line.room.world

    run(story())


# In every other room (P4)


def test_another_room_lets_nobody_act_for_a_seat_that_is_not_theirs() -> None:
    async def story() -> None:
        async with world() as w, table(w, "land-grab") as (ann, bob):
            action = ann.choose()
            refused = await act_as(bob, 0, action)
            assert isinstance(refused, Refused)
            assert refused.code == "not_your_seat"
            assert isinstance(await act_as(ann, 0, action), Acted)

    run(story())


def test_another_room_shows_nobody_what_is_not_theirs_to_see() -> None:
    async def story() -> None:
        async with world() as w, table(w, "minewars") as (ann, _):
            assert await ann.refusal("truth") == "not_over"
            heard = len(ann.heard)
            assert isinstance(await ann.ask("eyes", 1), Done)  # it lends one's own
            assert isinstance(await ann.ask("no-eyes"), Done)
            assert not [each for each in ann.heard[heard:] if isinstance(each, Welcome)]
            assert set(playing_of(w, ann).live.match.feed.shadows) == {0, 1}  # type: ignore[union-attr]

    run(story())


def test_another_room_puts_time_in_nobodys_hands() -> None:
    async def story() -> None:
        async with world() as w, table(w, "area-attack") as (ann, _), Person(w) as cat:
            alone = await cat.quick("area-attack")
            for line in (ann, alone):
                assert await line.refusal("speed", value=200) == "not_a_sandbox"
                assert await line.refusal("step", value=0) == "not_a_sandbox"
                assert await line.refusal("step", value=1_000) == "not_a_sandbox"
                assert line.room is not None
                assert (line.room.sandbox, line.room.percent, line.room.at) == (False, 100, -1)
            assert await ann.refusal("pause") == "others_play"
            refused = await ann.ask("set", value={"is_sandbox": True})
            assert isinstance(refused, Refused)
            assert not playing_of(w, ann).live.acts_at_rest  # type: ignore[union-attr]

    run(story())


def test_a_connection_that_may_not_act_for_any_seat_acts_for_its_own() -> None:
    sitting = begin()
    sitting.take(5, Command(0, 1, "claim 0,0", 1))
    (entry,) = [line for line in sitting.lines if isinstance(line, Entry)]
    assert entry.seat == 0
    assert not [line for line in sitting.lines if isinstance(line, Check)]
