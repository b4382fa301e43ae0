"""What stands around the board: settings, sound, pause, keys, and room for all of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web import PHONE, land_grab
from tests.web.pages import begin

SMALLEST = {**PHONE, "viewport": {"width": 320, "height": 640}}
LARGE_TEXT = "localStorage['freehold.settings'] ||= JSON.stringify({ scale: 150, hints: false })"
OVERLAPS = """(root) => {
  const seen = [...document.querySelectorAll(`${root} *`)].filter((each) => {
    const isLeaf = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const isShown = each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return (isLeaf || each.tagName === "svg") && isShown && !each.closest(".hidden");
  });
  const boxes = seen.map((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const isWhole = each.tagName === "svg" || getComputedStyle(each).overflow === "hidden";
    return { each, box: (isWhole ? each : range).getBoundingClientRect() };
  });
  const found = [];
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1)) {
      if (one.each.contains(other.each) || other.each.contains(one.each)) continue;
      const [a, b] = [one.box, other.box];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) found.push(`${one.each.outerHTML} and ${other.each.outerHTML}`);
    }
  return found;
}"""
"""Texts and icons that lie on each other."""


@pytest.mark.parametrize("game", ["land-grab", "territory", "area-attack", "minewars"])
def test_with_large_text_on_a_narrow_phone_nothing_lies_on_something_else(
    game: str, people: Callable[..., Page]
) -> None:
    page = people(**SMALLEST)
    page.add_init_script(LARGE_TEXT)
    begin(page, game)
    expect(page.locator("html")).to_have_css("font-size", "24px")
    for part in ("header", "main section"):
        assert page.evaluate(OVERLAPS, part) == []
    frame = page.locator("[data-camera]").bounding_box()
    assert frame is not None
    assert frame["height"] >= 160, "the board has no room"


def test_settings_and_sound_are_in_reach_during_a_match_on_a_phone_held_upright(
    people: Callable[..., Page],
) -> None:
    page = people(**PHONE)
    begin(page, "land-grab")
    page.get_by_role("button", name="Menu").tap()
    menu = page.get_by_role("dialog", name="Menu")
    menu.get_by_role("button", name="Sound: on").tap()
    expect(menu.get_by_role("button", name="Sound: off")).to_be_visible()
    for name in ("Rules and keys", "Resign"):
        expect(menu.get_by_role("button", name=name)).to_be_visible()
    menu.get_by_role("button", name="Settings").tap()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    expect(menu).not_to_be_visible()


def test_the_sound_button_says_what_is_and_not_what_it_would_do(page: Page) -> None:
    begin(page, "land-grab")
    page.get_by_role("button", name="Sound: on").click()
    off = page.get_by_role("button", name="Sound: off")
    expect(off).to_be_visible()
    off.click()
    expect(page.get_by_role("button", name="Sound: on")).to_be_visible()


def test_a_match_against_bots_is_paused_while_settings_or_rules_are_open(page: Page) -> None:
    begin(page, "minewars")
    status = page.get_by_role("banner").get_by_role("status")
    expect(status).to_have_text("In progress")
    page.get_by_role("button", name="Settings").click()
    expect(status).to_have_text("Paused")
    page.keyboard.press("Escape")
    expect(status).to_have_text("In progress")
    page.keyboard.press("?")
    expect(status).to_have_text("Paused")
    page.keyboard.press("Escape")
    expect(status).to_have_text("In progress")


def test_a_pause_of_ones_own_is_not_ended_by_closing_the_settings(page: Page) -> None:
    begin(page, "minewars")
    page.get_by_role("button", name="Pause").click()
    status = page.get_by_role("banner").get_by_role("status")
    expect(status).to_have_text("Paused")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Settings")).not_to_be_visible()
    expect(page.get_by_role("button", name="Resume").first).to_be_visible()
    expect(status).to_have_text("Paused")


def test_the_keys_are_listed_when_a_question_mark_is_pressed(page: Page) -> None:
    begin(page, "land-grab")
    expect(land_grab.is_turn(page)).to_be_visible()
    page.keyboard.press("?")
    rules = page.get_by_role("dialog", name="Land Grab")
    expect(rules.get_by_text("Move the cursor")).to_be_visible()
    expect(rules.get_by_text("Farm").first).to_be_visible()
    # The button is pressed by people who want the rules.
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules and keys").click()
    expect(rules.get_by_text("Farms and settlements").first).to_be_in_viewport()
    expect(rules.get_by_text("Move the cursor")).not_to_be_visible()
