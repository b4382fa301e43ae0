"""A lesson in a real match, and hints that come once."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.web import land_grab, territory
from tests.web.pages import begin, board, tab_to


def lesson(page: Page) -> Locator:
    return page.get_by_role("region", name="Tutorial")


def begin_lesson(page: Page, game: str) -> None:
    page.goto("/")
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=game))
    tab_to(page, card.get_by_role("button", name="Tutorial"))
    page.keyboard.press("Enter")


def expect_step(page: Page, step: int) -> None:
    expect(lesson(page).get_by_role("status")).to_contain_text(f"Step {step} of 5")


def test_land_grabs_lesson_ends_in_the_live_match_and_a_reload_keeps_its_step(page: Page) -> None:
    begin_lesson(page, "Land Grab")
    expect_step(page, 1)
    tab_to(page, board(page))
    page.keyboard.press("Enter")  # the cursor stands on the marked tile
    expect_step(page, 2)
    page.reload()
    for step in (2, 3, 4):
        expect_step(page, step)
        expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
        land_grab.build(page)
    expect_step(page, 5)
    page.get_by_role("button", name="Keep playing").click()
    expect(lesson(page)).not_to_be_attached()
    page.reload()
    expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    expect(lesson(page)).not_to_be_attached()


def test_territorys_lesson_goes_through_a_whole_round(page: Page) -> None:
    begin_lesson(page, "Territory")
    expect_step(page, 1)
    page.get_by_role("button", name="Next").click()
    for step in (2, 3):
        expect_step(page, step)
        territory.declare(page, "I keep to my side.")
    expect_step(page, 4)
    territory.order_as_text(page)
    territory.seal_orders(page, 1)
    expect_step(page, 5)


def test_a_skipped_lesson_leaves_the_match(page: Page) -> None:
    begin_lesson(page, "Land Grab")
    page.get_by_role("button", name="Skip the tutorial").click()
    expect(lesson(page)).not_to_be_attached()
    expect(land_grab.is_turn(page)).to_be_visible()


def test_a_hint_comes_once_until_it_is_asked_for_again(page: Page) -> None:
    hint = page.get_by_text("Build your first farm near several of them.")
    begin(page, "land-grab")
    expect(hint).to_be_visible()
    page.get_by_role("button", name="Got it").click()
    expect(hint).not_to_be_attached()
    begin(page, "land-grab")
    expect(land_grab.is_turn(page)).to_be_visible()
    expect(hint).not_to_be_attached()
    page.goto("/settings")
    page.get_by_role("button", name="Show all hints again").click()
    begin(page, "land-grab")
    expect(hint).to_be_visible()


def test_the_rules_show_pictures_above_the_rulebook(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Rules: Land Grab").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("figure").filter(has_text="this mine pays 5")).to_be_visible()
