"""MineWars on two islands, so that no bot comes across; and its sandbox."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web import land_grab, minewars
from tests.web.pages import Cell, begin, cells
from tests.web.tours import TRIES, Tour, press

COAST = """\
grid: hex
title: Heron Holm
~~~~~~~~~~~~~~~~~~~~
~~~~...,,~~~....~~~~
~~......,~~~.....~~~
~~..%%.....^^^....~~
~..%%...1..~^^....~~
~...%......~~.C...~~
~,.......~~~......~~
~,...^..~~~...%%.,~~
~~...^^.~~...%%%.,~~
~~.......~~......,~~
~~~....C.~~..2..~~~~
~~~~.....~~.....~~~~
~~~~~..,,~~~~~~~~~~~
~~~~~~~~~~~~~~~~~~~~
"""
"""A strait and a ridge part the players: an easy bot builds no bridge, and nobody climbs."""
SLOW: dict[str, int | str | bool] = {
    "map": COAST,
    "items_percent": 20,
    "autoexpand_enemy": False,
    "start_money_percent": 20_000,
    "tower_cost_percent": 20_000,
    "strike_delay_ms": 600_000,
    "stun_ms": 0,
}
"""What one looks at is not over at once."""
LAND = 28


def own_land(page: Page) -> list[Cell]:
    return [cell for cell in cells(page) if re.match("land, yours, [0-9o]", cell.label)]


def far(cell: Cell) -> int:
    """From one's city, where a phone looks."""
    return abs(cell.x - 8) + abs(cell.y - 4)


def capture(page: Page) -> bool:
    """A tile beside one's own, the nearest to the city; False if there is none."""
    found = minewars.beside(page)
    if not found:
        return False
    cell = min(found, key=far)
    press(page, cell.x, cell.y)
    done = minewars.tile(page, cell.x, cell.y).and_(page.locator("[aria-label*='yours']"))
    gone = minewars.tile(page, cell.x, cell.y).and_(page.locator("[aria-label*='skull']"))
    ends = minewars.stun(page).or_(land_grab.is_over(page))
    expect(done.or_(gone).or_(ends).first).to_be_attached()
    return True


def settle(page: Page) -> None:
    """Some land around one's city, with digits."""
    begin(page, "minewars", bot="easy", params=SLOW)
    while sum(", yours" in cell.label for cell in cells(page)) < LAND:
        assert capture(page), "no land is left"


def see_match(page: Page) -> None:
    """An island of hexes in the fog: land with digits, a tower being built, a mine, a flag."""
    settle(page)
    land = own_land(page)
    minewars.choose(page, "Build", "Tower")
    press(page, land[0].x, land[0].y)
    minewars.expect_tile(page, land[0].x, land[0].y, "tower under construction")
    minewars.choose(page, "Deploy", "Mine")
    press(page, land[-1].x, land[-1].y)
    minewars.expect_tile(page, land[-1].x, land[-1].y, "mine$")
    minewars.choose(page, "Flag")
    flagged = minewars.beside(page)[0]
    press(page, flagged.x, flagged.y)
    minewars.expect_tile(page, flagged.x, flagged.y, "flagged by you")
    minewars.choose(page, "Capture")


def mark_strike(page: Page) -> None:
    """Tiles marked, to be struck together."""
    minewars.choose(page, "Strike")
    for cell in sorted(minewars.beside(page), key=far)[:3]:
        press(page, cell.x, cell.y)
    expect(page.get_by_role("button", name="Strike 3 tiles")).to_be_visible()


def be_stunned(page: Page) -> None:
    params = {"items_percent": 50, "decoys_percent": 0, "stun_ms": 600_000}
    begin(page, "minewars", bot="easy", params=SLOW | params)
    for _ in range(TRIES):
        if minewars.stun(page).is_visible() or not capture(page):
            break
    expect(minewars.stun(page)).to_be_visible()


def see_result(page: Page) -> None:
    """By the time: long enough for a line of the land that each has owned."""
    begin(page, "minewars", bot="easy", params=SLOW | {"limit_ms": 6_000})
    over = land_grab.is_over(page)
    while not over.is_visible() and capture(page):
        pass
    expect(over).to_be_visible()
    page.reload()  # a last click, meant for the board, may have closed the result
    result = page.get_by_role("dialog").filter(has_text="Rematch")
    expect(result.get_by_role("img", name="Land over time")).to_be_visible()


def see_sandbox(page: Page) -> None:
    """Everything is seen while time stands still."""
    begin(page, "minewars", is_sandbox=True, params={"radius_tiles": 12})
    page.keyboard.press("Shift+P")
    expect(page.get_by_role("button", name="Resume time")).to_be_visible()
    page.get_by_role("button", name="See everything").click()
    expect(page.get_by_role("button", name="See everything", pressed=True)).to_be_visible()


TOURS: tuple[Tour, ...] = (
    {"minewars": see_match, "minewars-strike": mark_strike},
    {"minewars-stunned": be_stunned},
    {"minewars-result": see_result},
    {"sandbox": see_sandbox},
)
