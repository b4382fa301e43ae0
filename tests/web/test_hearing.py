"""A whole match of each game by what a screen reader has: the accessibility tree, and keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from playwright.sync_api import Page

from tests.web import land_grab, minewars
from tests.web.hearing import OVER, RESULTS, Heard, Reader
from tests.web.pages import Cell, begin


def keys_listed(reader: Reader) -> set[str]:
    """All keys that `?` lists; then the keyboard is back on the board."""
    reader.press("?")
    heard = reader.until(lambda heard: "Keyboard shortcuts" in heard.texts)
    reader.press("Escape")
    reader.on_board()
    return {each.name for each in heard.nodes if each.role == "term"}


# Land Grab


def build(reader: Reader) -> None:
    """What yields most, with a farm where nothing can be settled."""
    found = [cell for cell in reader.listen().cells if "you can build" in cell.label]
    settles = [cell for cell in found if land_grab.SETTLES.search(cell.label)]
    cell = max(settles, key=land_grab.gain) if settles else min(found, key=land_grab.gain)
    reader.press("s" if settles else "f")
    reader.go(cell)
    reader.press("Enter")
    reader.until(lambda heard: any(_is_ours(each, cell) for each in heard.cells))


def _is_ours(each: Cell, cell: Cell) -> bool:
    return each[:2] == cell[:2] and each.label.startswith("your ")


def test_a_match_of_land_grab_is_played_to_its_end_by_ear(page: Page) -> None:
    begin(page, "land-grab", params={"points_to_win": 20})
    reader = Reader(page)
    told: list[str] = []
    while reader.hears("Your turn", OVER, *RESULTS) == "Your turn":
        told += [each for each in reader.listen().texts if "builds a farm at" in each]
        build(reader)
    assert told, "what the other player built was never said"
    assert reader.result()


# Minesweeping: Area Attack and MineWars

Place = tuple[int, int]


class Sure(NamedTuple):
    """What a single number says of a cell beside it."""

    is_mine: bool
    cell: Cell
    number: Cell


class Field(NamedTuple):
    """What a player knows of a minefield from words alone."""

    numbers: Mapping[Place, int]
    """Own numbers."""
    known: frozenset[Place]
    """Flags, and mines in plain sight."""
    covered: frozenset[Place]
    """Neither: what can be opened."""

    def sure(self) -> Sure | None:
        for place, number in self.numbers.items():
            near = around(place)
            left, free = number - len(near & self.known), sorted(near & self.covered)
            if free and left in (0, len(free)):
                return Sure(left > 0, Cell(*free[0], ""), Cell(*place, ""))
        return None


def around(place: Place) -> frozenset[Place]:
    x, y = place
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    return frozenset((x + dx, y + dy) for dx, dy in steps)


def places(cells: Iterable[Cell], words: str) -> frozenset[Place]:
    return frozenset((each.x, each.y) for each in cells if re.search(words, each.label))


def numbers(cells: Iterable[Cell], words: str) -> dict[Place, int]:
    found = [(each, re.search(words, each.label)) for each in cells]
    return {(each.x, each.y): int(number[1]) for each, number in found if number}


def is_hit(heard: Heard) -> bool:
    """Has the player hit a mine, and must wait?"""
    return heard.says("You hit a mine. You ") and not heard.is_over


def label_at(heard: Heard, cell: Cell) -> str:
    return next((each.label for each in heard.cells if each[:2] == cell[:2]), "")


# Area Attack

SMALL = {
    "width_cells": 11,  # as many as the grid for screen readers has: all is in the tree
    "height_cells": 11,
    "density_percent": 15,
    "apart_cells": 6,
    "apart_percent": 0,
    "pick_ms": 600_000,
    "stage_2_ms": 1_800_000,  # ground decides when the finale begins, not the speed of a machine
    "stage_3_ms": 3_600_000,
    "stage_2_percent": 50,
    "stage_3_percent": 50,
    "lock_ms": 3_000,
    "freeze_ms": 500,
}
PRESS_CONFIRM = "Press Confirm to start there, or choose another cell."
TOO_CLOSE = "Another player has confirmed a start too close to yours. Choose another cell."


def choose_start(reader: Reader) -> None:
    """A cell that nobody is too close to, until it is ours for good."""
    is_free = re.compile("covered|your starting cell").fullmatch
    while not reader.listen().says("Waiting for") and "Claim" not in reader.listen().texts:
        free = [each for each in reader.listen().cells if is_free(each.label)]
        reader.go(free[len(free) // 2])
        reader.press("Enter")
        if reader.hears(PRESS_CONFIRM, TOO_CLOSE) == PRESS_CONFIRM:
            reader.tab_to("Confirm", "Shift+Tab")
            reader.press("Enter")
            reader.until(
                lambda heard: heard.says("Waiting for") or heard.texts & {"Claim", TOO_CLOSE}
            )
            reader.on_board()


def read_field(heard: Heard) -> Field:
    is_early = "Claim" in heard.texts
    return Field(
        numbers(heard.cells, "^yours, ([1-8]) mines? around$"),
        places(heard.cells, "flagged by you|revealed mine"),
        places(heard.cells, "^covered$" if is_early else "^covered, you can open it$"),
    )


def open_or_flag(reader: Reader) -> None:
    """Flags what must be a mine, opens all around a number that has its mines, or else guesses."""
    heard = reader.until(lambda heard: not is_hit(heard))
    field = read_field(heard)
    if heard.is_over or not field.covered:
        return
    sure = field.sure()
    cell = sure.cell if sure else Cell(*min(field.covered), "")
    was = label_at(heard, cell)
    if sure and sure.is_mine:
        reader.press("f")
        reader.hears("Flag selected", OVER, *RESULTS)
    if reader.go(sure.number if sure and not sure.is_mine else cell):
        reader.press("Shift+Enter" if sure and not sure.is_mine else "Enter")
        reader.until(lambda heard: label_at(heard, cell) != was or heard.is_over)
    reader.press("o")


def chord_too_soon(reader: Reader) -> None:
    """A number whose mines are not flagged yet says why nothing opens."""
    field = read_field(reader.listen())
    (x, y), number = max(field.numbers.items(), key=lambda each: each[1])
    reader.go(Cell(x, y, ""))
    reader.press("Shift+Enter")
    reader.until(lambda heard: heard.says(f"That number is {number}, but"))


def test_a_match_of_area_attack_is_played_to_its_end_by_ear(page: Page) -> None:
    begin(page, "area-attack", seats=2, bot="timid", params=SMALL)
    reader = Reader(page)
    reader.on_board()
    assert {"O", "F", "A", "Enter", "Shift + Enter"} <= keys_listed(reader)
    choose_start(reader)
    heard = reader.until(lambda heard: {"Claim", "Finale", OVER, *RESULTS} & heard.texts)
    labels = {each.label for each in heard.cells}
    assert "owned by Dewdrop" in labels
    assert any(each.startswith("yours") for each in labels)
    if "Claim" in heard.texts:
        chord_too_soon(reader)
    while not reader.listen().is_over:
        open_or_flag(reader)
    assert reader.result()
    reader.tab_to("Rematch")


# Territory

WAYS = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowUp": (0, -1)}


def declare(reader: Reader, step: str, words: str = "") -> None:
    """The keyboard is in the text field already, or on the board, from where T leads there."""
    reader.until(lambda heard: step in heard.texts)
    part = "first" if step.endswith("1") else "second"
    if reader.until(lambda heard: heard.focus).place:
        reader.press("t")
    reader.until(lambda heard: heard.focus == f"Your {part} declaration")
    reader.page.keyboard.type(words)
    if not words:
        reader.tab_to("Say nothing")
    reader.press("Control+Enter" if words else "Enter")


def order(reader: Reader) -> str:
    """One move to a square that is free, sealed; where it goes, as it is said."""
    heard = reader.on_board()  # and it is on the board when it is time for orders
    labels = {each[:2]: each.label for each in heard.cells}
    x, y = next(place for place, label in labels.items() if label.startswith("yours"))
    assert reader.go(Cell(x, y, ""))
    reader.press("Enter")
    reader.until(lambda heard: heard.says(f"Square {x},{y} selected"))
    way = next(
        key for key, (dx, dy) in WAYS.items() if labels.get((x + dx, y + dy), "").startswith("free")
    )
    reader.press(way)
    reader.until(lambda heard: heard.says("Move 1: "))
    reader.press("2")
    goal = f"2 units from {x},{y} to {x + WAYS[way][0]},{y + WAYS[way][1]}"
    reader.until(lambda heard: f"Move 1: {goal}." in heard.texts)
    reader.press("s")
    return goal


def test_a_match_of_territory_is_played_to_its_end_by_ear(page: Page) -> None:
    params = {"rounds": 2, "phase_seconds": 0, "spacing_cells": 4}  # nobody is overrun, or late
    begin(page, "territory", seats=3, bot="drifter", params=params)
    reader = Reader(page)
    reader.on_board()
    assert {"Enter, ← ↑ ↓ →", "1–9", "Delete", "S", "T", "Ctrl + Enter"} <= keys_listed(reader)
    declare(reader, "Round 1: Declare 1", "Peace with everybody")
    reader.until(lambda heard: "Peace with everybody" in heard.texts)
    declare(reader, "Round 1: Declare 2")
    reader.hears("Round 1: Orders")
    goal = order(reader)
    reader.until(lambda heard: heard.says(goal) and heard.says("Growth: "))
    declare(reader, "Round 2: Declare 1")
    declare(reader, "Round 2: Declare 2")
    reader.hears("Round 2: Orders")
    reader.on_board()
    reader.press("s")
    assert reader.result()
    reader.tab_to("Rematch")


# MineWars

ISLAND = """\
grid: square
title: Two Towns
~~~~~~~~~~~
~.........~
~.........~
~.........~
~.1.....2.~
~.........~
~.........~
~.........~
~~~~~~~~~~~
"""
HASTY = {
    **minewars.QUICK,
    "map": ISLAND,
    "items_percent": 12,
    "stun_ms": 500,
    "blind_ms": 500,
    "hold_ms": 1_000,
    "limit_ms": 45_000,
}
"""Nothing takes time; and a bot that cannot be driven off the island does not last for ever."""
OWN_ITEMS = "yours, (\\d) items? around it"
FREE = re.compile("next to your land")
BARRED = re.compile("flagged|protected|city")


def read_island(heard: Heard) -> Field:
    free = [each for each in heard.cells if FREE.search(each.label)]
    return Field(
        numbers(heard.cells, OWN_ITEMS),
        places(heard.cells, "flagged by you"),
        places([each for each in free if not BARRED.search(each.label)], ""),
    )


def lay_mine(reader: Reader) -> None:
    """Where it is said to be possible."""
    reader.press("m")
    heard = reader.until(lambda heard: any("Mine possible" in each.label for each in heard.cells))
    assert "Mine selected" in heard.texts
    cell = next(each for each in heard.cells if "Mine possible" in each.label)
    assert reader.go(cell)
    reader.press("Enter")
    reader.until(lambda heard: ", mine" in label_at(heard, cell))
    reader.press("c")
    reader.hears("Capture selected")


def capture_or_flag(reader: Reader) -> None:
    """What is certain, or else a guess towards the other town."""
    heard = reader.until(lambda heard: not is_hit(heard))
    field = read_island(heard)
    if heard.is_over or not field.covered:
        return
    sure = field.sure()
    cell = sure.cell if sure else nearest(field.covered, next(iter(places(heard.cells, "^city 2"))))
    was = label_at(heard, cell)
    if reader.go(cell):
        reader.press("Shift+Enter" if sure and sure.is_mine else "Enter")
        reader.until(lambda heard: label_at(heard, cell) != was or heard.is_over)


def nearest(found: Iterable[Place], to: Place) -> Cell:
    return Cell(*min(found, key=lambda at: max(abs(at[0] - to[0]), abs(at[1] - to[1]))), "")


def test_a_match_of_minewars_is_played_to_its_end_by_ear(page: Page) -> None:
    begin(page, "minewars", seats=2, bot="easy", params=HASTY)
    reader = Reader(page)
    assert "yours" in reader.on_board().place
    assert {"1 – 9", "C", "F", "M", "Tab, N", "O", "Shift + Enter"} <= keys_listed(reader)
    lay_mine(reader)
    while not reader.listen().is_over:
        capture_or_flag(reader)
    assert reader.result()
    reader.tab_to("Rematch")
