"""Elimination, and how the match ends (MW-90, MW-91)."""

from __future__ import annotations

from freehold.game import Arrive, Leave, Outcome, TimeUp
from freehold.games.minewars import ground, rules
from freehold.games.minewars.moves import endings
from freehold.games.minewars.state import State
from tests.games.minewars import act, advance, codes, draw, fund, give, picture, position, refusal

LAST_STAND = """
    a  a  a  b^  b
    a  bC .  b   b=?
    a  a  a  b*  bT
"""


def without_city(seats: int = 2) -> State:
    """Seat 1's only city is about to be taken."""
    state = position(LAST_STAND, seats=seats)
    give(state, 2, 1, 1)
    return state


def test_mw_90_a_player_who_owns_no_city_is_out_at_that_moment() -> None:
    state = without_city(seats=3)
    notices = advance(state, 5_000)
    assert codes(notices) == ["city_taken_from", "eliminated", "building_lost"]
    assert notices[1].facts == {"seat": 1}
    assert [player.is_out for player in state.players] == [False, True, False]
    assert state.players[1].out_at == 5_000
    assert state.outcome is None


def test_mw_90_tiles_clusters_and_structures_turn_neutral_and_items_stay() -> None:
    state = without_city(seats=3)
    advance(state, 5_000)
    assert draw(state) == picture("""
        a  a  a  ^  .
        a  aC a  .  .
        a  a  a  *  T
    """)
    assert state.players[1].land == 0


def test_mw_90_delayed_actions_of_a_player_who_is_out_are_void() -> None:
    state = without_city(seats=3)
    fund(state)
    act(state, 1, "deploy mine 3,1", now=4_900)
    act(state, 0, "deploy mine 0,0", now=4_900)
    advance(state, 5_000)
    assert [deed.seat for deed in state.deeds.values()] == [0]
    advance(state, 6_000)
    assert state.item[8] == 0
    assert state.item[0] != 0


def test_mw_90_a_player_who_is_out_can_do_nothing_more() -> None:
    state = without_city(seats=3)
    advance(state, 5_000)
    for text in ("flag 0,0", "capture 3,1", "resign"):
        assert refusal(state, 1, text, now=5_000).code == "out"
    assert rules.awaited(state) == (0, 2)


def test_mw_90_stuns_and_blindness_end_with_it() -> None:
    state = without_city(seats=3)
    state.players[1].stunned_until = state.players[1].blind_until = 9_000
    state.players[1].ready["capture"] = 9_000
    state.due += [(9_000, "blind", (1,)), (9_000, "stun", (1,))]
    advance(state, 5_000)
    player = state.players[1]
    assert (player.stunned_until, player.blind_until, player.ready) == (0, 0, {})
    assert not [due for due in state.due if due[1] in ("blind", "stun")]


def test_mw_90_surrender_counts_as_elimination_and_the_cities_turn_neutral() -> None:
    state = position(LAST_STAND, seats=3)
    notices = act(state, 1, "resign", now=3_000)
    assert codes(notices) == ["surrendered", "building_lost"]
    assert draw(state).split()[6] == "C"
    assert state.cities[0].owner == 0
    assert state.players[1].is_out


def test_mw_90_elimination_ends_the_match_when_one_player_is_left() -> None:
    state = without_city()
    advance(state, 5_000)
    assert state.outcome == Outcome("elimination", (1, 2), (2, 0))
    assert rules.wake_at(state) is None
    assert rules.awaited(state) == ()
    assert rules.outcome(state) == state.outcome


def test_mw_90_the_eliminated_place_by_when_they_went_out() -> None:
    state = position("a b c d *", seats=4)
    act(state, 2, "resign", now=1_000)
    act(state, 0, "resign", now=2_000)
    act(state, 3, "resign", now=3_000)
    assert state.outcome == Outcome("elimination", (3, 1, 4, 2), (0, 1, 0, 0))


def test_mw_90_a_player_who_goes_out_at_the_same_moment_places_together() -> None:
    state = position("a b c d *", seats=4)
    for seat in (1, 2):
        act(state, seat, "resign", now=1_000)
    act(state, 3, "resign", now=2_000)
    assert state.outcome is not None
    assert state.outcome.places == (1, 3, 3, 2)


def test_mw_90_time_most_cities_win() -> None:
    state = position("""
        aC  ~  bC ~  bC ~
        a   a  b  ~  ~  ~
    """)
    endings.run_out(state, 900_000)
    assert state.outcome == Outcome("time", (2, 1), (1, 2))


def test_mw_90_time_then_most_land_and_equals_share() -> None:
    state = position("a a b c c *", seats=3)
    endings.run_out(state, 900_000)
    assert state.outcome == Outcome("time", (1, 3, 1), (1, 1, 1))


def test_mw_90_time_a_player_who_is_out_ranks_below_the_others() -> None:
    state = position("a a b c c *", seats=3)
    act(state, 0, "resign", now=10)
    endings.run_out(state, 900_000)
    assert state.outcome == Outcome("time", (3, 2, 1), (0, 1, 1))


def test_mw_90_clusters_are_no_land_when_land_is_counted() -> None:
    state = position("a a% a% b b *")
    assert [player.land for player in state.players] == [1, 2]
    ground.turn(state, 1, 3)
    assert [player.land for player in state.players] == [2, 2]


def test_mw_91_a_death_is_being_stunned_and_the_kill_goes_to_the_mines_owner() -> None:
    state = position("""
        a  b*  b
        *  .   .
    """)
    act(state, 0, "capture 1,0")
    assert [(player.kills, player.deaths) for player in state.players] == [(0, 1), (1, 0)]


def test_mw_91_the_first_players_mines_kill_for_them_too() -> None:
    state = position("b a* . *")
    notices = act(state, 1, "capture 1,0")
    assert codes(notices) == ["killed"]
    assert notices[0].facts == {"seat": 1, "killer": 0, "x": 1, "y": 0}
    assert [(player.kills, player.deaths) for player in state.players] == [(1, 0), (0, 1)]


def test_mw_91_a_neutral_mines_kill_goes_to_nobody() -> None:
    state = position("a * . *")
    notices = act(state, 0, "capture 1,0")
    assert codes(notices) == ["stunned_by_mine"]
    assert notices[0].facts == {"seat": 0, "x": 1, "y": 0}
    assert [(player.kills, player.deaths) for player in state.players] == [(0, 1), (0, 0)]


def test_coming_and_going_changes_nothing() -> None:
    state = position("a . b *")
    before = state.copy()
    for action in (Arrive(), Leave(), TimeUp()):
        assert rules.act(state, 500, 0, action) == []
    assert state == before


def test_the_graph_has_a_point_every_five_seconds_at_most_and_one_at_the_end() -> None:
    state = position("a . * . b")
    for now in (0, 4_999, 5_000, 9_000):
        act(state, 0, "flag 2,0" if now in (0, 5_000) else "unflag 2,0", now=now)
    assert [point[0] for point in state.graph] == [0, 5_000]
    endings.run_out(state, 9_500)
    assert state.graph[-1] == (9_500, 1, 1)


def test_mw_90_when_it_is_over_nothing_is_due_any_more() -> None:
    state = position("aC a ~ b bC")
    act(state, 0, "harvest 1,0")
    assert state.due
    act(state, 1, "resign")
    assert state.outcome is not None
    assert state.due == []
