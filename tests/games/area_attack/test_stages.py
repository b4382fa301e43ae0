"""The stages, by time and by ground claimed; the endings and the places (AA-20 to AA-60)."""

import pytest

from freehold.game import Leave, Outcome, Resign, TimeUp
from freehold.games.area_attack import rules
from freehold.games.area_attack.views import view
from tests.games.area_attack import act, codes, draw, new_match, position, refusal, started_match


def test_aa_20_the_stages_begin_by_time() -> None:
    match = started_match()
    moments = (0, 180_000, 360_000, 420_000)
    assert match.view(0).facts.moments == moments
    for now, stage in ((179_999, 1), (180_000, 2), (359_999, 2), (360_000, 3), (419_999, 3)):
        match.advance(now)
        assert (match.state.stage, match.outcome) == (stage, None)
        assert match.view(0).facts.moments == moments
    match.advance(420_000)
    assert match.outcome is not None
    assert match.outcome.ending == "time"
    assert match.wake_at() is None


def test_aa_20_time_runs_from_the_moment_the_board_is_laid() -> None:
    match = new_match()
    match.advance(45_000)
    assert match.view(0).facts.moments == (45_000, 225_000, 405_000, 465_000)


def test_aa_20_a_stage_is_told() -> None:
    state = position("a.*.b")
    (stage,) = rules.wake(state, 180_000)
    assert (stage.code, stage.facts, stage.to) == ("stage", {"stage": 2}, None)


def test_aa_21_stage_2_begins_when_60_percent_of_the_safe_cells_are_claimed() -> None:
    state = position("a.*..*..*.*..*.b*")  # 10 of 17 are safe: wait for the sixth
    assert state.safe == 11
    state = position("a.*..*..*.*..*.b")
    state.safe = 10
    for x in (1, 3, 4):
        assert act(state, 0, f"open {x},0", now=7) == []
    assert (sum(state.cells), state.stage) == (5, 1)
    assert codes(act(state, 1, "open 6,0", now=8)) == ["stage"]
    assert (state.stage, state.moments) == (2, [0, 8, 360_000, 420_000])
    assert rules.wake_at(state) == 360_000


def test_aa_21_stage_3_begins_at_90_percent_and_lasts_60_seconds() -> None:
    state = position("aaaaaaa.*b.*.*", stage=2)
    assert state.safe == 11
    act(state, 1, "open 10,0", now=200_000)
    assert state.stage == 2
    assert codes(act(state, 0, "open 7,0", now=201_000)) == ["stage"]
    assert (state.stage, state.moments) == (3, [0, 180_000, 201_000, 261_000])
    assert rules.wake_at(state) == 261_000
    assert rules.wake(state, 261_000) == []
    assert rules.outcome(state) == Outcome("time", (1, 2), (8, 2))


def test_aa_21_one_claim_may_pass_both_marks() -> None:
    state = position("a..............*.")
    assert codes(act(state, 0, "open 4,0", now=10)) == ["stage", "stage"]
    assert (state.stage, state.moments) == (3, [0, 10, 10, 60_010])
    assert state.due == [(60_010, "end", ())]


def test_aa_21_shares_are_of_the_safe_cells_as_the_board_is_now() -> None:
    state = position("aaaaa*...*", stage=2, stage_3_percent=75)
    state.mine[6:9] = b"\1\1\0"  # as if a blast had laid mines
    state.safe = 6
    state.owner[0] = state.cell[0] = 0
    state.cells[0] = 4
    state.legal[0][0] = 1
    act(state, 0, "open 0,0", now=200_000)
    assert state.stage == 3, "5 of 6 are more than 75 %, 5 of 8 are less"


def test_aa_21_the_stage_never_goes_back() -> None:
    state = position("aaaaaaaaaaaa*aaaaaa.....*.", stage=3, blast_radius=3)
    act(state, 0, "open 12,0")
    assert sum(state.cells) * 100 < 60 * state.safe
    act(state, 0, "open 19,0")
    assert (state.stage, state.moments[3]) == (3, 420_000)


def test_aa_22_the_match_ends_at_once_when_the_board_is_clear() -> None:
    state = position("a.*b", stage_2_percent=100, stage_3_percent=100)
    notices = act(state, 0, "open 1,0", now=5)
    assert codes(notices) == ["stage", "stage"]
    assert rules.outcome(state) == Outcome("cleared", (1, 2), (2, 1))
    assert (rules.wake_at(state), rules.awaited(state)) == (None, ())
    assert view(state, 0).facts.moments == (0, 5, 5, 5)
    assert view(state, 0).facts.ending == "cleared"
    assert view(state, 0).facts.places == (1, 2)
    assert view(state, 0).facts.graph == ((5, 1, 1), (5, 2, 1))


def test_aa_22_mines_and_craters_need_nothing() -> None:
    state = position("aXo.*b", stage=2)
    act(state, 1, "open 4,0", now=200_000)
    assert draw(state)[:3] == "aXo"
    state = position("aXo.*b", stage=3)
    state.legal[0][3] = 1
    act(state, 0, "open 3,0", now=200_000)
    assert state.outcome is not None
    assert state.outcome.ending == "cleared"


