"""What a viewer chooses for themselves holds at once, and after a reload."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web import land_grab
from tests.web.pages import begin, expect_no_sideways
from tests.web.tours.start import GUEST


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


def test_settings_are_open_beside_a_match_and_own_colours_are_drawn_at_once(page: Page) -> None:
    begin(page, "land-grab")
    swatch = page.get_by_role("listitem").first.locator("[aria-hidden=true]").first
    expect(swatch).to_have_css("background-color", "rgb(0, 114, 178)")
    page.get_by_role("banner").get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    dialog.get_by_label("Colour of player 1").fill("#aa00aa")
    expect(swatch).to_have_css("background-color", "rgb(170, 0, 170)")
    seen = dialog.get_by_role("row", name="Green-blind").get_by_role("cell").first
    expect(seen).not_to_have_css("background-color", "rgb(170, 0, 170)")
    page.keyboard.press("Escape")
    expect(land_grab.is_turn(page)).to_be_visible()
    page.reload()
    expect(swatch).to_have_css("background-color", "rgb(170, 0, 170)")


def test_the_size_of_texts_and_buttons_changes_and_nothing_is_cut(page: Page) -> None:
    begin(page, "land-grab")
    button = page.get_by_role("button", name="Farm")
    before = button.bounding_box()
    page.goto("/settings")
    page.get_by_label("Text and button size").fill("150")
    expect(page.locator("html")).to_have_css("font-size", "24px")
    page.go_back()
    expect(button).to_be_visible()
    after = button.bounding_box()
    assert before
    assert after
    assert after["height"] > before["height"] * 1.4
    expect_no_sideways(page)


def test_all_tabs_have_one_set_of_settings(page: Page) -> None:
    """So that no hint comes twice, and no choice is undone by another tab."""
    page.goto("/settings")
    other = page.context.new_page()
    other.goto("/settings")
    other.get_by_text("Dark", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_label("Text and button size").fill("120")
    other.reload()
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")
    expect(other.locator("html")).to_have_css("font-size", "19.2px")


NOTED = """
window.noted = [];
window.Notification = class {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor(title, options) { window.noted.push([title, options.body]); }
  close() {}
};
Object.defineProperty(document, "hidden", { get: () => window.isAway ?? false });
"""


def test_a_player_who_is_elsewhere_is_notified_of_their_turn_if_they_want_it(page: Page) -> None:
    page.add_init_script(NOTED)
    page.goto("/settings")
    page.get_by_label("Notify me when it is my turn").check()
    begin(page, "land-grab")
    expect(land_grab.is_turn(page)).to_be_visible()
    assert page.evaluate("noted") == []
    page.evaluate("isAway = true")
    land_grab.build(page)
    page.wait_for_function("() => noted.length > 0")
    assert page.evaluate("noted[0]") == ["Land Grab", "Your turn"]


def test_a_browser_that_does_not_allow_notifications_is_told_of(page: Page) -> None:
    page.add_init_script("Notification.requestPermission = async () => 'denied'")
    page.goto("/settings")
    box = page.get_by_label("Notify me when it is my turn")
    box.click()
    expect(page.locator(".toast")).to_contain_text("browser is blocking notifications")
    expect(box).not_to_be_checked()
