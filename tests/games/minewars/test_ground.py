"""The writer of the truth: each function changes what it says, and notes it."""

from __future__ import annotations

from freehold.games.minewars import ground, protections
from freehold.games.minewars.board.bits import bits_at, cells_of
from freehold.games.minewars.board.kinds import DECOY, DESTROYED, LAND, MINE, NONE
from freehold.games.minewars.moves.explosions import explode
from freehold.games.minewars.state import State
from tests.games.minewars import draw, picture, position


def noted(state: State) -> tuple[list[int], list[int], dict[int, list[int]]]:
    fresh = {who: cells_of(tiles) for who, tiles in state.fresh.items()}
    return cells_of(state.changed), cells_of(state.dirty), fresh


def test_a_new_owner_is_noted() -> None:
    state = position("a b, . *")
    ground.give(state, 1 << 1, 1)
    ground.give(state, 1 << 2, 0)
    assert noted(state) == ([1], [], {1: [1]})
    ground.give(state, 1 << 1, 2)
    assert noted(state) == ([1], [], {1: [1], 2: [1]})


def test_a_new_owner_ends_protection_and_city_and_land_follow() -> None:
    state = position("aC a b *")
    protections.protect(state, 0, bits_at([1]))
    ground.give(state, 1 << 1, 2)
    ground.give(state, 1 << 0, 2)
    assert not state.protected[1]
    assert state.cities[0].owner == 2
    assert [player.land for player in state.players] == [0, 2]


def test_a_tile_that_becomes_nobodys_keeps_the_flags_of_others() -> None:
    state = position("a* a* . *")
    state.known[1].flag[0] = state.known[1].flag[1] = 1
    ground.give(state, 1 << 0, 0)
    ground.give(state, bits_at([1]), 0)
    assert list(state.known[1].flag[:4]) == [1, 1, 0, 0]
    ground.give(state, 1 << 0, 2)
    ground.give(state, bits_at([1]), 2)
    assert list(state.known[1].flag[:4]) == [0, 0, 0, 0]


def test_tiles_given_together_are_noted_as_each_alone_would_be() -> None:
    alone, together = (position("aC b, . % # x * bC") for _ in range(2))
    for owner, cells in ((1, [1, 2, 3, 4, 5]), (2, [0, 2])):
        for cell in cells:
            ground.give(alone, 1 << cell, owner)
        ground.give(together, bits_at(cells), owner)
    assert together == alone
    assert noted(alone) == ([0, 1, 2, 3, 4, 5], [], {1: [1, 2, 3, 4, 5], 2: [0, 2]})
    assert [player.land for player in alone.players] == [3, 1]
    assert [city.owner for city in alone.cities] == [2, 2]
    assert list(alone.owner[:8]) == [2, 1, 2, 1, 1, 1, 0, 2]


def test_a_new_kind_is_noted_and_its_cluster_follows() -> None:
    state = position("a% % . *")
    ground.turn(state, 0, LAND)
    ground.turn(state, 2, LAND)
    assert noted(state) == ([0], [], {ground.ANYBODY: [0]})
    assert [(each.cells, each.ring) for each in state.clusters.values()] == [([1], [0, 2])]
    assert state.cluster_of[:3] == [-1, state.cluster_of[1], -1]
    assert state.players[0].land == 1
    ground.turn(state, 1, LAND)
    assert not state.clusters
    assert [player.land for player in state.players] == [1, 0]


def test_items_that_come_and_go_are_noted() -> None:
    state = position("a . . *")
    ground.lay(state, 1, MINE)
    assert cells_of(state.boards.items) == [1, 3]
    assert not state.boards.starred
    ground.lay(state, 1, DECOY)
    ground.lay(state, 1, DECOY)
    assert cells_of(state.boards.starred) == [1]
    ground.lay(state, 1, NONE)
    assert cells_of(state.boards.items) == [3]
    assert not state.boards.starred
    assert noted(state) == ([], [1], {ground.ANYBODY: [1]})
    assert state.moved == 1 << 1


def test_skulls_smoke_and_protection_are_dirt_that_groups_need_not_look_at() -> None:
    state = position("a . . *")
    ground.mark_skull(state, 1)
    ground.raise_smoke(state, 2, 500)
    protections.protect(state, 0, bits_at([0]))
    assert noted(state) == ([], [0, 1, 2], {})


