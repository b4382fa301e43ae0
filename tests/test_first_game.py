"""The page `docs/your-first-game.md` is true: a test does what it says, to the letter."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from urllib.request import urlopen

import msgspec
import pytest

from freehold.client import Api, Line, Tab
from freehold.game import AnyGame
from freehold.match import read_record, verify
from tests.client import PATIENCE_S, Guest
from tests.guide import PAGE, SERVE, Command, File, Reader, printed, read_page
from tests.web.servers import Server

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """One who has done all that the page says."""
    found = Reader(tmp_path_factory.mktemp("reader"))
    found.follow(PAGE.read_text(encoding="utf-8"))
    return found


def test_the_page_does_what_it_says(reader: Reader) -> None:
    assert (reader.place / "src" / "freehold_reversi" / "rules.py").is_file()


def test_every_file_that_a_game_of_ones_own_needs_is_on_the_page(reader: Reader) -> None:
    shown = {step.path for step in read_page(PAGE.read_text()) if isinstance(step, File)}
    there = {path.relative_to(reader.place).as_posix() for path in reader.place.rglob("*.py")}
    assert there - shown == {"tests/__init__.py", "tests/test_laws.py"}


def test_what_the_page_shows_is_clean(reader: Reader) -> None:
    for words in ("ruff check --select E,F,I,UP,B", "ruff format --check", "mypy --strict"):
        folders = ("src", "tests")
        ran = subprocess.run(
            [str(reader.python), "-m", *words.split(), *folders],
            cwd=reader.place,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr


def test_a_server_is_the_last_thing_that_is_started() -> None:
    commands = [step for step in read_page(PAGE.read_text()) if isinstance(step, Command)]
    assert commands[-1] == (SERVE, "Freehold is at http://127.0.0.1:8000\n")


# On a live server


@pytest.fixture
def server(reader: Reader, tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path, environment=reader.environment, python=str(reader.python))
    started.start()
    yield started
    started.kill()


@pytest.fixture
def game(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    monkeypatch.syspath_prepend(str(reader.place / "src"))
    found: AnyGame = import_module("freehold_reversi").GAME
    return found


def test_a_match_of_it_is_played_on_a_live_server(server: Server, game: AnyGame) -> None:
    record = read_record(asyncio.run(play_a_match(server.url, game)))
    verify(game, record)
    assert record.is_finished
    assert record.header.game == "reversi"


async def play_a_match(url: str, game: AnyGame) -> bytes:
    """Against the page's better bot, over the socket, to the end; gives the match's record."""
    async with Api(url) as api, asyncio.timeout(PATIENCE_S):
        joined = await api.quick("reversi", bot="greedy")
        tab = Tab(joined.room, joined.token, find_game=lambda name: game)
        async with Line(api, tab) as line:
            await line.until(lambda: tab.is_awaited)
            await Guest(api, line, []).play_on()
            return await api.record(tab.match)


def test_the_server_tells_its_words(server: Server) -> None:
    with urlopen(f"{server.url}/api/games") as answer:
        games = msgspec.json.decode(answer.read())
    (found,) = [each for each in games if each["name"] == "reversi"]
    assert found["facts"]["mover"] == "{mover:player} to move"
    assert [bot["level"] for bot in found["bots"]] == ["random", "greedy"]


# How the page is read


def test_a_page_is_read_in_its_order() -> None:
    page = "Say\n\n```console\n$ a b\nc\n...\n$ d\n```\n\n`x/y.py`\n\n```python\nz = 1\n```\n"
    assert list(read_page(page)) == [
        Command("a b", "c\n...\n"),
        Command("d", ""),
        File("x/y.py", "z = 1\n"),
    ]


@pytest.mark.parametrize(
    ("page", "output", "is_so"),
    [
        ("a\n", "a\n", True),
        ("a\n", "ab\n", False),
        ("", "a\n", False),
        ("...\n2 passed in ...\n", ". [100%]\n2 passed in 3s\n", True),
        ("...\n2 passed in ...\n", ". [100%]\n3 passed in 3s\n", False),
        ("a.b\n", "acb\n", False),
    ],
)
def test_what_is_printed_is_compared(page: str, output: str, is_so: bool) -> None:
    assert printed(page, output) is is_so
