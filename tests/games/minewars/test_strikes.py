"""Strikes, reveals and smoke (MW-71 to MW-73, MW-76)."""

from tests.games.minewars import (
    EXACT,
    act,
    advance,
    codes,
    draw,
    fund,
    money,
    picture,
    position,
    refusal,
)

SHOWN_EMPTY = 4


# Strike


def test_mw_71_each_tile_explodes_items_are_destroyed_and_land_keeps_its_owner() -> None:
    state = position(
        """
        aC a b* b ~ bC
        a  a *  ~ ~ ~
        a  a b  ~ ~ ~
        """
    )
    fund(state)
    act(state, 0, "strike 2,0 2,1 2,2")
    notices = advance(state, 1_000)
    assert draw(state) == picture(
        """
        aC a bx b ~ bC
        a a x ~ ~ ~
        a a bx ~ ~ ~
        """
    )
    assert [(each.code, each.facts["x"], each.facts["y"]) for each in notices] == [
        ("explosion", 2, 0),
        ("explosion", 2, 1),
        ("explosion", 2, 2),
    ]
    assert not any(player.stunned_until or player.deaths for player in state.players)
    assert not any(state.skull)


def test_mw_71_an_explosion_is_told_to_those_who_see_the_tile() -> None:
    state = position("aC a b b b ~ ~ ~ ~ ~ c cC ~ bC", seats=3)
    fund(state)
    act(state, 0, "strike 2,0")
    (notice,) = advance(state, 1_000)
    assert notice.to is not None
    assert {seat for seat in notice.to if seat >= 0} == {0, 1}


def test_mw_71_an_explosion_sets_off_no_other_item() -> None:
    state = position("aC a b* b* b! ~ bC")
    fund(state)
    act(state, 0, "strike 2,0")
    advance(state, 1_000)
    assert draw(state) == "aC a bx b* b! ~ bC"


def test_mw_71_protected_tiles_can_be_struck() -> None:
    state = position(
        """
        aC a  . b ~ bC
        ~  a* ~ ~ ~ ~
        """
    )
    fund(state)
    act(state, 1, "capture 2,0")
    assert refusal(state, 0, "capture 2,0", now=1).code == "protected"
    act(state, 0, "strike 2,0", now=1)
    advance(state, 1_001)
    assert draw(state).splitlines()[0] == "aC a bx b ~ bC"


def test_mw_71_only_foreign_tiles_touching_own_land_are_in_reach() -> None:
    state = position(
        """
        aC a  .  . b
        ~  ~  b  ~ ~
        a^ a% ~  ~ ~
        ~  ~  ~  ~ bC
        """
    )
    fund(state)
    assert refusal(state, 0, "strike 1,0").code == "yours"
    for place in ("3,0", "4,0", "1,3", "2,3", "4,3"):
        assert refusal(state, 0, f"strike {place}").code == "strike_too_far", place
    assert refusal(state, 0, "strike 2,0 3,0").code == "strike_too_far"
    assert refusal(state, 0, "strike 2,0 2,1 2,0").code == "named_twice"
    act(state, 0, "strike 2,0 2,1")


def test_mw_71_own_clusters_and_cities_give_no_reach() -> None:
    state = position("a^ . ~ ~ . aC ~ bC")
    fund(state)
    assert refusal(state, 0, "strike 1,0").code == "strike_too_far"
    assert refusal(state, 0, "strike 4,0").code == "strike_too_far"


def test_mw_71_city_and_cluster_tiles_cannot_be_struck_nor_plain_water() -> None:
    state = position(
        """
        aC a b^ %
        ~  a bC ~
        ~  a ~+ .
        """
    )
    fund(state)
    for place in ("2,0", "2,1", "0,1"):
        assert refusal(state, 0, f"strike {place}").code == "strike_not_land", place


def test_mw_71_a_table_may_let_strikes_reach_all_that_is_in_sight() -> None:
    state = position("aC a . b* b b b ~ bC", strike_reach="sight")
    fund(state)
    assert refusal(state, 0, "strike 5,0").code == "strike_too_far"
    act(state, 0, "strike 3,0 4,0")
    advance(state, 1_000)
    assert draw(state) == "aC a . bx bx b b ~ bC"


def test_mw_71_what_is_out_of_sight_refuses_alike_whatever_is_there() -> None:
    for reach in ("touching", "sight"):
        refusals = {
            refusal(position(line, strike_reach=reach), 0, "strike 6,0").code
            for line in (
                "aC a ~ ~ ~ . . . bC",
                "aC a ~ ~ ~ b ^ b bC",
                "aC a ~ ~ ~ b ~+ b bC",
                "aC a ~ ~ ~ b b*= b bC",
            )
        }
        assert refusals == {"strike_too_far"}


def test_mw_71_tiles_no_longer_foreign_or_in_reach_are_dropped_and_their_price_returned() -> None:
    state = position(
        """
        aC a  .
        ~  ~  *
        ~  a  b
        ~  b* ~
        ~  ~  bC
        """,
        **EXACT,
    )
    fund(state)
    before = money(state, 0, 1_000)
    act(state, 0, "strike 2,0 2,1 2,2")
    act(state, 0, "capture 2,0", now=10)
    act(state, 1, "capture 1,2", now=20)
    assert draw(state).splitlines()[:3] == ["aC a a", "~ ~ *", "~ b b"]
    advance(state, 1_000)
    assert draw(state).splitlines()[:3] == ["aC a a", "~ ~ x", "~ b b"]
    assert before - money(state, 0, 1_000) == 300


