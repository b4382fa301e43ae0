"""The report on a map, chokepoints, and items scattered so that players begin alike."""

from __future__ import annotations

import msgspec
import pytest

from freehold.games.minewars.board.kinds import DECOY, MINE, NONE
from freehold.games.minewars.maps import Map, MapReport, check, fairness, make_map, parse_map
from freehold.games.minewars.maps.chokes import Choke, find_chokes
from freehold.games.minewars.maps.reports import NEAR_STEPS, openings_of
from freehold.games.minewars.maps.scatter import _scatter_once, neutral_land, scatter
from freehold.games.minewars.maps.towns import even
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.grids import square_grid

TWINS = """\
title: Twins
~~~~~~~~~~~~~~~~~
~...........,,..~
~.1.....C.....2.~
~..,,...........~
~~~~~~~~~~~~~~~~~
"""
DUMBBELL = """\
~~~~~~~~~~~~~~~
~.....~~~.....~
~..1.......2..~
~.....~~~.....~
~.....~~~.....~
~~~~~~~~~~~~~~~
"""


def chance_of(*words: object) -> Stream:
    return Stream(key_of("scatter", *words), "map")


def measures(report: MapReport) -> dict[str, int]:
    return {measure.name: measure.percent for measure in report.measures}


def test_a_map_that_is_the_same_for_both_is_fair() -> None:
    report = check(TWINS)
    assert report.verdict == "fair"
    assert report.score == 100
    assert (report.title, report.shape, report.width, report.height) == ("Twins", "square", 17, 5)
    assert report.land_percent == 53
    assert report.kinds == {"water": 40, "land": 41, "fertile": 4}
    assert measures(report)["rivals"] == measures(report)["free"] == 100
    assert not report.problems + report.remarks
    assert not report.chokepoints


def test_a_report_tells_of_regions_their_resources_borders_and_neighbours() -> None:
    west, middle, east = check(TWINS).regions
    assert [region.seat for region in (west, middle, east)] == [0, -1, 1]
    assert (west.city, west.x, west.y) == (0, 2, 2)
    assert west.resources == 17
    assert west.tiles == 15
    assert west.kinds == {"land": 13, "fertile": 2}
    assert (west.front, middle.front) == (3, 7)
    assert (west.nearest, middle.nearest, east.nearest) == (6, 6, 6)


def test_a_report_tells_of_starts_what_is_near_and_how_far_the_others_are() -> None:
    first, second = check(TWINS).starts
    assert (first.seat, first.city, first.rival_steps, first.free_steps) == (0, 0, 12, 6)
    assert (second.seat, second.city) == (1, 2)
    assert NEAR_STEPS == 7
    assert (first.near_resources, second.near_resources) == (29, 29)
    assert (first.opening_tiles, first.opening_digits) == (-1, -1)


