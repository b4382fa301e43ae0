"""Every ending of every game has a recorded match that verifies, and no changed one does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from freehold.game import AnyGame, Malformed
from freehold.match import Record, Replay, read_record, verify
from freehold.match.log import Check, End, Entry, Line, Mark, encode_line
from freehold.match.replay import Mismatch, replay
from tests.games_under_test import NAMES, all_records, game_named, records_of, scenarios_of

pytestmark = pytest.mark.slow

FILES = all_records()


def game_of(path: Path) -> AnyGame:
    return game_named(path.parent.name)


@pytest.fixture(params=FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def path(request: pytest.FixtureRequest) -> Path:
    found = request.param
    assert isinstance(found, Path)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_ending_has_a_record(name: str) -> None:
    endings = set()
    for path in records_of(game_named(name)):
        outcome = replay(game_named(name), read_record(path.read_bytes())).outcome
        assert outcome is not None, f"{path.name} is unfinished"
        assert path.stem == outcome.ending or path.stem.startswith(f"{outcome.ending}-")
        endings.add(outcome.ending)
    assert endings == set(game_named(name).endings)


def test_a_record_verifies(path: Path) -> None:
    record = read_record(path.read_bytes())
    assert not verify(game_of(path), record).endswith("unfinished")
    assert b"".join(map(encode_line, (record.header, *record.lines))) == path.read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_the_records_are_those_of_the_scenarios(name: str) -> None:
    kept = {path.stem: path.read_bytes() for path in records_of(game_named(name))}
    for scenario, match in scenarios_of(game_named(name)):
        assert match.log.dump() == kept[scenario], f"{scenario} goes another way: make golden"


# What is changed is found


def is_accepted(game: AnyGame, header_and_lines: list[Line]) -> bool:
    data = b"".join(encode_line(line) for line in header_and_lines)
    try:
        said = verify(game, read_record(data))
    except (Mismatch, Malformed):
        return False
    # A record that was cut off before its end is a true record of an unfinished match.
    return not said.endswith("unfinished")


def lines_of(path: Path) -> list[Line]:
    record = read_record(path.read_bytes())
    return [record.header, *record.lines]


def places(lines: list[Line], *kinds: type) -> list[int]:
    """Some places of lines of these kinds: the first ones, the last ones, a few between."""
    found = [at for at, line in enumerate(lines) if isinstance(line, kinds)]
    return sorted({*found[:6], *found[-6:], *found[:: max(1, len(found) // 8)]})


def accepted_changes(path: Path, changed: Iterator[list[Line]]) -> int:
    lines, game = lines_of(path), game_of(path)
    tried = [each for each in changed if each != lines]
    return sum(is_accepted(game, each) for each in tried)


def test_a_missing_line_is_found(path: Path) -> None:
    lines = lines_of(path)
    every = places(lines, object)
    assert not accepted_changes(path, ([*lines[:at], *lines[at + 1 :]] for at in every))


def test_a_cut_record_is_not_taken_for_a_finished_one(path: Path) -> None:
    """Its last entry ended it: then the end is missing. Or time did: then it goes on."""
    *lines, end = lines_of(path)
    record = read_record(b"".join(map(encode_line, lines)))
    assert isinstance(end, End)
    if isinstance(lines[-1], Entry) and end.now == lines[-1].now:
        with pytest.raises(Mismatch, match="its end is missing"):
            verify(game_of(path), record)
    else:
        assert verify(game_of(path), record).endswith("unfinished")


def test_swapped_lines_are_found(path: Path) -> None:
    lines = lines_of(path)
    pairs = [at for at in places(lines, object) if 0 < at < len(lines) - 1]
    swapped = ([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]] for at in pairs)
    assert not accepted_changes(path, swapped)


def test_an_inserted_line_is_found(path: Path) -> None:
    lines = lines_of(path)
    inserted = (
        [*lines[: at + 1], line, *lines[at + 1 :]]
        for at in places(lines, object)
        for line in (lines[at], Mark(getattr(lines[at], "now", 0)), Check(1, "0" * 32, "0" * 16))
    )
    assert not accepted_changes(path, inserted)


def test_a_moved_moment_is_found(path: Path) -> None:
    lines = lines_of(path)

    def moved() -> Iterator[list[Line]]:
        for at in places(lines, Entry, Mark, End):
            for ms in (-1, 1):
                line = lines[at]
                assert isinstance(line, Entry | Mark | End)
                later = msgspec.structs.replace(line, now=line.now + ms)
                yield [*lines[:at], later, *lines[at + 1 :]]

    assert not accepted_changes(path, moved())


def test_a_changed_move_is_found(path: Path) -> None:
    """Where there are many places, each is changed in a third of all ways, in turn."""
    lines = lines_of(path)
    entries = places(lines, Entry)
    step = 3 if len(entries) > 12 else 1
    spelled = sorted({line.action for line in lines if isinstance(line, Entry)})

    def changed() -> Iterator[list[Line]]:
        for number, at in enumerate(entries):
            entry = lines[at]
            assert isinstance(entry, Entry)
            others = (*spelled[:4], "resign", "leave", "arrive", "nonsense")
            changed_entries = [msgspec.structs.replace(entry, action=text) for text in others]
            changed_entries += [
                msgspec.structs.replace(entry, seat=seat) for seat in (0, entry.seat + 1)
            ]
            changed_entries.append(msgspec.structs.replace(entry, command="another"))
            for other in changed_entries[number % step :: step]:
                yield [*lines[:at], other, *lines[at + 1 :]]

    assert not accepted_changes(path, changed())


def test_a_changed_fingerprint_is_found(path: Path) -> None:
    lines = lines_of(path)

    def changed() -> Iterator[list[Line]]:
        for at in places(lines, Check, End):
            line = lines[at]
            assert isinstance(line, Check | End)
            for changes in ({"match": "0" * 32}, {"lines": "0" * 16}, {"entries": 1_000}):
                yield [*lines[:at], msgspec.structs.replace(line, **changes), *lines[at + 1 :]]

    assert not accepted_changes(path, changed())


def test_a_changed_outcome_is_found(path: Path) -> None:
    *lines, end = lines_of(path)
    assert isinstance(end, End)
    places = (end.outcome.places[-1], *end.outcome.places[:-1])
    outcomes = (
        msgspec.structs.replace(end.outcome, ending="other"),
        msgspec.structs.replace(end.outcome, scores=tuple(s + 1 for s in end.outcome.scores)),
        msgspec.structs.replace(end.outcome, places=places),
    )
    ends = (msgspec.structs.replace(end, outcome=outcome) for outcome in outcomes)
    assert not accepted_changes(path, ([*lines, each] for each in ends))


def test_a_changed_header_is_found(path: Path) -> None:
    header, *lines = lines_of(path)
    game = game_of(path)
    changes = ({"key": "00" * 32}, {"notes": {"a": "b"}}, {"rules_version": 99}, {"freehold": 0})
    for changed in changes:
        other = msgspec.structs.replace(header, **changed)
        assert other == header or not is_accepted(game, [other, *lines])


# A record to move about in


def test_a_record_can_be_sought_to_any_entry(path: Path) -> None:
    """Forwards, back and about: always what a fresh replay of that many entries gives."""
    record, game = read_record(path.read_bytes()), game_of(path)
    wanted = sorted({0, min(1, record.entries), record.entries // 2, record.entries})
    fresh = {entry: Replay(game, record).at_entry(entry).fingerprint() for entry in wanted}
    seeking = Replay(game, record, every=7)
    for entry in (*wanted, *wanted[::-1], *wanted[1::2]):
        assert seeking.at_entry(entry).fingerprint() == fresh[entry]


def test_a_record_can_be_sought_to_any_moment(path: Path) -> None:
    record, game = read_record(path.read_bytes()), game_of(path)
    last = record.lines[-1]
    assert isinstance(last, End)
    moments = sorted({0, last.now // 3, last.now // 2, last.now - 1, last.now, last.now + 10})
    fresh = {now: fingerprint_at(Replay(game, record), now) for now in moments}
    seeking = Replay(game, record, every=5)
    for now in (*moments, *moments[::-1], *moments[1::2]):
        assert fingerprint_at(seeking, now) == fresh[now]


def fingerprint_at(replay: Replay, now: int) -> str:
    return replay.at(now).fingerprint()


def test_records_are_read_as_they_stand() -> None:
    assert FILES, "there are no records; run make golden"
    assert isinstance(read_record(FILES[0].read_bytes()), Record)