def test_aa_22_a_blast_can_clear_the_board() -> None:
    state = position("b*o*aa", stage=2, blast_radius=1, density_percent=35)
    stream = state.chance.copy()
    while not stream.percent(35):
        pass
    state.chance.at = stream.at - 1  # the next draw is a mine
    assert codes(act(state, 0, "open 3,0", now=200_000)) == ["blast"]
    assert draw(state) == "b*oo*a"
    assert state.outcome == Outcome("cleared", (1, 1), (1, 1))


def test_aa_22_a_chord_stops_when_the_match_is_over() -> None:
    state = position("*.  a.  bb", stage_2_percent=100, stage_3_percent=100)
    act(state, 0, "flag 0,0")
    act(state, 0, "chord 0,1", now=4)
    assert state.outcome == Outcome("cleared", (1, 2), (3, 2))


def test_aa_22_nobody_stays_frozen_when_the_match_ends() -> None:
    state = position("a.*b", stage_2_percent=100, stage_3_percent=100)
    act(state, 1, "open 2,0", now=5)
    notices = act(state, 0, "open 1,0", now=6)
    assert codes(notices) == ["thawed", "stage", "stage"]
    assert view(state, 1).facts.ending == "cleared"


def test_aa_50_stage_3_is_stage_2_until_the_end() -> None:
    state = position("a.*..  .....  *...b", stage=3, blast_radius=1)
    assert refusal(state, 0, "open 2,0").code == "too_far"
    act(state, 0, "open 1,0", now=400_000)
    assert codes(act(state, 0, "open 2,0", now=400_001)) == ["blast"]
    assert rules.wake(state, 419_999) == []
    rules.wake(state, 420_000)
    assert state.outcome is not None


@pytest.mark.parametrize(
    ("board", "places"),
    [("abbcd", (2, 1, 2, 2)), ("aabbcd", (1, 1, 3, 3)), ("aaabbc", (1, 2, 3, 4))],
)
def test_aa_51_placement_by_cells_owned_and_equal_areas_share(
    board: str, places: tuple[int, ...]
) -> None:
    state = position(board + ".*", stage=3, seats=4)
    rules.wake(state, 420_000)
    assert state.outcome == Outcome("time", places, tuple(board.count(s) for s in "abcd"))


def test_aa_60_when_one_player_is_left_first_place_is_theirs() -> None:
    state = position("abbccc.*", seats=3)
    assert codes(rules.act(state, 5, 2, Leave())) == ["left"]
    assert rules.outcome(state) is None
    assert rules.awaited(state) == (0, 1)
    rules.act(state, 6, 1, Resign())
    assert state.outcome == Outcome("deserted", (1, 3, 2), (1, 2, 3))
    assert rules.awaited(state) == ()
    assert view(state, 0).facts.moments[3] == 6


def test_aa_60_the_area_of_one_who_left_stays_and_can_be_blown_up() -> None:
    state = position("cc*ab.", stage=2, seats=3, blast_radius=1)
    rules.act(state, 5, 2, Leave())
    assert view(state, 0).facts.out == (False, False, True)
    assert refusal(state, 0, "open 0,0").facts == {"seat": 2}
    act(state, 0, "open 2,0", now=200_000)
    assert state.cells == [0, 1, 1]


def test_aa_60_the_area_of_one_who_left_counts_for_stages_and_for_the_end() -> None:
    state = position("cccccc*b.a*", seats=3)
    rules.act(state, 5, 2, Leave())
    assert codes(act(state, 0, "open 8,0", now=10)) == ["stage", "stage"]
    assert state.outcome == Outcome("cleared", (1, 2, 3), (2, 1, 6))


def test_aa_60_a_player_who_has_left_can_do_nothing_more() -> None:
    state = position("a.*bc", seats=3)
    rules.act(state, 5, 2, Leave())
    assert refusal(state, 2, "open 1,0").code == "out"
    with pytest.raises(Exception, match="out"):
        rules.act(state, 6, 2, Resign())
    assert rules.act(state, 6, 0, TimeUp()) == [], "there are no players' clocks here"


def test_the_graph_has_a_point_every_5_seconds_and_at_the_end() -> None:
    state = position("a.*.*.*.*b", stage=1, stage_2_percent=100, stage_3_percent=100)
    for x, now in ((1, 1000), (3, 5999), (5, 6000)):
        act(state, 0, f"open {x},0", now=now)
    assert state.graph == [(1000, 1, 1), (6000, 3, 1)]
    assert view(state, 0).facts.graph == ()
    act(state, 1, "open 7,0", now=7000)
    assert view(state, 0).facts.graph == ((1000, 1, 1), (6000, 3, 1), (7000, 4, 2))


def test_a_chord_is_in_the_graph_too() -> None:
    state = position("*a.  ..b  ...")
    act(state, 0, "flag 0,0")
    act(state, 0, "chord 1,0", now=9000)
    assert state.graph == [(9000, 1, 1)]
