"""Plays Territory as people do: says something, orders by drag, by clicks or as text, seals."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.pages import Cell, cells, click, spot

SIDE = 8
STEPS = (("R", 1, 0), ("L", -1, 0), ("D", 0, 1), ("U", 0, -1))


def phase(page: Page, name: str) -> Locator:
    """Where the round stands: Declare 1, Declare 2, Orders or Resolution."""
    return page.locator("[aria-current=step]").filter(has_text=re.compile(f"^{name}$"))


def declare(page: Page, text: str = "") -> None:
    if text:
        page.get_by_role("textbox", name="declaration").fill(text)
    page.get_by_role("button", name="Seal declaration" if text else "Say nothing").click()


def home(page: Page) -> Cell:
    """A square of one's own."""
    return next(cell for cell in cells(page) if cell.label.startswith("yours"))


def neighbour(cell: Cell) -> tuple[str, int, int]:
    """A direction that stays on the map, and the square it leads to."""
    for letter, dx, dy in STEPS:
        x, y = cell.x + dx, cell.y + dy
        if 0 <= x < SIDE and 0 <= y < SIDE:
            return letter, x, y
    raise AssertionError("unreachable")


def order_by_drag(page: Page) -> None:
    own = home(page)
    _, x, y = neighbour(own)
    page.mouse.move(*spot(page, own.x, own.y))
    page.mouse.down()
    page.mouse.move(*spot(page, x, y), steps=4)
    page.mouse.up()


def order_by_clicks(page: Page) -> None:
    own = home(page)
    _, x, y = neighbour(own)
    click(page, own.x, own.y)
    click(page, x, y)


def order_as_text(page: Page) -> None:
    own = home(page)
    letter, _, _ = neighbour(own)
    page.get_by_label("As text").fill(f"{own.x},{own.y},{letter},2")


def seal_orders(page: Page, moves: int = 0) -> None:
    label = "Seal without moves" if not moves else "Seal 1 move"
    page.get_by_role("button", name=label).click()


def expect_sealed(page: Page) -> None:
    expect(page.get_by_text("Sealed. You can change it until everyone is done.")).to_be_visible()
