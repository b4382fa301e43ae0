"""A world's standing: everybody who has points, for all to see.

Scores are public. The beat is its own, the same for all, and has nothing to do with what anybody
sees; it says who has how much, never where. A newcomer is told all rows, and everybody else those
that have changed since they were last told, which are the same for all. With many players the beat
is slower, so that each is told about a hundred rows per second at the most.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

from msgspec import Struct

from freehold.game import Ms
from freehold.protocol.ranking import merge
from freehold.protocol.wire import Ranked, Standing
from freehold.server.match.inputs import Conn
from freehold.server.match.playing import Playing

BEAT_MS: Ms = 1_000
ROWS_PER_BEAT = 100


class ToldRows(Struct):
    """The standing as everybody was last told it."""

    rows: tuple[Ranked, ...] = ()


def tell(told: ToldRows, rows: tuple[Ranked, ...]) -> Standing | None:
    """What leads from what was told to these rows; None if nothing has changed."""
    if rows == told.rows:
        return None
    before = {row.seat: row for row in told.rows}
    changes = Standing(tuple(row for row in rows if row != before.get(row.seat)))
    is_enough = merge(told.rows, changes) == rows
    told.rows = rows
    return changes if is_enough else Standing(rows, is_whole=True)


def rings_between(players: int) -> int:
    """How many beats of a second are from one change that is told to the next."""
    return 1 + players // ROWS_PER_BEAT


class Standings:
    """The standing of the round that is played in a room."""

    def __init__(
        self, playing: Callable[[], Playing | None], there: Callable[[], Collection[Conn]]
    ) -> None:
        self._playing = playing
        """The match that runs, if it is in memory."""
        self._there = there
        """The connections that are told."""
        self._timer: asyncio.TimerHandle | None = None
        self._entries = -1
        """How many the match had when it was last looked at."""
        self._waits = 0
        """How many more beats pass before changes are sent."""
        self._told = ToldRows()
        self._knowing: set[Conn] = set()
        """Connections that have been told."""

    def begin(self) -> None:
        """Another round: everybody is told all of it."""
        self.close()
        self._entries, self._waits, self._told, self._knowing = -1, 0, ToldRows(), set()
        self._arm()

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _arm(self) -> None:
        loop = asyncio.get_running_loop()
        beat = BEAT_MS / 1000
        self._timer = loop.call_at((loop.time() // beat + 1) * beat, self._ring)

    def _ring(self) -> None:
        self._arm()
        playing, there = self._playing(), set(self._there())
        if playing is None or playing.live is None or not there:
            return
        self._waits = max(0, self._waits - 1)
        changes = None if self._waits else self._look(playing)
        self._tell(playing, there, changes)

    def _look(self, playing: Playing) -> Standing | None:
        live, world = playing.live, playing.game.world
        assert live is not None
        assert world is not None
        if live.match.log.entries == self._entries:
            return None
        self._entries = live.match.log.entries
        rows = tuple(Ranked(*row) for row in world.standing(live.match.state))
        self._waits = rings_between(len(rows))
        return tell(self._told, rows)

    def _tell(self, playing: Playing, there: set[Conn], changes: Standing | None) -> None:
        """Each message is one value for all, so that it is encoded once."""
        whole = Standing(self._told.rows, is_whole=True)
        known = self._knowing if changes else set()
        messages: list[tuple[Conn, Struct]] = [
            (conn, changes) for conn in sorted(known & there) if changes is not None
        ]
        messages += [(conn, whole) for conn in sorted(there - self._knowing)]
        self._knowing = there
        playing.tell(messages)
