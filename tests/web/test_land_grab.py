"""Land Grab from the start page to the result, by clicks."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web import land_grab


def test_one_click_on_the_start_page_is_a_match_that_can_be_played_to_its_end(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play Land Grab now").click()
    expect(page.get_by_role("heading", name="Land Grab", level=1)).to_be_visible()
    turns = land_grab.play(page)
    assert turns > 5
    shown = land_grab.result(page)
    expect(shown).to_contain_text("The target score has been reached.")
    expect(shown.get_by_role("row")).to_have_count(3)
    shown.get_by_role("button", name="Close").click()
    expect(land_grab.is_over(page)).to_be_visible()