def test_mw_04_a_map_with_a_poor_region_is_uneven_and_says_so() -> None:
    report = check(TWINS.replace("~..,,....", "~^^^^^^.."))
    assert report.verdict == "unplayable"  # the mountains touch the city
    rows = ["~" * 13, "~...........~", "~.1.......2.~", "~...........~", "~^^^~~~~~~~~~", "~" * 13]
    report = check("\n".join(rows))
    assert report.verdict == "uneven"
    [regions] = [measure for measure in report.measures if measure.name == "regions"]
    assert regions.percent < 75 == regions.at_least
    assert regions.sentence.endswith(
        f"the lowest is {regions.percent}% of the highest, but should be 75% or more"
    )
    assert report.score == min(m.percent * 100 // m.at_least for m in report.measures)


def test_mw_04_a_table_may_ask_for_more_balance() -> None:
    found = parse_map(TWINS)
    assert fairness(found, balance_percent=100).verdict == "uneven"
    assert fairness(found, balance_percent=0).verdict == "fair"
    percent = measures(fairness(found))["regions"]
    just = fairness(found, balance_percent=percent)
    assert (just.verdict, just.measures[0].sentence[-14:]) == ("fair", "of the highest")


def test_starts_without_a_way_between_them_are_remarked() -> None:
    rows = ["~~~~~~~~~~~", "~...^^...~~", "~.1.^^.2.~~", "~...^^...~~", "~~~~~~~~~~~"]
    report = check("\n".join(rows))
    assert report.verdict == "uneven"
    assert report.score == 0
    assert [(remark.x, remark.y, remark.code) for remark in report.remarks] == [
        (2, 2, "no_way"),
        (7, 2, "no_way"),
    ]
    assert report.starts[0].rival_steps == report.regions[0].nearest == -1
    assert report.starts[0].free_steps == -1


def test_a_start_without_a_way_to_any_rival_is_as_uneven_as_can_be() -> None:
    rows = ["~" * 16, "~...^^........~~", "~.1.^^.2...3..~~", "~...^^........~~", "~" * 16]
    report = check("\n".join(rows))
    assert [start.rival_steps for start in report.starts] == [-1, 4, 4]
    assert (measures(report)["rivals"], report.score) == (0, 0)


def test_the_ways_to_neutral_cities_are_compared_if_everybody_has_one() -> None:
    rows = ["~" * 15, "~...^^...~...~~", "~.1.^^.2...C.~~", "~...^^...~...~~", "~" * 15]
    report = check("\n".join(rows))
    assert [start.free_steps for start in report.starts] == [-1, 4]
    assert "free" not in measures(report)
    assert report.land_percent == 46


def test_land_that_no_city_leads_to_is_remarked() -> None:
    rows = ["~~~~~~~~~~~~", "~........%.~", "~.1...2..%%~", "~........~~~", "~~~~~~~~~~~~"]
    report = check("\n".join(rows))
    assert [(remark.x, remark.y, remark.code) for remark in report.remarks] == [(10, 1, "shut_in")]
    assert report.problems == []


def test_chokepoints_are_the_tiles_that_the_land_hangs_on() -> None:
    report = check(DUMBBELL)
    assert [(choke.x, choke.y) for choke in report.chokepoints] == [(6, 2), (7, 2), (8, 2)]
    assert [choke.tiles for choke in report.chokepoints] == [20, 21, 20]
    assert [choke.cities for choke in report.chokepoints] == [(0,), (1,), (1,)]
    assert {remark.code for remark in report.remarks} == {"chokepoint"}


def test_a_small_part_behind_a_chokepoint_is_not_spoken_of() -> None:
    rows = ["......~~..", "..........", "......~~.."]
    kinds = bytes(".~".find(letter) == 0 for letter in "".join(rows))
    grid = square_grid(10, 3)
    assert find_chokes(grid, kinds, [11]) == [Choke(6, 1, 7, ()), Choke(7, 1, 6, ())]
    rows = ["......~~.~", "..........", "......~~.."]
    kinds = bytes(".~".find(letter) == 0 for letter in "".join(rows))
    assert find_chokes(grid, kinds, [11]) == [Choke(6, 1, 6, ())]
    assert find_chokes(grid, kinds, []) == []


def test_a_chokepoint_knows_the_cities_behind_it_and_no_others() -> None:
    rows = [
        "~~~~~~~~.......",
        "........~~~~~~~",
        "~~~~~~~~.......",
        "~~~~~~~~~~~~~~~",
        "...~~~~~~~~~~~~",
    ]
    kinds = bytes(".~".find(letter) == 0 for letter in "".join(rows))
    grid = square_grid(15, 5)
    cities = [grid.cell(0, 1), grid.cell(8, 0), grid.cell(8, 2), grid.cell(1, 4)]
    assert find_chokes(grid, kinds, cities) == [
        Choke(8, 0, 6, ()),
        Choke(6, 1, 6, (0,)),
        Choke(7, 1, 7, (1,)),
        Choke(7, 1, 7, (2,)),
        Choke(8, 2, 6, ()),
    ]


def test_a_chokepoint_beside_the_corner_of_the_map_is_one_too() -> None:
    rows = ["........", *[".~~~~~~~"] * 6]
    kinds = bytes(".~".find(letter) == 0 for letter in "".join(rows))
    assert find_chokes(square_grid(8, 7), kinds, [48]) == [Choke(1, 0, 6, ())]


def test_a_report_is_json_and_back() -> None:
    for text in (TWINS, DUMBBELL, "nothing"):
        report = check(text)
        assert msgspec.json.decode(msgspec.json.encode(report), type=MapReport) == report


# MW-05


@pytest.fixture(scope="module")
def island() -> Map:
    return make_map("hex", 12, 2, 4, chance_of("island"))


@pytest.mark.parametrize("percent", [20, 27, 50])
def test_mw_05_items_lie_on_the_asked_share_of_neutral_land_a_quarter_of_them_decoys(
    island: Map, percent: int
) -> None:
    items = scatter(island, chance_of(1), percent)
    owned = {near for city in island.starts for near in island.grid.touching[island.cities[city]]}
    neutral = [
        cell
        for cell in range(len(items))
        if island.is_land(cell) and cell not in island.cities and cell not in owned
    ]
    count = len(neutral) * percent // 100
    assert count > 40
    assert items.count(MINE) + items.count(DECOY) == count
    assert items.count(DECOY) == count // 4
    assert all(cell in neutral for cell, item in enumerate(items) if item != NONE)


@pytest.mark.parametrize("steps", [2, 4])
def test_mw_05_none_lies_near_a_starting_city(island: Map, steps: int) -> None:
    items = scatter(island, chance_of(2), 40, 25, steps)
    for city in island.starts:
        assert all(not items[cell] for cell in island.grid.disc(island.cities[city], steps))


def test_mw_05_the_share_of_decoys_can_be_set(island: Map) -> None:
    assert scatter(island, chance_of(3), 20, 100).count(MINE) == 0
    assert scatter(island, chance_of(3), 20, 0).count(DECOY) == 0


def test_mw_05_where_land_is_short_all_of_it_holds_items() -> None:
    found = parse_map(DUMBBELL)
    neutral, free = neutral_land(found, 3)
    assert neutral == 5 * 4 * 2 + 3 - 2 * 9
    assert len(free) == neutral - 2 * (20 - 9) - 2
    items = scatter(found, chance_of(4), 50, 25, 3)
    assert [cell for cell, item in enumerate(items) if item] == free


def test_mw_05_the_same_chance_scatters_the_same(island: Map) -> None:
    assert scatter(island, chance_of(5), 27) == scatter(island, chance_of(5), 27)
    assert scatter(island, chance_of(5), 27) != scatter(island, chance_of(6), 27)


def test_what_the_first_clicks_open_is_counted() -> None:
    found = parse_map(TWINS)
    items = bytearray(len(found.kinds))
    items[2 * 17 + 6] = MINE
    assert openings_of(found, bytes(items)) == [(3 * 5 - 1, 3), (3 * 9 - 2, 3)]
    report = fairness(found, items=bytes(items))
    assert (report.starts[0].opening_tiles, report.starts[0].opening_digits) == (14, 3)
    assert measures(report)["openings"] == 14 * 100 // 25
    assert report.measures[-1].sentence == (
        "the land that the first clicks open: from 14 to 25; the lowest is 56% of the highest"
    )


def test_a_scattering_is_drawn_again_until_the_openings_are_alike(island: Map) -> None:
    for seed in range(6):
        items = scatter(island, chance_of("alike", seed), 27)
        one, other = (tiles for tiles, _ in openings_of(island, items))
        assert min(one, other) * 100 >= max(one, other) * 35


def test_the_first_scattering_that_is_even_enough_is_taken() -> None:
    found, chance = parse_map(TWINS), chance_of("first", 14)
    drawn = [_scatter_once(found, chance, 15, 25, 1) for _ in range(3)]
    opened = [[tiles for tiles, _ in openings_of(found, items)] for items in drawn]
    assert [even(tiles) for tiles in opened] == [29, 58, 100]
    assert scatter(found, chance_of("first", 14), 15, 25, 1) == drawn[1]
