"""Records made to do harm: each ends in one sentence, soon and without much memory."""

from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc
import zlib
from base64 import b64encode
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from freehold.cli import main
from freehold.game import Malformed
from freehold.games import load_game
from freehold.match import match as matches
from freehold.match import read_record, verify
from freehold.match.match import snapshot_of
from freehold.match.replay import Mismatch
from tests.games_under_test import FOUND, records_of

HUGE = (2**53 + 1, 2**63, 2**64, 2**70, 10**400)


def lines_of(game: str) -> list[bytes]:
    return records_of(load_game(game))[0].read_bytes().splitlines(keepends=True)


def line(**fields: Any) -> bytes:
    return json.dumps(fields).encode() + b"\n"


@pytest.mark.parametrize("game", FOUND)
@pytest.mark.parametrize("now", HUGE)
def test_no_moment_is_later_than_every_language_counts(game: str, now: int) -> None:
    header, *rest = lines_of(game)
    late = [
        line(**{"is": "mark"}, now=now),
        line(**{"is": "entry"}, now=now, seat=0, action="resign"),
        line(**{"is": "sat"}, now=now, name="Ann"),
    ]
    for each in late:
        with pytest.raises(Malformed, match="line 2"):
            read_record(b"".join([header, each, *rest]))


def test_a_late_mark_is_one_sentence_at_the_terminal_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "late.jsonl"
    file.write_bytes(lines_of("land-grab")[0] + line(**{"is": "mark"}, now=2**64))
    for command in (["replay", "verify", str(file)], ["play", "--resume", str(file)]):
        assert main(command) == 2
        said = capsys.readouterr().err
        assert "no match lasts longer" in said
        assert len(said.splitlines()) == 1


@pytest.mark.parametrize("field", ["bank_ms", "increment_ms", "limit_ms"])
@pytest.mark.parametrize("value", [-1, -(2**63), 2**53 + 1, 2**64])
def test_a_clock_that_no_table_has_is_refused(field: str, value: int) -> None:
    """With a time below nothing the match would never come to an end of what is due."""
    header = json.loads(lines_of("area-attack")[0])
    header["clock"] = {"bank_ms": 1000, field: value}
    record = read_record(line(**header) + b"".join(lines_of("area-attack")[1:]))
    with pytest.raises(Malformed, match="clock"):
        verify(load_game("area-attack"), record)


def opening(state: bytes) -> bytes:
    return line(
        **{"is": "opening"},
        now=0,
        entries=0,
        lines="",
        seats=[{"name": "Ann"}],
        state=b64encode(state).decode(),
        clocks="",
        match="",
    )


def bomb(mebibytes: int) -> bytes:
    """Zeros, a mebibyte in each block; blocks after the first are all alike."""
    zipping = zlib.compressobj(9)
    first, other = (
        zipping.compress(bytes(1 << 20)) + zipping.flush(zlib.Z_FULL_FLUSH) for _ in range(2)
    )
    return first + other * (mebibytes - 1)


def test_a_record_that_unpacks_to_far_too_much_is_not_unpacked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(matches, "MOST_STATE_BYTES", 1 << 20)
    record = read_record(lines_of("mine-land")[0] + opening(bomb(64)))
    assert record.opening is not None
    tracemalloc.start()
    try:
        with pytest.raises(Malformed, match="larger than any match"):
            snapshot_of(record.opening)
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited as Linux does it")
def test_a_bomb_at_the_terminal_is_one_sentence_within_little_memory(tmp_path: Path) -> None:
    import resource

    def little_memory() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))

    file = tmp_path / "bomb.jsonl"
    file.write_bytes(lines_of("mine-land")[0] + opening(bomb(3000)))
    told = subprocess.run(
        [sys.executable, "-m", "freehold.cli", "replay", "verify", str(file)],
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=little_memory,
    )
    assert told.returncode == 2
    assert "larger than any match" in told.stderr
    assert len(told.stderr.splitlines()) == 1


@pytest.mark.parametrize("cut", [1, 10, 40])
def test_an_opening_that_is_cut_off_is_said(cut: int) -> None:
    whole = zlib.compress(b"x" * 1000 + bytes(range(256)))
    record = read_record(lines_of("mine-land")[0] + opening(whole[:-cut]))
    assert record.opening is not None
    with pytest.raises(Malformed, match="cut off"):
        snapshot_of(record.opening)


def numbers_in(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where whole numbers stand in a line."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    found: list[tuple[Any, ...]] = []
    for key, each in inside:
        if isinstance(each, dict | list):
            found += numbers_in(each, (*at, key))
        elif isinstance(each, int) and not isinstance(each, bool):
            found.append((*at, key))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", FOUND)
def test_a_number_that_cannot_be_is_a_sentence_wherever_it_stands(game: str) -> None:
    lines = lines_of(game)[:60]
    tried: set[tuple[Any, ...]] = set()
    for place, text in enumerate(lines):
        fields = json.loads(text)
        for at in numbers_in(fields):
            kind = (fields["is"], *(each for each in at if isinstance(each, str)))
            if kind in tried:
                continue
            tried.add(kind)
            for number in (2**64, 2**63 - 1, -(2**63), -(2**70)):
                changed = json.loads(text)
                inner = changed
                for key in at[:-1]:
                    inner = inner[key]
                inner[at[-1]] = number
                data = b"".join([*lines[:place], line(**changed), *lines[place + 1 : place + 3]])
                with suppress(Malformed, Mismatch):  # a sentence
                    verify(load_game(game), read_record(data))
    assert len(tried) > 5


def test_a_seat_of_many_digits_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    file = records_of(load_game("land-grab"))[0]
    assert main(["replay", "show", str(file), "--seat", "9" * 4500]) == 2
    said = capsys.readouterr().err
    assert "one of the seats" in said
    assert len(said) < 500
