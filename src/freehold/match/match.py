"""A match: a game's state, moved on by actions and by time, with its log and its feed.

Rules about this file:
1. `act`, `advance` and, in a world, `sit` are the only ways in. What is accepted is in the log
   before they return.
2. Due moments come first, each at its own time, then the action of the same millisecond.
3. Notices go to the feed the moment they exist: a refused action loses none.
"""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
from msgspec import Struct

from freehold.game import (
    PUBLIC,
    TRUTH,
    AnyGame,
    Arrive,
    Clock,
    Illegal,
    Leave,
    Malformed,
    Ms,
    Outcome,
    Seat,
    Setup,
    TimeUp,
    View,
    Viewer,
)
from freehold.kernel import canonical
from freehold.kernel.chance import KEY_BYTES
from freehold.kernel.pictures import draw_svg, draw_text
from freehold.match.clock import Clocks
from freehold.match.feed import Feed
from freehold.match.log import (
    CHECK_ENTRIES,
    FORMAT,
    Check,
    End,
    Entry,
    Header,
    Log,
    Mark,
    Newcomer,
    Opening,
    Seated,
    spell_action,
)
from freehold.match.patches import Frame, Table

ZIP_LEVEL = 1
MOST_STATE_BYTES = 1 << 28
"""A world of 2000 x 2000 tiles takes a tenth of it; a record may come from anybody."""
COMING_AND_GOING = (Arrive, Leave)  # the server's words: nobody gains time by them
MARK_MS = 5_000
"""While a player's clock runs, a crash loses at most this much time."""


class Snapshot(Struct, frozen=True):
    """A match as of its last line, so that nobody must replay what came before."""

    now: Ms
    """That line's. Time since then is in no log: a match that was taken up again without this
    snapshot goes on from the line, and its next one may be earlier than the snapshot was made."""
    entries: int
    digest: str
    state: bytes
    clocks: bytes
    fingerprint: str
    seats: tuple[Seated, ...] = ()
    """All players, including those who joined later; empty means those of the header."""
    past: bytes = b""
    """The latest notices, for players who return."""


def opening_of(snapshot: Snapshot) -> Opening:
    """A snapshot as a line of a record."""
    return Opening(
        snapshot.now,
        snapshot.entries,
        snapshot.digest,
        snapshot.seats,
        zlib.compress(snapshot.state, ZIP_LEVEL),
        snapshot.clocks,
        snapshot.fingerprint,
    )


def snapshot_of(opening: Opening) -> Snapshot:
    """The inverse of `opening_of`. Raises Malformed if its bytes are not a match."""
    unzip = zlib.decompressobj()
    try:
        state = unzip.decompress(opening.state, MOST_STATE_BYTES)
    except zlib.error as error:
        raise Malformed(f"the opening of the record cannot be unzipped: {error}") from None
    if not unzip.eof:
        raise Malformed("the opening of the record is cut off, or larger than any match can be")
    return Snapshot(
        opening.now,
        opening.entries,
        opening.lines,
        state,
        opening.clocks,
        opening.match,
        opening.seats,
    )


def _names(seats: tuple[Seated, ...]) -> tuple[str, ...]:
    return tuple(seated.name for seated in seats)


