"""The parts of the maker of islands at their edges: just enough land, just enough room."""

from __future__ import annotations

import pytest

from freehold.games.minewars.board.kinds import LAND, MOUNTAIN, WATER
from freehold.games.minewars.maps import WORTH, Map, fairness, find_map
from freehold.games.minewars.maps.clumps import draw_sizes
from freehold.games.minewars.maps.coasts import (
    LEAST_LAKE,
    MOST_LAKE,
    draw_coast,
    fill_pools,
    grid_of,
    keeps_together,
)
from freehold.games.minewars.maps.making import draw_island, draw_starts
from freehold.games.minewars.maps.regions import _Growth
from freehold.games.minewars.maps.rivers import follow
from freehold.games.minewars.maps.towns import FAR, choose_starts, even, find_sites, steps_from
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.floods import clusters
from freehold.kernel.grids import Shape, square_grid


def chance_of(*words: object) -> Stream:
    return Stream(key_of("maps", *words), "map")


@pytest.mark.parametrize(("shape", "radius", "seed"), [("hex", 18, 47), ("square", 14, 1)])
def test_mw_01_a_coast_is_drawn_around_one_piece_whose_pools_are_lakes(
    shape: Shape, radius: int, seed: int
) -> None:
    grid = grid_of(shape, radius)
    kinds = draw_coast(grid, radius, chance_of("coast", seed))
    pieces = {
        kind: clusters([cell for cell, each in enumerate(kinds) if each == kind], sides)
        for kind, sides in ((LAND, grid.sides), (WATER, grid.touching))
    }
    assert len(pieces[LAND]) == 1
    pools = [piece for piece in pieces[WATER] if 0 not in piece]
    assert all(LEAST_LAKE <= len(pool) <= MOST_LAKE for pool in pools)


def test_mw_01_land_that_a_river_leaves_hanging_by_a_corner_is_washed_away() -> None:
    island = draw_island("square", 14, 2, 2, chance_of("keep", 7), WORTH)
    assert island is not None
    dry = [cell for cell, kind in enumerate(island.kinds) if kind != WATER]
    assert len(clusters(dry, island.grid.sides)) == 1


def test_mw_04_a_region_spares_what_leaves_it_in_one_piece_and_nothing_near_its_city() -> None:
    growth = _Growth(square_grid(8, 1), bytes([LAND] * 8), [0], WORTH)
    growth.region[:] = bytes([1] * 8)
    assert growth.can_spare(0, (6, 7))
    assert growth.can_spare(0, (7,))
    assert not growth.can_spare(0, (4, 5))
    assert not growth.can_spare(0, (2,))


def test_mw_04_borders_are_made_ragged_for_78_percent_and_no_more() -> None:
    island = draw_island("hex", 8, 2, 3, chance_of("ragged", 8), WORTH)
    assert island is not None
    rich = [region.resources for region in fairness(island).regions]
    assert even(rich) == 80, "and 90 could be had"


def test_mw_03_of_cities_as_far_apart_players_start_in_regions_that_are_as_rich() -> None:
    grid = square_grid(30, 30)
    cities = (grid.cell(11, 11), grid.cell(19, 11), grid.cell(15, 19))
    regions = bytes([1] * 100 + [2] * 400 + [3] * 400)
    plain = Map("square", 30, 30, bytes([LAND] * 900), cities, (), regions)
    assert sorted(draw_starts(plain, 2, chance_of("starts"), WORTH)) == [1, 2]


def test_of_islands_that_are_as_fair_the_first_is_taken() -> None:
    chance = chance_of("tie", 0)
    drawn = [draw_island("hex", 6, 2, 2, chance, WORTH) for _ in range(12)]
    scores = [fairness(island, balance_percent=100).score for island in drawn if island]
    assert (scores.count(98), max(scores)) == (4, 98)
    found = find_map("hex", 6, 2, 2, chance_of("tie", 0), balance_percent=100)
    assert found.map == drawn[scores.index(98)]


