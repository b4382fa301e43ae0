"""Capturing and losing mountains and forests (MW-40 to MW-43)."""

from __future__ import annotations

from freehold.game import TRUTH
from freehold.games.minewars import ground, rules
from freehold.games.minewars.board.bits import bits_at
from freehold.games.minewars.board.kinds import FOUNDATION, NOBODY
from tests.games.minewars import act, codes, draw, give, picture, position


def test_mw_40_mw_41_a_cluster_falls_at_once_when_all_land_around_it_is_owned() -> None:
    state = position("""
        a  a  a  a
        a  %  %  a
        a  a  .  a
    """)
    notices = act(state, 0, "capture 2,2")
    assert draw(state) == picture("""
        a  a  a  a
        a  a% a% a
        a  a  a  a
    """)
    assert codes(notices) == ["surrounded"]
    assert notices[0].facts == {"tiles": 2}
    assert notices[0].to == (0, TRUTH)


def test_mw_41_one_tile_missing_is_enough_to_keep_it() -> None:
    state = position("""
        a  a  a  a
        a  %  %  a
        a  .  .  a
    """)
    give(state, 2, 2, 1)
    assert draw(state) == picture("""
        a  a  a  a
        a  %  %  a
        a  .  a  a
    """)


def test_mw_41_on_hex_only_sides_touch() -> None:
    state = position(
        """
        .  a  a  .
          a  %  a  .
        .  a  .  .
        """,
        shape="hex",
    )
    give(state, 2, 2, 1)
    assert draw(state) == picture("""
        .  a  a  .
        a  a% a  .
        .  a  a  .
    """)


def test_mw_41_touching_clusters_join_one_group() -> None:
    state = position("""
        a  a  a  a  a
        a  %  ^  ^  a
        a  a  a  .  a
    """)
    give(state, 2, 2, 1)
    assert state.owner[6] == NOBODY
    assert give(state, 3, 2, 1) == ["surrounded"]
    assert draw(state) == picture("""
        a  a  a  a  a
        a  a% a^ a^ a
        a  a  a  a  a
    """)


def test_mw_41_land_with_items_beside_a_cluster_joins_its_group() -> None:
    state = position("""
        a  a  a  a
        a  %  *  a
        a  a  a  .
    """)
    notices = give(state, 3, 2, 1)
    assert draw(state) == picture("""
        a  a  a  a
        a  a% a  a
        a  a  a  a
    """)
    assert notices == ["surrounded", "sold"]


def test_mw_41_a_players_own_cluster_is_of_the_group_too() -> None:
    """Another cluster touches it, so the land around both counts; that around the own one is
    owned, or it would be lost."""
    state = position("""
        a  a  a  a  a  .
        a  a% ^  %  a  .
        a  a  a  a  .  .
    """)
    give(state, 4, 2, 1)
    assert draw(state) == picture("""
        a  a  a  a  a  .
        a  a% a^ a% a  .
        a  a  a  a  a  .
    """)


def test_mw_42_a_cluster_is_lost_at_once_when_one_tile_around_it_is() -> None:
    state = position("""
        a  a  a  b
        a  a% a  *
        a  a  a  .
    """)
    notices = act(state, 1, "capture 2,0")
    assert draw(state) == picture("""
        a  a  b  b
        a  %  a  *
        a  a  a  .
    """)
    assert codes(notices) == ["cluster_lost"]
    assert (notices[0].facts, notices[0].to) == ({"tiles": 1}, (0, TRUTH))


def test_mw_42_neutral_land_around_it_loses_it_too() -> None:
    state = position("""
        a  a  a
        a  a% a
        a  a  a
    """)
    give(state, 0, 0, NOBODY)
    assert draw(state) == picture("""
        .  a  a
        a  %  a
        a  a  a
    """)


def test_mw_42_a_sweep_over_the_land_around_them_loses_the_clusters_of_all() -> None:
    state = position(
        """
        a  a  a  b  b  b
        a  a% a  b  b% b
        a  a  a  b  b  b
        """,
        seats=3,
    )
    ground.give(state, bits_at([2, 3]), 3)
    assert codes(rules.finish(state, 0)) == ["cluster_lost", "cluster_lost"]
    assert draw(state) == picture("""
        a  a  c  c  b  b
        a  %  a  b  %  b
        a  a  a  b  b  b
    """)


