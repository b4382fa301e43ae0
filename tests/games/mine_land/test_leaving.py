"""Coming, going, dying and watching."""

from __future__ import annotations

from freehold.game import TRUTH, Arrive, Leave, Resign, TimeUp
from freehold.games.mine_land import GAME, rules
from freehold.games.mine_land.state import State
from freehold.match import Match, read_record, verify
from tests.games.mine_land import (
    act,
    draw,
    new_match,
    new_state,
    position,
    refusal,
    view,
)


def test_ml_51_a_newcomer_takes_the_next_seat() -> None:
    state = new_state(2)
    notices = act(state, 2, Arrive(), 5_000)
    assert len(state.walkers) == 3
    assert state.living == [0, 1, 2]
    assert state.walkers[2].at in state.spawns
    assert (state.walkers[2].flags, state.walkers[2].score) == (3, 0)
    assert [(n.code, n.facts) for n in notices] == [("arrived", {"seat": 2})]
    assert view(state, 2).facts.at is not None
    assert state.walkers[2].at in state.touched.cells


def test_a_newcomer_is_told_to_who_sees_the_spawn_tile() -> None:
    state = position("a........................b*")
    state.spawns = [1]
    state.ground[1] = 2
    (arrived,) = act(state, 2, Arrive())
    assert arrived.to == (0, 2, TRUTH)


def test_nobody_comes_two_seats_after_the_last() -> None:
    state = new_state(2)
    assert refusal(state, 3, Arrive()).code == "not_arrived"
    assert refusal(state, 2, "step north").code == "not_arrived"
    assert refusal(state, 2, Leave()).code == "not_arrived"


def test_a_player_who_is_here_already_arrives_without_effect() -> None:
    state = new_state(2)
    before = state.copy()
    assert act(state, 1, Arrive()) == []
    assert state == before


def test_no_clock_of_players_runs_out_here() -> None:
    state = new_state(2)
    assert act(state, 1, TimeUp()) == []
    assert act(state, 9, TimeUp()) == []


def test_ml_55_a_player_who_leaves_is_off_the_board_and_returns_to_everything() -> None:
    state = position("_a_b..*")
    act(state, 0, "step west")
    act(state, 0, "step east", 120)
    state.walkers[0].flags, state.walkers[0].score = 7, 12
    (left,) = act(state, 0, Leave(), 500)
    assert (left.code, left.facts, left.to) == ("left", {"seat": 0}, (0, 1, TRUTH))
    assert draw(state) == "___b..*"
    assert (state.living, state.walkers[0].is_away) == ([1], True)
    assert view(state, 1).facts.walkers == ()
    (arrived,) = act(state, 0, Arrive(), 900)
    assert (arrived.code, arrived.to) == ("arrived", (0, 1, TRUTH))
    assert draw(state) == "_a_b..*"
    facts = view(state, 0).facts
    assert (facts.at, facts.flags, facts.score, facts.is_away) == ((1, 0), 7, 12, False)
    assert view(state, 1).facts.walkers == ((0, 1, 0),)


def test_ml_55_resigning_is_leaving() -> None:
    state = position("a_b*")
    act(state, 0, Resign())
    assert state.walkers[0].is_away
    assert refusal(state, 0, Resign()).code == "away"
    assert refusal(state, 0, Leave()).code == "away"


def test_ml_55_off_the_board_nothing_harms_and_nothing_is_done() -> None:
    state = position("*a_b_....c*")
    act(state, 1, Leave())
    act(state, 0, "flip 0,0")
    assert state.walkers[0].is_dead
    assert not state.walkers[1].is_dead
    for text in ("step east", "flip 2,0", "flag 2,0", "unflag 2,0", "watch next"):
        assert refusal(state, 1, text).code == "away"


def test_ml_55_they_return_to_the_same_tile_whatever_became_of_it() -> None:
    state = position("_rab.*")
    act(state, 0, "step west")
    act(state, 0, Leave())
    act(state, 1, "step west")
    act(state, 1, "unflag 1,0")
    act(state, 0, Arrive(), 200)
    assert (view(state, 0).facts.at, state.ground[1]) == ((1, 0), 1)
    act(state, 0, "step west", 200)