def test_smoke_rises_until_it_is_cleared() -> None:
    state = position("a . . *")
    ground.raise_smoke(state, 2, 500)
    ground.raise_smoke(state, 2, 700)
    assert (dict(state.smokes), state.due) == ({2: 700}, [(700, "smoke", (2,))])
    state.dirty = 0
    ground.clear_smoke(state, 2)
    assert (dict(state.smokes), state.due, state.dirty) == ({}, [], 1 << 2)
    state.dirty = 0
    ground.clear_smoke(state, 2)
    assert not state.dirty


def test_protections_are_forgotten_when_they_are_shown_no_longer() -> None:
    state = position("a . . *")
    protections.protect(state, 30, bits_at([1, 2]))
    protections.protect(state, 60, bits_at([3]))
    protections.protect(state, 100, bits_at([2]))
    assert [protections.until_of(state, cell) for cell in range(4)] == [0, 2_530, 2_600, 2_560]
    assert state.due == [(2_600, "fade", ())]
    assert protections.forget(state, 2_599) == []
    assert list(state.protected[:4]) == [0, 27, 27, 27]
    assert protections.forget(state, 2_600) == [bytes([27])]
    assert not state.protections
    assert not any(state.protected)


def test_a_protection_renewed_is_not_forgotten_with_the_old_one() -> None:
    state = position("a . . *")
    protections.protect(state, 0, bits_at([1]))
    protections.protect(state, 1_000, bits_at([1]))
    protections.forget(state, 2_500)
    assert protections.until_of(state, 1) == 3_500


def test_at_a_table_without_protection_there_is_none() -> None:
    state = position("a . . *", protect_ms=0)
    protections.protect(state, 5, bits_at([1]))
    assert not any(state.protected)
    assert not state.protections
    assert not state.due


def test_an_explosion_takes_the_item_the_ground_the_smoke_and_what_was_revealed() -> None:
    state = position("""
        a   b*=  bT  b
        a*  .    .   ^
    """)
    ground.raise_smoke(state, 1, 900)
    state.known[0].revealed[1] = 2
    explode(state, 0, 1)
    assert draw(state) == picture("""
        a   bx=  bT  b
        a*  .    .   ^
    """)
    assert state.kind[1] == DESTROYED
    assert not state.smokes
    assert 1 not in state.known[0].revealed
    assert [each.hp for each in state.structures.values()] == [1, 5]
    assert state.fresh[ground.ANYBODY] >> 1 & 1


def test_an_explosion_beside_two_tiles_of_one_structure_damages_it_once() -> None:
    state = position("""
        ^  aH  ^
        ^  aH  b
        .  .   .
    """)
    explode(state, 0, 5)
    assert [each.hp for each in state.structures.values()] == [7]


def test_an_explosion_leaves_water_mountains_and_cities_what_they_are() -> None:
    state = position("a ~ ^ C *")
    for cell in (1, 2, 3):
        explode(state, 0, cell)
    assert draw(state) == "a ~ ^ C *"


def test_whose_flags_and_protections_end_with_a_new_owner() -> None:
    state = position("aC a b, b* % . ~")
    state.known[0].flag[2] = state.known[0].flag[5] = state.known[1].flag[2] = 1
    protections.protect(state, 0, bits_at([2, 1]))
    ground.give(state, bits_at([2, 3, 4]), 1)
    assert list(state.known[0].flag[:6]) == [0, 0, 0, 0, 0, 1]
    assert list(state.known[1].flag[:6]) == [0, 0, 1, 0, 0, 0]
    assert list(state.protected[:4]) == [0, 26, 0, 0]


def test_what_is_protected_still_is_told_of_any_tiles() -> None:
    state = position("a . . *")
    protections.protect(state, 0, bits_at([0, 1]))
    protections.protect(state, 1_000, bits_at([1, 2]))
    assert cells_of(protections.protected_among(state, 2_499, 0b1111)) == [0, 1, 2]
    assert cells_of(protections.protected_among(state, 2_500, 0b1111)) == [1, 2]
    ground.give(state, 1 << 2, 1)
    assert cells_of(protections.protected_among(state, 2_500, 0b1111)) == [1]
