"""Capturing by a click, mines, decoys, traps and flags (MW-25, MW-30 to MW-36)."""

from __future__ import annotations

import pytest

from freehold.game import TRUTH
from freehold.games.minewars import ground, protections
from freehold.games.minewars.actions import Flag
from freehold.games.minewars.board.bits import bits_at, cells_of
from freehold.games.minewars.board.kinds import MINE, WALLS
from freehold.games.minewars.moves import captures
from freehold.games.minewars.moves.expansion import spread
from freehold.games.minewars.state import State
from tests.games.minewars import act, advance, codes, draw, picture, position, refusal, shown


def test_mw_30_land_is_captured_by_a_click_beside_an_own_tile() -> None:
    state = position("""
        a  .  .
        *  .  *
    """)
    assert act(state, 0, "capture 1,0") == []
    assert draw(state) == picture("""
        a  a  .
        *  .  *
    """)


def test_mw_30_land_that_no_own_tile_touches_is_out_of_reach() -> None:
    state = position("""
        a  .  .
        .  .  *
    """)
    assert refusal(state, 0, "capture 2,0").code == "too_far"
    assert refusal(state, 1, "capture 1,0").code == "too_far"


def test_mw_30_corners_touch_on_the_square_grid_and_not_on_the_hex_grid() -> None:
    board = """
        a  .  *
        .  .  *
        *  *  *
    """
    act(position(board), 0, "capture 1,1")
    assert refusal(position(board, shape="hex"), 0, "capture 1,1").code == "too_far"


def test_mw_30_a_tile_across_a_bridge_from_an_own_one_can_be_captured() -> None:
    state = position("""
        a  ~+  .  *  .
    """)
    act(state, 0, "capture 2,0")
    assert draw(state) == "a ~+ a * ."


def test_mw_30_only_the_two_ends_of_a_bridge_are_joined_by_it() -> None:
    state = position("""
        .  ~   .
        a  ~+  .
        .  ~   .
        *  *   *
    """)
    assert refusal(state, 0, "capture 2,0").code == "too_far"
    assert refusal(state, 0, "capture 2,2").code == "too_far"
    act(state, 0, "capture 2,1")


@pytest.mark.parametrize(
    ("tile", "code"),
    [("a", "yours"), ("^", "not_land"), ("~", "not_land"), ("C", "a_city"), ("bT", "walled")],
)
def test_mw_40_mw_48_what_cannot_be_captured_by_a_click_says_why(tile: str, code: str) -> None:
    assert refusal(position(f"a {tile} * *"), 0, "capture 1,0").code == code


def test_a_click_outside_the_map_says_how_large_it_is() -> None:
    refused = refusal(position("a . *"), 0, "capture 3,0")
    assert (refused.code, refused.facts) == ("outside", {"right": 2, "bottom": 5})
    assert refusal(position("a . *"), 0, "capture 0,6").code == "outside"


def test_mw_31_captured_land_is_protected_from_others_for_a_while() -> None:
    state = position("""
        a  .  b
        .  *  .
    """)
    act(state, 0, "capture 1,0", now=1_000)
    refused = refusal(state, 1, "capture 1,0", now=3_000)
    assert (refused.code, refused.facts) == ("protected", {"left": 500})
    act(state, 1, "capture 1,0", now=3_500)
    assert draw(state).startswith("a b b")


def test_mw_31_land_that_an_autoexpansion_captured_is_protected_too() -> None:
    state = position("""
        a  .  .  .  b
        .  ~  ~  ~  *
    """)
    act(state, 0, "capture 1,0")
    assert draw(state) == picture("""
        a  a  a  a  b
        a  ~  ~  ~  *
    """)
    assert refusal(state, 1, "capture 3,0", now=2_499).code == "protected"


def test_mw_32_a_tile_whose_digit_is_0_opens_all_safe_land_up_to_digits() -> None:
    state = position("""
        a  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  *  .
        .  .  .  .  .  .
    """)
    act(state, 0, "capture 1,0")
    assert draw(state) == picture("""
        a  a  a  a  a  a
        a  a  a  a  a  a
        a  a  a  a  *  .
        a  a  a  a  .  .
    """)


