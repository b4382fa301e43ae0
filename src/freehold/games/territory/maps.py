"""The set-up: where the players start, and which squares are resource squares."""

from __future__ import annotations

from freehold.game import Setup
from freehold.games.territory.params import APART, CELLS, SIDE, Params
from freehold.games.territory.state import State
from freehold.kernel.chance import Stream
from freehold.kernel.layers import Touched

LAST = SIDE - 1


def new(setup: Setup[Params]) -> State:
    params, seats = setup.params, setup.seats
    starts = draw_starts(params, seats, Stream(setup.key, "starts"))
    owner, units = bytearray(CELLS), [0] * CELLS
    for seat, cell in enumerate(starts):
        owner[cell], units[cell] = seat + 1, params.start_units
    totals = [params.start_units] * seats
    return State(
        params=params,
        touched=Touched(SIDE),
        resource=draw_resources(params, starts, Stream(setup.key, "resources")),
        owner=owner,
        units=units,
        totals=totals,
        in_play=[True] * seats,
        resigned=[False] * seats,
        away=[False] * seats,
        sealed=[None] * seats,
        units_by_round=[tuple(totals)],
    )


def edge_cells(corners: bool) -> list[int]:
    """The squares of the outer edge, with or without its corners."""
    cells = []
    for cell in range(CELLS):
        sides = (cell % SIDE in (0, LAST)) + (cell // SIDE in (0, LAST))
        if sides == 1 or (sides == 2 and corners):
            cells.append(cell)
    return cells


def draw_starts(params: Params, seats: int, rng: Stream) -> list[int]:
    """Squares of the edge, never side by side, and as far apart as the host wants (TR-02)."""
    edge, spacing = edge_cells(params.corners), max(APART, params.spacing_cells)
    rng.shuffle(edge)
    starts = choose_apart(edge, seats, spacing)
    if starts is None:
        raise ValueError(f"{seats} players do not fit {spacing} moves apart; lower spacing_cells")
    return starts


def choose_apart(cells: list[int], count: int, spacing: int) -> list[int] | None:
    """The first `count` cells, in order, that are far enough apart; None if there are too few."""
    if count == 0:
        return []
    for place, cell in enumerate(cells):
        far = [other for other in cells[place + 1 :] if steps_between(cell, other) >= spacing]
        others = choose_apart(far, count - 1, spacing)
        if others is not None:
            return [cell, *others]
    return None


def steps_between(one: int, other: int) -> int:
    """The number of moves between two squares."""
    return abs(one % SIDE - other % SIDE) + abs(one // SIDE - other // SIDE)


def draw_resources(params: Params, starts: list[int], rng: Stream) -> bytes:
    count = -(-CELLS * params.resource_percent // 100)  # TR-03: rounded up
    resource = bytearray(CELLS)
    for cell in rng.sample([cell for cell in range(CELLS) if cell not in starts], count):
        resource[cell] = 1
    return bytes(resource)
