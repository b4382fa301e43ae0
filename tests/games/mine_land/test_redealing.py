"""Another world that a seat could not tell from this one."""

from __future__ import annotations

import pytest

from freehold.games.mine_land.redealing import redeal, unseen_tiles
from freehold.games.mine_land.state import BOMB, COVERED, UNCOVERED, State
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.mines import count_square
from tests.games.mine_land import act, new_state, position, view

RNG = Stream(key_of("redeal"), "redeal")


def world() -> State:
    """One in the corner, one far away on ground of its own, and flags."""
    state = new_state(2, spawn_tiles=2)
    state.walkers[0].at, state.walkers[1].at = state.spawns
    state.crowds = [[] for _ in state.crowds]
    for seat, walker in enumerate(state.walkers):
        y, x = divmod(walker.at, state.width)
        state.crowds[y // 16 * 3 + x // 16].append((seat, x, y))
    for tile in range(1500, 1560):
        state.ground[tile] = UNCOVERED
        state.digit[tile] = state.number[tile]
    state.flag[5] = 2 if state.under[5] == BOMB else 1
    return state


def test_the_seat_sees_the_same() -> None:
    state = world()
    for _ in range(10):
        assert view(redeal(state, 0, RNG), 0) == view(state, 0)


def test_bombs_and_flags_move_elsewhere_and_stay_as_many() -> None:
    state = world()
    other = redeal(state, 0, RNG)
    moved = [tile for tile in range(1600) if state.under[tile] != other.under[tile]]
    assert len(moved) > 100
    assert sorted(state.under) == sorted(other.under)
    assert (other.open_bombs, other.ground, other.flag) == (
        state.open_bombs,
        state.ground,
        state.flag,
    )
    assert all(state.ground[tile] == COVERED and not state.flag[tile] for tile in moved)


def test_nothing_moves_where_the_seats_numbers_speak_of_it() -> None:
    state = world()
    left, top, width, height = view(state, 0).rect
    for _ in range(10):
        other = redeal(state, 0, RNG)
        for row in range(top - 1, top + height + 1):
            for column in range(left - 1, left + width + 1):
                tile = row * 40 + column
                assert state.under[tile] == other.under[tile]


def test_numbers_are_counted_anew() -> None:
    other = redeal(world(), 0, RNG)
    bombs = bytes(kind & 1 for kind in other.under)
    assert other.number == count_square(bombs, 40, 40)
    for tile in range(1600):
        shown = other.number[tile] if other.ground[tile] == UNCOVERED else 0
        assert other.digit[tile] == shown


def test_others_stand_elsewhere_out_of_sight() -> None:
    state, places = world(), set()
    for _ in range(20):
        other = redeal(state, 0, RNG)
        places.add(other.walkers[1].at)
        assert other.walkers[0].at == state.walkers[0].at
        place = (1, other.walkers[1].at % 40, other.walkers[1].at // 40)
        assert any(place in crowd for crowd in other.crowds)
        assert other.ground[other.walkers[1].at] == UNCOVERED
    assert len(places) > 3


def test_a_player_who_is_in_sight_stays() -> None:
    state = position("a___b____________________________*")
    for _ in range(10):
        assert redeal(state, 0, RNG).walkers[1].at == 4


def test_to_the_dead_everything_may_be_elsewhere() -> None:
    state = position("*a_" + "." * 20 + "*" * 20 + "b")
    act(state, 0, "flip 0,0")
    other = redeal(state, 0, RNG)
    assert view(other, 0) == view(state, 0)
    assert other.under != state.under


def test_the_key_is_another() -> None:
    state = world()
    other = redeal(state, 0, RNG)
    assert other.chance.key != state.chance.key
    assert (len(other.chance.key), other.chance.at) == (32, state.chance.at)


@pytest.mark.parametrize("margin", [0, 1, 2])
@pytest.mark.parametrize(("x", "y"), [(0, 0), (19, 0), (7, 9), (10, 4), (19, 19), (0, 13)])
def test_unseen_tiles_are_all_but_the_window_and_what_is_near_it(
    x: int, y: int, margin: int
) -> None:
    rows = [["."] * 20 for _ in range(20)]
    rows[y][x] = "a"
    state = position("\n".join("".join(row) for row in rows), sight_tiles=3)
    assert unseen_tiles(state, 0, margin) == [
        tile for tile in range(400) if max(abs(tile % 20 - x), abs(tile // 20 - y)) > 3 + margin
    ]
