"""The rules of a turn: all checks first, then all changes.

A turn is income, win test, build. The code goes from build to build instead: a build is checked
and made, then turns begin by themselves until a player can build again or the game is over.

Bonuses only ever disappear: no forest grows and no mine is removed. So yields and gains are
counted down where a build takes something from them.
"""

from __future__ import annotations

from itertools import compress

from freehold.game import Illegal, Leave, Ms, Notice, Outcome, Resign, Seat, Standard, TimeUp
from freehold.games.land_grab.actions import Action, Farm, Settle
from freehold.games.land_grab.state import (
    CELLS,
    FARM,
    FOREST,
    GRID,
    INDUSTRY,
    LAND,
    MINE,
    MOUNTAIN,
    NOBODY,
    RESORT,
    SETTLEMENT_OF,
    TOURISM,
    WATER,
    State,
    is_free,
)
from freehold.kernel.layers import put


def act(state: State, now: Ms, seat: Seat, action: Action | Standard) -> list[Notice]:
    if state.ending:
        raise Illegal("over")
    if isinstance(action, (Farm, Settle)):
        cell = check_build(state, seat, action)
        what = FARM if isinstance(action, Farm) else SETTLEMENT_OF[seat]
        return [build(state, seat, cell, what), *begin_turns(state)]
    if isinstance(action, (Resign, Leave)):
        finish(state, "resigned", 1 - seat)  # LG-32
        return [Notice("resigned", {"seat": seat})]
    if isinstance(action, TimeUp):
        finish(state, "time", 1 - seat)  # LG-32
        return [Notice("time_up", {"seat": seat})]
    return []


# What may be built


def check_build(state: State, seat: Seat, action: Action) -> int:
    """The cell of a legal build, or Illegal."""
    if seat != state.mover:
        raise Illegal("not_your_turn", seat=state.mover)
    if not GRID.has(action.x, action.y):
        raise Illegal("outside", last=GRID.width - 1)
    cell = GRID.cell(action.x, action.y)
    if isinstance(action, Settle) and not may_settle(state, seat):
        if not state.farms[seat]:  # LG-13
            raise Illegal("first_a_farm")
        raise Illegal("needs_a_farm", farms=state.farms[seat])  # LG-15
    if not state.reach[seat][cell]:
        raise refusal(state, cell)
    return cell


def refusal(state: State, cell: int) -> Illegal:
    """Why nothing can be built on a tile out of reach."""
    if state.ground[cell] == WATER:  # LG-11
        return Illegal("on_water")
    if state.ground[cell] == MOUNTAIN:  # LG-11
        return Illegal("on_mountain")
    if state.built[cell]:  # LG-11
        return Illegal("taken", seat=state.owner[cell] - 1)
    return Illegal("too_far")  # LG-14


def may_settle(state: State, seat: Seat) -> bool:
    """Does this player have a farm that can feed one more settlement? (LG-15)"""
    return state.settlements[seat] < state.farms[seat]


def can_build(state: State, seat: Seat) -> bool:
    """Does this player have a legal build? Where a settlement may stand, so may a farm."""
    return 1 in state.reach[seat]


# Building


def build(state: State, seat: Seat, cell: int, what: int) -> Notice:
    """Build a farm or a settlement that has been checked to be legal."""
    put(state.touched, state.owner, cell, seat + 1)
    put(state.touched, state.built, cell, what)
    state.last_cell = cell
    if state.ground[cell] == FOREST:
        fell_forest(state, cell)
    extend_reach(state, seat, cell)
    if what == FARM:
        state.farms[seat] += 1
    else:
        state.settlements[seat] += 1
        pays = state.gains[seat][cell]
        put(state.touched, state.yields, cell, pays)
        state.incomes[seat] += pays
        if what == MINE:
            open_mine(state, cell)
        else:
            open_resort(state, cell, pays)
    for layer in (*state.gains, *state.losses):
        put(state.touched, layer, cell, 0)
    x, y = GRID.place(cell)
    facts = {"seat": seat, "x": x, "y": y, "yield": state.yields[cell]}
    return Notice(BUILT_CODES[what], facts)


BUILT_CODES = ("", "built_farm", "built_mine", "built_resort")


def fell_forest(state: State, cell: int) -> None:
    """A forest that is built on becomes land and gives no more bonus (LG-12)."""
    put(state.touched, state.ground, cell, LAND)
    for side in GRID.sides[cell]:
        if state.built[side] == MINE:
            put(state.touched, state.yields, side, state.yields[side] - 1)
            state.incomes[INDUSTRY] -= 1
        elif is_free(state, side):
            put(state.touched, state.gains[INDUSTRY], side, state.gains[INDUSTRY][side] - 1)


