"""How a round ends, and its standings (ML-42, ML-43, ML-53, ML-60)."""

from __future__ import annotations

from freehold.game import PUBLIC, TRUTH, Ms, Outcome
from freehold.games.mine_land.state import State
from freehold.world import Row


def end_if_due(state: State, now: Ms) -> None:
    """ML-53. No ending is checked while a chain runs."""
    if state.outcome or any(what == "wave" for _, what, _ in state.due):
        return
    ending = find_ending(state, now)
    if ending:
        finish(state, ending)


def find_ending(state: State, now: Ms) -> str:
    params = state.params
    if not state.open_bombs:
        return "settled"
    is_quiet = state.quiet_since >= 0 and now - state.quiet_since >= params.all_dead_ms
    if params.end_when_all_dead and is_quiet and state.ghosts:
        return "all_dead"
    if 0 < state.terms.round_ms <= now:
        return "time"
    return ""


def finish(state: State, ending: str) -> None:
    """ML-60: places by score; ties share a place."""
    scores = tuple([walker.score for walker in state.walkers])
    ranked = sorted(scores, reverse=True)
    first = {score: place for place, score in reversed(list(enumerate(ranked, 1)))}
    state.outcome = Outcome(ending, tuple([first[score] for score in scores]), scores)
    state.due.clear()
    state.touched.viewers.update(range(len(state.walkers)), (PUBLIC, TRUTH))


def standing(state: State) -> tuple[Row, ...]:
    """ML-42: everyone with a point, the best first; ties go to the first to get there."""
    ranked = sorted(
        [
            (-walker.score, walker.scored, seat, walker.is_dead)
            for seat, walker in enumerate(state.walkers)
            if walker.score
        ]
    )
    return tuple([Row(seat, -score, is_dead) for score, _, seat, is_dead in ranked])
