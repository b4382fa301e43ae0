"""Thinker: looks a few builds ahead (alpha-beta) and plays each line out at first sight.

It works on copies of the state that its view shows. Its budget counts builds, so that equal
draws give equal decisions, and a decision costs about the same in all positions.
"""

from __future__ import annotations

from freehold.bot import Info, Stop, Wait, never
from freehold.game import Ms, View
from freehold.games.land_grab.actions import Action
from freehold.games.land_grab.bots.judgements import (
    CLEAR,
    Blur,
    Build,
    Taste,
    action_of,
    draw_blur,
    play,
    state_from_view,
    weigh_builds,
)
from freehold.games.land_grab.state import INDUSTRY, State
from freehold.games.land_grab.views import Facts
from freehold.kernel.chance import Stream

# Unlike a beginner, it farms where the opponent would like to settle.
TASTE = Taste(later=0.45, spent=0.2, deny_by_farm=0.4, deny_by_settlement=0.4)
MOST = 1000.0
HAIR = 1e-6
"""Tiles that are equally good differ by a hair, which is drawn for each decision."""


class OutOfBuilds(Exception):
    """The budget is spent, or the time is over."""


class Thinker:
    """Deepens its search until it has tried a fixed number of builds."""

    def __init__(
        self,
        builds: int = 1500,
        first_width: int = 12,
        width: int = 5,
        deepest: int = 6,
    ) -> None:
        self.stop: Stop = never
        self.builds = builds
        self.first_width = first_width
        self.width = width
        self.deepest = deepest
        self.left = 0
        self.blur: Blur = CLEAR

    def start(self, info: Info) -> None:
        self.stop = info.stop

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Action | Wait:
        if view.facts.ending or view.viewer != view.facts.mover:
            return Wait()
        state = state_from_view(view)
        self.blur = draw_blur(HAIR, rng)
        candidates = best_first(self.weigh(state), self.first_width)
        self.left = self.builds
        for depth in range(1, self.deepest + 1):
            candidates = self.order(state, candidates, depth)
            if self.left <= 0:
                break
        return action_of(candidates[0])

    def order(self, state: State, candidates: list[Build], depth: int) -> list[Build]:
        """The candidates, best first, as far as this depth and the budget can tell."""
        best, best_worth = candidates[0], -MOST
        try:
            for build in candidates:
                worth = self.look(state, build, depth, best_worth, MOST)
                if worth > best_worth:
                    best, best_worth = build, worth
        except OutOfBuilds:
            self.left = 0
        return [best, *(build for build in candidates if build is not best)]

    def look(self, state: State, build: Build, depth: int, low: float, high: float) -> float:
        """What a build is worth to its player; exact only between low and high."""
        if self.left <= 0 or self.stop():
            raise OutOfBuilds
        self.left -= 1
        after = state.copy()
        play(after, build)
        if after.mover == state.mover:  # the opponent had to pass, or the game is over
            return self.search(after, depth - 1, low, high)
        return -self.search(after, depth - 1, -high, -low)

    def search(self, state: State, depth: int, low: float, high: float) -> float:
        """What a position is worth to its mover. The position may be changed."""
        if state.ending or depth == 0:
            sign = 1 if state.mover == INDUSTRY else -1
            self.play_out(state)
            return sign * lead(state)
        for build in best_first(self.weigh(state), self.width):
            low = max(low, self.look(state, build, depth, low, high))
            if low >= high:
                break
        return low

    def play_out(self, state: State) -> None:
        """Both players take what looks best until the game is over."""
        while not state.ending:
            play(state, max(self.weigh(state)))
            self.left -= 1

    def weigh(self, state: State) -> list[Build]:
        return weigh_builds(state, TASTE, self.blur)


def best_first(builds: list[Build], width: int) -> list[Build]:
    return sorted(builds, key=lambda build: -build[0])[:width]


def lead(state: State) -> float:
    """How many turns player 1 was ahead at the end; negative for player 2."""
    if state.winner < 0:
        return 0.0
    loser = 1 - state.winner
    short = (state.target - state.points[loser]) / max(1, state.incomes[loser])
    ahead = 1 + min(short, MOST / 2)
    return ahead if state.winner == INDUSTRY else -ahead
