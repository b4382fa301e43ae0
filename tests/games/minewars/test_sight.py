"""What each seat knows (MW-10 to MW-18, MW-30, MW-31), as pictures."""

from __future__ import annotations

import pytest

from freehold.games.minewars import ground, rules, views
from freehold.games.minewars.board.bits import bits_at
from freehold.games.minewars.board.kinds import FERTILE, FOUNDATION
from freehold.games.minewars.fog import knowledge
from freehold.games.minewars.protections import (
    protect,
    protect_byte,
    protect_tick_ms,
    protected_until,
    ticks_until,
)
from tests.games.minewars import act, advance, change_owner, fund, picture, position, shown

# How far


def test_mw_10_a_player_sees_three_tiles_far_from_every_own_tile() -> None:
    state = position(". . . . a . . . .")
    assert shown(state, 0, "sight") == ". 1 1 1 2 1 1 1 ."
    assert shown(state, 1, "sight") == ". . . . . . . . ."


def test_mw_10_sight_reaches_as_far_as_the_table_says() -> None:
    state = position(". . . . a . . . .", sight_steps=2)
    assert shown(state, 0, "sight") == ". . 1 1 2 1 1 . ."


def test_mw_10_corners_count_as_touching_on_a_square_grid() -> None:
    state = position("\n".join([". . . . ."] * 3 + [". . . . a"]))
    assert shown(state, 0, "sight", 4) == picture(
        """
        . 1 1 1 1
        . 1 1 1 1
        . 1 1 1 1
        . 1 1 1 2
        """
    )


def test_mw_10_a_hex_disc_has_37_tiles() -> None:
    rows = [". . . . . . . . ."] * 9
    rows[4] = ". . . . a . . . ."
    state = position("\n".join(rows), shape="hex")
    assert shown(state, 0, "sight", 9) == picture(
        """
        . . . . . . . . .
        . . 1 1 1 1 . . .
        . . 1 1 1 1 1 . .
        . 1 1 1 1 1 1 . .
        . 1 1 1 2 1 1 1 .
        . 1 1 1 1 1 1 . .
        . . 1 1 1 1 1 . .
        . . 1 1 1 1 . . .
        . . . . . . . . .
        """
    )


# Kinds


FAR = "a . . . . . . . . b, bC"


def test_mw_11_kinds_are_known_everywhere_from_the_start() -> None:
    state = position("a . . . . . ^ % ~ , #")
    assert shown(state, 0, "kind") == "1 1 1 1 1 1 5 6 . 2 3"


def test_mw_12_a_change_of_kind_behind_fog_is_not_revealed() -> None:
    state = position(FAR)
    act(state, 1, "harvest 9,0")
    advance(state, 8_000)
    assert state.kind[9] == FOUNDATION
    assert views.view(state, 0).layers["kind"][9] == FERTILE
    assert views.view(state, 1).layers["kind"][9] == FOUNDATION


def test_mw_11_a_kind_is_remembered_as_of_the_last_time_it_was_seen() -> None:
    state = position(FAR)
    act(state, 1, "harvest 9,0")
    advance(state, 8_000)
    change_owner(state, 6, 1)
    assert views.view(state, 0).layers["kind"][9] == FOUNDATION
    change_owner(state, 6, 0)
    ground.turn(state, 9, FERTILE)
    rules.finish(state, 0)
    assert shown(state, 0, "sight") == "2 1 1 1 . . . . . . 2"
    assert views.view(state, 0).layers["kind"][9] == FOUNDATION, "as it was last seen"


# Owners


def test_mw_13_ownership_is_not_shown_behind_fog() -> None:
    state = position("a . . b b b b")
    assert shown(state, 0, "owner") == "1 . . 2 . . ."


def test_mw_13_mw_18_what_was_seen_of_an_owner_is_forgotten_in_fog() -> None:
    state = position("a . . b b b b")
    change_owner(state, 2, 1)
    assert shown(state, 0, "owner") == "1 . 1 2 2 2 ."
    change_owner(state, 2, 0)
    assert shown(state, 0, "owner") == "1 . . 2 . . ."


