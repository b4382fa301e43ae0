"""Takes pictures of every screen, wide and as on a phone, light and dark, into docs/screens/.

    python tools/screens.py [NAME...]

The files are small: few colours, and nothing in them that a reader does not see. Look at each.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402

from tests.web import DESK, PATIENCE_MS, PHONE, chromium  # noqa: E402
from tests.web.screens import SCREENS, quieten  # noqa: E402
from tests.web.servers import Server  # noqa: E402

FOLDER = ROOT / "docs" / "screens"
SIZES = {"wide": DESK, "phone": PHONE}
MOST_BYTES = 160_000
COLOURS = (256, 128, 64)


def reduce(image: Image.Image, colours: int) -> Image.Image:
    """The colours of the large areas as they are, and for the others some from all over the range:
    a small bright thing keeps its colour, however many shades a gradient has."""
    counted = Counter(image.getdata()).most_common()
    exact = [colour for colour, _ in counted[: colours * 3 // 4]]
    others = [colour for colour, _ in counted[colours * 3 // 4 :]] or exact
    rest = Image.new("RGB", (len(others), 1))
    rest.putdata(others)
    spread = rest.quantize(colours - len(exact), Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in exact for part in colour] + spread)
    few = image.quantize(palette=palette, dither=Image.Dither.NONE)
    # Pillow takes a colour that is near; those of the large areas are to be the very same.
    places = {colour: at for at, colour in enumerate(exact)}
    pairs = zip(image.getdata(), few.getdata(), strict=True)
    few.putdata([places.get(colour, near) for colour, near in pairs])
    return few


def shrink(picture: bytes) -> bytes:
    """As a PNG of few colours: fewer, until it is small enough."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    for colours in COLOURS:
        kept = io.BytesIO()
        reduce(image, colours).save(kept, "PNG", optimize=True)
        if kept.tell() < MOST_BYTES:
            break
    return kept.getvalue()


def take(page: Page, name: str) -> None:
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        path = FOLDER / f"{name}-{theme}.png"
        # What lies below the fold belongs to it, unless a box is open above all.
        is_whole = not page.locator("dialog[open]").count()
        path.write_bytes(shrink(page.screenshot(full_page=is_whole)))
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB", flush=True)


def visit(browser: Browser, url: str, name: str, size: str) -> None:
    """Each screen is seen by somebody new, in a browser of their own."""
    context = browser.new_context(
        base_url=url,
        locale="en-GB",
        reduced_motion="reduce",
        **SIZES[size],  # type: ignore[arg-type]
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    quieten(page)
    SCREENS[name](page)
    take(page, f"{name}-{size}")
    context.close()


def main(names: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=chromium.arguments()
        )
        try:
            for name in names or SCREENS:
                for size in SIZES:
                    visit(browser, server.url, name, size)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main(sys.argv[1:])
