"""The world as it begins."""

from __future__ import annotations

import pytest

from freehold.games.mine_land.laying import spread_spawns
from freehold.games.mine_land.state import BOMB, COVERED, HIDDEN_FLAG, UNCOVERED, State
from freehold.kernel.chance import key_of
from freehold.kernel.mines import count_square
from tests.games.mine_land import new_state


def tiles_where(layer: bytearray, value: int) -> list[int]:
    return [tile for tile, each in enumerate(layer) if each == value]


def steps_between(state: State, one: int, other: int) -> int:
    (y, x), (v, u) = divmod(one, state.width), divmod(other, state.width)
    return max(abs(x - u), abs(y - v))


def test_ml_01_the_same_key_gives_the_same_world() -> None:
    assert new_state() == new_state()
    assert new_state().under != new_state(key=key_of("another")).under


def test_ml_01_a_world_of_any_shape() -> None:
    state = new_state(width_tiles=60, height_tiles=30)
    assert (state.width, state.height, len(state.ground)) == (60, 30, 1800)
    assert (state.terms.width, state.terms.height) == (60, 30)


def test_ml_02_bombs_lie_under_so_many_tiles() -> None:
    state = new_state(width_tiles=50, height_tiles=41, density_permille=80)
    assert state.under.count(BOMB) == state.open_bombs == 50 * 41 * 80 // 1000


def test_ml_02_bombs_lie_everywhere_alike() -> None:
    counts = [0, 0]
    for seed in range(30):
        state = new_state(key=key_of(seed), spawn_tiles=1)
        rows = [tile // state.width for tile in tiles_where(state.under, BOMB)]
        counts[0] += sum(row < 8 for row in rows)
        counts[1] += sum(row >= 32 for row in rows)
    assert all(30 * 22 < count < 30 * 32 for count in counts)  # a fifth of 128, and some


def test_ml_03_hidden_flags_lie_on_tiles_without_bombs() -> None:
    state = new_state(hidden_flags_percent=150)
    bombs = state.under.count(BOMB)
    assert state.under.count(HIDDEN_FLAG) == bombs * 150 // 100
    assert state.under.count(0) == 1600 - bombs - bombs * 150 // 100
    assert new_state(hidden_flags_percent=0).under.count(HIDDEN_FLAG) == 0


def test_ml_03_no_flag_is_hidden_on_a_spawn_tile() -> None:
    for seed in range(20):
        state = new_state(key=key_of(seed), hidden_flags_percent=400, density_permille=120)
        assert all(state.under[spawn] == 0 for spawn in state.spawns)


def test_ml_04_no_bomb_lies_near_a_spawn_tile() -> None:
    nearest = []
    for seed in range(10):
        state = new_state(key=key_of(seed), safe_steps=4)
        bombs = tiles_where(state.under, BOMB)
        nearest.append(
            min(steps_between(state, bomb, spawn) for bomb in bombs for spawn in state.spawns)
        )
    assert min(nearest) == 5


def test_ml_04_near_a_corner_too() -> None:
    state = new_state(width_tiles=12, height_tiles=80, spawn_tiles=2, safe_steps=7)
    bombs = tiles_where(state.under, BOMB)
    assert min(steps_between(state, bomb, spawn) for bomb in bombs for spawn in state.spawns) >= 8


@pytest.mark.parametrize(
    ("width", "height", "count", "places"),
    [
        (100, 100, 1, [(50, 50)]),
        (100, 100, 4, [(25, 25), (75, 25), (25, 75), (75, 75)]),
        (90, 10, 3, [(15, 5), (45, 5), (75, 5)]),
        (10, 90, 3, [(5, 15), (5, 45), (5, 75)]),
        (60, 60, 5, [(15, 15), (45, 15), (10, 45), (30, 45), (50, 45)]),
    ],
)
def test_ml_04_spawn_tiles_are_spread_evenly(
    width: int, height: int, count: int, places: list[tuple[int, int]]
) -> None:
    spawns = spread_spawns(width, height, count)
    assert [(spawn % width, spawn // width) for spawn in spawns] == places


def test_ml_04_ten_in_a_world_of_a_thousand() -> None:
    spawns = spread_spawns(1000, 1000, 10)
    assert len(set(spawns)) == 10
    apart = [
        (one % 1000 - other % 1000) ** 2 + (one // 1000 - other // 1000) ** 2
        for at, one in enumerate(spawns)
        for other in spawns[at + 1 :]
    ]
    assert min(apart) >= 250**2


def test_ml_05_all_but_the_spawn_tiles_begin_covered() -> None:
    state = new_state()
    assert tiles_where(state.ground, UNCOVERED) == sorted(state.spawns)
    assert state.ground.count(COVERED) == 1600 - 2
    assert not any(state.flag)
    assert not any(state.loot)


def test_ml_22_numbers_are_counted_at_the_start() -> None:
    state = new_state()
    bombs = bytes(kind == BOMB for kind in state.under)
    assert state.number == count_square(bombs, state.width, state.height)
    assert not any(state.digit)  # spawn tiles have no bombs near them
