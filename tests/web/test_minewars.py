"""MineWars on its own screen: every action in a duel, a match to elimination, keys, a finger."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web import PHONE, land_grab, minewars
from tests.web.minewars import DUEL_MAP, QUICK, beside, choose, expect_tile, gather
from tests.web.pages import (
    board,
    choose_more,
    click,
    expect_no_sideways,
    expect_remembered,
    move_to,
    remember,
    spot,
    tab_to,
    tap,
)
from tests.web.test_area_attack import hold

CALM = {"map": DUEL_MAP, "autoexpand_enemy": False, **QUICK}
"""The first click takes all that is nobody's; enemies' land is taken tile by tile."""
HEX_MAP = DUEL_MAP.replace("grid: square", "grid: hex")
POND_MAP = """\
grid: square
title: A Pond
~~~~~~~~~~~~~~
~............~
~..1......2..~
~............~
~.....~......~
~............~
~............~
~~~~~~~~~~~~~~
"""
ADAS, BENS = "yours", "owned by [^,]+"


def test_a_duel_goes_through_every_action_of_the_rulebook(people: Callable[..., Page]) -> None:
    params = {**CALM, "stun_ms": 600_000, "blind_ms": 2_000, "hold_ms": 1_500}
    ada, ben = gather(people, others=1, seats=2, params=params)
    take_the_island(ada)
    mark_and_strike(ada, ben)
    lay_items(ada)
    find_items(ben)
    build_and_harvest(ada)
    take_the_city(ada, ben)


def take_the_island(ada: Page) -> None:
    """Capture: with a digit of 0 all safe land opens, and what is surrounded comes with it."""
    click(ada, 10, 3)
    expect(minewars.bubble(ada)).to_contain_text("You can only capture next to your own tiles")
    click(ada, 5, 3)
    expect_tile(ada, 5, 3, ADAS)
    expect(ada.get_by_text("You have surrounded and captured one tile").first).to_be_attached()
    expect_tile(ada, 3, 6, f"mountain, {ADAS}")


def mark_and_strike(ada: Page, ben: Page) -> None:
    minewars.second_click(ada, 9, 3)
    expect_tile(ada, 9, 3, f"{BENS}.*flagged by you")
    minewars.second_click(ada, 9, 3)
    expect_tile(ada, 9, 3, f"{BENS}, next to your land$")
    choose(ada, "Strike")
    click(ada, 4, 4)
    expect(minewars.bubble(ada)).to_contain_text("That tile is already yours")
    minewars.confirm(ada, "Strike 2 tiles", click, (9, 2), (9, 4))
    expect_tile(ada, 9, 2, f"destroyed land, {BENS}")
    expect_tile(ben, 9, 4, "destroyed land, yours")


def lay_items(ada: Page) -> None:
    """Deploy, and what an enemy reads of it."""
    for kind, y in (("Decoy", 2), ("Mine", 3), ("Trap", 4)):
        choose(ada, "Deploy", kind)
        click(ada, 8, y)
        expect_tile(ada, 8, y, {"Trap": "flashbang trap"}.get(kind, kind.lower()))


def find_items(ben: Page) -> None:
    expect_tile(ben, 9, 3, "yours, 3 items around it, including a decoy or trap")
    choose(ben, "Reveal")
    click(ben, 8, 3)
    expect_tile(ben, 8, 3, "land, owned by [^,]+, mine")
    choose(ben, "Smoke")
    click(ben, 8, 5)
    expect_tile(ben, 8, 5, "smoke")
    choose(ben, "Capture")
    click(ben, 8, 2)
    expect_tile(ben, 8, 2, "land, yours")
    remember(ben, "[role=status]")
    click(ben, 8, 4)
    expect_remembered(ben, "[role=status]", "Blinded")
    expect_tile(ben, 8, 4, "land, yours")
    click(ben, 8, 3)
    expect(ben.get_by_role("status").filter(has_text="Stunned")).to_be_visible()
    expect_tile(ben, 8, 3, "destroyed land, owned by.*skull")
    click(ben, 7, 3)
    expect(minewars.bubble(ben)).to_contain_text("You are stunned")


def build_and_harvest(ada: Page) -> None:
    choose(ada, "Build", "Road")
    click(ada, 2, 2)
    expect_tile(ada, 2, 2, "foundation, yours.*road$")
    choose(ada, "Build", "Tower")
    click(ada, 4, 4)
    expect_tile(ada, 4, 4, "foundation, yours.*watch tower$")
    choose(ada, "Build", "Bridge")
    click(ada, 6, 1)
    expect_tile(ada, 6, 1, "water.*bridge, left and right$")
    choose(ada, "Build", "Barricade")
    click(ada, 4, 2)
    expect(minewars.bubble(ada)).to_contain_text("must close a gap")
    minewars.confirm(ada, "Build a barricade of 1 tile", click, (2, 6))
    expect_tile(ada, 2, 6, "foundation, yours.*barricade$")
    choose(ada, "Harvest")
    click(ada, 4, 1)
    expect_tile(ada, 4, 1, "foundation, yours")
    choose(ada, "Bulldoze")
    click(ada, 2, 2)
    expect_tile(ada, 2, 2, "destroyed land, yours, 0 items around it$")


CLICKS_ON = """() => {
  const look = () => {
    const box = document.querySelector("dialog[open]");
    if (!box) return;
    watch.disconnect();
    box.click();
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""A hand that clicks on beside the result, as it opens: that does not close it."""


def take_the_city(ada: Page, ben: Page) -> None:
    """Ben's land is taken tile by tile; his city falls when its ring is held."""
    choose(ada, "Capture")
    remember(ben, "button")
    ben.evaluate(CLICKS_ON)
    ring = [(x, y) for x in (9, 10, 11) for y in (2, 3, 4) if (x, y) != (10, 3)]
    for x, y in [(8, 2), (8, 4), *ring]:
        click(ada, x, y)
        expect_tile(ada, x, y, ADAS)
    expect_remembered(ben, "button", "is being surrounded by")
    expect_remembered(ben, "button", "after the last tile is taken")
    expect_remembered(ben, "button", "takes it in")
    for each in (ada, ben):
        expect(land_grab.result(each)).to_contain_text("Only one player still has a city")
        expect(each.get_by_role("dialog").get_by_role("row")).to_have_count(3)
        picture = each.get_by_role("dialog").get_by_role("img", name="Land over time")
        expect(picture).to_be_visible()


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_two_people_and_two_bots_play_to_elimination(
    grid: str, people: Callable[..., Page]
) -> None:
    params = {
        "grid": grid,
        "radius_tiles": 7,
        "cities": 1,
        "items_percent": 1,
        "protect_ms": 0,
        "hold_ms": 400,
        "stun_ms": 300,
        "capture_cooldown_ms": 125,
        "breach_tiles": 0,
        "limit_ms": 0,
    }
    players = gather(people, others=1, seats=4, params=params)
    over = land_grab.is_over(players[0])
    clicks = 0
    while not over.is_visible():
        left = [each for each in players if not minewars.out(each).is_visible()]
        # After a while one of them rests: somebody has to hold a city.
        for each in left if clicks < 8 else left[:1]:
            found = beside(each)
            if found and not over.is_visible():
                cell = found[clicks % len(found)]
                click(each, cell.x, cell.y)
            clicks += 1
    for each in players:
        expect(land_grab.result(each)).to_contain_text("Only one player still has a city")
        expect(each.get_by_role("dialog").get_by_role("row")).to_have_count(5)


def test_a_skirmish_is_fought_with_the_keyboard_alone(people: Callable[..., Page]) -> None:
    ada, ben = gather(people, others=1, seats=2, params=CALM)
    tab_to(ada, board(ada))
    press_at(ada, 5, 3, "Enter")
    expect_tile(ada, 5, 3, ADAS)
    press_at(ada, 9, 3, "Shift+Enter")
    expect_tile(ada, 9, 3, "flagged by you")
    # A number chooses a button, and the same one again sends what is marked.
    ada.keyboard.press("3")
    press_at(ada, 9, 2, "Enter")
    expect(ada.get_by_role("button", name=re.compile("Strike 1 tile"))).to_be_visible()
    ada.keyboard.press("3")
    expect_tile(ada, 9, 2, f"destroyed land, {BENS}")
    # The same one again chooses the next kind: mine, decoy.
    ada.keyboard.press("4")
    ada.keyboard.press("4")
    press_at(ada, 8, 3, "Enter")
    expect_tile(ada, 8, 3, "decoy")
    ada.keyboard.press("w")
    press_at(ada, 4, 4, "Enter")
    expect_tile(ada, 4, 4, "watch tower$")
    ada.keyboard.press("Escape")
    expect(ada.get_by_role("button", name="Capture", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    # Land is lost: Tab goes there once, and then on as everywhere.
    click(ben, 8, 4)
    expect(ada.get_by_role("button", name=re.compile("1 tile lost"))).to_be_visible()
    ada.keyboard.press("Tab")
    expect(ada.locator("[role=gridcell][tabindex='0']")).to_have_attribute(
        "aria-label", re.compile("^column 8, row 4: land, owned by")
    )
    expect(ada.locator("[role=gridcell]:focus")).to_be_attached()
    ada.keyboard.press("Tab")
    expect(ada.locator("[role=gridcell]:focus")).not_to_be_attached()


def test_an_alert_covers_no_tile_and_moves_no_board(people: Callable[..., Page]) -> None:
    ada, ben = gather(people, others=1, seats=2, params=CALM)
    click(ada, 5, 3)
    expect_tile(ada, 5, 3, ADAS)
    before = ada.locator("[data-board]").bounding_box()
    assert before
    click(ben, 8, 4)
    alert = ada.get_by_role("button", name=re.compile("1 tile lost"))
    expect(alert).to_be_in_viewport(ratio=1)
    assert ada.locator("[data-board]").bounding_box() == before
    box = alert.bounding_box()
    assert box
    assert box["x"] >= before["x"] + before["width"]
    alert.click()
    expect(ada.locator("[role=gridcell][tabindex='0']")).to_have_attribute(
        "aria-label", re.compile("^column 8, row 4: ")
    )
    expect(alert).not_to_be_attached()


def press_at(page: Page, x: int, y: int, key: str) -> None:
    move_to(page, x, y)
    page.keyboard.press(key)


@pytest.mark.parametrize("way", ["Up and down", "Left and right"])
def test_where_a_bridge_fits_in_more_than_one_way_one_chooses(
    people: Callable[..., Page], way: str
) -> None:
    ada, _ = gather(people, others=1, seats=2, params={**CALM, "map": POND_MAP})
    click(ada, 5, 3)
    expect_tile(ada, 5, 4, ADAS)
    choose(ada, "Build", "Bridge")
    click(ada, 6, 4)
    expect(minewars.bubble(ada)).to_contain_text("Which way should the bridge go?")
    ways = ada.get_by_role("group", name="Which way should the bridge go?").get_by_role("button")
    expect(ways).to_have_count(2)
    ada.keyboard.press("Escape")
    expect(ways).to_have_count(0)
    click(ada, 6, 4)
    ways.filter(has_text=way).click()
    expect_tile(ada, 6, 4, f"water.*bridge, {way.lower()}$")
    expect(ways).to_have_count(0)
    click(ada, 6, 4)
    expect(minewars.bubble(ada)).to_contain_text("There is already a structure there")


def test_a_way_is_chosen_by_a_finger(people: Callable[..., Page]) -> None:
    params = {**CALM, "map": POND_MAP.replace("grid: square", "grid: hex")}
    page, ben = gather(people, others=1, device=PHONE, seats=2, params=params)
    tap(page, 4, 3)
    expect_tile(page, 5, 4, ADAS)
    choose(page, "Build", "Bridge")
    tap(page, 6, 4)
    ways = page.get_by_role("group", name="Which way should the bridge go?").get_by_role("button")
    expect(ways).to_have_count(3)
    expect_no_sideways(page)
    ways.filter(has_text="Down to the right").tap()
    expect_tile(page, 6, 4, "bridge, down to the right$")
    choose(ben, "Build", "Bridge")
    click(ben, 6, 4)
    expect(minewars.bubble(ben)).to_contain_text("One end of the bridge must be on your own land")


def test_a_digit_that_is_satisfied_is_captured_around_by_two_clicks(
    people: Callable[..., Page],
) -> None:
    ada, ben = gather(people, others=1, seats=2, params=CALM)
    click(ada, 5, 3)
    expect_tile(ada, 8, 3, ADAS)
    choose(ben, "Deploy", "Mine")
    click(ben, 9, 3)
    expect_tile(ben, 9, 3, "mine")
    expect_tile(ada, 8, 3, "yours, 1 item around it")
    ada.mouse.dblclick(*spot(ada, 8, 3))
    expect(minewars.bubble(ada)).to_contain_text("you have placed 0 flags")
    minewars.second_click(ada, 9, 3)
    expect_tile(ada, 9, 3, "flagged by you")
    ada.mouse.dblclick(*spot(ada, 8, 3))
    for y in (2, 4):
        expect_tile(ada, 9, y, ADAS)
    expect_tile(ada, 9, 3, BENS)


def test_the_money_below_a_city_runs_while_nothing_happens(people: Callable[..., Page]) -> None:
    params = {**CALM, "start_money_percent": 0}
    ada, _ = gather(people, others=1, seats=2, params=params)
    drawn = "document.querySelector('.board canvas + canvas').toDataURL()"
    for _ in range(2):  # the first may be the last of what moves at the start
        before = ada.evaluate(drawn)
        ada.wait_for_function(f"before => {drawn} !== before", arg=before)


def test_a_finger_captures_flags_strikes_and_gives_up_on_a_phone(
    people: Callable[..., Page],
) -> None:
    params = {**CALM, "map": HEX_MAP}
    page, _ = gather(people, others=1, device=PHONE, seats=2, params=params)
    expect_no_sideways(page)
    tap(page, 5, 3)
    expect_tile(page, 5, 3, ADAS)
    hold(page, 9, 3, until="land, owned by.*flagged by you")
    choose(page, "Strike")
    tap(page, 9, 3)
    page.get_by_role("button", name=re.compile("Strike 1 tile")).tap()
    expect_tile(page, 9, 3, "destroyed land")
    expect_no_sideways(page)
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("dialog", name="Menu").get_by_role("button", name="Resign").tap()
    page.get_by_role("dialog").get_by_role("button", name="Resign").tap()
    expect(land_grab.result(page)).to_contain_text("You resigned")


def test_the_small_map_of_a_phone_stays_free_while_one_is_stunned(
    people: Callable[..., Page],
) -> None:
    params = {**CALM, "map": HEX_MAP, "stun_ms": 600_000}
    ada, ben = gather(people, others=1, device=PHONE, seats=2, params=params)
    choose(ben, "Deploy", "Mine")
    click(ben, 9, 3)
    expect_tile(ben, 9, 3, "mine")
    tap(ada, 5, 3)
    expect_tile(ada, 5, 3, ADAS)
    tap(ada, 9, 3)
    expect(minewars.stun(ada)).to_be_visible()
    card = minewars.stun(ada).locator(".card").bounding_box()
    small_map = ada.locator(".map").bounding_box()
    assert card
    assert small_map
    assert card["x"] + card["width"] <= small_map["x"]


def test_the_lesson_is_played_from_the_first_capture_to_a_bridge_over_the_strait(
    page: Page,
) -> None:
    page.goto("/")
    choose_more(page, "MineWars", "Tutorial")
    expect_step(page, 1)
    tab_to(page, board(page))
    page.keyboard.press("Enter")  # the cursor stands on the marked tile
    expect_step(page, 2)
    page.get_by_role("button", name="Next").click()
    expect_step(page, 3)
    expect_pointed(page, 11, 2)
    minewars.second_click(page, 11, 2)
    expect_step(page, 4)
    choose(page, "Strike")
    minewars.confirm(page, "Strike 1 tile", click, (11, 2))
    expect_step(page, 5)
    # What was flagged there is destroyed, and the flag gone: it may be captured.
    expect_tile(page, 11, 2, "destroyed land, covered, next to your land(, Strike possible)?$")
    choose(page, "Capture")
    for x, y in ((11, 2), (10, 4), (10, 5)):
        expect_pointed(page, x, y)
        click(page, x, y)
    expect_step(page, 6)
    expect_tile(page, 11, 4, ADAS)
    expect_pointed(page, 10, 6)
    click(page, 10, 6)
    expect_step(page, 7)
    expect_pointed(page, 11, 2)
    choose(page, "Deploy", "Mine")
    click(page, 11, 2)
    expect_step(page, 8)
    expect_pointed(page, 12, 2)
    choose(page, "Build", "Bridge")
    click(page, 12, 2)
    expect_tile(page, 12, 2, "water.*bridge, left and right$")
    expect_step(page, 9)
    page.get_by_role("button", name="Now a real match").click()
    expect(page.get_by_role("region", name="Tutorial")).to_have_count(0)
    expect(board(page)).to_be_attached()


def expect_pointed(page: Page, x: int, y: int) -> None:
    """The lesson names the tile that it marks, for those who do not see it."""
    lesson = page.get_by_role("region", name="Tutorial")
    expect(lesson.get_by_role("status")).to_contain_text(f"{x},{y}")


def expect_step(page: Page, step: int) -> None:
    lesson = page.get_by_role("region", name="Tutorial")
    expect(lesson.get_by_role("status")).to_contain_text(f"Step {step} of 9")
