"""Views and choices, and states that a seat cannot tell apart."""

from itertools import islice
from typing import Any

import pytest

from freehold.game import PUBLIC, Leave, View
from freehold.games.area_attack import GAME, rules
from freehold.games.area_attack.actions import Chord, Confirm, Flag, Open, Pick, Unflag
from freehold.games.area_attack.facts import Facts
from freehold.games.area_attack.redealing import redeal
from freehold.games.area_attack.state import State
from freehold.games.area_attack.views import choices, view
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.mines import count_around
from tests.games.area_attack import act, new_state, position, say, started_match


def chosen(known: View[Facts], word: object = 1) -> list[Any]:
    return list(choices(known, 0, Stream(key_of(word), "choices")))


def test_the_view_is_the_whole_board_with_what_was_settled() -> None:
    known = view(position("*ab  ...", stage=2), 1)
    assert (known.viewer, known.rect) == (1, (0, 0, 3, 2))
    facts = known.facts
    assert (facts.stage, facts.cells, facts.frozen) == (2, (1, 1), (0, 0))
    assert (facts.ending, facts.places, facts.graph) == ("", (), ())
    assert (facts.terms.blast_radius, facts.terms.density_percent) == (3, 18)
    assert facts.terms.marks == (60, 90)
    assert {name: len(layer) for name, layer in known.layers.items()} == dict.fromkeys(
        ("ground", "owner", "digit", "flag", "legal"), 6
    )


def test_before_the_start_the_choices_are_picks_and_confirm() -> None:
    state = new_state(3)
    first = chosen(view(state, 0))
    assert 0 < len(first) <= 8
    assert all(isinstance(each, Pick) for each in first)
    act(state, 0, "pick 9,9")
    again = chosen(view(state, 0))
    assert again[0] == Confirm()
    assert all(isinstance(each, Pick) for each in again[1:])
    act(state, 0, "confirm")
    assert chosen(view(state, 0)) == []
    act(state, 2, "pick 1,1")
    for word in range(30):
        for each in chosen(view(state, 1), word):
            assert (each.x - 9) ** 2 + (each.y - 9) ** 2 >= 36


def test_a_pick_that_is_no_longer_legal_cannot_be_confirmed() -> None:
    state = new_state(2)
    act(state, 1, "pick 9,10")
    act(state, 0, "pick 9,9")
    act(state, 0, "confirm")
    assert Confirm() not in chosen(view(state, 1))


def test_in_play_the_choices_are_openings_chords_and_flags() -> None:
    state = position("*a.  ..b  ..*")
    act(state, 0, "flag 0,0")
    offered = chosen(view(state, 0))
    opens = [(each.x, each.y) for each in offered if isinstance(each, Open)]
    assert opens == [(0, 0), (2, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)]
    assert [each for each in offered if isinstance(each, Chord)] == [Chord(1, 0)]
    flags = [each for each in offered if isinstance(each, Flag | Unflag)]
    assert len(flags) == 4
    assert all(isinstance(each, Unflag) == ((each.x, each.y) == (0, 0)) for each in flags)
    assert not [each for each in chosen(view(state, 1)) if isinstance(each, Chord)]


def test_a_chord_is_no_choice_unless_something_is_left_to_open() -> None:
    state = position("*a  aa")
    act(state, 0, "flag 0,0")
    assert not [each for each in chosen(view(state, 0)) if isinstance(each, Chord)]
    state = position("Xa.  aa.  bbb")
    assert [each for each in chosen(view(state, 0)) if isinstance(each, Chord)] == [
        Chord(1, 0),
        Chord(1, 1),
    ]


def test_the_frozen_the_gone_and_the_watchers_have_no_choice() -> None:
    state = position("*a.  ..b  ..*", seats=3)
    act(state, 0, "open 0,0")
    rules.act(state, 1, 1, Leave())
    for viewer in (0, 1, PUBLIC):
        assert chosen(view(state, viewer)) == []
    assert chosen(view(state, 2))
    rules.act(state, 2, 2, Leave())
    assert chosen(view(state, 0)) == []


