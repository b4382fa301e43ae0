"""Mine Land: browsers and programs share a world; by mouse, by keys alone, and by touch."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web import PATIENCE_MS, PHONE, mine_land
from tests.web.mine_land import COVERED_LABEL, SMALL, Spot, tile
from tests.web.pages import (
    begin,
    board,
    choose_more,
    click,
    expect_no_sideways,
    expect_remembered,
    is_remembered,
    remember,
    spot,
    tab_to,
    tap,
)
from tests.web.servers import Server
from tests.web.tours.mine_land import see_result

GRACE_MS = 1000
BRISK = SMALL | {"step_ms": 40, "dig_ms": 40}
"""Programs walk far in it."""
QUIET = SMALL | {
    "safe_steps": 6,
    "width_tiles": 40,
    "height_tiles": 40,
    "unflag_ms": 0,
    "hidden_flags_percent": 0,
}
"""A world in which one may dig for a while without thinking, and finds nothing."""


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of our own: people are off the board soon after they have gone."""
    running = Server(tmp_path_factory.mktemp("worlds"), grace_ms=GRACE_MS, watcher_delay_ms=0)
    running.start()
    yield running
    running.kill()


def open_world(page: Page, params: dict[str, int] = BRISK) -> str:
    """A world for everybody, with its host in it; its room."""
    made = page.request.post(
        "/api/rooms", data={"game": "mine-land", "is_public": True, "seats": 1, "params": params}
    )
    assert made.ok, made.text()
    room: str = made.json()["room"]
    page.goto(f"/room/{room}#{made.json()['secret']}")
    page.get_by_role("button", name="Start the match").click()
    expect(board(page)).to_be_attached()
    return room


def round_of(page: Page, number: int, players: int) -> None:
    are = "1 player" if players == 1 else f"{players} players"
    expect(page.get_by_text(f"Round {number} · {are} here")).to_be_visible()


def test_ten_walkers_share_a_world_one_dies_in_a_chain_and_the_next_round_begins(
    people: Callable[..., Page], worlds: Server
) -> None:
    ada, ben = people(worlds.url), people(worlds.url)
    room = open_world(ada)
    ben.goto(f"/room/{room}")
    with mine_land.crowd_at(worlds.url) as crowd:
        walkers = [crowd.join(room) for _ in range(8)]
        for page in (ada, ben):
            round_of(page, 1, players=10)
        start = mine_land.place(ada)
        assert mine_land.place(ben) == start == walkers[0].at
        expect(tile(ada, start)).to_have_attribute("aria-label", re.compile("(,.*){8}"))

        # Ben walks a step, goes away, and is off the board soon; what he has waits for him.
        world = mine_land.read_truth(worlds, walkers[0].match)
        step_away = (start[0] + 1, start[1])
        mine_land.dig_by_mouse(ben, world, step_away)
        walkers[1].until(lambda: is_seen(walkers[1], step_away))
        ben.get_by_role("button", name="Back to the start page").click()
        walkers[1].until(lambda: not is_seen(walkers[1], step_away))
        ben.get_by_role("button", name="Continue").click()
        mine_land.expect_at(ben, step_away)
        expect(ben.get_by_role("row", name=re.compile("you 1$"))).to_be_visible()
        walkers[1].until(lambda: is_seen(walkers[1], step_away))

        # A program digs up a bomb; Ada, out of its reach, dies of the second wave.
        chain = mine_land.find_chain(world, start)
        mine_land.dig_by_keys(ada, world, chain.victim)
        crowd.wait(walkers[0].dig_to(world, chain.digger))
        walkers[0].act(f"flip {chain.bomb[0]},{chain.bomb[1]}")
        out = ada.get_by_role("region", name="You are out of this round")
        expect(out).to_contain_text("set off a chain reaction. Wave 2 reached you")
        expect(ada.get_by_role("button", name=re.compile("^Flag"))).not_to_be_attached()
        expect(ada.get_by_role("button", name=re.compile("^Dig again"))).to_be_visible()
        out.get_by_role("button", name="Watch a player").click()
        expect(out).to_contain_text("You are watching")
        expect(tile(ada, start)).to_have_attribute("aria-label", re.compile(" here"))

        # The others put a flag on every bomb that is left: the round is settled.
        for page in (ada, ben):
            remember(page, "dialog")  # it is shown for a while only
            remember(page, "dialog tr")
        world = mine_land.read_truth(worlds, walkers[0].match)
        left = mine_land.bombs(world)
        parts = [
            crowd.start(each.flag_all(world, left[place::7]))
            for place, each in enumerate(walkers[1:])
        ]
        is_settled = partial(is_remembered, ada, "dialog", "10 players took part")
        crowd.watch(parts, ada, until=is_settled)
        for page in (ada, ben):
            expect_remembered(page, "dialog", "10 players took part")
            expect_remembered(page, "dialog", "Next round starts in")
            expect_remembered(page, "dialog tr", "you")
        for part in parts:
            part.cancel()  # who came too late with a flag is not answered any more

        # The next one comes by itself, with everybody and a new world.
        for page in (ada, ben):
            round_of(page, 2, players=10)
            expect(page.get_by_role("dialog")).not_to_be_visible()
            expect(page.get_by_text("60 flags in hand")).to_be_attached()
            mine_land.place(page)
        expect(out).not_to_be_attached()


