"""Area Attack at its moments, and through the generic screen."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web import area_attack
from tests.web.pages import begin, spot, tap
from tests.web.tours import TRIES, Tour, is_touched, press

STARTS = ((16, 27), (5, 27), (27, 16), (16, 16), (5, 5), (27, 5), (27, 27), (5, 16), (16, 5))
"""So far from each other that three bots leave some of them free."""
CALM = {
    "width_cells": 32,
    "apart_cells": 8,
    "pick_ms": 600_000,
    "stage_2_ms": 1_800_000,
    "stage_3_ms": 3_600_000,
    "stage_2_percent": 100,
    "stage_3_percent": 100,
}
"""Each stage for as long as one looks at it; bots that are careful need minutes for the board."""


def pick_start(page: Page) -> None:
    """Starting cells: others' are confirmed, one's own is picked."""
    params = CALM | {"stage_2_ms": 3_000}
    begin(page, "area-attack", seats=4, bot="careful", params=params)
    area_attack.await_bots(page)
    for x, y in STARTS:
        press(page, x, y)
        own = area_attack.cell_named(page, x, y, "your starting cell")
        expect(own.or_(page.locator(".bubble")).first).to_be_attached()
        if own.count():
            return
    raise AssertionError("no start is free")


def attack(page: Page) -> None:
    """The second stage: the frontier is lit, and the region of a blast is shown."""
    area_attack.confirm(page).click()
    button = page.get_by_role("button", name="Attack")
    expect(button).to_be_enabled()
    expect(page.locator(".banner")).not_to_be_visible()
    button.click()
    cell = area_attack.covered(page)[0]
    if is_touched(page):
        tap(page, cell.x, cell.y)
    else:
        page.mouse.move(*spot(page, cell.x, cell.y))


def begin_first_stage(page: Page, **params: int) -> None:
    begin(page, "area-attack", seats=3, bot="careful", params=CALM | params)
    area_attack.choose_start(page, STARTS, press)


def freeze(page: Page) -> None:
    begin_first_stage(page, freeze_ms=60_000, density_percent=30)
    expect(area_attack.is_begun(page)).to_be_visible()
    for _ in range(TRIES):
        cell = area_attack.covered(page)[0]
        press(page, cell.x, cell.y)
        owned = area_attack.cell_named(page, cell.x, cell.y, "(yours|seat)")
        frost = area_attack.frost(page)
        expect(owned.or_(frost).first).to_be_attached()
        if frost.is_visible():
            return
    raise AssertionError("no mine is found")


def see_result(page: Page) -> None:
    """By the time."""
    begin_first_stage(page, stage_2_ms=1_000, stage_3_ms=2_000, lock_ms=1_500)
    expect(page.get_by_role("dialog").filter(has_text="Rematch")).to_be_visible()


def see_generic(page: Page) -> None:
    """Through the generic screen, at its beginning."""
    begin(page, "area-attack", is_generic=True, params={"width_cells": 24, "pick_ms": 500})
    expect(page.get_by_role("gridcell", name=re.compile("seat|opened")).first).to_be_attached()


TOURS: tuple[Tour, ...] = (
    {"area-attack-start": pick_start, "area-attack-stage-2": attack},
    {"area-attack-frozen": freeze},
    {"area-attack-result": see_result},
    {"generic": see_generic},
)
