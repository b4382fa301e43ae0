"""A sitting: one match at this terminal, in real time, with its bots and its record.

Only this module reads the clock. News for the people's seats is kept for them until it is their
turn to look.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from freehold.bots import Runner, Stuck
from freehold.cli.notes import keep_notes
from freehold.cli.play.interrupts import held_back
from freehold.cli.play.making import key_for_bots
from freehold.cli.records import RecordFile, free_path
from freehold.game import Ms, Seat, View, Viewer
from freehold.hosting import BotHost
from freehold.match import Match
from freehold.match.log import parse_action
from freehold.match.patches import Frame, Table, apply


class Sitting:
    """A match with people in some of its seats."""

    def __init__(
        self,
        match: Match,
        file: RecordFile | None,
        host: BotHost,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self.match = match
        self.file = file
        self._seconds = seconds
        self._begun = seconds() - match.now / 1000
        levels = [seated.bot for seated in match.header.seats]
        self.humans = [seat for seat, level in enumerate(levels) if not level]
        first = {seat: match.open(seat) for seat in self.humans}
        self.views: dict[Seat, View[Any]] = {seat: apply(None, first[seat]) for seat in first}
        self.tables: dict[Seat, Table] = {seat: first[seat].table or Table(()) for seat in first}
        self.heard: dict[Seat, list[tuple[str, dict[str, Any]]]] = {seat: [] for seat in first}
        bots = host.seat(match.game, levels)
        self.runner = Runner(match, bots, key_for_bots(match), self.hear)

    @property
    def has_secrets(self) -> bool:
        """Must people at the same keyboard not see each other's screens?"""
        return self.match.game.redeal is not None and len(self.humans) > 1

    def now(self) -> Ms:
        """Match time; it never goes back, even if bots or due moments were ahead of the clock."""
        return max(self.match.now, int((self._seconds() - self._begun) * 1000))

    def hear(self, frames: Mapping[Viewer, Frame]) -> None:
        for seat in self.humans:
            if seat in frames:
                frame = frames[seat]
                self.views[seat] = apply(self.views[seat], frame)
                self.tables[seat] = frame.table or self.tables[seat]
                self.heard[seat] += frame.notices

    def take_news(self, seat: Seat) -> list[tuple[str, dict[str, Any]]]:
        """What the seat has been told but has not seen yet."""
        news, self.heard[seat] = self.heard[seat], []
        return news

    def step(self) -> bool:
        """Let the next thing that is due happen; False if there is none."""
        with held_back():
            happened = self.runner.step(self.now())
            self.keep()
        return happened

    def act(self, seat: Seat, text: str) -> None:
        """A person's action. Raises Malformed or Illegal."""
        action = parse_action(self.match.game, text)
        with held_back():
            try:
                self.match.act(self.now(), seat, action)
            finally:  # a refused action may have come after moments that were due
                self.runner.changed()
                self.keep()

    def due_in(self) -> float | None:
        """In how many seconds the next thing happens by itself, if anything does."""
        upcoming = self.runner.next_up()
        return None if upcoming is None else max(0.0, (upcoming[0] - self.now()) / 1000)

    def wait(self) -> None:
        """Sleep until something is due; for a table where no person is awaited."""
        due_in = self.due_in()
        if due_in is None:
            self.rouse()
        else:
            time.sleep(due_in)

    def rouse(self) -> None:
        """Nothing is due, and no person is awaited: make a bot play, if one can be made to."""
        if not self.runner.rouse():
            raise Stuck(
                f"{self.match.game.name} waits for {self.match.awaited}, but none of them will act"
            )
        self.keep()

    def keep(self) -> None:
        if self.file:
            self.file.keep()

    def leave(self) -> str:
        """Close the record, or write one; returns its path, or nothing if nothing was played."""
        if self.file is None and self.match.log.entries and not self.match.outcome:
            self.file = RecordFile(free_path(self.match), self.match)
        if self.file is None:
            return ""
        self.file.close(self.now())
        keep_notes(self.file.path, self.runner.crew.notes, self.file.is_resumed)
        return "" if self.match.outcome else self.file.path
