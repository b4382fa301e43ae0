"""The keyboard alone suffices: no mouse is moved in this file."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web import land_grab
from tests.web.pages import board, move_to, tab_to


def build_with_keys(page: Page) -> None:
    mode, cell = land_grab.choose(page)
    page.keyboard.press("s" if mode == "settle" else "f")
    tab_to(page, board(page))
    move_to(page, cell.x, cell.y)
    page.keyboard.press("Enter")
    land_grab.expect_built(page, cell)


def test_a_match_is_begun_played_and_left_with_the_keyboard_alone(page: Page) -> None:
    page.goto("/")
    tab_to(page, page.get_by_role("button", name="Play Land Grab now"))
    page.keyboard.press("Enter")
    land_grab.play(page, build_with_keys)
    tab_to(page, page.get_by_role("button", name="Rematch"))
    page.keyboard.press("Enter")
    expect(land_grab.is_turn(page)).to_be_visible()
    tab_to(page, page.get_by_role("button", name="Resign"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("dialog").get_by_role("button", name="Resign"))
    page.keyboard.press("Enter")
    expect(land_grab.result(page)).to_be_visible()
    tab_to(page, page.get_by_role("button", name="Back to the start page").last)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Claim your ground")).to_be_visible()


def test_escape_closes_what_a_question_mark_opens(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play Land Grab now").press("Enter")
    expect(board(page)).to_be_attached()
    page.keyboard.press("?")
    rules = page.get_by_role("dialog", name="Land Grab")
    expect(rules).to_contain_text("settlement")
    page.keyboard.press("Escape")
    expect(rules).not_to_be_visible()
