"""LG-01 to LG-06: the island."""

from collections import Counter
from collections.abc import Iterable

import msgspec
import pytest

from freehold.game import Malformed, Setup
from freehold.games.land_grab import islands
from freehold.games.land_grab.params import Params, parse_island
from freehold.games.land_grab.state import FOREST, LAND, MOUNTAIN, WATER
from freehold.kernel.chance import key_of
from tests.games.land_grab import SIDE, cell, island, rows_of

SEEDS = range(40)

# The rings of the map, from the outside in, written by hand.
RINGS = rows_of(
    """
000000000000
011111111110
012222222210
012333333210
012344443210
012345543210
012345543210
012344443210
012333333210
012222222210
011111111110
000000000000
"""
)


def grounds_of(ring: str, seeds: Iterable[int], params: Params | None = None) -> Counter[int]:
    cells = [at for at in range(SIDE * SIDE) if RINGS[at // SIDE][at % SIDE] == ring]
    grounds = [island(seed, params).ground for seed in seeds]
    return Counter(ground[at] for ground in grounds for at in cells)


def test_the_rings_are_counted_from_the_edge() -> None:
    rows = [[str(islands.ring_of(cell(x, y))) for x in range(SIDE)] for y in range(SIDE)]
    assert ["".join(row) for row in rows] == RINGS


def test_lg_01_the_map_is_12_by_12_and_its_outermost_ring_is_water() -> None:
    assert len(island(1).ground) == 144
    assert grounds_of("0", [1, 2, 3]) == {WATER: 3 * 44}


def test_lg_02_the_next_ring_is_land_or_water_by_an_even_chance() -> None:
    drawn = grounds_of("1", SEEDS)
    assert set(drawn) == {LAND, WATER}
    assert drawn.total() == 40 * 36
    assert 620 < drawn[LAND] < 820


def test_lg_02_the_share_of_land_at_the_border_can_be_chosen() -> None:
    assert grounds_of("1", [1], Params(border_land_percent=100)) == {LAND: 36}
    assert grounds_of("1", [1], Params(border_land_percent=0)) == {WATER: 36}


def test_lg_03_the_two_rings_inside_that_are_land() -> None:
    assert grounds_of("2", SEEDS) + grounds_of("3", SEEDS) == {LAND: 40 * 48}


def test_lg_04_the_ring_around_the_centre_is_land_mountain_or_forest_by_thirds() -> None:
    drawn = grounds_of("4", SEEDS)
    assert drawn.total() == 40 * 12
    assert set(drawn) == {LAND, MOUNTAIN, FOREST}
    assert all(120 < count < 200 for count in drawn.values())


def test_lg_04_the_shares_of_the_ring_can_be_chosen_and_forest_is_the_rest() -> None:
    all_land = Params(ring_land_percent=100, ring_mountain_percent=0)
    assert grounds_of("4", SEEDS, all_land) == {LAND: 480}
    all_mountain = Params(ring_land_percent=0, ring_mountain_percent=100)
    assert grounds_of("4", SEEDS, all_mountain) == {MOUNTAIN: 480}
    all_forest = Params(ring_land_percent=0, ring_mountain_percent=0)
    assert grounds_of("4", SEEDS, all_forest) == {FOREST: 480}
    halves = grounds_of("4", SEEDS, Params(ring_land_percent=50, ring_mountain_percent=50))
    assert set(halves) == {LAND, MOUNTAIN}
    assert 190 < halves[LAND] < 290


def test_lg_05_the_centre_is_forest_or_mountain_by_an_even_chance() -> None:
    drawn = grounds_of("5", SEEDS)
    assert drawn.total() == 40 * 4
    assert set(drawn) == {FOREST, MOUNTAIN}
    assert 50 < drawn[FOREST] < 110


def test_lg_05_the_share_of_forest_in_the_centre_can_be_chosen() -> None:
    assert grounds_of("5", [1], Params(centre_forest_percent=100)) == {FOREST: 4}
    assert grounds_of("5", [1], Params(centre_forest_percent=0)) == {MOUNTAIN: 4}


GIVEN = "\n".join(["WWWWWWWWWWWW"] * 5 + ["WWWLMFLWWWWW"] + ["WWWWWWWWWWWW"] * 6)


def test_lg_06_the_same_seed_gives_the_same_island_and_another_seed_another() -> None:
    assert island(7) == island(7)
    assert len({bytes(island(seed).ground) for seed in range(10)}) == 10


def test_lg_06_an_island_can_be_given_as_a_picture() -> None:
    state = islands.new(Setup(Params(island=GIVEN), 2, key_of(1)))
    assert islands.draw_picture(state.ground) == GIVEN
    assert list(state.ground[cell(3, 5) : cell(7, 5)]) == [LAND, MOUNTAIN, FOREST, LAND]


def test_lg_06_a_picture_may_have_small_letters_and_blanks() -> None:
    loose = "\n" + GIVEN.lower().replace("w", " w") + "\n\n"
    assert parse_island(loose) == parse_island(GIVEN)


@pytest.mark.parametrize(
    ("picture", "reason"),
    [
        ("LL", "the map has 1 rows, not 12"),
        (GIVEN.replace("WWWLMFLWWWWW", "WWWLMFLWWWW"), "row 5 of the map has 11 cells, not 12"),
        (GIVEN.replace("LMFL", "LMXL"), "'X' at 5,5 of the map is none of W L M F"),
        (GIVEN.replace("LMFL", "WMFW"), "the map has 1 tile of land or forest"),
        (GIVEN.replace("LMFL", "WMMW"), "the map has 0 tiles of land or forest"),
    ],
)
def test_lg_06_a_picture_that_cannot_be_used_is_refused_with_the_reason(
    picture: str, reason: str
) -> None:
    with pytest.raises(Malformed, match=reason):
        Params(island=picture)
    with pytest.raises(msgspec.ValidationError, match=reason):
        msgspec.convert({"island": picture}, Params)


@pytest.mark.parametrize("letters", ["LWWL", "FWWF", "LWWF"])
def test_lg_06_two_tiles_of_land_or_forest_are_enough(letters: str) -> None:
    picture = GIVEN.replace("LMFL", letters)
    assert islands.draw_picture(parse_island(Params(island=picture).island)) == picture


def test_the_game_begins_with_nothing_built_and_nothing_paid() -> None:
    state = island(3)
    assert (state.mover, state.turn, state.last_cell, state.ending) == (0, 1, -1, "")
    for layer in (state.owner, state.built, state.yields, *state.losses):
        assert not any(layer)
    assert state.points == state.incomes == state.farms == state.settlements == [0, 0]
    assert state.passes == [0, 0]
