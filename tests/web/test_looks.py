"""What a player sees first and last: one's own land, a board that stays put, a pause, the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web import DESK, PHONE, area_attack, land_grab
from tests.web.pages import PLACE, begin, board, let_last, move_to, spot, tab_to
from tests.web.screens import SCREENS as WAYS
from tests.web.screens import quieten
from tests.web.test_home import COLOURS
from tests.web.test_learn import begin_lesson, expect_step, lesson

ON_ITS_SIDE = PHONE | {"viewport": {"width": 844, "height": 390}}
SCREENS: dict[str, tuple[dict[str, Any], int]] = {
    "desk": (DESK, 24),
    "phone": (PHONE, 32),
    "phone on its side": (ON_ITS_SIDE, 32),
}
"""With the least css pixels of a cell that a hand can hit there."""
STARTS = ((30, 30), (30, 50), (30, 10), (50, 30), (10, 30))
SIZE = "() => Number(document.querySelector('[data-camera]').dataset.camera.split(' ')[2])"

COLOURS_WHEN_RESIZED = f"""(frame) => new Promise((done) => {{
  const canvas = frame.querySelector("canvas");
  const before = canvas.height;
  const observer = new ResizeObserver(() => canvas.height !== before && done(({COLOURS})(frame)));
  observer.observe(frame);
  frame.style.height = `${{frame.clientHeight - 20}}px`;
}})"""
"""How many colours the board has in the frame in which its size changes."""


def frame(page: Page) -> Locator:
    return page.locator("[data-board]")


def place(page: Page) -> tuple[Any, str | None]:
    """Where the board is on the page, and what its camera looks at."""
    spot(page, 0, 0)  # the page has settled
    return frame(page).bounding_box(), frame(page).get_attribute("data-camera")


def is_on_board(page: Page, x: int, y: int) -> bool:
    box = frame(page).bounding_box()
    assert box
    left, top = spot(page, x, y)
    across = box["x"] < left < box["x"] + box["width"]
    return across and box["y"] < top < box["y"] + box["height"]


def cursor(page: Page) -> tuple[int, int, str]:
    """Where the keyboard is, and what it reads there."""
    found = PLACE.fullmatch(
        page.locator("[role=gridcell][tabindex='0']").get_attribute("aria-label") or ""
    )
    assert found
    return int(found[1]), int(found[2]), found[3]


def by_keys(page: Page, x: int, y: int) -> None:
    """While all of a large board is seen, its cells are too small to be hit."""
    tab_to(page, board(page))
    move_to(page, x, y)
    page.keyboard.press("Enter")


def expect_at_home(page: Page, least: int) -> None:
    page.wait_for_function(f"(least) => ({SIZE})() >= least", arg=least)
    x, y, label = cursor(page)
    assert "your" in label
    assert is_on_board(page, x, y)


@pytest.mark.parametrize("screen", SCREENS)
def test_area_attack_begins_on_ones_own_start_and_can_show_all(
    people: Callable[..., Page], screen: str
) -> None:
    options, least = SCREENS[screen]
    page = people(**options)
    begin(page, "area-attack", params={"width_cells": 60, "apart_cells": 6})
    area_attack.choose_start(page, STARTS, press=by_keys)
    expect(area_attack.is_begun(page)).to_be_visible()
    expect_at_home(page, least)
    page.get_by_role("button", name="Show the whole board").click()
    assert is_on_board(page, 0, 0)
    assert is_on_board(page, 59, 59)


@pytest.mark.parametrize("screen", SCREENS)
def test_minewars_begins_on_ones_own_city(people: Callable[..., Page], screen: str) -> None:
    options, least = SCREENS[screen]
    page = people(**options)
    begin(page, "minewars")
    expect_at_home(page, least)
    assert frame(page).evaluate(COLOURS_WHEN_RESIZED) > 20  # it is not empty for a moment


@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_a_hint_lies_on_the_board_and_does_not_move_it(
    people: Callable[..., Page], screen: str
) -> None:
    page = people(**SCREENS[screen][0])
    begin(page, "land-grab")
    hint = page.get_by_text("Build your first farm near several of them.")
    expect(hint).to_be_visible()
    before = place(page)
    page.get_by_role("button", name="Got it").click()
    expect(hint).not_to_be_attached()
    assert place(page) == before


def test_on_a_phone_a_hint_of_minewars_covers_no_land_while_the_panel_is_open(
    people: Callable[..., Page],
) -> None:
    page = people(**PHONE)
    begin(page, "minewars")
    hint = page.get_by_role("status", name="Hint")
    expect(hint).to_contain_text("one of the marked tiles")
    before = place(page)
    words, ground = hint.bounding_box(), before[0]
    assert words
    assert words["y"] >= ground["y"] + ground["height"]
    expect(hint.get_by_role("button", name="Got it")).to_be_in_viewport(ratio=1)
    for tab in page.get_by_role("tab").all():
        expect(tab).to_be_in_viewport(ratio=1)

    page.get_by_role("tab", name="Match").tap()  # folds the panel away
    expect(page.get_by_role("tabpanel")).not_to_be_visible()
    before = place(page)
    expect(hint).to_contain_text("one of the marked tiles")
    hint.get_by_role("button", name="Got it").tap()
    expect(hint).not_to_contain_text("one of the marked tiles")
    assert place(page) == before


@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_a_lesson_lies_on_the_board_and_leaves_it_where_it_is(
    people: Callable[..., Page], screen: str
) -> None:
    page = people(**SCREENS[screen][0])
    begin_lesson(page, "Land Grab")
    expect_step(page, 1)
    box, _ = before = place(page)
    strip = lesson(page).bounding_box()
    assert strip
    assert strip["y"] == box["y"]  # over its upper edge
    land_grab.build(page)
    expect_step(page, 2)
    assert place(page) == before
    page.get_by_role("button", name="Skip the tutorial").click()
    expect(lesson(page)).not_to_be_attached()
    assert place(page) == before


def resign(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()


def test_a_defeat_is_seen_on_the_board_before_the_table(page: Page) -> None:
    begin(page, "land-grab")
    expect(land_grab.is_turn(page)).to_be_visible()
    before = place(page)
    let_last(page)  # the moment, until the page is reloaded
    resign(page)
    moment = page.locator(".moment")
    expect(moment).to_contain_text("You lost")
    expect(moment).to_contain_text("won")
    expect(page.get_by_role("dialog")).not_to_be_visible()
    assert place(page) == before  # nothing moves, though there is nothing left to choose
    page.reload()
    table = page.get_by_role("dialog", name="You lost")
    expect(table).to_be_visible()
    expect(moment).not_to_be_attached()
    own = table.get_by_role("row").filter(has_text="you")
    other = table.get_by_role("row").filter(has_text="Barley")
    colour = "(each) => getComputedStyle(each).backgroundColor"
    assert own.evaluate(colour) == "rgba(0, 0, 0, 0)"
    assert other.evaluate(colour) != own.evaluate(colour)


def test_everybody_keeps_their_colour_in_the_next_match(page: Page) -> None:
    begin(page, "land-grab")
    own = page.get_by_role("listitem").filter(has_text="you").locator("[aria-hidden=true]").first
    colour = "(each) => getComputedStyle(each).backgroundColor"
    expect(own).to_be_visible()
    before = own.evaluate(colour)
    resign(page)
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("dialog")).not_to_be_visible()
    expect(page.get_by_text("no income yet").first).to_be_visible()
    expect(page.get_by_role("listitem").first).to_contain_text("Barley")  # the seats have moved on
    assert own.evaluate(colour) == before


@pytest.mark.parametrize(
    ("device", "screen"), [(DESK, "territory-result"), (PHONE, "minewars-result")]
)
def test_what_the_lines_of_a_result_are_is_seen_without_scrolling(
    people: Callable[..., Page], device: dict[str, Any], screen: str
) -> None:
    page = people(**device, reduced_motion="reduce")
    quieten(page)
    WAYS[screen](page)
    result = land_grab.result(page)
    expect(result.get_by_role("figure").locator("figcaption")).to_be_in_viewport(ratio=1)
    expect(result.get_by_role("row").last).to_be_in_viewport(ratio=1)  # the names


def test_what_is_chosen_looks_chosen_under_the_pointer(people: Callable[..., Page]) -> None:
    page = people(**DESK, reduced_motion="reduce")
    begin(page, "land-grab")
    farm = page.get_by_role("button", name=re.compile("^Farm"))
    expect(farm).to_have_attribute("aria-pressed", "true")
    background = "(each) => getComputedStyle(each).backgroundColor"
    before = farm.evaluate(background)
    farm.hover()
    assert farm.evaluate("(each) => each.matches(':hover')")
    assert farm.evaluate(background) == before


def test_a_pause_is_seen_on_the_board_and_one_button_ends_it(page: Page) -> None:
    begin(page, "minewars")
    page.get_by_role("button", name="Pause").click()
    veil = frame(page).locator("..").get_by_text("Paused", exact=True)
    expect(veil).to_be_visible()
    page.get_by_role("main").get_by_role("button", name="Resume").click()
    expect(veil).not_to_be_attached()


def test_coordinates_are_there_where_a_game_needs_them_or_the_settings_ask(page: Page) -> None:
    begin(page, "land-grab")
    expect(frame(page)).to_have_attribute("data-rulers", "true")
    begin(page, "minewars")
    expect(frame(page)).to_have_attribute("data-rulers", "false")
    page.goto("/settings")
    choice = page.get_by_role("group", name="Coordinates")
    choice.get_by_text("On", exact=True).click()
    begin(page, "minewars")
    expect(frame(page)).to_have_attribute("data-rulers", "true")
