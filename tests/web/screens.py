"""Every screen there is, and how one gets there: for accessibility tests and for screenshots."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from playwright.sync_api import Page

from tests.web.tours import (
    Go,
    Tour,
    area_attack,
    editor,
    land_grab,
    mine_land,
    minewars,
    start,
    territory,
)

TOURS: tuple[Tour, ...] = (
    *start.TOURS,
    *land_grab.TOURS,
    *territory.TOURS,
    *area_attack.TOURS,
    *mine_land.TOURS,
    *minewars.TOURS,
    *editor.TOURS,
)


def quieten(page: Page) -> None:
    """Somebody who wants no first-time hints: the screens as they are most of the time."""
    page.add_init_script(
        "if (!localStorage['freehold.settings'])"
        " localStorage['freehold.settings'] = JSON.stringify({ hints: false });"
    )


def way_to(name: str, tour: Tour) -> Go:
    """All the steps up to that screen."""

    def go(page: Page) -> None:
        for each, step in tour.items():
            step(page)
            if each == name:
                return

    return go


SCREENS: Mapping[str, Go] = MappingProxyType(
    {name: way_to(name, tour) for tour in TOURS for name in tour}
)