def is_seen(walker: mine_land.Walker, at: Spot) -> bool:
    return any((x, y) == at for _, x, y in walker.facts.walkers)


def covered(page: Page, at: Spot) -> None:
    expect(tile(page, at)).to_have_attribute("aria-label", COVERED_LABEL)


def dug(page: Page, at: Spot) -> None:
    expect(tile(page, at)).to_have_attribute("aria-label", re.compile(": dug"))


def flagged(page: Page, at: Spot) -> None:
    expect(tile(page, at)).to_have_attribute("aria-label", re.compile(": covered, (red|green) fl"))


def test_by_keys_alone_one_walks_digs_flags_and_looks_around(page: Page) -> None:
    begin(page, "mine-land", seats=1, params=QUIET)
    x, y = mine_land.place(page)
    for key, at in (("D", (x + 1, y)), ("ArrowRight", (x + 2, y)), ("D", (x + 3, y))):
        covered(page, at)
        page.keyboard.press(f"Shift+{key}")
        dug(page, at)
        page.keyboard.press("ArrowRight")
        mine_land.expect_at(page, at)
    page.keyboard.press("ArrowUp")
    expect(page.get_by_text("You cannot walk on covered tiles")).to_be_visible()
    page.keyboard.press("Shift+E")
    dug(page, (x + 4, y - 1))
    page.keyboard.press("Numpad1")
    dug(page, (x + 2, y + 1))

    # A key that is held walks on.
    page.keyboard.down("ArrowLeft")
    mine_land.expect_at(page, (x, y))
    page.keyboard.up("ArrowLeft")

    # Flags: chosen by a key, put and taken beside one.
    page.keyboard.press("f")
    expect(page.get_by_role("button", name=re.compile("^Flag"))).to_have_attribute(
        "aria-pressed", "true"
    )
    page.keyboard.press("Shift+ArrowLeft")
    flagged(page, (x - 1, y))
    expect(page.get_by_text("59 flags in hand")).to_be_attached()
    page.keyboard.press("Shift+ArrowLeft")
    covered(page, (x - 1, y))
    page.keyboard.press("x")

    # The cursor looks around while one stays; Enter digs there.
    tab_to(page, board(page))
    page.keyboard.press("v")
    expect(page.get_by_text("Looking around")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(tile(page, (x, y + 1))).to_be_focused()
    page.keyboard.press("Enter")
    dug(page, (x, y + 1))
    mine_land.expect_at(page, (x, y))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Too far away: you can only dig or flag")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Looking around")).not_to_be_attached()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog")
    keys.get_by_text("Keyboard shortcuts", exact=True).click()
    expect(keys).to_contain_text("walk (hold to keep walking)")


