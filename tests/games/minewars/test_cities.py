"""Cities: holding the land around them, and taking them (MW-50 to MW-53)."""

from __future__ import annotations

import pytest

from freehold.game import TRUTH
from freehold.games.minewars import ground, rules, views
from freehold.games.minewars.board.kinds import FOUNDATION, NOBODY
from freehold.games.minewars.state import State
from freehold.games.minewars.texts import TEXTS
from freehold.kernel.sentences import fill
from tests.games.minewars import EXACT, act, advance, codes, money, position

RINGED = """
    a  a  a  .  *
    a  bC a  .  .
    a  a  .  .  b
"""


def held(now: int = 1_000) -> State:
    """Seat 0 has just closed the ring around seat 1's city; seat 1 has another one."""
    state = position(RINGED + "bC ~ ~ ~ ~", hold_ms=5_000)
    ground.give(state, 1 << state.grid.cell(2, 2), 1)
    rules.finish(state, now)
    return state


def test_mw_50_a_city_is_taken_by_holding_all_land_around_it_for_five_seconds() -> None:
    state = held()
    assert (state.cities[0].hold_by, state.cities[0].hold_since) == (1, 1_000)
    assert codes(advance(state, 5_999)) == []
    assert state.cities[0].owner == 2
    notices = advance(state, 6_000)
    assert codes(notices) == ["city_taken_from"]
    assert notices[0].facts == {"seat": 0, "victim": 1, "x": 1, "y": 1}
    assert notices[0].to is None
    assert (state.cities[0].owner, state.owner[6]) == (1, 1)
    assert (state.cities[0].hold_by, state.cities[0].hold_since) == (0, 0)


def test_mw_50_the_hold_starts_over_when_a_tile_is_lost() -> None:
    state = held()
    ground.give(state, 1 << 0, 2)
    notices = rules.finish(state, 3_000)
    assert codes(notices) == ["hold_broken"]
    assert notices[0].facts == {"x": 1, "y": 1}
    assert notices[0].to == (TRUTH, 0, 1)
    assert state.cities[0].hold_by == 0
    ground.give(state, 1 << 0, 1)
    assert codes(rules.finish(state, 4_000)) == ["hold_begun"]
    assert codes(advance(state, 8_999)) == []
    assert codes(advance(state, 9_000)) == ["city_taken_from"]


def test_mw_50_the_hold_is_told_to_its_holder_and_the_citys_owner() -> None:
    state = position(RINGED)
    ground.give(state, 1 << state.grid.cell(2, 2), 1)
    notices = rules.finish(state, 0)
    assert [(each.code, each.to) for each in notices] == [("hold_begun", (TRUTH, 0, 1))]
    assert notices[0].facts == {"seat": 0, "x": 1, "y": 1, "seconds": 5}
    said = fill(TEXTS["hold_begun"], notices[0].facts, ["Ann", "Bo"])
    assert said == "Ann holds all the land around the city at 1,1 and takes it in 5 seconds."


def test_mw_50_the_owner_sees_who_holds_the_city_and_until_when() -> None:
    state = position(RINGED)
    ground.give(state, 1 << state.grid.cell(2, 2), 1)
    rules.finish(state, 700)
    for seat in (0, 1):
        city = views.view(state, seat).facts.cities[0]
        assert (city.hold_by, city.hold_until) == (1, 5_700)


def test_mw_50_of_a_neutral_city_only_to_its_holder() -> None:
    state = position(RINGED.replace("bC", "C"))
    ground.give(state, 1 << state.grid.cell(2, 2), 1)
    assert rules.finish(state, 0)[0].to == (TRUTH, 0)


def test_mw_50_while_two_players_share_the_ring_nobodys_hold_runs() -> None:
    state = position("""
        a  a  b
        a  C  b
        a  a  a
    """)
    ground.give(state, 1 << 5, 1)
    rules.finish(state, 0)
    assert state.cities[0].hold_by == 0
    assert not [due for due in state.due if due[1] == "hold"]


def test_mw_50_a_ring_that_passes_whole_to_another_begins_another_hold() -> None:
    state = held()
    for cell, owner in enumerate(state.owner):
        if owner == 1 and any(ring >> cell & 1 for ring in state.boards.rings):
            ground.give(state, 1 << cell, 2)
    assert codes(rules.finish(state, 2_000)) == ["hold_broken"]
    state = position("""
        a  a  a
        a  C  a
        a  a  a
    """)
    ground.give(state, 1 << 0, NOBODY)
    rules.finish(state, 0)
    for cell in (0, 1, 2, 3, 5, 6, 7, 8):
        ground.give(state, 1 << cell, 2)
    assert codes(rules.finish(state, 100)) == ["hold_begun"]
    assert state.cities[0].hold_by == 2


