"""Takes pictures of every screen, wide and as on a phone, light and dark, into docs/screens/.

    python tools/screens.py [NAME...]

Look at each.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from types import MappingProxyType

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402

from tests.web import DESK, PATIENCE_MS, PHONE, chromium, land_grab  # noqa: E402
from tests.web.pages import begin, choose_more  # noqa: E402
from tests.web.screens import SCREENS, quieten  # noqa: E402
from tests.web.servers import Server  # noqa: E402
from tests.web.tours import is_touched, press  # noqa: E402

FOLDER = ROOT / "docs" / "screens"
SIZES = {"wide": DESK, "phone": PHONE}
QUALITY = 72
RIVALS = MappingProxyType({"Ann": "settler", "Ben": "trader", "Cleo": "greedy"})
"""People of the ladder, and the bot that each has met."""


def take(page: Page, name: str) -> None:
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        path = FOLDER / f"{name}-{theme}.webp"
        # What lies below the fold belongs to it, unless a box is open above all.
        is_whole = not page.locator("dialog[open]").count()
        picture = page.screenshot(full_page=is_whole)
        Image.open(io.BytesIO(picture)).convert("RGB").save(path, quality=QUALITY, method=6)
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB", flush=True)


# Screens with more than one person in them


@contextmanager
def beside(page: Page, name: str) -> Iterator[Page]:
    """Somebody else at the same server."""
    assert page.context.browser is not None
    context = page.context.browser.new_context(
        base_url=base_of(page), locale="en-GB", reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE_MS)
    other = context.new_page()
    be_called(other, name)
    yield other
    context.close()


def base_of(page: Page) -> str:
    return page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2]


def be_called(page: Page, name: str) -> None:
    answer = page.request.post("/api/me", data={"name": name})
    assert answer.ok, answer.text()


def open_room(page: Page) -> str:
    """The link that lets others in."""
    page.goto("/")
    be_called(page, "Dora")
    page.reload()
    choose_more(page, "Land Grab", "Play with friends")
    expect(page.get_by_role("heading", name="Invite")).to_be_visible()
    return page.locator("code").inner_text()


def talk(page: Page, words: str) -> None:
    page.get_by_label("Write a message").fill(words)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log", name="Chat")).to_contain_text(words)


@contextmanager
def see_waiting_bots(page: Page, server: Server) -> Iterator[None]:
    """A lobby with a bot that waits for an invitation."""
    freehold = [sys.executable, "-m", "freehold.cli"]
    folder = server.folder / "fox"
    folder.mkdir(exist_ok=True)
    if not (folder / "fox.py").exists():
        make = ["bot", "new", "fox", "--game", "land-grab", "--folder", str(folder)]
        subprocess.run([*freehold, *make], check=True, stdout=subprocess.DEVNULL)
    join = ["bot", "join", server.url, "fox.py", "--game", "land-grab", "--author", "Ann"]
    with subprocess.Popen([*freehold, *join], cwd=folder, stdout=subprocess.DEVNULL) as bot:
        try:
            open_room(page)
            expect(page.get_by_text("Bots waiting for a match")).to_be_visible()
            # The one of the last picture is forgotten after a while.
            expect(page.get_by_text("bot by Ann")).to_have_count(1)
            yield
        finally:
            bot.kill()


@contextmanager
def see_report(page: Page, server: Server) -> Iterator[None]:
    """What is asked when somebody reports a line of the chat."""
    link = open_room(page)
    with beside(page, "Ben") as other:
        other.goto(link)
        expect(other.get_by_role("button", name="Ready")).to_be_visible()
        talk(other, "You are all fools")
        line = page.get_by_role("log", name="Chat").get_by_text("You are all fools")
        expect(line).to_be_visible()
        line.hover()
        page.get_by_role("button", name="Report what").click()
        expect(page.get_by_role("dialog", name="Report")).to_be_visible()
        yield


@contextmanager
def see_moderation(page: Page, server: Server) -> Iterator[None]:
    with see_report(page, server):
        page.get_by_role("dialog").get_by_role("radio", name="Insults").check()
        page.get_by_role("dialog").get_by_role("button", name="Send report").click()
        expect(page.get_by_role("dialog")).not_to_be_visible()
        secret = (server.folder / "admin.secret").read_text().strip()
        answer = page.request.post(
            "/api/admin/moderators",
            data={"guest": page.request.get("/api/me").json()["id"], "name": "Dora"},
            headers={"Authorization": f"Bearer {secret}"},
        )
        assert answer.ok, answer.text()
        page.goto("/moderation")
        expect(page.get_by_role("article").first).to_be_visible()
        yield


@contextmanager
def see_ladder(page: Page, server: Server) -> Iterator[None]:
    """After a match of some people, each with another bot."""
    page.goto("/")
    for name, bot in RIVALS.items():
        with beside(page, name) as other:
            play_rated(other, bot)
    be_called(page, "Dora")
    play_rated(page, "trader")
    page.goto("/ladder/land-grab?list=house")
    expect(page.get_by_role("table")).to_be_visible()
    yield


def play_rated(page: Page, bot: str) -> None:
    """Two builds, and then somebody has had enough."""
    begin(page, "land-grab", bot=bot)
    for _ in range(2):
        expect(land_grab.is_turn(page)).to_be_visible()
        land_grab.build(page, lambda on, cell: press(on, cell.x, cell.y))
    expect(land_grab.is_turn(page)).to_be_visible()
    if is_touched(page):
        page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").last.click()
    expect(land_grab.result(page)).to_be_visible()


COMPANY: Mapping[str, Callable[[Page, Server], AbstractContextManager[None]]] = MappingProxyType(
    {
        "waiting-bots": see_waiting_bots,
        "report": see_report,
        "moderation": see_moderation,
        "ladder": see_ladder,
    }
)


def visit(browser: Browser, server: Server, name: str, size: str) -> None:
    """Each screen is seen by somebody new, in a browser of their own."""
    context = browser.new_context(
        base_url=server.url,
        locale="en-GB",
        reduced_motion="reduce",
        **SIZES[size],  # type: ignore[arg-type]
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    quieten(page)
    with go_to(name, page, server):
        take(page, f"{name}-{size}")
    context.close()


def go_to(name: str, page: Page, server: Server) -> AbstractContextManager[None]:
    if name in COMPANY:
        return COMPANY[name](page, server)
    SCREENS[name](page)
    return nullcontext()


def main(names: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), min_ladder_matches=1, min_ladder_actions=1)
        server.start()
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=chromium.arguments()
        )
        try:
            for name in names or [*SCREENS, *COMPANY]:
                for size in SIZES:
                    visit(browser, server, name, size)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main(sys.argv[1:])
