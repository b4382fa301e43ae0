"""What a build looks worth at first sight, for bots only.

Bots think on states of their own, rebuilt from their view: everything is public here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import itemgetter
from typing import NamedTuple

from freehold.game import Seat, View
from freehold.games.land_grab import rules
from freehold.games.land_grab.actions import Action
from freehold.games.land_grab.params import SIDE_TILES
from freehold.games.land_grab.state import (
    CELLS,
    FARM,
    GRID,
    INDUSTRY,
    SETTLEMENT_OF,
    TOURISM,
    State,
    is_free,
)
from freehold.games.land_grab.views import FARMS, SETTLES, Facts
from freehold.kernel.chance import Stream
from freehold.kernel.layers import Touched

AROUND = tuple(itemgetter(*GRID.touching[cell]) for cell in CELLS)
"""For each cell: the values of a layer on the cells that touch it."""

Build = tuple[float, int, int]
"""What a build is worth at first sight, where it is, and what is built."""
Blur = Sequence[float]
"""By tile: how much better it looks than it is."""
CLEAR: Blur = (0.0,) * len(CELLS)
FINE = 1000


class Taste(NamedTuple):
    """The weights of what a bot considers, all in income per turn."""

    harm: float = 0.8
    """For each 1 that the opponent's settlements lose."""
    later: float = 0.55
    """For each 1 that the best tile left or opened up by a new farm would yield."""
    spent: float = 0.3
    """For each 1 that the farm's own tile would have yielded, as a loss."""
    deny_by_farm: float = 0.0
    """For each bonus of a tile in the opponent's reach that a farm occupies."""
    deny_by_settlement: float = 0.0
    """The same for a settlement."""


def state_from_view(view: View[Facts]) -> State:
    """The state that gave this view."""
    facts, layers = view.facts, view.layers
    state = State(
        target=facts.target,
        touched=Touched(SIDE_TILES),
        ground=bytearray(layers["ground"]),
        owner=bytearray(layers["owner"]),
        built=bytearray(layers["built"]),
        yields=bytearray(layers["yield"]),
        reach=[],
        gains=[bytearray(layers["gain0"]), bytearray(layers["gain1"])],
        losses=[bytearray(layers["loss0"]), bytearray(layers["loss1"])],
        points=list(facts.points),
        incomes=list(facts.incomes),
        farms=list(facts.farms),
        settlements=list(facts.settlements),
        passes=list(facts.passes),
        mover=facts.mover,
        turn=facts.turn,
        last_cell=facts.last_cell,
        ending=facts.ending,
        winner=facts.winner,
    )
    state.reach += [reach_of(state, seat) for seat in (INDUSTRY, TOURISM)]
    return state


def reach_of(state: State, seat: Seat) -> bytearray:
    """Where a seat may build a farm, worked out from what it owns."""
    if not state.farms[seat]:
        return bytearray(is_free(state, cell) for cell in CELLS)
    reach = bytearray(len(GRID))
    for own in CELLS:
        if state.owner[own] == seat + 1:
            for cell in GRID.touching[own]:
                reach[cell] = is_free(state, cell)
    return reach


def action_of(build: Build) -> Action:
    _, cell, what = build
    return FARMS[cell] if what == FARM else SETTLES[cell]


def play(state: State, build: Build) -> None:
    """Make a build of the mover, and let the turns after it begin."""
    _, cell, what = build
    rules.build(state, state.mover, cell, what)
    rules.begin_turns(state)


def draw_blur(most: float, rng: Stream) -> Blur:
    """Every tile looks better than it is by chance, by as much as that."""
    return [most * rng.below(FINE) / FINE for _ in CELLS]


def weigh_builds(state: State, taste: Taste, blur: Blur = CLEAR) -> list[Build]:
    """All builds of the mover with their worth at first sight."""
    seat = state.mover
    cells = list(compress(CELLS, state.reach[seat]))
    wanted = state.gains[1 - seat]
    bonuses = [max(0, wanted[cell] - 1) if state.reach[1 - seat][cell] else 0 for cell in cells]
    if rules.may_settle(state, seat):
        settlements = weigh_settlements(state, taste, cells, bonuses, blur)
        return settlements + weigh_farms(state, taste, cells, bonuses, blur)
    return weigh_farms(state, taste, cells, bonuses, blur)


def weigh_settlements(
    state: State, taste: Taste, cells: list[int], bonuses: list[int], blur: Blur
) -> list[Build]:
    """A settlement is worth what it yields, plus what it costs the opponent."""
    seat = state.mover
    gains, (felled, spoiled), what = state.gains[seat], state.losses, SETTLEMENT_OF[seat]
    harm, deny = taste.harm, taste.deny_by_settlement
    if seat == INDUSTRY:
        return [
            (
                gains[cell] - felled[cell] + harm * spoiled[cell] + deny * bonus + blur[cell],
                cell,
                what,
            )
            for cell, bonus in zip(cells, bonuses, strict=True)
        ]
    return [
        (gains[cell] + harm * felled[cell] + deny * bonus + blur[cell], cell, what)
        for cell, bonus in zip(cells, bonuses, strict=True)
    ]


def weigh_farms(
    state: State, taste: Taste, cells: list[int], bonuses: list[int], blur: Blur
) -> list[Build]:
    """A farm is worth the settlement that it feeds, on the best tile that it leaves or opens."""
    seat = state.mover
    gains, felled = state.gains[seat], state.losses[INDUSTRY]
    known = max(gains[cell] for cell in cells) if state.farms[seat] else 0
    felling = -1.0 if seat == INDUSTRY else taste.harm
    later, spent, deny = taste.later, taste.spent, taste.deny_by_farm
    return [
        (
            later * max(known, *AROUND[cell](gains))
            - spent * gains[cell]
            + felling * felled[cell]
            + deny * bonus
            + blur[cell],
            cell,
            FARM,
        )
        for cell, bonus in zip(cells, bonuses, strict=True)
    ]
