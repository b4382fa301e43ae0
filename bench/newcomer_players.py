"""Players as naive as a person who has read the rules and not thought hard about them.

They are bots like any other: views in, actions out. `newcomers.py` seats them against the levels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress

from msgspec import Struct

from freehold.bot import Wait, pick_best
from freehold.game import Ms, View
from freehold.games.area_attack import views as area_attack
from freehold.games.area_attack.actions import Open
from freehold.games.area_attack.facts import Facts as AreaFacts
from freehold.games.area_attack.state import SHOWN_MINE
from freehold.games.land_grab.actions import Farm, Settle
from freehold.games.land_grab.state import GRID
from freehold.games.land_grab.views import Facts as LandFacts
from freehold.games.mine_land.actions import DIRECTIONS, Action, Flag, Flip, Step
from freehold.games.mine_land.facts import Facts as WalkFacts
from freehold.games.mine_land.state import COVERED, GREEN_FLAG, LIT, NO_FLAG, SITE, UNCOVERED
from freehold.games.minewars.bots.manners import Manner
from freehold.games.minewars.bots.players import Player
from freehold.games.territory.actions import Declare, Move, Order
from freehold.games.territory.params import SIDE
from freehold.games.territory.views import NEIGHBOURS, units_of
from freehold.games.territory.views import Facts as TerritoryFacts
from freehold.kernel.chance import Stream
from freehold.kernel.grids import Grid, square_grid

Numbers = Mapping[int, tuple[Sequence[int], int]]
"""By number: the covered cells around it, and how many of them are mines."""


def single_numbers(numbers: Numbers) -> tuple[set[int], set[int]]:
    """What single numbers prove, read again until nothing new comes of it: safe cells, mines."""
    safe: set[int] = set()
    mines: set[int] = set()
    open_numbers, found = [*numbers.values()], -1
    while found < len(safe) + len(mines):
        found = len(safe) + len(mines)
        left_open = []
        for around, count in open_numbers:
            unknown = [cell for cell in around if cell not in safe and cell not in mines]
            left = count - len(mines.intersection(around))
            if left <= 0:
                safe.update(unknown)
            elif left == len(unknown):
                mines.update(unknown)
            elif unknown:
                left_open.append((around, count))
        open_numbers = left_open
    return safe, mines


class Hand:
    """A person's pace: about a click per second, and now and then the wrong one."""

    def __init__(self, pause_ms: tuple[Ms, Ms], slip_percent: int) -> None:
        self.pause_ms = pause_ms
        self.slip_percent = slip_percent
        self.ready_at: Ms = -1

    def rest(self, now: Ms, rng: Stream) -> Ms:
        least, most = self.pause_ms
        self.ready_at = now + least + rng.below(most - least + 1)
        return self.ready_at

    def slips(self, rng: Stream) -> bool:
        return rng.percent(self.slip_percent)


class LandGrabber:
    """Settles the legal tile that yields most; farms beside the best tile, never on it."""

    def decide(self, view: View[LandFacts], now: Ms, rng: Stream) -> Struct:
        if view.facts.ending or view.viewer != view.facts.mover:
            return Wait()
        legal, gain = view.layers["legal"], view.layers[f"gain{view.viewer}"]
        cells = [cell for cell, may in enumerate(legal) if may]
        best = pick_best(cells, gain.__getitem__, rng)
        if best is None:
            return Wait()
        if legal[best] & 2:
            return Settle(*GRID.place(best))
        near = [cell for cell in GRID.touching[best] if legal[cell]]
        farm = pick_best(near, lambda cell: -gain[cell], rng)
        return Farm(*GRID.place(best if farm is None else farm))


