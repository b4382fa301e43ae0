"""The browser client in headless Chromium, drawing in software: sizes, and wall time here.

Numbers vary with what else the machine does; each is the best of a few.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rows import Row

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import (  # noqa: E402
    Browser,
    CDPSession,
    Page,
    expect,
    sync_playwright,
)

from tests.web import DESK, PATIENCE_MS, chromium  # noqa: E402
from tests.web.minewars import beside, expect_tile  # noqa: E402
from tests.web.pages import begin, board, click, spot  # noqa: E402
from tests.web.servers import Server  # noqa: E402

REPEATS = 3
LARGE = {"width_cells": 128, "density_percent": 10, "pick_ms": 600_000}
"""Few enough mines that one opening may uncover thousands of cells."""

ISLANDS: dict[str, dict[str, Any]] = {
    "square": {"grid": "square", "radius_tiles": 32, "items_percent": 1},
    "hex": {"grid": "hex", "radius_tiles": 31, "items_percent": 1},
}
"""MineWars on 64 x 64 tiles, so bare that one click takes more than a thousand of them."""

ENOUGH_CELLS = 1000

FLOOD_BYTES = 4 * 6 * 1000
"""Of a thousand taken tiles: four bytes for each of six layers that change."""

PAN_MS = 3000
PAN = """async (lasts) => {
  const frame = document.querySelector("[data-camera]");
  const { left, top, width, height } = frame.getBoundingClientRect();
  const at = (x, y) => frame.dispatchEvent(new PointerEvent("pointermove",
    { pointerId: 1, pointerType: "mouse", isPrimary: true, buttons: 1, bubbles: true,
      clientX: x, clientY: y }));
  const next = () => new Promise(requestAnimationFrame);
  const begun = await next();
  let frames = 0, now = begun;
  while (now - begun < lasts) {
    const turn = (now - begun) / 400;
    at(left + width * (0.5 + 0.3 * Math.sin(turn)), top + height * (0.5 + 0.3 * Math.cos(turn)));
    now = await next();
    frames += 1;
  }
  return frames / ((now - begun) / 1000);
}"""

LISTEN = """
window.told = [];
let drawnAt = 0;
const draw = CanvasRenderingContext2D.prototype.drawImage;
CanvasRenderingContext2D.prototype.drawImage = function (...all) {
  drawnAt = performance.now();
  return draw.apply(this, all);
};
window.WebSocket = class extends WebSocket {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", ({ data }) => {
      const came = performance.now();
      const after = new MessageChannel();
      after.port1.onmessage = () => window.told.push(
        { bytes: data.byteLength, ms: performance.now() - came, isDrawn: drawnAt >= came });
      requestAnimationFrame(() => after.port2.postMessage(null));
    });
  }
};
"""


@contextmanager
def browsing() -> Iterator[tuple[Browser, str]]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=chromium.arguments()
        )
        try:
            yield browser, server.url
        finally:
            browser.close()
            server.kill()


def new_page(browser: Browser, url: str) -> Page:
    context = browser.new_context(base_url=url, **DESK)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE_MS)
    return context.new_page()


def first_load(browser: Browser, url: str) -> float:
    """The script of the start page in kB, packed as the server sends it."""
    page = new_page(browser, url)
    bodies: list[bytes] = []
    page.on("response", lambda each: bodies.append(each.body()) if ".js" in each.url else None)
    page.route(
        "**/api/games", lambda route: None
    )  # pictures of the games come after the first load
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.context.close()
    return sum(len(gzip.compress(body, 9)) for body in bodies) / 1000


def wait_for_paint(page: Page) -> float:
    """When the board is on the screen, in ms since the page was asked for."""
    board(page).wait_for(state="attached")
    frame = "await new Promise(requestAnimationFrame);"
    return float(page.evaluate(f"async () => {{ {frame} {frame} return performance.now(); }}"))


def to_board(browser: Browser, url: str) -> tuple[float, float]:
    """From a click on the start page, and from an empty cache by a room's address: in ms."""
    page = new_page(browser, url)
    page.goto("/")
    button = page.get_by_role("button", name="Play Land Grab now")
    button.wait_for()
    clicked = float(
        page.evaluate("document.querySelector('main button').click(), performance.now()")
    )
    by_click = wait_for_paint(page) - clicked
    cold = new_page(browser, url)
    begin(cold, "land-grab")
    by_address = wait_for_paint(cold)
    page.context.close()
    cold.context.close()
    return by_click, by_address


def panning(browser: Browser, url: str) -> tuple[float, float]:
    """While a board of 128 x 128 cells is dragged about: see `drag_about`."""
    page = new_page(browser, url)
    begin(page, "area-attack", is_generic=True, params=LARGE)
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
    return drag_about(page)


def panning_islands(browser: Browser, url: str, grid: str) -> tuple[float, float]:
    """The same over 64 x 64 tiles of MineWars, in the fog, at the size one plays at."""
    page = new_page(browser, url)
    begin(page, "minewars", seats=2, bot="easy", params=ISLANDS[grid])
    page.get_by_role("button", name="Pause").click()
    return drag_about(page)