def test_clicks_dig_flag_and_walk_and_the_map_outlives_a_reload(page: Page) -> None:
    begin(page, "mine-land", seats=1, params=QUIET)
    x, y = mine_land.place(page)
    for step in (1, 2):
        click(page, x + step, y)
        dug(page, (x + step, y))
        click(page, x + step, y)
        mine_land.expect_at(page, (x + step, y))
    page.mouse.click(*spot(page, x + 3, y), button="right")
    flagged(page, (x + 3, y))
    click(page, x + 5, y)
    expect(page.get_by_text("Too far away: you can only dig or flag")).to_be_visible()
    click(page, x, y)  # two tiles off: one walks there
    mine_land.expect_at(page, (x, y))
    expect(page.get_by_text("143 tiles seen")).to_be_visible()
    expect_kept(page)
    page.reload()
    expect(page.get_by_text("143 tiles seen")).to_be_visible()
    page.get_by_role("button", name="Large map").click()
    expect(page.get_by_role("dialog")).to_contain_text("Click to centre the map there")


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["wide", "phone"])
def test_ml_33_a_flag_taken_back_at_once_is_waited_for_beside_those_in_hand(
    people: Callable[..., Page], screen: dict[str, Any]
) -> None:
    page = people(**screen)
    begin(page, "mine-land", seats=1, params=QUIET | {"unflag_ms": 4_000, "start_flags": 3})
    x, y = mine_land.place(page)
    page.get_by_role("button", name="Flag").click()
    click(page, x + 1, y)
    flagged(page, (x + 1, y))
    click(page, x + 1, y)
    covered(page, (x + 1, y))
    expect(page.get_by_text("2 flags in hand")).to_be_attached()
    expect(page.get_by_text(re.compile(r"^\+1 in [1-4] s$"))).to_be_visible()
    expect_no_sideways(page)
    expect(page.get_by_text("3 flags in hand")).to_be_attached()
    expect(page.get_by_text(re.compile(r"^\+1 in"))).not_to_be_attached()


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["wide", "phone"])
def test_ml_42_the_leaderboard_shows_everybody_in_pages_with_ones_own_row_on_each(
    people: Callable[..., Page], worlds: Server, screen: dict[str, Any]
) -> None:
    ada = people(worlds.url, **screen)
    room = open_world(ada, SMALL | {"width_tiles": 90, "height_tiles": 60, "spawn_tiles": 12})
    board_of = ada.get_by_role("region", name="Leaderboard")
    with mine_land.crowd_at(worlds.url) as crowd:
        for _ in range(23):
            crowd.join(room).score_a_point()
        x, y = mine_land.place(ada)
        expect(board_of).to_contain_text("1 to 20 of 23")
        click(ada, x, y - 2)  # eleven others have started here, and dug as far as that
        mine_land.expect_at(ada, (x, y - 2))
        click(ada, x, y - 3)
        expect(board_of).to_contain_text("1 to 20 of 24")
        own = board_of.get_by_role("row", name=re.compile("you"))
        expect(own).to_have_count(1)
        expect(own).to_be_in_viewport()
        board_of.get_by_role("button", name="Next ranks").click()
        expect(board_of).to_contain_text("21 to 24 of 24")
        expect(own).to_have_count(1)
        expect(own).to_be_in_viewport()
        ranks = board_of.get_by_role("row")
        expect(ranks.filter(has_text=re.compile("^2[1-4]"))).to_have_count(4)
        expect_no_sideways(ada)


KEPT = """() => new Promise((done) => {
  const asked = indexedDB.open("freehold.maps");
  asked.onsuccess = () => {
    const pages = asked.result.transaction("pages").objectStore("pages").getAll();
    pages.onsuccess = () => {
      asked.result.close();
      done(pages.result.flatMap((page) => [...page]).filter(Boolean).length >= 143);
    };
  };
})"""
"""Is the whole map written down?"""


