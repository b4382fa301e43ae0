"""The shell around one live match: it runs effects, asks for the one moment, and reads the clock.

Rules about this file:
1. Everything goes through `_give`: an input in, effects out, each run in its order.
2. A commit that failed drops the match from memory: it is read again from the log, and until
   then nobody can act. Answers to appends of before belong to an older generation.
3. Nothing here waits for a client.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from msgspec import Struct

from freehold.game import AnyGame, Illegal, Ms, Outcome, Seat, Viewer
from freehold.protocol.packets import Client, Packet
from freehold.protocol.wire import VERSION, Refused, Welcome
from freehold.server.match import records
from freehold.server.match.beat import Beat
from freehold.server.match.effects import (
    Append,
    Effect,
    Ended,
    Quarantine,
    Sat,
    Save,
    Saved,
    Send,
    Timer,
)
from freehold.server.match.inputs import (
    Advance,
    Attach,
    Command,
    Conn,
    Detach,
    Durable,
    Enter,
    Hold,
    Input,
    NoteTime,
    Rest,
    Sit,
    Speed,
    Tell,
    Tick,
)
from freehold.server.match.keeping import Keeper
from freehold.server.match.live import Live
from freehold.server.match.loading import Loaded, load
from freehold.server.match.pulse import NO_STALL_MS, Pulse
from freehold.server.match.writing import Writing
from freehold.server.texts import say
from freehold.store import Damaged, Fenced

LOG = logging.getLogger("freehold.match")
FIRST_RETRY_S, LAST_RETRY_S = 0.2, 5.0


class Attached(Struct, frozen=True):
    """A client and its viewer; kept so that it can be attached again."""

    client: Client
    viewer: Viewer
    session: str = ""
    """With one it may act."""
    name: str = ""
    """The name in its welcome; empty means no welcome (a bot)."""
    seat: Seat = -1
    """The client's own seat, whatever it looks through."""
    is_any_seat: bool = False
    """It may act for every seat: a sandbox's."""


class Owner(Protocol):
    """The room, as its match speaks to it."""

    def ended(self, outcome: Outcome) -> None: ...
    def quarantined(self, reason: str) -> None: ...
    def damaged(self, reason: str) -> None:
        """The stored data of the match is damaged."""

    def troubled(self, code: str) -> None:
        """The match cannot continue, for the reason of this code; empty means that it can again."""


