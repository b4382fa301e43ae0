"""The matches to every ending are what they say."""

from freehold.games.land_grab import GAME
from freehold.match import Match, read_record, verify
from tests.games.land_grab.scenarios import scenarios


def by_name() -> dict[str, Match]:
    return dict(scenarios())


def test_there_is_a_match_to_every_ending_and_each_verifies() -> None:
    matches = by_name()
    for name, match in matches.items():
        assert match.outcome is not None
        assert match.outcome.ending == name.partition("-")[0]
        assert verify(GAME, read_record(match.log.dump())).endswith(match.outcome.ending)
    assert {name.partition("-")[0] for name in matches} == set(GAME.endings)


def test_the_outcomes_of_the_scenarios() -> None:
    outcomes = {name: match.outcome for name, match in by_name().items()}
    places = {name: outcome.places for name, outcome in outcomes.items() if outcome}
    assert places == {
        "points": (1, 2),
        "points-passing": (2, 1),
        "stalemate": (1, 1),
        "stalemate-ahead": (2, 1),
        "resigned": (1, 2),
        "resigned-left": (2, 1),
        "time": (2, 1),
    }
