"""Record files: kept line by line, gone on with, and refused when they are not what they say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from freehold.cli.records import RecordFile, free_path
from freehold.games._template import GAME
from freehold.match import Match, read_record
from freehold.match.log import Mark
from tests.bots import new_match
from tests.cli import Shell

BOTS = "play land-grab --seats random,random --seed 7"


def recorded(shell: Shell) -> list[bytes]:
    shell(f"{BOTS} --record match.jsonl")
    return Path("match.jsonl").read_bytes().splitlines(keepends=True)


def write(lines: list[bytes]) -> None:
    Path("match.jsonl").write_bytes(b"".join(lines))


def act(match: Match, text: str) -> None:
    match.act(match.now, match.awaited[0], GAME.parse(text))


def test_every_line_is_in_the_file_as_soon_as_it_is_kept() -> None:
    match = new_match()
    file = RecordFile("m.jsonl", match)
    assert Path("m.jsonl").read_bytes() == match.log.dump()
    act(match, "claim 0,0")
    file.keep()
    assert Path("m.jsonl").read_bytes() == match.log.dump()
    file.close(0)


def test_a_closed_record_ends_with_a_mark_of_the_time() -> None:
    match = new_match()
    file = RecordFile("m.jsonl", match)
    file.close(1234)
    file.close(2000)
    assert read_record(Path("m.jsonl").read_bytes()).lines == (Mark(1234),)


def test_a_record_gets_a_name_that_no_file_has() -> None:
    match = new_match()
    first = free_path(match)
    assert first.startswith("freehold-template-")
    Path(first).touch()
    assert free_path(match) == first.replace(".jsonl", "-2.jsonl")


def test_a_broken_off_match_of_bots_goes_on_as_it_would_have(shell: Shell) -> None:
    whole = recorded(shell)
    write(whole[:12])
    assert shell("play --resume match.jsonl").code == 0
    assert Path("match.jsonl").read_bytes() == b"".join(whole)


def test_a_line_that_was_cut_off_is_left_out_with_a_word(shell: Shell) -> None:
    whole = recorded(shell)
    write([*whole[:12], whole[12][:20]])
    said = shell("play --resume match.jsonl --json")
    assert said.code == 0
    assert "ends in the middle of a line" in said.err
    assert Path("match.jsonl").read_bytes() == b"".join(whole)


@pytest.mark.slow
def test_a_match_that_is_over_cannot_be_resumed(shell: Shell) -> None:
    recorded(shell)
    said = shell("play --resume match.jsonl")
    assert said.code == 2
    assert "this match is over; watch it with freehold replay show match.jsonl" in said.err


def spoil_move(lines: list[bytes]) -> list[bytes]:
    spoiled = lines[3].replace(b"farm ", b"settle ", 1)
    return [*lines[:3], spoiled, *lines[4:12]]


Spoil = Callable[[list[bytes]], list[bytes]]
BROKEN: dict[str, tuple[Spoil, str]] = {
    "empty": (lambda lines: [], "its first line is not a header"),
    "foreign": (lambda lines: [b"hello\n"], "line 1 is not a line of a Freehold record"),
    "binary": (lambda lines: [b"\x89PNG\xff\n"], "line 1 is not a line of a Freehold record"),
    "headless": (lambda lines: lines[1:], "its first line is not a header"),
    "doubled": (lambda lines: lines + lines, "a second header in the middle"),
    "format": (lambda lines: [lines[0].replace(b'd":1', b'd":9', 1)], "of format 9"),
    "game": (lambda lines: [lines[0].replace(b"land-grab", b"chess")], "no game 'chess'"),
    "rules": (
        lambda lines: [lines[0].replace(b'rules_version":1', b'rules_version":99')],
        "rules version 99",
    ),
    "params": (lambda lines: [lines[0].replace(b"points_to_win", b"points")], "header is wrong"),
    "key": (lambda lines: [lines[0].replace(b'"key":"', b'"key":"xyz')], "header is wrong"),
    "name": (
        lambda lines: [lines[0].replace(b"Random 1", rb"\u001b[2J")],
        "unsafe to print",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("how", sorted(BROKEN))
@pytest.mark.parametrize("command", ["play --resume", "replay show", "replay verify", "replay svg"])
def test_a_broken_record_is_refused_in_one_line(shell: Shell, how: str, command: str) -> None:
    spoil, words = BROKEN[how]
    write(spoil(recorded(shell)))
    said = shell(f"{command} match.jsonl")
    assert (said.code, said.out) == (2, "")
    assert words in said.err
    assert said.err.startswith("freehold ")
    assert said.err.count("\n") == 1


def test_a_false_move_cannot_be_resumed(shell: Shell) -> None:
    write(spoil_move(recorded(shell)))
    said = shell("play --resume match.jsonl")
    assert said.code == 2
    assert "does not replay as recorded: line " in said.err