def test_mw_32_on_hex_it_opens_over_sides() -> None:
    state = position(
        """
        a  .  .  .
          .  .  .  .
        .  .  .  *
          .  .  .  .
        """,
        shape="hex",
    )
    act(state, 0, "capture 1,0")
    assert draw(state) == picture("""
        a  a  a  a
        a  a  a  a
        a  a  a  *
        a  a  a  .
    """)


def test_mw_32_it_takes_enemy_land_too() -> None:
    state = position("""
        a  .  .  b  b  .
        ~  ~  ~  ~  ~  *
    """)
    act(state, 0, "capture 1,0")
    assert draw(state) == picture("""
        a  a  a  a  a  .
        ~  ~  ~  ~  ~  *
    """)


def test_mw_32_a_table_may_keep_it_off_enemy_land() -> None:
    state = position("a . . b . *", autoexpand_enemy=False)
    act(state, 0, "capture 1,0")
    assert draw(state) == "a a a b . *"


def test_mw_32_it_stops_at_whatever_is_no_open_land() -> None:
    state = position("""
        a   .  .  ^  ~
        .   .  .  .  C
        bT  .  .  .  .
        ~   ^  ^  ^  ^
        .   .  .  .  .
    """)
    act(state, 0, "capture 1,0")
    assert draw(state) == picture("""
        a   a  a  a^ ~
        a   a  a  a  C
        bT  a  a  a  a
        ~   ^  ^  ^  ^
        .   .  .  .  .
    """)


def test_mw_32_it_crosses_no_bridge_and_no_protected_or_flagged_tile() -> None:
    state = position("""
        a  .  .  .  b
        ~  ~  ~+ ~  ~
        ~  ~  .  ~  ~
    """)
    protections.protect(state, 0, bits_at([4]))
    act(state, 0, "flag 3,0")
    act(state, 0, "capture 1,0", now=100)
    assert draw(state) == picture("""
        a  a  a  .  b
        ~  ~  ~+ ~  ~
        ~  ~  .  ~  ~
    """)
    act(state, 0, "unflag 3,0", now=200)
    act(state, 0, "capture 3,0", now=500)
    assert draw(state).startswith("a a a a b")
    act(state, 0, "capture 4,0", now=2_500)
    assert draw(state).startswith("a a a a a")


def test_mw_32_it_takes_a_tile_from_the_moment_its_protection_ends() -> None:
    for now, owner in ((2_499, 2), (2_500, 1)):
        state = position("a . . b . .")
        protections.protect(state, 0, bits_at([3]))
        assert (3 in cells_of(spread(state, now, 0, 1))) == (owner == 1)


def test_mw_32_each_tile_is_reached_once() -> None:
    state = position("""
        a  .  .
        .  .  .
        .  .  .
    """)
    assert cells_of(spread(state, 0, 0, 1)) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_mw_32_it_spreads_only_from_tiles_that_this_click_captured() -> None:
    state = position("""
        .  a  a  .  *  .
        .  ~  ~  ~  *  .
    """)
    act(state, 0, "capture 3,0")
    assert draw(state) == picture("""
        .  a  a  a  *  .
        .  ~  ~  ~  *  .
    """)


def test_mw_32_own_items_are_no_danger_to_their_owner() -> None:
    state = position("""
        a*  .  .  ~
    """)
    act(state, 0, "capture 1,0")
    assert draw(state) == "a* a a ~"


def test_mw_32_a_blinded_player_expands_the_same() -> None:
    state = position("a . . . . * .")
    captures.blind(state, 0, 0)
    act(state, 0, "capture 1,0")
    assert draw(state) == "a a a a a * ."


