"""Results to add up, without playing for them."""

from __future__ import annotations

from freehold.arena import Bout, Result
from freehold.game import Outcome


def result(
    levels: str,
    places: tuple[int, ...],
    entries: int = 10,
    refusals: tuple[tuple[int, str], ...] = (),
    promises: tuple[dict[str, int], ...] = (),
) -> Result:
    """`a b` in seats 0 and 1, and the places they took."""
    scores = tuple(10 * place for place in places)
    outcome = Outcome("full", places, scores)
    return Result(Bout(1, tuple(levels.split())), outcome, entries, 0, refusals, promises)
