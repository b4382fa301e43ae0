"""What a screen reader has of a page: the browser's accessibility tree; and keys, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

from playwright.sync_api import CDPSession, Page

from tests.web import waiting
from tests.web.pages import PLACE, Cell

OVER = "The match is over"
RESULTS = ("You won", "You lost", "Draw")
MOST_TABS = 60


class Node(NamedTuple):
    """Something that is read out."""

    role: str
    name: str
    is_focused: bool


class Heard:
    """All that is read out at one moment."""

    def __init__(self, tree: dict[str, Any]) -> None:
        self.nodes = [_node(each) for each in tree["nodes"] if not each.get("ignored")]

    @cached_property
    def texts(self) -> frozenset[str]:
        return frozenset(each.name for each in self.nodes if each.role == "StaticText")

    @cached_property
    def cells(self) -> list[Cell]:
        found = [PLACE.fullmatch(each.name) for each in self.nodes if each.role == "gridcell"]
        return [Cell(int(each[1]), int(each[2]), each[3]) for each in found if each]

    @cached_property
    def focus(self) -> str:
        """The name of what has the keyboard."""
        found = (each for each in self.nodes if each.is_focused and each.role != "RootWebArea")
        return next((each.name for each in found), "")

    @cached_property
    def place(self) -> str:
        """The cell that the keyboard is on, if it is on the board."""
        return self.focus if PLACE.fullmatch(self.focus) else ""

    @cached_property
    def result(self) -> str:
        """The heading that says how the match has ended for this player."""
        found = (each.name for each in self.nodes if each.role == "heading")
        return next((name for name in found if name in RESULTS), "")

    @cached_property
    def is_over(self) -> bool:
        return bool(self.result) or OVER in self.texts

    def says(self, words: str) -> bool:
        return any(words in each for each in self.texts)


def _node(found: dict[str, Any]) -> Node:
    traits = {trait["name"]: trait["value"].get("value") for trait in found["properties"]}
    role, name = (found.get(part, {}).get("value", "") for part in ("role", "name"))
    return Node(role, name, bool(traits.get("focused")))


class Reader:
    """Hears a page; sees nothing of it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session: CDPSession = page.context.new_cdp_session(page)

    def listen(self) -> Heard:
        return Heard(self._session.send("Accessibility.getFullAXTree"))

    def until(self, is_so: Callable[[Heard], object]) -> Heard:
        """Waits until something is read out; all that is then."""
        last: list[Heard] = []

        def is_heard() -> bool:
            last[:] = [self.listen()]
            return bool(is_so(last[0]))

        if not waiting.until(self.page, is_heard):
            on, texts = last[0].focus, last[0].texts
            raise AssertionError(f"not read out; the keyboard is on {on!r}: {texts}")
        return last[0]

    def hears(self, *words: str) -> str:
        """Waits until one of these texts is there; the first of them that is."""
        heard = self.until(lambda heard: heard.texts & {*words})
        return next(each for each in words if each in heard.texts)

    def result(self) -> str:
        return self.until(lambda heard: heard.result).result

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, name: str, key: str = "Tab") -> None:
        """On to what has this name, as one goes through a page without seeing it."""
        for _ in range(MOST_TABS):
            if self.listen().focus == name:
                return
            self.press(key)
        raise AssertionError(f"{key} does not lead to {name!r}")

    def on_board(self) -> Heard:
        """Waits until the keyboard is on the board."""
        return self.until(lambda heard: heard.place)

    def go(self, cell: Cell) -> bool:
        """With the arrow keys to a cell; false if the match has ended meanwhile."""
        for _ in range(8):  # once is enough, unless something else moves the cursor
            heard = self.until(lambda heard: heard.place or heard.result)
            at = PLACE.fullmatch(heard.place)
            if not at:
                return False
            dx, dy = cell.x - int(at[1]), cell.y - int(at[2])
            if not dx and not dy:
                return True
            self.press(*["ArrowRight" if dx > 0 else "ArrowLeft"] * abs(dx))
            self.press(*["ArrowDown" if dy > 0 else "ArrowUp"] * abs(dy))
        raise AssertionError("the cursor does not come there")
