"""Nobody is alone for long: where newcomers start, and which way others are."""

from __future__ import annotations

from collections import Counter

import pytest

from freehold.game import PUBLIC, TRUTH, Arrive, Leave
from freehold.games.mine_land import crowds
from freehold.games.mine_land.state import State
from freehold.kernel.chance import key_of
from tests.games.mine_land import act, new_state, position, view

WORLD = {"width_tiles": 200, "height_tiles": 200, "spawn_tiles": 10, "safe_steps": 5}


def world(seats: int, seed: object = "company") -> State:
    return new_state(seats, key_of(seed), **WORLD)


def groups(state: State) -> dict[int, int]:
    """How many players stand on each spawn tile."""
    return Counter(state.walkers[seat].at for seat in state.living)


def put(state: State, seat: int, x: int, y: int) -> None:
    """Somebody has walked there."""
    tile = y * state.width + x
    crowds.move(state, seat, state.walkers[seat].at, tile)
    state.walkers[seat].at = tile


# Where newcomers start


@pytest.mark.slow
def test_ml_51_the_first_starts_on_a_random_spawn_tile_each_as_likely() -> None:
    counts = dict.fromkeys(range(4), 0)
    for seed in range(400):
        state = new_state(1, key_of(seed), spawn_tiles=4)
        counts[state.spawns.index(state.walkers[0].at)] += 1
    assert all(70 <= count <= 130 for count in counts.values())


@pytest.mark.parametrize("seats", [2, 7, 12])
def test_ml_51_a_small_company_starts_together(seats: int) -> None:
    state = world(seats)
    assert [*groups(state).values()] == [seats]
    assert state.walkers[0].at in state.spawns


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [(13, [12, 1]), (20, [12, 8]), (30, [12, 12, 6]), (90, [30, 30, 30]), (121, [40, 40, 40, 1])],
)
def test_ml_51_more_make_two_or_three_groups(seats: int, sizes: list[int]) -> None:
    assert sorted(groups(world(seats)).values(), reverse=True) == sizes


def test_ml_51_where_another_group_starts_is_random() -> None:
    second = {min(groups(world(13, seed)).items(), key=lambda each: each[1])[0] for seed in "abcde"}
    assert len(second) > 1


def test_ml_51_with_all_tiles_full_one_starts_in_the_smallest_group() -> None:
    state = new_state(100, spawn_tiles=2, width_tiles=80)
    assert sorted(groups(state).values()) == [50, 50]


def test_ml_51_a_newcomer_starts_where_others_are_still_near() -> None:
    state = world(1)
    start = state.walkers[0].at
    y, x = divmod(start, 200)
    put(state, 0, x + 12, y - 12)
    act(state, 1, Arrive(), 60_000)
    assert state.walkers[1].at == start


def test_ml_51_when_all_have_walked_away_one_starts_at_the_tile_nearest_to_somebody() -> None:
    state = world(2)
    nearest = state.spawns[-1]
    y, x = divmod(nearest, 200)
    put(state, 0, x - 13, y)
    put(state, 1, 99, 99)
    for seat in (2, 3, 4):
        act(state, seat, Arrive(), 60_000)
        assert state.walkers[seat].at == nearest


def test_ml_51_the_dead_and_those_who_left_draw_nobody() -> None:
    seen = set()
    for seed in range(12):
        state = world(1, seed)
        act(state, 0, Leave())
        act(state, 1, Arrive(), 60_000)
        seen.add(state.walkers[1].at == state.walkers[0].at)
    assert seen == {True, False}


# Which way others are


def heard(state: State, seat: int) -> tuple[int, int, int] | None:
    company = view(state, seat).facts.company
    return None if company is None else (company.dx, company.dy, company.steps)


