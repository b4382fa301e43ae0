"""A bot in a seat of a live match: fed like any client, asked at its moments, paced.

It decides when to ask; the thinking is done elsewhere (`freehold.hosting`). A bot that fails gets a
strike, and the first of its choices is played; after five it plays first choices to the end.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from msgspec import Struct

from freehold.bots.strikes import MOST_STRIKES
from freehold.game import Malformed, Ms, Seat
from freehold.hosting.messages import Answered, Begin, BotAnswer, BotFault
from freehold.hosting.pool import BEGIN_MS, BotPool, RemoteBot
from freehold.hosting.refs import read_ref
from freehold.kernel.chance import Stream
from freehold.match.log import Header
from freehold.match.patches import Frame, Table
from freehold.protocol.packets import Packet
from freehold.protocol.wire import Acted, Refused
from freehold.server import keys
from freehold.server.match.inputs import Conn
from freehold.server.match.notes import Cells
from freehold.server.match.playing import Attached, Playing

LOG = logging.getLogger("freehold.bots")
ATTEMPTS = 3
"""How often a bot is asked again after a refusal, before the first of its choices is played."""
LIVE_REST_MS = 100
"""In real time, a bot that was refused is asked again only after this time."""


OUT_REST_MS = 1_000
"""In real time, how often a bot with five strikes plays its first choice."""


TakeNote = Callable[[Seat, str, Cells], None]


def forget_note(seat: Seat, text: str, cells: Cells) -> None:
    """Nobody keeps what the bot notes."""


class BotLimits(Struct, frozen=True):
    """What a bot may take."""

    delay_ms: Ms
    """Before it acts, so that people can follow."""
    think_ms: Ms
    hung_ms: Ms
    memory_mb: int
    """Of a bot that was brought."""


class BotSeat:
    """One bot of one match."""

    def __init__(
        self,
        playing: Playing,
        pool: BotPool,
        conn: Conn,
        seat: Seat,
        level: str,
        limits: BotLimits,
        header: Header,
        brought_pace_ms: Ms = 0,
        note: TakeNote = forget_note,
    ) -> None:
        self.conn = conn
        self.seat = seat
        self.level = level
        self._playing = playing
        self._pool = pool
        self._is_live = playing.game.kind == "real-time"
        self._is_world = playing.game.world is not None
        """A world's table awaits nobody: everybody may act."""
        self._limits = limits
        self._header = header
        self._pace_ms = playing.game.flush_ms if self._is_live else limits.delay_ms
        self._note = note
        self._brought_pace_ms = brought_pace_ms
        """In real time, of a bot that is not a level: as of bots that people bring."""
        self._key = keys.new_key()
        self.strikes = 0
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
        self.is_brought = False
        """It is not a level of the game."""
        self._thinker: RemoteBot = self._sit()

    def _sit(self) -> RemoteBot:
        bot, is_own = self._bot()
        self.is_brought = self.is_brought or is_own
        if is_own and self._is_live:
            self._pace_ms = max(self._pace_ms, self._brought_pace_ms)
        begin = self._begin(bot, is_own)
        self._thinker = self._pool.open(begin, is_own, self._take, self._lost)
        self._playing.attach(self.conn, Attached(self, self.seat, self._session))
        return self._thinker

    def _begin(self, bot: str, is_own: bool) -> Begin:
        header, game = self._header, self._playing.game
        return Begin(
            id=0,
            game=game.name,
            folder=game.folder,
            bot=bot,
            seat=self.seat,
            seats=len(header.seats),
            params=header.params,
            clock=header.clock,
            think_ms=self._limits.think_ms,
            pace_ms=self._pace_ms,
            memory_mb=self._limits.memory_mb if is_own else 0,
        )

    def _bot(self) -> tuple[str, bool]:
        """As the process finds it, and whether it was brought; after five strikes nothing."""
        if self.is_out:
            return "", False
        try:
            ref = read_ref(self._playing.game, self.level)
        except Malformed:  # it is gone, and anything plays
            return self.level, False
        return ref.text, not ref.is_level

    @property
    def is_out(self) -> bool:
        return self.strikes >= MOST_STRIKES

    def close(self) -> None:
        self._is_closed = True
        self._cancel()
        self._thinker.close(self._table.outcome)
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
            rng = Stream(self._key, str(self._number))
            first = Stream(self._key, f"{self._number} first choice")
            is_simple = self._is_simple or self.is_out
            hung_ms = BEGIN_MS if is_simple else self._limits.hung_ms  # then no bot is asked
            self._thinker.ask(
                self._number,
                self._playing.time(),
                rng.parts(),
                first.parts(),
                is_simple,
                self._limits.think_ms,
                hung_ms,
            )

    def _take(self, message: Answered) -> None:
        for noted in message.notes:
            self._note(self.seat, noted.text, noted.cells)
        if message.fault is not None:
            self._strike(message.fault)
        if isinstance(message, BotAnswer):
            self._answered(message)

    def _strike(self, fault: BotFault) -> None:
        self.strikes += 1
        if self.is_out and self._is_live:
            self._pace_ms = OUT_REST_MS
        told = {"match": self._playing.id, "bot": self.level, "reason": fault.text}
        LOG.warning("bot strike", extra=told | {"why": fault.why, "line": fault.where})

    def _answered(self, answer: BotAnswer) -> None:
        self._is_asking = False
        if not answer.action and self._is_up_to_us():
            self._strike(BotFault("waited", "it waits, and nobody else can act"))
            self._is_simple = True
            self._ask_in(0)
        elif answer.action and self._is_awaited():
            self._commands += 1
            self._is_acting = True
            self._playing.command(self.conn, self._commands, answer.action)
        elif self._has_news:
            self._ask_in(self._pace_ms)
        elif answer.until is not None:
            self._ask_in(max(self._playing.shell_ms(answer.until), 1))

    def _is_up_to_us(self) -> bool:
        """Does the match wait for a bot that was brought, which waits?"""
        live = self._playing.live
        is_ours = self.is_brought and self._table.awaited == (self.seat,) and not self._is_simple
        is_timed = self._is_live or (live is not None and live.match.wake_at() is not None)
        return is_ours and not is_timed

    def _lost(self, fault: BotFault | None) -> None:
        """The worker is gone: sit down again, and play something simple if it was our doing."""
        if self._is_closed:
            return
        if fault is not None:
            self._strike(fault)
        self._is_asking = False
        self._is_simple = fault is not None
        self._playing.detach(self.conn)
        self._sit()
