"""Plans: a bare board to think on, the moves worth considering, and the greedy sheet.

The resolution is the game's own. Everything is ints and flat lists: bots run it thousands of times.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from operator import add
from types import MappingProxyType

from msgspec import Struct

from freehold.game import View
from freehold.games.territory.actions import STEPS, Move, Order
from freehold.games.territory.params import CELLS, SIDE
from freehold.games.territory.resolution import March, fight, move_units, produce
from freehold.games.territory.views import LETTERS, NEIGHBOURS, Facts, units_of


def stir(noise: int) -> int:
    """The next noise."""
    return noise * 1103515245 + 12345 & 0x7FFFFFFF


NEAR = tuple(tuple(goal for _, goal in NEIGHBOURS[cell]) for cell in range(CELLS))
WAYS = MappingProxyType({step: way for way, step in STEPS.items()})
ALL = range(CELLS)
WHOLE = int.from_bytes(bytes([1] * CELLS), "little")
FIRST_COLUMN = int.from_bytes(bytes(cell % SIDE == 0 for cell in ALL), "little")
NOT_FIRST, NOT_LAST = WHOLE ^ FIRST_COLUMN, WHOLE ^ FIRST_COLUMN << 8 * (SIDE - 1)
HELD = tuple(bytes(value == held for value in range(256)) for held in range(len(LETTERS) + 1))
AROUND = tuple(sum(1 << 8 * goal for goal in NEAR[cell]) for cell in ALL)
"""The squares next to each one, as a set (see below)."""
ODD = tuple(stir(stir(cell * 0x9E3779B1)) | 1 for cell in ALL)
"""For each square a number of its own: times a noise, it is what the square draws."""
FINE = 11
EXTRA = (8 << FINE) - 1
"""A unit is worth 8 << FINE, and noise adds less than that: it leaves no two values equal."""


class Board(Struct):
    """The ground, for looking ahead."""

    owner: bytearray
    units: list[int]
    resource: bytes
    seats: int
    players: tuple[int, ...]
    """The seats that move: those in play whose players are not away."""
    cap: int
    moves: int
    rounds_left: int
    """With this one."""

    def copy(self) -> Board:
        return Board(
            self.owner[:],
            self.units[:],
            self.resource,
            self.seats,
            self.players,
            self.cap,
            self.moves,
            self.rounds_left,
        )

    def resolve(self, marches: Iterable[March]) -> None:
        fight(self.owner, self.units, move_units(self.owner, self.units, marches, self.seats))
        produce(self.owner, self.units, self.resource, self.cap)
        self.rounds_left -= 1


def board_of(view: View[Facts]) -> Board:
    facts = view.facts
    return Board(
        bytearray(view.layers["owner"]),
        units_of(view),
        view.layers["resource"],
        len(facts.totals),
        tuple(
            seat
            for seat, playing in enumerate(facts.in_play)
            if playing and not (facts.away[seat] and seat != view.viewer)
        ),
        facts.params.cap_units,
        facts.params.moves,
        facts.params.rounds - facts.round + 1,
    )


def order_of(marches: Iterable[March]) -> Order:
    return Order(
        tuple(
            Move(start % SIDE, start // SIDE, WAYS[goal - start], units)
            for _, start, goal, units in marches
        )
    )


Option = tuple[int, int, int, int]  # value, start, goal, units


def options(board: Board, seat: int, noise: int) -> list[Option]:
    """Moves that take a square, each with what it is worth in units by the end."""
    owner, units, resource = board.owner, board.units, board.resource
    me, unit = seat + 1, 8 << FINE
    free = board.rounds_left * unit
    taken = free + free // 2
    found = []
    ours = held_by(owner, me)
    for start in compress(ALL, squares(ours ^ inside(ours))):
        spare = units[start] - 1
        for goal in NEAR[start]:
            other = owner[goal]
            if other == me:
                continue
            noise = noise * 1103515245 + 12345 & 0x7FFFFFFF  # stir, where it costs least
            extra = noise >> 8 & EXTRA
            if other:
                facing = units[goal]
                if spare > facing:
                    value = taken * (1 + resource[goal]) - unit * facing
                    found.append((value + extra, start, goal, spare))
            elif spare:
                found.append((free * (1 + resource[goal]) + extra, start, goal, (spare + 1) // 2))
            elif resource[goal] and not resource[start]:
                found.append((free + extra, start, goal, 1))
    found.sort(reverse=True)
    return found


def greedy(board: Board, seat: int, noise: int = 0, shunned: int = 0) -> list[March]:
    """Take the best squares; the moves that are left bring idle units to the front.

    `shunned` has a bit for each square that is not to be entered.
    """
    chosen: list[March] = []
    left: dict[int, int] = {}
    taken = shunned
    for value, start, goal, wanted in options(board, seat, noise):
        if value <= 0 or len(chosen) == board.moves:
            break
        if taken >> goal & 1:
            continue
        there = left.get(start, board.units[start])
        sent = min(wanted, there - 1) if board.units[start] > 1 else there
        if sent < 1 or (board.owner[goal] and sent <= board.units[goal]):
            continue
        left[start] = there - sent
        taken |= 1 << goal
        chosen.append((seat, start, goal, sent))
    if len(chosen) < board.moves:
        chosen += gather(board, seat, left, board.moves - len(chosen), noise)
    return chosen


def gather(board: Board, seat: int, left: dict[int, int], most: int, noise: int) -> list[March]:
    """The largest stacks behind the front move one step towards it."""
    units, deep = board.units, inside(held_by(board.owner, seat + 1))
    idle = [
        (units[cell], noise * ODD[cell] & 0xFFFF00, cell)  # noise decides between equals
        for cell in compress(ALL, squares(deep))
        if units[cell] > 2 and cell not in left
    ]
    if not idle or deep == WHOLE:  # there is no front if every square is ours
        return []
    idle.sort(reverse=True)
    layers = [deep]  # each without its edge: what is in fewer of them is nearer to the front
    while layers[-1]:
        layers.append(inside(layers[-1]))
    found: list[March] = []
    for there, drawn, cell in idle[:most]:
        nearest = next(near for layer in layers if (near := AROUND[cell] & ~layer))
        goals = [goal for goal in NEAR[cell] if nearest >> 8 * goal & 1]
        found.append((seat, cell, goals[(drawn >> 8) % len(goals)], there - 1))
    return found


def distances(owner: bytearray, me: int) -> list[int]:
    """For each square: the distance to the nearest square that is not ours."""
    far, deep = [0] * CELLS, held_by(owner, me)
    for _ in range(CELLS if deep else 0):
        far = [*map(add, far, squares(deep))]
        deep = inside(deep)
        if not deep:
            break
    return far


# Sets of squares, as numbers with a byte for each square


def held_by(owner: bytearray, me: int) -> int:
    return int.from_bytes(owner.translate(HELD[me]), "little")


def inside(them: int) -> int:
    """Those of them whose neighbours are all of them, too."""
    rest = WHOLE ^ them
    beside = rest << 8 & NOT_FIRST | rest >> 8 & NOT_LAST | rest << 8 * SIDE | rest >> 8 * SIDE
    return them & ~beside


def squares(them: int) -> bytes:
    """For each square whether it is one of them."""
    return them.to_bytes(CELLS, "little")
