"""What the browser asks of a maker of maps: a text judged with its regions, a new one as text."""

from __future__ import annotations

import pytest

from freehold.game import Malformed
from freehold.games.minewars import mapmaking
from freehold.games.minewars.maps import check, make_map, parse_map
from freehold.games.minewars.maps.pictures import draw_map
from freehold.kernel.chance import Stream, key_of
from tests.games.minewars.tables import ISLET

KEY = key_of("mapmaking")


def test_a_map_that_can_be_played_on_is_judged_and_shown_with_its_regions() -> None:
    checked = mapmaking.check(ISLET)
    assert checked.report == check(ISLET)
    assert checked.regions == parse_map(ISLET).regions


def test_a_map_that_cannot_be_played_on_has_its_problems_and_no_regions() -> None:
    checked = mapmaking.check(ISLET.replace("2", "."))
    assert checked.report.verdict == "unplayable"
    assert checked.report.score == 0
    assert [problem.code for problem in checked.report.problems] == ["start_missing"]
    assert checked.regions == b""


def test_an_island_is_made_as_wished() -> None:
    wishes = {"grid": "square", "radius": "8", "seats": "3", "cities": "4"}
    text = mapmaking.make(wishes, KEY)
    assert text == draw_map(make_map("square", 8, 3, 4, Stream(KEY, "map")))


def test_without_wishes_an_island_is_made_for_two_on_hexes() -> None:
    assert mapmaking.make({}, KEY) == draw_map(make_map("hex", 14, 2, 5, Stream(KEY, "map")))


@pytest.mark.parametrize(
    ("wishes", "says"),
    [
        ({"seats": "1"}, "2 to 6 players"),
        ({"seats": "7"}, "2 to 6 players"),
        ({"seats": "two"}, "int"),
        ({"radius": "wide"}, "int"),
        ({"radius": "31"}, "largest radius is 30"),
        ({"radius": "6", "cities": "30"}, "use a larger radius or fewer cities"),
    ],
)
def test_wishes_that_cannot_be_met_say_what_to_do(wishes: dict[str, str], says: str) -> None:
    with pytest.raises(Malformed, match=says):
        mapmaking.make(wishes, KEY)


def test_six_find_a_start_and_a_radius_of_thirty_is_not_too_much() -> None:
    crowd = parse_map(mapmaking.make({"radius": "11", "seats": "6", "cities": "1"}, KEY))
    assert len(crowd.starts) == 6
    wide = parse_map(mapmaking.make({"radius": "30", "cities": "1"}, KEY))
    assert (wide.width, len(wide.starts)) == (61, 2)