def drag_about(page: Page) -> tuple[float, float]:
    """Frames a second, and the time in script for each of them in ms."""
    page.mouse.move(600, 400)
    page.mouse.down()
    page.mouse.move(620, 420, steps=4)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    begun = script_seconds(devtools)
    frames = float(page.evaluate(PAN, PAN_MS))
    spent_ms = 1000 * (script_seconds(devtools) - begun)
    page.context.close()
    return frames, spent_ms / (frames * PAN_MS / 1000)


def script_seconds(devtools: CDPSession) -> float:
    """CPU time that the page's scripts have taken so far."""
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    (found,) = [each["value"] for each in metrics if each["name"] == "ScriptDuration"]
    return float(found)


def opening(browser: Browser, url: str) -> tuple[float, int, bool]:
    """A frame with thousands of changed cells: ms until it is drawn, how many, at once?"""
    page = new_page(browser, url)
    page.add_init_script(LISTEN)
    begin(page, "area-attack", is_generic=True, params=LARGE)
    pick_start(page)
    page.evaluate("window.told = []")
    page.get_by_role("button", name="confirm").click()
    page.get_by_role("gridcell", name="seat 1").first.wait_for(state="attached")
    page.mouse.move(*spot(page, 64, 64))
    page.wait_for_function("() => window.told.length > 1")
    told: list[dict[str, Any]] = page.evaluate("window.told")
    largest = max(told, key=lambda each: int(each["bytes"]))
    changed = int(page.get_by_role("row", name="cells").get_by_role("cell").first.inner_text())
    page.context.close()
    return float(largest["ms"]), changed, bool(largest["isDrawn"])


def large_opening(browser: Browser, url: str) -> tuple[float, int, bool]:
    """Some starts open little: those say nothing about speed."""
    while (found := opening(browser, url))[1] < ENOUGH_CELLS:
        pass
    return found


def pick_start(page: Page) -> None:
    """As near to the middle as the bot, which may have been there first, lets one."""
    confirm, refusal = page.get_by_role("button", name="confirm"), page.locator(".toast")
    for place in ("64,64", "32,32", "96,96"):
        page.get_by_label("Type an action").fill(f"pick {place}")
        page.get_by_role("button", name="Do it").click()
        confirm.or_(refusal).first.wait_for()
        if confirm.is_visible():
            return
        refusal.get_by_role("button", name="Close").click()
    raise AssertionError("the bot is everywhere")


def flooding(browser: Browser, url: str, grid: str) -> tuple[float, int, bool]:
    """The same in MineWars, by one click: with all that its own screen draws.

    In a sandbox: on so bare an island a bot has all the land before one's first click.
    """
    page = new_page(browser, url)
    page.add_init_script(LISTEN)
    begin(page, "minewars", seats=2, is_sandbox=True, params=ISLANDS[grid])
    page.evaluate("window.told = []")
    while max((each["bytes"] for each in page.evaluate("window.told")), default=0) < FLOOD_BYTES:
        cell = beside(page)[0]
        click(page, cell.x, cell.y)
        expect_tile(page, cell.x, cell.y, "yours|skull")
        page.wait_for_function("() => window.told.length > 1")  # the answer and the frame, drawn
    largest = max(page.evaluate("window.told"), key=lambda each: int(each["bytes"]))
    page.context.close()
    return float(largest["ms"]), int(largest["bytes"]), bool(largest["isDrawn"])


def measure() -> list[Row]:
    with browsing() as (browser, url):
        boards = [to_board(browser, url) for _ in range(REPEATS)]
        panned = [panning(browser, url) for _ in range(REPEATS)]
        ms, cells, is_next = min(large_opening(browser, url) for _ in range(REPEATS))
        drawn = "drawn by the next frame" if is_next else "NOT drawn by the next frame"
        return [
            Row("script before a game's chunk, gzip", first_load(browser, url), "kB", "120"),
            Row(
                "a click on the start page to a board",
                min(each[0] for each in boards),
                "ms",
                "1000",
            ),
            Row(
                "a room's address to a board, nothing cached",
                min(each[1] for each in boards),
                "ms",
                "1000",
            ),
            *panning_rows("panning over 128 x 128 cells", panned),
            Row(f"{cells} changed cells told until {drawn}", ms, "ms", "1000 cells, next frame"),
            *minewars_rows(browser, url),
        ]


def panning_rows(what: str, panned: list[tuple[float, float]]) -> list[Row]:
    return [
        Row(what, max(frames for frames, _ in panned), "frames/s", "60"),
        Row(f"{what}: script per frame", min(script_ms for _, script_ms in panned), "ms", "< 2"),
    ]


def minewars_rows(browser: Browser, url: str) -> list[Row]:
    rows = []
    for grid in ISLANDS:
        panned = [panning_islands(browser, url, grid) for _ in range(REPEATS)]
        rows += panning_rows(f"MineWars, {grid}: panning over 64 x 64 tiles", panned)
        ms, size, is_next = min(flooding(browser, url, grid) for _ in range(REPEATS))
        drawn = "drawn by the next frame" if is_next else "NOT drawn by the next frame"
        what = f"MineWars, {grid}: a click that takes over 1000 tiles ({size // 1000} kB), {drawn}"
        rows.append(Row(what, ms, "ms", "next frame"))
    return rows
