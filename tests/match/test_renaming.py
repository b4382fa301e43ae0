"""Another name in a record: the record is as sound as before, and the old name is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from freehold.match.log import Header, Newcomer, decode_line, encode_line
from freehold.match.renaming import Renaming
from freehold.match.replay import Mismatch, read_record, verify
from tests.games_under_test import game_named

RECORDS = Path(__file__).parent.parent / "records"
SMALL = sorted(RECORDS.glob("*/*.jsonl"), key=lambda path: path.stat().st_size)


def first_of(game: str) -> Path:
    return next(path for path in SMALL if path.parent.name == game)


@pytest.mark.parametrize("game", ["land-grab", "mine-land", "territory"])
def test_a_renamed_record_is_sound_and_only_names_and_digests_differ(game: str) -> None:
    before = first_of(game).read_bytes()
    renaming = Renaming({0: "Deleted player", 1: "Deleted player 2"})
    lines = [decode_line(line) for line in before.splitlines()]
    renamed = [renaming.rename(line) for line in lines]
    after = b"".join(map(encode_line, renamed))
    record = read_record(after)
    assert verify(game_named(record.header.game), record)
    assert [seat.name for seat in record.seats][:1] == ["Deleted player"]
    for old, new in zip(lines, renamed, strict=True):
        is_same = type(old) is type(new) and getattr(old, "now", 0) == getattr(new, "now", 0)
        assert is_same
    gone = {line.name for line in lines if isinstance(line, Newcomer)}
    gone |= {seat.name for line in lines if isinstance(line, Header) for seat in line.seats}
    kept = {seat.name for seat in record.seats}
    assert all(f'"{name}"'.encode() not in after for name in gone - kept)


def test_a_name_that_is_changed_without_its_digests_is_found_out() -> None:
    """Or the test above would prove nothing."""
    path = first_of("land-grab")
    record = read_record(path.read_bytes())
    name = record.header.seats[0].name
    forged = path.read_bytes().replace(f'"{name}"'.encode(), b'"Somebody"', 1)
    with pytest.raises(Mismatch):
        verify(game_named("land-grab"), read_record(forged))