def test_mw_42_a_sweep_loses_no_cluster_because_of_a_city_beside_it() -> None:
    state = position("""
        a  a  a  .  b  b  b
        a  a^ C  .  C  b^ b
        a  a  .  .  .  b  b
    """)
    ground.give(state, bits_at([16]), 1)
    ground.give(state, bits_at([18]), 2)
    assert rules.finish(state, 0) == []
    assert draw(state) == picture("""
        a  a  a  .  b  b  b
        a  a^ C  .  C  b^ b
        a  a  a  .  b  b  b
    """)


def test_mw_42_land_that_comes_to_be_beside_it_counts_at_once() -> None:
    """A forest tile of another player is harvested beside a mountain."""
    state = position("""
        a  a  a  ~  ~
        a  a^ b% b% b
        a  a  a  ~  ~
    """)
    ground.turn(state, 7, FOUNDATION)
    rules.finish(state, 0)
    assert draw(state) == picture("""
        a  a  a  ~  ~
        a  ^  b# %  b
        a  a  a  ~  ~
    """)


def test_mw_42_land_harvested_out_of_ones_own_cluster_keeps_the_rest() -> None:
    state = position("""
        a  a  a  a  a
        a  a% a% a% a
        a  a  a  a  a
    """)
    ground.turn(state, 7, FOUNDATION)
    rules.finish(state, 0)
    assert draw(state) == picture("""
        a  a  a  a  a
        a  a% a# a% a
        a  a  a  a  a
    """)
    assert [cluster.cells for cluster in state.clusters.values()] == [[6], [8]]
    assert all(7 in cluster.ring for cluster in state.clusters.values())
    assert state.players[0].land == 13


def test_mw_43_of_two_touching_clusters_one_can_be_lost_and_the_other_kept() -> None:
    state = position("""
        a  a  a  a  a  a
        a  a% a% a^ a^ a
        a  a  a  a  a  a
    """)
    give(state, 0, 0, 2)
    assert draw(state) == picture("""
        b  a  a  a  a  a
        a  %  %  a^ a^ a
        a  a  a  a  a  a
    """)


def test_mw_43_a_cluster_that_no_land_touches_goes_with_the_last_that_land_touches() -> None:
    state = position("""
        a   a%  a%  a%  a
        a   a%  a^  a%  a
        a   a%  a%  a%  a
    """)
    give(state, 0, 0, 2)
    assert draw(state) == picture("""
        b   %   %   %   a
        a   %   ^   %   a
        a   %   %   %   a
    """)


def test_mw_43_an_enclosed_cluster_stays_with_the_neighbour_that_stays() -> None:
    """A forest on the left and one on the right, and a mountain between that touches no land."""
    state = position("a a% a^ a% a")
    give(state, 0, 0, 2)
    assert draw(state) == "b % a^ a% a"
    give(state, 4, 0, 2)
    assert draw(state) == "b b% b^ b% b"


def test_mw_43_towers_and_barricades_in_the_group_are_no_clusters() -> None:
    state = position("a a% a^ a% aT a")
    give(state, 0, 0, 2)
    assert draw(state) == "b % a^ a% aT a"


def test_mw_43_mw_46_clusters_are_of_no_group_across_ones_own_item() -> None:
    state = position("""
        a   a%  a^
        a*  ~   ~
        a%  ~   ~
        a   ~   ~
    """)
    give(state, 0, 0, 2)
    assert draw(state) == picture("""
        b   %   ^
        a*  ~   ~
        a%  ~   ~
        a   ~   ~
    """)


def test_mw_41_a_group_that_is_all_ones_own_is_not_captured_again() -> None:
    state = position("""
        a  a  a  .
        a  a^ a  .
        a  a  a  .
    """)
    ground.note_dirt(state, 5)
    assert rules.finish(state, 0) == []
