"""`freehold simulate`, as a table and as JSON."""

from __future__ import annotations

import json

import pytest

from tests.cli import Shell

COMMAND = "simulate territory --bots greedy,random,random --games 4 --set rounds=3"


def test_the_table_tells_of_levels_seats_lengths_and_endings(shell: Shell) -> None:
    out = shell(COMMAND).out
    assert out.startswith("Territory: 4 matches, seeds 1 to 2, each in 3 seatings\n")
    assert "use a multiple of 3" in out
    for words in ("greedy", "seat 2", "Endings: ", "Entries: ", "Promises of greedy: "):
        assert words in out


def test_json_is_the_same_bytes_every_time(shell: Shell) -> None:
    said = shell(f"{COMMAND} --json")
    assert said == shell(f"{COMMAND} --json")
    assert said.err == ""
    shown = json.loads(said.out)
    assert shown["line_up"] == ["greedy", "random", "random"]
    assert shown["params"]["rounds"] == 3
    assert shown["games"] == 4
    assert shown["levels"]["greedy"]["games"] == 4
    assert len(shown["seats"]) == 3


@pytest.mark.slow
def test_json_is_the_same_bytes_with_more_processes(shell: Shell) -> None:
    assert shell(f"{COMMAND} --json --jobs 2").out == shell(f"{COMMAND} --json").out


def test_without_a_line_up_the_strongest_meets_the_weakest(shell: Shell) -> None:
    out = shell("simulate territory --games 1 --set rounds=1").out
    assert "diplomat" in out
    assert "random" in out


def test_every_look_says_that_looking_changed_nothing(shell: Shell) -> None:
    out = shell(f"{COMMAND} --every-look").out
    assert out.startswith(shell(COMMAND).out)
    assert "Looks: every match is the same" in out
