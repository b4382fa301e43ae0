"""The players of the load generator: they play legal moves and note what was acknowledged.

Rules about this file:
1. A player waits for the answer to one action before it sends the next.
2. Whether actions were kept is decided at the end, from the records alone.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from msgspec import Struct

from freehold.client import Api, Line, ServerRefusal, Tab
from freehold.game import AnyGame, Malformed, Seat
from freehold.kernel.chance import Stream, key_of
from freehold.match import read_record, verify
from freehold.match.log import Entry, spell_action
from freehold.match.patches import Frame
from freehold.match.replay import Mismatch
from freehold.protocol.wire import Acted, Refused

NEVER_RIGHT = frozenset(
    {
        "malformed",
        "rules_failed",
        "quarantined",
        "damaged",
        "stale",
        "watching",
        "no_such_seat",
        "too_long",
    }
)
"""Refusals that a move from a current view never gets. It may get others: somebody was faster."""
CHOICES_WEIGHED = 100
FINISH_S = 60.0
PAUSE_S = 0.02
"""The pause before looking again at a view in which there is nothing to do."""


@dataclass
class Figures:
    """What all players together have seen."""

    acted: int = 0
    updates: int = 0
    waits_ms: list[float] = field(default_factory=list)
    """From each action to its acknowledgment."""
    refused: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    acknowledged: dict[str, dict[tuple[Seat, str], str]] = field(default_factory=dict)
    """By match: the actions by seat and command id."""


class LoadPlayer:
    """One seat of one room."""

    def __init__(self, line: Line, figures: Figures, name: str) -> None:
        self.line = line
        self.tab = line.tab
        self.figures = figures
        self._rng = Stream(key_of("load"), name)
        line.hear = self._hear

    def _hear(self, message: Struct) -> None:
        if isinstance(message, Frame):
            self.figures.updates += 1

    async def play(self, every_s: float, is_late: Callable[[], bool]) -> None:
        """Act at this rate, when awaited, until the time is over, in one match after another."""
        await asyncio.sleep(every_s * self._rng.below(1000) / 1000)  # not all at the same moment
        while not is_late():
            begun = time.monotonic()
            if self._is_over():
                await self._rematch(is_late)
            elif not self.tab.is_awaited or not await self._act_once():
                await asyncio.sleep(PAUSE_S)
                continue
            await asyncio.sleep(max(0.0, every_s - (time.monotonic() - begun)))

    def _is_over(self) -> bool:
        return self.tab.room is not None and self.tab.room.phase == "over"

    async def _rematch(self, is_late: Callable[[], bool]) -> None:
        match = self.tab.match
        await self.line.insist("rematch")
        while not is_late() and self.tab.match == match:
            await asyncio.sleep(PAUSE_S)

    async def _act_once(self) -> bool:
        known = self.tab.known
        if known is None or known.view is None:
            return False
        found = list(
            islice(known.game.choices(known.view, self.line.now(), self._rng), CHOICES_WEIGHED)
        )
        if not found:
            return False
        await self.act(spell_action(known.game, self._rng.pick(found)))
        return True

    async def act(self, action: str, must_count: bool = True) -> None:
        match, seat, begun = self.tab.match, self.tab.seat, time.monotonic()
        answer = await self.line.act(action)
        if isinstance(answer, Acted):
            self.figures.acted += 1
            self.figures.waits_ms.append((time.monotonic() - begun) * 1000)
            kept = self.figures.acknowledged.setdefault(match, {})
            kept[seat, f"{self.tab.session}:{answer.n}"] = action
        elif must_count:
            self._refused(action, answer)

    def _refused(self, action: str, answer: Refused) -> None:
        self.figures.refused[answer.code] += 1
        room, known = self.tab.room, self.tab.known
        assert room is not None
        assert known is not None
        is_alone = known.game.kind == "turns" and not (room.clock.bank_ms or room.clock.limit_ms)
        is_excused = answer.code in ("over", "paused", "disk", "other_match")
        if answer.code in NEVER_RIGHT or (is_alone and not is_excused):
            self.figures.wrong.append(f"'{action}' was refused: {answer.code} ({answer.text})")

    async def finish(self) -> None:
        """Give up, so that the match ends and its record becomes available."""
        end = time.monotonic() + FINISH_S
        while self.tab.match and not self._is_over():
            if time.monotonic() > end:
                self.figures.wrong.append(
                    f"match {self.tab.match} did not end although its players gave up"
                )
                return
            if self.tab.is_fresh:
                await self.act("resign", must_count=False)
            for _ in range(10):
                if not self._is_over():
                    await asyncio.sleep(PAUSE_S)


async def seat_room(
    stack: AsyncExitStack, apis: list[Api], game: AnyGame, params: Any, figures: Figures
) -> list[LoadPlayer]:
    """A room with a player for each guest, with its match started."""
    created = await apis[0].create(game.name, seats=len(apis), params=params, clock={})
    players = []
    for number, api in enumerate(apis):
        joined = await api.join(created.room, created.secret)
        tab = Tab(created.room, joined.token, find_game=lambda name: game)
        line = await stack.enter_async_context(Line(api, tab))
        players.append(LoadPlayer(line, figures, f"{created.room} {number}"))
    for player in players[1:]:
        await _need(player.line.ask("ready"))
    await _need(players[0].line.ask("start"))
    return players


async def _need(asking: Awaitable[object]) -> None:
    answer = await asking
    if isinstance(answer, Refused):
        raise ServerRefusal(answer.code, answer.text)


async def check_records(api: Api, game: AnyGame, figures: Figures) -> list[str]:
    """Every acknowledged action must be in its match's record once, and the record must verify."""
    faults = []
    for match, kept in figures.acknowledged.items():
        try:
            record = read_record(await api.record(match))
            verify(game, record)
        except (ServerRefusal, Malformed, Mismatch) as error:
            faults.append(f"the record of match {match} is not available: {error}")
            continue
        entries = (line for line in record.lines if isinstance(line, Entry))
        faults += [f"match {match}: {fault}" for fault in compare(kept, entries)]
    return faults


def compare(kept: dict[tuple[Seat, str], str], entries: Iterable[Entry]) -> list[str]:
    counted: Counter[tuple[Seat, str]] = Counter()
    actions: dict[tuple[Seat, str], str] = {}
    for entry in entries:
        if entry.command:
            counted[entry.seat, entry.command] += 1
            actions[entry.seat, entry.command] = entry.action
    faults = [f"{id} is in the record {times} times" for id, times in counted.items() if times > 1]
    for id, action in kept.items():
        if id not in actions:
            faults.append(f"'{action}' ({id}) was acknowledged, but is lost")
        elif actions[id] != action:
            faults.append(f"'{action}' ({id}) was acknowledged, but recorded as {actions[id]}")
    return faults
