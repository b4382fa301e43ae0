"""One live match without I/O: `step(now, input)` returns effects.

Rules about this file:
1. Act in memory, append, commit, then tell: what goes out depends on a log position, and
   leaves when that position is durable.
2. A command counts once: its id (session, n) stands in its entry, so that a repeat is known
   after a crash too.
3. In real time everything leaves on the beat, answers too: the moment tells nothing. Lines that
   only the log waits for are handed out on the beat as well, with those of other matches.
4. No clock is read here. `now` is the shell's, in ms; match time is counted from an origin that
   moves on while the match rests (a pause, a restart), so that rest counts against nobody.
"""

from __future__ import annotations

from collections import deque

from msgspec import Struct

from freehold.game import AnyGame, Illegal, Malformed, Ms, Seat
from freehold.match.log import Entry, Header, Line, parse_action
from freehold.match.match import Match
from freehold.match.replay import follow_at
from freehold.match.texts import sentence
from freehold.protocol.wire import Acted, Refused
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
from freehold.server.match.numbers import (
    Refusals,
    copied,
    count_number,
    is_same_action,
    latest,
    session_key,
)
from freehold.server.match.passing import Passing

FAULTS_TO_QUARANTINE = 3
MAY_WAIT = (Command, Tick)
"""What only the log waits for after one of these is handed out on the beat."""
FEW_ENTRIES = 50
"""A server that stops leaves no snapshot if fewer have come since the last one."""
MOST_LINES = 20_000
"""After this number of lines there is a snapshot, even if most only say that time has passed."""


