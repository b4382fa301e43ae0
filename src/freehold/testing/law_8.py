"""Law 8. It ends: random play reaches an outcome within the game's bound.

That every ending has a recorded match is in tests/test_records.py.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from freehold.game import AnyGame, Outcome
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from freehold.testing.plays import begin, steps, take
from freehold.testing.trials import At


def check_law_8(game: AnyGame, at: At, seed: int) -> str:
    """Play a whole match; returns its ending."""
    moves = [0]
    match = begin(counted(game, moves), at, seed)
    for step in steps(match, Stream(key_of("law 8", seed), "steps")):
        take(match, step)
        assert moves[0] <= game.longest, (
            f"{game.name}, seed {seed}: no end after {moves[0]} actions and wakes"
        )
    assert match.outcome is not None
    check_outcome(match, match.outcome)
    return match.outcome.ending


def counted(game: AnyGame, moves: list[int]) -> AnyGame:
    """The same game, counting actions and wakes; a step without either counts too."""

    def act(*given: Any) -> Any:
        moves[0] += 1
        return game.act(*given)

    def wake(*given: Any) -> Any:
        moves[0] += 1
        return game.wake(*given)

    def awaited(*given: Any) -> Any:
        # A match asks this after every change and the play once a step: a play in which nothing
        # ever happens must not run for ever.
        moves.append(0)
        assert len(moves) <= 20 * game.longest, f"{game.name}: nothing happens, without end"
        return game.awaited(*given)

    return replace(game, act=act, wake=wake, awaited=awaited)


def check_outcome(match: Match, outcome: Outcome) -> None:
    game, seats = match.game, len(match.header.seats)
    assert outcome.ending in game.endings, (
        f"{game.name}: {outcome.ending} is not one of its endings"
    )
    assert len(outcome.places) == len(outcome.scores) == seats
    for place in outcome.places:  # ties share: as many places before it as better seats
        better = sum(other < place for other in outcome.places)
        assert place == 1 + better, f"{game.name}: the places {outcome.places} have holes"
    assert match.awaited == (), f"{game.name}: over, but somebody is awaited"
    assert game.awaited(match.state) == (), f"{game.name}: over, but somebody is awaited"
    assert match.wake_at() is None
