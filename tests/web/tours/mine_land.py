"""Mine Land: at work, out of the round, and between two rounds."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web import mine_land
from tests.web.mine_land import Spot
from tests.web.pages import begin, cells
from tests.web.tours import TRIES, Tour, press

CROWDED = {
    "width_tiles": 60,
    "height_tiles": 60,
    "density_permille": 120,
    "spawn_tiles": 1,
    "safe_steps": 3,
}
DEADLY = {
    "width_tiles": 100,
    "height_tiles": 12,
    "density_permille": 125,
    "spawn_tiles": 1,
    "safe_steps": 3,
    "step_ms": 0,
    "dig_ms": 0,
}
"""No bomb lies within three tiles of the start; behind them one soon meets one."""


def see_work(page: Page) -> None:
    """Numbers around, a flag, others at work: again, should one of them blow everybody up."""
    for _ in range(TRIES):
        begin(page, "mine-land", seats=5, bot="careful", params=CROWDED)
        if work(page):
            return
    raise AssertionError("nobody lives long here")


def work(page: Page) -> bool:
    """False if one has died."""
    x, y = mine_land.place(page)
    for stand, *others in ways_east_and_north(x, y):
        if not all(mine_land.dig(page, press, at) for at in (stand, *others)):
            return False
        if not mine_land.walk_to(page, press, stand):
            return False
    return flag(page)


def ways_east_and_north(x: int, y: int) -> list[tuple[Spot, ...]]:
    """Where one walks, each with what is dug beside it as well."""
    east = [((x + step, y), (x + step, y - 1), (x + step, y + 1)) for step in (1, 2, 3)]
    north = [((x + 3, row), (x + 2, row)) for row in (y - 2, y - 3)]
    return [*east, ((x + 3, y - 1),), *north]


def flag(page: Page) -> bool:
    """A covered tile beside; False if one has died, or others have dug all of them."""
    page.get_by_role("button", name=re.compile("^Flag")).click()
    while near := [(cell.x, cell.y) for cell in cells(page) if cell.label == "covered; in reach"]:
        press(page, *near[-1])
        tile = mine_land.tile(page, near[-1])
        is_flagged = tile.and_(page.locator("[aria-label*='flag']"))
        is_dug = tile.and_(page.locator("[aria-label*=': dug']"))  # somebody was faster
        expect(is_flagged.or_(is_dug).or_(mine_land.is_out(page)).first).to_be_attached()
        if is_flagged.count() or mine_land.is_out(page).count():
            return not mine_land.is_out(page).count()
    return False


def be_out(page: Page) -> None:
    begin(page, "mine-land", seats=1, params=DEADLY | {"all_dead_ms": 3_600_000})
    mine_land.dig_until_dead(page, press)
    expect(page.get_by_role("region", name="You are out of this round")).to_be_visible()


def see_result(page: Page) -> None:
    params = DEADLY | {"all_dead_ms": 1, "rest_ms": 600_000}
    begin(page, "mine-land", seats=1, params=params)
    mine_land.dig_until_dead(page, press)
    expect(page.get_by_role("dialog")).to_contain_text("Next round starts in")


TOURS: tuple[Tour, ...] = (
    {"mine-land": see_work},
    {"mine-land-out": be_out},
    {"mine-land-result": see_result},
)