class Playing:
    """One match in memory, with the clients that are connected to it."""

    def __init__(
        self,
        keeper: Keeper,
        owner: Owner,
        game: AnyGame,
        match: str,
        keep_segments: int = 0,
        beat: Beat | None = None,
    ) -> None:
        self.id = match
        self.sandbox_percent = 0
        """How fast a sandbox's time runs; 0 means that it is not a sandbox."""
        self.keep_segments = keep_segments
        """Segments kept of a world's log; 0 means all."""
        self.game = game
        self.live: Live | None = None
        """None before `take`, and while the match is read again."""
        self.attached: dict[Conn, Attached] = {}
        self.is_resting = True
        self._keeper = keeper
        self._owner = owner
        self._loop = asyncio.get_running_loop()
        self._beat = beat or Beat(Pulse(self._loop, NO_STALL_MS), keeper)
        self.pulse = self._beat.pulse
        self.writing = Writing(
            keeper,
            self.now,
            self.pulse.stall_ms,
            match,
            self._written,
            self._held_up,
        )
        self._reload: asyncio.Task[None] | None = None
        self._saving: set[asyncio.Future[bytes]] = set()
        """Snapshots that are being zipped."""
        self._sitting: dict[Conn, asyncio.Future[Seat]] = {}

    @property
    def epoch(self) -> int:
        return self.writing.epoch

    def now(self) -> Ms:
        return self.pulse.now()

    def time(self) -> Ms:
        """Match time."""
        return self.live.time(self.now()) if self.live else 0

    def where(self) -> tuple[Ms, int]:
        """Match time, and how many entries there are."""
        return self.time(), self.live.match.log.entries if self.live else 0

    def take(self, loaded: Loaded) -> None:
        """Go on from what was read, at rest."""
        self.writing.epoch, self.live, self.is_resting = loaded.epoch, loaded.live, True
        self._run(loaded.live.step(loaded.began, Rest(True)))
        if self.sandbox_percent:
            loaded.live.acts_at_rest = True
            self._run(loaded.live.step(loaded.began, Speed(self.sandbox_percent)))

    # Inputs

    def attach(self, conn: Conn, attached: Attached) -> None:
        if conn in self.attached:
            self.detach(conn)
        self.attached[conn] = attached
        if self.live is not None:
            self._give(self._attach(self.live, conn, attached))

    def _attach(self, live: Live, conn: Conn, attached: Attached) -> Attach:
        greeting = None
        if attached.name:
            last = live.last(attached.seat, attached.session)
            if attached.is_any_seat:
                seats = range(len(live.match.seats))
                last = max(live.last(seat, attached.session) for seat in seats)
            greeting = Welcome(VERSION, attached.name, attached.seat, last)
        viewer, session = attached.viewer, attached.session
        return Attach(conn, viewer, session, greeting, attached.is_any_seat)

    def show_again(self) -> None:
        """A whole view for everybody."""
        for conn, attached in list(self.attached.items()):
            if self.live is not None:
                self._give(self._attach(self.live, conn, attached))

    def detach(self, conn: Conn) -> None:
        if self.attached.pop(conn, None) and self.live is not None:
            self._give(Detach(conn))

    def command(
        self, conn: Conn, n: int, action: str, seat: Seat = -1, lag: Ms = 0, pace_ms: Ms = 0
    ) -> None:
        if self.live is not None:
            self._give(Command(conn, n, action, seat, lag, pace_ms))
        elif conn in self.attached:
            refused = Refused(n, "disk", say("disk"))
            self.attached[conn].client.send(Packet(refused))

    def enter(self, seat: Seat, action: str) -> None:
        if self.live is not None:
            self._give(Enter(seat, action))

    async def sit(self, conn: Conn, name: str, bot: str = "") -> Seat:
        """A newcomer's seat in a running world, once it is durable; or Illegal."""
        if self.live is None:
            raise Illegal("disk")
        answer: asyncio.Future[Seat] = self._loop.create_future()
        self._sitting[conn] = answer
        self._give(Sit(conn, name, bot))
        try:
            return await answer
        finally:
            self._sitting.pop(conn, None)

    def tell(self, messages: list[tuple[Conn, Struct]]) -> None:
        """What is said of the match as it is now leaves when that is durable."""
        if messages:
            self._give(Tell(messages))

    def rest(self, is_resting: bool) -> None:
        """Stop the match's time, or let it go on."""
        if self.is_resting != is_resting:
            self.is_resting = is_resting
            if self.live is not None:
                self._give(Rest(is_resting))

    async def leave(self) -> None:
        """The server stops, or another one goes on with the match: what was shown is written down,
        and a snapshot is on its way to the store."""
        self._give(NoteTime())
        if self._saving:
            await asyncio.wait(self._saving)

    def set_speed(self, percent: int) -> None:
        """Let a sandbox's time run so fast."""
        if self.sandbox_percent != percent:
            self.sandbox_percent = percent
            self._give(Speed(percent))

    def step_on(self, ms: Ms) -> None:
        """Advance a sandbox's time; 0 means to the next scheduled moment."""
        self._give(Advance(ms))

    def shell_ms(self, time: Ms) -> Ms:
        """How long it is by the shell's clock until match time comes to this."""
        return self.live.passing.moment(time) - self.now() if self.live else 0

    def sees_truth(self) -> bool:
        """Is it over, and is that written down? In a sandbox there is nothing to wait for."""
        live = self.live
        if self.sandbox_percent:
            return live is not None
        return live is not None and live.match.outcome is not None and live.is_durable

    def close(self) -> None:
        """Forget the match; its log is safe."""
        self._drop()
        self.attached.clear()
        if self._reload:
            self._reload.cancel()

    def _drop(self) -> None:
        """Nothing in memory counts any more, and no answer to what it has asked for."""
        if self.live is not None:
            self._run(self.live.hand_out())
        self.writing.drop()
        self.live = None
        self._beat.set(self, None)
        for answer in self._sitting.values():
            if not answer.done():
                answer.set_exception(Illegal("disk"))

    @property
    def is_quiet(self) -> bool:
        """Nothing waits for the disk."""
        return self.live is not None and self.live.is_durable

    # Effects

    def _give(self, given: Input, at: Ms = 0) -> None:
        if self.live is None:
            return
        try:
            effects = self.live.step(max(self.now(), at), given)
        except Exception as error:  # a game's own functions outside of act and wake
            LOG.exception("match failed", extra={"match": self.id})
            self._drop()
            self._owner.quarantined(f"{type(error).__name__}: {error}")
            return
        self._run(effects)

    def _run(self, effects: list[Effect]) -> None:
        """What is sent leaves last, in one packet for each client."""
        messages: list[tuple[Conn, Struct]] = []
        for effect in effects:
            match effect:
                case Send():
                    messages += effect.messages
                case Timer():
                    self._beat.set(self, effect.at)
                case Append():
                    self.writing.write(effect)
                case _:
                    self._run_rare(effect)
        if messages:
            self._send_all(messages)

    def _run_rare(self, effect: Effect) -> None:
        match effect:
            case Save(saved, is_opening):
                self._save(saved, is_opening)
            case Ended(outcome):
                self._owner.ended(outcome)
            case Quarantine(reason):
                LOG.error("match quarantined", extra={"match": self.id, "reason": reason})
                self._owner.quarantined(reason)

    def _send_all(self, messages: list[tuple[Conn, Struct]]) -> None:
        packets: dict[int, Packet] = {}
        to: dict[Conn, list[Packet]] = {}
        for conn, message in messages:
            packet = packets.get(id(message))
            if packet is None:
                packet = packets[id(message)] = Packet(message)
            to.setdefault(conn, []).append(packet)
        for conn, told in to.items():
            self._send(conn, told)

    def _send(self, conn: Conn, packets: list[Packet]) -> None:
        attached = self.attached.get(conn)
        if attached is not None:
            try:
                attached.client.send(*packets)
            except Exception:  # one client's trouble is not the others'
                LOG.exception("sending failed", extra={"match": self.id})
        elif conn in self._sitting:
            self._seated(self._sitting[conn], packets[0].message)

    def _seated(self, answer: asyncio.Future[Seat], message: Struct) -> None:
        if answer.done():
            return  # nobody waits for it any more
        if isinstance(message, Sat):
            answer.set_result(message.seat)
        elif isinstance(message, Refused):
            answer.set_exception(Illegal(message.code, **message.facts))

    def ring(self, at: Ms) -> None:
        """The moment that the match has asked for."""
        self._give(Tick(), at)

    def _written(self, head: int, error: Exception | None) -> None:
        if error is None:
            self._give(Durable(head))
        else:
            self._failed(error)

    def _held_up(self, is_held: bool) -> None:
        """The disk takes long, or has caught up."""
        if is_held:
            LOG.warning("the disk is slow: match paused", extra={"match": self.id})
        self._give(Hold(is_held))

    def _save(self, saved: Saved, is_opening: bool) -> None:
        """Zipped in a thread of its own, so that neither the loop nor the writer waits for it."""
        match, epoch, keep = self.id, self.epoch, self.keep_segments

        def zipped(done: asyncio.Future[bytes]) -> None:
            data = done.result()
            self._keeper.submit(
                lambda store: records.keep(store, match, epoch, saved.head, data, is_opening, keep),
                lambda more, error: self._drop_on(epoch, more or 0),
            )

        packing = self._loop.run_in_executor(None, records.pack, saved)
        packing.add_done_callback(zipped)
        self._saving.add(packing)
        packing.add_done_callback(self._saving.discard)

    def _drop_on(self, epoch: int, before: int) -> None:
        """Old segments go bit by bit, for nobody's commit shall wait for it."""
        match = self.id
        if before:
            self._keeper.submit(
                lambda store: records.drop_some(store, match, epoch, before),
                lambda is_more, error: self._drop_on(epoch, before if is_more else 0),
            )

    # A disk that fails

    def _failed(self, error: Exception) -> None:
        LOG.error("commit failed", extra={"match": self.id, "reason": repr(error)})
        self._drop()
        if isinstance(error, Fenced):
            self._owner.troubled("elsewhere")
        else:
            self._owner.troubled("disk")
            self._reload = self._loop.create_task(self._read_again())

    async def _read_again(self) -> None:
        pause_s = FIRST_RETRY_S
        while True:
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LAST_RETRY_S)
            try:
                loaded = await load(self._keeper, self.game, self.id, self.now)
                break
            except Damaged as error:
                self._owner.damaged(str(error))
                return
            except Exception as error:
                LOG.warning(
                    "match still cannot be read", extra={"match": self.id, "reason": repr(error)}
                )
        LOG.info("match loaded again", extra={"match": self.id})
        is_resting = self.is_resting
        self.take(loaded)
        self.show_again()
        self.rest(is_resting)
        self._owner.troubled("")
