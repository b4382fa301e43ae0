"""The rules: all checks first, then all changes. Time comes in by the due list."""

from __future__ import annotations

from freehold.game import (
    Arrive,
    Illegal,
    Leave,
    Ms,
    Notice,
    Outcome,
    Resign,
    Seat,
    Setup,
    Standard,
    TimeUp,
)
from freehold.kernel.chance import Stream
from freehold.kernel.due import drop_due, next_due, put_due, take_due
from freehold.kernel.layers import Touched, put
from tests.toy.actions import Action, Hold, Mark, Step
from tests.toy.params import Params
from tests.toy.state import DARK, SAFE, TRAP, State
from tests.toy.views import lit_cells, who_sees


def new(setup: Setup[Params]) -> State:
    params, seats = setup.params, setup.seats
    size = params.width_cells * params.height_cells
    cave = Stream(setup.key, "cave").sample(range(size), seats + params.traps)  # LN-01
    state = State(
        params,
        Touched(params.width_cells),
        trap=bytearray(size),
        owner=bytearray(size),
        lantern=bytearray(size),
        known=[bytearray(size) for _ in range(seats)],
        marks=[bytearray(size) for _ in range(seats)],
        place=cave[:seats],
        frozen_until=[0] * seats,
        holding_until=[0] * seats,
        cells=[0] * seats,
        away=[False] * seats,
        out=[False] * seats,
        due=[],
        gusts=Stream(setup.key, "gusts"),
    )
    for cell in cave[seats:]:
        state.trap[cell] = 1
    for seat, cell in enumerate(state.place):
        state.lantern[cell] = seat + 1
        state.known[seat][cell] = SAFE
    put_due(state.due, params.gust_ms, "gust")
    put_due(state.due, params.match_ms, "dawn")
    return state


def act(state: State, now: Ms, seat: Seat, action: Action | Standard) -> list[Notice]:
    if state.ending:
        raise Illegal("over")
    if state.out[seat]:
        raise Illegal("out_already")
    if isinstance(action, Arrive | Leave | Resign | TimeUp):
        return STANDARD[type(action)](state, seat)
    if state.away[seat]:  # LN-09
        raise Illegal("away")
    if state.frozen_until[seat]:  # LN-04
        raise Illegal("frozen", until=state.frozen_until[seat])
    if isinstance(action, Step):
        return step(state, now, seat, action)
    if isinstance(action, Mark):
        return mark(state, seat, action)
    return hold(state, now, seat) if isinstance(action, Hold) else listen(state, seat)


# What a player does


def step(state: State, now: Ms, seat: Seat, action: Step) -> list[Notice]:
    cell = cell_of(state, action)
    if cell not in state.grid.sides[state.place[seat]]:  # LN-03
        raise Illegal("too_far")
    if state.lantern[cell]:
        raise Illegal("occupied", seat=state.lantern[cell] - 1)
    end_hold(state, seat)
    put(state.touched, state.lantern, state.place[seat], 0)
    put(state.touched, state.lantern, cell, seat + 1)
    state.place[seat] = cell
    put(state.touched, state.known[seat], cell, SAFE)
    return spring(state, now, seat, cell) if state.trap[cell] else []


def spring(state: State, now: Ms, seat: Seat, cell: int) -> list[Notice]:
    """LN-04: the trap is spent, and the player stands frozen."""
    state.trap[cell] = 0
    for witness in who_sees(state, cell):
        put(state.touched, state.known[witness], cell, SAFE)
    for other, known in enumerate(state.known):
        if known[cell] == TRAP:  # LN-06: what one knows stays true, seen or not
            put(state.touched, state.known[other], cell, SAFE)
    state.frozen_until[seat] = now + state.params.freeze_ms
    put_due(state.due, state.frozen_until[seat], "thaw", seat)
    x, y = state.grid.place(cell)
    return [Notice("sprung", {"seat": seat, "x": x, "y": y}, who_sees(state, cell))]


def hold(state: State, now: Ms, seat: Seat) -> list[Notice]:
    if state.holding_until[seat]:
        raise Illegal("holding_already", until=state.holding_until[seat])
    if state.owner[state.place[seat]] == seat + 1:
        raise Illegal("yours_already")
    state.holding_until[seat] = now + state.params.hold_ms  # LN-05
    put_due(state.due, state.holding_until[seat], "held", seat)
    return []


