"""What each viewer sees, and what they must not."""

import pytest

from freehold.game import PUBLIC, TRUTH
from freehold.games.territory import GAME
from freehold.games.territory.actions import Declare, Move, Order, parse
from freehold.games.territory.state import FIRST, OVER, State
from freehold.games.territory.views import (
    SAMPLES,
    choices,
    letter,
    redeal,
    sample_sheet,
    units_of,
    view,
)
from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from freehold.match.patches import apply
from tests.games.territory import act, begin, begin_match, position, submit_all

BOARD = "A9 . B9\n.\n. . C9"


def rng(name: str = "rng") -> Stream:
    return Stream(key_of("views"), name)


def test_tr_16_what_is_sealed_is_seen_by_its_owner_alone() -> None:
    state = position(BOARD)
    act(state, 1, "order 2,0,L,4")
    assert view(state, 1).facts.sealed == parse("order 2,0,L,4")
    act(state, 0, "order 0,0,R,1")
    assert view(state, 0).facts.sealed == parse("order 0,0,R,1")
    for viewer in (2, PUBLIC, TRUTH):
        assert view(state, viewer).facts.sealed is None


def test_tr_16_that_a_player_has_submitted_is_public() -> None:
    state = position(BOARD)
    act(state, 1, "order")
    for viewer in (0, 1, 2, PUBLIC):
        assert view(state, viewer).facts.submitted == (False, True, False)


@pytest.mark.parametrize("later", ["declare", "declare a much longer text than before"])
def test_tr_16_a_replaced_submission_sends_nothing_to_the_others(later: str) -> None:
    match = begin_match()
    for viewer in (PUBLIC, 0, 1, 2):
        match.open(viewer)
    match.act(100, 1, parse("declare first"))
    assert set(match.flush()) == {PUBLIC, 0, 1, 2}
    match.act(200, 1, parse(later))
    frames = match.flush()
    assert set(frames) == {1}
    assert frames[1].facts == {"sealed": ("=", parse(later))}


def test_tr_16_frames_do_not_tell_how_long_a_sealed_text_is() -> None:
    sent = []
    for text in ("declare", "declare " + "x" * 300):
        match = begin_match()
        match.open(0)
        match.act(100, 1, parse(text))
        sent.append(canonical.encode(match.flush()[0]))
    assert sent[0] == sent[1]


def test_tr_19_all_else_is_public_to_watchers_too() -> None:
    state = position("A9+ . B9\n+\n. . C300")
    submit_all(state, "order", "order", "order 2,2,L,5")
    seen = view(state, PUBLIC)
    for viewer in range(3):
        assert view(state, viewer).facts == seen.facts
        assert view(state, viewer).layers == seen.layers
    assert seen.layers["owner"] == bytes(state.owner)
    assert seen.layers["resource"] == state.resource
    assert units_of(seen) == state.units
    assert (seen.layers["units"][18], seen.layers["units_high"][18]) == (295 - 256, 1)
    assert tuple(seen.rect) == (0, 0, 8, 8)


def test_units_beyond_a_byte_are_split_in_two_layers() -> None:
    for units in (255, 256, 257, 1000):
        seen = view(position(f"A{units} B5"), PUBLIC)
        assert units_of(seen)[:2] == [units, 5]
        assert seen.layers["units_high"][0] == units // 256


def test_the_facts_are_the_states() -> None:
    state = begin(4)
    state.away[2] = state.resigned[3] = True
    state.in_play[3] = False
    facts = view(state, 0).facts
    assert (facts.round, facts.phase, facts.ending) == (1, "first declaration", "")
    assert facts.params == state.params
    assert facts.in_play == (True, True, True, False)
    assert facts.resigned == (False, False, False, True)
    assert facts.away == (False, False, True, False)
    assert facts.totals == (5, 5, 5, 5)
    assert facts.last is None
    state.phase, state.ending = OVER, "timeout"
    assert view(state, 0).facts.ending == "timeout"
    assert view(state, 0).facts.phase == "over"


def test_tr_13_histories_only_grow_at_their_end() -> None:
    match = begin_match()
    known = match.open(PUBLIC).view
    grown = {}
    assert known is not None
    for word in ("declare hello", "declare", "order") * 3:
        for seat in range(3):
            match.act(0, seat, parse(word))
        frame = match.flush()[PUBLIC]
        known = apply(known, frame)
        grown.update({name: how for name, (how, _) in frame.facts.items()})
    assert known == match.view(PUBLIC)
    assert [grown[name] for name in ("declarations", "orders", "units_by_round")] == ["+"] * 3


