"""The screens around matches: the start page, the lobby, settings, nowhere."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.pages import board, choose_more, draw_pictures
from tests.web.tours import Tour
from tests.web.tours.land_grab import see_start

GUEST = re.compile(r"^[A-Z][a-z]+ [A-Z][a-z]+$")
"""The name that a guest is given."""


def see_home(page: Page) -> None:
    page.goto("/")
    draw_pictures(page)


def ask_name(page: Page) -> None:
    page.locator("header").get_by_role("button", name=GUEST).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def read_rules(page: Page) -> None:
    page.keyboard.press("Escape")
    choose_more(page, "Land Grab", "Rules")
    expect(page.get_by_role("dialog")).to_contain_text("settlement")


def open_lobby(page: Page) -> None:
    page.keyboard.press("Escape")
    choose_more(page, "Territory", "Play with friends")
    page.get_by_role("button", name="Add a bot").first.click()
    expect(page.get_by_role("combobox", name="Difficulty")).to_be_visible()
    page.get_by_label("Write a message").fill("Who wants to be neighbours?")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log")).to_contain_text("neighbours")


def see_settings(page: Page) -> None:
    page.goto("/settings")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


def open_replay(page: Page) -> None:
    page.goto("/replay")
    expect(page.get_by_role("heading", name="Watch a replay")).to_be_visible()


def see_nowhere(page: Page) -> None:
    page.goto("/r/ZZZZZ")
    expect(page.get_by_role("alert")).to_be_visible()


def see_lesson(page: Page) -> None:
    """The first step of a tutorial."""
    see_home(page)
    choose_more(page, "Land Grab", "Tutorial")
    expect(board(page)).to_be_attached()


def see_hint(page: Page) -> None:
    """A first-time hint, for somebody who wants them."""
    page.goto("/")
    page.evaluate("localStorage['freehold.settings'] = JSON.stringify({ hints: true })")
    see_start(page)
    expect(page.get_by_role("button", name="Got it")).to_be_visible()


START: Tour = {
    "home": see_home,
    "name": ask_name,
    "rules": read_rules,
    "lobby": open_lobby,
    "settings": see_settings,
    "replay-open": open_replay,
    "nowhere": see_nowhere,
}
LEARNING: Tour = {"lesson": see_lesson, "hint": see_hint}
TOURS = (START, LEARNING)