def expect_kept(page: Page) -> None:
    """Asked again and again, as often as the browser draws."""
    for _ in range(60 * PATIENCE_MS // 1000):
        if page.evaluate(KEPT):
            return
        page.evaluate("new Promise(requestAnimationFrame)")
    raise AssertionError("the map is not written down")


def test_a_finger_digs_walks_and_flags_and_nothing_is_wider_than_the_phone(
    people: Callable[..., Page],
) -> None:
    page = people(**PHONE)
    begin(page, "mine-land", seats=1, params=QUIET)
    expect_no_sideways(page)
    x, y = mine_land.place(page)
    tap(page, x, y - 1)
    dug(page, (x, y - 1))
    tap(page, x, y - 1)
    mine_land.expect_at(page, (x, y - 1))
    page.get_by_role("button", name="Flag").tap()
    tap(page, x, y - 2)
    flagged(page, (x, y - 2))
    page.get_by_role("button", name="Dig").tap()
    press_long(page, (x + 1, y - 2))
    flagged(page, (x + 1, y - 2))
    tap(page, x, y)
    mine_land.expect_at(page, (x, y))
    tap(page, x, y)  # oneself: all around is dug, at the rules' pace
    for dx, dy in ((-1, -1), (1, -1), (1, 0), (-1, 0), (-1, 1), (0, 1), (1, 1)):
        dug(page, (x + dx, y + dy))
    expect_no_sideways(page)


def press_long(page: Page, at: Spot) -> None:
    """A finger that stays until something has come of it."""
    left, top = spot(page, *at)
    point = {
        "clientX": left,
        "clientY": top,
        "pointerId": 7,
        "pointerType": "touch",
        "bubbles": True,
    }
    frame = page.locator("[data-camera]")
    page.evaluate("Element.prototype.setPointerCapture = () => {}")  # it is not a true finger
    frame.dispatch_event("pointerdown", point)
    flagged(page, at)
    frame.dispatch_event("pointerup", point)


def test_the_lesson_leads_from_the_first_tile_to_a_flag_on_a_bomb(
    people: Callable[..., Page], worlds: Server
) -> None:
    page = people(worlds.url)
    page.goto("/")
    choose_more(page, "Mine Land", "Tutorial")
    step = page.get_by_role("region", name="Tutorial").get_by_role("status")
    expect(step).to_contain_text("Step 1 of 5")
    x, y = mine_land.place(page)
    click(page, x, y - 1)
    expect(step).to_contain_text("Step 2 of 5")
    page.keyboard.press("ArrowUp")
    expect(step).to_contain_text("Step 3 of 5")
    mine_land.expect_at(page, (x, y - 1))
    world = mine_land.read_truth(worlds, match_of(page))
    bomb, beside = mine_land.nearest_bomb(world, (x, y - 1))
    mine_land.dig_by_keys(page, world, beside)
    expect(step).to_contain_text("Step 4 of 5")
    page.mouse.click(*spot(page, *bomb), button="right")
    expect(tile(page, bomb)).to_have_attribute("aria-label", re.compile("green flag"))
    expect(step).to_contain_text("Step 5 of 5")
    page.get_by_role("button", name="Enter the world").click()
    expect(step).not_to_be_attached()
    expect(page.get_by_text(re.compile("^Round 1 · "))).to_be_visible()


def match_of(page: Page) -> str:
    room = re.search(r"/room/([^#?]+)", page.url)
    assert room
    match: str = page.request.get(f"/api/rooms/{room[1]}").json()["match"]
    return match


def test_a_round_that_is_over_is_played_back_through_eyes_and_as_it_was(
    people: Callable[..., Page],
) -> None:
    page = people(reduced_motion="reduce")
    see_result(page)
    page.get_by_role("button", name="Watch replay").click()
    expect(page.get_by_text("On the board")).to_be_visible()
    page.keyboard.press(",")  # a frame back, and no further by itself
    page.get_by_label("Point of view").select_option(index=2)
    slider = page.get_by_role("slider")
    slider.press("End")
    site = page.locator("[role=gridcell][aria-label*='explosion site']")
    expect(site.first).to_be_attached()
    expect(page.get_by_text("Explored map")).to_be_visible()
    slider.press("Home")
    expect(site).to_have_count(0)
    expect(page.get_by_text("121 tiles seen")).to_be_visible()  # what came later is not known


def test_a_watcher_sees_through_the_eyes_of_whom_they_choose(
    people: Callable[..., Page], worlds: Server
) -> None:
    ada, ben, watcher = people(worlds.url), people(worlds.url), people(worlds.url)
    room = open_world(ada)
    for page in (ben, watcher):
        page.goto(f"/room/{room}{'?watch' if page is watcher else ''}")
    at = mine_land.place(ada)
    expect(watcher.get_by_text("Choose a player to follow")).to_be_visible()
    expect(tile(watcher, at)).not_to_be_attached()
    watcher.get_by_role("button", name="Watch a player").click()
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    expect(tile(watcher, at)).to_have_attribute("aria-label", re.compile("dug"))
    dug_by_ben = (at[0], at[1] + 1)
    click(ben, *dug_by_ben)
    dug(watcher, dug_by_ben)
    watcher.get_by_role("combobox", name="Player to watch").select_option(index=2)
    expect(watcher.get_by_role("button", name="Dig")).not_to_be_attached()
    dug(watcher, dug_by_ben)


def test_the_arrows_of_a_phone_walk_as_long_as_they_are_held_and_can_be_put_away(
    people: Callable[..., Page],
) -> None:
    page = people(**PHONE)
    begin(page, "mine-land", seats=1, params=QUIET)
    x, y = mine_land.place(page)
    for step in (1, 2):
        tap(page, x + step, y)
        dug(page, (x + step, y))
        page.get_by_role("button", name="Right").tap()
        mine_land.expect_at(page, (x + step, y))
    hold_until_at(page, "Left", (x, y))
    page.get_by_role("button", name="Up").tap()
    expect(page.get_by_text("You cannot walk on covered tiles")).to_be_visible()
    page.get_by_role("checkbox", name="Show arrow buttons").uncheck()
    expect(page.get_by_role("button", name="Left")).not_to_be_attached()
    page.reload()
    expect(page.get_by_role("button", name="Dig")).to_be_visible()
    expect(page.get_by_role("button", name="Left")).not_to_be_attached()


def hold_until_at(page: Page, arrow: str, at: Spot) -> None:
    box = page.get_by_role("button", name=arrow).bounding_box()
    assert box
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    mine_land.expect_at(page, at)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()