def test_mw_18_smoke_that_was_seen_is_forgotten_in_fog() -> None:
    state = position("a . . . b b b")
    change_owner(state, 2, 1)
    ground.raise_smoke(state, 5, 9_000)
    rules.finish(state, 0)
    assert shown(state, 0, "smoke") == ". . . . . 1 ."
    change_owner(state, 2, 0)
    assert shown(state, 0, "smoke") == ". . . . . . ."


# Mountains


def test_mw_14_a_mountain_cluster_is_seen_whole_when_one_tile_is() -> None:
    state = position("a . . ^ ^ ^ ^ . ^")
    assert shown(state, 0, "sight") == "2 1 1 1 1 1 1 . ."


def test_mw_14_a_forest_is_not() -> None:
    state = position("a . . % % % % . %")
    assert shown(state, 0, "sight") == "2 1 1 1 . . . . ."


def test_mw_14_a_cluster_goes_out_of_sight_whole() -> None:
    state = position("a . a . . ^ ^ ^ ^")
    assert shown(state, 0, "sight") == "2 1 2 1 1 1 1 1 1"
    change_owner(state, 2, 0)
    assert shown(state, 0, "sight") == "2 1 1 1 . . . . ."


def test_mw_14_a_cluster_stays_in_sight_while_any_of_its_tiles_is() -> None:
    state = position("a ~ ~ ^ ^ ^ ^ ~ ~ a")
    change_owner(state, 0, 0)
    assert shown(state, 0, "sight") == ". . . 1 1 1 1 1 1 2"


def test_mw_14_a_harvest_that_breaks_a_cluster_hides_what_is_beyond() -> None:
    state = position("a . . ^ ^ ^ ^")
    ground.turn(state, 5, FOUNDATION)
    rules.finish(state, 0)
    assert shown(state, 0, "sight") == "2 1 1 1 1 . ."
    assert shown(state, 0, "kind") == "1 1 1 5 5 5 5", "MW-12: nobody saw it change"


def test_mw_14_a_tower_sees_clusters_whole_too() -> None:
    state = position("aT . . . . ^ ^ ^")
    assert shown(state, 0, "sight") == "2 2 2 2 2 2 1 1"


# Levels


def test_mw_15_city_tiles_are_in_full_sight_of_everybody() -> None:
    state = position("a . . . . . . bC")
    assert shown(state, 0, "sight") == "2 1 1 1 . . . 2"
    assert shown(state, 0, "owner") == "1 . . . . . . 2"


def test_mw_15_a_tower_gives_full_sight_five_tiles_around() -> None:
    state = position(". . . . aT . . . . . .", tower_steps=5)
    assert shown(state, 0, "sight") == "2 2 2 2 2 2 2 2 2 2 ."


def test_mw_15_a_tower_that_is_lost_watches_for_nobody() -> None:
    state = position(". . . . aT . . . . . .")
    ground.raze(state, state.built[4])
    rules.finish(state, 0)
    assert shown(state, 0, "sight") == ". 1 1 1 2 1 1 1 . . ."


def test_mw_15_a_tower_that_changes_hands_watches_for_the_other() -> None:
    state = position(". . . . aT . . . . . .")
    change_owner(state, 4, 2)
    assert shown(state, 0, "sight") == ". . . . . . . . . . ."
    assert shown(state, 1, "sight") == "2 2 2 2 2 2 2 2 2 2 ."


def test_mw_15_a_tower_that_changes_hands_in_a_sweep_watches_for_the_other() -> None:
    state = position(". . . . bT . . . . . .", tower_steps=3)
    ground.give(state, bits_at([4]), 1)
    rules.finish(state, 0)
    assert shown(state, 0, "sight") == ". 2 2 2 2 2 2 2 . . ."
    assert shown(state, 1, "sight") == ". . . . . . . . . . ."


