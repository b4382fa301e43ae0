"""Search: candidate sheets are tried against what the others are likely to order.

Flat Monte Carlo with halving: every candidate is played a few rounds on with greedy sheets for
all, the worse half is dropped, and the rest is tried again against other replies. All candidates
meet the same replies, so that only their own worth makes a difference. The budget counts rounds
played, so that results repeat; `stop` may end the search earlier.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from freehold.bot import Stop
from freehold.games.territory.bots.plans import NEAR, Board, distances, greedy, options
from freehold.games.territory.resolution import March
from freehold.kernel.chance import Stream

CANDIDATES = 20
GREEDY_CANDIDATES = 6
PLAYOUTS = (1, 2, 4, 6)
"""How often each candidate is tried before the worse half is dropped."""
AHEAD_ROUNDS = 6
STEEP = 5.0
"""How much a larger total is favoured beyond its share: only the largest one wins."""
LATER = 0.85
"""What a unit that a square will produce later is worth now."""


class Candidate(Struct):
    """A candidate and its results."""

    sheet: list[March]
    honour: float = 1.0
    """The factor on its worth: less than 1 if it breaks a promise."""
    worth: float = 0.0
    tried: int = 0

    @property
    def mean(self) -> float:
        return self.honour * self.worth / max(1, self.tried)


class Outlook(Struct, frozen=True):
    """What the seat has promised, and what it expects of the others."""

    shunned: tuple[int, ...]
    """For each seat: a bit for each square that it is expected to leave alone now,"""
    later: tuple[int, ...]
    """and in later rounds."""
    honour: Callable[[list[March]], float]
    """The factor on a sheet's worth for the promises that it breaks."""
    steep: float = STEEP
    ahead: int = AHEAD_ROUNDS


def search(
    board: Board,
    seat: int,
    outlook: Outlook,
    rng: Stream,
    stop: Stop,
    playouts: Sequence[int] = PLAYOUTS,
    most: int = CANDIDATES,
    more: Sequence[list[March]] = (),
) -> list[March]:
    """The best sheet found, of the candidates and any more that are worth trying."""
    sheets = candidates(board, seat, outlook.shunned[seat], rng, most)
    sheets += [sheet for sheet in more if sheet not in sheets]
    thoughts = [Candidate(sheet, outlook.honour(sheet)) for sheet in sheets]
    noise = rng.below(1 << 24)
    for tries in playouts:
        for _ in range(tries):
            noise += 7919
            replies = replies_to(board, seat, outlook, noise)
            for thought in thoughts:
                if stop():
                    return ranked(thoughts)[0].sheet
                thought.worth += playout(board, seat, thought.sheet, replies, outlook, noise)
                thought.tried += 1
        thoughts = ranked(thoughts)[: max(2, len(thoughts) // 2)]
    return thoughts[0].sheet


def ranked(thoughts: list[Candidate]) -> list[Candidate]:
    return sorted(thoughts, key=lambda thought: (-thought.tried, -thought.mean))


def replies_to(board: Board, seat: int, outlook: Outlook, noise: int) -> list[March]:
    """What the others are expected to order this round, whatever we do: all is sealed."""
    return [
        march
        for other in board.players
        if other != seat
        for march in greedy(board, other, noise + other, outlook.shunned[other])
    ]


def playout(
    board: Board,
    seat: int,
    sheet: list[March],
    replies: list[March],
    outlook: Outlook,
    noise: int,
) -> float:
    """What a sheet is worth for the seat, between 0 and 1, a few rounds later."""
    ahead = board.copy()
    ahead.resolve([*sheet, *replies])
    for later in range(min(outlook.ahead, ahead.rounds_left)):
        marches = []
        for each in board.players:
            marches += greedy(ahead, each, noise + each + 5 * later, outlook.later[each])
        ahead.resolve(marches)
    return worth(ahead, seat, outlook.steep)


def worth(board: Board, seat: int, favour: float = STEEP) -> float:
    """The chance to win, estimated from units and from what squares will still produce."""
    prospects = [0.0] * (board.seats + 1)
    later = board.rounds_left * LATER
    for held, units, rich in zip(board.owner, board.units, board.resource, strict=True):
        if held:
            prospects[held] += units + (later * (1 + rich) if units < board.cap else 0.0)
    ours = prospects[seat + 1]
    if not ours:
        return 0.0
    steep = 0.0
    for each in prospects[1:]:
        steep += (each / ours) ** favour
    return 1.0 / steep


def candidates(
    board: Board, seat: int, shunned: int, rng: Stream, most: int = CANDIDATES
) -> list[list[March]]:
    """Different sheets worth trying: the greedy ones, mixtures of good moves, and sitting still.

    Every second sheet avoids the shunned squares.
    """
    sheets = [greedy(board, seat, rng.below(1 << 24), shunned)]
    for number in range(2 * most):
        avoid = shunned if number % 2 else 0
        if number < GREEDY_CANDIDATES:
            sheet = greedy(board, seat, rng.below(1 << 24), avoid)
        else:
            sheet = mixed(board, seat, avoid, rng)
        if sheet not in sheets and len(sheets) < most:
            sheets.append(sheet)
    return sheets if [] in sheets else [*sheets, []]


def mixed(board: Board, seat: int, shunned: int, rng: Stream) -> list[March]:
    """Moves drawn from the better ones, with varied numbers of units."""
    found = [(start, goal) for _, start, goal, _ in options(board, seat, rng.below(1 << 24))]
    pool = [way for way in found if not shunned >> way[1] & 1][:10] + shifts(board, seat, rng)
    left: dict[int, int] = {}
    sheet: list[March] = []
    for _ in range(2 * board.moves if pool else 0):
        start, goal = pool[min(rng.below(len(pool)), rng.below(len(pool)))]
        there = left.get(start, board.units[start])
        sent = amount(board, seat, there, goal, rng)
        is_new = all(goal != other for _, _, other, _ in sheet)
        if 0 < sent <= there and is_new and len(sheet) < board.moves:
            left[start] = there - sent
            sheet.append((seat, start, goal, sent))
    return sheet


def amount(board: Board, seat: int, there: int, goal: int, rng: Stream) -> int:
    """How many units to send: just enough, half, all but one, all."""
    facing = board.units[goal] if board.owner[goal] != seat + 1 else 0
    return (facing + 1, (there + 1) // 2, there - 1, there)[rng.below(4)]


def shifts(board: Board, seat: int, rng: Stream) -> list[tuple[int, int]]:
    """Moves between our own squares: from where most units are, towards the front."""
    me = seat + 1
    far = distances(board.owner, me)
    held = [cell for cell, owner in enumerate(board.owner) if owner == me and board.units[cell] > 2]
    rng.shuffle(held)
    held.sort(key=lambda cell: -board.units[cell])
    found = [
        (cell, goal)
        for cell in held[:4]
        for goal in NEAR[cell]
        if board.owner[goal] == me and far[goal] <= far[cell]
    ]
    rng.shuffle(found)
    return found[:6]