def test_mw_32_beside_an_own_tile_without_a_digit_all_is_known_to_be_empty() -> None:
    """The clicked tile has a digit of its own, and what lies on the other side is taken with it."""
    state = position("""
        .  .  .  ~  ~
        .  a  .  *  .
        .  .  .  ~  ~
    """)
    act(state, 0, "capture 2,1")
    assert draw(state) == picture("""
        a  a  a  ~  ~
        a  a  a  *  .
        a  a  a  ~  ~
    """)


def test_mw_32_what_lies_beside_own_tiles_farther_off_is_not_taken_with_it() -> None:
    state = position(".  a  a  .  *  .")
    act(state, 0, "capture 3,0")
    assert draw(state) == ". a a a * ."


def test_mw_32_an_own_city_has_no_digit_that_could_be_0() -> None:
    state = position(". aC . * .")
    act(state, 0, "capture 2,0")
    assert draw(state) == ". aC a * ."


def test_mw_32_a_smoked_tile_without_items_around_it_is_as_quiet_as_any() -> None:
    state = position(". a . * .")
    ground.raise_smoke(state, 1, 5_000)
    act(state, 0, "capture 2,0")
    assert draw(state) == "a a a * ."


def test_mw_32_a_broken_decoy_leaves_land_that_is_known_to_be_empty() -> None:
    state = position(". a o * .")
    act(state, 0, "capture 2,0")
    assert draw(state) == "a a a * ."


RIVALS_LINE = "a b b b b b b b b b b b b b b . . ~"


def test_mw_32_one_click_takes_twelve_tiles_of_rivals_and_no_more() -> None:
    state = position(RIVALS_LINE)
    act(state, 0, "capture 1,0")
    assert draw(state) == "a a a a a a a a a a a a a b b . . ~"


@pytest.mark.parametrize(("most", "taken"), [(0, 14), (1, 1), (3, 3), (13, 13), (14, 14), (20, 14)])
def test_mw_32_a_table_says_how_many_tiles_of_rivals_a_click_takes(most: int, taken: int) -> None:
    state = position(RIVALS_LINE, breach_tiles=most)
    act(state, 0, "capture 1,0")
    assert draw(state).split().count("b") == 14 - taken
    assert state.owner[15] == (1 if taken == 14 else 0), "neutral land beyond is opened through it"


def test_mw_32_neutral_land_has_no_limit_and_rivals_nearest_tiles_are_taken_first() -> None:
    state = position(
        """
        .  .  .  .  .  .  b
        a  .  b  .  .  .  b
        .  .  .  .  .  .  b
        """,
        breach_tiles=2,
    )
    act(state, 0, "capture 1,1")
    assert draw(state) == picture("""
        a  a  a  a  a  a  a
        a  a  a  a  a  a  b
        a  a  a  a  a  a  b
    """)


def test_mw_32_the_limit_is_for_all_rivals_together() -> None:
    state = position("a b b c c b b ~", seats=3, breach_tiles=4)
    act(state, 0, "capture 1,0")
    assert draw(state) == "a a a a a b b ~"


def test_mw_33_a_mine_explodes_and_its_tile_stays_with_its_owner_as_destroyed_land() -> None:
    state = position("a b* b ,")
    notices = act(state, 0, "capture 1,0")
    assert draw(state) == "a bx b ,"
    assert codes(notices) == ["killed"]
    assert notices[0].facts == {"seat": 0, "killer": 1, "x": 1, "y": 0}
    assert notices[0].to is None


def test_mw_33_a_decoy_breaks_and_the_tile_is_captured_as_if_empty() -> None:
    state = position("a o . . * .")
    notices = act(state, 0, "capture 1,0")
    assert draw(state) == "a a a a * ."
    assert [(each.code, each.to) for each in notices] == [("decoy_broke", (0, TRUTH))]
    assert notices[0].facts == {"seat": 0, "x": 1, "y": 0}
    assert state.players[0].deaths == 0


