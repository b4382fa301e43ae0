"""Plays Land Grab as a person does: reads the tiles, chooses a mode, builds on a tile."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.web.pages import Cell, cells, click

GAIN = re.compile(r"would pay (\d+)")
SETTLES = re.compile(r"you can build a farm or a (mine|resort)")
Press = Callable[[Page, Cell], None]
"""How one builds on a tile: a click, a tap, keys."""


def is_turn(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text=re.compile("^Your turn$"))


def is_over(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text=re.compile("^The match is over$"))


def result(page: Page) -> Locator:
    return page.get_by_role("dialog").filter(has_text="Rematch")


def legal(page: Page) -> list[Cell]:
    return [cell for cell in cells(page) if "you can build" in cell.label]


def gain(cell: Cell) -> int:
    found = GAIN.search(cell.label)
    return int(found[1]) if found else 0


def choose(page: Page) -> tuple[str, Cell]:
    """Settle where it yields most; if no farm is free, a farm where it spoils least."""
    found = legal(page)
    assert found, "no tile can be built on"
    settles = [cell for cell in found if SETTLES.search(cell.label)]
    if settles:
        return "settle", max(settles, key=gain)
    return "farm", min(found, key=gain)


def click_mode(page: Page, mode: str) -> None:
    button = page.get_by_role(
        "button", name=re.compile("^(Mine|Resort)" if mode == "settle" else "^Farm")
    )
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def click_cell(page: Page, cell: Cell) -> None:
    click(page, cell.x, cell.y)


def build(page: Page, press: Press = click_cell, choose_mode: Press | None = None) -> None:
    """One turn, until the tile is ours."""
    mode, cell = choose(page)
    if choose_mode is None:
        click_mode(page, mode)
    press(page, cell)
    expect_built(page, cell)


def expect_built(page: Page, cell: Cell) -> None:
    name = re.compile(rf"^column {cell.x}, row {cell.y}: your ")
    expect(page.get_by_role("gridcell", name=name)).to_be_attached()


def play(page: Page, take_turn: Callable[[Page], None] = build) -> int:
    """Until the result is shown; how many turns it took."""
    for turns in range(200):
        expect(is_turn(page).or_(result(page)).first).to_be_visible()
        if result(page).is_visible():
            return turns
        take_turn(page)
    raise AssertionError("the match does not end")