def test_ml_55_one_who_died_is_dead_on_return() -> None:
    state = position("*a......b*")
    act(state, 0, "flip 0,0")
    assert act(state, 0, Leave(), 100) == []
    assert (state.ghosts, state.walkers[0].is_away) == (0, True)
    assert act(state, 0, Arrive(), 200) == []
    assert (state.ghosts, state.living) == (1, [1])
    assert refusal(state, 0, "step east", 300).code == "dead"


def test_ml_55_flags_lying_where_one_returns_are_for_who_steps_there() -> None:
    state = position("a_b*")
    act(state, 0, Leave())
    state.loot[0] = 2
    act(state, 0, Arrive())
    assert (state.loot[0], state.walkers[0].flags) == (2, 3)


def test_ml_55_a_player_who_is_away_sees_what_they_saw_last() -> None:
    state = position("a_.b..*")
    act(state, 0, Leave())
    before = view(state, 0)
    assert (before.facts.is_away, before.facts.walkers) == (True, ((1, 3, 0),))
    act(state, 1, "flip 2,0")
    act(state, 1, "step west")
    assert view(state, 0) == before
    state.touched.cells.clear()
    act(state, 0, Arrive())
    assert view(state, 0).layers["ground"] == bytes(state.ground[:6])
    assert state.touched.cells >= set(range(6)), "all of it is told again"
    assert 0 in state.touched.viewers


def test_ml_52_the_dead_hold_their_last_window() -> None:
    state = position("*a....b.*")
    act(state, 0, "flip 0,0")
    last = view(state, 0)
    assert last.layers["ground"] == bytes([3, 2, 2, 2, 1, 1, 2]), "with the blast that killed"
    assert last.facts.walkers == ((1, 6, 0),)
    assert last.facts.watching == -1
    act(state, 1, "flip 5,0")
    act(state, 1, "step west")
    assert view(state, 0) == last


def test_ml_52_the_dead_watch_through_the_eyes_of_a_living_player() -> None:
    state = position("*a.......b_*")
    act(state, 0, "flip 0,0")
    state.touched.cells.clear()
    (notice,) = act(state, 0, "watch 1", 500)
    assert (notice.code, notice.facts, notice.to) == ("watching", {"seat": 1}, (0,))
    seen, own = view(state, 0), view(state, 1)
    assert (seen.rect, seen.layers) == (own.rect, own.layers)
    assert seen.facts.walkers == ((1, 9, 0),)
    assert (seen.facts.watching, seen.facts.at, seen.facts.score) == (1, (1, 0), 1)
    assert seen.facts.is_dead
    assert state.touched.cells == set(range(4, 12))
    state.touched.viewers.clear()
    act(state, 1, "step east", 600)
    assert state.touched.viewers == {0, 1}
    assert view(state, 0).rect == view(state, 1).rect


def test_ml_52_nobody_else_can_be_watched() -> None:
    state = position("*a......_b_c*")
    act(state, 0, "flip 0,0")
    act(state, 2, Leave())
    gone = refusal(state, 0, "watch 2")
    assert (gone.code, gone.facts) == ("not_living", {"seat": 2})
    assert refusal(state, 0, "watch 0").code == "not_living"
    assert refusal(state, 0, "watch 3").code == "no_such_player"
    assert refusal(state, 1, "watch 0").code == "not_dead"


def dead_and_watching(board: str, *watched: str) -> State:
    state = position(board)
    act(state, 0, "flip 0,0")
    for text in watched:
        act(state, 0, text)
    return state


def test_ml_52_watch_next_goes_round() -> None:
    state = position("*a......b_c_d*")
    act(state, 0, "flip 0,0")
    seen = []
    for _ in range(4):
        act(state, 0, "watch next")
        seen.append(state.walkers[0].watching)
    assert seen == [1, 2, 3, 1]
    assert [walker.watched_by for walker in state.walkers] == [(), (0,), (), ()]


def test_ml_52_watch_next_when_nobody_lives() -> None:
    state = position("*ab....*")
    act(state, 0, "flip 0,0")
    before = state.copy()
    (notice,) = act(state, 0, "watch next")
    assert (notice.code, notice.to) == ("nobody_to_watch", (0,))
    assert state == before


