"""A phone: 390 x 844 pixels and a finger."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web import PHONE, land_grab
from tests.web.pages import begin, expect_no_sideways, tap


def build_by_touch(page: Page) -> None:
    """A tap asks first; a second one on the yes builds."""
    mode, cell = land_grab.choose(page)
    button = page.get_by_role(
        "button", name=re.compile("^(Mine|Resort)" if mode == "settle" else "^Farm")
    )
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "true")
    tap(page, cell.x, cell.y)
    page.get_by_role("button", name="Yes", exact=True).tap()
    land_grab.expect_built(page, cell)


def test_a_whole_match_is_played_by_touch_and_nothing_is_wider_than_the_phone(
    people: Callable[..., Page],
) -> None:
    page = people(**PHONE)
    page.goto("/")
    expect_no_sideways(page)
    begin(page, "land-grab", params={"points_to_win": 40})
    expect(land_grab.is_turn(page)).to_be_visible()
    expect_no_sideways(page)
    land_grab.play(page, build_by_touch)
    expect_no_sideways(page)


def test_a_name_is_not_cut_while_there_is_room_beside_it(people: Callable[..., Page]) -> None:
    page = people(**PHONE)
    page.goto("/")
    assert page.request.post("/api/me", data={"name": "Copper Crane"}).ok
    begin(page, "land-grab")
    name = page.get_by_role("listitem").get_by_text("Copper Crane", exact=True)
    expect(name).to_be_visible()
    assert name.evaluate("(each) => each.scrollWidth <= each.clientWidth")


def test_a_tap_that_was_a_slip_is_taken_back(people: Callable[..., Page]) -> None:
    page = people(**PHONE)
    page.goto("/")
    page.get_by_role("button", name="Play Land Grab now").tap()
    expect(land_grab.is_turn(page)).to_be_visible()
    _, cell = land_grab.choose(page)
    tap(page, cell.x, cell.y)
    yes = page.get_by_role("button", name="Yes", exact=True)
    expect(yes).to_be_visible()
    page.get_by_role("button", name="No", exact=True).tap()
    expect(yes).not_to_be_visible()
    expect(land_grab.is_turn(page)).to_be_visible()
    assert cell in land_grab.legal(page)