def sweep(match_key: int, seats: int) -> State:
    """A state after some safe cells were opened by everybody and one mine by seat 1."""
    match = started_match(seats, key=key_of(match_key))
    state: State = match.state
    rng = Stream(key_of("sweep", match_key), "x")
    for number in range(24):
        seat = number % seats
        safe = [c for c, legal in enumerate(state.legal[seat]) if legal and not state.mine[c]]
        if state.stage == 1:
            x, y = state.grid.place(rng.pick(safe))
            act(state, seat, f"open {x},{y}")
    if state.stage == 1:
        x, y = state.grid.place(state.mine.find(1))
        act(state, 1, f"open {x},{y}", now=1000)
    return state


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_redealt_state_looks_the_same_to_the_seat_and_differs(seat: int) -> None:
    moved = strikes = 0
    for number in range(6):
        state = sweep(number, 3)
        before = state.copy()
        other = redeal(state, seat, Stream(key_of("redeal", number), "x"))
        assert state == before
        assert view(other, seat) == view(state, seat)
        assert view(other, PUBLIC) == view(state, PUBLIC)
        assert (other.safe, other.mine.count(1)) == (state.safe, state.mine.count(1))
        assert other.chance != state.chance
        assert other.chance.at == state.chance.at
        assert len(other.chance.key) == 32
        check_consistent(other)
        moved += other.mine != state.mine
        strikes += other.struck != state.struck
        if state.stage == 1 and seat != 1:
            held = view(other, 1)
            assert held.layers["digit"] == bytes(other.digit[1])
            assert held.layers["flag"] == bytes(other.flag[1])
            assert any(other.flag[1])
            assert other.mine[other.struck[1]]
        if seat == 1:
            assert other.struck[1] == state.struck[1]
            assert not any(other.flag[1])
    assert moved >= 4
    assert (strikes > 0) == (seat != 1)


def check_consistent(state: State) -> None:
    assert state.number == count_around(state.mine, state.grid)
    for cell, owner in enumerate(state.owner):
        for seat, digit in enumerate(state.digit):
            assert digit[cell] == (state.number[cell] + 1 if owner == seat + 1 else 0)
        if owner:
            assert not state.mine[cell]
            covered = [n for n in state.grid.touching[cell] if not state.cell[n]]
            assert state.number[cell] or not covered, "a 0 would have opened it"
        if state.cell[cell]:
            assert not any(flag[cell] for flag in state.flag)
    for struck in state.struck:
        assert struck < 0 or state.mine[struck]


def test_a_redeal_leaves_alone_what_touches_the_seats_own_numbers() -> None:
    state = position("*a*..*....*")
    for number in range(20):
        other = redeal(state, 0, Stream(key_of(number), "x"))
        assert [other.mine[cell] for cell in (0, 2)] == [1, 1]
        assert other.mine.count(1) == 4


def test_a_redeal_moves_mines_beside_others_too_but_leaves_them_no_0() -> None:
    state = position("a...*b*.....*...")
    numbers = set()
    for number in range(30):
        other = redeal(state, 0, Stream(key_of(number), "x"))
        numbers.add(other.digit[1][5] - 1)
    assert numbers == {1}, "one of the two goes, and the last of them stays"


def test_a_redeal_without_a_mine_to_move_changes_no_strike() -> None:
    state = position("aX.b")
    state.frozen[1], state.struck[1] = 9, 1
    other = redeal(state, 0, Stream(key_of(1), "x"))
    assert (other.struck, other.mine) == (state.struck, state.mine)


def test_choices_are_drawn_lazily() -> None:
    known = view(position("*a.  ..b  ..*"), 0)
    assert len(list(islice(choices(known, 0, Stream(key_of(1), "x")), 2))) == 2


def test_only_the_view_of_the_player_who_flags_is_looked_at_again() -> None:
    match = started_match(3)
    GAME.changes(match.state)
    say(match, 10, 1, "flag 8,8")
    assert GAME.changes(match.state).viewers == {1}
    say(match, 20, 1, "unflag 8,8")
    say(match, 20, 0, "open 8,8")
    assert GAME.changes(match.state).viewers == {0, 1, 2}
    assert GAME.changes(match.state).viewers == set()
    match.advance(match.wake_at() or 0)
    assert GAME.changes(match.state).viewers == {0, 1, 2}
