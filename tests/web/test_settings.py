"""What a viewer chooses for themselves holds at once, and after a reload."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web import land_grab
from tests.web.pages import begin
from tests.web.screens import GUEST


def test_language_and_brightness_change_at_once_and_stay(page: Page) -> None:
    page.goto("/settings")
    page.get_by_text("Dark", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_text("Deutsch", exact=True).click()
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_a_changed_name_is_what_others_see(page: Page) -> None:
    page.goto("/")
    page.get_by_role("banner").get_by_role("button", name=GUEST).click()
    page.get_by_role("textbox", name="Your name").fill("Zenobia")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Zenobia")).to_be_visible()
    begin(page, "land-grab")
    expect(page.get_by_role("listitem").filter(has_text="Zenobia")).to_be_visible()


def test_the_title_of_the_page_says_whose_turn_it_is(page: Page) -> None:
    begin(page, "land-grab")
    expect(page).to_have_title("● Your turn · Land Grab")
    expect(land_grab.is_turn(page)).to_be_visible()