class Match:
    """One match. It begins as its header says and is its log from then on."""

    def __init__(self, game: AnyGame, header: Header, snapshot: Snapshot | None = None) -> None:
        self.game = game
        self.header = header
        params = msgspec.convert(header.params, game.params)
        key = bytes.fromhex(header.key)
        if len(key) != KEY_BYTES:
            raise ValueError(f"a match's key has {KEY_BYTES} bytes, not {len(key)}")
        self.setup: Setup[Any] = Setup(params, len(header.seats), key)
        self.seats = header.seats
        """With those who sat down on the way."""
        self.names = _names(self.seats)
        self.log = Log(header)
        self.feed = Feed(game)
        self.now: Ms = 0
        self.outcome: Outcome | None = None
        self.is_timed = header.clock.is_set
        """Do players have clocks at all?"""
        if snapshot is None:
            self.state = game.new(self.setup)
            self.clocks = Clocks.start(header.clock, len(header.seats))
            self._settle()
        else:
            self._restore(snapshot)

    @classmethod
    def new(
        cls,
        game: AnyGame,
        seats: tuple[Seated, ...],
        key: bytes,
        params: Struct | None = None,
        clock: Clock | None = None,
        notes: dict[str, str] | None = None,
    ) -> Match:
        """Begin a match. Malformed if its parameters do not fit each other or
        the number of players."""
        chosen = msgspec.to_builtins(params if params is not None else game.params())
        header = Header(
            FORMAT,
            game.name,
            game.rules_version,
            chosen,
            seats,
            key.hex(),
            clock or Clock(),
            notes or {},
        )
        try:
            return cls(game, header)
        except ValueError as error:  # of `game.new`
            raise Malformed(str(error)) from error

    @property
    def awaited(self) -> tuple[Seat, ...]:
        return () if self.outcome else self.game.awaited(self.state)

    # Moving on

    def act(self, now: Ms, seat: Seat, action: Struct, command: str = "") -> None:
        """Let a seat act, or raise Illegal and leave everything but time as it was."""
        fired = self._fire_due(now)
        try:
            if self.outcome:
                raise Illegal("over")
            if not 0 <= seat < len(self.seats):
                raise Illegal("no_such_seat", seat=seat)
            if isinstance(action, TimeUp):
                raise Illegal("not_yours_to_say")
            text = spell_action(self.game, action)
            notices = self.game.act(self.state, now, seat, action)
        except Illegal:
            if fired:
                self._mark()
            raise
        self.log.add(Entry(now, seat, text, command))
        if notices:
            self.feed.note(notices, self.now)
        if self.is_timed and not isinstance(action, COMING_AND_GOING):
            self.clocks.acted(seat, now)
        self._settle()
        if self.outcome:
            self._mark()
        elif self.game.world is None and self.log.entries % CHECK_ENTRIES == 0:
            self.log.add(Check(self.log.entries, self.fingerprint(), self.log.digest))

    def sit(self, now: Ms, name: str, bot: str = "") -> Seat:
        """Let somebody sit down in a running world, in a seat after the last, and arrive there."""
        if self.game.world is None:
            raise ValueError(f"{self.game.name} is not a world: nobody can join while it runs")
        fired = self._fire_due(now)
        seat = len(self.seats)
        try:
            if self.outcome:
                raise Illegal("over")
            notices = self.game.act(self.state, now, seat, Arrive())
        except Illegal:
            if fired:
                self._mark()
            raise
        self.log.add(Newcomer(now, name, bot))
        self.seats = (*self.seats, Seated(name, bot))
        self.names = (*self.names, name)
        self.clocks.add_seat()
        self.feed.note(notices, self.now)
        self._settle()
        if self.outcome:
            self._mark()
        return seat

    def advance(self, now: Ms, mark: bool = False) -> None:
        """Let time come to a moment; write it down if it changed anything, or if told to."""
        beat = self.is_timed and self.clocks.is_running() and now - self.log.now >= MARK_MS
        if self._fire_due(now) or beat or mark:
            self._mark()

    def wake_at(self) -> Ms | None:
        """When `advance` must be called at the latest, if nobody acts."""
        if self.outcome:
            return None
        due = self.game.wake_at(self.state)
        runs_out = self.clocks.runs_out() if self.is_timed else None
        if runs_out is None:
            return due
        first = min(runs_out[0], self.log.now + MARK_MS)
        return first if due is None else min(due, first)

    def _fire_due(self, now: Ms) -> bool:
        if now < self.now:
            raise ValueError(f"time went back from {self.now} to {now} ms")
        fired = False
        while self.outcome is None:
            due = self.game.wake_at(self.state)
            runs_out = self.clocks.runs_out() if self.is_timed else None
            if due is not None and due <= now and (runs_out is None or due <= runs_out[0]):
                self._wake(due)  # the game's own moments come before a player's clock
            elif runs_out is not None and runs_out[0] <= now:
                self._run_out(*runs_out)
            else:
                break
            fired = True
        self.now = now
        return fired

    def _wake(self, due: Ms) -> None:
        self.now = max(self.now, due)
        notices = self.game.wake(self.state, due)
        if notices:
            self.feed.note(notices, self.now)
        later = self.game.wake_at(self.state)
        if later is not None and later <= due:
            raise RuntimeError(f"{self.game.name}: wake({due}) left a moment due at {later}")
        self._settle()

    def _run_out(self, at: Ms, seat: Seat) -> None:
        """A player's clock has run out."""
        self.now = max(self.now, at)
        self.clocks.ran_out(seat, at)
        self.feed.note(self.game.act(self.state, at, seat, TimeUp()), self.now)
        self._settle()

    def _settle(self) -> None:
        """After a change: is it over, and whose clock runs now?"""
        self.outcome = self.game.outcome(self.state)
        if self.is_timed:
            self.clocks.await_seats(self.awaited, self.now)

    def _mark(self) -> None:
        """Write down how far time has come, or how it ended."""
        if self.outcome is None:
            self.log.add(Mark(self.now))
        elif not self.log.is_ended:
            check = (self.log.entries, self.fingerprint(), self.log.digest)
            self.log.add(End(self.now, self.outcome, *check))

    # Being looked at

    def view(self, viewer: Viewer) -> View[Any]:
        return self.game.view(self.state, viewer)

    def table(self) -> Table:
        """For a world only how it ended: it must not tell which players are alive far away."""
        if self.game.world is not None:
            return Table((), (), self.outcome)
        clocks = zip(self.clocks.left_ms, self.clocks.since, strict=True) if self.is_timed else ()
        return Table(self.awaited, tuple(clocks), self.outcome)

    def open(self, viewer: Viewer) -> Frame:
        """Begin to tell a viewer, or tell one again: a whole view."""
        return self.feed.open(viewer, self.state, self.table(), self.now)

    def flush(self) -> dict[Viewer, Frame]:
        """What is to be sent now, by viewer."""
        return self.feed.flush(self.state, self.table(), self.now)

    def views(self) -> dict[Viewer, View[Any]]:
        """As `flush`, for viewers in this process: the views that differ, whole."""
        return self.feed.views(self.state, self.table())

    def fingerprint(self) -> str:
        return canonical.fingerprint((self.state, self.clocks, self.now))

    def picture(self, viewer: Viewer = PUBLIC) -> str:
        view = self.view(viewer)
        return draw_text(self.game.tiles(view), view.rect.width, view.rect.x, view.rect.y)

    def svg(self, viewer: Viewer = PUBLIC) -> str:
        view = self.view(viewer)
        return draw_svg(self.game.tiles(view), view.rect.width, self.game.shape(self.setup.params))

    def _repr_svg_(self) -> str:
        return self.svg(TRUTH if self.outcome else PUBLIC)

    # Leaving off and going on

    def snapshot(self) -> Snapshot:
        return self._snapshot(is_cut=False)

    def cut(self) -> Snapshot:
        """End a segment of a world's log: a check, and the snapshot that opens the next one."""
        if self.game.world is None:
            raise ValueError(f"{self.game.name} is not a world: its log has no segments")
        return self._snapshot(is_cut=True)

    def _snapshot(self, is_cut: bool) -> Snapshot:
        state, clocks = canonical.encode(self.state), canonical.encode(self.clocks)
        mark = canonical.fingerprint_of(state, clocks, canonical.encode(self.log.now))
        if is_cut:
            self.log.add(Check(self.log.entries, mark, self.log.digest))
        log = self.log
        past = self.feed.save_past()
        return Snapshot(log.now, log.entries, log.digest, state, clocks, mark, self.seats, past)

    def _restore(self, snapshot: Snapshot) -> None:
        self.seats = snapshot.seats or self.header.seats
        self.names = _names(self.seats)
        self.state = canonical.decode(snapshot.state, self.game.state)
        self.clocks = canonical.decode(snapshot.clocks, Clocks)
        self.now = snapshot.now
        self.log.clear()
        self.log.entries, self.log.now = snapshot.entries, snapshot.now
        self.log.digest = snapshot.digest
        self.outcome = self.game.outcome(self.state)
        self.log.is_ended = self.outcome is not None
        if self.fingerprint() != snapshot.fingerprint:
            raise Malformed("the snapshot is damaged: its fingerprint is another one's")
        self.feed.restore_past(snapshot.past)
