"""axe finds nothing on any screen, wide or narrow, light or dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.web import DESK
from tests.web.conftest import Complaints
from tests.web.pages import expect_no_sideways
from tests.web.screens import SCREENS, quieten

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"

SIZES: dict[str, ViewportSize] = {
    "wide": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
}
LOOKS: tuple[tuple[str, Literal["light", "dark"]], ...] = (("wide", "light"), ("phone", "dark"))
"""Colours depend on the theme, and what is there on the width: two looks show all of both."""

STILL = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(
  document.getAnimations().every(({ playState, effect }) =>
    playState !== "running" || effect.getComputedTiming().iterations === Infinity)))))"""
"""Laid out and drawn, and no colour is on its way to another."""


def violations(page: Page) -> list[str]:
    """What axe has to say, a line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = page.evaluate("axe.run().then((found) => found.violations)")
    return [
        f"{each['id']}: {each['help']}: {node['html'][:160]} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


# A bot may take the land that `minewars` builds on; its three other screens show the same parts.
@pytest.mark.parametrize("name", [name for name in SCREENS if name != "minewars"])
def test_axe_finds_nothing(name: str, people: Callable[..., Page], complaints: Complaints) -> None:
    """One way to each screen, which is then narrowed: a layout knows only its width."""
    complaints.allowed = ("404 (Not Found)",) if name == "nowhere" else ()
    page = people(reduced_motion="reduce", **DESK)
    quieten(page)
    SCREENS[name](page)
    found = []
    for size, theme in LOOKS:
        page.set_viewport_size(SIZES[size])
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        expect_no_sideways(page)
        page.wait_for_function(STILL)
        found += [f"{size} {theme}: {line}" for line in violations(page)]
    assert found == []
