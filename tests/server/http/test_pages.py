"""The built client is served by exact names, and what a seat could do is told to it alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aiohttp
import pytest

from freehold.protocol.wire import Choices, Done, Refused
from freehold.server.http import pages
from tests.server.world import Person, run, table, world

PAGE = b"<!doctype html><title>Freehold</title>"
SCRIPT = b"console.log('hello');\n" * 50


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small client, as the build leaves one."""
    folder = tmp_path / "web_dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_bytes(PAGE)
    (folder / "assets" / "index-abc.js").write_bytes(SCRIPT)
    (tmp_path / "secret.txt").write_text("not yours")
    monkeypatch.setattr(pages, "FOLDER", str(folder))
    return folder


async def fetch(url: str, **headers: str) -> tuple[int, Any, bytes]:
    async with (
        aiohttp.ClientSession(auto_decompress=False) as http,
        http.get(url, headers=headers) as response,
    ):
        return response.status, response.headers, await response.read()


@pytest.mark.parametrize(
    "path", ["/", "/r/ABCDE", "/room/x1", "/replay", "/replay/m1", "/settings"]
)
def test_every_place_of_the_client_is_its_one_page(client: Path, path: str) -> None:
    async def story() -> None:
        async with world() as server:
            status, headers, body = await fetch(server.url + path)
            assert (status, body) == (200, PAGE)
            assert headers["Content-Type"].startswith("text/html")
            assert headers["Cache-Control"] == "no-cache"
            assert "default-src 'self'" in headers["Content-Security-Policy"]

    run(story())


def test_hashed_files_may_be_kept_for_ever_and_travel_packed(client: Path) -> None:
    async def story() -> None:
        async with world() as server:
            url = server.url + "/assets/index-abc.js"
            status, headers, body = await fetch(url, **{"Accept-Encoding": "gzip"})
            assert status == 200
            assert headers["Content-Encoding"] == "gzip"
            assert len(body) < len(SCRIPT) / 5
            assert headers["Content-Type"].startswith("text/javascript")
            assert "immutable" in headers["Cache-Control"]
            plain = await fetch(url, **{"Accept-Encoding": "identity"})
            assert plain[2] == SCRIPT
            again = await fetch(url, **{"If-None-Match": headers["ETag"]})
            assert (again[0], again[2]) == (304, b"")

    run(story())


@pytest.mark.parametrize(
    "path",
    ["/assets/", "/assets/nothing.js", "/secret.txt", "/assets/..%2f..%2fsecret.txt", "/r/", "/x"],
)
def test_what_is_not_in_the_client_is_not_served(client: Path, path: str) -> None:
    async def story() -> None:
        async with world() as server:
            status, _, body = await fetch(server.url + path)
            assert status == 404
            assert b"not yours" not in body

    run(story())


def test_a_browser_gets_a_page_for_a_path_that_is_nothing_and_a_program_gets_json(
    client: Path,
) -> None:
    async def story() -> None:
        async with world() as server:
            for path in ("/nonsense", "/room/a/b", "/api/nothing"):
                asked = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
                status, headers, body = await fetch(server.url + path, **asked)
                assert (status, body) == (404, PAGE)
                assert headers["Content-Type"].startswith("text/html")
                assert headers["Cache-Control"] == "no-store"
                status, headers, body = await fetch(server.url + path, Accept="*/*")
                assert status == 404
                assert headers["Content-Type"].startswith("application/json")
                assert b"not_found" in body

    run(story())


def test_without_a_built_client_the_page_says_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "FOLDER", str(tmp_path / "nothing"))

    async def story() -> None:
        async with world() as server:
            status, _, body = await fetch(server.url + "/")
            assert status == 200
            assert b"make play" in body

    run(story())


# Choices


def test_a_seat_is_told_what_it_may_do_and_each_of_it_is_accepted() -> None:
    async def story() -> None:
        async with world() as server, Person(server) as person:
            line = await person.quick("land-grab")
            await line.my_turn()
            assert isinstance(await line.ask("choices"), Done)
            told = [each for each in line.heard if isinstance(each, Choices)][-1]
            assert told.n == line.n
            assert told.actions
            assert line.choose() in told.actions
            assert not isinstance(await line.act(told.actions[-1]), Refused)

    run(story())


def test_whose_turn_it_is_not_has_no_choices_and_a_watcher_may_not_ask() -> None:
    async def story() -> None:
        async with world() as server, table(server, "land-grab") as lines, Person(server) as guest:
            waiting = next(line for line in lines if not line.is_my_turn)
            assert isinstance(await waiting.ask("choices"), Done)
            told = [each for each in waiting.heard if isinstance(each, Choices)][-1]
            assert told.actions == ()
            assert waiting.room is not None
            watcher = await guest.join(waiting.room.id, watch=True)
            refused = await watcher.ask("choices")
            assert isinstance(refused, Refused)
            assert refused.code == "watching"

    run(story())
