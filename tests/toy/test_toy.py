"""The toy's rules, clause by clause: windows, knowledge, holds, freezes and gusts."""

from __future__ import annotations

import pytest

from freehold.game import PUBLIC, TRUTH, Arrive, Illegal, Leave, Rect, Resign, TimeUp
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from tests.toy import GAME, rules
from tests.toy.scenarios import begin, dawn, deserted, lit, say
from tests.toy.state import DARK, SAFE, TRAP, State
from tests.toy.views import redeal


def placed(*cells: int, traps: tuple[int, ...] = (), **params: int) -> Match:
    """Lanterns on these cells of a cave, and traps on those."""
    match = begin(seats=len(cells), traps=0, **params)
    state: State = match.state
    state.lantern[:] = bytes(len(state.lantern))
    for seat, cell in enumerate(cells):
        state.known[seat][:] = bytes(len(state.trap))
        state.place[seat] = cell
        state.lantern[cell] = seat + 1
    for cell in traps:
        state.trap[cell] = 1
    return match


def refusal(match: Match, now: int, seat: int, text: str) -> str:
    with pytest.raises(Illegal) as refused:
        say(match, now, seat, text)
    return refused.value.code


def test_ln_01_traps_lie_where_nobody_begins() -> None:
    state: State = begin(seats=3).state
    assert sum(state.trap) == 24
    assert not any(state.trap[cell] for cell in state.place)
    assert len(set(state.place)) == 3


def test_ln_02_a_view_is_what_the_light_falls_on() -> None:
    match = placed(0, 65)
    assert match.view(0).rect == Rect(0, 0, 5, 5)
    assert match.view(1).rect == Rect(1, 0, 9, 8)
    match.state.owner[70] = 1  # 10,3: one beyond the second's light
    match.state.owner[69] = 1
    assert match.view(1).layers["owner"].count(1) == 1
    assert not any(match.view(0).layers["owner"])
    assert not any(match.view(PUBLIC).layers["lantern"])


def test_ln_03_a_step_is_to_a_free_cell_beside() -> None:
    match = placed(0, 1)
    assert refusal(match, 0, 0, "step 1,1") == "too_far"
    assert refusal(match, 0, 0, "step 1,0") == "occupied"
    assert refusal(match, 0, 0, "step 0,-1") == "outside"
    say(match, 0, 0, "step 0,1")
    assert match.view(0).facts.place == (0, 1)


def test_ln_04_a_trap_freezes_and_is_seen_by_those_in_whose_light_it_is() -> None:
    match = placed(0, 42, 239, traps=(1,))
    for viewer in (0, 1, 2, PUBLIC):
        match.open(viewer)
    say(match, 100, 0, "step 1,0")
    frames = match.flush()
    told = {viewer for viewer, frame in frames.items() if frame.notices}
    assert told == {0, 1}
    assert set(frames) == {0, 1}
    assert refusal(match, 2_099, 0, "listen") == "frozen"
    say(match, 2_100, 0, "listen")
    assert not match.state.trap[1]


def test_ln_05_a_hold_makes_the_cell_ones_own_whosever_it_was() -> None:
    match = placed(0, 239)
    match.state.owner[0] = 2
    match.state.cells[1] = 1
    say(match, 100, 0, "hold")
    assert refusal(match, 200, 0, "hold") == "holding_already"
    match.advance(1_599)
    assert match.state.cells == [0, 1]
    match.advance(1_600)
    assert match.state.cells == [1, 0]
    assert refusal(match, 1_600, 0, "hold") == "yours_already"


def test_ln_03_ln_05_a_step_ends_a_hold() -> None:
    match = placed(0, 239)
    say(match, 100, 0, "hold")
    say(match, 200, 0, "step 1,0")
    match.advance(2_000)
    assert match.state.cells == [0, 0]


def test_ln_06_listening_tells_only_the_listener() -> None:
    match = placed(0, 2, traps=(20, 3))
    for viewer in (0, 1, PUBLIC):
        match.open(viewer)
    say(match, 0, 0, "listen")
    assert set(match.flush()) == {0}
    assert [match.state.known[0][cell] for cell in (1, 20, 21, 3)] == [SAFE, TRAP, SAFE, DARK]
    assert not any(match.state.known[1])


def test_ln_07_a_mark_is_ones_own_and_in_the_light() -> None:
    match = placed(0, 2)
    assert refusal(match, 0, 0, "mark 5,0") == "not_in_your_light"
    say(match, 0, 0, "mark 4,0")
    assert match.view(0).layers["mark"][4] == 1
    assert not any(match.view(1).layers["mark"])


def test_ln_08_a_gust_moves_a_trap_that_nobody_knows_of_and_nobody_is_told() -> None:
    match = placed(0, 2, traps=(100, 21))
    match.state.known[0][21] = TRAP
    for viewer in (0, 1, PUBLIC):
        match.open(viewer)
    match.advance(3_000)
    assert match.flush() == {}
    assert match.state.trap[21]
    assert not match.state.trap[100]
    assert sum(match.state.trap) == 2


def test_ln_09_a_player_who_is_away_is_not_awaited_and_may_come_back() -> None:
    match = placed(0, 239)
    match.act(0, 1, Leave())
    assert 1 not in match.awaited
    assert refusal(match, 0, 1, "listen") == "away"
    match.act(10, 1, Arrive())
    assert match.awaited == (0, 1)


@pytest.mark.parametrize(
    ("match", "ending", "places"),
    [(lit(), "lit", (1, 2)), (dawn(), "dawn", (1, 1, 1)), (deserted(), "deserted", (2, 1))],
)
def test_ln_10_ln_11_it_ends(match: Match, ending: str, places: tuple[int, ...]) -> None:
    assert match.outcome is not None
    assert (match.outcome.ending, match.outcome.places) == (ending, places)


def test_ln_12_a_player_who_resigned_places_last() -> None:
    match = placed(0, 20, 239)
    match.state.cells[0] = 5
    match.act(0, 0, Resign())
    assert match.awaited == (1, 2)
    match.act(0, 2, Resign())
    assert match.outcome is not None
    assert match.outcome.places == (2, 1, 3)
    with pytest.raises(Illegal, match="over"):
        rules.act(match.state, 0, 1, Resign())


def test_ln_13_a_clock_that_runs_out_ends_a_hold() -> None:
    match = placed(0, 239)
    say(match, 0, 0, "hold")
    rules.act(match.state, 10, 0, TimeUp())
    assert match.view(0).facts.holding_until == 0


def test_a_redeal_cannot_be_told_from_the_cave_and_is_another_one() -> None:
    match = begin(seats=3)
    say(match, 0, 0, "listen")
    other = redeal(match.state, 0, Stream(key_of("redeal"), "redeal"))
    assert GAME.view(other, 0) == match.view(0)
    assert GAME.view(other, PUBLIC) == match.view(PUBLIC)
    assert GAME.view(other, TRUTH) != match.view(TRUTH)
    assert sum(other.trap) == sum(match.state.trap)
