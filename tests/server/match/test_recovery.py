"""After a crash, with a failing disk, with broken rules: acknowledged is kept, others go on."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold.game import AnyGame
from freehold.match.patches import Frame
from freehold.match.replay import read_record, replay
from freehold.protocol import wire
from freehold.protocol.wire import Act, Acted, Done, Refused
from freehold.server.rooms import roomrecords, rooms
from freehold.store import MemoryStore, SqliteStore, Store
from tests.games_under_test import game_named
from tests.server.world import Line, Person, World, open_world, opened, run, table, world


async def act(line: Line) -> None:
    while not line.is_my_turn:
        await line.next()
    assert isinstance(await line.act(line.choose()), Acted)


async def read(w: World, match: str) -> Any:
    return await w.hub.keeper.ask(lambda store: read_record(b"".join(store.read_lines(match))))


def test_after_a_crash_everybody_goes_on_where_they_were(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "freehold.db"
        w = await open_world(SqliteStore(path))
        ann, ben = Person(w), Person(w)
        created = await ann.create("land-grab", is_public=True, clock={"bank_ms": 600_000})
        seats = [
            (await each.post(f"/api/rooms/{created['room']}/join", {}))[1] for each in (ann, ben)
        ]
        lines = [
            await each.enter(created["room"], seat["token"], f"tab-{seat['seat']}")
            for each, seat in zip((ann, ben), seats, strict=True)
        ]
        await lines[1].ask("ready")
        await lines[0].ask("start")
        for line in lines:
            await line.room_when(lambda room: room.phase == "playing")
            while line.knowledge is None or line.knowledge.view is None:
                await line.next()
        for _ in range(3):
            for line in lines:
                await act(line)
        while not lines[0].is_my_turn:
            await lines[0].next()
        assert lines[0].knowledge is not None
        before = lines[0].knowledge
        left_ms = before.table.clocks[1][0]
        await w.crash()

        w = await open_world(SqliteStore(path))
        ann.world = ben.world = w
        again = await ann.enter(created["room"], seats[0]["token"], "tab-0")
        assert again.welcome is not None
        assert again.welcome.last == lines[0].n
        assert again.knowledge is not None
        assert again.knowledge.view == before.view
        assert again.knowledge.table.awaited == before.table.awaited
        assert again.knowledge.table.clocks[1][0] == left_ms
        room = opened(w, again)
        row = await w.hub.keeper.ask(lambda store: store.match_row(room.room.match))
        assert row.epoch == 2
        other = await ben.enter(created["room"], seats[1]["token"], "tab-1")
        await act(again)
        await act(other)
        replay(game_named("land-grab"), await read(w, room.room.match))
        await ann.close()
        await ben.close()
        await w.close()

    run(story())


def test_bots_go_on_after_a_crash_when_their_player_is_back(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "freehold.db"
        w = await open_world(SqliteStore(path))
        async with Person(w) as ann:
            body = {"game": "land-grab", "bot": "random", "params": {"points_to_win": 20}}
            _, joined = await ann.post("/api/quick", body)
            line = await ann.enter(joined["room"], joined["token"])
            await act(line)
            await w.crash()
            w = ann.world = await open_world(SqliteStore(path))
            line = await ann.enter(joined["room"], joined["token"], "again")
            await line.play_on(line.is_over)
        await w.close()

    run(story())


def test_a_match_that_ended_in_the_crash_is_over_after_it() -> None:
    async def story() -> None:
        store = MemoryStore()
        w = await open_world(store)
        async with Person(w) as ann:
            body = {"game": "land-grab", "bot": "random", "params": {"points_to_win": 5}}
            _, joined = await ann.post("/api/quick", body)
            line = await ann.enter(joined["room"], joined["token"])
            room = opened(w, line)
            room.ended = lambda outcome: None  # type: ignore[method-assign]
            assert line.knowledge is not None
            while line.knowledge.table.outcome is None:
                if line.is_my_turn:
                    await line.act(line.choose())
                else:
                    await line.next()
            await w.crash()
            assert store.match_row(room.room.match).status == "live"
            w = ann.world = await open_world(store)
            line = await ann.enter(joined["room"], joined["token"])
            await line.room_when(lambda now: now.phase == "over")
            assert store.match_row(room.room.match).status == "finished"
        await w.close()

    run(story())


class Disk(MemoryStore):
    """A disk that is full for a while."""

    is_full = False

    def commit(self) -> None:
        if self.is_full:
            raise OSError("disk full")
        super().commit()


def test_a_failed_commit_is_never_acknowledged_and_play_goes_on_when_the_disk_is_well() -> None:
    async def story() -> None:
        disk = Disk()
        async with world(disk) as w, table(w, "land-grab") as (ann, ben):
            await act(ann)
            while not ben.is_my_turn:
                await ben.next()
            assert ben.knowledge is not None
            before = ben.knowledge.view
            disk.is_full = True
            await ben.say(Act(1, ben.choose()))
            await ben.room_when(lambda room: room.trouble == "disk")
            refused = await ben.act("farm 1,1")
            assert isinstance(refused, Refused)
            assert refused.code == "disk"
            asked = await ann.ask("eyes")  # rooms are told nothing either
            assert isinstance(asked, Refused)
            assert asked.code == "disk"
            disk.is_full = False
            await ben.until(wire.Welcome)
            await ben.room_when(lambda room: room.trouble == "")
            assert not any(isinstance(each, Acted) for each in ben.heard)
            assert ben.knowledge.view == before
            await act(ben)
            await act(ann)

    run(story())


def test_another_owner_of_a_match_fences_this_one() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with world(store) as w, table(w, "land-grab") as (ann, _):
            match = opened(w, ann).room.match
            await w.hub.keeper.ask(lambda each: each.claim(match))
            await ann.say(Act(1, ann.choose()))
            assert (await ann.closing()).code == "elsewhere"
            assert not any(isinstance(each, Acted) for each in ann.heard)

    run(story())


def broken(game: AnyGame) -> AnyGame:
    """Rules that fail at every build on a marked tile."""

    def fail(state: Any, now: int, seat: int, action: Any) -> Any:
        if getattr(action, "x", 0) == 11:
            raise ZeroDivisionError("planted")
        return game.act(state, now, seat, action)

    return dataclasses.replace(game, act=fail)


def test_rules_that_fail_three_times_quarantine_their_match_and_no_other() -> None:
    def find(name: str) -> AnyGame:
        game = game_named(name)
        return broken(game) if name == "land-grab" else game

    async def story() -> None:
        async with world(find_game=find) as w, Person(w) as ben:
            other = await ben.quick("territory", bot="random")
            async with table(w, "land-grab") as (ann, _):
                match = opened(w, ann).room.match
                for _ in range(3):
                    refused = await ann.act("farm 11,11")
                    assert isinstance(refused, Refused)
                    assert refused.code == "rules_failed"
                room = await ann.room_when(lambda now: now.phase == "over")
                assert (room.outcome, room.trouble) == (None, "quarantined")
                row = await w.hub.keeper.ask(lambda store: store.match_row(match))
                assert row.status == "quarantined"
                assert "planted" in row.reason
                await act(other)

    run(story())


def test_a_view_that_fails_takes_only_its_own_match_along() -> None:
    is_broken = False

    def find(name: str) -> AnyGame:
        game = game_named(name)

        def view(state: Any, viewer: int) -> Any:
            if is_broken:
                raise ZeroDivisionError("planted")
            return game.view(state, viewer)

        return dataclasses.replace(game, view=view) if name == "land-grab" else game

    async def story() -> None:
        nonlocal is_broken
        async with world(find_game=find) as w, Person(w) as ben:
            other = await ben.quick("territory", bot="random")
            async with table(w, "land-grab") as (ann, _):
                match = opened(w, ann).room.match
                is_broken = True
                await ann.say(Act(1, ann.choose()))
                room = await ann.room_when(lambda now: now.phase == "over")
                assert room.trouble == "quarantined"
                row = await w.hub.keeper.ask(lambda store: store.match_row(match))
                assert row.status == "quarantined"
                await act(other)

    run(story())


def test_a_room_that_cannot_be_read_does_not_keep_the_others_closed() -> None:
    async def story() -> None:
        store = MemoryStore()
        store.put(roomrecords.ROOMS, "bad", b"\xc1")
        w = await open_world(store)
        async with Person(w) as ann:
            created = await ann.create("land-grab")
            await w.crash()
            w = await open_world(store)
            assert list(w.hub.rooms) == [created["room"]]
        await w.close()

    run(story())


def small_snapshots(name: str) -> AnyGame:
    return dataclasses.replace(game_named(name), snapshot_entries=4)


@pytest.mark.slow
def test_snapshots_are_written_and_a_damaged_one_only_costs_time() -> None:
    async def story() -> None:
        store = MemoryStore()
        w = await open_world(store, small_snapshots)
        async with Person(w) as ann:
            _, joined = await ann.post("/api/quick", {"game": "land-grab", "bot": "random"})
            line = await ann.enter(joined["room"], joined["token"])
            match = opened(w, line).room.match
            for _ in range(5):
                await act(line)
            while not line.is_my_turn:
                await line.next()
            for damage in (False, True):
                await w.crash()
                (*_, head) = store.snapshot_heads(match)
                if damage:
                    data = store.read_snapshot(match, head) or b""
                    store._snapshots[match] = [(head, data[:40] + b"\x00" + data[41:])]
                w = ann.world = await open_world(store, small_snapshots)
                again = await ann.enter(joined["room"], joined["token"], "again")
                assert again.knowledge is not None
                assert line.knowledge is not None
                assert again.knowledge.view == line.knowledge.view
            await act(again)
        await w.close()

    run(story())


def test_a_room_and_its_first_match_are_committed_together() -> None:
    class Watched(MemoryStore):
        def __init__(self) -> None:
            super().__init__()
            self.seen: list[tuple[str, bool]] = []

        def commit(self) -> None:
            for _, data in self.all("room"):
                room = msgspec.msgpack.decode(data, type=rooms.Room)
                self.seen.append((room.phase, room.match in self._rows))
            super().commit()

    async def story() -> None:
        store = Watched()
        async with world(store) as w, Person(w) as ann:
            await ann.quick("land-grab", bot="random")
        assert ("playing", True) in store.seen
        assert ("playing", False) not in store.seen

    run(story())


def test_seats_and_tokens_are_committed_before_they_are_told() -> None:
    async def story() -> None:
        disk = Disk()
        async with world(disk) as w, Person(w) as ann, Person(w) as ben:
            created = await ann.create("land-grab", is_public=True)
            line = await ann.join(created["room"])
            await ben.get("/api/me")
            disk.is_full = True
            status, refusal = await ben.post(f"/api/rooms/{created['room']}/join", {})
            assert (status, refusal["code"]) == (503, "disk")
            assert isinstance(await line.ask("ready"), Refused)
            disk.is_full = False
            assert isinstance(await line.ask("ready"), Done)
            assert line.room is not None
            assert [seat.name != "" for seat in line.room.seats] == [True, False]

    run(story())


def test_two_hundred_rooms_with_live_matches_open_without_reading_one() -> None:
    """What makes the start quick: a match is read when somebody comes to it."""

    async def story() -> None:
        store = MemoryStore()
        w = await open_world(store)
        async with Person(w) as ann:
            lines = [await ann.post("/api/quick", {"game": "land-grab"}) for _ in range(20)]
            await w.crash()
            counted = Counting(store)
            w = ann.world = await open_world(counted)
            assert len(w.hub.rooms) == 20
            assert not counted.read
            _, joined = lines[7]
            line = await ann.enter(joined["room"], joined["token"])
            await act(line)
            assert counted.read == {opened(w, line).room.match}
        await w.close()

    run(story())


class Counting:
    """A store that notes whose log is read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def read_lines(self, match: str, start: int = 0, end: int | None = None) -> list[bytes]:
        self.read.add(match)
        return self._store.read_lines(match, start, end)


def test_a_player_who_comes_back_after_a_restart_is_told_once_that_the_match_was_resumed() -> None:
    async def story() -> None:
        store = MemoryStore()
        w = await open_world(store)
        async with Person(w) as ann:
            _, joined = await ann.post("/api/quick", {"game": "land-grab", "bot": "random"})
            place = joined["room"], joined["token"]
            first = await ann.enter(*place)
            await act(first)
            assert not told(first, "resumed")
            await w.crash()
            w = ann.world = await open_world(store)
            back = await ann.enter(*place, "again")
            await act(back)
            assert len(told(back, "resumed")) == 1
            frames = [place for place, each in enumerate(back.heard) if isinstance(each, Frame)]
            assert back.heard.index(told(back, "resumed")[0]) > frames[0]  # after the board
            second = await ann.enter(*place, "second")
            await act(second)
            assert not told(second, "resumed")
        await w.close()

    run(story())


def told(line: Line, code: str) -> list[wire.Told]:
    return [each for each in line.heard if isinstance(each, wire.Told) and each.code == code]
