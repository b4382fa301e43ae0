"""A finished match played back: seeking both ways, links to a moment, record files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.web import PATIENCE_MS, land_grab, waiting
from tests.web.conftest import Complaints
from tests.web.pages import begin, board, cells

RECORD = Path(__file__).parent.parent / "records" / "land-grab" / "points.jsonl"


@pytest.fixture
def page(people: Callable[..., Page]) -> Page:
    """Somebody who wants no movement: for them nothing plays before they say so."""
    return people(reduced_motion="reduce")


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Position in the match")


def built(page: Page) -> int:
    words = ("’s farm", "’s mine", "’s resort", "your ")
    return sum(any(word in cell.label for word in words) for cell in cells(page))


def finish_a_match(page: Page) -> None:
    begin(page, "land-grab", params={"points_to_win": 20})
    land_grab.play(page)


def expect_film(page: Page) -> None:
    expect(slider(page)).to_be_visible()
    expect(board(page)).to_be_attached()


class Film(NamedTuple):
    """A match that has been played, for all to look at."""

    address: str
    final: int
    """The number of builds at its end."""


@pytest.fixture(scope="module")
def film(browser: Browser, base_url: str) -> Iterator[Film]:
    """From the result of a match to where it is played back."""
    expect.set_options(timeout=PATIENCE_MS)
    context = browser.new_context(base_url=base_url, locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    finish_a_match(page)
    final = built(page)
    land_grab.result(page).get_by_role("button", name="Watch replay").click()
    expect_film(page)
    yield Film(page.url.partition("?")[0], final)
    context.close()


def open_film(page: Page, film: Film) -> None:
    page.goto(film.address)
    expect_film(page)


def expect_built(page: Page, is_so: Callable[[int], bool]) -> None:
    assert waiting.until(page, lambda: is_so(built(page))), f"{built(page)} are built"


def test_a_match_is_sought_through_both_ways_by_keys_and_by_the_strip(
    page: Page, film: Film
) -> None:
    open_film(page, film)
    final = film.final
    slider(page).press("Home")
    expect_built(page, lambda count: count == 0)
    slider(page).press(".")
    expect_built(page, lambda count: count == 1)
    slider(page).press("End")
    expect_built(page, lambda count: count == final)
    slider(page).press(",")
    expect_built(page, lambda count: count < final)
    box = slider(page).bounding_box()
    assert box
    page.mouse.click(box["x"] + 1, box["y"] + box["height"] / 2)
    expect_built(page, lambda count: count == 0)
    page.mouse.click(box["x"] + box["width"] - 1, box["y"] + box["height"] / 2)
    expect_built(page, lambda count: count == final)


def test_it_plays_to_the_end_by_itself_at_sixteen_times_the_speed(page: Page, film: Film) -> None:
    open_film(page, film)
    slider(page).press("Home")
    page.get_by_role("combobox", name="Speed").select_option("16×")
    page.get_by_role("button", name="Play", exact=True).click()
    expect_built(page, lambda count: count == film.final)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_link_to_a_moment_shows_it_to_somebody_else(
    page: Page, people: Callable[..., Page], film: Film
) -> None:
    open_film(page, film)
    slider(page).press("Home")
    for _ in range(5):
        slider(page).press(".")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link to this moment").click()
    expect(page.get_by_text("Link to this moment copied.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    other = people()
    other.goto(link)
    moment = slider(page).get_attribute("aria-valuetext")
    assert moment
    expect(slider(other)).to_have_attribute("aria-valuetext", moment)
    expect(board(other)).to_be_attached()
    assert cells(other) == cells(page)


def test_the_matches_one_has_played_are_on_the_start_page_to_be_played_back(page: Page) -> None:
    finish_a_match(page)
    page.get_by_role("dialog").get_by_role("button", name="Back to the start page").click()
    page.get_by_role("button", name="Replay", exact=True).click()
    expect(slider(page)).to_be_visible()


def test_a_record_file_is_played_back_too(people: Callable[..., Page]) -> None:
    page = people()
    page.goto("/replay")
    page.get_by_label("Choose file").set_input_files(RECORD)
    expect(slider(page)).to_be_visible()
    slider(page).press("End")
    expect_built(page, lambda count: count > 0)


def test_a_file_that_is_no_record_is_refused_with_the_reason(
    page: Page, tmp_path: Path, complaints: Complaints
) -> None:
    complaints.allowed = ("Failed to load resource",)  # the refusal, which is what we want
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("nothing of ours\n")
    page.goto("/replay")
    page.get_by_label("Choose file").set_input_files(wrong)
    expect(page.get_by_role("heading", name="This replay cannot be played")).to_be_visible()
    expect(page.get_by_role("alert")).not_to_be_empty()


def test_a_player_who_waits_for_a_film_sees_how_far_it_is(page: Page) -> None:
    held: list[Route] = []
    page.route("**/api/replays/file?*", lambda route: held.append(route))
    page.route("**/api/films/*", lambda route: route.fulfill(json={"percent": 40}))
    page.goto("/replay")
    page.get_by_label("Choose file").set_input_files(RECORD)
    bar = page.get_by_role("progressbar", name="Loading replay")
    expect(bar).to_have_attribute("value", "40")
    held[0].continue_()
    expect(slider(page)).to_be_visible()


YOU = re.compile(r"\b(you|your|yours)\b", re.IGNORECASE)
SPOKEN = """() => [...document.querySelectorAll("[role=log], [role=status], [role=gridcell], h2")]
  .map((each) => `${each.ariaLabel ?? ""} ${each.textContent}`)"""


RECORDS = (
    "land-grab/points",
    "mine-land/time",
    "minewars/time",
    "territory/domination",
    "area-attack/time",
)
WITHOUT_SECRETS = ("land-grab/points",)


@pytest.mark.parametrize("record", RECORDS)
def test_a_replay_does_not_call_a_stranger_you(page: Page, record: str) -> None:
    """Neither with everything shown nor through a player's eyes, where a game has secrets."""
    page.goto("/replay")
    page.get_by_label("Choose file").set_input_files(RECORD.parent.parent / f"{record}.jsonl")
    expect_film(page)
    page.get_by_role("tab", name="Events").click()
    expect_nobody_is_called_you(page)
    if record not in WITHOUT_SECRETS:
        eyes = page.get_by_role("combobox", name="Point of view")
        eyes.select_option("0")
        expect(eyes).to_be_enabled()
        slider(page).press("Home")
        expect_nobody_is_called_you(page)


def expect_nobody_is_called_you(page: Page) -> None:
    for _ in range(12):
        spoken: list[str] = page.evaluate(SPOKEN)
        assert [words for words in spoken if YOU.search(words)] == []
        slider(page).press("PageUp")
