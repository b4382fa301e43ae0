"""Runs a match with bots on match time: one thing after the other, jumping to the next moment.

Rules about this file:
1. Of equal moments: due moments of the game and the clocks, then telling, then bots (`Crew.rank`).
2. Viewers are told after each change, or at beats of the game's `flush_ms`; what people's seats
   and watchers are told is handed on through `tell`. If there is nobody to tell, no frames are
   made: bots get the views themselves.
3. Nothing runs for ever: a game that does not end raises Endless, one that waits for nobody
   raises Stuck.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from freehold.bot import Bot
from freehold.bots.crew import AT_ONCE, Crew, RefusedAction
from freehold.bots.pacing import Pacing
from freehold.bots.strikes import BotNote, BotStrike, place_below
from freehold.game import Ms, Outcome, Seat, Viewer
from freehold.match.match import Match
from freehold.match.patches import Frame

Tell = Callable[[Mapping[Viewer, Frame]], None]
DUE, TELL, ASK = range(3)  # the order of equal moments
ASKED_PER_STEP = 100
"""How often bots may look and wait for each action and wake of the game."""


class Endless(RuntimeError):
    """The match goes on past every bound: a bug of the game or of its bots."""


class Stuck(RuntimeError):
    """Nobody will ever act again, and no moment is due."""


class RunReport(Struct, frozen=True):
    """What a run was like."""

    outcome: Outcome
    """As the game says it, but bots with five strikes are below all others."""
    entries: int
    now: Ms
    refusals: tuple[RefusedAction, ...]
    strikes: tuple[BotStrike, ...] = ()
    notes: tuple[BotNote, ...] = ()
    out: tuple[Seat, ...] = ()
    """Seats of bots with five strikes, which place below all others."""


class Runner:
    """A match, its bots, and what is to happen next."""

    def __init__(
        self,
        match: Match,
        bots: Mapping[Seat, Bot],
        key: bytes,
        tell: Tell | None = None,
        pacing: Pacing = AT_ONCE,
    ) -> None:
        self.match = match
        self.crew = Crew(match, bots, key, pacing)
        self.tell = tell
        self.steps = 0
        self._told_at: Ms = match.now
        self._is_news = False
        self._is_ended = False

    def next_up(self) -> tuple[Ms, int, Seat] | None:
        """The next thing that will happen by itself: its moment, its kind, and whose."""
        moments: list[tuple[Ms, int, Seat]] = []
        due = self.match.wake_at()
        if due is not None:
            moments.append((max(due, self.match.now), DUE, 0))
        if self._is_news:
            moments.append((self._beat(), TELL, 0))
        asked = self.crew.next_up() if self.match.outcome is None else None
        if asked:
            moments.append((asked[0], ASK, asked[1]))
        return min(moments, default=None)

    def step(self, now: Ms) -> bool:
        """Let the next thing happen if its moment has come; False if there is none by now."""
        upcoming = self.next_up()
        if upcoming is None or upcoming[0] > now:
            return False
        self.happen(*upcoming)
        return True

    def happen(self, at: Ms, kind: int, seat: Seat) -> None:
        """What `next_up` has named."""
        if kind == TELL:
            self._flush(at)
        elif kind == DUE:
            self.match.advance(at)
            self.changed()
        elif self.crew.ask(seat, at):
            self.changed()

    def changed(self) -> None:
        """Something has happened, by a bot, by time or by a person: it is told when it is time."""
        self.steps += 1
        self._is_news = True
        if not self.match.game.flush_ms or self.match.outcome:
            self._flush(self.match.now)
        if self.match.outcome and not self._is_ended:
            self._is_ended = True
            self.crew.end(place_below(self.match.outcome, self.crew.out))

    def rouse(self) -> bool:
        """Nothing will happen by itself. Can a bot that was brought be made to play?"""
        if self.crew.rouse() is None:
            return False
        self.changed()
        return True

    def _flush(self, now: Ms) -> None:
        if now > self.match.now:
            self.match.advance(now)
        self._told_at, self._is_news = now, False
        if self.tell is None:
            self.crew.see(self.match.views(), now)
            return
        frames = self.match.flush()
        self.crew.hear(frames)
        self.tell(frames)

    def _beat(self) -> Ms:
        """The next beat at which viewers are told."""
        beat = self.match.game.flush_ms
        if not beat:
            return self.match.now
        return max(-(-self.match.now // beat), self._told_at // beat + 1) * beat

    def check_bounds(self) -> None:
        most = 2 * self.match.game.longest
        if self.steps > most or self.crew.asked > ASKED_PER_STEP * most:
            raise Endless(
                f"{self.match.game.name} has not ended after {self.steps} actions and moments"
            )


def run(
    match: Match,
    bots: Mapping[Seat, Bot],
    key: bytes,
    each: Callable[[], None] | None = None,
    pacing: Pacing = AT_ONCE,
) -> RunReport:
    """Play a match of bots to its end. `each` is called after every step (to keep a record)."""
    runner = Runner(match, bots, key, pacing=pacing)
    while match.outcome is None:
        upcoming = runner.next_up()
        if upcoming is not None:
            runner.happen(*upcoming)
        elif not runner.rouse():
            raise Stuck(f"{match.game.name} waits for {match.awaited}, and none of them will act")
        runner.check_bounds()
        if each:
            each()
    return report_of(match, runner.crew)


def report_of(match: Match, crew: Crew) -> RunReport:
    """What a match that is over was like."""
    assert match.outcome is not None
    return RunReport(
        place_below(match.outcome, crew.out),
        match.log.entries,
        match.now,
        tuple(crew.refusals),
        tuple(crew.strikes),
        tuple(crew.notes),
        crew.out,
    )