def test_ml_52_when_the_watched_one_leaves_their_last_window_is_held() -> None:
    state = dead_and_watching("*a.......b_*", "watch 1")
    act(state, 1, Leave(), 50)
    assert state.walkers[0].watching == -1
    assert (view(state, 0).rect, view(state, 0).layers) == (
        view(state, 1).rect,
        view(state, 1).layers,
    )
    assert state.walkers[1].watched_by == ()


def test_ml_52_when_the_watched_one_dies_too() -> None:
    state = dead_and_watching("*a.......b*..*", "watch 1")
    state.touched.viewers.clear()
    notices = act(state, 1, "flip 10,0", 50)
    assert [n.to for n in notices if n.code == "died"] == [(1, 0, TRUTH)]
    assert [n.to for n in notices if n.code == "boom"] == [(1, 0, TRUTH)]
    assert state.touched.viewers >= {0, 1}
    assert view(state, 0).layers["ground"] == view(state, 1).layers["ground"]
    assert draw(state) == "o3__..." + "__3o__!"
    assert view(state, 0).facts.watching == -1
    assert state.walkers[1].watched_by == ()


def test_ml_52_a_dead_player_who_leaves_stops_watching() -> None:
    state = dead_and_watching("*a.......b_*", "watch 1")
    before = view(state, 0)
    act(state, 0, Leave())
    assert state.walkers[1].watched_by == ()
    assert state.walkers[0].watching == -1
    assert view(state, 0).layers == before.layers
    act(state, 0, Arrive())
    assert view(state, 0).layers == before.layers


def test_ml_52_what_a_dead_player_saw_last_is_held_while_they_are_away() -> None:
    state = dead_and_watching("*a.......b_*............c*", "watch 1")
    before = view(state, 0)
    state.touched.viewers.clear()
    act(state, 0, Leave())
    assert (view(state, 0).rect, view(state, 0).layers) == (before.rect, before.layers)
    assert 0 in state.touched.viewers
    state.touched.viewers.clear()
    act(state, 0, Arrive())
    assert 0 in state.touched.viewers
    assert not view(state, 0).facts.is_away


def test_a_player_who_leaves_and_who_watched_them_are_told() -> None:
    state = dead_and_watching("*a.......b_*............c*", "watch 1")
    state.touched.viewers.clear()
    act(state, 1, Leave())
    assert state.touched.viewers == {0, 1}


def test_two_dead_players_may_watch_one() -> None:
    state = position("*ab......_c_*")
    act(state, 0, "flip 0,0")
    act(state, 1, "watch 2")
    act(state, 0, "watch 2")
    act(state, 1, "watch next")
    assert [walker.watched_by for walker in state.walkers] == [(), (), (0, 1)]
    act(state, 1, Leave())
    assert [walker.watched_by for walker in state.walkers] == [(), (), (0,)]


def test_ml_57_an_empty_world_is_kept() -> None:
    state = position("a_b*")
    act(state, 0, Leave(), 1_000)
    act(state, 1, Leave(), 2_000)
    while (at := rules.wake_at(state)) is not None:
        rules.wake(state, at)
    assert state.outcome is None
    act(state, 0, Arrive(), 900_000)
    assert draw(state) == "a__*"


def test_ml_57_a_restart_loses_nothing() -> None:
    match = new_match(2)
    match.sit(100, "Cy")
    match.act(200, 1, Leave())
    again = Match(GAME, match.header, match.snapshot())
    assert again.state == match.state
    assert again.fingerprint() == match.fingerprint()
    assert again.view(2) == match.view(2)


def test_ml_54_a_newcomer_through_the_match_is_in_its_record() -> None:
    match = new_match(1, round_seconds=5)
    match.open(0)
    assert match.sit(400, "Bo") == 1
    match.act(500, 1, Leave())
    match.act(900, 1, Arrive())
    match.advance(6_000)
    assert match.outcome is not None
    assert match.outcome.places == (1, 1)
    assert verify(GAME, read_record(match.log.dump())).endswith("time")