def test_mw_50_ring_tiles_with_items_roads_and_towers_must_be_owned_like_others() -> None:
    state = position("""
        a   a  a   .
        a   C  b*  .
        a   a  a   .
    """)
    ground.give(state, 1 << 0, 2)
    ground.give(state, 1 << 0, 1)
    rules.finish(state, 0)
    assert state.cities[0].hold_by == 0
    for tile in ("a*", "a=", "aT"):
        state = position(f"a C {tile} ~")
        ground.give(state, 1 << 0, NOBODY)
        ground.give(state, 1 << 0, 1)
        rules.finish(state, 0)
        assert state.cities[0].hold_by == 1


def test_mw_50_the_present_owner_needs_no_hold() -> None:
    state = position("""
        a  a  .
        ~  aC ~
    """)
    ground.give(state, 1 << 2, 1)
    assert codes(rules.finish(state, 0)) == []
    assert not [due for due in state.due if due[1] == "hold"]


def test_mw_50_land_harvested_beside_a_city_is_of_its_ring() -> None:
    state = position("""
        a  b^ ~  ~
        a  C  a  b
    """)
    ground.note_dirt(state, 0)
    rules.finish(state, 0)
    assert state.cities[0].hold_by == 1
    ground.turn(state, 1, FOUNDATION)
    ground.give(state, 1 << 1, 2)
    assert codes(rules.finish(state, 1_000)) == ["hold_broken"]


def test_mw_51_a_city_stays_its_owners_no_matter_who_owns_the_land_around() -> None:
    state = held()
    advance(state, 6_000)
    for cell in (0, 1, 2):
        ground.give(state, 1 << cell, 2)
    rules.finish(state, 7_000)
    advance(state, 60_000)
    assert state.cities[0].owner == 1


def test_mw_50_the_first_player_can_lose_a_city_too() -> None:
    state = position("""
        b   aC  .  *
        aC  ~   ~  ~
    """)
    ground.give(state, 1 << 2, 2)
    rules.finish(state, 0)
    assert advance(state, 5_000)[0].facts == {"seat": 1, "victim": 0, "x": 1, "y": 0}


def test_mw_52_half_of_a_taken_citys_money_stays() -> None:
    state = held()
    before = money(state, 0, 6_000)
    advance(state, 6_000)
    assert money(state, 0, 6_000) == before // 2


def test_mw_52_its_pending_construction_is_cancelled() -> None:
    state = position("""
        a   a  a  a
        a   bC a  b=?
        a   a  .  *
        bC  ~  ~  ~
    """)
    assert state.cities[0].queue
    ground.give(state, 1 << state.grid.cell(2, 2), 1)
    rules.finish(state, 0)
    advance(state, 5_000)
    assert state.cities[0].owner == 1
    assert not state.cities[0].queue
    assert not any(state.pending)


def test_mw_53_a_neutral_city_taken_holds_ten_base_units_and_a_starting_city_sixteen() -> None:
    state = position(RINGED.replace("bC", "C"), round_money=1)
    ground.give(state, 1 << state.grid.cell(2, 2), 1)
    rules.finish(state, 0)
    notices = advance(state, 5_000)
    assert codes(notices) == ["city_taken"]
    assert notices[0].facts == {"seat": 0, "x": 1, "y": 1}
    assert money(state, 0, 5_000) == 10 * state.terms.base_unit
    assert money(state, 1) == 16 * state.terms.base_unit


def test_mw_91_cities_taken_are_counted() -> None:
    state = held()
    advance(state, 6_000)
    assert [player.taken for player in state.players] == [1, 0]


def test_a_hold_that_needs_no_time_takes_at_once() -> None:
    state = position(RINGED.replace("bC", "C"), hold_ms=0)
    act(state, 0, "capture 2,2", now=700)
    assert codes(advance(state, 700)) == ["city_taken"]


@pytest.mark.parametrize("tiles", [1, 60])
def test_mw_80_a_city_that_its_owner_gives_up_earns_nothing(tiles: int) -> None:
    """Whether much changes with it or little."""
    state = position(f"aC a cC c bC {'b ' * tiles}", seats=3, **EXACT)
    act(state, 1, "resign")
    assert [(city.owner, city.resources, city.rate) for city in state.cities] == [
        *[(1, 100, 100), (3, 100, 100)],
        (NOBODY, 100, 0),
    ]
