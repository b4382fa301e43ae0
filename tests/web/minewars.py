"""Plays MineWars as people do: chooses ways of clicking, and tiles by what is read out of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web import DESK
from tests.web.pages import Cell, board, cells, click, spot

DUEL_MAP = """\
grid: square
title: Two Shores
~~~~~~~~~~~~~~
~.....~......~
~.....~......~
~..1......2..~
~............~
~............~
~^.^.........~
~............~
~~~~~~~~~~~~~~
"""
"""Fewer than a hundred tiles of land: one percent of it is no item at all."""
QUICK: Mapping[str, Any] = MappingProxyType(
    {
        "items_percent": 1,
        "capture_cooldown_ms": 0,
        "protect_ms": 0,
        "deploy_cooldown_ms": 0,
        "deploy_delay_ms": 50,
        "strike_cooldown_ms": 0,
        "strike_delay_ms": 50,
        "reveal_cooldown_ms": 0,
        "reveal_delay_ms": 50,
        "smoke_cooldown_ms": 0,
        "smoke_delay_ms": 50,
        "smoke_ms": 600_000,
        "harvest_cooldown_ms": 0,
        "harvest_land_ms": 50,
        "bulldoze_cooldown_ms": 0,
        "bulldoze_delay_ms": 50,
        "start_money_percent": 100_000,
        "road_cost_percent": 1,
        "tower_cost_percent": 1,
        "barricade_cost_percent": 1,
        "bridge_cost_percent": 1,
        "round_money": 1,
        "limit_ms": 0,
    }
)
"""Nothing takes time that one could wait for."""
Press = Callable[[Page, int, int], None]


def gather(
    people: Callable[..., Page], others: int, device: Mapping[str, Any] = DESK, **wishes: Any
) -> list[Page]:
    """People in a match of MineWars, the first with this device; bots on the seats left."""
    host = people(**device)
    made = host.request.post("/api/rooms", data={"game": "minewars", **wishes})
    assert made.ok, made.text()
    host.goto(f"/r/{made.json()['code']}")
    expect(host.get_by_role("button", name="Start the match")).to_be_visible()
    guests = [people() for _ in range(others)]
    for each in guests:
        each.goto(f"/r/{made.json()['code']}")
        each.get_by_role("button", name="Ready", exact=True).click()
    for number in range(wishes["seats"] - 1 - others):
        host.get_by_role("button", name="Add a bot").first.click()
        expect(host.get_by_role("combobox", name="Difficulty")).to_have_count(number + 1)
    host.get_by_role("button", name="Start the match").click()
    for each in (host, *guests):
        expect(board(each)).to_be_attached()
    return [host, *guests]


def tile(page: Page, x: int, y: int) -> Locator:
    """The tile in the grid for screen readers; it must be near the cursor."""
    return page.get_by_role("gridcell", name=re.compile(rf"^column {x}, row {y}:"))


def expect_tile(page: Page, x: int, y: int, words: str) -> None:
    """Until it is read out so."""
    expect(tile(page, x, y)).to_have_attribute("aria-label", re.compile(words))


def choose(page: Page, tool: str, kind: str = "") -> None:
    """A way of clicking by its button, and one of its kinds."""
    tools = page.get_by_role("group", name="Tools")
    button = tools.get_by_role("button", name=re.compile(f"^{tool}"))
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    if kind:
        kinds = page.get_by_role("group", name="Options")
        chosen = kinds.get_by_role("button", name=re.compile(f"^{kind}"))
        chosen.click()
        expect(chosen).to_have_attribute("aria-pressed", "true")


def beside(page: Page) -> list[Cell]:
    """Land around the cursor that may be captured now."""
    return [
        cell
        for cell in cells(page)
        if "next to your land" in cell.label
        and not re.search("flagged|protected|tower|barricade", cell.label)
    ]


def look_at(page: Page, x: int, y: int) -> None:
    page.mouse.move(*spot(page, x, y))


def second_click(page: Page, x: int, y: int) -> None:
    page.mouse.click(*spot(page, x, y), button="right")


def confirm(page: Page, name: str, press: Press = click, *places: tuple[int, int]) -> None:
    """Mark tiles, then send them together."""
    for x, y in places:
        press(page, x, y)
    page.get_by_role("button", name=re.compile(name)).click()


def bubble(page: Page) -> Locator:
    return page.locator(".bubble")


def card(page: Page) -> Locator:
    return page.get_by_role("region", name="Tile details")


def stun(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text="Stunned")


def out(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text="You are out")
