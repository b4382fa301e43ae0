"""A lesson in a real match, and hints that come once."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.web import land_grab, territory
from tests.web.pages import begin, board, card, cells, choose_more, tab_to


def lesson(page: Page) -> Locator:
    return page.get_by_role("region", name="Tutorial")


def begin_lesson(page: Page, game: str) -> None:
    page.goto("/")
    shown = card(page, game)
    tab_to(page, shown.get_by_role("button", name="More"))
    page.keyboard.press("Enter")
    tab_to(page, shown.get_by_role("button", name="Tutorial"))
    page.keyboard.press("Enter")


def expect_step(page: Page, step: int, steps: int = 5) -> None:
    expect(lesson(page).get_by_role("status")).to_contain_text(f"Step {step} of {steps}")


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
    expect(page.get_by_role("button", name="Now a real match")).to_be_visible()
    page.get_by_role("button", name="Keep playing").click()
    expect(lesson(page)).not_to_be_attached()
    page.reload()
    expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    expect(lesson(page)).not_to_be_attached()


def test_territorys_lesson_leads_to_a_fight(page: Page) -> None:
    begin_lesson(page, "Territory")
    expect_step(page, 1, 6)
    page.get_by_role("button", name="Next").click()
    for step in (2, 3):
        expect_step(page, step, 6)
        territory.declare(page, "I keep to my side.")
    expect_step(page, 4, 6)
    march(page)
    for _ in range(9):
        last = lesson(page).get_by_text("Armies met")
        expect(territory.phase(page, "Declare 1").or_(last).first).to_be_visible()
        if last.is_visible():
            break
        expect_step(page, 5, 6)
        for part in ("Declare 1", "Declare 2"):
            expect(territory.phase(page, part)).to_be_visible()
            territory.declare(page)
        march(page)
    expect_step(page, 6, 6)
    page.get_by_role("button", name="Now a real match").click()
    expect(page.get_by_text("Round 1 of 15")).to_be_visible()


def march(page: Page) -> None:
    """Onto the marked square, with all but one of the largest army beside it."""
    expect(territory.phase(page, "Orders")).to_be_visible()
    said = lesson(page).get_by_role("status").inner_text()
    marked = re.search(r"Marked: (\d),(\d)", said)
    assert marked, said
    goal = int(marked[1]), int(marked[2])
    army, move = max(
        (int(units[0]), (cell.x, cell.y, letter))
        for cell in cells(page)
        for letter, dx, dy in territory.STEPS
        if (cell.x + dx, cell.y + dy) == goal and cell.label.startswith("yours")
        if (units := re.search(r"\d+", cell.label))
    )
    page.get_by_label("As text").fill(",".join(map(str, (*move, max(1, army - 1)))))
    territory.seal_orders(page, 1)


def test_a_finished_lesson_leads_into_a_real_match_and_is_none_in_the_history(page: Page) -> None:
    begin_lesson(page, "Land Grab")
    expect_step(page, 1)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    shown = page.get_by_role("dialog").filter(has_text="Now a real match")
    expect(shown.get_by_role("button", name="Rematch")).to_have_count(0)
    shown.get_by_role("button", name="Now a real match").click()
    expect(page.get_by_text("0 of 100").or_(page.get_by_text("100")).first).to_be_visible()
    expect(lesson(page)).not_to_be_attached()
    page.goto("/")
    expect(page.get_by_text("Your finished matches appear here.")).to_be_visible()


def test_a_skipped_lesson_leaves_the_match(page: Page) -> None:
    begin_lesson(page, "Land Grab")
    page.get_by_role("button", name="Skip the tutorial").click()
    expect(lesson(page)).not_to_be_attached()
    expect(land_grab.is_turn(page)).to_be_visible()


def test_a_hint_comes_once_until_it_is_asked_for_again(page: Page) -> None:
    hint = page.get_by_text("Build your first farm near several of them.")
    begin(page, "land-grab")
    expect(hint).to_be_visible()
    expect_beside(hint, page.locator("[data-camera]"))
    page.get_by_role("button", name="Got it").click()
    expect(hint).not_to_be_attached()
    begin(page, "land-grab")
    expect(land_grab.is_turn(page)).to_be_visible()
    expect(hint).not_to_be_attached()
    page.goto("/settings")
    page.get_by_role("button", name="Show all hints again").click()
    begin(page, "land-grab")
    expect(hint).to_be_visible()


def expect_beside(hint: Locator, board: Locator) -> None:
    """It covers nothing of the board."""
    words, ground = hint.bounding_box(), board.bounding_box()
    assert words is not None
    assert ground is not None
    assert words["x"] >= ground["x"] + ground["width"]


def test_the_rules_show_pictures_above_the_rulebook(page: Page) -> None:
    page.goto("/")
    choose_more(page, "Land Grab", "Rules")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("figure").filter(has_text="this mine pays 5")).to_be_visible()
