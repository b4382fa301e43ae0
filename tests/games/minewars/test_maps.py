"""Islands made by chance: what every one of them is, and that a seed gives one for good."""

from __future__ import annotations

from hashlib import blake2b
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from freehold.game import Malformed, Setup
from freehold.games.minewars import GAME
from freehold.games.minewars.board.kinds import FERTILE, FOREST, LAND, LANDLIKE, MOUNTAIN, WATER
from freehold.games.minewars.maps import (
    WORTH,
    Map,
    check,
    draw_map,
    fairness,
    find_map,
    make_map,
    parse_map,
)
from freehold.games.minewars.maps.clumps import CLEAR_STEPS, draw_sizes, grow_blob
from freehold.games.minewars.maps.coasts import draw_coast, fill_pools, grid_of, keeps_together
from freehold.games.minewars.maps.making import draw_island
from freehold.games.minewars.maps.noises import MOST, noise
from freehold.games.minewars.maps.rivers import draw_lakes, draw_rivers, follow
from freehold.games.minewars.maps.towns import FAR, choose_starts, draw_cities, even
from freehold.games.minewars.params import Params
from freehold.games.minewars.presets import PRESETS
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.floods import clusters
from freehold.kernel.grids import Shape, hex_grid, square_grid

SIZES = ((2, 8, 3), (2, 14, 5), (3, 12, 3), (4, 14, 8))
"""(seats, radius, cities)"""


def chance_of(*words: object) -> Stream:
    return Stream(key_of("maps", *words), "map")


def made(shape: Shape, size: tuple[int, int, int], seed: int) -> Map:
    seats, radius, cities = size
    return make_map(shape, radius, seats, cities, chance_of(seed))


def plain(side: int) -> bytearray:
    """A square of land in the sea."""
    dry = range(4, side - 4)
    return bytearray(
        LAND if x in dry and y in dry else WATER for y in range(side) for x in range(side)
    )


islands = st.builds(
    made, st.sampled_from(["hex", "square"]), st.sampled_from(SIZES), st.integers(0, 10_000)
)


@settings(max_examples=5, deadline=None)
@given(islands)
def test_mw_01_an_island_is_one_piece_with_water_all_around(island: Map) -> None:
    grid = island.grid
    dry = [cell for cell, kind in enumerate(island.kinds) if kind != WATER]
    assert len(clusters(dry, grid.sides)) == 1
    full = 6 if island.shape == "hex" else 8
    assert all(len(grid.touching[cell]) == full for cell in dry)
    assert len(dry) * 100 > len(grid) * 30


@settings(max_examples=5, deadline=None)
@given(islands)
def test_mw_02_nothing_cuts_the_land_in_two(island: Map) -> None:
    """A player can walk from any tile of land to any other, mountains and forests left out."""
    land = [cell for cell in range(len(island.kinds)) if island.is_land(cell)]
    assert len(clusters(land, island.grid.touching)) == 1


@settings(max_examples=4, deadline=None)
@given(islands)
def test_mw_02_clusters_have_three_tiles_or_more_and_fertile_land_lies_at_the_water(
    island: Map,
) -> None:
    grid, kinds = island.grid, island.kinds
    for kind, most in ((MOUNTAIN, 7), (FOREST, 9)):
        cells = [cell for cell, found in enumerate(kinds) if found == kind]
        assert cells
        assert all(3 <= len(piece) <= most for piece in clusters(cells, grid.touching))
    fertile = [cell for cell, found in enumerate(kinds) if found == FERTILE]
    assert fertile
    assert all(any(kinds[near] == WATER for near in grid.touching[cell]) for cell in fertile)


@settings(max_examples=4, deadline=None)
@given(islands)
def test_mw_03_cities_stand_on_land_with_land_around_and_far_apart(island: Map) -> None:
    grid = island.grid
    for number, city in enumerate(island.cities):
        assert island.kinds[city] == LAND
        assert all(LANDLIKE[island.kinds[near]] for near in grid.touching[city])
        kinds = {island.kinds[near] for near in grid.disc(city, CLEAR_STEPS)}
        assert not kinds & {MOUNTAIN, FOREST}
        assert all(grid.distance(city, other) >= 4 for other in island.cities[:number])
    assert list(island.cities) == sorted(island.cities)
    assert len(set(island.starts)) == len(island.starts)