def test_mw_33_a_trap_blinds_is_used_up_and_the_tile_is_captured() -> None:
    state = position("a b! * .")
    notices = act(state, 0, "capture 1,0", now=50)
    assert draw(state) == "a a * ."
    assert [(each.code, each.to) for each in notices] == [("blinded", (0, TRUTH))]
    assert state.players[0].blind_until == 6_050
    assert state.players[0].stunned_until == 0


def test_mw_34_a_player_who_is_stunned_can_do_nothing_but_flag_for_ten_seconds() -> None:
    state = position("a * . *")
    act(state, 0, "capture 1,0")
    for text in ("capture 1,0", "deploy mine 0,0", "build road 0,0", "strike 1,0"):
        refused = refusal(state, 0, text, now=9_999)
        assert (refused.code, refused.facts) == ("stunned", {"left": 1})
    act(state, 0, "flag 3,0", now=9_999)
    assert codes(advance(state, 10_000)) == ["came_to"]
    act(state, 0, "capture 1,0", now=10_000)


def test_mw_34_a_stunned_players_cities_earn_nothing() -> None:
    state = position("a * . *")
    rate = state.cities[0].rate
    assert rate > 0
    act(state, 0, "capture 1,0")
    assert [state.cities[0].rate, state.cities[1].rate > 0] == [0, True]
    advance(state, 10_000)
    assert state.cities[0].rate == rate


def test_mw_34_a_skull_stays_where_a_mine_stunned_somebody() -> None:
    state = position("a * . * .")
    act(state, 0, "capture 1,0")
    assert list(state.skull[:4]) == [0, 1, 0, 0]
    advance(state, 10_000)
    act(state, 0, "capture 1,0", now=10_000)
    assert draw(state) == "a ax a * ."
    assert list(state.skull[:4]) == [0, 1, 0, 0]


def test_mw_34_blindness_ends_and_a_second_trap_starts_it_over() -> None:
    state = position("a b! b! * .")
    act(state, 0, "capture 1,0")
    act(state, 0, "capture 2,0", now=4_000)
    assert codes(advance(state, 9_999)) == []
    assert state.players[0].blind_until == 10_000
    assert codes(advance(state, 10_000)) == ["sees_again"]
    assert state.players[0].blind_until == 0


def test_mw_34_at_a_table_without_stuns_and_blindness_there_are_none() -> None:
    state = position("a * . * ~ ~ ~ b! b", stun_ms=0, blind_ms=0)
    act(state, 0, "capture 1,0")
    act(state, 0, "capture 1,0", now=400)
    assert state.players[0].deaths == 1
    assert not [due for due in state.due if due[1] in ("stun", "blind")]


def test_mw_35_captures_have_a_cooldown() -> None:
    state = position("a . * . *")
    act(state, 0, "capture 1,0", now=10)
    refused = refusal(state, 0, "capture 2,0", now=409)
    assert (refused.code, refused.facts) == ("too_soon", {"left": 1})
    act(state, 0, "capture 2,0", now=410)


def test_mw_35_a_refused_capture_costs_no_time() -> None:
    state = position("a . . *")
    refusal(state, 0, "capture 3,0", now=10)
    act(state, 0, "capture 1,0", now=10)


def test_mw_35_flags_are_the_players_own_and_free() -> None:
    state = position("a . . *")
    act(state, 0, "flag 3,0")
    act(state, 0, "flag 2,0")
    assert list(state.known[0].flag[:4]) == [0, 0, 1, 1]
    assert not any(state.known[1].flag)
    assert refusal(state, 0, "flag 3,0").code == "flagged"
    assert refusal(state, 0, "flag 0,0").code == "flag_own"
    assert refusal(state, 0, "unflag 1,0").code == "not_flagged"
    assert refusal(state, 0, "flag 9,9").code == "outside"
    act(state, 0, "unflag 3,0")
    assert list(state.known[0].flag[:4]) == [0, 0, 1, 0]


