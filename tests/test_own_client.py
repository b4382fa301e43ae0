"""The clients of docs/your-own-client.md play a match to its end against a real server."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from freehold.game import Outcome
from tests.server.world import PATIENCE_S, World, run, world

pytestmark = pytest.mark.slow

PAGE = Path(__file__).resolve().parent.parent / "docs" / "your-own-client.md"
FILE = re.compile(r"^`(client\.\w+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILES = dict(FILE.findall(PAGE.read_text(encoding="utf-8")))
MOST_LINES = 40
MATCHES = {
    "land-grab": {"points_to_win": 20},
    "territory": {"rounds": 2},
    "minewars": {"radius_tiles": 8, "cities": 1, "limit_ms": 2_000},
}


def command_for(path: Path) -> list[str]:
    if path.suffix == ".py":
        return [sys.executable, str(path)]
    node = shutil.which("node")
    assert node, "install Node 20.19 or newer: the browser client needs it, too"
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    is_old = int(version.stdout.strip().lstrip("v").partition(".")[0]) < 22
    return [node, *(["--experimental-websocket"] if is_old else []), str(path)]


async def start(path: Path, server: World, game: str, params: object) -> tuple[int, bytes, bytes]:
    """How the client ends, and what it prints."""
    words = [*command_for(path), server.url, game, json.dumps(params)]
    client = await asyncio.create_subprocess_exec(
        *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(PATIENCE_S):
            out, err = await client.communicate()
    finally:
        if client.returncode is None:
            client.kill()
            await client.wait()
    assert client.returncode is not None
    return client.returncode, out, err


async def outcome_of_the_only_room(server: World) -> Outcome:
    """The room is told of the end after the players are."""
    [room] = server.hub.rooms.values()
    async with asyncio.timeout(PATIENCE_S):
        while (outcome := room.now().outcome) is None:
            await asyncio.sleep(0.01)
    return outcome


def test_the_page_has_both_clients_and_they_are_short() -> None:
    assert FILES.keys() == {"client.py", "client.mjs"}
    for name, text in FILES.items():
        assert len(text.splitlines()) <= MOST_LINES, name


@pytest.fixture(params=FILES)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A client of the page, as its reader would save it."""
    path = tmp_path / str(request.param)
    path.write_text(FILES[path.name], encoding="utf-8")
    return path


def test_it_says_in_a_sentence_why_there_is_no_match(path: Path) -> None:
    async def story() -> None:
        async with world() as server:
            code, _, err = await start(path, server, "land-grab", {"points": 20})
            assert code == 1
            assert (
                err.decode()
                == "These options are not valid: Object contains unknown field `points`.\n"
            )

    run(story())


@pytest.mark.parametrize("game", MATCHES)
def test_it_plays_a_match_to_its_end(path: Path, game: str) -> None:
    async def story() -> None:
        async with world() as server:
            code, out, err = await start(path, server, game, MATCHES[game])
            assert code == 0, err.decode()
            printed = json.loads(out)
            outcome = await outcome_of_the_only_room(server)
            assert printed["ending"] == outcome.ending
            assert printed["places"] == list(outcome.places)
            assert printed["scores"] == list(outcome.scores)

    run(story())
