"""What a viewer may know, and nothing else.

Rules about this file:
1. Everything a seat learns passes through here.
2. Legal leaks: none. Everything is public, and all viewers see the same board.
3. What the screen marks, previews and explains is worked out by the game: `legal`, the gains and
   the losses are layers, and `explain` only adds up what the view shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import compress
from types import MappingProxyType

from msgspec import Struct

from freehold.game import Legend, Ms, Rect, View, Viewer
from freehold.games.land_grab.actions import Action, Farm, Settle
from freehold.games.land_grab.params import BASE_YIELD, SIDE_TILES
from freehold.games.land_grab.rules import may_settle
from freehold.games.land_grab.state import (
    BONUS_GROUNDS,
    CELLS,
    FARM,
    FOREST,
    GRID,
    LAND,
    MINE,
    RESORT,
    SETTLEMENT_OF,
    WATER,
    State,
)
from freehold.kernel.chance import Stream
from freehold.kernel.spellings import cell_name

GROUND_NAMES = ("water", "land", "mountain", "forest")
BUILT_NAMES = ("none", "farm", "mine", "resort")
LEGAL_NAMES = ("nothing", "farm", "settlement", "farm or settlement")
LEGEND: Mapping[str, Legend] = MappingProxyType(
    {
        "ground": Legend("names", GROUND_NAMES),
        "owner": Legend("seats"),
        "built": Legend("names", BUILT_NAMES),
        "yield": Legend("numbers"),
        "legal": Legend("names", LEGAL_NAMES),
        "gain0": Legend("numbers"),
        "gain1": Legend("numbers"),
        "loss0": Legend("numbers"),
        "loss1": Legend("numbers"),
    }
)
MAY_FARM, MAY_SETTLE = 1, 2  # the bits of `legal`

RECT = Rect(0, 0, SIDE_TILES, SIDE_TILES)
NOT_LEGAL = bytes(len(GRID))
# Where a farm may stand, so may a settlement, once there is a farm to feed it.
BOTH = bytes.maketrans(bytes([MAY_FARM]), bytes([MAY_FARM | MAY_SETTLE]))
FARM_BIT = bytes(bool(byte & MAY_FARM) for byte in range(256))
SETTLE_BIT = bytes(bool(byte & MAY_SETTLE) for byte in range(256))
FARMS = tuple(Farm(*GRID.place(cell)) for cell in CELLS)
SETTLES = tuple(Settle(*GRID.place(cell)) for cell in CELLS)
BUILDS: tuple[Action, ...] = FARMS + SETTLES


class Facts(Struct, frozen=True):
    mover: int
    turn: int
    points: tuple[int, ...]
    target: int
    incomes: tuple[int, ...]
    farms: tuple[int, ...]
    settlements: tuple[int, ...]
    passes: tuple[int, ...]
    """How many turns each seat had to pass."""
    last_cell: int
    """Where the last build was: row * 12 + column, or -1."""
    ending: str
    """Empty while the game is running."""
    winner: int
    """A seat, or -1 while the game is running and after a draw."""


def view(state: State, viewer: Viewer) -> View[Facts]:
    facts = Facts(
        state.mover,
        state.turn,
        tuple(state.points),
        state.target,
        tuple(state.incomes),
        tuple(state.farms),
        tuple(state.settlements),
        tuple(state.passes),
        state.last_cell,
        state.ending,
        state.winner,
    )
    return View(viewer, facts, RECT, view_layers(state))


def view_layers(state: State) -> dict[str, bytes]:
    return {
        "ground": bytes(state.ground),
        "owner": bytes(state.owner),
        "built": bytes(state.built),
        "yield": bytes(state.yields),
        "legal": legal(state),
        "gain0": bytes(state.gains[0]),
        "gain1": bytes(state.gains[1]),
        "loss0": bytes(state.losses[0]),
        "loss1": bytes(state.losses[1]),
    }


def legal(state: State) -> bytes:
    """What the mover may build on each tile: bit 1 for a farm, bit 2 for a settlement."""
    if state.ending:
        return NOT_LEGAL
    reach = bytes(state.reach[state.mover])
    return reach.translate(BOTH) if may_settle(state, state.mover) else reach


def choices(view: View[Facts], now: Ms, rng: Stream) -> Iterator[Action]:
    return builds(own_legal(view))


def own_legal(view: View[Facts]) -> bytes:
    """The layer `legal` if the viewer is to move."""
    return view.layers["legal"] if view.viewer == view.facts.mover else NOT_LEGAL


def builds(legal: bytes) -> Iterator[Action]:
    """All builds of a `legal` layer."""
    return compress(BUILDS, split_legal(legal))


def split_legal(legal: bytes) -> bytes:
    """By build, in the order of `BUILDS`: 1 if it is legal."""
    return legal.translate(FARM_BIT) + legal.translate(SETTLE_BIT)


# Sums in words

OWNERS = ("player 1", "player 2")


def explain(view: View[Facts], x: int, y: int) -> list[str]:
    """What there is to know about one tile, in sentences."""
    if not GRID.has(x, y):
        return [f"There is no tile {cell_name(x, y)}: columns and rows go from 0 to 11."]
    cell = GRID.cell(x, y)
    built = view.layers["built"][cell]
    if built == FARM:
        owner = OWNERS[view.layers["owner"][cell] - 1]
        return [f"{cell_name(x, y)} is {owner}'s farm: it yields nothing, but feeds a settlement."]
    if built:
        return [f"{cell_name(x, y)} is a {BUILT_NAMES[built]}: {sum_of(view, cell, built)}."]
    ground = view.layers["ground"][cell]
    if ground in (LAND, FOREST):
        return [*explain_free(view, cell), explain_legal(view, cell)]
    gives = "resorts" if ground == WATER else "mines and resorts"
    return [
        f"{cell_name(x, y)} is {GROUND_NAMES[ground]}: nobody can build on it,"
        f" and it gives 1 to {gives} next to it."
    ]


def explain_free(view: View[Facts], cell: int) -> list[str]:
    """What each player's settlement would yield here, and what a build would cost each player."""
    ground = GROUND_NAMES[view.layers["ground"][cell]]
    lines = [f"{cell_name(*GRID.place(cell))} is {ground}, free to build on."]
    lines += [
        f"A {BUILT_NAMES[what]} here would yield {sum_of(view, cell, what)}."
        for what in SETTLEMENT_OF
    ]
    spoiled = view.layers["loss1"][cell]
    if spoiled:
        lines.append(f"A mine here would cost player 2's resorts {spoiled} per turn.")
    felled = view.layers["loss0"][cell]
    if felled:
        lines.append(
            f"Building here fells the forest and costs player 1's mines {felled} per turn."
        )
    return lines


