"""`freehold maps`: made, checked and drawn; and presets."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import pytest

from freehold.arena.bouts import match_key
from freehold.cli import maps
from freehold.cli.examples import EXAMPLES
from freehold.cli.parsers import the_parser
from freehold.cli.settings import read_line_up
from freehold.game import Setup
from freehold.games.minewars import GAME
from freehold.games.minewars.maps import check, parse_map
from freehold.games.minewars.params import Params
from tests.cli import Shell

SMALL = "--radius 8 --cities 3"


def test_a_map_is_made_checked_and_drawn(shell: Shell) -> None:
    made = shell(f"maps make {SMALL} --seed 4 --out island.txt")
    assert made.code == 0
    assert ", seed 4, drawn " in made.out
    text = Path("island.txt").read_text(encoding="utf-8")
    report = check(text)
    checked = shell("maps check island.txt")
    assert checked.code == (0 if report.verdict == "fair" else 1)
    assert checked.out.startswith(f"{report.title}: ")
    assert "the resources of the regions" in checked.out
    drawn = shell("maps draw island.txt").out
    assert drawn.splitlines()[0] == report.title
    assert len(drawn.splitlines()) == report.height + 2


def test_the_same_seed_makes_the_same_map_and_it_is_the_one_of_the_match(shell: Shell) -> None:
    first = shell(f"maps make {SMALL} --seed 4")
    assert first.out == shell(f"maps make {SMALL} --seed 4").out
    assert first.out.startswith("grid: hex\n")
    assert "seed 4" in first.err
    params = Params(radius_tiles=8, cities=3)
    state = GAME.new(Setup(params, 2, match_key(4)))
    assert bytes(state.kind) == parse_map(first.out).kinds


def test_the_help_names_the_match_that_begins_on_the_map(shell: Shell) -> None:
    [line] = [each for each in EXAMPLES["maps make"].splitlines() if "the map of" in each]
    make, words = re.split(r" {2,}the map of ", line)
    played = the_parser().parse_args(words.strip("`").split()[1:])
    seats = len(read_line_up(GAME, played.seats))
    state = GAME.new(Setup(Params(), seats, match_key(played.seed)))
    assert bytes(state.kind) == parse_map(shell(make.split()[1:]).out).kinds


def test_the_other_examples_of_the_help_go_together(shell: Shell) -> None:
    """A map that was written to a file is played on as it is, whatever its grid."""
    _, make, play = EXAMPLES["maps make"].splitlines()
    assert shell(make.split()[1:]).code == 0
    record = [*play.split()[1:], "--seats", "easy,easy", "--record", "m.jsonl"]
    assert shell([*record, "--set", "limit_ms=1000"]).code == 0
    assert shell("replay verify m.jsonl").code == 0


def test_a_square_map_is_square(shell: Shell) -> None:
    assert shell(f"maps make {SMALL} --grid square --seed 1").out.startswith("grid: square\n")


def test_a_map_that_cannot_be_played_on_is_refused_with_its_problems(shell: Shell) -> None:
    Path("bad.txt").write_text("~~~~\n~1C~\n~~~~\n", encoding="utf-8")
    checked = shell("maps check bad.txt")
    assert checked.code == 1
    assert "not playable" in checked.out
    assert "- player 2 has no start" in checked.out
    assert shell("maps draw bad.txt").code == 2
    told = json.loads(shell("maps check bad.txt --json").out)
    assert told["verdict"] == "unplayable"
    assert told["problems"][0]["code"] == "start_missing"


def test_regions_and_svg_are_drawn(shell: Shell) -> None:
    shell(f"maps make {SMALL} --seed 4 --out island.txt")
    by_region = shell("maps draw island.txt --regions").out
    assert {"a", "b", "c"} <= set(by_region.split())
    assert "." not in by_region.split()
    assert shell("maps draw island.txt --svg island.svg").code == 0
    assert Path("island.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_what_cannot_be_made_is_said(shell: Shell) -> None:
    assert "--seats must be 2 to 6" in shell("maps make --seats 7").err
    assert "radius" in shell("maps make --radius 3").err
    assert "larger radius or fewer cities" in shell("maps make --radius 6 --cities 30 --seed 1").err
    assert "cannot write" in shell(f"maps make {SMALL} --seed 1 --out none/island.txt").err
    assert "cannot read" in shell("maps check nothing.txt").err


@pytest.mark.slow
def test_presets_are_listed_and_chosen(shell: Shell) -> None:
    out = shell("params minewars").out
    assert "blitz" in out
    assert "limit_ms=480000" in out
    assert "its presets are classic, duel, mayhem, blitz" in (
        shell("play minewars --seats human,human --set preset=none").err
    )


def test_whose_map_it_is_can_be_said(shell: Shell) -> None:
    named = shell(f"maps make {SMALL} --seed 4 --game minewars")
    assert named.out == shell(f"maps make {SMALL} --seed 4").out
    assert "Territory has no maps" in shell("maps make --game territory").err
    Path("a.txt").write_text(named.out, encoding="utf-8")
    for command in ("check", "draw"):
        assert "Territory has no maps" in shell(f"maps {command} a.txt --game territory").err


def test_with_several_games_that_have_maps_one_is_to_be_named(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = dataclasses.replace(GAME, name="mossland")
    games = {"minewars": GAME, "mossland": other}
    monkeypatch.setattr(maps, "load_games", lambda complain: games)
    assert "games with maps: minewars, mossland" in shell(f"maps make {SMALL}").err