def test_a_lake_has_at_most_twelve_tiles() -> None:
    for length in (12, 13):
        rows = ["." * 17, "." + "~" * length + "." * (16 - length), "." * 17]
        rows = ["~" * 19, *[f"~{row}~" for row in rows], "~" * 19]
        kinds = bytearray(LAND if letter == "." else WATER for letter in "".join(rows))
        fill_pools(square_grid(19, 5), kinds)
        assert kinds[2 * 19 + 2] == (WATER if length == 12 else LAND)


def test_a_way_around_that_is_a_step_off_holds_the_land_together() -> None:
    grid = square_grid(4, 5)
    rows = ["~~~~", "~.~~", ".~.~", "~.~~", "~~~~"]
    is_open = [letter == "." for letter in "".join(rows)]
    assert keeps_together(grid, [grid.cell(2, 2)], is_open.__getitem__)
    is_open[grid.cell(0, 2)] = False
    assert not keeps_together(grid, [grid.cell(2, 2)], is_open.__getitem__)


@pytest.mark.parametrize(
    ("water", "is_river"),
    [
        pytest.param([], True, id="no other water"),
        pytest.param([(0, 2)], False, id="beside its spring"),
        pytest.param([(9, 2)], False, id="beside three at its mouth"),
        pytest.param([(10, 2)], True, id="beside two at its mouth"),
        pytest.param([(0, 3), (1, 2)], True, id="beside two of a lake"),
        pytest.param([(0, 3), (2, 2)], False, id="beside three of a lake"),
    ],
)
def test_mw_02_a_river_touches_water_at_its_ends_only(
    water: list[tuple[int, int]], is_river: bool
) -> None:
    """It runs along the middle row to the sea on the right, from a lake if one is left of it."""
    grid = square_grid(12, 7)
    kinds = bytearray(WATER if grid.place(cell)[0] == 11 else LAND for cell in range(84))
    for place in water:
        kinds[grid.cell(*place)] = WATER
    way = [cell + (cell // 12 == 3 and cell % 12 < 11) for cell in range(84)]
    river = follow(grid, kinds, way, grid.cell(0 if (0, 3) in water else 1, 3))
    assert river == ([grid.cell(x, 3) for x in range(1, 11)] if is_river else [])


def test_steps_are_counted_over_land_from_the_city_on() -> None:
    kinds = bytes([LAND, LAND, LAND, MOUNTAIN, LAND])
    steps = steps_from(square_grid(5, 1), kinds, (0, 2))
    assert steps == ((0, 1, 2, FAR, FAR), (2, 1, 0, FAR, FAR))


def test_mw_02_land_for_one_small_cluster_has_one() -> None:
    sizes = draw_sizes(30, chance_of("sizes"))
    assert [size for kind, size in sizes if kind == MOUNTAIN] == [3]
    assert [size for kind, size in draw_sizes(22, chance_of("sizes"))] == [3]
    assert draw_sizes(21, chance_of("sizes")) == []


def test_mw_03_cities_stand_away_from_the_water_while_there_is_land_enough_for_them() -> None:
    grid = square_grid(16, 16)
    land = [cell for cell in range(256) if all(2 <= at < 14 for at in grid.place(cell))]
    kinds = bytes(LAND if cell in land else WATER for cell in range(256))
    dry = [cell for cell in land if all(4 <= at < 12 for at in grid.place(cell))]
    inner = [cell for cell in land if all(3 <= at < 13 for at in grid.place(cell))]
    assert find_sites(grid, kinds, land, len(dry) // 16) == dry
    assert find_sites(grid, kinds, land, len(dry) // 16 + 1) == inner


def test_of_line_ups_that_are_as_good_the_first_is_taken() -> None:
    ways = [[FAR if one == other else 5 for other in range(4)] for one in range(4)]
    assert sorted(choose_starts(ways, [8, 4, 2, 1], [10] * 4, 2, chance_of("equal"))) == [0, 1]
