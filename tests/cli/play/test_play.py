"""Matches of bots alone: repeatable, recorded, in words or as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from freehold.arena.bouts import Bout, play_bout
from freehold.games import load_game
from freehold.match import read_record, verify
from tests.cli import Shell

BOTS = "play land-grab --seats random,random --seed 7"


def test_bots_alone_print_the_last_board_the_outcome_and_the_time(shell: Shell) -> None:
    said = shell(BOTS)
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines()[0].split() == [str(column) for column in range(12)]
    assert "The match is over. The target score has been reached." in said.out
    assert "  1. Random" in said.out
    assert said.out.splitlines()[-1].endswith(" s")


def test_json_is_the_same_bytes_every_time(shell: Shell) -> None:
    said = shell(f"{BOTS} --json")
    assert said == shell(f"{BOTS} --json")
    shown = json.loads(said.out)
    assert shown["game"] == "land-grab"
    assert shown["seed"] == 7
    assert shown["outcome"]["ending"] == "points"
    assert shown["refusals"] == []


def test_another_seed_is_another_match(shell: Shell) -> None:
    assert shell(f"{BOTS} --json").out != shell(f"{BOTS}7 --json").out


def test_without_a_seed_no_two_matches_are_alike(shell: Shell) -> None:
    command = "play land-grab --seats random,random --json"
    assert shell(command).out != shell(command).out


def test_a_simulated_match_can_be_played_again_by_its_seed(shell: Shell) -> None:
    result = play_bout(load_game("land-grab"), {}, Bout(7, ("random", "random")))
    assert json.loads(shell(f"{BOTS} --json").out)["entries"] == result.entries


def test_a_record_is_written_and_is_the_match(shell: Shell) -> None:
    shell(f"{BOTS} --record match.jsonl")
    record = read_record(Path("match.jsonl").read_bytes())
    assert record.is_finished
    assert verify(load_game("land-grab"), record).endswith("points")
    assert list(Path().iterdir()) == [Path("match.jsonl")]


def test_parameters_reach_the_match(shell: Shell) -> None:
    shown = json.loads(shell(f"{BOTS} --json --set points_to_win=20").out)
    assert shown["params"]["points_to_win"] == 20
    assert max(shown["outcome"]["scores"]) < 60


def test_a_parameter_may_come_from_a_file(shell: Shell) -> None:
    island = "\n".join(["W" * 12] + ["W" + "L" * 10 + "W"] * 10 + ["W" * 12])
    Path("island.txt").write_text(island)
    shown = json.loads(shell(f"{BOTS} --json --set island=@island.txt").out)
    assert shown["params"]["island"] == island


def test_names_can_be_given(shell: Shell) -> None:
    assert "1. North" in shell(f"{BOTS} --names North,South").out


@pytest.mark.parametrize("name", ["territory", "area-attack"])
def test_other_kinds_of_games_are_played_too(shell: Shell, name: str) -> None:
    settings = {
        "territory": "--seats random,random,random --set rounds=3",
        "area-attack": "--seats random,random --set width_cells=20 --set pick_ms=1000"
        " --set stage_2_ms=4000 --set stage_3_ms=6000 --set lock_ms=1000",
    }
    command = f"play {name} --seed 1 --json {settings[name]}"
    said = shell(command)
    assert said.code == 0, said.err
    assert said == shell(command)


def test_swapped_games_add_up(shell: Shell) -> None:
    shown = json.loads(shell(f"{BOTS} --swap --json").out)
    first, second = shown["games"]
    assert [seat["name"] for seat in second["seats"]] == ["Random 2", "Random 1"]
    one, other = first["outcome"]["scores"], second["outcome"]["scores"]
    assert shown["standing"]["points"] == [one[0] + other[1], one[1] + other[0]]
    assert first["fingerprint"] != second["fingerprint"]


def test_swapped_games_are_recorded_side_by_side(shell: Shell) -> None:
    said = shell(f"{BOTS} --swap --record match.jsonl")
    assert "Game 2 of 2: Random 2, then Random 1." in said.out
    assert "Total of both games: Random 1 " in said.out
    assert shell("replay verify match.jsonl match-2.jsonl").code == 0
