"""A bot in a seat of a live match: fed like any client, asked at its moments, paced.

It decides when to ask; the thinking is done elsewhere (`botwork`).
"""

from __future__ import annotations

import asyncio
import logging

from msgspec import Struct

from freehold.game import Ms, Seat
from freehold.match.patches import Frame, Table
from freehold.protocol.packets import Packet
from freehold.protocol.wire import Acted, Refused
from freehold.server.bots.pool import BotPool, RemoteBot
from freehold.server.bots.worker import BotAnswer
from freehold.server.match.inputs import Conn
from freehold.server.match.playing import Attached, Playing

LOG = logging.getLogger("freehold.bots")
ATTEMPTS = 3
"""How often a bot is asked again after a refusal, before the first of its choices is played."""
LIVE_REST_MS = 100
"""In real time, a bot that was refused is asked again only after this time."""


class BotSeat:
    """One bot of one match."""

    def __init__(
        self, playing: Playing, pool: BotPool, conn: Conn, seat: Seat, level: str, pace_ms: Ms
    ) -> None:
        self.conn = conn
        self.seat = seat
        self.level = level
        self._playing = playing
        self._pool = pool
        self._is_live = playing.game.kind == "real-time"
        self._is_world = playing.game.world is not None
        """A world's table awaits nobody: everybody may act."""
        self._pace_ms = playing.game.flush_ms if self._is_live else pace_ms
        self._session = f"bot-{conn}-{playing.epoch}"
        self._loop = asyncio.get_running_loop()
        self._table = Table(())
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0
        """When it rings. (uvloop's handle of a moment that has passed does not know.)"""
        self._is_asking = False
        self._is_acting = False
        self._has_news = False
        self._refusals = 0
        self._is_simple = False
        self._number = 0
        self._commands = 0
        self._is_closed = False
        self._thinker: RemoteBot = self._sit()

    def _sit(self) -> RemoteBot:
        self._thinker = self._pool.open(self._playing.game, self.level, self._lost)
        self._playing.attach(self.conn, Attached(self, self.seat, self._session))
        return self._thinker

    def close(self) -> None:
        self._is_closed = True
        self._cancel()
        self._thinker.close()
        self._playing.detach(self.conn)

    def go_on(self) -> None:
        """The match rests no more."""
        self._ask_in(self._pace_ms)

    # Being told

    def send(self, *packets: Packet) -> None:
        for packet in packets:
            self._hear(packet.message)

    def _hear(self, message: Struct) -> None:
        if isinstance(message, Frame):
            self._thinker.hear(message)
            self._table = message.table or self._table
            self._has_news = True
            if message.view is not None:
                self._is_acting = False  # a new beginning: what was under way is answered or lost
            self._ask_in(self._pace_ms)
        elif isinstance(message, Acted):
            self._is_acting, self._is_simple, self._refusals = False, False, 0
            self._ask_in(self._pace_ms)
        elif isinstance(message, Refused):
            self._is_acting = False
            self._refused(message)

    def _refused(self, refused: Refused) -> None:
        if refused.code == "disk":
            return  # a whole view comes when it is read again
        if refused.code == "paused":
            self._ask_in(self._pace_ms)  # it goes on already, if the refusal took its time
            return
        LOG.info("bot refused", extra={"match": self._playing.id, "reason": refused.code})
        self._refusals += 1
        if self._is_simple and not self._is_live:
            self._is_simple = False
            return  # nothing helps: wait for news
        self._is_simple = self._refusals > ATTEMPTS and not self._is_live
        self._ask_in(LIVE_REST_MS if self._is_live else 0)

    # Asking

    def _may_ask(self) -> bool:
        is_busy = self._is_asking or self._is_acting or self._is_closed
        return not (is_busy or self._playing.is_resting) and self._is_awaited()

    def _is_awaited(self) -> bool:
        is_over = self._table.outcome is not None
        return not is_over and (self._is_world or self.seat in self._table.awaited)

    def _ask_in(self, delay_ms: Ms) -> None:
        """Ask after this time, or at the moment already set, if that is sooner."""
        if not self._may_ask():
            return
        at = self._loop.time() + delay_ms / 1000
        if self._timer is None or at < self._due:
            self._cancel()
            self._due = at
            self._timer = self._loop.call_at(at, self._ask)

    def _cancel(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _ask(self) -> None:
        self._timer = None
        if self._may_ask():
            self._number += 1
            self._is_asking, self._has_news = True, False
            now = self._playing.time()
            self._thinker.ask(self._number, now, self._is_simple, self._answered)

    def _answered(self, answer: BotAnswer) -> None:
        self._is_asking = False
        if answer.action and self._is_awaited():
            self._commands += 1
            self._is_acting = True
            self._playing.command(self.conn, self._commands, answer.action)
        elif self._has_news:
            self._ask_in(self._pace_ms)
        elif answer.until is not None:
            self._ask_in(max(self._playing.shell_ms(answer.until), 1))

    def _lost(self, was_ours: bool) -> None:
        """The worker is gone: sit down again, and play something simple if we hung."""
        if self._is_closed:
            return
        self._is_asking = False
        self._is_simple = was_ours
        self._playing.detach(self.conn)
        self._sit()
