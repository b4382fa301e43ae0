"""The generic screen plays games for which the client has not a line of its own."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web import land_grab
from tests.web.pages import Cell, begin, board, cells, click
from tests.web.servers import Server

POLL_MS = 50
"""It is played in real time: nothing that comes about can be waited for by its name."""
QUICK_AREA_ATTACK = {
    "width_cells": 20,
    "apart_cells": 6,
    "stage_2_ms": 4_000,
    "stage_3_ms": 6_000,
    "lock_ms": 2_000,
    "freeze_ms": 100,
}


def other_choices(page: Page) -> Locator:
    return page.get_by_role("region", name="What shall it be?")


def test_area_attack_is_played_through_it(page: Page) -> None:
    begin(page, "area-attack", is_generic=True, bot="random", params=QUICK_AREA_ATTACK)
    confirm = other_choices(page).get_by_role("button", name="confirm")
    while not confirm.is_visible():
        pick(page)
        page.wait_for_timeout(POLL_MS)
    confirm.click()
    expect(page.get_by_role("gridcell", name="can be opened").first).to_be_attached()
    opened = 0
    while not land_grab.result(page).is_visible():
        found = [cell for cell in cells(page) if "can be opened" in cell.label]
        if found:
            open_cell(page, found[0])
            opened += 1
        page.wait_for_timeout(POLL_MS)
    assert opened


def pick(page: Page) -> None:
    """Click a cell that is offered as a start; the field for typed actions shows one."""
    offered = page.get_by_label("Type an action").get_attribute("placeholder") or ""
    if found := re.fullmatch(r"pick (\d+),(\d+)", offered):
        click(page, int(found[1]), int(found[2]))


def open_cell(page: Page, cell: Cell) -> None:
    """A click does it, or asks what it shall be if a flag could stand there too."""
    click(page, cell.x, cell.y)
    asked = other_choices(page).get_by_role("button", name=f"open {cell.x},{cell.y}", exact=True)
    if asked.is_visible():
        asked.click()


@pytest.fixture
def stranger(tmp_path: Path) -> Server:
    """A server on which another package has brought a game: the template."""
    package = tmp_path / "packages" / "freehold_template-1.0.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: freehold-template\nVersion: 1.0\n"
    )
    (package / "entry_points.txt").write_text(
        "[freehold.games]\ntemplate = freehold.games._template:GAME\n"
    )
    return Server(tmp_path, environment=os.environ | {"PYTHONPATH": str(package.parent)})


def test_a_game_of_another_package_is_played_through_it_from_the_start_page(
    stranger: Server, people: Callable[..., Page]
) -> None:
    stranger.start()
    try:
        page = people(stranger.url)
        page.goto("/")
        card = page.get_by_role("article").filter(has_text="Claim cells in turn")
        card.get_by_role("button", name="Play a bot").click()
        expect(board(page)).to_be_attached()
        while not land_grab.result(page).is_visible():
            expect(land_grab.is_turn(page).or_(land_grab.result(page)).first).to_be_visible()
            claim(page)
    finally:
        stranger.kill()


def claim(page: Page) -> None:
    free = [cell for cell in cells(page) if not cell.label]
    if not free or not land_grab.is_turn(page).is_visible():
        return
    cell = free[0]
    click(page, cell.x, cell.y)
    name = f"column {cell.x}, row {cell.y}: seat 1"
    expect(page.get_by_role("gridcell", name=name)).to_be_attached()
