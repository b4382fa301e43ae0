"""Maps as text: read, drawn, and refused with the place and what to do."""

from __future__ import annotations

import pytest

from freehold.game import Malformed, Setup
from freehold.games.minewars import GAME
from freehold.games.minewars.board.kinds import FOREST, LAND, MOUNTAIN
from freehold.games.minewars.maps import check, draw_map, parse_map
from freehold.games.minewars.maps.regions import grow_regions
from freehold.games.minewars.params import Params
from freehold.kernel.chance import key_of
from freehold.kernel.grids import square_grid

STRAIT = """\
grid: square
title: The Strait
~~~~~~~~~~~
~...,,,...~
~.1.^^^.2.~
~...,,,...~
~..#x~%%..~
~...C...~~~
~..,....~~~
~~~~~~~~~~~
"""


def problems(text: str) -> list[tuple[int, int, str]]:
    report = check(text)
    assert (report.verdict, report.score) == ("unplayable", 0)
    return [(problem.x, problem.y, problem.code) for problem in report.problems]


def changed(*changes: tuple[int, int, str], text: str = STRAIT) -> str:
    """The strait with other tiles at some places."""
    header, rows = text.splitlines()[:2], [list(row) for row in text.splitlines()[2:]]
    for x, y, letter in changes:
        rows[y][x] = letter
    return "\n".join([*header, *("".join(row) for row in rows)])


def test_mw_07_a_picture_is_a_map_and_the_map_is_the_picture() -> None:
    found = parse_map(changed((5, 4, "x")))
    assert draw_map(found) == changed((5, 4, "x")) + "\n"
    assert (found.shape, found.width, found.height, found.title) == ("square", 11, 8, "The Strait")
    assert found.kinds[2 * 11 + 4] == MOUNTAIN
    assert found.kinds[4 * 11 + 6] == FOREST
    assert found.cities == (24, 30, 59)
    assert found.starts == (0, 1)
    assert [found.kinds[cell] for cell in found.cities] == [LAND] * 3


def test_mw_07_a_hex_picture_may_be_drawn_shifted_and_without_a_title() -> None:
    rows = ["~~~~~~~~~", "~...~...~", "~.1...2.~", "~.......~", "~~~~~~~~~"]
    found = parse_map("grid: HEX\n\n" + "\n".join(rows))
    assert found.shape == "hex"
    assert found.title == ""
    assert draw_map(found) == "grid: hex\n" + "\n".join(rows) + "\n"
    shifted = [" " * (y % 2) + " ".join(row) for y, row in enumerate(rows)]
    assert shifted[1] == " ~ . . . ~ . . . ~"
    assert parse_map("grid: hex\n" + "\n".join(shifted)) == found


def test_the_starts_are_by_number_and_the_cities_in_reading_order() -> None:
    text = changed((5, 4, "x"), (2, 2, "2"), (8, 2, "1"))
    assert parse_map(text).starts == (1, 0)


def test_mw_07_a_match_is_played_on_the_map_it_was_given() -> None:
    text = changed((5, 4, "x"))
    state = GAME.new(Setup(Params(map=text), 2, key_of("given")))
    assert bytes(state.kind) == parse_map(text).kinds
    assert [city.cell for city in state.cities] == [24, 30, 59]


def test_a_start_that_nobody_takes_is_a_neutral_city() -> None:
    found = parse_map(changed((5, 4, "x"), (4, 5, "3")))
    assert found.starts == (0, 1, 2)
    assert found.seated(2).starts == (0, 1)
    assert found.seated(2).cities == found.cities
    assert found.seated(3) == found
    with pytest.raises(Malformed, match=r"3 starting cities, but 4 players .* numbers 1 to 4"):
        found.seated(4)


# What is refused


def test_mw_50_a_city_that_no_land_touches_is_refused() -> None:
    rows = ["~~~~~~~~~", "~...~.2.~", "~.1.^C..~", "~...~.C.~", "~~~~~~~~~"]
    tiles = [list(row) for row in rows]
    for x, y in ((3, 1), (3, 3), (5, 1), (5, 3), (6, 2)):
        tiles[y][x] = "^"
    text = "\n".join("".join(row) for row in tiles)
    found = problems(text)
    assert found.index((5, 2, "city_without_land")) < found.index((6, 4, "city_ring"))
    assert "no land touches this city" in check(text).problems[8].sentence


def test_mw_03_a_city_beside_water_or_a_cluster_is_refused_tile_by_tile() -> None:
    assert problems(changed((5, 4, "~"))) == [(5, 4, "city_ring")]
    assert problems(changed((5, 4, "%"), (3, 6, "^"))) == [(5, 4, "city_ring"), (3, 6, "city_ring")]


def test_cities_that_touch_are_refused_once() -> None:
    assert problems(changed((5, 4, "."), (3, 5, "C"))) == [(3, 5, "cities_touch")]


def test_mw_01_a_piece_that_touches_no_other_is_refused_with_its_place() -> None:
    assert problems(changed((5, 4, "."), (10, 6, "."), (10, 7, "%"))) == [(10, 6, "apart")]


def test_mw_01_touching_by_a_corner_is_touching() -> None:
    assert check(changed((5, 4, "."), (8, 7, "."))).problems == []


