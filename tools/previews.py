"""Draws what other programs show of us, into web/public: icons, and a picture beside a shared link.

    python tools/previews.py

The icons are `icon.svg` in the sizes that phones want. The pictures show each game's own board as
the page draws it. Look at each.
"""

from __future__ import annotations

import base64
import io
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402

from freehold.games import load_game  # noqa: E402
from freehold.server.http.pages import ANY_GAME, PICTURE  # noqa: E402
from freehold.server.http.previews import HEIGHT, WIDTH  # noqa: E402
from tests.web import PATIENCE_MS, chromium  # noqa: E402
from tests.web.screens import SCREENS, quieten  # noqa: E402
from tests.web.servers import Server  # noqa: E402
from tools.pictures import shrink  # noqa: E402

PUBLIC = ROOT / "web" / "public"
ICON = PUBLIC / "icon.svg"
GREEN = "#0b7a5c"
SIZES = {"icon-180": 180, "icon-192": 192, "icon-512": 512}
MASKABLE = "icon-maskable-512"
SAFE = 0.74
"""How much of a maskable icon the picture takes: systems cut it into shapes of their own."""
GAMES = {
    "land-grab": ("land-grab", "Farm, settle and race for a hundred points."),
    "area-attack": ("area-attack-stage-2", "One minefield, seven minutes, up to four players."),
    "territory": ("territory-orders", "Talk, seal your orders, and see who kept their word."),
    "mine-land": ("mine-land", "A minefield without end, shared by everyone."),
    "minewars": ("minewars", "An island in the fog, and mines under your feet."),
}
LAYERS = """(board) => new Promise((done) => {
  const drawn = () => {
    const layers = board.querySelectorAll(":scope > canvas");
    const whole = Object.assign(document.createElement("canvas"), {
      width: layers[0].width,
      height: layers[0].height,
    });
    for (const layer of layers) whole.getContext("2d").drawImage(layer, 0, 0);
    done(whole.toDataURL());
  };
  requestAnimationFrame(() => requestAnimationFrame(drawn));
})"""
"""The ground and what stands on it, as one picture. A board that has just changed its size is
empty until the next frame."""
LEAST_COLOURS = 50
CARD = """<!doctype html><style>
  * {{ margin: 0; box-sizing: border-box; }}
  body {{ width: {width}px; height: {height}px; background: #f3f1ec; color: #1d2126;
    overflow: hidden; font-family: system-ui, sans-serif; display: flex; align-items: center; }}
  div {{ width: 500px; padding: 0 0 0 64px; }}
  h1 {{ font-size: 72px; line-height: 1.05; letter-spacing: -1px; margin: 36px 0 20px; }}
  p {{ font-size: 30px; line-height: 1.35; color: #5c636b; }}
  span {{ display: flex; align-items: center; gap: 16px; font-size: 30px; font-weight: 700; }}
  span svg {{ width: 52px; height: 52px; }}
  img {{ position: absolute; left: 560px; top: 0; width: 640px; height: 630px; object-fit: cover; }}
</style><div><span>{icon} Freehold</span><h1>{title}</h1><p>{sentence}</p></div>
<img src="data:image/png;base64,{picture}">"""


def draw_icons(browser: Browser) -> None:
    svg = ICON.read_text(encoding="utf-8")
    for name, size in SIZES.items():
        shoot(browser, f"<style>*{{margin:0}}svg{{display:block}}</style>{svg}", name, size)
    inner = f"<div style='width:{SAFE * 100}%'>{svg}</div>"
    frame = "display:grid;place-items:center;height:100vh"
    shoot(browser, f"<body style='margin:0;background:{GREEN};{frame}'>{inner}", MASKABLE, 512)


def shoot(browser: Browser, html: str, name: str, size: int) -> None:
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(html)
    picture = page.screenshot(omit_background=True)
    (PUBLIC / f"{name}.png").write_bytes(picture)
    page.close()


def draw_game(browser: Browser, url: str, game: str) -> bytes:
    """The board of a match, as large as it is drawn."""
    screen, sentence = GAMES[game]
    context = browser.new_context(
        base_url=url,
        locale="en-GB",
        reduced_motion="reduce",
        viewport={"width": 1100, "height": 760},
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    quieten(page)
    SCREENS[screen](page)
    page.mouse.move(0, 0)  # nothing is pointed at,
    page.keyboard.press("o")  # and in MineWars, which outlines what it needs, one's own city is
    drawn: str = page.locator("[data-board]").evaluate(LAYERS)
    picture = base64.b64decode(drawn.partition(",")[2])
    context.close()
    check_drawn(picture, game)
    write(browser, game, load_game(game).title, sentence, picture)
    return picture


def check_drawn(picture: bytes, game: str) -> None:
    """A board is more than one sheet of colour."""
    colours = Image.open(io.BytesIO(picture)).convert("RGB").getcolors(LEAST_COLOURS)
    if colours is not None:
        sys.exit(f"The picture of {game} is empty: {len(colours)} colours. Nothing was written.")


def write(browser: Browser, name: str, title: str, sentence: str, picture: bytes) -> None:
    card: Page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    card.set_content(
        CARD.format(
            width=WIDTH,
            height=HEIGHT,
            icon=ICON.read_text(encoding="utf-8"),
            title=title,
            sentence=sentence,
            picture=base64.b64encode(picture).decode(),
        )
    )
    path = PUBLIC / PICTURE.format(name)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(shrink(card.screenshot()))
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB", flush=True)
    card.close()


def main() -> None:
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=chromium.arguments()
        )
        try:
            draw_icons(browser)
            pictures = {game: draw_game(browser, server.url, game) for game in GAMES}
            sentence = "Strategy games about claiming land. No account needed."
            write(browser, ANY_GAME, "Claim your ground", sentence, pictures["minewars"])
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