def test_mw_03_there_are_as_many_cities_and_starts_as_asked_for() -> None:
    island = made("hex", (4, 14, 8), 1)
    assert (len(island.cities), len(island.starts)) == (8, 4)
    mayhem = PRESETS["mayhem"].params
    state = GAME.new(Setup(mayhem, 3, key_of("mayhem")))
    assert len(state.cities) == 3


@settings(max_examples=4, deadline=None)
@given(islands)
def test_mw_04_every_dry_tile_has_a_region_in_one_piece_and_no_cluster_is_split(
    island: Map,
) -> None:
    grid = island.grid
    for cell, kind in enumerate(island.kinds):
        assert (island.regions[cell] == 0) == (kind == WATER)
        if kind in (MOUNTAIN, FOREST):
            same = [near for near in grid.touching[cell] if island.kinds[near] == kind]
            assert all(island.regions[near] == island.regions[cell] for near in same)
    for city, cell in enumerate(island.cities):
        mine = [other for other, number in enumerate(island.regions) if number == city + 1]
        assert cell in mine
        assert len(clusters(mine, grid.touching)) == 1


@pytest.mark.parametrize("shape", ["hex", "square"])
def test_mw_04_the_poorest_region_has_three_quarters_of_the_richest(shape: Shape) -> None:
    found = find_map(shape, 12, 3, 5, chance_of("balance"))
    rich = [0] * 5
    for number, kind in zip(found.map.regions, found.map.kinds, strict=True):
        if number:
            rich[number - 1] += WORTH[kind]
    assert [region.resources for region in found.report.regions] == rich
    assert min(rich) * 100 >= max(rich) * 75


# MW-07: the same seed gives the same map. These change only when the maker of islands does.
FINGERPRINTS = {
    ("hex", 8, 2, 3): "14eaebcdf68d",
    ("hex", 12, 4, 6): "617d989cf5d8",
    ("square", 8, 2, 3): "9260e0a297a7",
    ("square", 12, 4, 6): "11a65be84a9f",
    ("square", 6, 2, 2): "ffb466855612",
    ("square", 16, 3, 4): "9f1839196a35",
    ("hex", 18, 6, 12): "018e4ab595a0",
}


@pytest.mark.parametrize("size", FINGERPRINTS, ids=str)
def test_mw_07_the_same_seed_gives_the_same_map_on_every_machine(
    size: tuple[Shape, int, int, int],
) -> None:
    shape, radius, seats, cities = size
    island = make_map(shape, radius, seats, cities, chance_of("golden"))
    text = draw_map(island)
    fingerprint = blake2b(text.encode() + island.regions, digest_size=6).hexdigest()
    assert fingerprint == FINGERPRINTS[size], text


def test_mw_07_another_seed_gives_another_map() -> None:
    assert made("hex", SIZES[0], 1) != made("hex", SIZES[0], 2)


@settings(max_examples=4, deadline=None)
@given(islands)
def test_mw_07_a_made_map_written_and_read_is_the_same_map(island: Map) -> None:
    assert parse_map(draw_map(island)) == island
    assert check(draw_map(island)) == fairness(island)


def test_no_room_for_the_cities_is_said_with_what_to_change() -> None:
    with pytest.raises(Malformed, match="use a larger radius or fewer cities"):
        make_map("hex", 6, 2, 30, chance_of(1))


@pytest.mark.slow
def test_where_no_island_is_fair_the_fairest_is_taken_and_said_to_be_uneven() -> None:
    found = find_map("square", 10, 6, 6, used := chance_of(3), balance_percent=100)
    assert found.report.verdict == "uneven"
    assert found.tries == 12
    chance = chance_of(3)
    drawn = [draw_island("square", 10, 6, 6, chance, WORTH) for _ in range(12)]
    scores = [fairness(island, balance_percent=100).score for island in drawn if island]
    assert found.report.score == max(scores) > min(scores)
    assert used == chance, "this many were drawn and no more"


