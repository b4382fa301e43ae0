"""A bot in the world: what to do next, and when.

It flips what is certain, flags bombs that it knows, and walks to the nearest place where either
can be done. When nothing is certain it puts a flag where it would learn most, since a flag's
colour shows what lies there. It guesses only if it has no flags and can walk to nothing certain.
Its `Manner` says how fast, clumsy and clever it is. All randomness comes from the `rng` it is
given.
"""

from __future__ import annotations

from msgspec import Struct

from freehold.bot import Wait, pick_best
from freehold.game import Ms, View
from freehold.games.mine_land.actions import DIRECTIONS, Action, Flag, Flip, Step, Unflag
from freehold.games.mine_land.bots.memory import Memory
from freehold.games.mine_land.bots.ways import (
    FAR_TILES,
    NEAR_TILES,
    Way,
    all_beside,
    find_way,
    is_beside,
)
from freehold.games.mine_land.facts import Facts
from freehold.games.mine_land.state import LIT, NO_FLAG, RED_FLAG
from freehold.kernel.chance import Stream
from freehold.kernel.solver.guessing import Budget, choose
from freehold.kernel.solver.solver import Answer

BUDGET = Budget(candidates=12, states=1_000)
LOST_MS = 3_000


class Manner(Struct, frozen=True):
    """The differences between the levels."""

    dig_pause_ms: tuple[Ms, Ms]
    """The shortest and the longest time between two flips or flags,"""
    step_pause_ms: tuple[Ms, Ms]
    """and between two steps."""
    form_percent: int = 0
    """How much shorter or longer all its pauses may be in a round: it has good days and bad ones,
    so that a slightly faster level does not always win."""
    slip_permille: int = 0
    """How often it takes a tile in reach that is not certain, or even a bomb, for a safe one."""
    reaction_ms: Ms = 0
    """How long a tile has been in sight before it flips or flags it."""
    probes: bool = False
    """Whether it puts flags to learn what lies under them, and looks around before it guesses."""
    kept_flags: int = 0
    """How many flags it keeps in hand for that."""
    flees: bool = False


