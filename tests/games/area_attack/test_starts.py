"""Choosing starting cells (AA-02 to AA-06)."""

import pytest

from freehold.game import PUBLIC, Arrive, Leave, Outcome, Resign
from freehold.games.area_attack import rules
from freehold.games.area_attack.views import view
from tests.games.area_attack import act, codes, new_match, new_state, refusal, say, started_match


def test_aa_02_the_game_begins_with_a_blank_board() -> None:
    state = new_state(4)
    assert not any(state.mine + state.owner + state.cell + state.number)
    assert (state.stage, state.picks, state.cells) == (0, [-1] * 4, [0] * 4)
    assert rules.awaited(state) == (0, 1, 2, 3)


def test_aa_02_picks_may_change_until_confirmed_and_everyone_sees_them() -> None:
    state = new_state()
    assert act(state, 0, "pick 2,3") == []
    act(state, 0, "pick 5,6")
    for viewer in (0, 1, PUBLIC):
        assert view(state, viewer).facts.picks == (6 * 20 + 5, -1)
        assert view(state, viewer).facts.confirmed == (False, False)
    assert codes(act(state, 0, "confirm")) == ["confirmed"]
    assert view(state, 1).facts.confirmed == (True, False)
    assert refusal(state, 0, "pick 2,3").code == "confirmed_already"
    assert refusal(state, 0, "confirm").code == "confirmed_already"


def test_aa_02_a_pick_is_needed_and_lies_on_the_board() -> None:
    state = new_state(width_cells=20, height_cells=30)
    assert refusal(state, 0, "confirm").code == "no_pick"
    for text in ("pick 20,0", "pick -1,0", "pick 0,-1", "pick 0,30"):
        out = refusal(state, 0, text)
        assert (out.code, out.facts) == ("outside", {"right": 19, "bottom": 29})
    act(state, 0, "pick 19,29")
    assert state.picks == [599, -1]


def test_aa_02_nothing_else_can_be_done_before_the_start() -> None:
    state = new_state()
    for verb in ("open", "chord", "flag", "unflag"):
        assert refusal(state, 0, f"{verb} 3,3").code == "not_begun"


def test_aa_03_a_pick_too_near_is_refused_and_says_whose_is_near() -> None:
    state = new_state(3, apart_cells=6)
    act(state, 1, "pick 10,10")
    act(state, 0, "pick 10,9")  # only confirmed picks keep others away
    act(state, 1, "confirm")
    near = refusal(state, 2, "pick 13,14")  # a distance of 5
    assert (near.code, near.facts) == ("too_near", {"seat": 1})
    assert refusal(state, 2, "pick 14,14").code == "too_near"
    act(state, 2, "pick 10,16")  # just 6
    act(state, 2, "pick 4,10")
    act(state, 2, "pick 10,4")
    assert state.picks[2] == 90


def test_aa_03_the_first_confirmed_stands_and_the_other_must_pick_again() -> None:
    state = new_state(3)
    act(state, 0, "pick 10,10")
    act(state, 1, "pick 11,10")
    act(state, 2, "pick 2,2")
    confirmed, again = act(state, 0, "confirm")
    assert (confirmed.code, confirmed.to) == ("confirmed", None)
    assert (again.code, again.facts, again.to) == ("pick_again", {"seat": 0}, (1,))
    assert refusal(state, 1, "confirm").facts == {"seat": 0}
    act(state, 1, "pick 17,17")
    assert codes(act(state, 1, "confirm")) == ["confirmed"]


def test_aa_04_the_board_is_laid_when_the_last_confirms() -> None:
    match = new_match(3)
    for seat, (x, y) in enumerate([(2, 2), (17, 2), (2, 17)]):
        assert match.state.stage == 0
        say(match, 1000, seat, f"pick {x},{y}")
        say(match, 1000, seat, "confirm")
    state = match.state
    assert state.stage == 1
    assert state.mine.count(1) == state.terms.mines == 72
    assert state.safe == 400 - 72
    assert all(cells >= 9 for cells in state.cells)
    assert refusal(state, 0, "pick 2,2").code == "begun_already"
    assert refusal(state, 0, "confirm").code == "begun_already"


