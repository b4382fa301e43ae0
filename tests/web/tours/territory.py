"""Two rounds of Territory against bots who talk, and the match played back."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web import territory
from tests.web.pages import begin, let_last
from tests.web.tours import Tour
from tests.web.tours.land_grab import play_back

FAR_APART = {"spacing_cells": 4, "resource_percent": 12, "rounds": 2, "phase_seconds": 0}
"""Nobody can be overrun in the first two rounds, and nobody is in a hurry."""
WORDS = "Peace with B, as I said."


def hear_talk(page: Page) -> None:
    """The second round: something has been said and done, and it is time to speak again."""
    begin(page, "territory", seats=4, bot="diplomat", params=FAR_APART)
    expect(territory.phase(page, "Declare 1")).to_be_visible()
    territory.declare(page, "I take the squares around me, and leave 3,4 alone. [PACT B 2]")
    order(page)
    let_last(page)  # a round is shown until one has seen enough of it
    territory.seal_orders(page, moves=1)
    page.get_by_role("button", name="Skip").click()
    expect(territory.phase(page, "Declare 1")).to_be_visible()
    page.get_by_role("textbox", name="declaration").fill(WORDS)


def order(page: Page) -> None:
    """One move, from the second text on."""
    expect(territory.phase(page, "Declare 2")).to_be_visible()
    territory.declare(page)
    expect(territory.phase(page, "Orders")).to_be_visible()
    territory.order_as_text(page)


def look_at_players(page: Page) -> None:
    page.get_by_role("tab", name="Players").click()


def give_orders(page: Page) -> None:
    page.get_by_role("tab", name="Talk").click()
    territory.declare(page, WORDS)
    order(page)
    page.get_by_role("button", name="Edit move 1").click()


def see_show(page: Page) -> None:
    territory.seal_orders(page, moves=1)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Next step").click()


def see_result(page: Page) -> None:
    page.get_by_role("button", name="Skip").click()
    page.get_by_role("button", name="Result").click()  # by itself it comes after a moment
    expect(page.get_by_role("dialog").filter(has_text="Rematch")).to_be_visible()


MATCH: Tour = {
    "territory-talk": hear_talk,
    "territory-players": look_at_players,
    "territory-orders": give_orders,
    "territory-show": see_show,
    "territory-result": see_result,
    "replay-territory": play_back,
}
TOURS = (MATCH,)