def listen(state: State, seat: Seat) -> list[Notice]:
    """LN-06: the truth about the cells around, for this seat alone."""
    around = state.grid.touching[state.place[seat]]
    for cell in around:
        put(state.touched, state.known[seat], cell, TRAP if state.trap[cell] else SAFE)
    return [Notice("heard", {"traps": sum(state.trap[cell] for cell in around)}, (seat,))]


def mark(state: State, seat: Seat, action: Mark) -> list[Notice]:
    cell = cell_of(state, action)
    if cell not in lit_cells(state, seat):  # LN-07
        raise Illegal("not_in_your_light")
    put(state.touched, state.marks[seat], cell, 1 - state.marks[seat][cell])
    return []


def cell_of(state: State, action: Step | Mark) -> int:
    if not state.grid.has(action.x, action.y):
        raise Illegal("outside", width=state.grid.width, height=state.grid.height)
    return state.grid.cell(action.x, action.y)


def end_hold(state: State, seat: Seat) -> None:
    state.holding_until[seat] = 0
    drop_due(state.due, "held", seat)


# Coming and going: LN-09, LN-12, LN-13


def arrive(state: State, seat: Seat) -> list[Notice]:
    if not state.away[seat]:
        return []
    state.away[seat] = False
    return [Notice("came_back", {"seat": seat})]


def leave(state: State, seat: Seat) -> list[Notice]:
    if state.away[seat]:
        raise Illegal("away")
    end_hold(state, seat)
    state.away[seat] = True
    return [Notice("left", {"seat": seat})]


def resign(state: State, seat: Seat) -> list[Notice]:
    end_hold(state, seat)
    drop_due(state.due, "thaw", seat)
    state.out[seat] = True
    put(state.touched, state.lantern, state.place[seat], 0)
    if state.out.count(False) == 1:
        finish(state, "deserted")
    return [Notice("resigned", {"seat": seat})]


def time_up(state: State, seat: Seat) -> list[Notice]:
    end_hold(state, seat)
    return []


STANDARD = {Arrive: arrive, Leave: leave, Resign: resign, TimeUp: time_up}

# What time does


def wake_at(state: State) -> Ms | None:
    return next_due(state.due)


def wake(state: State, now: Ms) -> list[Notice]:
    notices = []
    while moment := take_due(state.due, now):
        at, what, about = moment
        if what == "gust":
            blow(state, at)
        elif what == "dawn":
            finish(state, "dawn")  # LN-11
        elif what == "thaw":
            state.frozen_until[about[0]] = 0
        else:
            notices += claim(state, about[0])
    return notices


def claim(state: State, seat: Seat) -> list[Notice]:
    """LN-05: held long enough."""
    state.holding_until[seat] = 0
    cell = state.place[seat]
    if state.owner[cell]:
        state.cells[state.owner[cell] - 1] -= 1
    put(state.touched, state.owner, cell, seat + 1)
    state.cells[seat] += 1
    if state.cells[seat] >= state.params.goal_cells:  # LN-10
        finish(state, "lit")
    x, y = state.grid.place(cell)
    return [Notice("claimed", {"seat": seat, "x": x, "y": y}, who_sees(state, cell))]


def blow(state: State, now: Ms) -> None:
    """LN-08: one trap wanders, unseen."""
    put_due(state.due, now + state.params.gust_ms, "gust")
    to_nobody = (DARK,) * len(state.known)
    dark = [cell for cell, seen in enumerate(zip(*state.known, strict=True)) if seen == to_nobody]
    traps = [cell for cell in dark if state.trap[cell]]
    free = [cell for cell in dark if not state.trap[cell] and not state.lantern[cell]]
    if traps and free:
        state.trap[state.gusts.pick(traps)] = 0
        state.trap[state.gusts.pick(free)] = 1


def finish(state: State, ending: str) -> None:
    state.ending = ending
    state.due.clear()


def awaited(state: State) -> tuple[Seat, ...]:
    if state.ending:
        return ()
    return tuple(s for s, out in enumerate(state.out) if not out and not state.away[s])


def outcome(state: State) -> Outcome | None:
    if not state.ending:
        return None
    ranks = [(out, -cells) for out, cells in zip(state.out, state.cells, strict=True)]
    places = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
    return Outcome(state.ending, places, tuple(state.cells))
