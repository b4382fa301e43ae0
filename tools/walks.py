"""Plays the matches of the walkthroughs in docs/play, and draws their pictures as the page does.

    python tools/walks.py play [GAME...]    writes docs/play/GAME.jsonl
    python tools/walks.py draw [GAME...]    draws what docs/play/GAME.jsonl holds

The pages speak of these very matches, so play one again only if its rules have changed, and read
its page afterwards. A picture is a moment of the match, by the number of its frame in the replay;
the moving picture of a game runs through many. Look at each.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import msgspec  # noqa: E402
from msgspec import Struct  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402

from freehold.arena.bouts import bots_key, match_key  # noqa: E402
from freehold.bots import Runner, make_bots  # noqa: E402
from freehold.games import load_game  # noqa: E402
from freehold.match import Match, Seated  # noqa: E402
from tests.web import PATIENCE_MS, chromium  # noqa: E402
from tests.web.screens import quieten  # noqa: E402
from tests.web.servers import Server  # noqa: E402
from tools.pictures import shrink  # noqa: E402

FOLDER = ROOT / "docs" / "play"
PICTURES = FOLDER / "pictures"
NAMES = ("Ann", "Ben", "Cleo", "Dan")
FRAME_MS = 350
LAST_MS = 3000
BOARD_ONLY = ".zoom, .toasts, .banner, .alerts, .foot { display: none !important; }"
END = -1
SETTLES_MS = 3000
EDGE = 4
"""Pixels around the board that belong to the page."""
MOVING = 400
"""The width of a moving picture, in pixels."""
QUALITY = 45


class Walk(Struct, frozen=True):
    """A match of bots, and what is drawn of it."""

    bots: tuple[str, ...]
    seed: int
    moments: tuple[int, ...]
    """Frames that are drawn: GAME-1.png and so on."""
    moving: range
    """Frames of the moving picture."""
    entries: int = 100_000
    """The number of actions that are played."""
    params: Mapping[str, Any] = {}
    is_calm: bool = True
    """Without what moves on the board at that moment."""
    eyes: str = ""
    """Whose view is drawn, as the replay's list names it; empty means everything."""
    size: tuple[int, int] = (980, 690)
    """Of the page that draws it, in pixels, without what stands beside the board."""


WALKS: Mapping[str, Walk] = {
    "land-grab": Walk(("greedy", "thinker"), 7, (0, 4, 12, END), range(29)),
    "territory": Walk(
        ("diplomat", "greedy", "diplomat"), 4, (0, 9, 18, 135), range(0, 136, 9), is_calm=False
    ),
    "area-attack": Walk(
        ("strong", "swift"),
        3,
        (1, 6, 30, 90, END),
        range(4, 300, 10),
        params={"width_cells": 24, "height_cells": 18},
        eyes="0",
    ),
    "mine-land": Walk(
        ("strong", "careful"),
        1,
        (0, 24, 72, 200),
        range(0, 300, 10),
        entries=400,
        params={"width_tiles": 60, "height_tiles": 60, "spawn_tiles": 1, "density_permille": 110},
        eyes="0",
    ),
    "minewars": Walk(
        ("hard", "normal"),
        3,
        (0, 20, 60, 300, 480),
        range(0, 500, 24),
        params={"radius_tiles": 10, "cities": 3, "starting_mines": 2, "starting_decoys": 1},
        eyes="0",
    ),
}


# Playing


def play(name: str, walk: Walk) -> Match:
    game = load_game(name)
    seated = tuple(Seated(each) for each in NAMES[: len(walk.bots)])
    params = msgspec.convert(dict(walk.params), game.params)
    match = Match.new(game, seated, match_key(walk.seed), params)
    runner = Runner(match, make_bots(game, walk.bots), bots_key(walk.seed))
    while match.outcome is None and match.log.entries < walk.entries:
        up = runner.next_up()
        if up is None:
            break
        runner.step(up[0])
    return match


def keep(name: str) -> None:
    path = FOLDER / f"{name}.jsonl"
    path.write_bytes(play(name, WALKS[name]).log.dump())
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")


# Drawing


def open_replay(page: Page, name: str, walk: Walk) -> None:
    page.goto("/replay")
    page.get_by_label("Choose file").set_input_files(FOLDER / f"{name}.jsonl")
    expect(page.get_by_role("slider", name="Position in the match")).to_be_visible()
    if walk.eyes:
        eyes = page.get_by_role("combobox", name="Point of view")
        eyes.select_option(walk.eyes)
        expect(eyes).to_be_enabled()
    page.get_by_role("slider", name="Position in the match").press("Home")


def frames(page: Page, wanted: Sequence[int], is_calm: bool) -> Iterator[tuple[int, bytes]]:
    """The board at these frames, in order, and at the end (-1)."""
    slider = page.get_by_role("slider", name="Position in the match")
    for frame in range(max(wanted) + 1):
        if frame:
            slider.press(".")
        if frame in wanted:
            if is_calm:  # going back is a jump: nothing moves
                slider.press(".")
                slider.press(",")
            yield frame, shoot(page)
    slider.press("End")
    page.wait_for_timeout(SETTLES_MS)
    yield END, shoot(page)


def shoot(page: Page) -> bytes:
    """The board alone."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    image = Image.open(io.BytesIO(page.locator("canvas").first.screenshot()))
    inner = image.crop((EDGE, EDGE, image.width - EDGE, image.height - EDGE))
    kept = io.BytesIO()
    inner.save(kept, "PNG")
    return kept.getvalue()


def small(pictures: Sequence[bytes]) -> list[Image.Image]:
    """All of one size, although the page may give the board a little more or less room."""
    images = [Image.open(io.BytesIO(each)).convert("RGB") for each in pictures]
    size = (MOVING, images[0].height * MOVING // images[0].width)
    return [image.resize(size, Image.Resampling.LANCZOS) for image in images]


def keep_moving(name: str, pictures: Sequence[bytes]) -> None:
    """As an animated WebP, which holds what differs between two pictures."""
    images = small(pictures)
    path = PICTURES / f"{name}.webp"
    times = [FRAME_MS] * (len(images) - 1) + [LAST_MS]
    images[0].save(
        path,
        save_all=True,
        append_images=images[1:],
        duration=times,
        loop=0,
        quality=QUALITY,
        method=6,
    )
    report(path)


def report(path: Path) -> None:
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB", flush=True)


def draw(browser: Browser, url: str, name: str) -> None:
    walk = WALKS[name]
    width, height = walk.size
    context = browser.new_context(
        base_url=url,
        locale="en-GB",
        reduced_motion="reduce",
        color_scheme="light",
        bypass_csp=True,
        viewport={"width": width, "height": height},
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    quieten(page)
    open_replay(page, name, walk)
    page.add_style_tag(content=BOARD_ONLY)
    drawn = dict(frames(page, (*walk.moments, *walk.moving), walk.is_calm))
    context.close()
    for number, frame in enumerate(walk.moments, start=1):
        path = PICTURES / f"{name}-{number}.png"
        path.write_bytes(shrink(drawn[frame]))
        report(path)
    keep_moving(name, [drawn[frame] for frame in (*walk.moving, END)])


def draw_all(names: Sequence[str]) -> None:
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=chromium.arguments()
        )
        try:
            for name in names:
                draw(browser, server.url, name)
        finally:
            browser.close()
            server.kill()


def main(what: str, names: Sequence[str]) -> None:
    names = names or tuple(WALKS)
    if what == "play":
        for name in names:
            keep(name)
    else:
        draw_all(names)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
