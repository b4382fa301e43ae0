"""Redealing: what may differ for all that a seat knows, part by part, and what may not."""

from __future__ import annotations

from freehold.games.minewars import ground, rules
from freehold.games.minewars.board.kinds import (
    BRIDGE,
    CLUSTERED,
    DESTROYED,
    FOG,
    FOUNDATION,
    FULL,
    LAND,
    ROAD,
    TOWER,
    WATER,
)
from freehold.games.minewars.building import economy, roads
from freehold.games.minewars.fog import redealing
from freehold.games.minewars.state import State
from freehold.kernel.chance import KEY_BYTES, Stream, key_of
from tests.games.minewars import act, new_state, position
from tests.games.minewars.test_invariants import check_boards, check_counts

FAR = "aC a . . . . . . . . "
"""Seat 0 sees the first five tiles of this."""


def inland(row: str) -> str:
    """The row with land below it, so that no water touches it."""
    return f"{row}\n{'. ' * len(row.split())}"


def redealt(state: State, seat: int = 0, draws: int = 30) -> list[State]:
    return [
        redealing.redeal(state, seat, Stream(key_of("redeal", draw), "redeal"))
        for draw in range(draws)
    ]


def test_a_redealt_state_is_sound() -> None:
    """Counts, money and moments follow what was changed, and nothing is left to be told."""
    state = new_state(3, radius_tiles=8, cities=3, start_money_percent=5_000)
    for other in redealt(state, draws=12):
        check_counts(other)
        assert not any((other.changed, other.dirty, other.moved, other.fresh))
        check_boards(other)
        check_moments(other)
        for city in other.cities:
            given = city.resources
            economy._count_region(other, city)
            assert city.resources == given


def check_moments(state: State) -> None:
    """The next construction of every city is due."""
    for place, city in enumerate(state.cities):
        booked = [at for at, what, about in state.due if (what, about) == ("build", (place,))]
        assert booked == ([city.done_at] if city.queue else [])
        assert not city.queue or [city.done_at] == economy.done_moments(state, city, most=1)


def test_the_seat_itself_is_left_alone() -> None:
    state = new_state(2, radius_tiles=8, cities=2)
    act(state, 0, f"flag {reached(state)}")
    act(state, 0, f"capture {reached(state)}")
    for other in redealt(state, draws=5):
        assert other.known[0] == state.known[0]
        assert other.players[0] == state.players[0]
        own = [city for city in state.cities if city.owner == 1]
        assert [city for city in other.cities if city.owner == 1] == own


def reached(state: State) -> str:
    cells = [cell for cell, reach in enumerate(state.known[0].reach) if reach]
    x, y = state.grid.place(next(cell for cell in cells if ground.is_land(state, cell)))
    return f"{x},{y}"


def test_draws_are_others() -> None:
    state = new_state(2, radius_tiles=6, cities=2)
    one, other = redealt(state, draws=2)
    assert len(one.chance.key) == KEY_BYTES
    assert len({state.chance.key, one.chance.key, other.chance.key}) == 3
    assert one.chance.at == state.chance.at


# Items


def test_a_given_number_of_items_moves_and_no_more() -> None:
    state = new_state(2, radius_tiles=14, cities=2)
    (other,) = redealt(state, draws=1)
    came = [c for c in range(len(state.item)) if other.item[c] and not state.item[c]]
    went = [c for c in range(len(state.item)) if state.item[c] and not other.item[c]]
    assert len(came) == len(went) == redealing.MOST_ITEMS
    assert {other.item[cell] for cell in came} == {1, 2, 3}


def test_items_stay_on_land_that_can_hold_them() -> None:
    state = position(FAR + "^ ~ C bT b=? b= * * * *", seats=2)
    for other in redealt(state):
        assert not any(other.item[:3]), "in full sight, or a digit speaks of it"
        for cell in range(10, 15):
            assert not other.item[cell] or other.structure[cell] != TOWER
        assert not any(other.item[cell] for cell in (10, 11, 12))


def test_a_smoked_digit_speaks_of_nothing() -> None:
    state = position("aC a . . . . . . . . * * *")
    ground.raise_smoke(state, 1, 5_000)
    rules.finish(state, 0)
    assert any(other.item[2] for other in redealt(state))


# Tiles behind fog


def test_owners_and_kinds_change_behind_fog_only() -> None:
    state = position(inland(FAR + ". . . . . b b , , # x"), seats=3)
    states = redealt(state)
    for other in states:
        assert other.owner[:5] == state.owner[:5]
        assert other.kind[:5] == state.kind[:5]
    owners = {owner for other in states for owner in other.owner[5:20]}
    assert owners == {0, 2, 3}, "nobody, or another player, but never the seat"
    assert {kind for other in states for kind in other.kind[5:20]} == {1, 2, 3, 4}


def test_nobody_who_is_out_gets_anything() -> None:
    state = position(inland(FAR + ". . . . . b b . . . ."), seats=4)
    act(state, 2, "resign")
    assert {owner for other in redealt(state) for owner in other.owner[5:20]} == {0, 2, 4}


def test_land_around_cities_clusters_and_water_keeps_its_owner() -> None:
    state = position(inland(FAR + ". . b bC b . . b% b . ~ b"))
    for other in redealt(state):
        for cell in (12, 13, 14, 16, 17, 18, 19, 21):
            assert other.owner[cell] == state.owner[cell] or CLUSTERED[state.kind[cell]]


