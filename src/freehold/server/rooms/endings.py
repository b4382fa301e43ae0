"""How a room's match ends: by its rules, or because this server cannot go on with it.

finish      it is over, or its rules have failed too often
park        the game or its rules are not here; it goes on when they are
quarantine  its stored data is damaged: nobody is shown a board that may be wrong
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from freehold.game import Illegal, Outcome
from freehold.server.match import records
from freehold.server.match.records import Quarantined
from freehold.server.rooms import rooms, series

if TYPE_CHECKING:
    from freehold.server.rooms.openrooms import OpenRoom

LOG = logging.getLogger("freehold.room")
RETRY_S = 1.0


async def park(opened: OpenRoom, reason: str) -> None:
    opened.trouble = "parked"
    hub, match = opened.hub, opened.room.match
    wall, aged_from = hub.wall(), hub.calendar()
    LOG.error("match parked", extra={"match": match, "reason": reason})
    await hub.keeper.change(lambda store: records.park(store, match, wall, reason, aged_from))
    if opened.room.is_world and opened.room.phase == "playing":
        await finish(opened, None, reason)  # another round begins


async def quarantine(opened: OpenRoom, reason: str) -> None:
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
    await hub.keeper.change(lambda store: records.quarantine(store, told, aged_from))
    hub.quarantined.add(room.match)


async def finish(opened: OpenRoom, outcome: Outcome | None, reason: str) -> None:
    """Write down that the match is over, however long the disk takes."""
    match = opened.room.match
    while opened.room.phase == "playing" and opened.room.match == match and not opened.is_closed:
        try:
            async with opened.changing():
                await _write(opened, match, outcome, reason)
        except Illegal:
            await asyncio.sleep(RETRY_S)


async def _write(opened: OpenRoom, match: str, outcome: Outcome | None, reason: str) -> None:
    if opened.room.phase != "playing" or opened.room.match != match:
        return
    hub = opened.hub
    wall, aged_from = hub.wall(), hub.calendar()
    before = opened.rounds.followed() if opened.room.is_world else opened.room
    after = rooms.change(series.finish(before, outcome), touched_at=aged_from)
    await hub.keeper.change(
        lambda store: records.end(store, after, match, outcome, wall, reason, aged_from)
    )
    if outcome is None and opened.trouble != "parked":
        hub.quarantined.add(match)
    if opened.attendance:
        opened.attendance.close()
        opened.attendance = None
    opened.swap(after)
    if after.is_world:
        opened.rounds.ended()
    LOG.info("match over", extra={"match": match})
