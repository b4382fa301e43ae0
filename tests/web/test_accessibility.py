"""axe finds nothing on any screen, wide or narrow, light or dark; and nothing moves unasked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.web import DESK
from tests.web.conftest import Complaints
from tests.web.pages import expect_no_sideways
from tests.web.screens import TOURS, quieten
from tests.web.tours import Tour

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"

SIZES: dict[str, ViewportSize] = {
    "wide": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
}
Theme = Literal["light", "dark"]
LOOKS: tuple[tuple[str, Theme], ...] = (("wide", "light"), ("phone", "dark"))
"""Colours depend on the theme, and what is there on the width: two looks show all of both."""

RUN_AXE = """axe.run({ resultTypes: ["violations"], selectors: false })
  .then((found) => found.violations)"""
"""All its rules, but it does not describe what is as it should be, nor where it is."""

MOVING = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(
  () => done(document.getAnimations().map(({ effect }) => effect.target.outerHTML)))))"""
"""What fades or slides once the page is laid out and drawn."""


def show(page: Page, size: str, theme: Theme) -> None:
    page.set_viewport_size(SIZES[size])
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    expect(page.locator("html")).to_have_attribute("data-theme", theme)


def violations(page: Page) -> list[str]:
    """What axe has to say, a line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = page.evaluate(RUN_AXE)
    return [
        f"{each['id']}: {each['help']}: {node['html'][:160]} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


def find_faults(page: Page) -> list[str]:
    """In both looks; then the page is as before."""
    found = []
    for size, theme in LOOKS:
        show(page, size, theme)
        expect_no_sideways(page)
        moving = [f"moves: {html[:160]}" for html in page.evaluate(MOVING)]
        found += [f"{size} {theme}: {line}" for line in moving + violations(page)]
    show(page, *LOOKS[0])
    return found


@pytest.mark.parametrize("tour", TOURS, ids=lambda tour: next(iter(tour)))
def test_axe_finds_nothing(tour: Tour, people: Callable[..., Page], complaints: Complaints) -> None:
    """Each screen of a tour is narrowed while it is there: a layout knows only its width."""
    complaints.allowed = ("/api/codes/ZZZZZ",)  # of the screen that says that nothing is there
    page = people(reduced_motion="reduce", **DESK)
    quieten(page)
    found = []
    for name, step in tour.items():
        step(page)
        found += [f"{name}: {fault}" for fault in find_faults(page)]
    assert found == []


COME_AND_CHANGE = """() => {
  document.documentElement.dataset.theme = "dark";
  return [document.getAnimations().length, getComputedStyle(document.body).backgroundColor];
}"""


@pytest.mark.parametrize(("motion", "moves"), [("reduce", False), ("no-preference", True)])
def test_a_change_of_colours_is_immediate_for_people_who_want_no_movement(
    motion: str, moves: bool, people: Callable[..., Page]
) -> None:
    page = people(reduced_motion=motion)
    page.goto("/")
    expect(page.get_by_role("article").first).to_be_visible()
    moving, ground = page.evaluate(COME_AND_CHANGE)
    assert bool(moving) is moves
    assert ground == "rgb(27, 33, 39)"
