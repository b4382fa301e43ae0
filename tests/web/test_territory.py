"""Territory by link: three players, each in a browser of their own, and a watcher."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web import PHONE, land_grab, territory
from tests.web.conftest import Complaints
from tests.web.pages import (
    begin,
    board,
    choose_more,
    expect_no_sideways,
    expect_remembered,
    let_last,
    play,
    remember,
)


def open_room(page: Page) -> str:
    """A room for three with two rounds; its link."""
    page.goto("/")
    choose_more(page, "Territory", "Play with friends")
    page.get_by_role("radio", name="3", exact=True).check()
    expect(page.get_by_role("button", name="Sit here")).to_have_count(2)
    page.get_by_role("group").filter(has_text="Defaults").locator("summary").click()
    set_option(page, "rounds", 2)
    set_option(page, "minimum distance between starts", 4)  # nobody can be overrun in two rounds
    set_option(page, "time per phase", 0)  # nor be late
    return page.locator("code").inner_text()


def set_option(page: Page, name: str, value: int) -> None:
    field = page.get_by_label(re.compile(f"^{name}", re.IGNORECASE))
    field.fill(str(value))
    field.press("Enter")


def gather(people: Callable[..., Page]) -> tuple[list[Page], Page]:
    """Three players and a watcher, in a running match."""
    ada = people()
    link = open_room(ada)
    others = [people(), people()]
    for each in others:
        each.goto(link)
        each.get_by_role("button", name="Ready", exact=True).click()
    watcher = people()
    watcher.goto(link)
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    ada.get_by_role("button", name="Start the match").click()
    for each in (ada, *others, watcher):
        expect(board(each)).to_be_attached()
        expect(each.get_by_text("Round 1 of 2")).to_be_visible()
    return [ada, *others], watcher


def test_three_browsers_play_a_whole_match_by_link_and_a_fourth_looks_on(
    people: Callable[..., Page], complaints: Complaints
) -> None:
    complaints.allowed = ("409 (Conflict)",)  # who finds no seat free is told so, and looks on
    players, watcher = gather(people)
    ada, ben, cleo = players
    everybody = [*players, watcher]

    # Where one looks is one's own affair, whatever others do meanwhile.
    cleo.get_by_role("tab", name="Orders").click()

    # What is sealed is secret until the last text is in, and both outlive a reload.
    territory.declare(ada, "I leave 3,4 alone")
    territory.expect_sealed(ada)
    ada.reload()
    territory.expect_sealed(ada)
    ben.get_by_role("textbox", name="declaration").fill("Peace with A")
    ben.reload()
    expect(ben.get_by_role("textbox", name="declaration")).to_have_value("Peace with A")
    watcher.reload()
    expect(watcher.get_by_text("is done")).to_have_count(1)
    expect(cleo.get_by_text("is done")).to_have_count(1)
    expect(cleo.get_by_role("tab", name="Orders")).to_have_attribute("aria-selected", "true")
    cleo.get_by_role("tab", name="Talk").click()
    for each in (ben, cleo, watcher):
        expect(each.get_by_text("alone")).to_have_count(0)
    territory.declare(ben, "Peace with A")
    territory.declare(cleo)
    for each in everybody:
        expect(territory.phase(each, "Declare 2")).to_be_visible()
        expect(each.get_by_text("alone").first).to_be_visible()

    cleo.reload()
    for each in players:
        territory.declare(each)
    for each in everybody:
        expect(territory.phase(each, "Orders")).to_be_visible()

    # Orders in three ways; a reload in the middle keeps the draft and the seal.
    territory.order_by_drag(ada)
    expect(ada.get_by_role("button", name="Edit move 1")).to_be_visible()
    ada.reload()
    territory.seal_orders(ada, moves=1)
    territory.expect_sealed(ada)
    territory.order_by_clicks(ben)
    territory.seal_orders(ben, moves=1)
    ben.reload()
    territory.expect_sealed(ben)
    watcher.reload()
    for each in everybody:
        expect(territory.phase(each, "Orders")).to_be_visible()
        remember(each, "section")  # it is shown in its own time
    let_last(ada)  # but not to a player who wants to skip it
    territory.order_as_text(cleo)
    territory.seal_orders(cleo, moves=1)
    ada.get_by_role("button", name="Skip").click()
    for each in everybody:
        expect(each.get_by_text("Round 2 of 2")).to_be_visible()
        expect_remembered(each, "section", "Round 1 plays out")
    ada.reload()

    for name in ("Declare 1", "Declare 2"):
        for each in players:
            expect(territory.phase(each, name)).to_be_visible()
            territory.declare(each)
    for each in players:
        territory.seal_orders(each)
    for each in everybody:
        result = each.get_by_role("dialog")
        expect(result.get_by_role("row")).to_have_count(4)
        expect(result).to_contain_text("Units after each round")
    expect(land_grab.result(watcher)).to_have_count(0)


def test_orders_that_cannot_be_are_explained_as_one_types(people: Callable[..., Page]) -> None:
    page = people()
    play(page, "Territory")
    page.get_by_role("tab", name="Orders").click()
    field = page.get_by_label("As text")
    field.fill("9,9,R,5")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("2,3,sideways")
    expect(page.get_by_text("Write a move as X,Y,DIRECTION,UNITS")).to_be_visible()
    territory.order_as_text(page)
    expect(field).to_have_attribute("aria-invalid", "false")
    expect(page.get_by_role("button", name="Edit move 1")).to_be_visible()


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["wide", "phone"])
def test_tr_11_words_from_right_to_left_do_not_turn_what_stands_around_them(
    people: Callable[..., Page], screen: dict[str, Any]
) -> None:
    page = people(**screen)
    begin(page, "territory", seats=3, params={"phase_seconds": 0})
    territory.declare(page, "שלום 3,4 (B)\u200f ok")
    words = page.locator("bdi").filter(has_text="שלום")
    expect(words).to_have_css("unicode-bidi", "isolate")
    expect(words).to_have_text(re.compile("שלום 3,4 \\(B\\)\u200f ok"))
    expect_no_sideways(page)
    # On a phone, too, what has just been ordered is in sight, with the number of units.
    territory.declare(page)
    expect(territory.phase(page, "Orders")).to_be_visible()
    territory.order_by_clicks(page)
    expect(page.get_by_role("slider")).to_be_in_viewport(ratio=1)