def test_aa_05_a_player_who_is_late_gets_the_last_pick_if_it_is_legal() -> None:
    match = new_match(2)
    say(match, 0, 0, "pick 5,5")
    match.advance(44_999)
    assert match.state.stage == 0
    match.advance(45_000)
    state = match.state
    assert state.stage == 1
    assert state.picks[0] == 105
    assert state.owner[105] == 1
    assert state.owner[state.picks[1]] == 2
    assert match.wake_at() == 45_000 + 180_000


def test_aa_05_a_player_who_is_late_with_no_legal_pick_gets_a_random_legal_cell() -> None:
    starts = set()
    for number in range(4):
        match = new_match(2, key=bytes([number]) * 32)
        say(match, 0, 1, "pick 6,5")
        say(match, 0, 0, "pick 5,5")
        say(match, 0, 0, "confirm")
        match.advance(60_000)
        x, y = match.state.grid.place(match.state.picks[1])
        assert (x - 5) ** 2 + (y - 5) ** 2 >= 36
        assert match.state.picks[0] == 105
        starts.add((x, y))
    assert len(starts) > 2


def test_aa_05_the_deadline_is_told_to_all() -> None:
    state = new_state(2)
    act(state, 1, "pick 3,3")
    act(state, 0, "pick 15,15")
    act(state, 0, "confirm")
    notices = rules.wake(state, 45_000)
    assert codes(notices) == ["chosen", "begun"]
    assert notices[0].facts == {"seat": 1, "x": 3, "y": 3}
    assert rules.wake_at(state) == 225_000


def test_aa_06_the_others_hear_who_has_come() -> None:
    state = new_state(3)
    (notice,) = rules.act(state, 0, 1, Arrive())
    assert (notice.code, notice.facts, notice.to) == ("arrived", {"seat": 1}, None)
    rules.act(state, 0, 1, Leave())
    assert rules.act(state, 0, 1, Arrive()) == []


def test_aa_60_a_player_who_leaves_before_the_start_is_not_waited_for() -> None:
    state = new_state(3)
    act(state, 2, "pick 10,10")
    act(state, 2, "confirm")
    act(state, 0, "pick 2,2")
    act(state, 0, "confirm")
    assert codes(rules.act(state, 5, 2, Resign())) == ["left"]
    assert (state.picks[2], state.confirmed[2], state.stage) == (-1, False, 0)
    act(state, 1, "pick 11,11")  # that ground is free again
    assert codes(act(state, 1, "confirm")) == ["confirmed", "begun"]
    assert state.cells[2] == 0
    assert rules.awaited(state) == (0, 1)


def test_aa_60_the_last_to_be_waited_for_may_leave() -> None:
    state = new_state(3)
    for seat, place in ((0, "2,2"), (1, "12,12")):
        act(state, seat, f"pick {place}")
        act(state, seat, "confirm")
    assert codes(rules.act(state, 5, 2, Leave())) == ["left", "begun"]
    assert (state.stage, state.moments[0]) == (1, 5)


def test_aa_60_a_match_can_be_deserted_before_it_begins() -> None:
    state = new_state(2)
    assert codes(rules.act(state, 5, 0, Leave())) == ["left"]
    assert rules.outcome(state) == Outcome("deserted", (2, 1), (0, 0))
    assert rules.wake_at(state) is None


def test_a_late_player_who_has_left_gets_no_cell() -> None:
    state = new_state(3)
    rules.act(state, 5, 0, Leave())
    rules.wake(state, 45_000)
    assert state.picks[0] == -1
    assert [cells > 0 for cells in state.cells] == [False, True, True]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_may_start_at_once(seats: int) -> None:
    state = started_match(seats, width_cells=24, height_cells=24).state
    assert all(state.owner[cell] == seat + 1 for seat, cell in enumerate(state.picks))
    assert state.graph == [(0, *state.cells)]
