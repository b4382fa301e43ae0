"""A bot that somebody brings beside a person in a browser, as `docs/your-first-bot.md` does it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from freehold.cli import main
from tests.guide import Command, read_page
from tests.web import land_grab
from tests.web.pages import board, choose_more

PAGE = Path(__file__).resolve().parents[2] / "docs" / "your-first-bot.md"
JOIN = "freehold bot join "
ADDRESS = "http://127.0.0.1:8000"
BADGE = "bot by Ann"


@contextmanager
def joins(place: Path, link: str, ours: str) -> Iterator[subprocess.Popen[str]]:
    """The page's own command for a room, or for the lobby, with our link."""
    lines = [each.line for each in read_page(PAGE.read_text()) if isinstance(each, Command)]
    (line,) = [each for each in lines if each.startswith(f"{JOIN}{link} ")]
    words = line.removeprefix("freehold ").replace(link, ours).split()
    with subprocess.Popen(
        [sys.executable, "-m", "freehold.cli", *words], cwd=place, stdout=subprocess.PIPE, text=True
    ) as bot:
        try:
            yield bot
        finally:
            bot.kill()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with the page's bot."""
    assert main(["bot", "new", "fox", "--game", "land-grab", "--folder", str(tmp_path)]) == 0
    return tmp_path


def open_room(host: Page) -> str:
    host.goto("/")
    choose_more(host, "Land Grab", "Play with friends")
    expect(host.get_by_role("heading", name="Invite")).to_be_visible()
    return host.locator("code").inner_text()


def start(host: Page) -> None:
    expect(host.get_by_role("listitem").filter(has_text=BADGE)).to_contain_text("ready")
    host.get_by_role("button", name="Start the match").click()
    expect(board(host)).to_be_attached()
    expect(host.get_by_role("complementary").get_by_text(BADGE)).to_be_visible()


def resign(host: Page) -> None:
    """Then the result names the bot, too."""
    host.get_by_role("button", name="Resign").click()
    host.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(host.get_by_role("dialog").get_by_text(BADGE)).to_be_visible()


def test_a_bot_comes_by_the_rooms_link_and_has_a_badge_everywhere(page: Page, place: Path) -> None:
    with joins(place, f"{ADDRESS}/r/BCDFG", open_room(page)) as bot:
        assert bot.stdout is not None
        assert bot.stdout.readline() == "Fox, a bot by Ann, sits in the room of Land Grab.\n"
        start(page)
        land_grab.build(page)
        expect(land_grab.is_turn(page)).to_be_visible()  # the bot has answered
        resign(page)
    page.get_by_role("dialog").get_by_role("button", name="Replay").click()
    expect(page.get_by_role("complementary").get_by_text(BADGE)).to_be_visible()
    page.get_by_role("tab", name="Notes").click()
    page.keyboard.press("End")
    expect(page.get_by_role("tabpanel").get_by_text("worth").first).to_be_visible()
    page.goto("/")
    expect(page.get_by_text(f"Fox ({BADGE})").first).to_be_visible()


def test_a_bot_waits_in_the_lobby_and_is_invited_with_one_click(
    page: Page, place: Path, base_url: str
) -> None:
    with joins(place, ADDRESS, base_url) as bot:
        assert bot.stdout is not None
        assert "waits at" in bot.stdout.readline()
        open_room(page)
        row = page.get_by_role("listitem").filter(has_text="Settles where it pays most")
        expect(row).to_contain_text(BADGE)
        row.get_by_role("button", name="Invite").click()
        start(page)
        resign(page)
