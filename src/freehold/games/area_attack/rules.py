"""The rules: all checks first, then all changes. Each chapter has a file of its own:

starts.py     choosing starting cells (AA-02 to AA-05), laying.py the ground (AA-04)
openings.py   uncovering, claiming, chords and flags (AA-10 to AA-14)
stages.py     the stages and the end (AA-20 to AA-22, AA-50, AA-51)
freezes.py    stage 1's mines (AA-31, AA-32), blasts.py the later ones (AA-40), reach.py (AA-41)
"""

from __future__ import annotations

from math import isqrt

from freehold.game import Arrive, Illegal, Ms, Notice, Outcome, Seat, Setup, Standard, TimeUp
from freehold.games.area_attack import views
from freehold.games.area_attack.actions import Action, Chord, Confirm, Open, Pick
from freehold.games.area_attack.actions import Flag as PutFlag
from freehold.games.area_attack.actions import Unflag as TakeFlag
from freehold.games.area_attack.facts import Terms
from freehold.games.area_attack.freezes import thaw
from freehold.games.area_attack.openings import chord, open_cell, set_flag
from freehold.games.area_attack.params import Params, sides
from freehold.games.area_attack.stages import begin_stage, finish
from freehold.games.area_attack.starts import begin_if_ready, choose_for_late, confirm, pick
from freehold.games.area_attack.state import NOWHERE, State
from freehold.kernel.chance import Stream
from freehold.kernel.due import next_due, put_due, take_due
from freehold.kernel.layers import Touched

FLAGS = (PutFlag, TakeFlag)


def new(setup: Setup[Params]) -> State:
    """A blank board (AA-02)."""
    params, seats = setup.params, setup.seats
    width, height = sides(params, seats)
    terms = settle_terms(params, width, height)
    check_room(terms, seats, width, height)
    cells = width * height
    state = State(
        params=params,
        terms=terms,
        width=width,
        height=height,
        touched=Touched(width),
        chance=Stream(setup.key, "ground"),
        due=[],
        stage=0,
        moments=[params.pick_ms, 0, 0, 0],
        mine=bytearray(cells),
        number=bytearray(cells),
        cell=bytearray(cells),
        ground=bytearray(cells),
        owner=bytearray(cells),
        digit=[bytearray(cells) for _ in range(seats)],
        flag=[bytearray(cells) for _ in range(seats)],
        legal=[bytearray(cells) for _ in range(seats)],
        cells=[0] * seats,
        safe=cells,
        picks=[NOWHERE] * seats,
        confirmed=[False] * seats,
        out=[False] * seats,
        frozen=[0] * seats,
        struck=[NOWHERE] * seats,
        held=[None] * seats,
        graph=[],
        outcome=None,
    )
    put_due(state.due, params.pick_ms, "choose")  # AA-05
    return state


def settle_terms(params: Params, width: int, height: int) -> Terms:
    share = (min(width, height) * params.apart_percent) ** 2
    return Terms(
        mines=width * height * params.density_percent // 100,  # AA-01
        density_percent=params.density_percent,
        apart_squared=max(params.apart_cells**2, -(-share // 100**2)),  # AA-03
        freeze_ms=params.freeze_ms,
        blast_radius=params.blast_radius,
        marks=(params.stage_2_percent, params.stage_3_percent),
    )


def check_room(terms: Terms, seats: int, width: int, height: int) -> None:
    """AA-05: wherever the others start, the last player must have a legal starting cell left."""
    reach = isqrt(terms.apart_squared)
    span = range(-reach, reach + 1)
    kept = [1 for dx in span for dy in span if dx * dx + dy * dy < terms.apart_squared]
    if len(kept) * (seats - 1) >= width * height:
        raise ValueError(
            f"a board of {width} x {height} is too small for {seats} players to keep their distance"
            " at the start; use a larger board, or lower apart_cells and apart_percent"
        )


def act(state: State, now: Ms, seat: Seat, action: Action | Standard) -> list[Notice]:
    if isinstance(action, Arrive):
        return arrive(state, seat)
    if isinstance(action, TimeUp):
        return []  # this game has no players' clocks
    if state.out[seat]:
        raise Illegal("out")
    is_private = isinstance(action, FLAGS)  # AA-14
    state.touched.viewers.update((seat,) if is_private else range(len(state.out)))
    if isinstance(action, Action):
        return play(state, now, seat, action)
    return leave(state, now, seat)


def play(state: State, now: Ms, seat: Seat, action: Action) -> list[Notice]:
    if state.frozen[seat]:
        raise Illegal("frozen", until=state.frozen[seat])  # AA-31: nothing else happens
    if isinstance(action, Confirm):
        return confirm(state, now, seat)
    if not state.grid.has(action.x, action.y):
        raise Illegal("outside", right=state.width - 1, bottom=state.height - 1)
    cell = state.grid.cell(action.x, action.y)
    if isinstance(action, Pick):
        return pick(state, seat, cell)
    if not state.stage:
        raise Illegal("not_begun")
    if isinstance(action, Open):
        return open_cell(state, now, seat, cell)
    if isinstance(action, Chord):
        return chord(state, now, seat, cell)
    return set_flag(state, seat, cell, int(isinstance(action, PutFlag)))


def arrive(state: State, seat: Seat) -> list[Notice]:
    """AA-06: the table tells the names; here the others are told who has joined."""
    return [] if state.out[seat] else [Notice("arrived", {"seat": seat}, views.awake(state))]


def leave(state: State, now: Ms, seat: Seat) -> list[Notice]:
    """AA-60: out for good. Land stays; a starting cell is given up if the match has not begun."""
    state.out[seat] = True
    if not state.stage:
        state.picks[seat] = NOWHERE
        state.confirmed[seat] = False
    views.tell_out(state)
    left = Notice("left", {"seat": seat})
    if state.out.count(False) == 1:
        return [left, *finish(state, now, "deserted")]
    if not state.stage:
        return [left, *begin_if_ready(state, now)]
    return [left]


def wake_at(state: State) -> Ms | None:
    return next_due(state.due)


def wake(state: State, now: Ms) -> list[Notice]:
    notices: list[Notice] = []
    state.touched.viewers.update(range(len(state.out)))
    while (due := take_due(state.due, now)) is not None:
        _, what, about = due
        if what == "choose":
            notices += choose_for_late(state, now)  # AA-05
        elif what == "stage":
            notices += begin_stage(state, now, about[0])  # AA-20
        elif what == "thaw":
            notices += thaw(state, about[0])  # AA-32
        else:
            notices += finish(state, now, "time")  # AA-50
    return notices


def awaited(state: State) -> tuple[Seat, ...]:
    if state.outcome:
        return ()
    return tuple([seat for seat, out in enumerate(state.out) if not out])


def outcome(state: State) -> Outcome | None:
    return state.outcome