class Live:
    """A match that people and bots are connected to."""

    def __init__(
        self, match: Match, now: Ms, head: int, written: int, base: Saved | None = None
    ) -> None:
        self.match = match
        self.head = head
        """How many lines have been handed out to be appended, from the beginning of the log."""
        self.durable = head
        """How many of them are known to be safe."""
        self.passing = Passing(now, match.now)
        self.acts_at_rest = False
        """In one it is possible to act while time stands still."""
        self.faults: list[str] = []
        self.is_quarantined = False
        self.sessions = copied(base.sessions) if base else {}
        """The numbers that have counted, by seat and session."""
        self.conns: dict[Conn, Attach] = {}
        self._refusals = Refusals()
        self._base = base
        """Where `match.log.lines` begins: a snapshot, or the header."""
        self._written = written
        """How many of `match.log.lines` have been handed out."""
        self._outbox: list[tuple[Conn, Struct]] = []
        self._unsent: deque[tuple[int, list[tuple[Conn, Struct]]]] = deque()
        """What was to be told when there were that many lines."""
        self._answers: list[tuple[Conn, Struct]] = []
        self._is_dirty = False
        self._beat_at: Ms | None = None
        self._timer: Ms | None = None
        self._is_end_told = False
        self._paced: dict[Seat, Ms] = {}
        """When a seat with a pace has acted last, by the shell's clock."""

    @classmethod
    def start(cls, match: Match, now: Ms) -> Live:
        """A match that has just begun, its header durable."""
        lines = len(match.log.lines)
        return cls(match, now, lines, lines)

    @classmethod
    def recover(
        cls, game: AnyGame, header: Header, lines: list[Line], now: Ms, base: Saved | None = None
    ) -> Live:
        """A match as its log says: the lines after a saved snapshot, or all after the header.

        Mismatch if a line is not what the match itself writes there, a check's digests included.
        """
        match = _rebuild(game, header, base, lines)
        head = (base.head if base else 1) + len(lines)
        live = cls(match, now, head, len(lines) + (base is None), base)
        for line in lines:
            if isinstance(line, Entry) and line.command:
                session, _, n = line.command.rpartition(":")
                live._count(line.seat, session, int(n), line.action)
        return live

    # The one way in

    def step(self, now: Ms, given: Input) -> list[Effect]:
        """Take an input and say what is to be done about it."""
        effects: list[Effect] = []
        if isinstance(given, Durable):
            self.durable = max(self.durable, given.head)
            if self._beat_at is None or now < self._beat_at:  # only what has waited may leave
                self._release(effects)
                self._conclude(effects)
                return effects
        match given:
            case Command():
                self._command(now, given)
            case Tick():
                self._timer = None  # it has rung: set it again, should it have rung early
                self._let_time_pass(now)
            case Attach():
                self.conns[given.conn] = given  # before time passes, which is now watched
                self._let_time_pass(now)  # a whole view says the time of now
                if given.greeting is not None:
                    self._outbox.append((given.conn, given.greeting))
                self._outbox.append((given.conn, self.match.open(given.viewer)))
            case Detach():
                self._detach(given.conn)
            case Enter():
                self._try(now, given.seat, given.action, "")  # a game may refuse it: no harm
            case Sit():
                self._sit(now, given)
            case Tell():
                self._outbox += given.messages
            case Rest():
                self._rest(now, given.paused)
            case Hold():
                self.passing.hold(now, given.is_held)
            case NoteTime():
                self._note_time(now)
            case Speed():
                self.passing.set_speed(now, self.time(now), given.percent)
            case Advance():
                self._step_on(now, given.ms)
        if self._may_tell(now):
            if self._beat_at is not None and not isinstance(given, Tick):
                self._let_time_pass(now)  # frames say the beat's time, whatever happened since
            self._tell()
        elif self._beat_at is not None and isinstance(given, MAY_WAIT):
            self._set_timer(effects)
            return effects
        self._write(effects)
        self._release(effects)
        self._conclude(effects)
        if isinstance(given, NoteTime):
            self._leave(effects)
        self._set_timer(effects)
        return effects

    def hand_out(self) -> list[Effect]:
        """What waits for a beat that will not come, for the match ends here."""
        effects: list[Effect] = []
        self._write(effects)
        return effects

    @property
    def is_durable(self) -> bool:
        """Is every line safe, those that wait for the beat included?"""
        return self.durable >= self.head and self._written == len(self.match.log.texts)

    def time(self, now: Ms) -> Ms:
        """Match time at a moment of the shell's."""
        return self.passing.time(self.match, now)

    def last(self, seat: Seat, session: str) -> int:
        """The number of the session's last accepted command; 0 means none."""
        return max(self.sessions.get(session_key(seat, session), ()), default=0)

    # Inputs

    def _detach(self, conn: Conn) -> None:
        gone = self.conns.pop(conn, None)
        self._refusals.forget(conn)
        if gone and all(other.viewer != gone.viewer for other in self.conns.values()):
            self.match.feed.close(gone.viewer)
        self._answers = [answer for answer in self._answers if answer[0] != conn]
        self._unsent = deque(
            (head, others)
            for head, messages in self._unsent
            if (others := [each for each in messages if each[0] != conn])
        )

    def _command(self, now: Ms, given: Command) -> None:
        conn = self.conns.get(given.conn)
        if conn is None or not conn.session:
            return  # a watcher's, or one that came after its connection was gone
        is_own = given.seat < 0 or not conn.is_any_seat
        seat = conn.viewer if is_own else given.seat
        if self.match.is_timed:
            self.passing.lags[seat] = given.lag
        counted = self.sessions.get(session_key(seat, conn.session), {})
        refused = self._refusals.find(given.conn, given.n)
        if given.n in counted:
            is_same = is_same_action(self.match.game, counted[given.n], given.action)
            answer: Struct = Acted(given.n) if is_same else self._reused(given.n)
        elif refused is not None:
            answer = refused[1] if refused[0] == given.action else self._reused(given.n)
        elif counted and given.n < next(reversed(counted)):
            answer = self._refused(given.n, Illegal("stale"))
        else:
            answer = self._first(now, seat, conn.session, given)
        self._answers.append((given.conn, answer))

    def _first(self, now: Ms, seat: Seat, session: str, given: Command) -> Struct:
        lines = len(self.match.log.lines)
        refusal = self._too_soon(now, seat, given.pace_ms)
        if refusal is None:
            refusal = self._try(now, seat, given.action, f"{session}:{given.n}")
        if refusal is None:
            entry = self.match.log.lines[lines]
            assert isinstance(entry, Entry)
            self._count(seat, session, given.n, entry.action)
            return Acted(given.n)
        answer = self._refused(given.n, refusal)
        self._refusals.add(given.conn, given.action, answer)
        return answer

    def _too_soon(self, now: Ms, seat: Seat, pace_ms: Ms) -> Illegal | None:
        """A refusal for a seat that acts faster than it may; else this action counts."""
        if not pace_ms:
            return None
        wait_ms = self._paced.get(seat, now - pace_ms) + pace_ms - now
        if wait_ms > 0:
            return Illegal("too_fast_for_a_bot", wait_ms=wait_ms)
        self._paced[seat] = now
        return None

    def _reused(self, n: int) -> Refused:
        return self._refused(n, Illegal("reused"))

    def _sit(self, now: Ms, given: Sit) -> None:
        """A newcomer's seat. Nobody who is there learns the moment by it, so it need not wait."""
        lines = len(self.match.log.lines)
        answer: Struct
        try:
            if self.is_quarantined:
                raise Illegal("quarantined")
            self._is_dirty = True
            answer = Sat(self.match.sit(self.time(now), given.name, given.bot))
        except Illegal as refusal:
            answer = self._refused(-1, refusal)
        except Exception as error:
            self._rules_failed(error, lines)
            answer = self._refused(-1, Illegal("rules_failed"))
        self._outbox.append((given.conn, answer))

    def _count(self, seat: Seat, session: str, n: int, action: str) -> None:
        count_number(self.sessions, session_key(seat, session), n, action)

    def _refused(self, n: int, refusal: Illegal) -> Refused:
        text = sentence(self.match.game, refusal.code, refusal.facts, self.match.names)
        return Refused(n, refusal.code, text, refusal.facts)

    def _try(self, now: Ms, seat: Seat, text: str, command: str) -> Illegal | None:
        """Let a seat act; what comes back is the refusal, if it was one."""
        if self.is_quarantined or (self.passing.is_resting and not self.acts_at_rest):
            return Illegal("quarantined" if self.is_quarantined else "paused")
        lines = len(self.match.log.lines)
        try:
            action = parse_action(self.match.game, text)
            self._is_dirty = True  # even a refused one may have let deadlines fire
            self.match.act(self.passing.sent_at(self.match, now, seat), seat, action, command)
        except Malformed as error:
            return Illegal("malformed", reason=str(error))
        except Illegal as refusal:
            return refusal
        except Exception as error:
            self._rules_failed(error, lines)
            return Illegal("rules_failed")
        return None

    def _step_on(self, now: Ms, ms: Ms) -> None:
        """Written down even if nothing was due: a restart shall not take the step back."""
        here = self.time(now)
        to = here + ms if ms else self.match.wake_at() or here
        self.passing.skip(max(0, to - here))
        self._advance(self.time(now), is_marked=True)

    def _let_time_pass(self, now: Ms) -> None:
        if not self.passing.is_stopped:
            time = self.time(now)
            mark_at = self.passing.mark_at(self.match) if self.conns else None
            self._advance(time, mark_at is not None and time >= mark_at)

    def _note_time(self, now: Ms) -> None:
        """If it is anybody's: of a match of turns without clocks it is not."""
        is_timed = self.match.game.kind == "real-time" or self.match.clocks.is_running()
        time = self.time(now)
        self._advance(time, is_timed and time > self.match.log.now)

    def _advance(self, time: Ms, is_marked: bool) -> None:
        if self.is_quarantined or self.match.outcome:
            return
        lines = len(self.match.log.lines)
        try:
            self.match.advance(time, is_marked)
        except Exception as error:
            self._rules_failed(error, lines)
        self._is_dirty |= len(self.match.log.lines) > lines

    def _rest(self, now: Ms, paused: bool) -> None:
        if paused and not self.passing.is_resting:
            self._note_time(now)
        self.passing.rest(now, paused)

    def _rules_failed(self, error: Exception, sound: int) -> None:
        """Our own bug. The state may be half changed, so it is built again from the log.

        The first `sound` lines were there before; a later one may be what cannot be replayed.
        """
        self.faults.append(f"{type(error).__name__}: {error}")
        self.is_quarantined = len(self.faults) >= FAULTS_TO_QUARANTINE
        broken = self.match
        lines = broken.log.lines[0 if self._base else 1 : sound]
        self.match = _rebuild(broken.game, broken.header, self._base, lines)
        self.match.feed = broken.feed

    # Telling

    def _may_tell(self, now: Ms) -> bool:
        """At once in games of turns; on the beat and only then in real time."""
        if not (self._is_dirty or self._answers):
            self._beat_at = None  # nobody waits for an answer any more
            return False
        every = self.match.game.flush_ms
        if every and self._beat_at is None:
            self._beat_at = now - now % every + every
        return not self._beat_at or now >= self._beat_at

    def _tell(self) -> None:
        self._beat_at = None
        frames = self.match.flush() if self._is_dirty else {}
        self._is_dirty = False
        for conn, attached in self.conns.items():
            if attached.viewer in frames:
                self._outbox.append((conn, frames[attached.viewer]))
        self._outbox += self._answers
        self._answers = []

    def _write(self, effects: list[Effect]) -> None:
        lines = self.match.log.texts[self._written :]
        if lines:
            effects.append(Append(self.head, lines))
            self._written += len(lines)
            self.head += len(lines)
        if self._outbox:
            self._unsent.append((self.head, self._outbox))
            self._outbox = []

    def _release(self, effects: list[Effect]) -> None:
        while self._unsent and self._unsent[0][0] <= self.durable:
            effects.append(Send(self._unsent.popleft()[1]))

    def _conclude(self, effects: list[Effect]) -> None:
        """What is said once all is durable and told: a snapshot, the end, a quarantine.

        Told too: who hears of the end may forget the match, and a match built again from the
        snapshot notes as touched only what came after it.
        """
        if self._is_end_told or self._is_dirty or self._answers:
            return
        is_durable = self.durable >= self.head
        is_over = self.match.outcome is not None or self.is_quarantined
        if is_over and is_durable:
            self._is_end_told = True
            outcome = self.match.outcome
            effects.append(Ended(outcome) if outcome else Quarantine(self.faults[-1]))
        is_world = self.match.game.world is not None  # in which something is always on its way
        is_long = self._unsaved >= self.match.game.snapshot_entries or self._written >= MOST_LINES
        if not is_over and (is_durable or is_world) and is_long:
            self._save(effects, is_world)

    def _leave(self, effects: list[Effect]) -> None:
        """A snapshot even now, so that a match that another server goes on with is soon there."""
        is_over = self.match.outcome is not None or self.is_quarantined
        if not is_over and self._unsaved >= FEW_ENTRIES:
            self._save(effects, self.match.game.world is not None)

    @property
    def _unsaved(self) -> int:
        """Entries since the last snapshot."""
        return self.match.log.entries - (self._base.snapshot.entries if self._base else 0)

    def _save(self, effects: list[Effect], is_world: bool) -> None:
        """A snapshot; a world's opens another segment of its log.

        A store refuses a snapshot of lines that it does not have, so it may be asked to keep one
        before it has said that it has them.
        """
        snapshot = self.match.cut() if is_world else self.match.snapshot()
        self._write(effects)
        self.sessions = latest(self.sessions)
        self._base = Saved(self.head, snapshot, copied(self.sessions))
        self.match.log.clear()
        self._written = 0
        effects.append(Save(self._base, is_world))

    def _set_timer(self, effects: list[Effect]) -> None:
        timer = self._beat_at
        if not self.is_quarantined:
            due = self.passing.due(self.match, is_watched=bool(self.conns))
            timer = due if timer is None or (due is not None and due < timer) else timer
        if timer != self._timer:
            self._timer = timer
            effects.append(Timer(timer))


def _rebuild(game: AnyGame, header: Header, base: Saved | None, lines: list[Line]) -> Match:
    match = Match(game, header, base.snapshot if base else None)
    first, before = (0, base.head) if base else (1, 1)
    for place, line in enumerate(lines):
        follow_at(match, line, first + place, before + place + 1)
    return match
