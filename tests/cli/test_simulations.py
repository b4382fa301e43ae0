"""`freehold simulate`, as a table and as JSON."""

from __future__ import annotations

import json

import pytest

from freehold.games import load_game
from tests.cli import Shell
from tests.hosting import BAD, SOUND

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
    weakest, *_, strongest = load_game("territory").bots
    assert strongest in out
    assert weakest in out


def test_every_look_says_that_looking_changed_nothing(shell: Shell) -> None:
    out = shell(f"{COMMAND} --every-look").out
    assert out.startswith(shell(COMMAND).out)
    assert "Looks: every match is the same" in out


def test_swapped_games_are_added_up_as_series(shell: Shell) -> None:
    command = "simulate land-grab --bots greedy,random --games 6 --swap"
    out = shell(command).out
    assert out.startswith("3 series of two games with the roles swapped, 0 tied:\n")
    assert "  greedy wins 100.0% (" in out
    assert "each in 1 seating\n" in out
    shown = json.loads(shell(f"{command} --json").out)
    assert shown["series"]["series"] == 3
    first, second = shown["series"]["points"]
    assert first > second


def test_a_series_is_the_one_that_play_plays(shell: Shell) -> None:
    bots = "greedy,dabbler"
    summed = json.loads(shell(f"simulate land-grab --bots {bots} --games 2 --swap --json").out)
    played = json.loads(shell(f"play land-grab --seats {bots} --seed 1 --swap --json").out)
    assert summed["series"]["points"] == played["standing"]["points"]


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("simulate land-grab --games 3 --swap", "write an even number instead of 3"),
        ("simulate area-attack --games 2 --swap", "has no series of two games; leave out --swap"),
    ],
)
def test_what_cannot_be_a_series_is_said(shell: Shell, command: str, says: str) -> None:
    said = shell(command)
    assert said.code == 2
    assert says in said.err


# Bots of one's own


@pytest.mark.slow
def test_a_file_is_a_bot_with_one_process_or_several(shell: Shell) -> None:
    command = f"simulate land-grab --bots {SOUND}:Drawn,greedy --games 4 --json"
    said = shell(command)
    assert (said.code, said.err) == (0, "")
    assert json.loads(said.out)["line_up"] == [f"{SOUND}:Drawn", "greedy"]
    assert shell(f"{command} --in-process") == said
    assert shell(f"{command} --jobs 2") == said


def test_strikes_are_told_by_seed_entry_and_line_and_are_a_failed_check(shell: Shell) -> None:
    said = shell(f"simulate land-grab --bots greedy,{BAD}:Raises --games 2 --in-process")
    assert said.code == 1
    assert f"Strikes of {BAD}:Raises: raised 10\n" in said.out
    assert "  seed 1, entry 1, bad.py:17: ZeroDivisionError: " in said.out
    assert f"{BAD}:Raises  0.0%" in said.out, "it places below all others"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--bots none.py,greedy", "--bots: there is no file none.py"),
        ("--bots greedi,greedy", "'greedi' is not one of random, .* (did you mean greedy?)"),
        ("--bots elephant,greedy", "a bot of your own is written as FILE.py"),
        (f"--bots {BAD},greedy", "has 9 bots: write "),
        ("--think-ms 50 --hung-ms 20", "--hung-ms at least as much"),
        ("--memory-mb 1", "--memory-mb must be at least 64"),
    ],
)
def test_what_cannot_be_a_bot_is_said_in_a_sentence(shell: Shell, words: str, says: str) -> None:
    said = shell(f"simulate land-grab {words}")
    assert (said.code, said.out) == (2, "")
    assert said.err.count("\n") == 1
    first, _, last = says.partition(".*")
    assert first in said.err
    assert last in said.err
