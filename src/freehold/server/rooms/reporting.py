"""A report from a room: whom it is about, and what was said around it."""

from __future__ import annotations

import logging

from freehold.game import Illegal, Seat
from freehold.protocol.wire import ReportWish
from freehold.server.rooms import rooms
from freehold.server.rooms.connections import Connection
from freehold.server.rooms.openrooms import OpenRoom
from freehold.server.rooms.reports import (
    PlayerReport,
    clean_words,
    lines_around,
    report_id,
)

LOG = logging.getLogger("freehold.moderation")


async def report(room: OpenRoom, connection: Connection, seat: Seat, wish: ReportWish) -> None:
    """Keep it for the moderators; Illegal if it is about nobody, or there are too many."""
    reporter, words, hub = connection.guest, clean_words(wish.words), room.hub
    if not reporter:
        raise Illegal("not_seated")
    about, name = _about(room, seat, wish.line)
    if about == reporter:
        raise Illegal("report_self")
    hub.conduct.reports.need_may_report(reporter, connection.address)
    found = PlayerReport(
        report_id(),
        hub.wall(),
        hub.calendar(),
        reporter,
        room.name_of(connection),
        about,
        name,
        room.room.id,
        room.room.game,
        room.room.match,
        wish.reason,
        words,
        seat,
        wish.line,
        lines_around(room.chat.lines, wish.line),
    )
    await hub.conduct.reports.add(found)
    facts = {"room": room.room.id, "guest": about, "reason": wish.reason, "by": reporter}
    LOG.info("report received", extra=facts)


def _about(room: OpenRoom, seat: Seat, line: int) -> tuple[str, str]:
    """The guest and their name: of a line its speaker, or the player in the seat."""
    if line >= 0:
        said = [each for each in room.chat.lines if each.number == line]
        if not said:
            raise Illegal("no_such_line")
        return said[0].guest, said[0].name
    chair = rooms.need_chair(room.room, seat)
    if not chair.guest:
        raise Illegal("report_bot")
    return chair.guest, chair.name