def test_starts_are_numbered_from_one_without_a_gap_each_once() -> None:
    assert problems(changed((5, 4, "."), (2, 2, "C"))) == [(-1, -1, "start_missing")]
    assert problems(changed((5, 4, "."), (8, 2, "C"))) == [(-1, -1, "start_missing")]
    assert problems(changed((5, 4, "."), (8, 2, "3"))) == [(-1, -1, "start_missing")]
    assert problems(changed((5, 4, "."), (4, 5, "2"))) == [(4, 5, "start_twice")]
    sentence = check(changed((5, 4, "."), (4, 5, "2"))).problems[0].sentence
    assert sentence == "player 2 already starts at 8,2; make one of them a C"


def test_an_unknown_tile_and_a_short_row_are_refused_with_their_place() -> None:
    assert problems(changed((5, 4, "?"), (1, 1, "7"))) == [(1, 1, "tile"), (5, 4, "tile")]
    assert problems(STRAIT.replace("~...C...~~~", "~...C...~~")) == [(9, 5, "row")]


def test_a_map_has_a_size_that_fits() -> None:
    assert problems("~~\n~~") == [(-1, -1, "size")]
    assert problems("~~~~\n~~~~") == [(-1, -1, "size")]
    assert problems("\n".join(["~" * 97] * 4)) == [(-1, -1, "size")]
    assert problems("\n".join(["~~~~"] * 97)) == [(-1, -1, "size")]
    assert "size" not in str(problems("\n".join(["~" * 96] * 96)))
    assert "size" not in str(problems("\n".join(["~" * 3] * 3)))


def test_bad_headers_are_refused() -> None:
    assert problems(STRAIT.replace("grid: square", "grid: round"))[0] == (-1, -1, "grid")
    assert problems(STRAIT.replace("title:", "author:"))[0] == (-1, -1, "header")
    assert problems(STRAIT.replace("The Strait", "x" * 61))[0] == (-1, -1, "title")
    assert problems(STRAIT.replace("The Strait", "\x1b[2J"))[0] == (-1, -1, "title")
    assert parse_map(changed((5, 4, ".")).replace("The Strait", "x" * 60)).title == "x" * 60


def test_a_text_without_a_picture_is_refused() -> None:
    assert problems("") == [(-1, -1, "no_picture")]
    assert problems("grid: hex\n\n  \n") == [(-1, -1, "no_picture")]


def test_mw_07_a_refusal_says_where_and_what_to_do_and_how_much_more_there_is() -> None:
    with pytest.raises(Malformed) as refused:
        parse_map(changed((5, 4, "."), (10, 6, "."), (3, 4, "~")))
    assert str(refused.value) == (
        "the map at 10,6: this piece of 1 tile is cut off; join it to the island"
        " or make it water (and 1 more)"
    )
    with pytest.raises(Malformed, match=r"^the map: there is no picture; draw rows of tiles$"):
        parse_map("")


def test_a_refusal_at_the_first_tile_says_so() -> None:
    with pytest.raises(Malformed, match=r"^the map at 0,0: '[?]' is not a tile"):
        parse_map(changed((0, 0, "?"), (5, 4, ".")))


def test_mw_07_params_with_a_bad_map_are_refused() -> None:
    with pytest.raises(ValueError, match="the map at 5,4: this tile touches the city at 4,5"):
        Params(map=STRAIT)


# Regions


def regions_of(rows: list[str], cities: list[tuple[int, int]]) -> list[str]:
    grid = square_grid(len(rows[0]), len(rows))
    kinds = bytes("~.,#x^%".index(letter) for letter in "".join(rows))
    cells = [grid.cell(x, y) for x, y in cities]
    drawn = "".join(
        str(number) for number in grow_regions(grid, kinds, cells, (0, 1, 2, 0, 0, 7, 5))
    )
    return [drawn[at : at + grid.width] for at in range(0, len(drawn), grid.width)]


def test_mw_04_regions_meet_halfway_on_a_plain() -> None:
    assert regions_of(["........"] * 3, [(1, 1), (6, 1)]) == ["11112222"] * 3


def test_mw_04_a_city_with_mountains_gets_less_land() -> None:
    rows = ["..........", ".^^^......", "..........", ".........."]
    drawn = regions_of(rows, [(2, 3), (7, 2)])
    assert drawn[1][1:4] == "111"
    assert "".join(drawn).count("2") > 2 * "".join(drawn).count("1") - 20
    worth = [0, 0, 0]
    for row, letters in zip(drawn, rows, strict=True):
        for number, letter in zip(row, letters, strict=True):
            worth[int(number)] += 7 if letter == "^" else 1
    assert abs(worth[1] - worth[2]) <= 3


def test_mw_04_a_cluster_is_never_split_and_water_has_no_region() -> None:
    drawn = regions_of(["..%%%%..", "..~~~~..", "........"], [(0, 1), (7, 1)])
    assert len(set(drawn[0][2:6])) == 1
    assert drawn[1][2:6] == "0000"


def test_mw_04_a_city_that_is_shut_in_gets_land_of_its_richer_neighbours() -> None:
    """City 3 stands in the corner behind city 2, and would have next to nothing."""
    rows = ["." * 16] * 6
    drawn = "".join(regions_of(rows, [(1, 3), (10, 3), (14, 3)]))
    sizes = [drawn.count(number) for number in "123"]
    assert min(sizes) * 100 >= max(sizes) * 75
