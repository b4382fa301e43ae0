"""What a link to a room or a replay shows where it is shared."""

from __future__ import annotations

from pathlib import Path

import pytest

from freehold.server.http import pages
from tests.server.http.test_replays import played
from tests.server.world import Person, run, world

PAGE = b"<!doctype html><head><title>Freehold</title></head>"


@pytest.fixture(autouse=True)
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small client that has pictures of one game and of none."""
    folder = tmp_path / "web_dist"
    (folder / "previews").mkdir(parents=True)
    (folder / "index.html").write_bytes(PAGE)
    (folder / "manifest.webmanifest").write_bytes(b"{}")
    for name in ("land-grab", "freehold"):
        (folder / "previews" / f"{name}.png").write_bytes(b"\x89PNG")
    monkeypatch.setattr(pages, "FOLDER", str(folder))


async def page(person: Person, path: str) -> str:
    async with person.http.get(person.world.url + path) as response:
        assert response.status == 200
        return await response.text()


def has(shown: str, name: str, content: str) -> bool:
    return f'<meta property="{name}" content="{content}" />' in shown


def test_a_rooms_link_and_its_code_name_the_game() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as ben:
            room = await ann.create("land-grab")
            for path in (f"/room/{room['room']}", f"/r/{room['code']}"):
                shown = await page(ben, path)
                assert "<title>Play Land Grab with me - Freehold</title>" in shown
                assert has(shown, "og:title", "Play Land Grab with me")
                assert has(shown, "og:url", w.url + path)
                assert has(shown, "og:image", f"{w.url}/previews/land-grab.png")

    run(story())


def test_a_game_without_a_picture_has_the_picture_of_all() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            room = await ann.create("lantern")
            shown = await page(ann, f"/room/{room['room']}")
            assert has(shown, "og:image", f"{w.url}/previews/freehold.png")

    run(story())


def test_the_address_is_the_one_that_people_type() -> None:
    async def story() -> None:
        async with world(public_url="https://games.example.org/") as w, Person(w) as ann:
            room = await ann.create("land-grab")
            shown = await page(ann, f"/room/{room['room']}")
            assert has(shown, "og:image", "https://games.example.org/previews/land-grab.png")

    run(story())


@pytest.mark.parametrize("path", ["/", "/settings", "/room/nowhere", "/r/XXXXX", "/replay/none"])
def test_other_pages_and_links_that_lead_nowhere_are_the_plain_page(path: str) -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            assert await page(ann, path) == PAGE.decode()

    run(story())


def test_a_replay_names_the_winner_and_a_running_match_nobody() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            await ann.post("/api/me", {"name": 'Ann "<b>"'})
            match = await played(ann)
            shown = await page(ann, f"/replay/{match}")
            assert "Land Grab: " in shown
            assert "<b>" not in shown
            line = await ann.quick("land-grab", bot="random")
            assert line.room is not None
            assert await page(ann, f"/replay/{line.room.match}") == PAGE.decode()

    run(story())


def test_codes_cannot_be_guessed_by_their_previews() -> None:
    async def story() -> None:
        headers = {"X-Forwarded-For": "203.0.113.5"}
        async with world(trust_proxy=True) as w, Person(w, **headers) as ann, Person(w) as ben:
            room = await ben.create("land-grab")
            for _ in range(10):
                await page(ann, "/r/XXXXX")
            assert await page(ann, f"/r/{room['code']}") == PAGE.decode()
            refusal = (await ann.get(f"/api/codes/{room['code']}"))[1]
            assert refusal["code"] == "too_many_tries"

    run(story())


def test_pictures_may_be_shown_elsewhere_and_the_manifest_says_what_it_is() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            async with ann.http.get(f"{w.url}/previews/freehold.png") as response:
                assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
            async with ann.http.get(f"{w.url}/manifest.webmanifest") as response:
                assert response.content_type == "application/manifest+json"

    run(story())
