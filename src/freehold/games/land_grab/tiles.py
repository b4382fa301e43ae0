"""How a view looks: a tile for each cell, and lines of text beside it."""

from __future__ import annotations

from freehold.game import View
from freehold.games.land_grab.state import CELLS, FARM, GRID, INDUSTRY, MINE, NOBODY, TOURISM
from freehold.games.land_grab.views import BUILT_NAMES, GROUND_NAMES, MAY_SETTLE, Facts
from freehold.kernel.pictures import Tile
from freehold.kernel.sentences import counted
from freehold.kernel.spellings import cell_name

GROUND_SIGNS = "~.^T"
ROLES = ("industry (mines)", "tourism (resorts)")
BAR_SIGNS = 20


def tiles(view: View[Facts]) -> list[Tile]:
    return [tile(view, cell) for cell in CELLS]


def tile(view: View[Facts], cell: int) -> Tile:
    layers = view.layers
    ground, built = layers["ground"][cell], layers["built"][cell]
    colour = GROUND_NAMES[ground]
    if built:
        seat = layers["owner"][cell] - 1
        sign = f"f{seat + 1}" if built == FARM else f"{'MR'[built - MINE]}{layers['yield'][cell]}"
        return Tile(sign, colour, seat)
    if not layers["legal"][cell]:
        return Tile(GROUND_SIGNS[ground], colour)
    gain = layers[f"gain{view.facts.mover}"][cell]
    return Tile(f"{GROUND_SIGNS[ground]}{gain}", colour, marked=True)


def describe(view: View[Facts], names: tuple[str, ...]) -> list[str]:
    lines = [
        line for seat in (INDUSTRY, TOURISM) for line in describe_seat(view.facts, names, seat)
    ]
    return [*lines, *describe_last(view, names), *describe_turn(view, names), *KEY]


def describe_seat(facts: Facts, names: tuple[str, ...], seat: int) -> list[str]:
    points, farms, settlements = facts.points[seat], facts.farms[seat], facts.settlements[seat]
    full = min(BAR_SIGNS, points * BAR_SIGNS // facts.target)
    bar = "#" * full + "-" * (BAR_SIGNS - full)
    passed = f", passed {facts.passes[seat]}" if facts.passes[seat] else ""
    return [
        f"{names[seat]}: player {seat + 1}, {ROLES[seat]}",
        f"  [{bar}] {points} of {facts.target} points, +{facts.incomes[seat]} per turn;"
        f" {counted(settlements, 'settlement')} on {counted(farms, 'farm')}{passed}",
    ]


def describe_last(view: View[Facts], names: tuple[str, ...]) -> list[str]:
    cell = view.facts.last_cell
    if cell < 0:
        return []
    what = BUILT_NAMES[view.layers["built"][cell]]
    who = names[view.layers["owner"][cell] - 1]
    return [f"Last build: {who}, a {what} at {cell_name(*GRID.place(cell))}"]


def describe_turn(view: View[Facts], names: tuple[str, ...]) -> list[str]:
    facts = view.facts
    if facts.ending:
        won = "A draw." if facts.winner == NOBODY else f"{names[facts.winner]} has won."
        return [f"The game ended after {counted(facts.turn, 'turn')}. {won}"]
    legal = view.layers["legal"]
    may = "farm X,Y or settle X,Y" if MAY_SETTLE & max(legal) else "farm X,Y (no settlement yet)"
    tiles = sum(1 for bits in legal if bits)
    return [
        f"Turn {facts.turn}, {names[facts.mover]} to move: {may}, on the {tiles} tiles marked *"
    ]


KEY = (
    "~ water  . land  ^ mountain  T forest  f1 f2 farms of player 1, 2  M3 R2 mine, resort and"
    " its yield",
    ".3* the mover may build on this land; a settlement there would yield 3",
)
