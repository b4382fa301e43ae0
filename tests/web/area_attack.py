"""Plays Area Attack as people do: chooses a start, opens, flags and chords what they read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from playwright.sync_api import Locator, Page, expect

from tests.web.pages import Cell, cells, click

COVERED = "covered"
OWN_NUMBER = re.compile(r"^yours, ([1-8]) mines? around$")
"""A number around which something is left to open."""
WINDOW = 5
"""The grid for screen readers has this many cells each way around the cursor."""
Press = Callable[[Page, int, int], None]
"""How a cell is chosen: a click, a tap, keys."""


def confirm(page: Page) -> Locator:
    return page.get_by_role("button", name="Confirm")


def is_begun(page: Page) -> Locator:
    return page.get_by_role("region", name="Stages")


def stage(page: Page) -> int:
    """The stage that the bar names; 0 while starts are chosen."""
    heading = is_begun(page).get_by_role("heading")
    return int(heading.inner_text()[:1]) if heading.is_visible() else 0


def frost(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text="You see the board as it was")


def standing(page: Page) -> Locator:
    return page.get_by_role("region", name="Areas")


def cell_named(page: Page, x: int, y: int, words: str) -> Locator:
    """The cell of the grid for screen readers, once it is so."""
    return page.get_by_role("gridcell", name=re.compile(rf"^column {x}, row {y}: {words}"))


def await_bots(page: Page) -> None:
    """Until all bots have confirmed their starts: before that they may take one away."""
    bots = standing(page).get_by_role("listitem").filter(has_text=re.compile("bot"))
    expect(bots.filter(has_not_text="confirmed")).to_have_count(0)


def choose_start(page: Page, wished: Iterable[tuple[int, int]], press: Press = click) -> None:
    """The first of these that is free."""
    await_bots(page)
    for x, y in wished:
        press(page, x, y)
        own = cell_named(page, x, y, "your starting cell")
        expect(own.or_(page.locator(".bubble")).first).to_be_attached()
        if own.count():
            confirm(page).click()
            expect(confirm(page)).not_to_be_visible()
            return
    raise AssertionError("no start is free")


def marked(lesson: Locator) -> tuple[int, int]:
    """The place that a lesson points at, as it says to those who do not see it."""
    place = lesson.get_by_text(re.compile(r"Marked: \d+,\d+"))
    expect(place).to_be_attached()
    found = re.search(r"(\d+),(\d+)", place.inner_text())
    assert found
    return int(found[1]), int(found[2])


def nearest(found: list[Cell]) -> list[Cell]:
    """By their distance from the middle one, which is where the cursor is."""
    middle = found[len(found) // 2]
    return sorted(found, key=lambda cell: max(abs(cell.x - middle.x), abs(cell.y - middle.y)))


def covered(page: Page) -> list[Cell]:
    """Cells around the cursor that may be opened now, the nearest first: a phone shows few."""
    found = [cell for cell in nearest(cells(page)) if cell.label.startswith(COVERED)]
    lit = [cell for cell in found if "you can open it" in cell.label]
    return on_screen(page, lit if stage(page) > 1 else found)


def on_screen(page: Page, found: list[Cell]) -> list[Cell]:
    """Those that a pointer can reach: neither outside nor below the small map."""
    reached: list[bool] = page.evaluate(
        """(places) => {
          const frame = document.querySelector("[data-camera]");
          const [left, top, size] = frame.dataset.camera.split(" ").map(Number);
          const box = frame.getBoundingClientRect();
          const at = (from, start, place) => from + start + (place + 0.5) * size;
          return places.map(([x, y]) => {
            const hit = document.elementFromPoint(at(box.left, left, x), at(box.top, top, y));
            return frame.contains(hit) && !hit.closest("[data-over]");
          });
        }""",
        [[cell.x, cell.y] for cell in found],
    )
    return [cell for cell, is_reached in zip(found, reached, strict=True) if is_reached]


LOOK = """() => {
  if (document.querySelector("dialog[open]")) return [0, []];
  const stage = Number(document.querySelector("section.bar h2 .number")?.textContent ?? 0);
  const frame = document.querySelector("[data-camera]");
  const [left, top, size] = frame.dataset.camera.split(" ").map(Number);
  const box = frame.getBoundingClientRect();
  const spots = [];
  for (const { ariaLabel } of document.querySelectorAll("[role=gridcell]")) {
    const found = /^column (\\d+), row (\\d+): covered(.*)/.exec(ariaLabel);
    if (!found || (stage > 1 && !found[3].includes("you can open it"))) continue;
    const [x, y] = [found[1], found[2]].map((place) => (Number(place) + 0.5) * size);
    spots.push([box.left + left + x, box.top + top + y]);
  }
  return [stage, spots];
}"""
"""The stage, and where one may click to open something: read at once, for time runs."""


def open_something(page: Page, choice: int) -> int:
    """Click one of the cells that may be opened; the stage it was in, or 0 if there is none."""
    stage, spots = page.evaluate(LOOK)
    if not stage or not spots:
        return 0
    page.mouse.click(*spots[choice % len(spots)])
    return int(stage)


def around(cell: Cell, others: Iterable[Cell]) -> list[Cell]:
    return [
        each
        for each in others
        if max(abs(each.x - cell.x), abs(each.y - cell.y)) == 1 and each.label.startswith(COVERED)
    ]


def loose_number(page: Page) -> tuple[int, Cell, list[Cell]]:
    """A number of one's own, not yet worked off, with more covered cells around it than mines."""
    found = cells(page)
    for cell in nearest(found)[: (2 * WINDOW - 1) ** 2]:  # those at its edge are half seen
        number = OWN_NUMBER.match(cell.label)
        near = around(cell, found)
        if number and len(near) > int(number[1]):
            return int(number[1]), cell, near
    raise AssertionError("no number of one's own is open")
