"""Freehold as it is installed: from its wheel, with nothing else around it, and without Node."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.crashing import free_port
from tests.web import land_grab
from tests.web.pages import begin
from tests.wheels import Installed


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("wheel"))


@pytest.fixture
def served(installed: Installed, tmp_path: Path) -> Iterator[str]:
    """The address of a server that was started as people start it."""
    port = free_port()
    words = ["serve", "--port", str(port), "--data", str(tmp_path), "--bot-delay-ms", "30"]
    running = subprocess.Popen(
        [installed.bin / "freehold", *words],
        env=installed.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert running.stdout is not None
    said = running.stdout.readline()
    assert said.startswith(f"Freehold is at http://127.0.0.1:{port}")
    yield f"http://127.0.0.1:{port}"
    running.terminate()
    running.communicate()


def test_nothing_but_the_wheel_and_what_it_needs_is_there(installed: Installed) -> None:
    for tool in ("node", "npm", "pip", "pytest"):
        assert shutil.which(tool, path=installed.environment["PATH"]) is None
    for module in ("pytest", "playwright", "hatchling", "shtab"):
        assert installed.run("python", "-c", f"import {module}").returncode == 1
    where = installed.run("python", "-c", "import freehold; print(freehold.__file__)")
    assert where.stdout.startswith(str(installed.folder))


def test_a_match_is_played_in_the_browser(served: str, people: Callable[..., Page]) -> None:
    page = people(served)
    page.goto("/")
    expect(page.get_by_role("button", name="Play Land Grab now")).to_be_visible()
    begin(page, "land-grab", params={"points_to_win": 5})
    assert land_grab.play(page) > 1
    expect(land_grab.result(page)).to_contain_text("The target score has been reached.")


def test_the_first_commands_answer(installed: Installed) -> None:
    bare = installed.run("freehold")
    assert (bare.returncode, bare.stderr) == (0, "")
    for words in ("freehold play land-grab", "freehold serve", "freehold help"):
        assert words in bare.stdout
    assert installed.run("python", "-m", "freehold").stdout == bare.stdout
    version = installed.run("freehold", "-V").stdout
    assert re.fullmatch(r"freehold \d+\.\d+\.\d+\n", version)
    assert "COMMAND" in installed.run("freehold", "help").stdout
    assert "did you mean play?" in installed.run("freehold", "pley").stderr
    advice = installed.run("freehold", "completions", "bash").stderr
    assert "pip install 'freehold[completions]'" in advice


def test_bots_play_and_lists_are_json(installed: Installed) -> None:
    for listing in (["games"], ["bots"], ["params", "land-grab"]):
        assert json.loads(installed.run("freehold", *listing, "--json").stdout)
    seats = ["--seats", "random,random", "--seed", "1", "--record", "m.jsonl"]
    played = installed.run("freehold", "play", "land-grab", *seats, "--json")
    assert json.loads(played.stdout)["outcome"]["places"]
    assert json.loads(installed.run("freehold", "replay", "show", "m.jsonl", "--json").stdout)
    assert installed.run("freehold", "replay", "verify", "m.jsonl").returncode == 0


def test_a_person_plays_in_lines_where_there_is_no_terminal(installed: Installed) -> None:
    game = installed.run("freehold", "play", "land-grab")  # its input is at its end
    assert game.returncode == 0
    assert "Type a move and press Enter" in game.stdout


def test_an_explicit_port_that_is_taken_is_one_sentence(installed: Installed, served: str) -> None:
    again = installed.run("freehold", "serve", "--port", served.rpartition(":")[2], "--data", "two")
    assert again.returncode != 0
    assert len(again.stderr.strip().splitlines()) == 1
    assert "port" in again.stderr
