"""Habits: a sheet at first sight, by weights that were found by self-play.

Where `plans.greedy` takes any square, this looks at what lies around it: who could take it next,
what it opens up, and what the army leaves behind.
"""

from __future__ import annotations

from itertools import compress
from typing import NamedTuple

from freehold.games.territory.bots.plans import (
    ALL,
    NEAR,
    Board,
    gather,
    held_by,
    inside,
    squares,
    stir,
)
from freehold.games.territory.resolution import March

NOISES = 1 << 16


class Habits(NamedTuple):
    """The weights, in units by the end of the match."""

    attack: float = 1.5
    """For each unit that a square taken from somebody will produce."""
    facing: float = 1.0
    """For each unit that falls there, as a loss."""
    contested: float = 0.0
    """For each round that is left, if others could enter the free square, too."""
    opening: float = 0.0
    """For each free square next to the one that is taken."""
    exposed: float = 0.0
    """For each round that is left, if a stronger neighbour could take what stays behind, as a
    loss,"""
    risky: float = 0.0
    """or what goes ahead."""
    share: float = 0.5
    """How much of the units to spare enter a free square,"""
    front_share: float = 0.5
    """and if others could enter it, too."""
    noise: float = 1.0
    """How much better than it is a move may look."""


def sheet_of(
    board: Board, seat: int, habits: Habits, noise: int = 0, shunned: int = 0
) -> list[March]:
    """The best moves at first sight; those that are left bring idle units to the front.

    `shunned` has a bit for each square that is not to be entered.
    """
    found = weigh_moves(board, seat, habits, noise, shunned)
    found.sort(reverse=True)
    chosen: list[March] = []
    left: dict[int, int] = {}
    taken = shunned
    units, owner = board.units, board.owner
    for _, start, goal, wanted in found:
        if len(chosen) == board.moves:
            break
        if taken >> goal & 1:
            continue
        there = left.get(start, units[start])
        sent = min(wanted, there - 1)
        if sent < 1 or (owner[goal] and sent <= units[goal]):
            continue
        left[start] = there - sent
        taken |= 1 << goal
        chosen.append((seat, start, goal, sent))
    if len(chosen) < board.moves:
        chosen += gather(board, seat, left, board.moves - len(chosen), noise)
    return chosen


def weigh_moves(
    board: Board, seat: int, habits: Habits, noise: int, shunned: int = 0
) -> list[tuple[float, int, int, int]]:
    """Moves onto squares of others and free ones that promise something: what they are worth,
    from where, where to and with how many units."""
    owner, units, resource, rounds = board.owner, board.units, board.resource, board.rounds_left
    me, scale = seat + 1, habits.noise / NOISES
    found = []
    ours = held_by(owner, me)
    for start in compress(ALL, squares(ours ^ inside(ours))):
        there = units[start]
        danger = max(units[near] for near in NEAR[start] if owner[near] != me)
        for goal in NEAR[start]:
            held, facing = owner[goal], units[goal]
            if held == me or shunned >> goal & 1 or there - 1 <= facing:
                continue
            noise = stir(noise)
            value = scale * (noise >> 8 & NOISES - 1)
            beyond = [near for near in NEAR[goal] if owner[near] != me]
            value += habits.opening * sum(not owner[near] for near in beyond)
            strong = max((units[near] for near in beyond), default=0)
            rate = 2 if resource[goal] else 1
            if held:
                sent = there - 1
                value += habits.attack * rounds * rate - habits.facing * facing
            else:
                share = habits.front_share if strong else habits.share
                sent = 1 + int(share * (there - 2) + 0.5)
                value += rounds * rate + (habits.contested * rounds if strong else 0.0)
            if strong > sent - facing:
                value -= habits.risky * rounds
            if danger > there - sent and not (held and danger == facing):
                value -= habits.exposed * rounds
            if value > 0:
                found.append((value, start, goal, sent))
    return found
