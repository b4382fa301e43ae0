"""Law 4. Time moves on: after `wake(state, t)`, `wake_at` is None or later than t."""

from __future__ import annotations

from itertools import islice

from freehold.game import AnyGame, Ms
from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from freehold.testing.plays import begin, copy_state, steps, take
from freehold.testing.trials import At


def check_law_4(game: AnyGame, at: At, seed: int, most: int = 300, ahead: int = 5) -> int:
    """Play and, between the steps, look ahead with nobody acting. Returns how many wakes."""
    match = begin(game, at, seed)
    rng = Stream(key_of("law 4", seed), "steps")
    wakes = check_wakes(match, ahead)
    for step in islice(steps(match, rng, restless=40), most):
        take(match, step)
        wakes += check_wakes(match, ahead)
    return wakes


def check_wakes(match: Match, ahead: int) -> int:
    """The next moments, on a copy. After the end nothing is due that the match would wait for."""
    game, wakes = match.game, 0
    if match.outcome is not None:
        return 0
    state = copy_state(game, match.state)
    last: Ms = match.now
    while wakes < ahead and game.outcome(state) is None:
        before = canonical.encode(state)
        due = game.wake_at(state)
        assert canonical.encode(state) == before, f"{game.name}: asking wake_at changes the state"
        if due is None:
            break
        assert due >= last, f"{game.name}: at {last} ms something is due at {due} ms, in the past"
        game.wake(state, due)
        later = game.wake_at(state)
        assert later is None or later > due, f"{game.name}: wake({due}) left {later} due"
        last, wakes = due, wakes + 1
    return wakes
