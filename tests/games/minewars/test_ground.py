"""The writer of the truth: each function changes what it says, and notes it."""

from __future__ import annotations

from freehold.games.minewars.board import ground
from freehold.games.minewars.board.kinds import DECOY, DESTROYED, FERTILE, FOREST, LAND, MINE, NONE
from freehold.games.minewars.board.masks import cells_of, mask_of
from freehold.games.minewars.moves import protections
from freehold.games.minewars.moves.explosions import explode
from freehold.games.minewars.state import State
from tests.games.minewars import draw, picture, position


def noted(state: State) -> tuple[dict[int, tuple[int, int]], list[int], dict[int, int]]:
    return dict(state.changes), sorted(state.dirty), dict(state.fresh)


def test_a_new_owner_is_noted_with_who_and_what_was_before() -> None:
    state = position("a b, . *")
    ground.give(state, 1, 1)
    ground.give(state, 2, 0)
    assert noted(state) == ({1: (2, FERTILE)}, [], {1: 1})
    ground.give(state, 1, 2)
    assert noted(state) == ({1: (2, FERTILE)}, [], {1: ground.ANYBODY})
    assert state.touched.take_cells() == [1]


def test_a_new_owner_ends_protection_and_city_and_land_follow() -> None:
    state = position("aC a b *")
    protections.protect(state, 0, [1])
    ground.give(state, 1, 2)
    ground.give(state, 0, 2)
    assert not state.protected[1]
    assert state.cities[0].owner == 2
    assert [player.land for player in state.players] == [0, 2]


def test_a_tile_that_becomes_nobodys_keeps_the_flags_of_others() -> None:
    state = position("a* a* . *")
    state.known[1].flag[0] = state.known[1].flag[1] = 1
    ground.give(state, 0, 0)
    ground.sweep(state, mask_of(len(state.kind), [1]), 0)
    assert list(state.known[1].flag[:4]) == [1, 1, 0, 0]
    ground.give(state, 0, 2)
    ground.sweep(state, mask_of(len(state.kind), [1]), 2)
    assert list(state.known[1].flag[:4]) == [0, 0, 0, 0]


def test_tiles_given_together_are_noted_as_each_alone_would_be() -> None:
    alone, together = (position("a b, . % # x *") for _ in range(2))
    for owner, cells in ((1, [1, 2, 3, 4, 5]), (2, [2])):
        for cell in cells:
            ground.give(alone, cell, owner)
        ground.give_all(together, cells, owner)
    assert together == alone
    assert noted(together) == noted(alone)
    assert noted(alone)[2] == {1: 1, 2: ground.ANYBODY, 3: 1, 4: 1, 5: 1}
    assert [player.land for player in alone.players] == [4, 1]
    assert together.touched.take_cells() == alone.touched.take_cells() == [1, 2, 3, 4, 5]


def test_a_new_kind_is_noted_and_its_cluster_follows() -> None:
    state = position("a% % . *")
    ground.turn(state, 0, LAND)
    ground.turn(state, 2, LAND)
    assert noted(state) == ({0: (1, FOREST)}, [], {0: ground.ANYBODY})
    assert [(each.cells, each.ring) for each in state.clusters.values()] == [([1], [0, 2])]
    assert state.cluster_of[:3] == [-1, state.cluster_of[1], -1]
    assert state.players[0].land == 1
    ground.turn(state, 1, LAND)
    assert not state.clusters
    assert [player.land for player in state.players] == [1, 0]


def test_items_are_counted_around_as_they_come_and_go() -> None:
    state = position("a . . *")
    ground.lay(state, 1, DECOY)
    assert list(state.number[:4]) == [1, 0, 2, 0]
    ground.lay(state, 1, MINE)
    ground.lay(state, 1, MINE)
    assert list(state.number[:4]) == [1, 0, 2, 0]
    ground.lay(state, 1, NONE)
    assert list(state.number[:4]) == [0, 0, 1, 0]
    assert noted(state) == ({}, [1], {1: ground.ANYBODY})