@pytest.mark.slow
def test_a_large_island_is_drawn_fewer_times() -> None:
    found = find_map("square", 30, 2, 2, chance_of(2), balance_percent=100)
    assert found.report.verdict == "uneven"
    assert found.tries == 3


# The parts


def test_an_island_fills_its_hexagon_or_its_square() -> None:
    assert (grid_of("hex", 5).width, grid_of("hex", 5).height) == (11, 11)
    assert (grid_of("square", 5).width, grid_of("square", 5).height) == (10, 10)
    for shape in ("hex", "square"):
        grid = grid_of(shape, 14)
        kinds = draw_coast(grid, 14, chance_of("coast"))
        dry = [grid.place(cell) for cell, kind in enumerate(kinds) if kind == LAND]
        assert max(x for x, _ in dry) - min(x for x, _ in dry) > 20
        assert max(y for _, y in dry) - min(y for _, y in dry) > 18


def test_noise_is_smooth_and_within_its_bounds() -> None:
    grid = square_grid(20, 20)
    hills = noise(grid, chance_of("noise"), (5,))
    assert 0 <= min(hills) < 300
    assert 700 < max(hills) <= MOST
    assert max(abs(one - other) for one, other in pairwise(hills[:20])) < 400


def test_pools_of_a_lakes_size_stay_and_others_are_filled() -> None:
    rows = [
        "~~~~~~~~~",
        "~.......~",
        "~.~...~.~",
        "~.....~.~",
        "~.....~.~",
        "~.......~",
        "~~~~~~~~~",
    ]
    kinds = bytearray(LAND if letter == "." else WATER for letter in "".join(rows))
    fill_pools(square_grid(9, 7), kinds)
    assert kinds[2 * 9 + 2] == LAND
    assert [kinds[y * 9 + 6] for y in (2, 3, 4)] == [WATER] * 3


@pytest.mark.parametrize("shape", ["hex", "square"])
def test_mw_02_rivers_are_one_tile_thick_and_leave_the_island_whole(shape: Shape) -> None:
    grid = hex_grid(31, 31) if shape == "hex" else square_grid(31, 31)
    for seed in range(4):
        kinds = plain(31)
        before = bytes(kinds)
        draw_rivers(grid, kinds, [], chance_of("river", seed))
        river = [cell for cell in range(len(kinds)) if kinds[cell] != before[cell]]
        assert len(river) >= 4
        assert all(kinds[cell] == WATER for cell in river)
        for cell in river:
            x, y = grid.place(cell)
            block = [grid.cell(x + dx, y + dy) for dx in (0, 1) for dy in (0, 1)]
            assert not all(other in river for other in block)
        land = [cell for cell, kind in enumerate(kinds) if kind == LAND]
        assert len(clusters(land, grid.touching)) == 1


def test_mw_02_a_river_from_a_lake_runs_to_the_sea() -> None:
    grid = hex_grid(41, 41)
    for seed in range(8):
        kinds = plain(41)
        lakes = draw_lakes(grid, kinds, chance_of("lakes", seed))
        draw_rivers(grid, kinds, lakes, chance_of("lakes", seed))
        water = [cell for cell, kind in enumerate(kinds) if kind == WATER]
        sea = clusters(water, grid.sides)[0]
        if any(lake[0] in sea for lake in lakes):
            land = [cell for cell, kind in enumerate(kinds) if kind == LAND]
            assert len(clusters(land, grid.touching)) == 1
            return
    pytest.fail("no lake of eight islands had a river")


def test_a_river_that_would_run_along_the_shore_is_none() -> None:
    grid = square_grid(8, 4)
    rows = ["~~~~~~~~", "~......~", "~......~", "~~~~~~~~"]
    kinds = bytearray(LAND if letter == "." else WATER for letter in "".join(rows))
    way = list(range(32))
    for x in range(6, 0, -1):
        way[8 + x] = 8 + x - 1
    assert follow(grid, kinds, way, 8 + 6) == []