def test_mw_15_two_towers_watch_until_both_are_gone() -> None:
    state = position("aT . aT . . . . . .")
    change_owner(state, 2, 0)
    assert shown(state, 0, "sight") == "2 2 2 2 2 2 . . ."


def test_mw_16_limited_sight_shows_completed_structures_and_their_hit_points() -> None:
    state = position("a . b= bT . b= b")
    assert shown(state, 0, "structure") == ". . 1 3 . . ."
    assert shown(state, 0, "hp") == ". . 3 6 . . ."


def test_mw_16_with_the_owner_goes_the_tiles_protection() -> None:
    state = position("a . b b . . . . b bC")
    protect(state, 0, bits_at([2, 8]))
    rules.finish(state, 0)
    shown_as = protect_byte(ticks_until(protect_tick_ms(2_500), 2_500))
    assert list(views.view(state, 0).layers["protected"][:9]) == [0, 0, shown_as, *[0] * 6]
    assert views.view(state, 0).layers["sight"][2] == 1


def test_mw_16_limited_sight_shows_no_structure_to_come() -> None:
    state = position("a . b=? bT?")
    assert shown(state, 0, "structure") == ". . . ."
    assert shown(state, 1, "structure") == ". . 5 7"


def test_mw_16_full_sight_shows_items_and_structures_to_come() -> None:
    state = position("aT . b* b=? *  b")
    assert shown(state, 0, "item") == ". . 2 . 2 ."
    assert shown(state, 0, "structure") == "3 . . 5 . ."


def test_mw_16_the_builder_of_a_bridge_sees_its_construction() -> None:
    state = position("a ~ b")
    state.region = bytes([1, 0, 2, *state.region[3:]])
    act(state, 0, "build bridge 1,0")
    assert shown(state, 0, "structure") == ". 8 ."
    assert shown(state, 1, "structure") == ". . ."


def test_mw_16_skulls_are_seen_through_fog() -> None:
    state = position("a . . . . . . b*  c", seats=3)
    act(state, 2, "capture 7,0")
    assert shown(state, 0, "skull") == ". . . . . . . 1 ."
    assert shown(state, 0, "kind") == "1 1 1 1 1 1 1 1 1"
    assert shown(state, 2, "kind") == "1 1 1 1 1 1 1 4 1"


def test_mw_16_an_explosion_is_told_to_players_who_see_the_tile() -> None:
    state = position("a . . . . . . b  c", seats=3)
    fund(state)
    act(state, 2, "strike 7,0")
    notices = advance(state, 1_000)
    assert [notice.to for notice in notices if notice.code == "explosion"] == [(1, 2, -2)]
    assert views.view(state, 0).facts.own.events == ()
    assert views.view(state, 1).facts.own.events == (("explosion", 7, 1_000),)


def test_mw_16_only_the_last_few_explosions_are_kept_in_mind() -> None:
    state = position("a b")
    for now in range(9):
        knowledge.witness(state, now, 1)
    assert [at for _, _, at in state.known[0].events] == [3, 4, 5, 6, 7, 8]


def test_mw_17_items_of_others_are_not_seen_in_limited_sight() -> None:
    state = position("ao . b* *")
    assert shown(state, 0, "item") == "1 . . ."


def test_mw_18_lost_land_drops_to_limited_sight_or_to_fog() -> None:
    state = position("a a . . . a* .")
    change_owner(state, 5, 2)
    assert shown(state, 0, "sight") == "2 2 1 1 1 . ."
    assert shown(state, 0, "item") == ". . . . . . ."
    change_owner(state, 1, 2)
    assert shown(state, 0, "sight") == "2 1 1 1 . . ."


# Protection


