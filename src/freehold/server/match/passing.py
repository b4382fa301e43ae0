"""How a live match's time follows the shell's, and when something is due in it.

Rules about this file:
1. No clock is read here: `now` is the shell's, in ms; match time is counted from an origin that
   moves on while the match rests or the server is held up.
2. Of a player's clock the network's share is given back: a command counts when it was sent, as
   far as nothing has happened since, and a clock runs out when what was sent in time has come.
"""

from __future__ import annotations

from freehold.game import Ms, Seat
from freehold.match.match import Match

MARK_MS = 800
"""Maximum time between two time marks in a real-time match that somebody watches: a crash
takes back less than a second of what was shown."""


class Passing:
    """The time of one match. It may rest, be held up, and in a sandbox run faster or slower."""

    def __init__(self, now: Ms, time: Ms) -> None:
        self.is_resting = False
        """Nobody is there, or somebody has paused it."""
        self.is_held = False
        """The server itself is held up, by a disk that takes long."""
        self.lags: dict[Seat, Ms] = {}
        """How late the last command of a seat was, by the network."""
        self._origin = now - time
        """The shell's moment at which match time was `_began`."""
        self._began: Ms = 0
        self._percent = 100
        self._stopped_at: Ms | None = None

    @property
    def is_stopped(self) -> bool:
        return self._stopped_at is not None

    # From the shell's time to the match's, and back

    def time(self, match: Match, now: Ms) -> Ms:
        """Match time; it never goes back. Before a clock runs out it waits for the network."""
        time = max(match.now, self._passed(now))
        runs_out = match.clocks.runs_out() if self.lags else None
        if runs_out and runs_out[0] <= time < runs_out[0] + self.lags.get(runs_out[1], 0):
            return max(match.now, runs_out[0] - 1)
        return time

    def sent_at(self, match: Match, now: Ms, seat: Seat) -> Ms:
        """When a seat's command counts that has come now; in real time that is now."""
        time, lag = self.time(match, now), self.lags.get(seat, 0)
        if not lag or match.game.kind == "real-time" or not match.clocks.is_charged(seat):
            return time
        return max(match.now, self._passed(now) - lag)

    def moment(self, time: Ms) -> Ms:
        """The shell's moment at which match time comes to this, if it does not stand still."""
        return self._origin - (self._began - time) * 100 // self._percent

    def _passed(self, now: Ms) -> Ms:
        now = now if self._stopped_at is None else self._stopped_at
        return self._began + (now - self._origin) * self._percent // 100

    # What is due

    def due(self, match: Match, is_watched: bool) -> Ms | None:
        """The shell's moment at which the match is to be looked after."""
        if self._stopped_at is not None:
            return None
        time = match.wake_at()
        mark_at = self.mark_at(match) if is_watched else None
        if mark_at is not None and (time is None or mark_at < time):
            time = mark_at
        if time is not None and self.lags:
            time = self._late(match, time)
        return None if time is None else self.moment(time)

    def mark_at(self, match: Match) -> Ms | None:
        """When time is to be written down, should nothing else be until then."""
        if self._stopped_at is not None or match.outcome or match.game.kind != "real-time":
            return None
        return match.log.now + MARK_MS * max(100, self._percent) // 100

    def _late(self, match: Match, time: Ms) -> Ms:
        runs_out = match.clocks.runs_out()
        if not runs_out or time < runs_out[0]:
            return time
        return max(time, runs_out[0] + self.lags.get(runs_out[1], 0))

    # Stopping and going on

    def rest(self, now: Ms, is_resting: bool) -> None:
        self.is_resting = is_resting
        self._turn(now)

    def hold(self, now: Ms, is_held: bool) -> None:
        self.is_held = is_held
        self._turn(now)

    def skip(self, ms: Ms) -> None:
        """Move on at once."""
        self._began += ms

    def set_speed(self, now: Ms, time: Ms, percent: int) -> None:
        """From this time on run so fast."""
        self._origin = now if self._stopped_at is None else self._stopped_at
        self._began, self._percent = time, percent

    def _turn(self, now: Ms) -> None:
        is_stopped = self.is_resting or self.is_held
        if is_stopped and self._stopped_at is None:
            self._stopped_at = now
        elif not is_stopped and self._stopped_at is not None:
            self._origin += now - self._stopped_at
            self._stopped_at = None