def explain_legal(view: View[Facts], cell: int) -> str:
    mover = OWNERS[view.facts.mover]
    may = view.layers["legal"][cell]
    if view.facts.ending:
        return "The game is over."
    if not may:
        return f"It is {mover}'s turn. They cannot build here: it touches none of their tiles."
    return f"It is {mover}'s turn. They can build here: {LEGAL_NAMES[may]}."


def sum_of(view: View[Facts], cell: int, what: int) -> str:
    """As in `1 base + 2 mountain - 1 mine = 2`."""
    parts = breakdown(view, cell, what)
    words = " ".join(f"{'+' if amount > 0 else '-'} {abs(amount)} {name}" for amount, name in parts)
    total = sum(amount for amount, _ in parts)
    least = ", but never less than 0" if total < 0 else ""
    return f"{words.removeprefix('+ ')}{least} = {max(0, total)}"


def breakdown(view: View[Facts], cell: int, what: int) -> list[tuple[int, str]]:
    """What a mine or a resort yields (or would yield) on a tile, in parts: amounts and names."""
    grounds = [view.layers["ground"][side] for side in GRID.sides[cell]]
    bonuses = BONUS_GROUNDS[SETTLEMENT_OF.index(what)]
    parts = [(BASE_YIELD, "base")]
    parts += [(grounds.count(ground), GROUND_NAMES[ground]) for ground in bonuses]
    if what == RESORT:
        mines = sum(view.layers["built"][side] == MINE for side in GRID.sides[cell])
        parts.append((-mines, BUILT_NAMES[MINE]))
    return [(amount, name) for amount, name in parts if amount]
