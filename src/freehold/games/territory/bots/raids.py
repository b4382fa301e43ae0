"""Raids: several armies enter squares of one player, together where none is strong enough alone."""

from __future__ import annotations

from freehold.games.territory.bots.plans import NEAR, Board, gather
from freehold.games.territory.resolution import March
from freehold.kernel.chance import Stream

TAKING = 1.5
"""What a unit that their square will produce is worth to us: they lose it, too."""


def raid(board: Board, seat: int, foe: int, rng: Stream) -> list[March]:
    """Enter the squares of a player that are worth most; the moves that are left go to the front.

    How many units more than needed go there is drawn.
    """
    me, sheet = seat + 1, list[March]()
    left = {
        cell: units - 1
        for cell, units in enumerate(board.units)
        if board.owner[cell] == me and units > 1
    }
    for goal in victims(board, foe, rng):
        army = muster(board, left, goal, board.moves - len(sheet), rng)
        for start, sent in army:
            left[start] -= sent
            sheet.append((seat, start, goal, sent))
    used = {start: 0 for _, start, _, _ in sheet}
    noise = rng.below(1 << 24)
    return sheet + gather(board, seat, used, board.moves - len(sheet), noise)


def victims(board: Board, foe: int, rng: Stream) -> list[int]:
    """Their squares that are worth more than what falls there, the best first."""
    found = []
    for goal, held in enumerate(board.owner):
        if held == foe + 1:
            worth = TAKING * board.rounds_left * (1 + board.resource[goal]) - board.units[goal]
            noisy = worth + rng.below(1 << 10) / 256
            if noisy > 0:
                found.append((noisy, goal))
    found.sort(reverse=True)
    return [goal for _, goal in found]


def muster(
    board: Board, left: dict[int, int], goal: int, most: int, rng: Stream
) -> list[tuple[int, int]]:
    """The armies that take a square, each from where most units are left; none if they cannot."""
    facing = board.units[goal]
    needed = facing + 1 + rng.below(3) * rng.below(3)
    near = [start for start in NEAR[goal] if left.get(start, 0) > 0]
    rng.shuffle(near)
    near.sort(key=lambda start: -left[start])
    army, total = list[tuple[int, int]](), 0
    for start in near[:most]:
        if total >= needed:
            break
        sent = left[start]
        if sent > needed - total and rng.below(2):
            sent = needed - total
        army.append((start, sent))
        total += sent
    return army if total > facing else []
