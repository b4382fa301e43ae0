"""Surveyor: a tree of builds, each line of which is played to its end many times.

Monte Carlo tree search: a step down the tree weighs what a build has brought so far against how
good it looks and how rarely it was tried (PUCT). Below the tree both players build what looks
best to eyes that misjudge every tile a little, differently each time. The budget counts games
played out, so that equal draws give equal decisions.
"""

from __future__ import annotations

from math import sqrt

from freehold.bot import Info, Stop, Wait, never
from freehold.game import Ms, View
from freehold.games.land_grab.actions import Action
from freehold.games.land_grab.bots.judgements import Blur, Taste, state_from_view
from freehold.games.land_grab.bots.sketches import Choice, IslandSketch, Tastes, sketch_of
from freehold.games.land_grab.state import CELLS, INDUSTRY
from freehold.games.land_grab.views import FARMS, SETTLES, Facts
from freehold.kernel.chance import Stream

TASTES: Tastes = (
    Taste(harm=1.03, later=0.6, spent=0.12, deny_by_farm=0.52, deny_by_settlement=0.5),
    Taste(harm=0.9, later=0.55, spent=0.0, deny_by_farm=0.75, deny_by_settlement=0.5),
)
BLURS = 24
"""How many ways there are to misjudge the island, drawn for each decision."""
UNTRIED = 0.1
"""How much worse than its siblings a build counts before it was tried."""
HAIR = 1e-6
"""Tiles that are equally good differ by a hair, which is drawn for each decision."""
WORDS = 4
"""A draw has 64 bits: enough for this many tiles."""
FINE = 1 << 16


class Node:
    """A position of the tree: its builds, how often each was tried and what it has brought."""

    __slots__ = ("choices", "mover", "nodes", "priors", "tried", "tries", "won", "worths")

    def __init__(self, sketch: IslandSketch, blur: Blur, width: int, heat: float) -> None:
        self.mover = sketch.mover
        weighed = [(worth - blur[cell], cell, farm) for worth, cell, farm in sketch.choices()]
        self.choices: list[Choice] = sorted(weighed, reverse=True)[:width]
        best = self.choices[0][0]
        likely = [1 / (1 + (best - worth) / heat) ** 2 for worth, _, _ in self.choices]
        total = sum(likely)
        self.priors = [each / total for each in likely]
        self.tries = [0] * len(self.choices)
        self.worths = [0.0] * len(self.choices)
        self.nodes: list[Node | None] = [None] * len(self.choices)
        self.tried = 0
        self.won = 0.0

    def is_settled(self, left: int) -> bool:
        """No other build can be tried as often as the most tried one any more."""
        *_, second, most = sorted(self.tries)
        return most > second + left

    def pick(self, daring: float) -> int:
        """The build to try next."""
        start = self.won / self.tried - UNTRIED if self.tried else 0.5
        spread = daring * sqrt(self.tried + 1)
        best, best_score = 0, -1.0
        for number, (tries, prior) in enumerate(zip(self.tries, self.priors, strict=True)):
            worth = self.worths[number] / tries if tries else start
            score = worth + spread * prior / (1 + tries)
            if score > best_score:
                best, best_score = number, score
        return best


class Surveyor:
    """Plays whole games in its head before each build."""

    def __init__(
        self,
        playouts: int = 500,
        tastes: Tastes = TASTES,
        blur: float = 1.0,
        width: int = 14,
        heat: float = 0.8,
        daring: float = 0.8,
        slope: float = 1.0,
    ) -> None:
        self.stop: Stop = never
        self.playouts = playouts
        self.tastes = tastes
        self.blur = blur
        self.width = width
        self.heat = heat
        self.daring = daring
        self.slope = slope

    def start(self, info: Info) -> None:
        self.stop = info.stop

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Action | Wait:
        if view.facts.ending or view.viewer != view.facts.mover:
            return Wait()
        _, cell, is_farm = self.choose(sketch_of(state_from_view(view), self.tastes), rng)
        return FARMS[cell] if is_farm else SETTLES[cell]

    def choose(self, sketch: IslandSketch, rng: Stream) -> Choice:
        hair = draw_blurs(HAIR, rng)[0]
        root = Node(sketch.blurred((hair, hair)), NO_BLUR, self.width, self.heat)
        if len(root.choices) == 1:
            return root.choices[0]
        blurs = [draw_blurs(self.blur, rng) for _ in range(min(BLURS, self.playouts))]
        eyes = [(sketch.blurred(each), each) for each in blurs]
        for number in range(self.playouts):
            if self.stop() or root.is_settled(self.playouts - number):
                break
            seen, blur = eyes[number % len(eyes)]
            self.try_line(root, seen.copy(), blur)
        most = max(range(len(root.choices)), key=lambda each: (root.tries[each], -each))
        return root.choices[most]

    def try_line(self, root: Node, sketch: IslandSketch, blurs: tuple[Blur, Blur]) -> None:
        """Down the tree by one position more, and from there to the end."""
        node, path = root, list[tuple[Node, int]]()
        while True:
            number = node.pick(self.daring)
            path.append((node, number))
            _, cell, is_farm = node.choices[number]
            sketch.play(cell, is_farm)
            if sketch.is_over:
                break
            below = node.nodes[number]
            if below is None:
                if node.tries[number]:
                    blur = blurs[sketch.mover]
                    node.nodes[number] = Node(sketch, blur, self.width, self.heat)
                break
            node = below
        lead = sketch.play_out()
        worth = 0.5 + 0.5 * lead / (self.slope + abs(lead))
        for each, number in path:
            won = worth if each.mover == INDUSTRY else 1 - worth
            each.tried += 1
            each.won += won
            each.tries[number] += 1
            each.worths[number] += won


NO_BLUR: Blur = (0.0,) * len(CELLS)


def draw_blurs(most: float, rng: Stream) -> tuple[list[float], list[float]]:
    """For each seat: how much better each tile looks than it is."""
    return draw_blur(most, rng), draw_blur(most, rng)


def draw_blur(most: float, rng: Stream) -> list[float]:
    blur, scale = list[float](), most / FINE
    for _ in range(len(CELLS) // WORDS):
        bits = rng.bits()
        blur += [scale * (bits >> shift & FINE - 1) for shift in (0, 16, 32, 48)]
    return blur
