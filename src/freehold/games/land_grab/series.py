"""A series of two games with the roles swapped; the points are added up (LG-25).

The rules know nothing of it: a series is worked out from the outcomes of its games.
"""

from __future__ import annotations

from freehold.game import Outcome, SwapTotal
from freehold.games.land_grab.params import Params

GAMES = 2
BY_DEFAULT = Params()


def standing(first: Outcome, second: Outcome, params: Params = BY_DEFAULT) -> SwapTotal:
    """Add up two games; in the second one the players sat in each other's seats."""
    opening = counted_points(first, params)
    closing = counted_points(second, params)
    points = (opening[0] + closing[1], opening[1] + closing[0])
    if points[0] > points[1]:
        return SwapTotal(points, 0)
    return SwapTotal(points, 1 if points[1] > points[0] else None)


def counted_points(outcome: Outcome, params: Params) -> tuple[int, int]:
    """Each seat's points from one game: if a player gives up, the other gets at least the target.

    Otherwise the leader after the first game could protect the lead by resigning the second.
    """
    first, second = outcome.scores
    if outcome.ending in ("resigned", "time"):
        if outcome.places[0] == 1:
            first = max(first, params.points_to_win)
        else:
            second = max(second, params.points_to_win)
    return first, second