def test_what_holds_the_land_together_is_seen() -> None:
    grid = square_grid(7, 5)
    rows = ["~~~~~~~", "~..~..~", "~.....~", "~..~..~", "~~~~~~~"]
    is_open = [letter == "." for letter in "".join(rows)]
    assert not keeps_together(grid, [grid.cell(3, 2)], is_open.__getitem__)
    assert keeps_together(grid, [grid.cell(1, 1)], is_open.__getitem__)
    assert not keeps_together(grid, [0], lambda cell: False)


def test_a_blob_has_its_size_or_is_none() -> None:
    grid = square_grid(5, 5)
    land, pond = bytes([LAND] * 25), bytes([LAND, LAND, *[WATER] * 23])
    assert len(grow_blob(grid, 12, 6, chance_of(1), land)) == 6
    assert len(grow_blob(grid, 12, 6, chance_of(1), land, long=True)) == 6
    assert grow_blob(grid, 0, 3, chance_of(1), pond) == []
    assert grow_blob(grid, 24, 1, chance_of(1), pond) == []


def test_the_clusters_for_a_city_make_up_their_share_of_its_land() -> None:
    sizes = draw_sizes(100, chance_of("sizes"))
    assert 8 <= sum(size for kind, size in sizes if kind == MOUNTAIN) <= 10
    assert 12 <= sum(size for kind, size in sizes if kind == FOREST) <= 14
    kinds = [kind for kind, _ in sizes]
    assert kinds == sorted(kinds)


def test_a_plain_without_room_has_fewer_cities() -> None:
    grid = square_grid(9, 9)
    assert len(draw_cities(grid, bytearray([LAND] * 81), 4, chance_of(1))) == 4
    assert len(draw_cities(grid, bytearray([LAND] * 81), 40, chance_of(1))) < 10


def test_players_start_far_apart_and_alike() -> None:
    #       0 --5-- 1 --5-- 2 --5-- 3: the ends, and both have a free city beside them
    ways = [[abs(one - other) * 5 or FAR for other in range(4)] for one in range(4)]
    assert sorted(choose_starts(ways, [10] * 4, [10] * 4, 2, chance_of(1))) == [0, 3]
    # Who starts in the middle of three has rivals on both sides; a poor end is no better
    assert sorted(choose_starts(ways, [10, 10, 10, 1], [10, 10, 10, 1], 2, chance_of(1))) == [0, 2]


def test_which_player_starts_where_is_drawn() -> None:
    ways = [[abs(one - other) * 5 or FAR for other in range(4)] for one in range(4)]
    orders = {tuple(choose_starts(ways, [1] * 4, [1] * 4, 2, chance_of(n))) for n in range(12)}
    assert orders == {(0, 3), (3, 0)}


def test_of_too_many_line_ups_some_are_drawn() -> None:
    ways = [[abs(one - other) or FAR for other in range(20)] for one in range(20)]
    starts = choose_starts(ways, [1] * 20, [1] * 20, 6, chance_of(1))
    assert len(set(starts)) == 6


def test_even_is_the_least_as_a_percentage_of_the_greatest() -> None:
    assert even([3, 4, 4]) == 75
    assert even([0, 0]) == 100
    assert even([0, 5]) == 0


# Presets


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_can_be_played_by_as_many_as_it_is_for(name: str) -> None:
    preset = PRESETS[name]
    for seats in range(preset.seats[0], min(preset.seats[1], 3) + 1):
        assert len(GAME.new(Setup(preset.params, seats, key_of(name))).players) == seats


def test_the_presets_are_classic_duel_mayhem_and_blitz() -> None:
    assert list(PRESETS) == ["classic", "duel", "mayhem", "blitz"]
    armed = Params(starting_mines=3, starting_decoys=1, tower_cost_percent=50)
    assert PRESETS["classic"].params == replace(armed, limit_ms=1_200_000)
    assert PRESETS["duel"].params == replace(armed, radius_tiles=19, cities=5, limit_ms=1_200_000)
    assert PRESETS["mayhem"].params == replace(armed, cities=1, starting_decoys=2)
    assert PRESETS["blitz"].params == replace(
        armed, radius_tiles=10, cities=3, starting_mines=2, limit_ms=480_000
    )
    seats = [preset.seats for preset in PRESETS.values()]
    assert seats == [(2, 6), (2, 2), (3, 6), (2, 3)]
