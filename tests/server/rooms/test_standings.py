"""A world's standing: everybody with a point (ML-42), told in proportion to what has changed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freehold.games.mine_land.endings import standing
from freehold.games.mine_land.leaving import add_walker
from freehold.protocol.ranking import merge
from freehold.protocol.wire import Ranked, Standing, encode
from freehold.server.rooms.standings import ToldRows, rings_between, tell
from tests.games.mine_land import new_state
from tests.server.world import Person, opened, run, world


def ranked(state: Any) -> tuple[Ranked, ...]:
    return tuple(Ranked(*row) for row in standing(state))


def score(state: Any, seat: int, points: int) -> None:
    """As `digging.has_dug` counts."""
    state.scorings += 1
    state.walkers[seat].score += points
    state.walkers[seat].scored = state.scorings


def test_ml_42_the_leaderboard_tells_everyone_with_a_point_and_not_the_first_few() -> None:
    state = new_state(60)
    for seat in range(59):
        score(state, seat, 1)
    told = ToldRows()
    message = tell(told, ranked(state))
    assert message is not None
    assert [row.seat for row in merge((), message)] == [*range(59)]
    assert len(told.rows) == 59


Scorings = st.lists(
    st.lists(st.tuples(st.integers(0, 5), st.sampled_from((0, 1, 3))), max_size=8), max_size=12
)


@pytest.mark.slow
@given(Scorings)
def test_ml_42_changes_lead_to_the_order_in_which_players_got_there(beats: Any) -> None:
    state, told, known = new_state(6), ToldRows(), tuple[Ranked, ...]()
    for beat in beats:
        for seat, points in beat:
            if points:
                score(state, seat, points)
            else:
                state.walkers[seat].is_dead = True  # told too, and moves nobody
        message = tell(told, ranked(state))
        if message is not None:
            assert not message.is_whole
            known = merge(known, message)
        assert known == told.rows == ranked(state)


def test_only_rows_that_changed_are_told() -> None:
    state, told = new_state(6), ToldRows()
    for seat in range(5):
        score(state, seat, 5 - seat)
    tell(told, ranked(state))
    assert tell(told, ranked(state)) is None
    score(state, 3, 1)
    state.walkers[0].is_dead = True
    assert tell(told, ranked(state)) == Standing((Ranked(0, 5, True), Ranked(3, 3, False)))


def test_a_world_that_breaks_ties_in_its_own_way_is_told_whole() -> None:
    told = ToldRows()
    tell(told, (Ranked(1, 4, False),))
    by_seat = (Ranked(0, 4, False), Ranked(1, 4, False))
    assert tell(told, by_seat) == Standing(by_seat, is_whole=True)
    assert merge((Ranked(9, 9, False),), Standing(by_seat, is_whole=True)) == by_seat


def test_telling_costs_what_changed_and_many_are_told_more_slowly() -> None:
    assert [rings_between(players) for players in (0, 99, 100, 499, 500)] == [1, 1, 2, 5, 6]
    everybody = tuple(Ranked(seat, 500 - seat, False) for seat in range(500))
    one = Standing(everybody[:1])
    assert len(encode(Standing(everybody, is_whole=True))) < 5_000
    assert len(encode(one)) < 40


@pytest.mark.slow
def test_ml_42_a_player_is_told_of_all_who_have_points() -> None:
    async def story() -> None:
        small = "width_tiles=26 height_tiles=18 density_permille=70 spawn_tiles=1 safe_steps=4"
        async with world(world_bots=0, world_params=small) as w, Person(w) as ann:
            line = await ann.quick("mine-land")
            await line.until(Standing)
            playing = opened(w, line).playing
            assert playing is not None
            assert playing.live is not None
            state = playing.live.match.state
            for _ in range(29):
                add_walker(state)
            for seat in range(30):
                score(state, seat, 1)
            await line.act("step north")
            await line.act("flip 13,8")
            told = await line.until(Standing, lambda message: bool(message.rows))
            assert len(told.rows) == 30

    run(story())
