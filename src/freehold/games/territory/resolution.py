"""The resolution of a round, step by step in the rulebook's order.

The steps work on a bare board (owners and units), so that bots can look ahead with the same rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import add

from freehold.game import Notice, Seat
from freehold.games.territory.actions import STEPS, Move, Order
from freehold.games.territory.endings import check_endings
from freehold.games.territory.params import CELLS, GAIN, RESOURCE_GAIN, SIDE
from freehold.games.territory.state import Clash, Ordered, Resolution, State

March = tuple[int, int, int, int]  # a seat, the square it leaves, the one it enters, its units
Armies = dict[int, list[int]]  # for each square that is entered: the units of each seat


def resolve(state: State) -> list[Notice]:
    """All sheets are in: play one round."""
    owners, units = tuple(state.owner), tuple(state.units)
    sheets, marches = open_sheets(state)

    armies = move_units(state.owner, state.units, marches, len(state.totals))
    clashes = fight(state.owner, state.units, armies)
    gains = produce(state.owner, state.units, state.resource, state.params.cap_units)

    # Nearly every held square grows each round: all are candidates for the feed.
    state.touched.cells.update(range(CELLS))
    state.orders += sheets
    state.last = Resolution(state.round, owners, units, tuple(sheets), tuple(clashes), tuple(gains))
    notices = [*map(tell_clash, clashes), *count_units(state)]
    check_endings(state)
    return notices


def open_sheets(state: State) -> tuple[list[Ordered], list[March]]:
    """The sealed orders become public (TR-19), with the owner of each square that a move enters."""
    sheets, marches = [], []
    for seat, sealed in enumerate(state.sealed):
        if isinstance(sealed, Order):
            ours = [march(seat, move) for move in sealed.moves]
            into = tuple([state.owner[goal] - 1 for _, _, goal, _ in ours])
            sheets.append(Ordered(state.round, seat, sealed.moves, into))
            marches += ours
    return sheets, marches


def march(seat: Seat, move: Move) -> March:
    start = move.y * SIDE + move.x
    return seat, start, start + STEPS[move.direction], move.units


def move_units(owner: bytearray, units: list[int], marches: Iterable[March], seats: int) -> Armies:
    """TR-20: all moves at once. Armies that swap squares pass each other: only arrivals meet."""
    armies: Armies = {}
    for seat, start, goal, moved in marches:
        units[start] -= moved
        if not units[start]:
            owner[start] = 0
        if goal not in armies:
            armies[goal] = [0] * seats
        armies[goal][seat] += moved
    for cell, army in armies.items():
        if owner[cell]:
            army[owner[cell] - 1] += units[cell]
    return armies


def fight(owner: bytearray, units: list[int], armies: Armies) -> list[Clash]:
    """TR-21: on each square the largest army wins; it keeps the difference to the next."""
    clashes = []
    for cell in sorted(armies):
        army = armies[cell]
        *_, second, most = sorted(army)
        left = most - second
        winner = army.index(most) if left else -1  # a tie for the most destroys all
        units[cell] = left
        owner[cell] = winner + 1
        if second:
            clashes.append(Clash(cell % SIDE, cell // SIDE, tuple(army), winner, left))
    return clashes


def produce(owner: bytearray, units: list[int], resource: bytes, cap: int) -> list[int]:
    """TR-23: every held square grows, resource squares faster, full squares not at all."""
    gains = [
        (RESOURCE_GAIN if rich else GAIN) if held and there < cap else 0
        for held, there, rich in zip(owner, units, resource, strict=True)
    ]
    units[:] = map(add, units, gains)
    return gains


def count_units(state: State) -> list[Notice]:
    """The totals after the round; a player without units is out (TR-18)."""
    totals = [0] * len(state.totals)
    for held, units in zip(state.owner, state.units, strict=True):
        if held:
            totals[held - 1] += units
    state.totals = totals
    state.units_by_round.append(tuple(totals))
    notices = [Notice("round_over", {"round": state.round})]
    for seat, total in enumerate(totals):
        if not total and state.in_play[seat]:
            state.in_play[seat] = False
            notices.append(Notice("wiped_out", {"seat": seat}))
    return notices


def tell_clash(clash: Clash) -> Notice:
    met = [seat for seat, units in enumerate(clash.armies) if units]
    facts = {"x": clash.x, "y": clash.y, "seats": met}
    if clash.seat < 0:
        return Notice("clash_tied", facts)
    return Notice("clash_won", {**facts, "seat": clash.seat, "left": clash.left})
