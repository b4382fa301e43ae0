"""`freehold arena`: a league in the terminal, as JSON and as a page; reports shown again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli import Shell
from tests.hosting import BAD

LEAGUE = """\
title = "Three levels"
game = "land-grab"
bots = ["random", "dabbler", "greedy"]
seeds = 2
params = { points_to_win = 20 }
"""


@pytest.fixture
def league(tmp_path: Path) -> Path:
    path = tmp_path / "three.toml"
    path.write_text(LEAGUE)
    return path


def test_a_league_is_played_written_down_and_shown_again(shell: Shell, league: Path) -> None:
    out = league.parent / "out"
    said = shell(f"arena run {league} --out {out}")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Three levels: 12 matches\n")
    for words in (
        "land-grab: Land Grab, 2 seats, round-robin, 12 matches, seeds 1 to 2",
        "Options: points_to_win = 20",
        "ahead of next",
        "placed above",
        "Wins by seat: seat 0 ",
        "Leaders who did not win: ",
        "Actions of greedy in a match: farm ",
        "The closest match (",
        "The largest turn (",
        "ms per decision",
        "Bradley-Terry",
    ):
        assert words in said.out
    shown = shell(f"arena show {out}")
    assert said.out.startswith(shown.out)
    assert json.loads(shell(f"arena show {out}/report.json --json").out)["matches"] == 12
    page = (out / "report.html").read_text()
    assert "<h1>Three levels</h1>" in page
    assert json.loads((out / "times.json").read_text())["land-grab"]["greedy"]["decisions"] > 10


def test_strikes_are_named_and_are_a_failed_check(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    bots = f'bots = ["random", "{BAD}:Raises"]'
    path.write_text(
        f'game = "land-grab"\n{bots}\nseeds = 1\nlimits = {{ in_process = true }}\n'
        "params = { points_to_win = 20 }\n"
    )
    said = shell(f"arena run {path} --out {tmp_path / 'out'}")
    assert said.code == 1
    assert f"Strikes of {BAD}:Raises: raised 10" in said.out
    assert "seed 1, entry 0, bad.py:17: ZeroDivisionError" in said.out
    assert "bad.py:17" in (tmp_path / "out" / "report.html").read_text()


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("arena run nowhere.toml", "cannot read nowhere.toml: No such file"),
        ("arena run {league} --jobs 0", "--jobs must be at least 1"),
        ("arena run {wrong}", "wrong.toml, line 3: bots: Land Grab has no bot 'greedi'"),
        ("arena show {league}", "is not a report of `freehold arena run`"),
        ("arena show {half}", "is not finished: run it again to continue"),
        ("arena show nowhere", "cannot read nowhere"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    shell: Shell, league: Path, command: str, says: str
) -> None:
    wrong, half = league.with_name("wrong.toml"), league.with_name("half")
    wrong.write_text(LEAGUE.replace("greedy", "greedi"))
    half.mkdir()
    (half / "results.jsonl").touch()
    said = shell(command.format(league=league, wrong=wrong, half=half))
    assert (said.code, said.out) == (2, "")
    assert says in said.err
    assert said.err.count("\n") == 1


# Two bots


def test_the_better_of_two_bots_is_named(shell: Shell) -> None:
    said = shell("arena compare greedy random --game land-grab --most 40")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Land Grab: greedy and random, ")
    assert said.out.endswith("greedy is better, with 95% confidence.\n")
    other_way = shell("arena compare random greedy --game land-grab --most 40 --json")
    assert json.loads(other_way.out)["verdict"] == "second"


def test_at_a_table_of_three_a_third_bot_sits_with_them(shell: Shell) -> None:
    said = shell(
        "arena compare raider forager --game territory --others random --most 1 --set rounds=2"
    )
    assert "6 matches on 1 seed, each in 6 seatings" in said.out
    assert "Neither is better as far as this can tell: --most SEEDS looks further." in said.out


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("arena compare greedy greedy --game land-grab", "must be different bots"),
        ("arena compare greedy greedi --game land-grab", "(did you mean greedy?)"),
        ("arena compare greedy no.py --game land-grab", "there is no file no.py"),
        ("arena compare greedy random --game land-grab --most 0", "--most and --jobs must be"),
    ],
)
def test_what_cannot_be_compared_is_said(shell: Shell, command: str, says: str) -> None:
    said = shell(command)
    assert (said.code, said.out) == (2, "")
    assert says in said.err
