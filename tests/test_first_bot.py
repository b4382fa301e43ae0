"""The page `docs/your-first-bot.md` is true: a test does what it says, to the letter."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from freehold.client import Api
from freehold.games import load_game
from freehold.match import read_record, verify
from tests.cli.bot.meeting import one_match
from tests.client import PATIENCE_S, guest
from tests.guide import SERVE, Command, Reader, read_page
from tests.web.servers import Server

pytestmark = pytest.mark.slow
PAGE = Path(__file__).resolve().parent.parent / "docs" / "your-first-bot.md"
JOIN = "freehold bot join"


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """One who has done all that the page says, but for the server."""
    found = Reader(tmp_path_factory.mktemp("reader"))
    found.follow(PAGE.read_text(encoding="utf-8"), but=(JOIN,))
    return found


@pytest.fixture
def server(reader: Reader, tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path, environment=reader.environment, python=str(reader.python))
    started.start()
    yield started
    started.kill()


def test_the_page_does_what_it_says(reader: Reader) -> None:
    assert (reader.place / "fox.py").is_file()
    assert (reader.place / "match.notes.jsonl").is_file()


def test_the_last_things_are_a_server_and_a_seat_on_it() -> None:
    commands = [step for step in read_page(PAGE.read_text()) if isinstance(step, Command)]
    serve, join, wait = commands[-3:]
    assert serve.line.startswith(SERVE)
    assert join.line.startswith(JOIN)
    assert join.prints == "Fox, a bot by Ann, sits in the room of Land Grab.\n"
    assert wait.line.startswith(JOIN)
    assert wait.prints.startswith("Fox, a bot by Ann, waits at http://127.0.0.1:8000")


def test_the_bot_of_the_page_plays_beside_a_person_on_a_live_server(
    reader: Reader, server: Server
) -> None:
    record = read_record(asyncio.run(play_beside_a_person(reader, server.url)))
    verify(load_game("land-grab"), record)
    assert "Fox" in [seated.name for seated in record.seats]


async def play_beside_a_person(reader: Reader, url: str) -> bytes:
    join, _ = [
        step
        for step in read_page(PAGE.read_text())
        if isinstance(step, Command) and step.line.startswith(JOIN)
    ]
    async with asyncio.timeout(PATIENCE_S), Api(url) as api:
        made = await api.create("land-grab")
        line = join.line.replace("http://127.0.0.1:8000/r/BCDFG", f"{url}/r/{made.code}")
        with subprocess.Popen(
            ["sh", "-c", f"exec {line}"],
            cwd=reader.place,
            env=reader.environment,
            stdout=subprocess.PIPE,
            text=True,
        ) as bot:
            try:
                async with guest(url, made.room, secret=made.secret, api=api) as ann:
                    await one_match(ann)
                    record = await api.record(ann.tab.match)
            finally:
                bot.kill()
            assert bot.stdout is not None
            assert bot.stdout.readline() == join.prints
    return record
