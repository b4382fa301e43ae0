"""Invitations: a link that others can open, a name for the friend, and a lobby with controls."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.pages import choose_more


def open_room(host: Page, game: str = "Land Grab") -> str:
    host.goto("/")
    choose_more(host, game, "Play with friends")
    expect(host.get_by_role("heading", name="Invite")).to_be_visible()
    return host.locator("code").inner_text()


def test_a_link_that_only_this_computer_can_open_says_how_to_let_others_in(page: Page) -> None:
    link = open_room(page)
    assert link.startswith("http://127.0.0.1:")
    expect(
        page.get_by_text("Only this computer can open this link. To let others in, restart")
    ).to_contain_text("make play HOST=0.0.0.0")
    expect(page.get_by_role("img", name="QR code of the link")).to_have_count(0)


@pytest.mark.parametrize(
    ("reach", "start", "sentence"),
    [
        ({"url": "http://192.0.2.9:8000", "is_local": False}, "http://192.0.2.9:8000/r/", "Anyone"),
        ({"url": "", "is_local": False}, "http://127.0.0.1:", "not connected to a network"),
    ],
)
def test_the_link_and_its_picture_hold_the_address_on_the_network(
    page: Page, reach: dict[str, object], start: str, sentence: str
) -> None:
    page.route("**/api/reach", lambda route: route.fulfill(json=reach))
    open_room(page)
    expect(page.locator("code")).to_contain_text(start)
    expect(page.get_by_text(sentence)).to_be_visible()
    expect(page.get_by_role("img", name="QR code of the link")).to_have_count(
        1 if reach["url"] else 0
    )


def test_a_friend_who_comes_by_a_link_sets_their_name_there(people: Callable[..., Page]) -> None:
    host, friend = people(), people()
    friend.goto(open_room(host))
    field = friend.get_by_label("Your name")
    expect(field).not_to_have_value("")
    field.fill("Friend of Yours")
    field.press("Enter")
    for page in (host, friend):
        expect(page.get_by_role("listitem").filter(has_text="Friend of Yours")).to_be_visible()
    friend.wait_for_function(
        "async () => (await (await fetch('/api/me')).json()).name === 'Friend of Yours'"
    )


def test_settings_in_the_lobby_do_not_make_one_away(people: Callable[..., Page]) -> None:
    host, friend = people(), people()
    friend.goto(open_room(host))
    friend.get_by_role("button", name="Settings").click()
    dialog = friend.get_by_role("dialog", name="Settings")
    dialog.get_by_text("Dark", exact=True).click()
    expect(friend.locator("html")).to_have_attribute("data-theme", "dark")
    expect(host.get_by_text("away")).to_have_count(0)
    friend.keyboard.press("Escape")
    expect(friend.get_by_role("button", name="Ready", exact=True)).to_be_visible()


def test_grid_size_and_length_are_controls_and_every_rule_is_grouped(
    people: Callable[..., Page],
) -> None:
    host, friend = people(), people()
    friend.goto(open_room(host, "MineWars"))
    host.get_by_role("group", name="Grid").get_by_text("squares").click()
    host.get_by_role("combobox", name="Island radius", exact=True).select_option("10 tiles")
    host.get_by_role("combobox", name="Time limit", exact=True).select_option("5 min")
    for page in (host, friend):
        expect(page.get_by_role("radio", name="squares")).to_be_checked()
        expect(page.get_by_role("combobox", name="Time limit", exact=True)).to_have_value("300000")
        expect(page.get_by_text("3 changed")).to_be_visible()
    expect(friend.get_by_role("radio", name="squares")).to_be_disabled()
    rules = host.locator("details")
    expect(rules.get_by_role("spinbutton").first).not_to_be_visible()
    host.get_by_text("All rules").click()
    headings = rules.get_by_role("heading")
    expect(headings.first).to_have_text("The island")
    assert headings.count() == 9
    expect(rules.get_by_text("Other rules")).to_have_count(0)


def test_a_bots_level_is_chosen_in_the_lobby_by_its_character(page: Page) -> None:
    open_room(page)
    page.get_by_role("button", name="Add a bot").click()
    chosen = page.get_by_role("combobox", name="Difficulty")
    expect(chosen.locator("option:checked")).to_contain_text("Easy: ")
    chosen.select_option(index=chosen.locator("option").count() - 1)
    name = chosen.locator("option:checked").inner_text().partition(": ")[2]
    expect(page.get_by_role("listitem").filter(has_text="bot").locator("b")).to_have_text(name)
