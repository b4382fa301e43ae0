"""The ladder in the browser: a rated match against a bot, its result, and being listed or not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web import land_grab
from tests.web.pages import begin, choose_more
from tests.web.servers import Server
from tests.web.test_accessibility import find_faults


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that lists players after their first match."""
    running = Server(tmp_path, min_ladder_matches=1, min_ladder_actions=1)
    running.start()
    yield running
    running.kill()


def test_a_match_is_rated_and_a_player_is_listed_or_not(
    own: Server, people: Callable[..., Page]
) -> None:
    page = people(own.url)
    page.goto("/")
    choose_more(page, "Land Grab", "Ladder")
    expect(page.get_by_role("heading", name="Land Grab: ladder")).to_be_visible()
    expect(page.get_by_text("Nobody is listed here yet.")).to_be_visible()

    begin(page, "land-grab", bot="dabbler")
    land_grab.build(page)
    expect(land_grab.is_turn(page)).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    result = page.get_by_role("dialog").filter(has_text="Rematch")
    expect(result.get_by_role("columnheader", name="Rating")).to_be_visible()
    expect(result.get_by_role("row").nth(1)).to_contain_text(re.compile(r"9\d\d \+\d\d"))
    result.get_by_role("button", name="Ladder").click()

    expect(page.get_by_role("link", name="House bots")).to_have_attribute("aria-current", "page")
    rows = page.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("bot")
    expect(rows.nth(2)).to_contain_text("you")
    expect(page.get_by_text("Rank 2 of 2 · 0 of 1 match won")).to_be_visible()
    assert find_faults(page) == []

    page.get_by_role("checkbox", name="Show me in the ladders").uncheck()
    expect(rows).to_have_count(2)
    page.reload()
    expect(rows).to_have_count(2)
    expect(page.get_by_role("checkbox")).not_to_be_checked()
    page.get_by_role("link", name="People").click()
    expect(page.get_by_text("You have no rated match here yet.")).to_be_visible()
