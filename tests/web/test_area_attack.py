"""Area Attack on its own screen: people and a bot through all stages, ice, keys, a finger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.web import PATIENCE_MS, PHONE, area_attack, land_grab
from tests.web.area_attack import cell_named, choose_start, covered, loose_number
from tests.web.conftest import Complaints
from tests.web.pages import (
    Cell,
    begin,
    board,
    cells,
    click,
    expect_no_sideways,
    expect_remembered,
    is_remembered,
    move_to,
    remember,
    spot,
    tab_to,
    tap,
)
from tests.web.test_learn import begin_lesson, expect_step, lesson

ALL_STAGES = {1, 2, 3}
CORNERS = ((4, 4), (19, 4), (4, 19), (19, 19), (12, 12))
WITHOUT_HURRY = {
    "width_cells": 20,
    "apart_cells": 6,
    "density_percent": 20,
    "stage_2_ms": 1_800_000,
    "stage_3_ms": 3_600_000,
    "stage_2_percent": 100,
    "stage_3_percent": 100,
}
"""Stage 1 for as long as a test may take."""


def gather(
    people: Callable[..., Page], others: int, *, is_watched: bool = False, **wishes: Any
) -> list[Page]:
    """People in a match of Area Attack, with bots on the seats that are left; a watcher is last."""
    host = people()
    made = host.request.post("/api/rooms", data={"game": "area-attack", **wishes})
    assert made.ok, made.text()
    host.goto(f"/r/{made.json()['code']}")
    expect(host.get_by_role("button", name="Start the match")).to_be_visible()
    guests = [people() for _ in range(others)]
    for each in guests:
        each.goto(f"/r/{made.json()['code']}")
        each.get_by_role("button", name="Ready", exact=True).click()
    for _ in range(wishes["seats"] - 1 - others):
        host.get_by_role("button", name="Add a bot").first.click()
        expect(host.get_by_role("combobox", name="Difficulty")).to_be_visible()
    if is_watched:
        guests.append(people())
        guests[-1].goto(f"/r/{made.json()['code']}")
        expect(guests[-1].get_by_text("You are watching.")).to_be_visible()
    host.get_by_role("button", name="Start the match").click()
    for each in (host, *guests):
        expect(board(each)).to_be_attached()
    return [host, *guests]


def play_to_end(people: Callable[..., Page], stage_ms: int) -> tuple[list[Page], set[int]]:
    """Three people and a bot, and the stages in which the people have opened something."""
    params = {
        "width_cells": 24,
        "apart_cells": 6,
        "stage_2_ms": stage_ms,
        "stage_3_ms": 2 * stage_ms,
        "lock_ms": stage_ms,
        "stage_2_percent": 99,
        "stage_3_percent": 99,
        "freeze_ms": 300,
    }
    players = gather(people, others=2, seats=4, params=params)
    for each, (x, y) in zip(players, CORNERS, strict=False):
        choose_start(each, ((x, y), *CORNERS))
    seen: list[int] = []
    over = land_grab.is_over(players[0])
    while not over.is_visible() and not set(seen) >= ALL_STAGES:
        seen += [area_attack.open_something(each, choice=len(seen)) for each in players]
    expect(over).to_be_visible(timeout=stage_ms + PATIENCE_MS)
    return players, set(seen)


def test_three_people_and_a_bot_play_through_all_three_stages(
    people: Callable[..., Page],
) -> None:
    for stage_ms in (3_000, 15_000, 40_000):  # a match that was too slow gets more time
        players, seen = play_to_end(people, stage_ms)
        if seen >= ALL_STAGES:
            break
    assert seen >= ALL_STAGES

    for each in players:
        each.reload()  # a last click, meant for the board, may have closed the result
        shown = each.get_by_role("dialog").filter(has_text="Watch replay")
        expect(shown).to_contain_text("Time is up")
        expect(shown.get_by_role("row")).to_have_count(5)
        expect(shown.get_by_role("img", name="Cells over time")).to_be_visible()
        expect(area_attack.is_begun(each).get_by_role("heading")).to_contain_text("Finale")


def test_a_freeze_covers_ones_own_board_and_lies_on_the_others_card(
    people: Callable[..., Page], complaints: Complaints
) -> None:
    complaints.allowed = ("409 (Conflict)",)  # who finds no seat free is told so, and looks on
    params = WITHOUT_HURRY | {"density_percent": 35, "freeze_ms": 4_000}
    ada, ben, watcher = gather(people, others=1, is_watched=True, seats=2, params=params)
    choose_start(ada, CORNERS[:1])
    choose_start(ben, CORNERS[3:4])
    expect(area_attack.is_begun(ben)).to_be_visible()
    for each in (ben, watcher):
        remember(each, "li")
    cell = freeze(ada)
    for each in (ben, watcher):
        expect_remembered(each, "li", "frozen")
    # The ice has broken, and the mine is there for both to see.
    expect(cell_named(ada, cell.x, cell.y, "revealed mine")).to_be_attached()
    ben.get_by_role("tab", name="Events").click()
    expect(ben.get_by_role("log")).to_contain_text(f"the mine at {cell.x},{cell.y}")
    # Who looks on sees whose the ground is, and no number, and has nothing to click with.
    tab_to(watcher, board(watcher))
    move_to(watcher, *CORNERS[0])
    labels = {each.label for each in cells(watcher)}
    assert any(label.startswith("owned by ") for label in labels)
    assert not any("around" in label for label in labels)
    expect(watcher.get_by_role("group", name="Click mode")).to_have_count(0)


def freeze(page: Page) -> Cell:
    """The mine under the ice that was; more than one, if the ice broke before the next click."""
    remember(page, ".bubble")
    frost = area_attack.frost(page)
    for _ in range(100):
        cell = covered(page)[0]
        click(page, cell.x, cell.y)
        owned = cell_named(page, cell.x, cell.y, "yours")
        expect(owned.or_(frost).first).to_be_attached()
        if frost.is_visible():
            click(page, cell.x, cell.y)
            expect(frost).not_to_be_visible()
            if is_remembered(page, ".bubble", "You are frozen"):
                return cell
    raise AssertionError("no mine is found")


def test_a_watcher_looks_through_the_eyes_of_a_player_who_agrees(
    people: Callable[..., Page], complaints: Complaints
) -> None:
    complaints.allowed = ("409 (Conflict)",)  # no seat is left: they watch
    player, watcher = gather(people, others=0, is_watched=True, seats=2, params=WITHOUT_HURRY)
    offered = watcher.get_by_text("If a player allows it")
    expect(offered).to_be_visible()
    lends = player.get_by_role("checkbox", name="Let spectators see my view")
    lends.check()
    eyes = watcher.get_by_role("region", name="Point of view")
    players, everybodys = eyes.get_by_role("button").first, eyes.get_by_role("button").last
    expect(everybodys).to_have_attribute("aria-pressed", "true")
    players.click()
    expect(players).to_have_attribute("aria-pressed", "true")
    lends.uncheck()
    expect(offered).to_be_visible()


def test_another_players_cell_is_told_by_name_and_without_blame(page: Page) -> None:
    begin(page, "area-attack", bot="careful", params=WITHOUT_HURRY)
    choose_start(page, ((9, 9), (3, 3), (16, 16)))
    expect(area_attack.is_begun(page)).to_be_visible()
    # The grid is around the cursor: the bot's ground is found by walking there.
    tab_to(page, board(page))
    for x, y in ((14, 14), (14, 5), (5, 14), (5, 5)):
        move_to(page, x, y)
        found = [cell for cell in cells(page) if cell.label == "owned by Mallow"]
        if found:
            click(page, found[0].x, found[0].y)
            expect(page.locator(".bubble.hint")).to_contain_text("That cell belongs to Mallow")
            return
    raise AssertionError("the bot has no ground")


def test_a_finger_picks_opens_and_flags_on_a_phone(people: Callable[..., Page]) -> None:
    page = people(**PHONE)
    begin(page, "area-attack", bot="careful", params=WITHOUT_HURRY)
    expect_no_sideways(page)
    choose_start(page, ((9, 9), (4, 4), (15, 15)), tap)
    expect(area_attack.is_begun(page)).to_be_visible()
    expect_no_sideways(page)
    _, _, near = loose_number(page)
    flag = page.get_by_role("button", name="Flag")
    flag.tap()
    expect(flag).to_have_attribute("aria-pressed", "true")
    tap(page, near[0].x, near[0].y)
    expect(cell_named(page, near[0].x, near[0].y, "covered, flagged")).to_be_attached()
    page.get_by_role("button", name="Open").tap()
    hold(page, near[0].x, near[0].y, until="covered$")
    hold(page, near[1].x, near[1].y, until="covered, flagged")
    tap(page, near[0].x, near[0].y)
    opened = cell_named(page, near[0].x, near[0].y, "yours")
    expect(opened.or_(area_attack.frost(page)).first).to_be_attached()
    expect_no_sideways(page)


def hold(page: Page, x: int, y: int, until: str) -> None:
    """A finger stays on a cell until it is so."""
    at = dict(zip(("x", "y"), spot(page, x, y), strict=True))
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(cell_named(page, x, y, until)).to_be_attached()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()


def test_the_lesson_leads_through_five_steps_into_the_match(page: Page) -> None:
    begin_lesson(page, "Area Attack")
    expect_step(page, 1)
    area_attack.await_bots(page)  # the mark moves if the bot starts near it
    choose_start(page, [area_attack.marked(lesson(page))])
    expect(area_attack.is_begun(page)).to_be_visible()
    expect_step(page, 2)
    first, second = covered(page)[:2]
    page.mouse.click(*spot(page, first.x, first.y), button="right")
    for step, cell in ((3, second), (4, None)):
        expect_step(page, step)
        expect(area_attack.frost(page)).not_to_be_visible()
        cell = cell or next(each for each in covered(page) if "flagged" not in each.label)
        click(page, cell.x, cell.y)
    expect_step(page, 5)
    expect(page.get_by_role("button", name="Now a real match")).to_be_visible()
    page.get_by_role("button", name="Keep playing").click()
    expect(lesson(page)).not_to_be_attached()
    expect(area_attack.is_begun(page)).to_be_visible()
