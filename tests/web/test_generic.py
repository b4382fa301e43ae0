"""The generic screen plays games for which the client has not a line of its own."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.web import land_grab
from tests.web.pages import begin, board, cells, click
from tests.web.servers import Server

POLL_MS = 50
MOST_TRIES = 1200
"""It is played in real time: nothing that comes about can be waited for by its name."""
ENOUGH = 6
SMALL_AREA_ATTACK = {"width_cells": 20, "apart_cells": 6, "freeze_ms": 100}


def other_choices(page: Page) -> Locator:
    return page.get_by_role("region", name="Choose an action")


def test_area_attack_is_played_through_it(page: Page) -> None:
    begin(page, "area-attack", is_generic=True, bot="random", params=SMALL_AREA_ATTACK)
    confirm = other_choices(page).get_by_role("button", name="confirm")
    again_and_again(page, lambda: pick(page), until=confirm.is_visible)
    confirm.click()
    expect(page.get_by_role("gridcell", name="can be opened").first).to_be_attached()
    tried: set[tuple[int, int]] = set()
    opened: set[tuple[int, int]] = set()

    def are_enough() -> bool:
        own = {(cell.x, cell.y) for cell in cells(page) if "seat 1" in cell.label}
        opened.update(tried & own)
        return len(opened) >= ENOUGH

    again_and_again(page, lambda: tried.update(open_one(page)), until=are_enough)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(land_grab.result(page)).to_contain_text("won. You resigned.")


def again_and_again(page: Page, act: Callable[[], None], until: Callable[[], bool]) -> None:
    for _ in range(MOST_TRIES):
        if until():
            return
        act()
        page.wait_for_timeout(POLL_MS)
    raise AssertionError("it does not come about")


def pick(page: Page) -> None:
    """Click a cell that is offered as a start; the field for typed actions shows one."""
    offered = page.get_by_label("Type an action").get_attribute("placeholder") or ""
    if found := re.fullmatch(r"pick (\d+),(\d+)", offered):
        click(page, int(found[1]), int(found[2]))


def open_one(page: Page) -> list[tuple[int, int]]:
    """A click opens a cell, or asks what it shall be if a flag could stand there too."""
    found = [cell for cell in cells(page) if "can be opened" in cell.label][:1]
    for cell in found:
        click(page, cell.x, cell.y)
        name = f"open {cell.x},{cell.y}"
        asked = other_choices(page).get_by_role("button", name=name, exact=True)
        with suppress(TimeoutError):  # the question is gone when somebody else has opened it
            if asked.is_visible():
                asked.click(timeout=POLL_MS)
    return [(cell.x, cell.y) for cell in found]


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[Server]:
    """A server on which another package has brought a game: the template."""
    package = tmp_path / "packages" / "freehold_template-1.0.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: freehold-template\nVersion: 1.0\n"
    )
    (package / "entry_points.txt").write_text(
        "[freehold.games]\ntemplate = freehold.games._template:GAME\n"
    )
    server = Server(tmp_path, environment=os.environ | {"PYTHONPATH": str(package.parent)})
    server.start()
    yield server
    server.kill()


def test_a_game_of_another_package_is_played_through_it_from_the_start_page(
    stranger: Server, people: Callable[..., Page]
) -> None:
    page = people(stranger.url)
    page.goto("/")
    card = page.get_by_role("article").filter(has_text="Claim cells in turn")
    card.get_by_role("button", name="Play", exact=True).click()
    expect(board(page)).to_be_attached()
    land_grab.play(page, claim)


def claim(page: Page) -> None:
    cell = next(cell for cell in cells(page) if not cell.label)
    click(page, cell.x, cell.y)
    name = f"column {cell.x}, row {cell.y}: seat 1"
    expect(page.get_by_role("gridcell", name=name)).to_be_attached()
