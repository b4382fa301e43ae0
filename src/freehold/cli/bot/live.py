"""A bot of one's own in one match of a server: asked when it may act, and paced."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from freehold.bot import Info, Wait
from freehold.bots.strikes import MOST_STRIKES, BotFailed
from freehold.cli.screens import say, warn
from freehold.client import Line, Tab
from freehold.game import AnyGame, Ms
from freehold.hosting.players import RemotePlayer
from freehold.kernel.chance import KEY_BYTES, Stream
from freehold.match.log import spell_action
from freehold.protocol.wire import Note, Refused

AGAIN_MS = 100
"""After a refusal in real time."""


def is_on(tab: Tab) -> bool:
    """Is there a match that we know and that is not over?"""
    known = tab.known
    is_playing = tab.room is not None and tab.room.phase == "playing" and tab.is_fresh
    return is_playing and known is not None and known.table.outcome is None


class LiveBot:
    """A bot in one match on the server."""

    def __init__(
        self, line: Line, game: AnyGame, player: RemotePlayer, news: asyncio.Event, pace_ms: Ms
    ) -> None:
        self.strikes = 0
        self._line = line
        self._tab = line.tab
        self._match = line.tab.match
        self._game = game
        self._player = player
        self._news = news
        self._is_live = game.kind == "real-time"
        room = line.tab.room
        assert room is not None
        self._pace_ms = max(pace_ms, room.bot_pace_ms) if self._is_live else 0
        self._key = secrets.token_bytes(KEY_BYTES)
        self._asked = 0
        self._notes: list[Note] = []

    async def play(self) -> None:
        await self._try(self._player.start(self._info()))
        while self._is_on():
            self._news.clear()
            wait_ms = await self._act() if self._tab.is_awaited else None
            if not self._is_on():
                break
            await self._rest(wait_ms)
        known = self._tab.known
        outcome = known.table.outcome if known else None
        await self._try(self._player.end(outcome))

    def _is_on(self) -> bool:
        return self._tab.match == self._match and (is_on(self._tab) or not self._tab.is_fresh)

    def _info(self) -> Info:
        room = self._tab.room
        assert room is not None
        return Info(
            game=room.game,
            seat=self._tab.seat,
            seats=len(room.seats),
            params=msgspec.convert(room.params, self._game.params),
            clock=room.clock,
            pace_ms=self._pace_ms,
            is_live=self._is_live,
            log=self._log,
            mark=lambda cells, word: self._notes.append(Note(word, tuple(cells))),
        )

    def _log(self, text: str) -> None:
        """For the author here, and beside the record."""
        say(text)
        self._notes.append(Note(text))

    async def _send_notes(self) -> None:
        notes, self._notes = self._notes, []
        await self._line.note(notes)

    async def _act(self) -> Ms | None:
        """Decide and act; the ms until it wants to be asked again, None if on news alone."""
        answer = await self._decide()
        await self._send_notes()
        if isinstance(answer, Wait):
            now = self._line.now()
            return None if answer.until is None else max(1, answer.until - now)
        acted = await self._line.act(spell_action(self._game, answer))
        if not isinstance(acted, Refused):
            return max(1, self._pace_ms)
        if acted.code == "too_fast_for_a_bot":
            return int(acted.facts["wait_ms"])
        return max(AGAIN_MS, self._pace_ms) if self._is_live else 0

    async def _decide(self) -> Struct:
        known, now = self._tab.known, self._line.now()
        assert known is not None
        assert known.view is not None
        self._asked += 1
        rng = Stream(self._key, str(self._asked))
        if self.strikes < MOST_STRIKES:
            try:
                return await self._player.decide(known.view, now, rng)
            except BotFailed as failure:
                self._strike(failure)
        choice = next(self._game.choices(known.view, now, rng), None)
        return Wait() if choice is None else choice

    async def _rest(self, wait_ms: Ms | None) -> None:
        """Until there is news, or the moment has come; in real time not before its pace allows."""
        if self._pace_ms and wait_ms is not None:
            await asyncio.sleep(min(wait_ms, self._pace_ms) / 1000)
        with suppress(TimeoutError):
            async with asyncio.timeout(None if wait_ms is None else wait_ms / 1000):
                await self._line.until(self._news.is_set)

    async def _try(self, work: Any) -> None:
        try:
            await work
        except BotFailed as failure:
            self._strike(failure)

    def _strike(self, failure: BotFailed) -> None:
        self.strikes += 1
        where = f" ({failure.where})" if failure.where else ""
        warn(f"strike {self.strikes}: {failure.text}{where}")
