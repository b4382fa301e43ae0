"""Actions by number: the check of all games that have them, and faults that it must find."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from freehold.game import AnyGame, Extras, Malformed, View
from freehold.games import checked, load_game
from freehold.match import read_record
from freehold.testing import laws
from freehold.testing.numbers import check_numbers, check_numbers_of_record, numbers_of
from tests.games_under_test import NAMES, OURS, game_named, largest_slow, records_of, trial_of
from tests.games_under_test import tables as tables_of

NUMBERED = [name for name in NAMES if game_named(name).extras.numbers]


def test_all_our_games_have_numbers() -> None:
    assert set(NUMBERED) >= set(OURS)


@pytest.mark.parametrize("name", largest_slow(NUMBERED))
def test_numbers_stand_for_actions(name: str) -> None:
    laws.numbers_stand_for_actions(trial_of(game_named(name)))


@pytest.mark.parametrize("name", NUMBERED)
def test_actions_of_recorded_matches_have_numbers(name: str) -> None:
    game = game_named(name)
    records = [read_record(path.read_bytes()) for path in records_of(game)]
    assert sum(check_numbers_of_record(game, record) for record in records) > 10


# Faults that it must find


def with_numbers(game: AnyGame, **changed: Any) -> AnyGame:
    numbers = replace(numbers_of(game), **changed)
    return replace(game, extras=replace(game.extras, numbers=numbers))


def allows_everything(game: AnyGame) -> AnyGame:
    def mask(view: View[Any], now: int) -> bytes:
        return b"\1" * len(numbers_of(game).mask(view, now))

    return with_numbers(game, mask=mask)


def allows_one_too_many(game: AnyGame) -> AnyGame:
    """The first number that is not allowed, beside those that are."""

    def mask(view: View[Any], now: int) -> bytes:
        return numbers_of(game).mask(view, now).replace(b"\0", b"\1", 1)

    return with_numbers(game, mask=mask)


def forbids_what_is_offered(game: AnyGame) -> AnyGame:
    """The last number that is allowed."""

    def mask(view: View[Any], now: int) -> bytes:
        before, found, after = numbers_of(game).mask(view, now).rpartition(b"\1")
        return before + (b"\0" if found else b"") + after

    return with_numbers(game, mask=mask)


def gives_two_actions_one_number(game: AnyGame) -> AnyGame:
    def index(view: View[Any], action: Any) -> int | None:
        found = numbers_of(game).index(view, action)
        return None if found is None else found - found % 2

    return with_numbers(game, index=index)


def counts_in_another_order(game: AnyGame) -> AnyGame:
    def action(view: View[Any], index: int) -> Any:
        size = len(numbers_of(game).mask(view, 0))
        return numbers_of(game).action(view, size - 1 - index)

    return with_numbers(game, action=action)


def forgets_some_actions(game: AnyGame) -> AnyGame:
    def index(view: View[Any], action: Any) -> int | None:
        found = numbers_of(game).index(view, action)
        return None if found is None or found % 3 else found

    return with_numbers(game, index=index, without={})


def excepts_what_has_a_number(game: AnyGame) -> AnyGame:
    return with_numbers(game, without={"for no reason": lambda view, action: True})


def counts_from_the_end(game: AnyGame) -> AnyGame:
    """As Python does: -1 is the last."""

    def action(view: View[Any], index: int) -> Any:
        size = len(numbers_of(game).mask(view, 0))
        return numbers_of(game).action(view, index % size)

    return with_numbers(game, action=action)


def is_too_long(game: AnyGame) -> AnyGame:
    return with_numbers(game, size=lambda params, seats: 10**6)


def goes_on_after_the_end(game: AnyGame) -> AnyGame:
    """What was allowed last is allowed for ever."""
    seen: list[bytes] = []

    def mask(view: View[Any], now: int) -> bytes:
        found = numbers_of(game).mask(view, now)
        if any(found):
            seen[:] = [found]
        return found if any(found) or not seen else seen[0]

    return with_numbers(game, mask=mask)


FAULTS: dict[Callable[[AnyGame], AnyGame], str] = {
    allows_everything: "the mask allows seat . number",
    allows_one_too_many: "the mask allows seat . number",
    forbids_what_is_offered: "but the mask forbids it",
    gives_two_actions_one_number: "both have the number|but its index is",
    counts_in_another_order: "but its index is|is refused",
    forgets_some_actions: "has no number, and nothing says why|but its index is None",
    excepts_what_has_a_number: "but excepted: for no reason",
    counts_from_the_end: "is not a number, but stands for",
    is_too_long: "there are 1000000 numbers",
    goes_on_after_the_end: "the mask allows seat|should be empty",
}
"""With the words of the check that catches it: one caught for another reason is not caught."""


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
@pytest.mark.parametrize("name", largest_slow(NUMBERED))
def test_a_planted_fault_is_caught(name: str, fault: Callable[[AnyGame], AnyGame]) -> None:
    with pytest.raises(AssertionError, match=FAULTS[fault]):
        check_often(fault(game_named(name)))


def check_often(game: AnyGame) -> None:
    """In some matches: a fault need not show in each."""
    for seed in range(1, 21):
        check_numbers(game, tables_of(game)[0], seed, most=30)


def test_a_recorded_action_without_a_number_is_caught() -> None:
    game = forgets_some_actions(load_game("land-grab"))
    record = read_record(records_of(game)[0].read_bytes())
    with pytest.raises(AssertionError, match="has no number, and nothing says why"):
        check_numbers_of_record(game, record)


# Records that are not sound


def problem_of(numbers: Any) -> str:
    game = replace(load_game("land-grab"), extras=Extras(numbers=numbers))
    with pytest.raises(Malformed) as found:
        checked(game, "land-grab")
    return str(found.value)


def test_numbers_are_checked_when_a_game_is_loaded() -> None:
    sound = numbers_of(load_game("land-grab"))
    assert "extras.numbers is a module; write numbers=Numbers(...)" in problem_of(pytest)
    empty = replace(sound, size=lambda params, seats: 0)
    assert "its numbers have the size 0 for 2 seats" in problem_of(empty)
    unsaid = replace(sound, without={" ": lambda view, action: False})
    assert "its actions without a number need a reason" in problem_of(unsaid)
