"""`freehold bot new` and `freehold bot check`: what is written plays, and faults are found."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

from freehold.arena import simulate
from freehold.cli.bot.checking import times_of
from freehold.cli.bot.making import class_text, texts_of
from freehold.games import load_game
from freehold.games._template import GAME as TEMPLATE
from freehold.hosting import HostOptions
from freehold.hosting.loading import offered_by
from tests.cli import Shell
from tests.games_under_test import OURS
from tests.hosting import BAD, SOUND

IN_PROCESS = HostOptions(in_process=True)
QUICK = "--set points_to_win=20"


@pytest.mark.slow
def test_a_new_bot_is_short_beats_random_and_passes_its_test(shell: Shell) -> None:
    said = shell("bot new red-fox --game land-grab")
    assert said.code == 0
    assert "freehold simulate land-grab --bots red_fox.py,random\n" in said.out
    assert sorted(path.name for path in Path().iterdir()) == [
        "red_fox.md",
        "red_fox.py",
        "test_red_fox.py",
    ]
    assert len(Path("red_fox.py").read_text().splitlines()) < 40
    assert sum(line[:1].isdigit() for line in Path("red_fox.md").read_text().splitlines()) == 10
    written = runpy.run_path("test_red_fox.py")
    written["test_it_makes_no_mistakes_and_beats_random"]()


def test_a_new_bot_of_territory_beats_random(shell: Shell) -> None:
    shell("bot new fox --game territory")
    game, line_up = load_game("territory"), ["fox.py", "random", "random"]
    summary = simulate(game, line_up, 6, options=IN_PROCESS)
    assert summary.levels["fox.py"].share > 0.6
    assert not summary.strikes
    assert not summary.refusals


@pytest.mark.parametrize("name", OURS)
def test_every_game_has_a_bot_to_begin_with(name: str) -> None:
    text = class_text(load_game(name), "red_fox")
    assert len(text.splitlines()) < 40
    assert "class RedFox:" in text
    assert "Starter" not in text
    path = Path("red_fox.py")
    path.write_text(text)
    (bot,) = offered_by(path)
    assert (bot.name, bot.games) == ("RedFox", (name,))
    assert bot.sentence


def test_a_game_of_another_package_gets_one_that_takes_any_choice(shell: Shell) -> None:
    texts = texts_of(TEMPLATE, "fox", "python")
    assert 'load_game("template")' in texts["fox.py"]
    assert "beats_random" not in texts["test_fox.py"]
    Path("fox.py").write_text(texts["fox.py"].replace('"template"', '"land-grab"'))
    summary = simulate(load_game("land-grab"), ["fox.py", "random"], 2, options=IN_PROCESS)
    assert not summary.strikes


@pytest.mark.slow
def test_one_in_javascript_is_a_program(shell: Shell) -> None:
    assert shell("bot new fox --game land-grab --lang javascript").code == 0
    assert len(Path("fox.js").read_text().splitlines()) < 40
    said = shell(["simulate", "land-grab", "--bots", "cmd:node fox.js,random", "--games", "2"])
    assert said.code == 0
    assert "cmd:node fox.js  100.0%" in said.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("Fox! --game land-grab", "'Fox!' cannot be a bot's name"),
        ("fox --game chess", "there is no game 'chess'"),
        ("fox --game land-grab --folder taken", "cannot write to taken"),
    ],
)
def test_what_cannot_be_made_is_said_in_a_sentence(shell: Shell, words: str, says: str) -> None:
    Path("taken").write_text("a file")
    said = shell(f"bot new {words}")
    assert said.code == 2
    assert says in said.err


def test_nothing_is_overwritten(shell: Shell) -> None:
    Path("fox.md").write_text("mine")
    said = shell("bot new fox --game land-grab")
    assert said.code == 2
    assert "fox.md already exists" in said.err
    assert [path.name for path in Path().iterdir()] == ["fox.md"]


# bot check


@pytest.mark.slow
def test_a_check_tells_wins_times_and_that_it_repeats(shell: Shell) -> None:
    command = f"bot check {SOUND}:Drawn --game land-grab --games 2 --in-process {QUICK}"
    said = shell(command)
    assert said.code == 0
    levels = list(load_game("land-grab").bots)
    assert [line.split()[0] for line in said.out.splitlines()[2 : 2 + len(levels)]] == levels
    assert "Decisions: " in said.out
    assert said.out.endswith("Repeats by seed: yes\n")
    shown = json.loads(shell(f"{command} --json").out)
    assert shown["against"]["thinker"]["games"] == 2
    assert shown["repeats"] is True


@pytest.mark.slow
def test_a_check_finds_a_bot_that_does_not_repeat_and_one_that_fails(shell: Shell) -> None:
    Path("luck.py").write_text(
        "import secrets\nfrom freehold.games import load_game\nGAME = load_game('land-grab')\n"
        "def decide(view, now, rng):\n"
        "    return secrets.choice(list(GAME.choices(view, now, rng)))\n"
    )
    said = shell(f"bot check luck.py --game land-grab --games 1 --in-process {QUICK}")
    assert said.out.endswith("Repeats by seed: no: draw from rng alone\n")
    said = shell(f"bot check {BAD}:Raises --game land-grab --games 1 --in-process {QUICK}")
    assert said.code == 1
    assert "Against thinker:\nStrikes of " in said.out
    assert ", bad.py:17: ZeroDivisionError" in said.out


def test_times_are_the_median_the_hundredth_and_the_worst() -> None:
    times = times_of([*range(1_000, 100_000, 1_000), 5_000_000])
    assert (times.decisions, times.median_ms, times.worst_ms) == (100, 51.0, 5000.0)
    assert times.p99_ms == 5000.0
    assert times_of([]).worst_ms == 0.0


def test_a_server_whose_folder_of_bots_is_missing_says_so_and_does_not_start(shell: Shell) -> None:
    said = shell("serve --bots nowhere --in-memory")
    assert (said.code, said.out) == (2, "")
    assert "there is no folder of bots nowhere; make it, or leave out --bots" in said.err
