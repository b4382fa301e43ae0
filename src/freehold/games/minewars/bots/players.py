"""A bot in its seat: when it looks, and when it clicks. What it clicks is a `Thought`.

It acts on what it saw a moment ago: what it sees reaches its hand only after its `reaction_ms`. Its
own cooldowns and actions it knows immediately. All randomness comes from the `rng` it is given, all
knowledge from its views.
"""

from __future__ import annotations

from collections import deque

from msgspec import Struct
from msgspec.structs import replace

from freehold.bot import Wait
from freehold.game import Ms, View
from freehold.games.minewars.bots.goals import Goal
from freehold.games.minewars.bots.manners import Manner
from freehold.games.minewars.bots.minds import Mind
from freehold.games.minewars.bots.thoughts import Thought
from freehold.games.minewars.facts import Facts
from freehold.kernel.chance import Stream


class Player:
    """One seat of one match."""

    thought = Thought
    """How it thinks; a tournament may seat minds that think otherwise."""

    def __init__(self, manner: Manner) -> None:
        self.manner = manner
        self.mind: Mind | None = None
        self.goal = Goal(manner.rival_steps)
        self.looks: deque[tuple[Ms, View[Facts]]] = deque()
        """What it saw, and when: from the last look that is old enough on."""
        self.ready_at: Ms = -1
        self.idle_since: Ms = 0

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Struct:
        facts = view.facts
        if facts.ending or facts.players[view.viewer].is_out:
            return Wait()
        self._look(view, now)
        if facts.own.stunned_until:
            self.ready_at = -1  # after a stun it looks around first
            return Wait()
        if self.ready_at < 0:
            self.ready_at = now + self._pause(rng)
        self.ready_at = max(self.ready_at, self.looks[0][0] + self.manner.reaction_ms)
        if now < self.ready_at:
            return Wait(self.ready_at)
        self.ready_at = now + self._pause(rng)
        action = self._think(self._seen(view), now, rng)
        if action is None:
            self._await_cooldown(facts.own.ready.get("capture", 0), now)
            return Wait(self.ready_at)
        self.idle_since = now
        return action

    def _look(self, view: View[Facts], now: Ms) -> None:
        self.looks.append((now, view))
        while len(self.looks) > 1 and self.looks[1][0] + self.manner.reaction_ms <= now:
            self.looks.popleft()

    def _seen(self, view: View[Facts]) -> View[Facts]:
        """The board as it was seen when the hand began to move."""
        seen = self.looks[0][1]
        return replace(seen, facts=replace(seen.facts, own=view.facts.own))

    def _think(self, seen: View[Facts], now: Ms, rng: Stream) -> Struct | None:
        if self.mind is None:
            self.mind = Mind(seen)
        self.mind.learn(seen)
        if self.manner.has_goals:
            self.goal.look(self.mind, seen, now, rng)
        idle_ms = now - self.idle_since
        return self.thought(self.manner, self.mind, self.goal, seen, now, idle_ms, rng).act()

    def _await_cooldown(self, capture_at: Ms, now: Ms) -> None:
        """There is nothing to do but capture, and it is too soon for that (MW-35): the next click
        comes when it is possible."""
        if now < capture_at < self.ready_at:
            self.ready_at = capture_at

    def _pause(self, rng: Stream) -> Ms:
        least, most = self.manner.pause_ms
        return least + rng.below(most - least + 1)
