"""For people who use keys or hear the page: where the focus is, and what is said of the others."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web import PHONE, land_grab, territory
from tests.web.pages import PLACE, begin, board, expect_remembered, remember, spot

FOCUSED = "document.activeElement.getAttribute('aria-label') ?? ''"


def focused(page: Page) -> str:
    words: str = page.evaluate(FOCUSED)
    return words


@pytest.mark.parametrize(
    ("game", "own"),
    [("land-grab", ""), ("territory", "yours"), ("minewars", "yours")],
)
def test_a_match_begins_with_the_keyboard_on_ones_own_ground(
    game: str, own: str, page: Page
) -> None:
    begin(page, game)
    page.wait_for_function("() => document.activeElement.role === 'gridcell'")
    assert PLACE.fullmatch(focused(page))
    assert own in focused(page)


def test_what_the_other_player_did_is_read_out(page: Page) -> None:
    begin(page, "land-grab")
    expect(land_grab.is_turn(page)).to_be_visible()
    remember(page, "[role=status]")
    land_grab.build(page)
    expect_remembered(page, "[role=status]", "builds a farm at")


def test_a_hint_goes_when_it_has_been_followed(page: Page) -> None:
    begin(page, "land-grab", params={"points_to_win": 40})
    hint = page.get_by_role("status", name="Hint")
    expect(hint).to_contain_text("Build your first farm")
    land_grab.build(page)
    expect(hint).not_to_contain_text("Build your first farm")
    expect(land_grab.is_turn(page)).to_be_visible()
    expect(hint).to_contain_text("You have a farm to spare")
    land_grab.build(page)
    expect(hint).not_to_contain_text("You have a farm to spare")


def test_on_a_phone_territory_has_names_taps_and_silence_in_reach(
    people: Callable[..., Page],
) -> None:
    page = people(**PHONE)
    begin(page, "territory")
    nothing = page.get_by_role("button", name="Say nothing")
    expect(nothing).to_be_in_viewport(ratio=1)
    hint = page.get_by_role("status", name="Hint")
    expect(hint).to_contain_text("declarations")
    words = hint.bounding_box()
    assert words is not None
    last, beyond = spot(page, 0, territory.SIDE - 1)[1], spot(page, 0, territory.SIDE)[1]
    assert words["y"] >= (last + beyond) / 2, "it covers squares"
    for name in page.get_by_role("group", name="Who is done").locator(".name").all():
        expect(name).to_be_visible()
    assert page.get_by_role("group", name="Who is done").locator(".name").count() >= 2
    nothing.tap()
    expect(territory.phase(page, "Declare 2")).to_be_visible()
    nothing.tap()
    expect(territory.phase(page, "Orders")).to_be_visible()
    expect(page.get_by_text("Tap one of your squares")).to_be_attached()


def test_what_was_said_is_said_again_with_one_tap(people: Callable[..., Page]) -> None:
    page = people(**PHONE)
    begin(page, "territory")
    territory.declare(page, "Peace with everybody")
    expect(territory.phase(page, "Declare 2")).to_be_visible()
    same = page.get_by_role("button", name="Same as last")
    expect(same).to_be_in_viewport(ratio=1)
    field = page.get_by_role("textbox", name="declaration").element_handle()
    same.tap()
    expect(territory.phase(page, "Orders")).to_be_visible()
    # The browser may tell where its caret is when the field has gone: nothing is thrown.
    assert not field.evaluate("(each) => each.isConnected")
    field.evaluate("(each) => each.dispatchEvent(new Event('selectionchange'))")
    expect(board(page)).to_be_attached()
    page.get_by_role("tab", name="Talk").tap()
    expect(page.get_by_text("Peace with everybody")).to_have_count(2)