@pytest.mark.parametrize(
    ("x", "y", "told"),
    [
        (100, 94, (0, -1, 10)),
        (106, 94, (1, -1, 20)),
        (120, 100, (1, 0, 20)),
        (121, 100, (1, 0, 30)),
        (110, 104, (1, 1, 20)),
        (120, 107, (1, 0, 30)),
        (100, 199, (0, 1, 100)),
        (2, 199, (-1, 1, 200)),
        (40, 101, (-1, 0, 100)),
        (0, 0, (-1, -1, 200)),
    ],
)
def test_ml_56_alone_one_hears_roughly_where_the_nearest_player_is(
    x: int, y: int, told: tuple[int, int, int]
) -> None:
    state = world(3)
    put(state, 0, 100, 100)
    put(state, 1, x, y)
    put(state, 2, 0, 0)
    act(state, 0, "flag 100,101", 10_000)
    assert heard(state, 0) == told


def test_ml_56_with_somebody_in_sight_or_nobody_else_one_hears_nothing() -> None:
    state = world(2)
    put(state, 0, 100, 100)
    put(state, 1, 105, 95)
    act(state, 0, "flag 100,101", 10_000)
    assert heard(state, 0) is None
    put(state, 1, 106, 95)
    act(state, 1, Leave(), 20_000)
    act(state, 0, "flag 101,101", 20_000)
    assert heard(state, 0) is None


def test_ml_56_it_changes_with_ones_own_actions_only_and_not_at_each() -> None:
    state = world(2)
    put(state, 0, 100, 100)
    put(state, 1, 140, 100)
    act(state, 0, "flag 101,100", 10_000)
    put(state, 1, 100, 150)
    state.touched.viewers.clear()
    act(state, 1, "flag 100,151", 10_500)
    assert 0 not in state.touched.viewers
    assert heard(state, 0) == (1, 0, 50)
    act(state, 0, "flag 101,101", 11_999)
    assert heard(state, 0) == (1, 0, 50)
    act(state, 0, "step east", 12_000)
    assert heard(state, 0) == (0, 1, 100)


def test_ml_56_newcomers_hear_at_once_and_so_do_all_at_the_start_of_a_round() -> None:
    state = new_state(13, spawn_tiles=10, width_tiles=200, height_tiles=200)
    assert [heard(state, seat) is None for seat in range(13)] == [True] * 12 + [False]
    state = world(1)
    put(state, 0, 99, 99)
    act(state, 1, Arrive(), 60_000)
    assert heard(state, 1) is not None
    assert heard(state, 0) is None


def test_ml_56_the_dead_those_who_are_away_and_watchers_hear_nothing() -> None:
    state = position("*a_" + "_" * 30 + "b*")
    act(state, 0, "flag 0,0", 10_000)
    act(state, 1, "flag 34,0", 10_000)
    assert (heard(state, 0), heard(state, 1)) == ((1, 0, 50), (-1, 0, 50))
    act(state, 0, "unflag 0,0", 20_000)
    act(state, 0, "flip 0,0", 30_000)
    act(state, 1, Leave(), 30_000)
    assert [heard(state, viewer) for viewer in (0, 1, PUBLIC, TRUTH)] == [None] * 4
    act(state, 1, Arrive(), 30_000)
    assert heard(state, 1) is None


# How long the dead wait


def test_ml_53_the_dead_see_when_the_round_ends_for_want_of_living_players() -> None:
    state = position("*a....b.......*", all_dead_ms=7_000)
    act(state, 0, "flip 0,0", 1_000)
    assert view(state, 0).facts.deserted_at == 0
    state.touched.viewers.clear()
    act(state, 1, Leave(), 3_000)
    assert 0 in state.touched.viewers
    assert view(state, 0).facts.deserted_at == 10_000
    assert [view(state, viewer).facts.deserted_at for viewer in (1, PUBLIC, TRUTH)] == [0, 0, 0]
    state.touched.viewers.clear()
    act(state, 1, Arrive(), 5_000)
    assert 0 in state.touched.viewers
    assert view(state, 0).facts.deserted_at == 0


def test_ml_53_a_round_that_does_not_end_when_all_are_dead_promises_nothing() -> None:
    state = position("*a.....*", end_when_all_dead=False)
    act(state, 0, "flip 0,0", 1_000)
    assert view(state, 0).facts.deserted_at == 0


def test_the_terms_say_how_long_results_are_shown() -> None:
    assert new_state(rest_ms=4_321).terms.rest_ms == 4_321