def test_skulls_smoke_and_protection_are_dirt_that_groups_need_not_look_at() -> None:
    state = position("a . . *")
    ground.mark_skull(state, 1)
    ground.raise_smoke(state, 2, 500)
    protections.protect(state, 0, [0])
    assert noted(state) == ({}, [0, 1, 2], {})
    assert state.touched.take_cells() == [1]


def test_smoke_rises_until_it_is_cleared() -> None:
    state = position("a . . *")
    ground.raise_smoke(state, 2, 500)
    ground.raise_smoke(state, 2, 700)
    assert (dict(state.smokes), state.due) == ({2: 700}, [(700, "smoke", (2,))])
    state.dirty.clear()
    ground.clear_smoke(state, 2)
    assert (dict(state.smokes), state.due, list(state.dirty)) == ({}, [], [2])
    state.dirty.clear()
    ground.clear_smoke(state, 2)
    assert not state.dirty


def test_protections_are_forgotten_when_they_are_shown_no_longer() -> None:
    state = position("a . . *")
    protections.protect(state, 30, [1, 2])
    protections.protect(state, 60, [3])
    protections.protect(state, 100, [2])
    assert [protections.until_of(state, cell) for cell in range(4)] == [0, 2_530, 2_600, 2_560]
    assert state.due == [(2_600, "fade", ())]
    assert protections.forget(state, 2_599) == []
    assert list(state.protected[:4]) == [0, 27, 27, 27]
    assert protections.forget(state, 2_600) == [1, 2, 3]
    assert not state.protections
    assert not any(state.protected)
    assert state.touched.take_cells() == [1, 2, 3]


def test_a_protection_renewed_is_not_forgotten_with_the_old_one() -> None:
    state = position("a . . *")
    protections.protect(state, 0, [1])
    protections.protect(state, 1_000, [1])
    protections.forget(state, 2_500)
    assert protections.until_of(state, 1) == 3_500


def test_at_a_table_without_protection_there_is_none() -> None:
    state = position("a . . *", protect_ms=0)
    protections.protect(state, 5, [1])
    protections.protect_swept(state, 5, 2)
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
    assert state.fresh[1] == ground.ANYBODY


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


def test_a_sweep_does_to_many_tiles_what_is_done_to_a_few() -> None:
    swept, given = (position("aC a b, b* % . ~") for _ in range(2))
    for state in (swept, given):
        state.known[0].flag[2] = state.known[0].flag[5] = state.known[1].flag[2] = 1
        protections.protect(state, 0, [2])
        state.dirty.clear()
    cells = [2, 3, 4]
    ground.give_all(given, cells, 1)
    ground.sweep(swept, mask_of(len(swept.kind), cells), 1)
    for name in ("owner", "protected", "players", "known"):
        assert getattr(swept, name) == getattr(given, name), name
    assert list(swept.owner[:7]) == [1, 1, 1, 1, 1, 0, 0]
    assert list(swept.owner_before[:7]) == [1, 1, 2, 2, 0, 0, 0]
    assert ground.take_fresh(swept).swept == {1: mask_of(len(swept.kind), cells)}
    assert not swept.changes


def test_many_fresh_tiles_are_swept_too_each_by_whom_it_concerns() -> None:
    state = position("a b, b* % . ~")
    ground.give(state, 4, 2)
    ground.sweep(state, mask_of(len(state.kind), [1, 2]), 1)
    ground.note_dirt(state, 3)
    fresh = ground.take_fresh(state)
    parts = {who: cells_of(len(state.kind), tiles) for who, tiles in fresh.swept.items()}
    assert parts == {1: [1, 2], 2: [4], ground.ANYBODY: [3]}
    assert list(state.owner_before[:6]) == [1, 2, 2, 0, 0, 0]
    assert list(fresh.among([0, 3, 4, 5])) == [3, 4]
    assert ground.take_fresh(state) == ground.Fresh({}, {})


def test_many_tiles_are_protected_like_a_few() -> None:
    few, many = (position("a . . *") for _ in range(2))
    for state in (few, many):
        protections.protect(state, 0, [0, 1])
    protections.protect(few, 1_000, [1, 2])
    protections.protect_swept(many, 1_000, 0b110)
    assert few.protected == many.protected
    assert few.protections == many.protections
    assert few.due == many.due
    assert protections.protected_now(many, 2_500) == 0b110