def test_mw_71_a_strike_of_which_nothing_is_left_is_returned_whole() -> None:
    state = position("aC a . ~ bC", **EXACT)
    before = money(state, 0, 1_000)
    act(state, 0, "strike 2,0")
    act(state, 0, "capture 2,0", now=10)
    assert codes(advance(state, 1_000)) == ["void"]
    assert draw(state) == "aC a a ~ bC"
    assert money(state, 0, 1_000) == before


def test_mw_71_a_strike_is_paid_where_its_first_tile_lies() -> None:
    state = position("aC a . a aC ~ bC", **EXACT, regions="1 1 2 2 2 0 3")
    act(state, 0, "strike 2,0")
    assert [money(state, city) for city in range(2)] == [1_600, 1_300]


# Reveal


def test_mw_72_a_reveal_shows_what_lies_on_a_foreign_tile() -> None:
    for tile, shown in {"b*": 2, "*": 2, "bo": 1, "b": SHOWN_EMPTY, ".": SHOWN_EMPTY}.items():
        state = position(f"aC a {tile} ~ bC")
        fund(state)
        act(state, 0, "reveal 2,0")
        assert state.known[0].item[2] == 0
        (notice,) = advance(state, 250)
        assert (notice.code, notice.facts) == ("revealed", {"x": 2, "y": 0})
        assert (state.known[0].item[2], state.known[0].sight[2]) == (shown, 2), tile


def test_mw_72_a_trap_blinds_the_player_who_reveals_it_and_is_used_up() -> None:
    state = position("aC a b! ~ bC")
    fund(state)
    act(state, 0, "reveal 2,0")
    assert codes(advance(state, 250)) == ["blinded"]
    assert state.players[0].blind_until == 6_250
    assert draw(state) == "aC a b ~ bC"
    assert state.known[0].item[2] == SHOWN_EMPTY


def test_mw_72_it_lasts_until_the_tile_changes_owner_or_explodes() -> None:
    for text in ("strike 2,0", "capture 2,0"):
        state = position("aC a b* * c ~ bC cC", seats=3)
        fund(state)
        act(state, 0, "reveal 2,0")
        advance(state, 250)
        assert state.known[0].item[2] == 2
        act(state, 0, text, now=300)
        advance(state, 2_000)
        assert state.known[0].item[2] == 0
    state = position("aC a . c* ~ bC cC", seats=3)
    fund(state)
    act(state, 0, "reveal 2,0")
    advance(state, 250)
    act(state, 2, "capture 2,0", now=300)
    assert state.known[0].item[2] == 0


def test_mw_72_only_foreign_land_touching_own_land_can_be_revealed() -> None:
    state = position(
        """
        aC a  .  b
        ~  a  b^ ~
        ~  a  bC ~
        """
    )
    fund(state)
    assert refusal(state, 0, "reveal 1,0").code == "yours"
    assert refusal(state, 0, "reveal 3,0").code == "reveal_too_far"
    for place in ("2,1", "2,2", "0,1"):
        assert refusal(state, 0, f"reveal {place}").code == "reveal_not_land", place


def test_mw_76_a_reveal_of_what_has_become_ones_own_is_void() -> None:
    state = position("aC a . ~ bC", **EXACT)
    before = money(state, 0, 250)
    act(state, 0, "reveal 2,0")
    act(state, 0, "capture 2,0", now=10)
    assert codes(advance(state, 250)) == ["void"]
    assert money(state, 0, 250) == before
    assert not state.known[0].revealed


# Smoke


def test_mw_73_a_smoke_hides_another_players_digit_for_5_seconds() -> None:
    state = position("aC a* b ~ bC")
    fund(state)
    assert state.known[1].digit[2] == 2, "a digit of 1"
    act(state, 0, "smoke 2,0")
    advance(state, 499)
    assert state.known[1].digit[2] == 2
    advance(state, 500)
    assert [known.smoke[2] for known in state.known] == [1, 1]
    assert state.known[1].digit[2] == 0
    advance(state, 5_499)
    assert state.known[1].digit[2] == 0
    advance(state, 5_500)
    assert state.known[1].digit[2] == 2
    assert [known.smoke[2] for known in state.known] == [0, 0]
    assert not state.smokes


def test_mw_73_a_smoke_on_a_smoke_lasts_from_its_own_moment() -> None:
    state = position("aC a* b ~ bC")
    fund(state)
    act(state, 0, "smoke 2,0")
    act(state, 0, "smoke 2,0", now=1_000)
    advance(state, 6_499)
    assert dict(state.smokes) == {2: 6_500}
    advance(state, 6_500)
    assert not state.smokes


def test_mw_73_an_explosion_clears_it() -> None:
    state = position("aC a a* b ~ bC")
    fund(state)
    act(state, 0, "smoke 3,0")
    act(state, 0, "strike 3,0", now=100)
    advance(state, 500)
    assert state.smokes
    advance(state, 1_100)
    assert not state.smokes
    assert state.known[1].digit[3] == 2
    assert "smoke" not in [what for _, what, _ in state.due]


def test_mw_73_only_another_players_land_that_touches_ones_own() -> None:
    state = position(
        """
        aC a  .  b
        ~  a  b^ ~
        ~  a  bC ~
        """
    )
    fund(state)
    assert refusal(state, 0, "smoke 1,0").code == "yours"
    assert refusal(state, 0, "smoke 3,0").code == "smoke_too_far"
    for place in ("2,0", "2,1", "2,2"):
        assert refusal(state, 0, f"smoke {place}").code == "smoke_no_digit", place


def test_mw_76_a_smoke_is_void_when_the_tile_is_nobodys_any_more() -> None:
    state = position("aC a b c cC ~ bC", seats=3, **EXACT)
    before = money(state, 0, 500)
    act(state, 0, "smoke 2,0")
    act(state, 1, "resign", now=10)
    assert codes(advance(state, 500)) == ["void"]
    assert money(state, 0, 500) == before
