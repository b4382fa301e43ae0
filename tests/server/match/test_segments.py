"""A world's log in segments: each opens with a snapshot, and old ones can be dropped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold.game import TRUTH, Malformed, Ms
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Seated, read_record, verify
from freehold.match.log import encode_line
from freehold.match.match import opening_of
from freehold.match.patches import Frame, apply
from freehold.protocol.wire import Acted, Refused
from freehold.server.films.films import Bounds, Film, TooBig, make_film
from freehold.server.match import records
from freehold.server.match.effects import Append, Save, Saved
from freehold.server.match.inputs import Attach, Command, Durable, Sit, Tick
from freehold.server.match.live import Live
from freehold.store import Damaged, MemoryStore, SqliteStore, Store
from freehold.testing.plays import play
from tests.server.meadow import (
    SHORT_WORDS,
    another_round,
    finder,
    match_of,
    meadow,
    place_of,
    seat_of,
    until,
)
from tests.server.world import Line, Person, opened, run
from tests.toy_world import GAME
from tests.toy_world.rules import Params

EVERY = 8
SHORT = {"snapshot_entries": EVERY, "flush_ms": 5}
WIDE = Bounds(1 << 20, 1 << 24)


async def walk(line: Line, steps: int) -> None:
    for number in range(steps):
        answer = await line.act(f"step {('east', 'south', 'west', 'north')[number % 4]}")
        assert isinstance(answer, Acted | Refused)


def kept(store: Store, match: str) -> tuple[int, list[int], int]:
    """How many lines are there, where the snapshots are, and how long the log is."""
    return len(store.read_lines(match)), store.snapshot_heads(match), store.match_row(match).head


# Cutting and dropping


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_old_segments_are_dropped_and_the_record_starts_at_the_oldest_kept(
    kind: str, tmp_path: Path
) -> None:
    async def story() -> None:
        store: Any = MemoryStore() if kind == "memory" else SqliteStore(tmp_path / "s.db")
        async with (
            meadow(store, SHORT, max_world_segments=2) as w,
            Person(w) as ann,
            Person(w) as bob,
        ):
            line = await ann.quick("meadow")
            await walk(line, 20)
            late = await bob.quick("meadow")
            await walk(late, 40)
            room, match = opened(w, line), match_of(line)
            ask = w.hub.keeper.ask
            await until(lambda: not room.playing or room.playing.is_quiet)
            lines, heads, head = await ask(lambda store: kept(store, match))
            while lines > 3 * EVERY or len(heads) > 2:  # what is dropped goes bit by bit
                lines, heads, head = await ask(lambda store: kept(store, match))
            assert head > 60
            assert len(heads) == 2
            data = await ask(lambda store: records.export(store, match))
            record = read_record(data)
            assert record.opening is not None
            assert [seated.name for seated in record.seats] == list(names(room))
            words = verify(GAME, record)
            assert f"from entry {record.skipped + 1} on, the oldest that was kept" in words
            kept_there = (seat_of(late), place_of(late))
            await w.crash()
            again = SqliteStore(tmp_path / "s.db") if kind == "sqlite" else store
            async with meadow(again, SHORT, max_world_segments=2) as w2, Person(w2) as later:
                cookies = {each.key: each.value for each in bob.http.cookie_jar}
                later.http.cookie_jar.update_cookies(cookies)
                back = await later.quick("meadow")
                assert (seat_of(back), place_of(back)) == kept_there
                await walk(back, 4)

    run(story())


def cut_after(heads: list[int], segments: int) -> tuple[Store, int]:
    """A log that was cut at these places, and what is to be dropped after the last cut."""
    store, before = MemoryStore(), -1
    store.create_match("m", "meadow", [], b"header", 0)
    for head in heads:
        row = store.match_row("m")
        store.append("m", 1, row.head, [b"line"] * (head - row.head))
        before = records.keep(store, "m", 1, head, b"snapshot", True, segments)
    return store, before


@pytest.mark.parametrize(
    ("heads", "segments", "before"),
    [
        ([5], 2, 0),
        ([5, 9], 2, 0),
        ([5, 9, 14], 2, 9),
        ([5, 9, 14, 20], 2, 14),
        ([5], 1, 0),
        ([5, 9], 1, 9),
        ([5, 9, 14], 0, 0),
    ],
)
def test_nothing_is_dropped_before_there_are_more_snapshots_than_segments_to_keep(
    heads: list[int], segments: int, before: int
) -> None:
    store, found = cut_after(heads, segments)
    assert found == before
    assert store.snapshot_heads("m") == heads, "they go with their lines, bit by bit"


def test_of_a_match_that_is_no_world_only_the_latest_snapshots_are_kept() -> None:
    store, _ = cut_after([5, 9], 0)
    store.append("m", 1, 9, [b"line"] * 3)
    assert records.keep(store, "m", 1, 12, b"snapshot", False, 1) == 0
    assert store.snapshot_heads("m") == [9, 12]


def test_lines_are_dropped_not_too_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "LINES_AT_ONCE", 4)
    store, before = cut_after([5, 9, 14], 2)
    assert before == 9
    assert records.drop_some(store, "m", 1, before)
    assert store.first_line("m") == 5
    assert not records.drop_some(store, "m", 1, before)
    assert (store.first_line("m"), store.snapshot_heads("m")) == (9, [9, 14])


def is_over(line: Line) -> bool:
    assert line.knowledge is not None
    assert line.knowledge.view is not None
    return bool(line.knowledge.view.facts.ending)


def names(room: Any) -> tuple[str, ...]:
    return tuple(chair.name for chair in room.room.chairs)


@pytest.mark.slow
def test_by_default_all_segments_are_kept_and_each_can_be_had_alone() -> None:
    async def story() -> None:
        words = SHORT_WORDS.replace("goal_coins=3", "goal_coins=12")
        async with meadow(None, SHORT, world_params=words) as w, Person(w) as ann, Person(w) as bob:
            line = await ann.quick("meadow")
            await walk(line, 20)
            late = await bob.quick("meadow")
            match = match_of(line)
            # To the corner, from wherever one begins, and then along two rows.
            ways = [*["step north"] * 7, *["step east"] * 7, "dig", *["step west", "dig"] * 7]
            for action in [*ways, "step south", "dig", *["step east", "dig"] * 3]:
                if not is_over(late):
                    await late.act(action)
            await another_round(line, match)
            ask = w.hub.keeper.ask
            starts = await ask(lambda store: records.segments(store, match))
            assert starts[0] == 0
            assert len(starts) > 3
            whole = read_record(await ask(lambda store: records.export(store, match)))
            assert whole.opening is None
            assert "found" in verify(GAME, whole)
            entries = 0
            for segment in range(len(starts)):
                url = f"{w.url}/api/matches/{match}/record?segment={segment}"
                async with ann.http.get(url) as response:
                    assert response.status == 200
                    part = read_record(await response.read())
                verify(GAME, part)
                assert part.skipped == entries
                entries += part.entries
            assert entries == whole.entries
            status, refused = await ann.get(f"/api/matches/{match}/record?segment={len(starts)}")
            assert (status, refused["code"]) == (404, "no_such_segment")
            status, refused = await ann.get(f"/api/matches/{match}/record?segment=x")
            assert (status, refused["code"]) == (400, "bad_segment")
            status, refused = await ann.get(f"/api/matches/{match}/frames?viewer=0")
            assert (status, refused["code"]) == (413, "film_too_long")
            assert f"from 0 to {len(starts) - 1}" in refused["text"]
            film = await film_at(ann, f"/api/matches/{match}/frames?viewer=1&segment=3")
            assert (film.segment, film.segments, film.viewer) == (3, len(starts), 1)

    run(story())


async def film_at(person: Person, path: str) -> Film:
    async with person.http.get(person.world.url + path) as response:
        assert response.status == 200, await response.read()
        return msgspec.msgpack.decode(await response.read(), type=Film)


def test_a_record_of_very_many_segments_is_had_segment_by_segment() -> None:
    store = MemoryStore()
    store.begin()
    store.create_match("m", "meadow", [""], b"header\n", 1)
    played = records.Played("r", 1, (), (), True, b"header\n", is_world=True)
    store.put(records.PLAYED, "m", msgspec.msgpack.encode(played))
    most = records.SEGMENTS_AT_ONCE
    store.append("m", 1, 1, [b"line\n"] * (most + 2))
    for head in range(2, most + 3):
        store.save_snapshot("m", 1, head, b"", keep=0)
    with pytest.raises(records.TooLong):
        records.export(store, "m")
    assert records.export(store, "m", 0) == b"header\nline\n"


# The live match


def a_live() -> Live:
    match = Match.new(
        finder(**SHORT)("meadow"),
        (Seated("A"), Seated("B")),
        key_of("live"),
        Params(side_cells=20, coins=1, goal_coins=1),
    )
    return Live.start(match, 1_000)


def test_a_snapshot_is_taken_though_something_is_always_on_its_way() -> None:
    live, saves, appended = a_live(), [], []
    live.step(1_000, Attach(1, 0, "tab"))
    for n in range(1, 60):
        effects = live.step(1_000 + 20 * n, Command(1, n, "step east" if n % 2 else "step west"))
        effects += live.step(1_000 + 20 * n, Tick())
        saves += [effect for effect in effects if isinstance(effect, Save)]
        appended += [line for e in effects if isinstance(e, Append) for line in e.lines]
    # nothing was ever said to be durable
    assert len(saves) >= 4
    assert all(save.is_opening for save in saves)
    for save in saves:
        assert b'"is":"check"' in appended[save.saved.head - 2]
    assert len(live.match.log.lines) <= 2 * EVERY


def test_what_is_unpacked_is_what_was_packed_and_older_snapshots_are_read_too() -> None:
    live = a_live()
    live.step(1_000, Sit(5, "Cid"))
    saved = Saved(3, live.match.snapshot(), {"0 tab": {1: 7, 2: 8}})
    assert records.unpack(records.pack(saved)) == saved
    assert records.unpack(msgspec.msgpack.encode(saved)) == saved
    with pytest.raises(Malformed):
        records.unpack(b"\x00broken")


def test_a_damaged_snapshot_is_passed_over_for_an_older_one() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with meadow(store, SHORT, max_world_segments=3) as w, Person(w) as ann:
            line = await ann.quick("meadow")
            await walk(line, 60)
            match, place = match_of(line), place_of(line)
            room = opened(w, line)
            await until(lambda: not room.playing or room.playing.is_quiet)
            heads = await w.hub.keeper.ask(lambda store: store.snapshot_heads(match))
            await w.crash()
            at = [head for head, _ in store._snapshots[match]].index(heads[-1])
            store._snapshots[match][at] = (heads[-1], b"\x00broken")
            async with meadow(store, SHORT, max_world_segments=3) as w2, Person(w2) as later:
                cookies = {each.key: each.value for each in ann.http.cookie_jar}
                later.http.cookie_jar.update_cookies(cookies)
                assert place_of(await later.quick("meadow")) == place

    run(story())


def test_sessions_of_long_ago_are_forgotten_with_a_snapshot() -> None:
    live = a_live()
    live.match.state.place[0] = 10 * 20 + 10
    for number in range(30):
        live.step(1_000 + number * 50, Attach(number, 0, f"tab{number}"))
        live.step(
            1_000 + number * 50, Command(number, 1, "step east" if number % 2 else "step west")
        )
        live.step(1_050 + number * 50, Tick())
        live.step(1_050 + number * 50, Durable(live.head))
    assert len(live.sessions) <= 8 + EVERY + 1
    assert live.last(0, "tab29") == 1
    assert live.last(0, "tab0") == 0


def test_a_world_whose_older_lines_and_snapshots_are_gone_does_not_add_up() -> None:
    store = MemoryStore()
    store.begin()
    store.create_match("m", "meadow", [""], b"header\n", 1)
    store.append("m", 1, 1, [b"line\n"] * 9)
    store.drop_lines("m", 1, 5)
    with pytest.raises(Damaged, match="of 9 lines from line 1 on 5 are there"):
        records.read(store, "m")


# Films


def cut_record() -> tuple[Match, list[Any]]:
    """A round with a newcomer and two cuts."""
    seats = (Seated("A"), Seated("B"))
    match = Match.new(GAME, seats, key_of("film"), Params(side_cells=20, coins=9, goal_coins=9))
    rng, snapshots = Stream(key_of("film"), "steps"), []
    for _ in range(2):
        play(match, rng, most=40)
        match.sit(match.now + 3, "Late")
        play(match, rng, most=20)
        snapshots.append(match.cut())
    play(match, rng, most=40)
    match.advance(match.now, mark=True)
    return match, snapshots


def last_view(film: Film) -> Any:
    view = None
    decoder = msgspec.msgpack.Decoder(Frame)
    for raw in film.frames:
        frame = decoder.decode(raw)
        view = frame.view if frame.view is not None else apply_plain(view, frame)
    return view


def apply_plain(view: Any, frame: Frame) -> Any:
    """As `apply`, for facts that are plain dicts."""
    facts = dict(view.facts)
    for name, (how, value) in frame.facts.items():
        facts[name] = value if how == "=" else [*facts[name], *value]
    plain = msgspec.structs.replace(frame, facts={})
    return msgspec.structs.replace(apply(view, plain), facts=facts)


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, TRUTH])
def test_a_film_of_a_world_ends_in_the_view_of_its_end(viewer: int) -> None:
    match, _ = cut_record()
    film = make_film(GAME, read_record(match.log.dump()), viewer, WIDE)
    seen = match.view(viewer)
    shown = last_view(film)
    assert (shown.rect, shown.layers) == (seen.rect, seen.layers)
    assert film.names == match.names
    assert film.times[0] == (0 if viewer < 2 else film.times[0])
    assert film.times == sorted(film.times)


def test_a_film_of_a_segment_begins_where_the_segment_does() -> None:
    match, snapshots = cut_record()
    lines = match.log.lines
    after = lines.index(next(line for line in lines if getattr(line, "lines", "") != ""))
    rest = lines[after + 1 :]
    data = b"".join(encode_line(line) for line in (match.header, opening_of(snapshots[0]), *rest))
    film = make_film(GAME, read_record(data), 2, WIDE)
    assert film.times[0] == 0
    lasts: Ms = match.now - snapshots[0].now
    assert film.lasts <= lasts
    assert last_view(film).layers == match.view(2).layers


def test_a_board_that_is_too_big_to_be_shown_whole_is_said_to_be() -> None:
    match, _ = cut_record()
    record = read_record(match.log.dump())
    with pytest.raises(TooBig) as big:
        make_film(GAME, record, TRUTH, Bounds(399, 1 << 24))
    assert big.value.code == "film_board_too_big"
    assert make_film(GAME, record, 0, Bounds(399, 1 << 24)).frames
