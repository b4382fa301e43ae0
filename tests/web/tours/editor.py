"""The editor of maps: a map drawn, kept, and refused."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.tours import Tour, press


def see_editor(page: Page) -> None:
    page.goto("/maps/new")
    expect(page.get_by_text(re.compile("^(Fair|Unbalanced.*)$"))).to_be_visible()


def keep_map(page: Page) -> None:
    page.get_by_role("tab", name="Maps").click()
    page.get_by_role("button", name="Save in this browser").click()
    expect(page.get_by_role("button", name=re.compile("^Delete "))).to_be_visible()


def be_refused(page: Page) -> None:
    """A map that cannot be played on, with the places."""
    page.get_by_role("tab", name="Check").click()
    page.get_by_role("button", name="Forest").click()
    press(page, 1, 1)  # far from every island
    expect(page.get_by_text("Not playable yet")).to_be_visible()


EDITOR: Tour = {"editor": see_editor, "editor-maps": keep_map, "editor-refused": be_refused}
TOURS = (EDITOR,)
