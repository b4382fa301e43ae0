"""Actions by number, for games that have them (`Extras.numbers`).

In every view `index` and `action` are each other's inverse, what the mask allows is accepted, and
what is offered or accepted has a number: it is allowed if it is offered, or it is one of the
actions that the game says have none.
"""

from __future__ import annotations

from itertools import compress, islice
from typing import Any

from freehold.game import PUBLIC, AnyGame, Illegal, Numbers, Seat, Standard, View
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from freehold.match.log import Entry, parse_action
from freehold.match.replay import Record, begin_record, feed_line
from freehold.testing.plays import begin, choices_of, copy_state, steps, take, wild_actions
from freehold.testing.trials import At

AnyNumbers = Numbers[Any, Any, Any]
ANY_NUMBERS = 8
"""How many numbers of a view are tried, whatever its mask says."""


def check_numbers(game: AnyGame, at: At, seed: int, most: int = 25, tried: int = 6) -> int:
    """Play and, between the steps, look at everybody's numbers. Returns how many were tried."""
    match = begin(game, at, seed)
    rng = Stream(key_of("numbers", seed), "steps")
    count = 0
    for step in islice(steps(match, rng, restless=40), most):
        for seat in range(at.seats):
            count += check_seat(match, seat, rng, tried)
        check_wild(match, rng, tried)
        take(match, step)
    check_idle(match)
    return count


def numbers_of(game: AnyGame) -> AnyNumbers:
    assert game.extras.numbers is not None, f"{game.name} has no numbers"
    return game.extras.numbers


def mask_of(match: Match, view: View[Any]) -> bytes:
    """A view's mask, which has the right length and nothing but 0 and 1 in it."""
    numbers, where = numbers_of(match.game), f"{match.game.name}: the mask of seat {view.viewer}"
    mask = numbers.mask(view, match.now)
    size = numbers.size(match.setup.params, len(match.header.seats))
    assert type(mask) is bytes, f"{where} is a {type(mask).__name__}, and should be bytes"
    assert len(mask) == size, f"{where} has {len(mask)} bytes; there are {size} numbers"
    assert not mask.strip(b"\0\1"), f"{where} has other bytes than 0 and 1"
    return mask


def check_seat(match: Match, seat: Seat, rng: Stream, tried: int) -> int:
    view = match.view(seat)
    mask = mask_of(match, view)
    allowed = list(compress(range(len(mask)), mask))
    chosen = rng.sample(allowed, min(tried, len(allowed)))
    for index in chosen:
        check_accepted(match, view, index)
    for index in (*chosen, *[rng.below(len(mask)) for _ in range(ANY_NUMBERS)]):
        check_inverse(match.game, view, index)
    check_ends(match.game, view, len(mask))
    for action in choices_of(match, seat, rng):
        check_offered(match.game, view, mask, action)
    return len(chosen)


def check_accepted(match: Match, view: View[Any], index: int) -> None:
    game, action = match.game, numbers_of(match.game).action(view, index)
    try:
        game.act(copy_state(game, match.state), match.now, view.viewer, action)
    except Illegal as refusal:
        raise AssertionError(
            f"{game.name}: the mask allows seat {view.viewer} number {index}, {action}, but it is"
            f" refused: {refusal.code} {refusal.facts}"
        ) from None


def check_inverse(game: AnyGame, view: View[Any], index: int) -> None:
    numbers = numbers_of(game)
    action = numbers.action(view, index)
    found = numbers.index(view, action)
    assert found == index, f"{game.name}: {action} is number {index}, but its index is {found}"


def check_own(game: AnyGame, view: View[Any], action: Any, index: int) -> None:
    """The number of an action is the action's alone."""
    again = numbers_of(game).action(view, index)
    assert again == action, f"{game.name}: {action} and {again} both have the number {index}"


def check_ends(game: AnyGame, view: View[Any], size: int) -> None:
    for index in (-1, size):
        try:
            action = numbers_of(game).action(view, index)
        except IndexError:
            continue
        raise AssertionError(f"{game.name}: {index} is not a number, but stands for {action}")


def check_offered(game: AnyGame, view: View[Any], mask: bytes, action: Any) -> None:
    index = index_of(game, view, action)
    assert index is None or mask[index], (
        f"{game.name}: {action} is offered to seat {view.viewer}, but the mask forbids it"
    )


def index_of(game: AnyGame, view: View[Any], action: Any) -> int | None:
    """The number of an action that the rules accept. One without must be among the exceptions."""
    numbers = numbers_of(game)
    index = numbers.index(view, action)
    excepted = [reason for reason, applies in numbers.without.items() if applies(view, action)]
    if index is None:
        assert excepted, f"{game.name}: {action} has no number, and nothing says why"
    else:
        check_own(game, view, action, index)
        assert not excepted, f"{game.name}: {action} is number {index}, but excepted: {excepted[0]}"
    return index


def check_wild(match: Match, rng: Stream, tried: int) -> None:
    """Actions that nobody offered: any may have a number, and those that are accepted must."""
    if match.outcome is not None:
        return
    game = match.game
    for action in islice(wild_actions(match, rng, []), tried):
        if isinstance(action, Standard):
            continue
        view = match.view(rng.below(len(match.header.seats)))
        if (index := numbers_of(game).index(view, action)) is not None:
            check_own(game, view, action, index)
        try:
            game.act(copy_state(game, match.state), match.now, view.viewer, action)
        except Illegal:
            continue
        index_of(game, view, action)


def check_idle(match: Match) -> None:
    """Watchers may do nothing, and after the end nobody may."""
    seats = range(len(match.header.seats)) if match.outcome else ()
    for viewer in (PUBLIC, *seats):
        mask = mask_of(match, match.view(viewer))
        assert not any(mask), f"{match.game.name}: the mask of viewer {viewer} should be empty"


def check_numbers_of_record(game: AnyGame, record: Record) -> int:
    """Every action of a recorded match has a number, or is excepted. Returns how many have one."""
    match, count = begin_record(game, record), 0
    for line in record.lines:
        if isinstance(line, Entry):
            match.advance(line.now)
            action = parse_action(game, line.action)
            if not isinstance(action, Standard):
                count += index_of(game, match.view(line.seat), action) is not None
        feed_line(match, line)
    return count
