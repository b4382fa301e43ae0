"""Law 3. Choices are legal: every choice is accepted at that `now`.

In turns and sealed phases every awaited seat has one.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from freehold.game import AnyGame, Illegal, Seat, TimeUp
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from freehold.testing.plays import as_written, begin, choices_of, copy_state, steps, take
from freehold.testing.trials import At


def check_law_3(game: AnyGame, at: At, seed: int, most: int = 80, tried: int = 25) -> int:
    """Play and try what is offered to everybody. Returns how many choices were tried."""
    match = begin(game, at, seed)
    rng = Stream(key_of("law 3", seed), "steps")
    count = 0
    for step in islice(steps(match, rng, restless=40), most):
        for seat in range(at.seats):
            count += check_choices(match, seat, rng, tried)
        check_time_up(match)
        take(match, step)
    return count


def check_choices(match: Match, seat: Seat, rng: Stream, tried: int) -> int:
    offered = choices_of(match, seat, rng)
    if match.outcome is None and seat in match.awaited and match.game.kind != "real-time":
        assert offered, f"{match.game.name}: seat {seat} is awaited, but has no choice"
    chosen = rng.sample(offered, min(tried, len(offered)))
    for action in chosen:
        check_choice(match, seat, action)
    return len(chosen)


def check_choice(match: Match, seat: Seat, action: Any) -> None:
    game = match.game
    probe = copy_state(game, match.state)
    try:
        game.act(probe, match.now, seat, action)
    except Illegal as refusal:
        raise AssertionError(
            f"{game.name}: {action} is offered to seat {seat}, but refused: "
            f"{refusal.code} {refusal.facts}"
        ) from None
    assert as_written(game, action) == action, (
        f"{game.name}: {action} does not survive its spelling"
    )


def check_time_up(match: Match) -> None:
    """Every awaited seat may run out of time: that is never refused."""
    for seat in match.awaited:
        probe = copy_state(match.game, match.state)
        try:
            match.game.act(probe, match.now, seat, TimeUp())
        except Illegal as refusal:
            raise AssertionError(
                f"{match.game.name}: seat {seat}'s time is up, but {refusal.code}"
            ) from None
