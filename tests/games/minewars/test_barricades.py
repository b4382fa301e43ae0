"""Barricades and towers, and what they mean to groups (MW-48, MW-62, MW-63)."""

from __future__ import annotations

from freehold.games.minewars import ground, rules
from freehold.games.minewars.board.kinds import NOBODY
from freehold.games.minewars.moves import structures
from freehold.games.minewars.state import State
from tests.games.minewars import (
    EXACT,
    act,
    advance,
    codes,
    draw,
    fund,
    give,
    picture,
    position,
    refusal,
)

GAP = """
    aC a  a  a
    a  a^ a  a^
    a  a  a  a
"""
LAST_TILE = """
    a  a  a
    a  bT .
    a  a  a
"""
"""The tower falls when the first player has the last tile too."""


def hp_at(state: State, cell: int) -> int:
    return state.structures[state.built[cell]].hp


# Barricades


def test_mw_62_a_barricade_closes_a_gap_between_own_mountains() -> None:
    state = position(GAP, **EXACT)
    act(state, 0, "build barricade 2,1")
    assert draw(state).splitlines()[1] == "a a^ aH? a^"
    advance(state, 39_999)
    assert draw(state).splitlines()[1] == "a a^ aH? a^"
    advance(state, 40_000)
    assert draw(state).splitlines()[1] == "a a^ a#H a^"
    assert hp_at(state, 6) == 8


def test_mw_62_a_long_barricade_is_one_structure_with_one_hp_and_costs_by_the_tile() -> None:
    state = position(
        """
        aC a  a  a  a  ~ ~
        a  a^ a  a  a^ ~ ~
        b  b  b  b  b  ~ ~
        """,
        **EXACT,
    )
    fund(state)
    act(state, 0, "build barricade 2,1 3,1")
    advance(state, 79_999)
    assert state.structure[9] == 0
    advance(state, 80_000)
    assert draw(state).splitlines()[1] == "a ^ a#H a#H ^ ~ ~"
    assert len(state.structures) == 1
    for now in (80_000, 81_000, 82_000, 83_000):
        assert hp_at(state, 9) == hp_at(state, 10) == 8 - (now - 80_000) // 500
        act(state, 1, "strike 2,1", now=now)
        advance(state, now + 1_000)
    assert draw(state).splitlines()[1] == "a ^ ax ax ^ ~ ~"


def test_mw_62_an_explosion_beside_two_tiles_of_a_barricade_damages_it_once() -> None:
    state = position(
        """
        aC a  a  a  a  ~ bC
        a  a^ aH aH a^ ~ ~
        b  b  a  a  b  ~ ~
        """
    )
    fund(state)
    act(state, 1, "strike 2,2")
    advance(state, 1_000)
    assert hp_at(state, 9) == 7


def test_mw_62_its_tiles_must_touch_one_another_and_be_named_once() -> None:
    state = position(
        """
        a a a  a a  a a  ~ ~
        a a a^ a a^ a a^ ~ ~
        a a a  a a  a a  ~ ~
        """
    )
    assert refusal(state, 0, "build barricade 3,1 5,1").code == "barricade_apart"
    assert refusal(state, 0, "build barricade 3,1 3,1").code == "named_twice"
    assert refusal(state, 0, "build barricade 3,1 7,1").code == "build_not_own"
    act(state, 0, "build barricade 3,1 3,0")


def test_mw_62_it_must_touch_two_clusters_of_mountains() -> None:
    state = position(
        """
        a a  a  a  a a
        a a^ a  a% a a
        a a  a^ a  a a
        """
    )
    for place in ("2,1", "3,2", "5,0", "1,2"):
        refused = refusal(state, 0, f"build barricade {place}")
        assert refused.code == "barricade_no_gap", place


def test_mw_62_the_player_must_own_the_mountains_it_joins() -> None:
    for owner in ("", "b"):
        state = position(
            f"""
            a  a  a  a
            a  a^ a  {owner}^
            a  a  a  a
            """
        )
        assert refusal(state, 0, "build barricade 2,1").code == "barricade_foreign"


def test_mw_62_a_barricade_joins_mountains_so_that_neither_is_captured_alone() -> None:
    text = """
        b b  b  b  b  ~ bC
        b a^ {} a^ b  ~ ~
        b b  b  b  .  ~ aC
    """
    state = position(text.format("aH"))
    act(state, 1, "capture 4,2")
    assert draw(state).splitlines()[1] == "b b^ bH b^ b ~ ~", "a player who surrounds all gets all"
    state = position(
        """
        b b  b  b  a  ~ bC
        b a^ aH a^ a  ~ ~
        . b  b  a  a  ~ aC
        """
    )
    act(state, 1, "capture 0,2")
    assert draw(state).splitlines()[1] == "b ^ aH a^ a ~ ~"


def test_mw_62_each_of_the_joined_mountains_can_be_lost_alone() -> None:
    state = position(
        """
        a a  a  a  a  ~ aC
        a a^ aH a^ a  ~ ~
        a a  a  a  a  ~ ~
        b a* ~  ~  ~  ~ bC
        """
    )
    act(state, 1, "capture 0,2")
    assert draw(state).splitlines()[1] == "a ^ aH a^ a ~ ~"


# Towers


