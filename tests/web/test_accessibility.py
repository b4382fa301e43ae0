"""axe finds nothing on any screen, wide or narrow, light or dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web import DESK, PHONE
from tests.web.conftest import Complaints
from tests.web.pages import expect_no_sideways
from tests.web.screens import SCREENS, quieten

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Page) -> list[str]:
    """What axe has to say, a line each."""
    page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = page.evaluate("axe.run().then((found) => found.violations)")
    return [
        f"{each['id']}: {each['help']}: {node['html'][:160]} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("size", ["wide", "phone"])
@pytest.mark.parametrize("name", SCREENS)
def test_axe_finds_nothing(
    name: str, size: str, people: Callable[..., Page], complaints: Complaints
) -> None:
    complaints.allowed = ("404 (Not Found)",) if name == "nowhere" else ()
    page = people(reduced_motion="reduce", **(PHONE if size == "phone" else DESK))
    quieten(page)
    SCREENS[name](page)
    expect_no_sideways(page)
    found = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        found += [f"{theme}: {line}" for line in violations(page)]
    assert found == []
