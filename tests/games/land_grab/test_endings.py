"""LG-30 to LG-32: how it ends."""

import pytest

from freehold.game import Arrive, Clock, Leave, Outcome, Resign, Standard, TimeUp
from freehold.games.land_grab import GAME, rules
from freehold.games.land_grab.params import Params
from freehold.kernel import canonical
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from tests.games.land_grab import play, position

OPEN = "fLLL\nLLLg"


def test_nothing_is_over_while_somebody_can_build() -> None:
    assert rules.outcome(position(OPEN)) is None


def test_lg_30_points_the_one_who_reaches_the_target_wins() -> None:
    state = position("fmFL\nLLLg", mover=1, points=(98, 7))
    assert play(state, "farm 3,0") == ["built_farm", "paid"]
    assert rules.outcome(state) == Outcome("points", (1, 2), (100, 7))


def test_lg_30_player_2_wins_by_points_too() -> None:
    state = position("fLrg\nLLLL", points=(98, 99))
    play(state, "farm 0,1")
    assert rules.outcome(state) == Outcome("points", (2, 1), (98, 100))


@pytest.mark.parametrize(
    ("points", "places"), [((5, 3), (1, 2)), ((3, 5), (2, 1)), ((4, 4), (1, 1))]
)
def test_lg_31_stalemate_neither_can_build_and_nobody_is_paid(
    points: tuple[int, int], places: tuple[int, int]
) -> None:
    state = position("WLfWWg", points=points)
    assert play(state, "farm 1,0") == ["built_farm"]
    assert rules.outcome(state) == Outcome("stalemate", places, points)
    assert (state.turn, state.mover, rules.awaited(state)) == (1, 0, ())


def test_lg_31_it_is_no_stalemate_while_one_can_build() -> None:
    state = position("WLfWWgL")
    play(state, "farm 1,0")
    assert (state.ending, state.mover) == ("", 1)
    state = position("WLLfWWg")
    play(state, "farm 2,0")
    assert (state.ending, state.mover, state.passes) == ("", 0, [0, 1])


@pytest.mark.parametrize(
    ("picture", "action", "winner"), [("mfLWWg", "farm 2,0", 0), ("LfWWrg", "farm 0,0", 1)]
)
def test_lg_31_it_is_no_stalemate_while_one_is_paid(picture: str, action: str, winner: int) -> None:
    state = position(picture)
    play(state, action)
    assert (state.ending, state.winner) == ("points", winner)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("mover", [0, 1])
@pytest.mark.parametrize(
    ("action", "ending", "code"),
    [
        (Resign(), "resigned", "resigned"),
        (Leave(), "resigned", "resigned"),
        (TimeUp(), "time", "time_up"),
    ],
)
def test_lg_32_a_player_who_gives_up_leaves_or_runs_out_of_time_loses(
    action: Standard, ending: str, code: str, mover: int, seat: int
) -> None:
    state = position(OPEN, mover=mover, points=(90, 80))
    (notice,) = rules.act(state, 0, seat, action)
    assert (notice.code, notice.facts) == (code, {"seat": seat})
    places = (2, 1) if seat == 0 else (1, 2)
    assert rules.outcome(state) == Outcome(ending, places, (90, 80))
    assert rules.awaited(state) == ()


def test_arriving_changes_nothing() -> None:
    state = position(OPEN)
    before = canonical.encode(state)
    assert rules.act(state, 0, 1, Arrive()) == []
    assert canonical.encode(state) == before


def test_lg_32_a_table_may_set_a_bank_with_an_increment() -> None:
    assert GAME.clock(Params()) == Clock()
    params = Params(bank_seconds=300, increment_seconds=5)
    assert GAME.clock(params) == Clock(bank_ms=300_000, increment_ms=5_000)


def test_lg_32_a_clock_that_runs_out_ends_the_match() -> None:
    params = Params(bank_seconds=10, increment_seconds=2)
    seats = (Seated("Ann"), Seated("Bob"))
    match = Match.new(GAME, seats, key_of(1), params, GAME.clock(params))
    match.act(4_000, 0, GAME.parse("farm 2,2"))
    match.advance(13_999)
    assert match.outcome is None
    match.advance(14_000)
    assert match.outcome == Outcome("time", (1, 2), (0, 0))
