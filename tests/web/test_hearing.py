"""A whole match by what a screen reader has: the browser's accessibility tree, and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from playwright.sync_api import CDPSession, Page

from tests.web import PATIENCE_MS, land_grab
from tests.web.pages import PLACE, Cell, begin

STEP_MS = 50


class Node(NamedTuple):
    """Something that is read out."""

    role: str
    name: str
    is_focused: bool


class Reader:
    """Hears a page; sees nothing of it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session: CDPSession = page.context.new_cdp_session(page)

    def nodes(self) -> Iterator[Node]:
        tree: dict[str, Any] = self._session.send("Accessibility.getFullAXTree")
        for each in tree["nodes"]:
            if each.get("ignored"):
                continue
            traits = {trait["name"]: trait["value"].get("value") for trait in each["properties"]}
            role, name = (each.get(part, {}).get("value", "") for part in ("role", "name"))
            yield Node(role, name, bool(traits.get("focused")))

    def cells(self) -> list[Cell]:
        found = [PLACE.fullmatch(each.name) for each in self.nodes() if each.role == "gridcell"]
        return [Cell(int(each[1]), int(each[2]), each[3]) for each in found if each]

    def focused(self) -> str:
        found = (each for each in self.nodes() if each.is_focused and each.role != "RootWebArea")
        return next((each.name for each in found), "")

    def hears(self, *words: str) -> str:
        """Waits until one of them is said; which one."""
        return self.when(lambda: next((each for each in words if self._is_said(each)), ""))

    def _is_said(self, words: str) -> bool:
        return any(words == each.name for each in self.nodes() if each.role == "StaticText")

    def when(self, found: Callable[[], str]) -> str:
        for _ in range(PATIENCE_MS // STEP_MS):
            if words := found():
                return words
            self.page.wait_for_timeout(STEP_MS)
        raise AssertionError(f"it is not said; the focus is on {self.focused()!r}")

    def go(self, cell: Cell) -> None:
        for _ in range(64):
            at = PLACE.fullmatch(self.focused())
            assert at, f"the focus is on {self.focused()!r}"
            dx, dy = cell.x - int(at[1]), cell.y - int(at[2])
            if not dx and not dy:
                return
            across = "ArrowRight" if dx > 0 else "ArrowLeft"
            down = "ArrowDown" if dy > 0 else "ArrowUp"
            self.page.keyboard.press(across if dx else down)
        raise AssertionError("the cursor does not come there")


def build(reader: Reader) -> None:
    """What yields most, with a farm where nothing can be settled."""
    found = [cell for cell in reader.cells() if "you can build" in cell.label]
    settles = [cell for cell in found if land_grab.SETTLES.search(cell.label)]
    cell = max(settles, key=land_grab.gain) if settles else min(found, key=land_grab.gain)
    reader.page.keyboard.press("s" if settles else "f")
    reader.go(cell)
    reader.page.keyboard.press("Enter")
    reader.when(lambda: next((each.label for each in reader.cells() if _is_ours(each, cell)), ""))


def _is_ours(each: Cell, cell: Cell) -> bool:
    return (each.x, each.y) == (cell.x, cell.y) and each.label.startswith("your ")


def test_a_match_of_land_grab_is_played_to_its_end_by_ear(page: Page) -> None:
    begin(page, "land-grab", params={"points_to_win": 20})
    reader = Reader(page)
    told: list[str] = []
    while reader.hears("Your turn", "The match is over") == "Your turn":
        told += [each.name for each in reader.nodes() if "builds a farm at" in each.name]
        build(reader)
    assert told, "what the other player built was never said"
    reader.when(lambda: next((each.name for each in reader.nodes() if _is_result(each)), ""))


def _is_result(node: Node) -> bool:
    return node.role == "heading" and ("won" in node.name or "lost" in node.name)