def open_mine(state: State, cell: int) -> None:
    """A new mine spoils the resorts next to it, including later ones (LG-22)."""
    for side in GRID.sides[cell]:
        if state.built[side] == RESORT:
            spoil_resort(state, side)
        elif is_free(state, side):
            gain = state.gains[TOURISM][side]
            put(state.touched, state.gains[TOURISM], side, max(0, gain - 1))
            if state.ground[side] == FOREST:
                add_loss(state, INDUSTRY, side, 1)


def spoil_resort(state: State, cell: int) -> None:
    """A resort yields 1 less, and never less than 0 (LG-22)."""
    pays = state.yields[cell]
    if not pays:
        return
    put(state.touched, state.yields, cell, pays - 1)
    state.incomes[TOURISM] -= 1
    if pays == 1:  # one more mine next to it would take nothing
        for side in GRID.sides[cell]:
            if is_free(state, side):
                add_loss(state, TOURISM, side, -1)


def open_resort(state: State, cell: int, pays: int) -> None:
    """A new resort can lose income to mines built next to it later."""
    for side in GRID.sides[cell]:
        if pays and is_free(state, side):
            add_loss(state, TOURISM, side, 1)


def add_loss(state: State, seat: Seat, cell: int, more: int) -> None:
    put(state.touched, state.losses[seat], cell, state.losses[seat][cell] + more)


def extend_reach(state: State, seat: Seat, cell: int) -> None:
    """A player may build on the tiles around a build of theirs, corners included (LG-14)."""
    reach = state.reach[seat]
    if not state.farms[seat]:  # only the first farm may go anywhere (LG-13)
        for far in compress(CELLS, reach):
            put(state.touched, reach, far, 0)
    for beside in GRID.touching[cell]:
        if is_free(state, beside):
            put(state.touched, reach, beside, 1)
    for layer in state.reach:
        put(state.touched, layer, cell, 0)


# Turns


def begin_turns(state: State) -> list[Notice]:
    """After a build: turns begin until a player can build or the game is over (LG-16).

    If neither player can build, both keep passing and earning until one of them wins; those turns
    are reported together.
    """
    if is_stalemate(state):
        finish(state, "stalemate", leader(state))  # LG-31
        return []
    first, paid, passed = 1 - state.mover, [0, 0], [0, 0]
    while not state.ending:
        seat = state.mover = 1 - state.mover
        state.turn += 1
        state.points[seat] += state.incomes[seat]  # LG-24
        paid[seat] += state.incomes[seat]
        if state.points[seat] >= state.target:
            finish(state, "points", seat)  # LG-25, LG-30
        elif can_build(state, seat):
            break
        else:
            state.passes[seat] += 1
            passed[seat] += 1
    touch_reach(state)
    return [
        notice
        for seat in (first, 1 - first)
        for notice in tell_turns(state, seat, paid[seat], passed[seat])
    ]


def tell_turns(state: State, seat: Seat, paid: int, passed: int) -> list[Notice]:
    notices = []
    if paid:
        facts = {"seat": seat, "amount": paid, "points": state.points[seat]}
        notices.append(Notice("paid", facts))
    if passed:
        code = "passed" if passed == 1 else "passed_often"
        notices.append(Notice(code, {"seat": seat, "turns": passed}))
    return notices


def is_stalemate(state: State) -> bool:
    return not any(state.incomes) and not any(can_build(state, seat) for seat in (0, 1))


def leader(state: State) -> int:
    """The seat with more points, or NOBODY."""
    first, second = state.points
    if first > second:
        return INDUSTRY
    return TOURISM if second > first else NOBODY


def finish(state: State, ending: str, winner: int) -> None:
    state.ending = ending
    state.winner = winner
    touch_reach(state)


def touch_reach(state: State) -> None:
    """Views show where the mover may build, so a new mover changes them everywhere."""
    for reach in state.reach:
        state.touched.cells.update(compress(CELLS, reach))


def awaited(state: State) -> tuple[Seat, ...]:
    return () if state.ending else (state.mover,)


def outcome(state: State) -> Outcome | None:
    if not state.ending:
        return None
    places = tuple(1 if state.winner in (seat, NOBODY) else 2 for seat in (INDUSTRY, TOURISM))
    return Outcome(state.ending, places, tuple(state.points))
