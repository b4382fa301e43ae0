"""The command as a whole: help, versions, errors in one line, exit codes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from freehold import __version__
from freehold.cli.examples import EXAMPLES
from freehold.cli.parsers import the_parser
from tests.cli import Shell

OVERVIEW = ("freehold play land-grab ", "freehold serve ", "freehold help ")
COMMANDS = ["", "games", "rules", "bots", "params", "play", "simulate", "replay", "new-game"]
COMMANDS += ["replay show", "replay verify", "replay svg"]


def test_bare_freehold_says_how_to_begin(shell: Shell) -> None:
    said = shell("")
    assert (said.code, said.err) == (0, "")
    assert all(words in said.out for words in OVERVIEW)
    lines = said.out.splitlines()
    assert len(lines) < 10
    assert max(map(len, lines)) < 80


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_the_version_is_printed(shell: Shell, flag: str) -> None:
    assert shell(flag) == (0, f"freehold {__version__}\n", "")


@pytest.mark.parametrize("command", ["", "play", "replay show", "admin ban", "help"])
def test_help_is_a_command_too(shell: Shell, command: str) -> None:
    assert shell(f"help {command}") == shell(f"{command} --help")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(shell: Shell, command: str) -> None:
    said = shell(f"{command} --help")
    assert said.code == 0
    assert said.out.startswith(f"usage: freehold {command}".rstrip())


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_help_shows_examples(shell: Shell, name: str) -> None:
    command = f"replay {name}" if name in ("show", "verify", "svg") else name
    assert EXAMPLES[name].splitlines()[0] in shell(f"{command} --help").out


WRONG = {
    "dance": "freehold: there is no command 'dance'; see freehold --help",
    "paly land-grab": "freehold: there is no command 'paly' (did you mean play?)",
    "help paly": "freehold: there is no command 'paly' (did you mean play?)",
    "replay": "freehold replay: the following arguments are required: COMMAND",
    "replay shwo x": "freehold replay: there is no command 'shwo' (did you mean show?)",
    "maps make --grid sqare": "--grid: 'sqare' is not one of hex, square (did you mean square?)",
    "play land-grap": "there is no game 'land-grap' (did you mean land-grab?)",
    "play land-grab --seats human,gredy": "'gredy' is not one of human, random",
    "simulate land-grab --bots gredy,random": "(did you mean greedy?)",
    "play land-grab --set point_to_win=3": "'point_to_win' (did you mean points_to_win?)",
    "play minewars --set preset=blits": "no preset 'blits' (did you mean blitz?)",
    "play": "which game? `freehold games` lists them",
    "play chess": "there is no game 'chess'; the games are",
    "rules chess": "there is no game 'chess'",
    "bots chess": "there is no game 'chess'",
    "params chess": "there is no game 'chess'",
    "simulate chess": "there is no game 'chess'",
    "play land-grab --seats human": "Land Grab is for 2 players, not 1",
    "play land-grab --seats human,clever": "'clever' is not one of human, random",
    "play territory --seats human,random": "Territory is for 3 to 5 players, not 2",
    "play land-grab --set points=3": "no parameter 'points'; its parameters are points_to_win",
    "play land-grab --set points_to_win": "write it as NAME=VALUE",
    "play land-grab --set points_to_win=0": "points_to_win=0: it must be a whole number from 1",
    "play land-grab --set points_to_win=x": "points_to_win=x: it must be a whole number from 1",
    "play land-grab --set ring_land_percent=90": "--set: ",
    "play land-grab --set island=@nowhere.txt": "cannot read nowhere.txt: No such file",
    "play land-grab --set island=LLL": "--set",
    "play land-grab --clock soon": "write 300+5 or limit=60 in seconds",
    "play land-grab --clock 0": "write 300+5 or limit=60 in seconds",
    "play land-grab --clock 1e99": "write 300+5 or limit=60 in seconds",
    "play land-grab --names a": "write 2 different names",
    "play land-grab --names a,a": "write 2 different names",
    "play land-grab --seed x": "argument --seed: invalid int value: 'x'",
    "play land-grab --json": "--json is for matches between bots",
    "play land-grab --record no/such/folder.jsonl": "cannot write no/such/folder.jsonl",
    "play territory --swap": "Territory has no series of two games; leave out --swap",
    "play --resume nowhere.jsonl": "cannot read nowhere.jsonl: No such file",
    "play land-grab --resume x.jsonl": "--resume takes everything from the record",
    "play --resume x.jsonl --seed 0": "--resume takes everything from the record",
    "simulate land-grab --bots human,random": "'human' is not one of random",
    "simulate land-grab --games 0": "--games and --jobs must be at least 1",
    "simulate land-grab --jobs 0": "--games and --jobs must be at least 1",
    "replay show nowhere.jsonl": "cannot read nowhere.jsonl: No such file",
    "replay verify nowhere.jsonl": "cannot read nowhere.jsonl: No such file",
    "replay show .": "cannot read .: Is a directory",
}


@pytest.mark.parametrize("command", sorted(WRONG))
def test_what_is_wrong_is_said_in_one_line(shell: Shell, command: str) -> None:
    said = shell(command)
    assert said.code == 2
    assert said.out == ""
    assert WRONG[command] in said.err
    assert said.err.startswith("freehold")
    assert said.err.count("\n") == 1


@pytest.mark.slow
def test_a_reader_who_has_gone_is_not_our_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "freehold.cli", "rules", "land-grab"]
    try:
        said = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writing)
    assert (said.returncode, said.stderr) == (141, b"")


def test_nothing_of_the_games_is_loaded_for_help() -> None:
    code = (
        "import sys; from freehold.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'rich', 'numpy', 'freehold.games', 'freehold.match'} & set(sys.modules)\n"
        "print(sorted(heavy), file=sys.stderr)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stderr == "[]\n"


@pytest.mark.slow
@pytest.mark.parametrize("module", ["freehold", "freehold.cli"])
def test_it_runs_as_a_module(module: str) -> None:
    command = [sys.executable, "-m", module, "games"]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (0, "")
    assert "land-grab" in said.stdout


@pytest.mark.parametrize(
    "words", ["admin --data d --url u list", "admin list --data d --url u", "admin --data x list"]
)
def test_admins_options_stand_on_either_side_of_its_command(words: str) -> None:
    options = the_parser().parse_args(words.split())
    expected = ("x", "") if "x" in words.split() else ("d", "u")
    assert (options.data, options.url) == expected
    assert (options.config, options.secret_file) == ("", "")
