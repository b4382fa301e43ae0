"""A world's standing: the best of the round for all, and each one's own place, once a second.

Scores are public. The beat is its own, the same for all, and has nothing to do with what
anybody sees; it says who has how much, never where.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from msgspec import Struct

from freehold.game import Ms, Seat
from freehold.server.effects import Conn
from freehold.server.wire import Place, Ranked, Standing
from freehold.world import Row

if TYPE_CHECKING:
    from freehold.server.openrooms import OpenRoom
    from freehold.server.playing import Playing

BEAT_MS: Ms = 1_000
BEST = 20


class Standings:
    """The standing of the round that is played in a room."""

    def __init__(self, opened: OpenRoom) -> None:
        self._opened = opened
        self._timer: asyncio.TimerHandle | None = None
        self._entries = -1
        """How many the match had when it was last looked at."""
        self._best = Standing((), 0)
        self._told: dict[Conn, tuple[Standing, Place]] = {}

    def begin(self) -> None:
        """Another round: everybody is told anew."""
        self.close()
        self._entries, self._best, self._told = -1, Standing((), 0), {}
        self._arm()

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _arm(self) -> None:
        loop = self._opened.hub.loop
        beat = BEAT_MS / 1000
        self._timer = loop.call_at((loop.time() // beat + 1) * beat, self._ring)

    def _ring(self) -> None:
        self._arm()
        playing, there = self._opened.playing, self._opened.connections
        if playing is None or playing.live is None or not there:
            return
        entries = playing.live.match.log.entries
        if entries != self._entries or any(conn not in self._told for conn in there):
            self._entries = entries
            self._tell(playing)

    def _tell(self, playing: Playing) -> None:
        opened, live = self._opened, playing.live
        world = playing.game.world
        assert live is not None
        assert world is not None
        rows = world.standing(live.match.state)
        best = Standing(tuple(ranked(rows[:BEST], live.match.names)), len(rows))
        self._best = self._best if self._best == best else best
        places = {row.seat: Place(rank, row.score) for rank, row in enumerate(rows, 1)}
        messages: list[tuple[Conn, Struct]] = []
        told: dict[Conn, tuple[Standing, Place]] = {}
        for conn, connection in opened.connections.items():
            place = places.get(opened.seat_of(connection), NOWHERE)
            before = self._told.get(conn)
            if before is None or before[0] is not self._best:
                messages.append((conn, self._best))
            if before is None or before[1] != place:
                messages.append((conn, place))
            told[conn] = (self._best, place)
        self._told = told
        playing.tell(messages)


NOWHERE = Place(0, 0)


def ranked(rows: tuple[Row, ...], names: tuple[str, ...]) -> list[Ranked]:
    return [
        Ranked(rank, row.seat, _name(names, row.seat), row.score, row.is_out)
        for rank, row in enumerate(rows, 1)
    ]


def _name(names: tuple[str, ...], seat: Seat) -> str:
    return names[seat] if seat < len(names) else ""
