"""Coming into a room: a seat is asked for over HTTP, and taken by a socket that shows its token.

Rules about this file:
1. A seat that was given before a match is free again if nobody comes to it in a while.
2. A newcomer is told of the room, then shown the board, and hears last what was said before.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from freehold.game import Illegal
from freehold.protocol.packets import Packet
from freehold.server.rooms import gathering
from freehold.server.rooms.connections import Connection

if TYPE_CHECKING:
    from freehold.server.rooms.openrooms import OpenRoom


class Arrivals:
    """People who are expected in one room, and people who come."""

    def __init__(self, opened: OpenRoom) -> None:
        self._opened = opened
        self._expected: dict[str, asyncio.TimerHandle] = {}

    def expect(self, guest: str) -> None:
        """They have been given a seat, and must come to it."""
        hub = self._opened.hub
        wait_s = hub.settings.unclaimed_seat_ms / 1000
        self.came(guest)
        self._expected[guest] = hub.loop.call_later(wait_s, self._give_up, guest)

    def came(self, guest: str) -> None:
        timer = self._expected.pop(guest, None)
        if timer:
            timer.cancel()

    def close(self) -> None:
        for guest in list(self._expected):
            self.came(guest)

    def _give_up(self, guest: str) -> None:
        del self._expected[guest]
        self._opened.hub.spawn(self._free(guest))

    async def _free(self, guest: str) -> None:
        with suppress(Illegal):  # the match has begun, or they have left
            await self._opened.change(lambda room: gathering.stand(room, guest))

    def welcomed(self, connection: Connection) -> None:
        opened = self._opened
        connection.send(Packet(opened.now()))
        if opened.playing and connection.conn in opened.playing.attached:
            connection.on_board = self._recall
        else:
            self._recall(connection)

    def _recall(self, connection: Connection) -> None:
        self._opened.chat.recall(connection)
        connection.is_joining = False
