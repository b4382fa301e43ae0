"""What tests do on any page: begin a match by the API, find cells on the board, wait for a turn."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

HEX_ROW = 3**0.5 / 2
"""So far a row of hexes lies below the one above, in widths of a cell."""
PLACE = re.compile(r"column (\d+), row (\d+): (.*)", re.DOTALL)


class Cell(NamedTuple):
    """A cell as the grid for screen readers names it."""

    x: int
    y: int
    label: str


def begin(page: Page, game: str, *, is_generic: bool = False, **wishes: Any) -> None:
    """Be in a match against bots, with parameters that the start page does not offer."""
    made = page.request.post("/api/quick", data={"game": game, **wishes})
    assert made.ok, made.text()
    page.goto(f"/room/{made.json()['room']}{'?generic' if is_generic else ''}")
    expect(board(page)).to_be_attached()


def card(page: Page, game: str) -> Locator:
    """A game on the start page."""
    return page.get_by_role("article").filter(
        has=page.get_by_role("heading", name=game, exact=True)
    )


def draw_pictures(page: Page) -> None:
    """Those of the cards on the start page: they are drawn when they come into sight."""
    expect(page.get_by_role("article").first).to_be_visible()
    for shown in page.get_by_role("article").all():
        shown.scroll_into_view_if_needed()
        expect(shown.locator("[data-is=drawn]")).to_be_attached()
    page.evaluate("scrollTo(0, 0)")


def play(page: Page, game: str) -> None:
    """From the start page into a match against bots, at the level that is chosen there."""
    page.goto("/")
    card(page, game).get_by_role("button", name="Play", exact=True).click()


def choose_more(page: Page, game: str, what: str) -> None:
    """What a game's card offers behind "More"."""
    shown = card(page, game)
    shown.get_by_role("button", name="More").click()
    shown.get_by_role("group", name=f"More: {game}").get_by_role("button", name=what).click()


def board(page: Page) -> Locator:
    return page.get_by_role("grid")


def cells(page: Page) -> list[Cell]:
    """The cells around the cursor, 11 x 11 of them at most, as they are read out."""
    board(page).wait_for(state="attached")  # a game's screen is loaded when it is needed
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('[role=gridcell]')].map((each) => each.ariaLabel)"
    )
    matched = [PLACE.fullmatch(label) for label in found]
    return [Cell(int(each[1]), int(each[2]), each[3]) for each in matched if each]


def spot(page: Page, x: int, y: int) -> tuple[float, float]:
    """The middle of a cell on the page, in pixels, once the page has settled."""
    board(page).wait_for(state="attached")
    left, top, size, is_hex = page.evaluate(
        """async () => {
          const painted = () => new Promise((done) => requestAnimationFrame(done));
          await painted();
          await painted();
          let frame = document.querySelector("[data-camera]");
          for (; !frame; frame = document.querySelector("[data-camera]")) await painted();
          const [x, y, size] = frame.dataset.camera.split(" ").map(Number);
          const { left, top } = frame.getBoundingClientRect();
          return [left + x, top + y, size, frame.dataset.shape === "hex"];
        }"""
    )
    across, down = (x + y % 2 / 2, y * HEX_ROW) if is_hex else (x, y)
    return left + (across + 0.5) * size, top + (down + 0.5) * size


def click(page: Page, x: int, y: int) -> None:
    page.mouse.click(*spot(page, x, y))


def tap(page: Page, x: int, y: int) -> None:
    page.touchscreen.tap(*spot(page, x, y))


def move_to(page: Page, x: int, y: int) -> None:
    """Go to a cell with the arrow keys, from wherever the focus is on the board."""
    at = page.locator("[role=gridcell][tabindex='0']")
    for _ in range(64):
        found = PLACE.fullmatch(at.get_attribute("aria-label") or "")
        assert found
        dx, dy = x - int(found[1]), y - int(found[2])
        if not dx and not dy:
            return
        key = (
            ("ArrowRight" if dx > 0 else "ArrowLeft")
            if dx
            else "ArrowDown"
            if dy > 0
            else "ArrowUp"
        )
        page.keyboard.press(key)
    raise AssertionError("the cursor does not come there")


def tab_to(page: Page, target: Locator, most: int = 80) -> None:
    """Press Tab until it has the focus, as one does without a mouse."""
    target.wait_for()
    for _ in range(most):
        if target.evaluate(
            "(each) => each === document.activeElement || each.contains(document.activeElement)"
        ):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {target}")


def expect_no_sideways(page: Page) -> None:
    """Nothing is wider than the page, and a board's page does not scroll at all."""
    # Waited for, since a page that was resized is laid out again.
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
    if board(page).count():
        page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")


LASTING = """() => {
  const later = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => (ms >= 500 ? 0 : later(act, ms, ...rest));
}"""


def let_last(page: Page) -> None:
    """What would go away or on by itself stays, until the page is reloaded."""
    page.evaluate(LASTING)


REMEMBER = """(selector) => {
  const kept = new Set();
  (window.remembered ??= {})[selector] = kept;
  const look = () => {
    for (const each of document.querySelectorAll(selector))
      kept.add(`${each.ariaLabel ?? ""} ${each.textContent}`);
  };
  look();
  const changes = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(look).observe(document.body, changes);
}"""


def remember(page: Page, selector: str) -> None:
    """Keep all that these parts of the page say from now on, however soon it is gone."""
    page.evaluate(REMEMBER, selector)


def is_remembered(page: Page, selector: str, words: str) -> bool:
    said: list[str] = page.evaluate("(selector) => [...remembered[selector]]", selector)
    return any(words in each for each in said)


def expect_remembered(page: Page, selector: str, words: str) -> None:
    page.wait_for_function(
        "([selector, words]) => [...remembered[selector]].some((said) => said.includes(words))",
        arg=[selector, words],
    )
