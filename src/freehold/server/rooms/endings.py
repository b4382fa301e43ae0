"""How a room's match ends: by its rules, or because this server cannot go on with it.

finish      it is over, or its rules have failed too often
park        the game or its rules are not here; it goes on when they are
quarantine  its stored data is damaged: nobody is shown a board that may be wrong
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from freehold.game import Illegal, Outcome
from freehold.server.ladder.ladders import RatedMatch
from freehold.server.match import records
from freehold.server.match.keeping import Keeper
from freehold.server.match.records import Quarantined
from freehold.server.rooms import roomrecords, rooms, series
from freehold.server.rooms.house import House
from freehold.server.rooms.kinds import RoomKind
from freehold.server.rooms.rooms import Room
from freehold.server.rooms.rounds import Rounds

LOG = logging.getLogger("freehold.room")
RETRY_S = 1.0


class Ending(Protocol):
    """A room whose match ends."""

    hub: House
    keeper: Keeper
    room: Room
    kind: RoomKind
    rounds: Rounds
    trouble: str
    is_closed: bool

    def changing(self) -> AbstractAsyncContextManager[None]: ...
    def match_over(self, after: Room, /) -> None:
        """It is written down: let everybody see it."""


async def park(opened: Ending, reason: str) -> None:
    opened.trouble = "parked"
    hub, match = opened.hub, opened.room.match
    wall, aged_from = hub.wall(), hub.calendar()
    LOG.error("match parked", extra={"match": match, "reason": reason})
    await opened.keeper.change(lambda store: records.park(store, match, wall, reason, aged_from))
    if opened.kind.takes_newcomers and opened.room.phase == "playing":
        await finish(opened, None, reason)  # another round begins


async def quarantine(opened: Ending, reason: str) -> None:
    opened.trouble = "damaged"
    hub, room = opened.hub, opened.room
    LOG.error("match quarantined", extra={"match": room.match, "reason": reason})
    if room.phase == "playing":
        await finish(opened, None, reason)
        return
    told, aged_from = (
        Quarantined(room.match, room.game, room.id, reason, hub.wall()),
        hub.calendar(),
    )
    await opened.keeper.change(lambda store: records.quarantine(store, told, aged_from))
    hub.quarantined.add(room.match)


async def finish(
    opened: Ending, outcome: Outcome | None, reason: str, rated: RatedMatch | str = ""
) -> None:
    """Write down that the match is over, however long the disk takes. It is rated with it, or why
    it is not is said."""
    match = opened.room.match
    while opened.room.phase == "playing" and opened.room.match == match and not opened.is_closed:
        try:
            async with opened.changing():
                await _write(opened, match, outcome, reason, rated)
        except Illegal:
            await asyncio.sleep(RETRY_S)


async def _write(
    opened: Ending, match: str, outcome: Outcome | None, reason: str, rated: RatedMatch | str
) -> None:
    if opened.room.phase != "playing" or opened.room.match != match:
        return
    hub = opened.hub
    wall, aged_from = hub.wall(), hub.calendar()
    over = rooms.change(series.finish(opened.rounds.followed(), outcome), touched_at=aged_from)
    if isinstance(rated, str):
        over = rooms.change(over, unrated=rated or over.unrated)
    after = await opened.keeper.change(
        lambda store: roomrecords.end(store, over, match, outcome, wall, reason, aged_from, rated)
    )
    if outcome is None and opened.trouble != "parked":
        hub.quarantined.add(match)
    opened.match_over(after)
    LOG.info("match over", extra={"match": match})