def test_now_and_then_a_cluster_behind_fog_has_a_tile_less() -> None:
    state = position(FAR + ". . ^ ^ ^ . % % . .")
    states = redealt(state)
    lost = {cell for other in states for cell in range(20) if other.cluster_of[cell] == -1}
    assert {12, 13, 14, 16, 17} <= lost
    assert all(other.kind[cell] in (5, 3) for other in states for cell in (12, 13, 14))


# Structures, smokes


def test_structures_behind_fog_come_and_go() -> None:
    state = position(FAR + "b b= b b bT bC b b b b")
    states = redealt(state, draws=60)
    assert {other.structure[11] for other in states} >= {0, ROAD}
    assert {other.structure[14] for other in states} >= {0, TOWER}
    assert any(other.structure[cell] == ROAD for other in states for cell in (12, 13, 16, 17))
    for other in states:
        came = [each for key, each in other.structures.items() if key not in state.structures]
        for each in [each for each in came if each.is_done]:
            (cell,) = each.cells
            assert state.kind[cell] != WATER
            assert other.owner[cell] == 2
            assert not other.item[cell]
            assert not state.city[cell]
            assert (each.city, each.seat) == (state.region[cell] - 1, 1)
    gone = [other for other in states if not other.structure[14]]
    assert not any(other.boards.built[TOWER] >> 14 & 1 for other in gone)
    assert {other.kind[14] for other in gone} <= {LAND, FOUNDATION, DESTROYED, 2}


def test_mw_61_cities_are_connected_by_the_roads_that_there_are() -> None:
    state = position(FAR + "bC b= b= bC b b")
    states = redealt(state)
    kept = [[city.network for city in other.cities] for other in states]
    for other in states:
        roads.link(other)
    assert kept == [[city.network for city in other.cities] for other in states]
    assert {networks[1] >= 0 for networks in kept} == {True, False}


def test_structures_in_sight_stay() -> None:
    state = position("aC a . b= bT . . . . b bC b", seats=2)
    for other in redealt(state):
        assert other.structure[:5] == state.structure[:5]


def test_a_bridge_may_have_come_behind_fog_where_one_fits() -> None:
    state = position(FAR + "b ~ b bC ~ ~ b ~ .")
    states = redealt(state)
    bridged = {c for other in states for c in range(19) if other.structure[c] == BRIDGE}
    assert bridged == {11, 17}
    assert all(state.kind[cell] == WATER for cell in bridged)


def test_smokes_behind_fog_come_and_go() -> None:
    state = position(inland(FAR + ". b b b b b b bC b b"))
    ground.raise_smoke(state, 13, 5_000)
    rules.finish(state, 0)
    states = redealt(state)
    assert {13 in other.smokes for other in states} == {True, False}
    others = [other for other in states if any(cell != 13 for cell in other.smokes)]
    assert others
    for other in states:
        for cell in [cell for cell in other.smokes if cell != 13]:
            assert ground.is_land(other, cell)
            assert redealing.is_free(other, cell)
            assert other.smokes[cell] >= other.terms.smoke_ms
        for cell in other.smokes:
            assert state.known[0].sight[cell] == FOG
            assert any(what == "smoke" and about == (cell,) for _, what, about in other.due)


def test_structures_to_come_differ_where_they_are_not_seen() -> None:
    state = position("aC a=? . b b=? bC bT? b b")
    states = redealt(state, draws=60)
    for other in states:
        check_moments(other)
    assert {bool(other.pending[4]) for other in states} == {True, False}
    assert {bool(other.pending[3]) for other in states} == {True, False}, "seen, but not fully"
    for other in states:
        assert other.pending[1] == state.pending[1], "the seat's own"
        assert other.cities[0].queue == state.cities[0].queue
        asked = [other.structures[key] for key in other.cities[1].queue]
        assert {(each.city, each.seat) for each in asked} <= {(1, 1)}
        queued = {c for each in asked for c in each.cells}
        assert queued == {c for c in range(9) if other.pending[c] and c != 1}


def test_nothing_comes_or_goes_where_the_seat_would_see_it() -> None:
    state = position("aT a b b=? b bC bT? b b b b")
    assert state.known[0].sight[3] == FULL
    for other in redealt(state):
        for cell, sight in enumerate(state.known[0].sight):
            assert sight < FULL or other.pending[cell] == state.pending[cell]


# What nobody else is told


def test_others_money_flags_deeds_and_cooldowns_differ() -> None:
    state = position("aC a . . . . . b bC b . .", seats=2)
    for city in state.cities:
        city.money_milli = 10**9
    act(state, 1, "deploy mine 7,0")
    states = redealt(state)
    assert {len(other.deeds) for other in states} == {0, 1}
    for other in states:
        booked = [about for _, what, about in other.due if what == "deed"]
        assert booked == [(key,) for key in other.deeds]
        assert other.players[1].ready == {}
        assert other.cities[0].money_milli == 10**9
        flagged = [cell for cell, flag in enumerate(other.known[1].flag) if flag]
        assert flagged
        assert all(other.known[1].reach[cell] for cell in flagged)
    money = {other.cities[1].money_milli for other in states}
    most = redealing.MOST_MONEY_UNITS * state.terms.base_unit * 1_000
    assert len(money) == len(states)
    assert most // 2 < max(money) <= most


def test_the_seats_own_deeds_go_on() -> None:
    state = position("aC a . . . . . b bC b")
    state.cities[0].money_milli = 10**9
    act(state, 0, "deploy mine 1,0")
    assert all(other.deeds == state.deeds for other in redealt(state, draws=8))


def test_a_state_knows_how_late_it_is_at_least() -> None:
    state = position("aC a . * . . . b bC b")
    assert redealing.latest_moment(state) == 0
    act(state, 0, "capture 2,0", 700)
    assert redealing.latest_moment(state) == 700