def test_seats_are_called_a_to_e() -> None:
    assert "".join(letter(seat) for seat in range(5)) == "ABCDE"


# Choices


def test_choices_in_a_declaration_are_texts_that_fit() -> None:
    state = position(BOARD, phase=FIRST)
    offered = list(choices(view(state, 0), 0, rng()))
    assert Declare("") in offered
    assert len(offered) > 2
    short = position(BOARD, phase=FIRST, declaration_characters=23)
    assert list(choices(view(short, 0), 0, rng())) == offered[:2]
    assert offered[1] == Declare("Peace along our border?")


def test_choices_in_the_orders_are_legal_sheets_and_the_empty_one() -> None:
    state = position("A9 A1 .\n. A3\n. . . A2 B9 C9", moves=5)
    seen: set[Order] = set()
    lengths = set()
    for number in range(60):
        offered = list(choices(view(state, 0), 0, rng(str(number))))
        assert len(offered) == SAMPLES + 1
        assert offered[-1] == Order(())
        for order in offered[:-1]:
            assert isinstance(order, Order)
            GAME.act(state, 0, 0, order)
            seen.add(order)
            lengths.add(len(order.moves))
    assert lengths == {1, 2, 3, 4, 5}
    moves = {move for order in seen for move in order.moves}
    assert {(move.x, move.y) for move in moves} == {(0, 0), (1, 0), (1, 1), (3, 2)}
    assert {move.direction for move in moves} == set("UDLR")
    assert {move.units for move in moves if (move.x, move.y) == (0, 0)} == set(range(1, 10))


def test_a_sampled_sheet_has_at_most_the_allowed_moves() -> None:
    drawn = [sample_sheet([0], [50], 1, rng(str(number))) for number in range(20)]
    assert {len(order.moves) for order in drawn} == {1}
    assert all(order.moves[0].units <= 50 for order in drawn)


def test_choices_are_there_for_replacing_but_not_for_watchers_or_the_eliminated() -> None:
    state = position("A9 . B9\n.\n. . C9", seats=4)
    act(state, 0, "order")
    assert list(choices(view(state, 0), 0, rng()))
    assert not list(choices(view(state, 3), 0, rng()))
    assert not list(choices(view(state, PUBLIC), 0, rng()))
    state.phase = OVER
    assert not list(choices(view(state, 0), 0, rng()))


# Redealing


def sealed_state(phase: int, words: tuple[str, ...]) -> State:
    state = position("A9 . B9\n.\n. . C9 . D9", phase=phase, seats=4)
    submit_all(state, *words)
    return state


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        (FIRST, ("declare mine", "declare theirs", "declare theirs too", "-")),
        (2, ("order 0,0,R,1", "order 2,0,L,2", "order", "-")),
    ],
)
def test_tr_16_a_redealt_state_looks_the_same_to_the_seat(
    phase: int, words: tuple[str, ...]
) -> None:
    state = sealed_state(phase, words)
    before = state.copy()
    lengths = set()
    for number in range(20):
        other = redeal(state, 0, rng(str(number)))
        assert view(other, 0) == view(state, 0)
        assert other.sealed[0] == state.sealed[0]
        assert other.sealed[3] is None
        assert other.sealed[1] != state.sealed[1]
        lengths.add(len(canonical.encode(other.sealed[1])))
        for seat in (1, 2):
            sealed = other.sealed[seat]
            assert sealed is not None
            GAME.act(other, 0, seat, sealed)  # it is legal
    assert len(lengths) > 2
    assert state == before


def test_a_redealt_declaration_keeps_to_the_tables_length() -> None:
    state = position("A9 . B9\n.\n. . C9", phase=FIRST, declaration_characters=1)
    act(state, 1, "declare")
    drawn = {redeal(state, 0, rng(str(number))).sealed[1] for number in range(30)}
    assert drawn == {Declare(""), Declare("x")}


def test_a_copy_is_equal_and_apart() -> None:
    state = sealed_state(2, ("order 0,0,R,1", "order", "order", "order"))
    act(state, 0, "declare x")
    before = canonical.encode(state)
    other = state.copy()
    assert other == state
    submit_all(other, "-", "declare", "declare", "declare")
    submit_all(other, *["declare"] * 4)
    submit_all(other, "order 0,0,R,1", "order", "order", "order")
    other.in_play[0] = other.away[0] = other.resigned[0] = True
    other.in_play[0] = False
    assert canonical.encode(state) == before
    assert canonical.decode(before, State) == state


def test_moves_are_values() -> None:
    assert Move(1, 2, "U", 3) == Move(1, 2, "U", 3)
