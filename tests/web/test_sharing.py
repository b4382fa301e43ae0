"""A finished match is shared by its replay's address, and by a picture of how it ended."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect

from tests.web.screens import SCREENS, quieten


def test_the_picture_of_the_result_shows_the_board_and_the_score(page: Page) -> None:
    quieten(page)
    SCREENS["land-grab-result"](page)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save picture").click()
    assert saving.value.suggested_filename == "land-grab.png"
    image = Image.open(BytesIO(Path(saving.value.path()).read_bytes())).convert("RGB")
    assert image.size == (1200, 630)
    board = image.crop((560, 0, 1200, 630)).getcolors(100_000)
    assert board is not None
    assert len(board) > 50  # sea, coast, land, buildings: not an empty sheet


def test_the_replays_address_is_copied_where_the_system_does_not_share(page: Page) -> None:
    quieten(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("delete Navigator.prototype.share")
    SCREENS["land-grab-result"](page)
    page.get_by_role("button", name="Share this match").click()
    expect(page.get_by_text("Link to the replay copied")).to_be_visible()
    assert "/replay/" in page.evaluate("navigator.clipboard.readText()")
