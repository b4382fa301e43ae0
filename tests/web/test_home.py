"""The start page: games as they are, levels, what to go on with, and what is behind "More"."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Response, Route, expect

from tests.web import PHONE, land_grab
from tests.web.pages import begin, board, card, choose_more, play

FIRST_LOAD_BYTES = 90_000
"""Of script and styles, packed, before anything is drawn."""
TITLES = ("Land Grab", "Area Attack", "Territory", "Mine Land", "MineWars", "Map editor")
COLOURS = """(frame) => {
  const canvas = frame.querySelector("canvas");
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const brush = copy.getContext("2d", { willReadFrequently: true });
  brush.drawImage(canvas, 0, 0);
  const { data } = brush.getImageData(0, 0, copy.width, copy.height);
  return new Set(new Uint32Array(data.buffer)).size;
}"""
"""How many colours a picture has: a blank one has one."""


def picture(place: Locator) -> Locator:
    return place.locator("[data-is=drawn]")


def levels(page: Page, game: str) -> Locator:
    return card(page, game).get_by_role("radio")


def test_games_stand_in_order_of_ease_each_with_a_picture_by_its_own_painter(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("article").get_by_role("heading")).to_have_text(list(TITLES))
    for title in TITLES:
        shown = card(page, title)
        shown.scroll_into_view_if_needed()
        expect(picture(shown)).to_be_attached()
        page.wait_for_function(
            f"(frame) => ({COLOURS})(frame) > 20", arg=picture(shown).element_handle()
        )
    expect(card(page, "Land Grab")).to_contain_text("10 minutes · calm · 2 players")


def test_a_card_has_one_main_action_and_the_rest_behind_more(page: Page) -> None:
    page.goto("/")
    for title, main in (("Land Grab", "Play"), ("Mine Land", "Enter the world")):
        buttons = card(page, title).get_by_role("button")
        expect(buttons).to_have_text([main, "More"])
    more = card(page, "MineWars").get_by_role("button", name="More")
    more.click()
    offered = page.get_by_role("group", name="More: MineWars").get_by_role("button")
    expect(offered).to_have_text(
        ["Play with friends", "Tutorial", "Ladder", "Rules", "Sandbox", "Map editor"]
    )
    page.keyboard.press("Escape")
    expect(offered).to_have_count(0)
    expect(more).to_be_focused()
    more.click()
    page.get_by_role("heading", name="Claim your ground").click()
    expect(offered).to_have_count(0)


def test_the_match_at_the_top_plays_while_it_is_seen_and_rests_when_movement_is_unwanted(
    people: Callable[..., Page],
) -> None:
    page = people(**PHONE)
    page.goto("/")
    live = picture(page.locator(".live"))
    expect(live).to_be_attached()
    drawn = "(frame) => frame.querySelector('canvas').toDataURL()"
    before = live.evaluate(drawn)
    page.wait_for_function(
        f"([frame, before]) => ({drawn})(frame) !== before", arg=[live.element_handle(), before]
    )
    card(page, "Map editor").scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    gone = live.evaluate(drawn)
    page.wait_for_timeout(1000)
    assert live.evaluate(drawn) == gone
    still = people(reduced_motion="reduce")
    still.goto("/")
    live = picture(still.locator(".live"))
    expect(live).to_be_attached()
    still.wait_for_timeout(500)
    before = live.evaluate(drawn)
    still.wait_for_timeout(1000)
    assert live.evaluate(drawn) == before


def test_the_first_load_is_small_and_pictures_come_after_it(page: Page) -> None:
    bodies: dict[str, bytes] = {}

    def keep(response: Response) -> None:
        if re.search(r"\.(js|css)$", response.url) and "sw.js" not in response.url:
            bodies[response.url] = response.body()

    page.route("**/api/games", lambda route: None)  # nothing is drawn without the games
    page.on("response", keep)
    page.goto("/")
    expect(page.get_by_role("status").filter(has_text="Loading")).to_be_visible()
    size = sum(len(gzip.compress(body, 9)) for body in bodies.values())
    assert 0 < size < FIRST_LOAD_BYTES, {url: len(body) for url, body in bodies.items()}
    page.unroute_all(behavior="ignoreErrors")


def test_a_newcomer_plays_easy_and_the_level_chosen_last_stays(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_text(re.compile(r"^You against \w+ \(easy\)"))).to_be_visible()
    easy, hard = (
        card(page, "Land Grab").get_by_role("radio", name=word) for word in ("Easy", "Hard")
    )
    expect(easy).to_be_checked()
    hard.check(force=True)
    page.reload()
    expect(hard).to_be_checked()
    expect(card(page, "Territory").get_by_role("radio", name="Easy")).to_be_checked()
    rival = card(page, "Land Grab").locator("fieldset b").inner_text()
    play(page, "Land Grab")
    expect(page.get_by_role("listitem").filter(has_text=rival).first).to_be_attached()


def test_a_world_is_entered_and_nobody_is_offered_a_bot_there(page: Page) -> None:
    page.goto("/")
    expect(levels(page, "Mine Land")).to_have_count(0)
    card(page, "Mine Land").get_by_role("button", name="Enter the world").click()
    expect(board(page)).to_be_attached()
    page.goto("/")
    # It was played last, so the page proposes it, and says what it is.
    page.get_by_role("button", name="Enter the world").first.click()
    expect(board(page)).to_be_attached()
    page.goto("/")
    expect(page.get_by_text("Play Mine Land now")).to_have_count(0)
    expect(page.get_by_text("one big world that everyone on this server shares")).to_be_visible()


def test_two_matches_are_offered_to_go_on_with_and_can_be_put_aside(page: Page) -> None:
    page.goto("/")
    for _ in range(3):
        begin(page, "land-grab")
    page.goto("/")
    going = page.get_by_role("region", name="Continue playing")
    rows = going.get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text(re.compile(r"\d{4}, \d+:\d\d"))
    rows.first.get_by_role("button", name="Hide").click()
    rows.first.get_by_role("button", name="Hide").click()
    expect(rows).to_have_count(1)
    page.reload()
    expect(rows).to_have_count(1)
    going.get_by_role("button", name="Show all 3").click()
    expect(rows).to_have_count(3)
    rows.nth(2).get_by_role("button", name="Continue").click()
    expect(board(page)).to_be_attached()


def test_after_a_loss_an_easier_rival_is_offered_and_after_a_win_a_harder_one(page: Page) -> None:
    page.goto("/")
    card(page, "Land Grab").get_by_role("radio", name="Medium").check(force=True)
    play(page, "Land Grab")
    expect(board(page)).to_be_attached()
    first = page.url
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    shown = land_grab.result(page)
    for name in ("Rematch", "Watch replay"):
        expect(shown.get_by_role("button", name=name)).to_be_visible()
    expect(shown.get_by_role("button", name="Harder opponent")).to_have_count(0)
    expect(shown).to_contain_text("· Easy")
    shown.get_by_role("button", name="Easier opponent").click()
    page.wait_for_url(lambda url: url != first)
    expect(land_grab.is_turn(page)).to_be_visible()
    page.goto("/")
    expect(card(page, "Land Grab").get_by_role("radio", name="Easy")).to_be_checked()
    games = {each["name"]: each for each in page.request.get("/api/games").json()}
    about = games["land-grab"]
    offered = [each["bot"] for each in about["levels"]] or [each["level"] for each in about["bots"]]
    begin(page, "land-grab", bot=offered[0], params={"points_to_win": 1})  # the first player wins
    land_grab.play(page)
    expect(shown.get_by_role("heading", name="You won")).to_be_visible()
    expect(shown.get_by_role("button", name="Easier opponent")).to_have_count(0)
    expect(shown.get_by_role("button", name="Harder opponent")).to_be_visible()


def test_rules_open_from_a_card_on_a_phone_too(people: Callable[..., Page]) -> None:
    page = people(**PHONE)
    page.goto("/")
    choose_more(page, "Land Grab", "Rules")
    expect(page.get_by_role("dialog")).to_contain_text("settlement")


@pytest.mark.parametrize("late", [".film", ".woff2"])
def test_what_arrives_after_the_page_was_left_is_not_drawn(page: Page, late: str) -> None:
    held: list[Route] = []
    page.route(lambda url: url.endswith(late), lambda route: held.append(route))
    page.goto("/", wait_until="commit")
    expect(card(page, "Land Grab")).to_be_visible()
    if late == ".woff2":
        expect(picture(page.locator("main")).first).to_be_attached()
    while not any("hero" in route.request.url or late == ".woff2" for route in held):
        page.wait_for_timeout(20)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    with page.expect_event("requestfinished", lambda done: done.url.endswith(late)):
        for route in held:
            route.continue_()
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