def test_mw_35_a_flag_goes_when_the_tile_becomes_ones_own() -> None:
    state = position("a . b *")
    act(state, 0, "flag 1,0")
    act(state, 1, "flag 1,0")
    act(state, 0, "capture 1,0")
    assert [state.known[0].flag[1], state.known[1].flag[1]] == [0, 1]


def test_mw_36_players_may_capture_from_anyone_at_any_time() -> None:
    state = position(
        """
        a  b  c
        .  *  .
        """,
        seats=3,
    )
    act(state, 0, "capture 1,0")
    assert draw(state).startswith("a a c")
    act(state, 2, "capture 1,0", now=2_500)
    assert draw(state).startswith("a c c")


def test_mw_22_mw_25_a_digit_counts_foreign_items_and_not_ones_own() -> None:
    state = position("""
        a*  a  b*
        o   a  !
    """)
    digits = shown(state, 0, "digit", rows=2).split()
    assert digits == [*"24.", *".4."], "a layer holds the digit and one"


def test_mw_25_an_item_belongs_to_its_tiles_owner() -> None:
    state = position(
        """
        a  b*  c
    """,
        seats=3,
    )
    act(state, 2, "capture 1,0")
    assert [player.kills for player in state.players] == [0, 1, 0]


def test_mw_25_no_autoexpansion_takes_an_items_tile() -> None:
    state = position("""
        a  .  .  .  .
        .  .  .  .  b*
    """)
    act(state, 0, "capture 1,0")
    assert state.item[9] == MINE
    assert draw(state) == picture("""
        a  a  a  a  .
        a  a  a  a  b*
    """)


@pytest.mark.parametrize("now", [0, 2_499, 2_500])
@pytest.mark.parametrize("breach_tiles", [0, 1, 2])
@pytest.mark.parametrize("autoexpand_enemy", [False, True])
def test_mw_32_all_is_reached_that_is_reached_tile_by_tile(
    now: int, autoexpand_enemy: bool, breach_tiles: int
) -> None:
    state = position(
        """
        a   .   .   bT  .   .   b   .
        a   .   .   ^   .   .   b   .
        a   .   .   %   .   .   .   .
        a   .   .   .   .   .   .   b*
        a   .   aC  .   .   .   .   .
    """,
        autoexpand_enemy=autoexpand_enemy,
        breach_tiles=breach_tiles,
    )
    captures.set_flag(state, 0, Flag(1, 4))
    protections.protect(state, 0, bits_at([7, 20]))
    for start in (1, 9, 4, 34):
        cells = cells_of(spread(state, now, 0, start))
        assert cells == walk(state, now, 0, start)


def walk(state: State, now: int, seat: int, start: int) -> list[int]:
    """Slow and naive, step by step: first to what lies beside own tiles without a digit, then from
    every tile whose digit would be 0 to all open land around it."""
    me, reached, breached = seat + 1, [start], int(state.owner[start] > 0)
    most, touching = state.params.breach_tiles or len(state.kind), state.grid.touching
    own = [near for near in touching[start] if state.owner[near] == me]
    edge = [start, *[cell for cell in own if ground.is_land(state, cell)]]
    while edge:
        quiet = [cell for cell in edge if is_quiet(state, me, cell)]
        beside = {near for cell in quiet for near in touching[cell]} - {*reached}
        opened, edge = sorted(near for near in beside if is_open(state, now, me, near)), []
        for near in opened:
            if not state.owner[near] or breached < most:
                breached += state.owner[near] > 0
                edge.append(near)
        reached += edge
    return sorted(reached)


def is_quiet(state: State, me: int, cell: int) -> bool:
    """Its true digit is 0."""
    around = state.grid.touching[cell]
    return not any(state.item[near] and state.owner[near] != me for near in around)


def is_open(state: State, now: int, me: int, cell: int) -> bool:
    return (
        ground.is_land(state, cell)
        and state.owner[cell] != me
        and not WALLS[state.structure[cell]]
        and not state.known[me - 1].flag[cell]
        and protections.until_of(state, cell) <= now
        and (state.params.autoexpand_enemy or not state.owner[cell])
    )
