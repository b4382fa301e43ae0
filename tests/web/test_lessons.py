"""Learning by doing: the tutorial on a real match, and hints that never come twice."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web import land_grab
from tests.web.pages import Cell, board, click


def learn(page: Page) -> None:
    page.goto("/")
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Land Grab"))
    card.get_by_role("button", name="Learn it").click()
    expect(board(page)).to_be_attached()


def test_a_lesson_leads_through_five_steps_by_what_is_done_and_survives_a_reload(
    page: Page,
) -> None:
    learn(page)
    expect(page.get_by_text("Step 1 of 5")).to_be_visible()
    expect(land_grab.is_turn(page)).to_be_visible()
    marked = Cell(4, 5, "")
    click(page, marked.x, marked.y)
    land_grab.expect_built(page, marked)
    for step in (2, 3, 4):
        expect(page.get_by_text(f"Step {step} of 5")).to_be_visible()
        expect(land_grab.is_turn(page)).to_be_visible()
        page.reload()
        expect(page.get_by_text(f"Step {step} of 5")).to_be_visible()
        expect(land_grab.is_turn(page)).to_be_visible()
        land_grab.build(page)
    expect(page.get_by_text("Step 5 of 5")).to_be_visible()


def test_a_lesson_can_be_skipped_and_the_match_goes_on(page: Page) -> None:
    learn(page)
    page.get_by_role("button", name="Skip the lesson").click()
    expect(page.get_by_text("Step 1 of 5")).not_to_be_visible()
    expect(land_grab.is_turn(page)).to_be_visible()
    land_grab.build(page)


def test_a_hint_that_was_read_does_not_come_again(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play Land Grab now").click()
    hint = page.get_by_role("status", name="Hint").get_by_role("paragraph")
    first = hint.inner_text()
    page.get_by_role("button", name="Got it").click()
    expect(hint).not_to_be_visible()
    page.reload()
    expect(board(page)).to_be_attached()
    expect(land_grab.is_turn(page)).to_be_visible()
    expect(page.get_by_text(first)).not_to_be_visible()
