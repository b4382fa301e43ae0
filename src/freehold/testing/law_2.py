"""Law 2. Refused is untouched: when `act` raises, the fingerprint is as before.

And nobody is told of it.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from freehold.game import AnyGame, Illegal, Seat
from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from freehold.testing.plays import begin, copy_state, steps, take, viewers, wild_actions
from freehold.testing.trials import At


def check_law_2(game: AnyGame, at: At, seed: int, most: int = 60, wild: int = 12) -> int:
    """Play and, between the steps, try wild actions. Returns how many were refused."""
    match = begin(game, at, seed)
    rng = Stream(key_of("law 2", seed), "steps")
    for viewer in viewers(match):
        match.open(viewer)
    past: list[Any] = []
    refused = 0
    for step in islice(steps(match, rng, restless=30), most):
        take(match, step)
        match.flush()
        past += [step.action] if step.action else []
        if match.outcome is None:
            for action in islice(wild_actions(match, rng, past), wild):
                refused += try_action(match, rng.below(at.seats), action)
    check_over(match, past)
    return refused


def try_action(match: Match, seat: Seat, action: Any) -> bool:
    """Try it on a copy; where that is refused, the match refuses too and tells nobody."""
    game = match.game
    probe = copy_state(game, match.state)
    before = canonical.encode(probe)
    try:
        game.act(probe, match.now, seat, action)
    except Illegal as refusal:
        where = f"{game.name}: {action} of seat {seat} was refused ({refusal.code})"
        assert canonical.encode(probe) == before, f"{where}, but changed the state"
        check_match_refuses(match, seat, action, where)
        return True
    assert canonical.encode(match.state) == before, f"{game.name}: a copy shares what it copied"
    return False


def check_match_refuses(match: Match, seat: Seat, action: Any, where: str) -> None:
    before, lines = match.fingerprint(), len(match.log.lines)
    try:
        match.act(match.now, seat, action)
    except Illegal:
        assert match.fingerprint() == before, f"{where}, but changed the match"
        assert len(match.log.lines) == lines, f"{where}, but is in the log"
        told = match.flush()
        assert not told, f"{where}, but {sorted(told)} were told"
    else:
        raise AssertionError(f"{where}, but not a second time")


def check_over(match: Match, past: list[Any]) -> None:
    """After the end nothing is accepted any more."""
    if match.outcome is None:
        return
    match.flush()
    for action in past[:5]:
        for seat in range(len(match.header.seats)):
            check_match_refuses(match, seat, action, f"{match.game.name}: {action} after the end")
