"""Digits, and what smoke hides and a reveal shows (MW-22, MW-25, MW-34, MW-72, MW-73)."""

from __future__ import annotations

from freehold.games.minewars import ground, rules, views
from freehold.games.minewars.board.kinds import DECOY, NONE, TRAP
from freehold.games.minewars.fog import knowledge
from freehold.games.minewars.state import State
from tests.games.minewars import act, advance, change_owner, fund, picture, position, shown

# Digits


def test_mw_22_a_digit_counts_items_on_touching_foreign_tiles() -> None:
    state = position(
        """
        *  .  b*
        .  a  a*
        .  .  a
        """
    )
    assert shown(state, 0, "digit", 3) == picture(
        """
        . . .
        . 3 2
        . . 1
        """
    ), "the digit and 1, so that 0 can be told from nothing"
    assert shown(state, 1, "digit", 3) == picture(
        """
        . . 2
        . . .
        . . .
        """
    )


def test_mw_22_an_asterisk_says_that_a_decoy_or_a_trap_is_among_them() -> None:
    state = position("* a . o a . ! a . ao a")
    assert shown(state, 0, "digit") == ". 2 . . 2 . . 2 . 1 1"
    assert shown(state, 0, "star") == ". . . . 1 . . 1 . . ."


def test_mw_22_cities_mountains_and_forests_have_no_digit() -> None:
    state = position("* a^ * aC * a% * a")
    assert shown(state, 0, "digit") == ". . . . . . . 2"


def test_mw_25_digits_follow_every_item_at_once() -> None:
    state = position("a b . .")
    fund(state)
    act(state, 1, "deploy mine 1,0")
    assert shown(state, 0, "digit") == "1 . . ."
    advance(state, 500)
    assert shown(state, 0, "digit") == "2 . . ."
    act(state, 0, "strike 1,0", 500)
    advance(state, 1_500)
    assert shown(state, 0, "digit") == "1 . . ."


def test_mw_25_a_digit_follows_when_the_item_changes_hands_or_kind() -> None:
    state = position("a b* a")
    ground.give(state, 1 << 1, 1)
    ground.give(state, 1 << 0, 2)
    knowledge.learn(state)
    assert shown(state, 0, "digit") == ". 1 1"
    assert shown(state, 1, "digit") == "2 . ."
    ground.lay(state, 1, DECOY)
    knowledge.learn(state)
    assert shown(state, 1, "star") == "1 . ."


def test_mw_25_a_digit_that_falls_to_0_opens_nothing() -> None:
    state = position("a b* . .")
    fund(state)
    act(state, 0, "strike 1,0")
    advance(state, 1_000)
    assert shown(state, 0, "digit") == "1 . . ."
    assert shown(state, 0, "owner") == "1 2 . ."


def test_mw_34_the_blind_get_no_digits_until_they_see_again() -> None:
    state = position("* a . ! . b")
    act(state, 0, "capture 2,0")
    assert shown(state, 0, "digit") == ". 2 2 . . ."
    act(state, 0, "capture 3,0", 400)
    assert shown(state, 0, "digit") == ". . . . . ."
    assert shown(state, 0, "star") == ". . . . . ."
    assert views.view(state, 0).facts.own.blind_until == 6_400
    advance(state, 6_400)
    assert shown(state, 0, "digit") == ". 2 1 1 1 1"


def test_mw_34_others_are_not_blinded() -> None:
    state = position("a ! . * b .")
    act(state, 0, "capture 1,0")
    assert shown(state, 1, "digit") == ". . . . 2 ."


# Smoke


def test_mw_73_a_smoked_digit_is_not_sent_and_all_who_see_the_tile_see_the_smoke() -> None:
    state = position("* a b . . . . . c", seats=3)
    fund(state)
    act(state, 1, "smoke 1,0")
    assert shown(state, 0, "digit") == ". 2 . . . . . . ."
    advance(state, 500)
    assert shown(state, 0, "digit") == ". . . . . . . . ."
    assert shown(state, 0, "smoke") == ". 1 . . . . . . ."
    assert shown(state, 1, "smoke") == ". 1 . . . . . . ."
    assert shown(state, 2, "smoke") == ". . . . . . . . ."
    advance(state, 5_500)
    assert shown(state, 0, "digit") == ". 2 . . . . . . ."
    assert shown(state, 1, "smoke") == ". . . . . . . . ."


# Reveals


def test_mw_72_a_reveal_shows_one_foreign_tile_fully() -> None:
    state = position("a b* b*")
    fund(state)
    act(state, 0, "reveal 1,0")
    assert shown(state, 0, "item") == ". . ."
    advance(state, 250)
    assert shown(state, 0, "item") == ". 2 ."
    assert shown(state, 0, "sight") == "2 2 1"


def test_mw_72_an_empty_tile_is_shown_empty() -> None:
    state = position("a b b")
    fund(state)
    act(state, 0, "reveal 1,0")
    advance(state, 250)
    assert shown(state, 0, "item") == ". 4 ."


def test_mw_72_a_reveal_ends_when_the_tile_changes_owner() -> None:
    state = revealed_position()
    change_owner(state, 1, 0)
    assert shown(state, 0, "item") == ". . ."
    assert shown(state, 0, "sight") == "2 1 1"


def test_mw_72_a_reveal_ends_when_the_tile_explodes() -> None:
    state = revealed_position()
    act(state, 0, "strike 1,0", 1_000)
    advance(state, 2_000)
    assert shown(state, 0, "item") == ". . ."
    assert shown(state, 0, "sight") == "2 1 1"


def test_mw_72_a_reveal_ends_when_the_tile_falls_into_fog() -> None:
    state = revealed_position()
    change_owner(state, 0, 0)
    change_owner(state, 0, 1)
    assert shown(state, 0, "item") == ". . ."


def revealed_position() -> State:
    state = position("a b* b")
    fund(state)
    act(state, 0, "reveal 1,0")
    advance(state, 250)
    assert shown(state, 0, "item") == ". 2 ."
    return state


def test_mw_72_what_a_reveal_shows_follows_what_lies_there() -> None:
    state = revealed_position()
    ground.lay(state, 1, TRAP)
    rules.finish(state, 300)
    assert shown(state, 0, "item") == ". 3 ."
    ground.lay(state, 1, NONE)
    rules.finish(state, 300)
    assert shown(state, 0, "item") == ". 4 ."
