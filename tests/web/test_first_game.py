"""The game of `docs/your-first-game.md`, installed as the page says, in the browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.guide import PAGE, Reader
from tests.web import land_grab
from tests.web.pages import begin, board, cells, click
from tests.web.servers import Server

POLL_MS, MOST_TRIES = 50, 1200
NOT_NEEDED = ("python -m pytest", "freehold play", "freehold simulate", "freehold games")


@pytest.fixture(scope="module")
def reversi(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of somebody who has followed the page; that the rest of it is true is tested in
    `tests/test_first_game.py`."""
    folder = tmp_path_factory.mktemp("reader")
    reader = Reader(folder)
    reader.follow(PAGE.read_text(encoding="utf-8"), but=NOT_NEEDED)
    started = Server(folder, environment=reader.environment, python=str(reader.python))
    started.start()
    yield started
    started.kill()


def facts(page: Page) -> Locator:
    return page.get_by_role("list", name="Details")


def name_of(page: Page) -> str:
    return str(page.request.get("/api/me").json()["name"])


def test_it_is_begun_from_the_start_page_and_its_facts_are_words(
    reversi: Server, people: Callable[..., Page]
) -> None:
    page = people(reversi.url)
    page.goto("/")
    card = page.get_by_role("article").filter(has_text="Close in the other player's discs")
    card.get_by_role("button", name="Play", exact=True).click()
    expect(board(page)).to_be_attached()
    name = name_of(page)
    said = facts(page).get_by_role("listitem")
    expect(said).to_have_text([f"{name} to move", re.compile(rf"^Discs: {name} 2, \S.* 2$")])


def test_a_whole_match_is_played_on_the_generic_screen(
    reversi: Server, people: Callable[..., Page]
) -> None:
    page = people(reversi.url)
    page.goto("/")
    begin(page, "reversi", bot="greedy", params={"side_cells": 4})
    land_grab.play(page, place)
    expect(land_grab.result(page)).to_contain_text("Neither player can place a disc.")
    expect(facts(page)).not_to_contain_text("to move")
    expect(facts(page)).to_contain_text(f"Discs: {name_of(page)} ")


def place(page: Page) -> None:
    """Click the cell that is offered first; the field for typed actions shows it."""
    for _ in range(MOST_TRIES):
        offered = page.get_by_label("Type an action").get_attribute("placeholder") or ""
        found = re.fullmatch(r"place (\d+),(\d+)", offered)
        free = {(cell.x, cell.y) for cell in cells(page) if not cell.label}
        if found and (int(found[1]), int(found[2])) in free:
            x, y = int(found[1]), int(found[2])
            click(page, x, y)
            name = re.compile(rf"^column {x}, row {y}: seat \d$")  # it may be turned over at once
            expect(page.get_by_role("gridcell", name=name)).to_be_attached()
            return
        page.wait_for_timeout(POLL_MS)
    raise AssertionError("no cell is offered")
