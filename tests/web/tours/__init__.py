"""Ways from screen to screen, as people go them: each step goes on from the screen before.

No step depends on how fast the machine is, nor on what a bot does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from playwright.sync_api import Page

from tests.web.pages import click, tap

Go = Callable[[Page], None]
Tour = Mapping[str, Go]
"""The names of screens, in order, with the step that leads to each."""
TRIES = 60
"""How often something that may fail by chance is tried."""


def is_touched(page: Page) -> bool:
    is_so: bool = page.evaluate("matchMedia('(pointer: coarse)').matches")
    return is_so


def press(page: Page, x: int, y: int) -> None:
    """On a cell, with whatever this page is used with; a touch is confirmed."""
    by_touch = is_touched(page)
    (tap if by_touch else click)(page, x, y)
    yes = page.get_by_role("button", name="Yes", exact=True)
    if by_touch and yes.is_visible():
        yes.click()
