"""The numbers of commands that have counted: of each seat the latest sessions are kept."""

from __future__ import annotations

from freehold.server.match.effects import Sessions
from freehold.server.match.numbers import SESSIONS_KEPT, copied, latest, session_key


def sessions(counts: dict[int, int]) -> Sessions:
    """A number of sessions of each seat, the seats in turn, the oldest first."""
    keys = [
        session_key(seat, f"tab {number}")
        for number in range(max(counts.values()))
        for seat, count in counts.items()
        if number < count
    ]
    return {key: {place: 0} for place, key in enumerate(keys)}


def of_seat(kept: Sessions, seat: int) -> list[str]:
    return [key for key in kept if key.partition(" ")[0] == str(seat)]


def test_as_many_sessions_as_are_kept_all_stay() -> None:
    had = sessions({0: SESSIONS_KEPT})
    assert latest(had) == had


def test_of_one_more_the_oldest_goes() -> None:
    had = sessions({0: SESSIONS_KEPT + 1})
    assert list(latest(had)) == list(had)[1:]


def test_what_one_seat_had_costs_no_other_anything_and_the_order_stays() -> None:
    had = sessions({0: SESSIONS_KEPT + 5, 1: 2, 10: SESSIONS_KEPT})
    kept = latest(had)
    assert of_seat(kept, 0) == of_seat(had, 0)[5:]
    assert of_seat(kept, 1) == of_seat(had, 1)
    assert of_seat(kept, 10) == of_seat(had, 10)
    assert list(kept) == [key for key in had if key in kept]
    assert all(kept[key] is had[key] for key in kept)


def test_a_copy_is_not_counted_on_in() -> None:
    had = {"0 a": {1: 0, 2: 0}}
    other = copied(had)
    had["0 a"][3] = 0
    assert other == {"0 a": {1: 0, 2: 0}}