def test_mw_31_protection_is_shown_to_players_who_see_the_tile_until_it_ends() -> None:
    state = position("a . * . . . . . b")
    act(state, 0, "capture 1,0", 130)
    byte = views.view(state, 0).layers["protected"][1]
    assert protected_until(2_500, byte, 130) == 2_700, "2630, shown in tenths of a second"
    assert shown(state, 1, "protected") == ". . . . . . . . ."
    advance(state, 2_699)
    assert views.view(state, 0).layers["protected"][1] == byte
    advance(state, 2_700)
    assert views.view(state, 0).layers["protected"][1] == 0


def test_mw_31_when_protection_ceases_to_be_shown_depends_on_nobody_else() -> None:
    state = position("a . * . . . . . . b")
    act(state, 0, "capture 1,0", 130)
    advance(state, 2_640)
    act(state, 1, "flag 8,0", 2_640)
    assert views.view(state, 0).layers["protected"][1]


@pytest.mark.parametrize("protect_ms", [1, 2_500, 25_000, 600_000])
def test_a_protection_is_read_from_its_byte_at_any_moment_before_its_end(protect_ms: int) -> None:
    for begun in (0, 77, 12_345, 899_999):
        until = begun + protect_ms
        byte = protect_byte(ticks_until(protect_tick_ms(protect_ms), until))
        assert 0 < byte < 256
        shown_to = protected_until(protect_ms, byte, until)
        assert until <= shown_to < until + max(100, protect_ms // 250 + 2)
        assert protected_until(protect_ms, byte, begun) == shown_to
        assert protected_until(protect_ms, byte, (begun + until) // 2) == shown_to
    assert protected_until(protect_ms, 0, 5) == 0


def test_a_tick_of_protection_is_its_250th_part_and_a_tenth_of_a_second_at_least() -> None:
    assert [protect_tick_ms(ms) for ms in (1, 25_000, 25_001, 600_000)] == [100, 100, 101, 2_400]


# Reach


def test_mw_30_foreign_tiles_beside_own_ones_are_in_reach() -> None:
    state = position("~ a b . . ^ a% % .")
    assert shown(state, 0, "reach") == ". . 1 . . 1 . 1 ."
    change_owner(state, 2, 1)
    assert shown(state, 0, "reach") == ". . . 1 . 1 . 1 ."
    change_owner(state, 2, 2)
    assert shown(state, 0, "reach") == ". . 1 . . 1 . 1 ."


def test_mw_30_a_tile_across_a_bridge_is_in_reach_while_the_bridge_stands() -> None:
    state = position("a ~+ b .")
    assert shown(state, 0, "reach") == ". . 1 ."
    change_owner(state, 0, 0)
    assert shown(state, 0, "reach") == ". . . ."
    change_owner(state, 0, 1)
    assert shown(state, 0, "reach") == ". . 1 ."
    assert shown(state, 1, "reach") == "1 . . 1"
    ground.raze(state, state.built[1])
    rules.finish(state, 0)
    assert shown(state, 0, "reach") == ". . . ."


# Whose view has changed


def test_mw_16_a_player_who_sees_an_explosion_is_noted_and_nobody_else() -> None:
    state = position("a . . . . b b")
    state.touched.viewers.clear()
    knowledge.witness(state, 0, 5)
    assert state.touched.viewers == {1}
    knowledge.witness(state, 0, 3)
    assert state.touched.viewers == {0, 1}


def test_mw_34_a_player_who_sees_again_is_noted_and_nobody_else() -> None:
    state = position("a a ! . . . b", blind_ms=1_000)
    act(state, 0, "capture 2,0")
    rules.finish(state, 0)
    state.touched.viewers.clear()
    rules.wake(state, 1_000)
    assert state.touched.viewers == {0}


def test_mw_31_a_player_who_sees_a_protection_end_is_noted_and_nobody_else() -> None:
    state = position("a . . . . b b", protect_ms=1_000)
    state.touched.viewers.clear()
    protect(state, 0, bits_at([5]))
    rules.finish(state, 0)
    assert state.touched.viewers == {1}
    state.touched.viewers.clear()
    advance(state, 1_100)
    assert state.touched.viewers == {1}
