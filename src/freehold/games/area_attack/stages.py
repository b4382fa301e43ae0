"""The stages, by time and by ground claimed, and the end (AA-20 to AA-22, AA-50, AA-51)."""

from __future__ import annotations

from freehold.game import Ms, Notice, Outcome
from freehold.games.area_attack import views
from freehold.games.area_attack.freezes import thaw_all
from freehold.games.area_attack.reach import reset_reach
from freehold.games.area_attack.state import State
from freehold.kernel.due import drop_due, put_due

GRAPH_MS = 5_000
"""The shortest time between two points of the graph of areas."""


def begin_play(state: State, now: Ms) -> None:
    """AA-20: begin stage 1, and set the moments of the later stages."""
    params = state.params
    state.stage = 1
    stage_3 = now + params.stage_3_ms
    state.moments = [now, now + params.stage_2_ms, stage_3, stage_3 + params.lock_ms]
    put_due(state.due, state.moments[1], "stage", 2)
    put_due(state.due, state.moments[2], "stage", 3)


def begin_stage(state: State, now: Ms, stage: int) -> list[Notice]:
    state.stage = stage
    state.moments[stage - 1] = now
    drop_due(state.due, "stage", stage)
    notices = thaw_all(state)  # AA-42; nobody is frozen after this
    if stage == 2:
        for seat in range(len(state.out)):
            reset_reach(state, seat)  # AA-41
    else:
        state.moments[3] = now + state.params.lock_ms  # AA-21: its length is always the same
        put_due(state.due, state.moments[3], "end")
    return [*notices, Notice("stage", {"stage": stage}, views.awake(state))]


def pass_marks(state: State, now: Ms) -> list[Notice]:
    """After a claim: is enough ground claimed for the next stage, or even both? (AA-21)"""
    notices: list[Notice] = []
    claimed = sum(state.cells)
    while state.stage < 3 and claimed * 100 >= state.terms.marks[state.stage - 1] * state.safe:
        notices += begin_stage(state, now, state.stage + 1)
    return notices


def end_if_clear(state: State, now: Ms) -> list[Notice]:
    """AA-22."""
    return finish(state, now, "cleared") if sum(state.cells) == state.safe else []


def finish(state: State, now: Ms, ending: str) -> list[Notice]:
    notices = thaw_all(state)
    state.due.clear()
    state.moments[3] = now
    state.graph.append((now, *state.cells))
    # AA-51, AA-60: players who stayed rank above those who left, then cells decide.
    ranks = [(out, -cells) for out, cells in zip(state.out, state.cells, strict=True)]
    places = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
    state.outcome = Outcome(ending, places, tuple(state.cells))
    return notices


def note_graph(state: State, now: Ms) -> None:
    """Keep the areas as they are, before they change."""
    if not state.graph or now >= state.graph[-1][0] + GRAPH_MS:
        state.graph.append((now, *state.cells))