def test_mw_63_a_tower_gives_full_sight_5_tiles_around_once_it_is_completed() -> None:
    state = position("aC a a ~ ~ ~ ~ . ~ bC", **EXACT, tower_cost_percent=100)
    act(state, 0, "build tower 2,0")
    assert [state.known[0].sight[cell] for cell in (5, 6, 7)] == [1, 0, 0]
    advance(state, 2_000)
    assert [state.known[0].sight[cell] for cell in (5, 6, 7, 8)] == [2, 2, 2, 0]
    structures.damage(state, 2, 6)
    act(state, 0, "flag 5,0", now=2_000)
    assert [state.known[0].sight[cell] for cell in (5, 6, 7)] == [1, 0, 0]


def test_mw_63_a_tower_is_captured_by_surrounding_with_no_hold() -> None:
    state = position(
        """
        b b  b ~ bC
        b aT b ~ ~
        b b  . ~ aC
        """
    )
    assert refusal(state, 1, "capture 1,1").code == "walled"
    act(state, 1, "capture 2,2")
    assert draw(state).splitlines()[1] == "b bT b ~ ~"


def test_mw_63_next_to_a_cluster_it_falls_together_with_it_only() -> None:
    state = position(
        """
        b b  b  b ~ bC
        b aT a^ b ~ ~
        b b  b  . ~ aC
        """
    )
    act(state, 1, "capture 3,2")
    assert draw(state).splitlines()[1] == "b bT b^ b ~ ~"
    state = position(
        """
        b b  b  a ~ bC
        b aT ^  a ~ ~
        . b  b  a ~ aC
        """
    )
    act(state, 1, "capture 0,2")
    assert draw(state).splitlines()[1] == "b aT ^ a ~ ~"


# In groups


def test_mw_48_a_tower_falls_only_in_its_group() -> None:
    state = position("""
        a  a  a
        a  bT .
        a  a  a
    """)
    assert give(state, 2, 1, 1) == ["surrounded", "surrounded_yours"]
    assert draw(state).split()[4] == "aT"


def test_mw_48_it_stays_its_owners_when_a_cluster_beside_it_is_lost() -> None:
    state = position("""
        a  a  a  a
        a  a^ aT a
        a  a  a  a
    """)
    give(state, 0, 0, 2)
    assert draw(state) == picture("""
        b  a  a  a
        a  ^  aT a
        a  a  a  a
    """)


def test_mw_62_joined_mountains_fall_when_all_around_them_is_owned() -> None:
    state = position("""
        a  a  a  a  a
        a  ^  bH ^  .
        a  a  a  .  .
    """)
    give(state, 3, 2, 1)
    give(state, 4, 2, 1)
    assert draw(state).split()[6:9] == ["^", "bH", "^"]
    assert give(state, 4, 1, 1) == ["surrounded", "surrounded_yours"]
    assert draw(state).split()[6:9] == ["a^", "aH", "a^"]


def test_mw_63_a_tower_between_clusters_works_as_a_barricade() -> None:
    state = position("""
        a  a  a  a  a
        a  ^  bT %  .
        a  a  a  a  .
    """)
    give(state, 4, 2, 1)
    assert draw(state).split()[6:9] == ["^", "bT", "%"]
    give(state, 4, 1, 1)
    assert draw(state).split()[6:9] == ["a^", "aT", "a%"]


def test_mw_63_a_table_may_ask_for_a_towers_hold() -> None:
    state = position(LAST_TILE, tower_hold_ms=2_000)
    assert give(state, 2, 1, 1, now=1_000) == []
    assert dict(state.tower_holds) == {4: (1, 1_000)}
    assert codes(advance(state, 2_999)) == []
    assert codes(advance(state, 3_000)) == ["surrounded", "surrounded_yours"]
    assert not state.tower_holds


def test_mw_63_a_towers_hold_starts_over_when_it_is_broken() -> None:
    state = position(LAST_TILE, tower_hold_ms=2_000)
    give(state, 2, 1, 1, now=1_000)
    give(state, 0, 0, NOBODY, now=2_000)
    assert not state.tower_holds
    assert not [due for due in state.due if due[1] == "tower"]
    give(state, 0, 0, 1, now=2_500)
    assert codes(advance(state, 4_499)) == []
    assert codes(advance(state, 4_500)) == ["surrounded", "surrounded_yours"]


def test_mw_63_during_its_hold_a_tower_does_not_fall_whatever_happens_beside_it() -> None:
    state = position(LAST_TILE, tower_hold_ms=2_000)
    give(state, 2, 1, 1, now=1_000)
    for now in (1_001, 2_999):
        ground.note_dirt(state, 4)
        assert codes(rules.finish(state, now)) == []
    assert draw(state).split()[4] == "bT"
    assert codes(advance(state, 3_000)) == ["surrounded", "surrounded_yours"]


def test_mw_63_a_tower_that_is_gone_is_held_no_longer() -> None:
    state = position(LAST_TILE, tower_hold_ms=2_000)
    give(state, 2, 1, 1)
    ground.raze(state, state.built[4])
    rules.finish(state, 500)
    assert not state.tower_holds
    assert not [due for due in state.due if due[1] == "tower"]


def test_mw_63_ones_own_tower_in_a_group_asks_for_no_hold() -> None:
    state = position(
        """
        a  a  a  a
        a  aT ^  .
        a  a  a  a
        """,
        tower_hold_ms=2_000,
    )
    assert give(state, 3, 1, 1) == ["surrounded"]
    assert draw(state).split()[6] == "a^"