class Conqueror:
    """Says nothing. Moves to free neighbours, rich ones first, and onto weaker ones."""

    def decide(self, view: View[TerritoryFacts], now: Ms, rng: Stream) -> Struct:
        facts = view.facts
        if not facts.in_play[view.viewer] or facts.submitted[view.viewer]:
            return Wait()
        return Order(self.sheet(view, rng)) if facts.phase == "orders" else Declare("")

    def sheet(self, view: View[TerritoryFacts], rng: Stream) -> tuple[Move, ...]:
        owner, units, rich = view.layers["owner"], units_of(view), view.layers["resource"]
        own, moves, taken = view.viewer + 1, list[Move](), set[int]()
        starts = [cell for cell, held in enumerate(owner) if held == own and units[cell] > 1]
        rng.shuffle(starts)
        for start in sorted(starts, key=lambda cell: -units[cell]):
            ways = [
                (way, goal)
                for way, goal in NEIGHBOURS[start]
                if owner[goal] != own and units[goal] < units[start] - 1 and goal not in taken
            ]
            chosen = pick_best(ways, lambda each: 2 * rich[each[1]] - units[each[1]], rng)
            if chosen is not None and len(moves) < view.facts.params.moves:
                way, goal = chosen
                taken.add(goal)
                sent = units[start] // 2 if not owner[goal] else units[start] - 1
                moves.append(Move(start % SIDE, start // SIDE, way, max(1, sent)))
        return tuple(moves)


class Sweeper:
    """Area Attack: opens what single numbers prove, close to the last click, and hardly guesses."""

    def __init__(self) -> None:
        self.hand = Hand((800, 1_300), slip_percent=2)
        self.patience_ms: Ms = 5_000
        self.idle_since: Ms = 0
        self.last = 0

    def decide(self, view: View[AreaFacts], now: Ms, rng: Stream) -> Struct:
        known, hand = view.facts, self.hand
        if known.ending or known.frozen[view.viewer]:
            hand.ready_at = -1
            return Wait()
        if hand.ready_at < 0:
            hand.rest(now, rng)
        if now < hand.ready_at:
            return Wait(hand.ready_at)
        hand.rest(now, rng)
        if not known.stage:
            return next(area_attack.choices(view, now, rng), Wait(hand.ready_at))
        cell = self.choose(view, now, rng)
        if cell is None:
            return Wait(hand.ready_at)
        self.idle_since, self.last = now, cell
        return Open(cell % view.rect.width, cell // view.rect.width)

    def choose(self, view: View[AreaFacts], now: Ms, rng: Stream) -> int | None:
        grid = square_grid(view.rect.width, view.rect.height)
        legal = view.layers["legal"]
        numbers = area_numbers(view, grid)
        safe, mines = single_numbers(numbers)
        certain = [cell for cell in safe if legal[cell]]
        cell = pick_best(sorted(certain), lambda cell: -grid.distance(cell, self.last), rng)
        if cell is not None:
            near = [each for each in grid.touching[cell] if legal[each]]
            return rng.pick(near) if near and self.hand.slips(rng) else cell
        if now - self.idle_since < self.patience_ms:
            return None
        edge = {cell for around, _ in numbers.values() for cell in around}
        guesses = [cell for cell in sorted(edge - mines) if legal[cell]]
        return rng.pick(guesses) if guesses else None


def area_numbers(view: View[AreaFacts], grid: Grid) -> Numbers:
    ground, owner, digit = (view.layers[name] for name in ("ground", "owner", "digit"))
    is_covered = [not (owned or shown) for owned, shown in zip(owner, ground, strict=True)]
    numbers = {}
    for cell in compress(range(len(digit)), digit):
        around = grid.touching[cell]
        covered = [near for near in around if is_covered[near]]
        if covered:
            mines = sum(ground[near] == SHOWN_MINE for near in around)
            numbers[cell] = (covered, digit[cell] - 1 - mines)
    return numbers


class Digger:
    """Mine Land: flips and flags what single numbers in sight prove, walks to the nearest of it,
    and guesses when there is nothing of the kind. It walks on where nothing is left to do."""

    def __init__(self) -> None:
        self.hand = Hand((800, 1_300), slip_percent=1)
        self.step_ms = (250, 400)
        self.ahead = ""

    def decide(self, view: View[WalkFacts], now: Ms, rng: Stream) -> Struct:
        known, hand = view.facts, self.hand
        if known.ending or known.is_dead or known.is_away:
            hand.ready_at = -1
            return Wait()
        if hand.ready_at < 0:
            hand.rest(now, rng)
        if now < hand.ready_at:
            return Wait(hand.ready_at)
        action = self.choose(view, rng)
        hand.rest(now, rng)
        if isinstance(action, Step):
            hand.ready_at = now + self.step_ms[0] + rng.below(self.step_ms[1] - self.step_ms[0])
        return action if action is not None else Wait(hand.ready_at)

    def choose(self, view: View[WalkFacts], rng: Stream) -> Action | None:
        rect, ground, flag = view.rect, view.layers["ground"], view.layers["flag"]
        grid = square_grid(rect.width, rect.height)
        at = (view.facts.at[1] - rect.y) * rect.width + view.facts.at[0] - rect.x
        covered = [kind == COVERED and not up for kind, up in zip(ground, flag, strict=True)]
        safe, mines = single_numbers(walk_numbers(view, grid))
        wanted = {cell for cell in safe if covered[cell]}
        flags = {cell for cell in mines if covered[cell]} if view.facts.flags else set()
        near = [cell for cell in grid.touching[at] if covered[cell]]
        for found in ([c for c in near if c in flags], [c for c in near if c in wanted]):
            if found:
                cell = rng.pick(found)
                if cell in wanted and self.hand.slips(rng):
                    cell = rng.pick(near)
                x, y = rect.x + cell % rect.width, rect.y + cell // rect.width
                return Flag(x, y) if cell in flags else Flip(x, y)
        walks = [kind in (UNCOVERED, SITE) or up for kind, up in zip(ground, flag, strict=True)]
        step = step_to(grid, walks, at, wanted | flags, rng)
        if step:
            return Step(step)
        guesses = [cell for cell in near if cell not in mines]
        if guesses:
            cell = rng.pick(guesses)
            return Flip(rect.x + cell % rect.width, rect.y + cell // rect.width)
        edge = {cell for cell in range(len(grid)) if covered[cell] and cell not in mines}
        step = step_to(grid, walks, at, edge, rng) or self.walk_on(grid, walks, at, rng)
        return Step(step) if step else None

    def walk_on(self, grid: Grid, walks: Sequence[object], at: int, rng: Stream) -> str:
        """Straight ahead; where that is not possible, any other way."""
        x, y = grid.place(at)
        ways = [
            towards
            for towards, (dx, dy) in DIRECTIONS.items()
            if grid.has(x + dx, y + dy) and walks[grid.cell(x + dx, y + dy)]
        ]
        if ways and self.ahead not in ways:
            self.ahead = rng.pick(ways)
        return self.ahead if ways else ""


def walk_numbers(view: View[WalkFacts], grid: Grid) -> Numbers:
    """Numbers whose neighbours are all in sight."""
    ground, digit, flag = (view.layers[name] for name in ("ground", "digit", "flag"))
    rect, terms = view.rect, view.facts.terms
    numbers = {}
    for cell, kind in enumerate(ground):
        y, x = divmod(cell, rect.width)
        is_whole = (x > 0 or not rect.x) and (y > 0 or not rect.y)
        is_whole &= x < rect.width - 1 or rect.x + rect.width == terms.width
        is_whole &= y < rect.height - 1 or rect.y + rect.height == terms.height
        if kind != UNCOVERED or not is_whole:
            continue
        around = grid.touching[cell]
        hidden = [near for near in around if ground[near] == COVERED and flag[near] == NO_FLAG]
        known = sum(ground[near] == LIT or flag[near] == GREEN_FLAG for near in around)
        if hidden:
            numbers[cell] = (hidden, digit[cell] - known)
    return numbers


def step_to(grid: Grid, walks: Sequence[object], at: int, wanted: set[int], rng: Stream) -> str:
    """The first step of a shortest way to a cell beside something wanted; empty if there is none
    or one stands there."""
    ways = list(DIRECTIONS.items())
    rng.shuffle(ways)
    first: dict[int, str] = {at: ""}
    queue = [at] if wanted else []
    for cell in queue:  # grows while it is walked
        if any(near in wanted for near in grid.touching[cell]):
            return first[cell]
        x, y = grid.place(cell)
        for towards, (dx, dy) in ways:
            if grid.has(x + dx, y + dy):
                near = grid.cell(x + dx, y + dy)
                if walks[near] and near not in first:
                    first[near] = first[cell] or towards
                    queue.append(near)
    return ""


# MineWars

CAPTAIN = Manner(
    pause_ms=(1_150, 1_850),
    reaction_ms=650,
    slip_percent=3,
    daring=0.0,
    patience_ms=8_000,
    solves=False,
    fortifies=True,
    works=3,
)


def make_captain() -> Player:
    """A click every 1.5 s on tiles that simple rules prove safe, towards the nearest city. Lays
    mines at the border when a rival is there, takes back land beside a city that is about to fall,
    and guesses only after eight seconds without anything to do. Does not mine its cities, strike,
    build or harvest."""
    return Player(CAPTAIN)
