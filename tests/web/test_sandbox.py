"""A sandbox in the browser: every seat, all eyes, time in hand; with any game's screen."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.pages import begin, board, cells, choose_more, spot
from tests.web.servers import Server
from tests.web.truths import QUICK, expect_truth, next_action, record_of

DUEL = """\
grid: square
~~~~~~~~~~~
~.........~
~.1.......~
~.........~
~.........~
~.........~
~.......2.~
~.........~
~~~~~~~~~~~
"""


RICH = """\
grid: square
~~~~~~~~~~~
~....~....~
~.1..~..^.~
~.........~
~..^.^..%.~
~.........~
~..,..~.2.~
~.....~...~
~~~~~~~~~~~
"""
"""All of it is in the grid for screen readers."""


def seat_button(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("group", name="Seat to play").get_by_role("button", name=name)


def sit(page: Page, seat: int) -> None:
    """Until the page of that seat is there; through other eyes it is another one."""
    button = seat_button(page, f"Seat {seat + 1} ")
    if button.get_attribute("aria-pressed") == "true":
        return
    before = page.get_by_label("Type an action").element_handle()
    page.keyboard.press(f"Shift+Digit{seat + 1}")
    expect(button).to_have_attribute("aria-pressed", "true")
    before.wait_for_element_state("hidden")


def type_action(page: Page, action: str) -> None:
    field = page.get_by_label("Type an action")
    field.fill(action)
    expect(page.get_by_role("button", name="Submit")).to_be_enabled()
    field.press("Enter")
    field.blur()


def has_items(page: Page) -> bool:
    return any("mine" in cell.label.lower() for cell in cells(page))


def time_of(page: Page) -> Locator:
    return page.get_by_label(re.compile("^Match time"))


def test_it_is_begun_from_the_start_page(page: Page) -> None:
    page.goto("/")
    choose_more(page, "MineWars", "Sandbox")
    expect(page.get_by_text("Sandbox: you control every seat")).to_be_visible()
    expect(seat_button(page, "Seat 2 Player 2")).to_have_attribute("aria-pressed", "false")
    expect(board(page)).to_be_attached()


def test_both_seats_are_played_through_the_generic_screen(page: Page) -> None:
    begin(page, "land-grab", is_generic=True, is_sandbox=True)
    status = page.get_by_role("banner").get_by_role("status")
    for key in ("Shift+Digit1", "Shift+Digit2", "Shift+Digit1"):
        page.keyboard.press(key)
        expect(status).to_have_text("Your turn")
        field = page.get_by_label("Type an action")
        expect(field).to_have_attribute("placeholder", re.compile(r"\d,\d"))
        field.fill(field.get_attribute("placeholder") or "")
        field.press("Enter")
        expect(status).to_have_text(re.compile("’s turn$|'s turn$|is on"))
        field.blur()


def test_time_is_stopped_stepped_and_hurried(page: Page) -> None:
    begin(page, "minewars", is_sandbox=True, params={"map": DUEL, "limit_ms": 600_000})
    page.get_by_role("button", name="Pause time").click()
    expect(page.get_by_role("button", name="Resume time")).to_be_visible()
    before = time_of(page).get_attribute("aria-label")
    page.get_by_role("button", name="Advance one second").click()
    expect(time_of(page)).not_to_have_attribute("aria-label", before or "")
    page.get_by_label("Speed").select_option("16×")
    page.get_by_role("button", name="Resume time").click()
    expect(time_of(page)).to_have_attribute(
        "aria-label", re.compile(r"Match time (0:[2-5]\d|[1-9])")
    )
    page.get_by_role("button", name="Pause time").click()
    page.get_by_role("button", name="Skip to the next event").click()


def test_everything_is_seen_and_a_seat_sees_only_its_own(page: Page) -> None:
    begin(page, "minewars", is_sandbox=True, params={"map": DUEL, "items_percent": 50})
    assert not has_items(page)
    page.keyboard.press("Shift+Digit0")
    expect(page.get_by_text("You see everything")).to_be_visible()
    assert has_items(page)
    page.keyboard.press("Shift+Digit2")
    expect(seat_button(page, "Seat 2 Player 2")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("You see everything")).to_be_hidden()
    assert not has_items(page)


def test_what_is_seen_of_everything_stays_the_truth_while_both_seats_act(
    page: Page, server: Server
) -> None:
    """One tab plays both seats, the other looks on and lives on patches. Time stands still between
    steps, and each is written down: so the record ends at the moment that is shown."""
    begin(page, "minewars", is_generic=True, is_sandbox=True, params={"map": RICH, **QUICK})
    room = page.url.split("/room/")[1].split("?")[0]
    page.get_by_role("button", name="Pause time").click()
    expect(page.get_by_role("button", name="Resume time")).to_be_visible()
    looker = page.context.new_page()
    looker.goto(f"/room/{room}")
    expect(board(looker)).to_be_attached()
    looker.keyboard.press("Shift+Digit0")
    expect(looker.get_by_text("You see everything")).to_be_visible()
    done: Counter[str] = Counter()
    match = record_of(page, server, room, 0)
    for number in range(30):
        seat = number // 2 % 2
        action = next_action(match, seat, done)
        sit(page, seat)
        type_action(page, action)
        record_of(page, server, room, number + 1, is_stepped=False)
        # By the keyboard: a click waits for frames, and a tab behind another one has few of them.
        page.get_by_role("button", name="Advance one second").press("Enter")
        match = record_of(page, server, room, number + 1)
        expect_truth(looker, match, action)
    assert len(done) >= 8, done


def test_other_eyes_look_at_the_same_part_of_the_board(page: Page) -> None:
    begin(page, "minewars", is_sandbox=True, params={"grid": "square", "radius_tiles": 12})
    camera = page.locator("[data-camera]")
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
    at = spot(page, 3, 3)
    looked = camera.get_attribute("data-camera") or ""
    for key, pressed in (
        ("Shift+Digit2", "Seat 2"),
        ("Shift+Digit0", "See"),
        ("Shift+Digit1", "Seat 1"),
    ):
        page.keyboard.press(key)
        expect(seat_button(page, re.compile(pressed)).first).to_have_attribute(
            "aria-pressed", "true"
        )
        expect(camera).to_have_attribute("data-camera", looked)
        assert spot(page, 3, 3) == at


@pytest.mark.parametrize("game", ["area-attack", "mine-land", "territory"])
def test_the_bar_stands_above_every_games_screen(page: Page, game: str) -> None:
    small = {"width_tiles": 96, "height_tiles": 96} if game == "mine-land" else {}
    begin(page, game, is_sandbox=True, params=small)
    page.keyboard.press("Shift+P")
    expect(page.get_by_role("button", name="Resume time")).to_be_visible()
    for key, name in (("Shift+Digit0", "See everything"), ("Shift+Digit1", "^Seat 1 ")):
        page.keyboard.press(key)
        pressed = seat_button(page, re.compile(name)).first
        expect(pressed).to_have_attribute("aria-pressed", "true")
    expect(board(page)).to_be_attached()


def test_another_room_has_no_such_bar(page: Page) -> None:
    begin(page, "land-grab", bot="random")
    expect(page.get_by_role("region", name="Sandbox")).to_have_count(0)