class Player:
    """One seat of one round."""

    def __init__(self, manner: Manner) -> None:
        self.manner = manner
        self.memory: Memory | None = None
        self.ready_at: Ms = -1
        self.tempo_percent = 0
        """The length of its pauses in this round, drawn before the first one."""
        self.tried: dict[int, None] = {}
        self.way: Way | None = None
        self.lost_until: Ms = 0
        """It found no path to what it wants, and looks for one again at this moment."""
        self.guesses = 0
        """How often it flipped what was not certain."""

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Struct:
        known = view.facts
        if known.ending or known.is_dead or known.is_away:
            self.ready_at = -1
            return Wait()
        if self.ready_at < 0:
            self.ready_at = now + self._pause(self.manner.dig_pause_ms, rng)
        if now < self.ready_at and not (self.manner.flees and self._is_near_lit(view)):
            return Wait(self.ready_at)
        self._learn(view, now)
        return self._timed(view, now, rng, self._choose(view, now, rng))

    def _pause(self, between: tuple[Ms, Ms], rng: Stream) -> Ms:
        least, most = between
        return (least + rng.below(most - least + 1)) * self._tempo(rng) // 100

    def _tempo(self, rng: Stream) -> int:
        if not self.tempo_percent:
            spread = self.manner.form_percent
            self.tempo_percent = 100 - spread + (rng.below(2 * spread + 1) if spread else 0)
        return self.tempo_percent

    def _timed(self, view: View[Facts], now: Ms, rng: Stream, action: Action | None) -> Struct:
        """The action, if its moment has come; otherwise when to try again."""
        known, manner = view.facts, self.manner
        if action is None:
            self.ready_at = now + self._pause(manner.dig_pause_ms, rng)
            return Wait(self.ready_at)
        allowed = known.step_at if isinstance(action, Step) else self._dig_at(view, action)
        if now < allowed:
            return Wait(allowed)
        pause = manner.step_pause_ms if isinstance(action, Step) else manner.dig_pause_ms
        self.ready_at = now + self._pause(pause, rng)
        return action

    def _dig_at(self, view: View[Facts], action: Action) -> Ms:
        """When a tile may be dug: by the rules, and after it has been seen for a while."""
        assert self.memory is not None
        assert isinstance(action, Flip | Flag | Unflag)
        seen_at = self.memory.seen.get(action.y * view.facts.terms.width + action.x, 0)
        return max(view.facts.dig_at, seen_at + self.manner.reaction_ms)

    def _learn(self, view: View[Facts], now: Ms) -> None:
        if self.memory is None:
            self.memory = Memory(view)
        if self.memory.learn(view, now) and self.tried:
            at = self._tile(view)
            for tile in self._near(at, view.facts.terms.sight):
                self.tried.pop(tile, None)

    def _tile(self, view: View[Facts]) -> int:
        return view.facts.at[1] * view.facts.terms.width + view.facts.at[0]

    def _near(self, at: int, steps: int) -> list[int]:
        """The tiles around a tile, by number alone: numbers beyond the edge are never looked up."""
        assert self.memory is not None
        span, width = range(-steps, steps + 1), self.memory.width
        return [at + dy * width + dx for dy in span for dx in span]

    # What to do

    def _choose(self, view: View[Facts], now: Ms, rng: Stream) -> Action | None:
        at = self._tile(view)
        if self.manner.flees and self._is_near_lit(view):
            flight = self._flee(view, rng)
            if flight is not None:
                return flight
        kept = self.manner.kept_flags
        action = self._certain(view, now, kept, rng)
        if action is None:  # simple rules do not prove enough: count all layouts
            answer = self._solve()
            action = self._certain(view, now, kept, rng)
            action = action or self._uncertain(view, now, answer, rng)
        if isinstance(action, Flip) and rng.below(1000) < self.manner.slip_permille:
            return self._slip(view, at, rng)
        return action

    def _certain(self, view: View[Facts], now: Ms, kept: int, rng: Stream) -> Action | None:
        """Flag a bomb, flip what is safe, take a flag that is not needed, or walk to where one of
        these can be done. `kept` flags stay in hand."""
        memory, known, at = self.memory, view.facts, self._tile(view)
        assert memory is not None
        wanted = memory.targets | (memory.bombs if known.flags > kept else {})
        if not wanted and not memory.loot:
            return None
        beside = is_beside(memory, wanted)

        def is_there(tile: int) -> bool:
            return (tile in memory.loot and tile != at) or beside(tile)

        way = find_way(memory, at, is_there, NEAR_TILES, rng)
        way = way or self._go_far(now, at, wanted, rng)
        if way is None:
            return None
        return Step(way.path[0][1]) if way.path else self._dig(at, wanted, rng)

    def _go_far(self, now: Ms, at: int, wanted: dict[int, None], rng: Stream) -> Way | None:
        """Towards something further away: continue the path, or find one, but not too often."""
        memory = self.memory
        assert memory is not None
        way = self.way
        if way is not None and is_beside(memory, wanted)(way.goal):
            rest = [number for number, (tile, _) in enumerate(way.path) if tile == at]
            if rest:
                return Way(way.path[rest[0] :], way.goal)
        if now < self.lost_until:
            return None
        goals = all_beside(memory, wanted)
        self.way = find_way(memory, at, goals.__contains__, FAR_TILES, rng)
        if self.way is None:
            self.lost_until = now + LOST_MS
        return self.way

    def _dig(self, at: int, wanted: dict[int, None], rng: Stream) -> Action | None:
        """What to do with a wanted tile in reach. Bombs come first: they pay most."""
        memory = self.memory
        assert memory is not None
        near = [tile for tile in memory.around(at) if tile in wanted]
        tile = pick_best(near, lambda tile: tile in memory.bombs, rng)
        if tile is None:
            return None
        y, x = divmod(tile, memory.width)
        if tile in memory.bombs:
            return Flag(x, y)
        return Unflag(x, y) if memory.covered.get(tile, NO_FLAG) == RED_FLAG else Flip(x, y)

    def _solve(self) -> Answer | None:
        assert self.memory is not None
        return self.memory.solve()

    def _uncertain(
        self, view: View[Facts], now: Ms, answer: Answer | None, rng: Stream
    ) -> Action | None:
        """Nothing is certain here: probe, look around, wait for flags, and only then guess."""
        at = self._tile(view)
        if self.manner.probes:
            if view.facts.flags:
                probe = self._probe(view, at, answer, rng) or self._certain(view, now, 0, rng)
                if probe is not None:
                    return probe
            walk = self._look_around(at, view.facts.terms.sight // 2, rng)
            if walk is not None:
                return walk
            if view.facts.coming:
                return None
        return self._guess(view, at, answer, rng)

    def _probe(
        self, view: View[Facts], at: int, answer: Answer | None, rng: Stream
    ) -> Action | None:
        tile = self._best(at, answer, rng)
        if tile is None:
            return None
        y, x = divmod(tile, view.facts.terms.width)
        return Flag(x, y)

    def _look_around(self, at: int, steps: int, rng: Stream) -> Action | None:
        """Walk to the nearest border of the open ground where it has not looked yet: a few steps
        on, something may be certain."""
        memory = self.memory
        assert memory is not None
        self.tried.update(dict.fromkeys(self._near(at, steps)))

        def is_new(tile: int) -> bool:
            return tile not in self.tried and any(
                near not in memory.clear and near not in memory.ways for near in memory.around(tile)
            )

        way = find_way(memory, at, is_new, FAR_TILES, rng)
        return Step(way.path[0][1]) if way is not None and way.path else None

    def _guess(
        self, view: View[Facts], at: int, answer: Answer | None, rng: Stream
    ) -> Action | None:
        """The least risky flip in reach; if there is none, any path that leads to one."""
        tile = self._best(at, answer, rng)
        if tile is not None:
            self.guesses += 1
            y, x = divmod(tile, view.facts.terms.width)
            return Flip(x, y)
        memory = self.memory
        assert memory is not None
        way = find_way(memory, at, lambda tile: bool(self._unknown(tile)), NEAR_TILES, rng)
        return Step(way.path[0][1]) if way is not None and way.path else None

    def _unknown(self, at: int) -> list[int]:
        """The tiles that can be flipped from here and are not known to be bombs."""
        memory = self.memory
        assert memory is not None
        return [
            tile
            for tile in memory.around(at)
            if memory.covered.get(tile) == NO_FLAG and tile not in memory.bombs
        ]

    def _best(self, at: int, answer: Answer | None, rng: Stream) -> int | None:
        memory, among = self.memory, self._unknown(at)
        assert memory is not None
        if not among or answer is None:
            return rng.pick(among) if among else None
        rng.shuffle(among)  # of equal ones it takes the first
        hidden = [tile for tile, flag in memory.covered.items() if flag == NO_FLAG]
        cells = [tile for tile in hidden if tile not in memory.bombs and tile not in memory.clear]
        try:
            return choose(answer, cells, memory.around, among=among, budget=BUDGET).cell
        except ValueError:  # nothing but bombs
            return None

    def _slip(self, view: View[Facts], at: int, rng: Stream) -> Action:
        """A number misread: any covered tile in reach, one that is not known to be clear if there
        is one."""
        memory = self.memory
        assert memory is not None
        covered = [tile for tile in memory.around(at) if memory.covered.get(tile) == NO_FLAG]
        doubtful = [tile for tile in covered if tile not in memory.clear]
        tile = rng.pick(doubtful or covered)
        y, x = divmod(tile, view.facts.terms.width)
        return Flip(x, y)

    # Running away

    def _is_near_lit(self, view: View[Facts]) -> bool:
        return any(away <= view.facts.terms.blast_radius**2 for away in self._lit_away(view))

    def _lit_away(self, view: View[Facts], dx: int = 0, dy: int = 0) -> list[int]:
        """The squared distance from lit bombs to the bot's own tile or one next to it."""
        (x, y), rect = view.facts.at, view.rect
        lit = [place for place, ground in enumerate(view.layers["ground"]) if ground == LIT]
        return [
            (rect.x + place % rect.width - x - dx) ** 2
            + (rect.y + place // rect.width - y - dy) ** 2
            for place in lit
        ]

    def _flee(self, view: View[Facts], rng: Stream) -> Action | None:
        """The step that leads furthest away from lit bombs."""
        memory, at = self.memory, self._tile(view)
        assert memory is not None
        ways = {
            towards: min(self._lit_away(view, dx, dy))
            for towards, (dx, dy) in DIRECTIONS.items()
            if at + dy * memory.width + dx in memory.ways
        }
        best = pick_best(ways, ways.__getitem__, rng)
        return Step(best) if best and ways[best] > min(self._lit_away(view)) else None
