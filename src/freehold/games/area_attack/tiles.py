"""How a view looks: one character per cell, and lines of text beside it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.game import View
from freehold.games.area_attack.facts import Facts
from freehold.games.area_attack.state import HIDDEN_MINE, SHOWN_CRATER, SHOWN_MINE
from freehold.kernel.pictures import Tile
from freehold.kernel.sentences import join_words

SEAT_LETTERS = "ABCD"
NUMBERS = " 12345678"
LEGEND = (
    ".  covered     1 2 3  your cells, with the mines around them (blank is 0)     F  your flag",
    "a b c d  an opponent's cells     A B C D  a starting cell     X  a mine     o  a crater",
)
SHOWN: Mapping[int, Tile] = MappingProxyType(
    {
        SHOWN_CRATER: Tile("o", "dark"),
        SHOWN_MINE: Tile("X", "danger"),
        HIDDEN_MINE: Tile("x", "danger"),
    }
)


def tiles(view: View[Facts]) -> list[Tile]:
    if not view.facts.stage:
        return _starting_tiles(view)
    layers = view.layers
    columns = zip(
        layers["ground"],
        layers["owner"],
        layers["digit"],
        layers["flag"],
        layers["legal"],
        strict=True,
    )
    marks = view.facts.stage > 1  # in stage 1 every covered cell would be marked
    return [_tile(*column, marks) for column in columns]


def _tile(ground: int, owner: int, digit: int, flag: int, legal: int, marks: bool) -> Tile:
    if ground:
        return SHOWN[ground]
    if owner:
        text = NUMBERS[digit - 1] if digit else SEAT_LETTERS[owner - 1].lower()
        return Tile(text, "land", owner - 1)
    return Tile("F" if flag else ".", "land", marked=marks and bool(legal))


def _starting_tiles(view: View[Facts]) -> list[Tile]:
    board = [Tile(".", "land")] * len(view.layers["owner"])
    for seat, cell in enumerate(view.facts.picks):
        if cell >= 0:
            board[cell] = Tile(SEAT_LETTERS[seat], "land", seat)
    return board


def describe(view: View[Facts], names: tuple[str, ...]) -> list[str]:
    known = view.facts
    if known.ending:
        return [_areas(view, names), *LEGEND]
    if not known.stage:
        return _describe_start(view, names)
    lines = [_stage(known), _areas(view, names)]
    frozen = [names[seat] for seat, until in enumerate(known.frozen) if until]
    if view.viewer >= 0 and known.frozen[view.viewer]:
        lines.append(f"You are frozen until {_clock(known.frozen[view.viewer])}.")
    elif frozen:
        lines.append(f"Frozen: {join_words(frozen)}.")
    return [*lines, *LEGEND]


def _describe_start(view: View[Facts], names: tuple[str, ...]) -> list[str]:
    known = view.facts
    waiting = [
        name
        for name, sure, out in zip(names, known.confirmed, known.out, strict=True)
        if not (sure or out)
    ]
    return [
        f"Choose where to start, by {_clock(known.moments[0])}: pick X,Y, then confirm.",
        f"Starting cells must be at least {_root_up(known.terms.apart_squared)} cells apart.",
        f"Not yet confirmed: {join_words(waiting)}.",
    ]


def _stage(known: Facts) -> str:
    _, stage_2, stage_3, end = known.moments
    marks = known.terms.marks
    if known.stage == 1:
        return (
            "Stage 1: open any covered cell; a mine freezes you."
            f" Stage 2 at {_clock(stage_2)}, or when {marks[0]}% is claimed."
        )
    if known.stage == 2:
        return (
            "Stage 2, attack: open next to your area; a mine blows up the ground around it."
            f" Stage 3 at {_clock(stage_3)}, or when {marks[1]}% is claimed."
        )
    return f"Stage 3, lock: like stage 2, and the match ends at {_clock(end)}."


def _areas(view: View[Facts], names: tuple[str, ...]) -> str:
    known = view.facts
    ground = len(view.layers["owner"]) - known.terms.mines
    parts = [
        f"{SEAT_LETTERS[seat]} {name} {cells * 1000 // ground // 10}.{cells * 1000 // ground % 10}%"
        + (" (gone)" if known.out[seat] else "")
        for seat, (name, cells) in enumerate(zip(names, known.cells, strict=True))
    ]
    return "Area: " + ", ".join(parts)


def _clock(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"


def _root_up(square: int) -> int:
    root = 0
    while root * root < square:
        root += 1
    return root
