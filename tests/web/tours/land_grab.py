"""A match of Land Grab, played back, and on the start page after it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web import land_grab
from tests.web.pages import begin, board, cells, draw_pictures, let_last, spot, tap
from tests.web.tours import Tour, is_touched, press

ISLAND = """\
WWWWWWWWWWWW
WWLLWLLLWLWW
WLLLLLFLLLLW
WLLFMMLLFLWW
WWLMFLMFLLLW
WLLLMFMMLLWW
WLFLLMFLMLLW
WWLLFMLLLFLW
WLLLMLFLLLWW
WLLFLLLLMLLW
WWLWLLWLLLWW
WWWWWWWWWWWW
"""
POINTS, TURNS = 100, 6
"""A target that nobody reaches within this many turns."""


def see_start(page: Page) -> None:
    begin(page, "land-grab", params={"island": ISLAND, "points_to_win": POINTS})
    expect(land_grab.is_turn(page)).to_be_visible()


def be_refused(page: Page) -> None:
    let_last(page)
    water = next(cell for cell in cells(page) if cell.label == "water" and cell.y > 3)
    press(page, water.x, water.y)
    expect(page.locator(".bubble")).to_be_visible()


def want_to_resign(page: Page) -> None:
    expect(page.locator(".bubble")).to_be_visible()  # all the while
    page.reload()
    expect(land_grab.is_turn(page)).to_be_visible()
    if is_touched(page):
        page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def open_menu(page: Page) -> None:
    """The menu that a phone has instead of buttons; it stays open whatever the width is then."""
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).not_to_be_visible()
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
    page.set_viewport_size(size)


def build(page: Page) -> None:
    land_grab.build(page, lambda page, cell: press(page, cell.x, cell.y))


def play_to_middle(page: Page) -> None:
    """With a tile looked at."""
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).not_to_be_visible()
    for _ in range(TURNS):
        build(page)
        expect(land_grab.is_turn(page)).to_be_visible()
    mode, best = land_grab.choose(page)
    land_grab.click_mode(page, mode)
    if is_touched(page):
        tap(page, best.x, best.y)
    else:
        page.mouse.move(*spot(page, best.x, best.y))


def play_to_end(page: Page) -> None:
    land_grab.play(page, build)


def play_back(page: Page) -> None:
    """Some moments before its end."""
    page.get_by_role("dialog").get_by_role("button", name="Watch replay").click()
    slider = page.get_by_role("slider", name="Position in the match")
    expect(slider).to_be_visible()
    expect(board(page)).to_be_attached()
    slider.press("End")
    for _ in range(5):
        slider.press("PageDown")


def come_home(page: Page) -> None:
    """With a match under way, an open room, and a match that has been played."""
    page.request.post("/api/rooms", data={"game": "territory", "is_public": True})
    page.request.post("/api/quick", data={"game": "land-grab"})
    page.goto("/")
    expect(page.get_by_role("button", name="Replay", exact=True).first).to_be_visible()
    draw_pictures(page)


MATCH: Tour = {
    "land-grab-start": see_start,
    "refusal": be_refused,
    "resign": want_to_resign,
    "menu": open_menu,
    "land-grab": play_to_middle,
    "land-grab-result": play_to_end,
    "replay": play_back,
    "home-played": come_home,
}
TOURS = (MATCH,)
