"""A person who meets a bot in a room."""

from __future__ import annotations

from freehold.protocol.wire import SeatNow
from tests.client import Guest


async def one_match(ann: Guest) -> None:
    """Ready, or for another: then to its end."""
    before = ann.tab.match
    await ann.line.until(lambda: is_full(ann))
    if ann.tab.room is not None and ann.tab.room.phase == "over":
        await ann.line.insist("rematch")
    else:
        await ann.line.until(lambda: all(seat.ready or not seat.bot for seat in others(ann)))
        await ann.line.insist("ready")
        await ann.line.until(lambda: all(seat.ready for seat in others(ann)))
        await ann.line.insist("start")
    await ann.line.until(lambda: ann.tab.match != before and ann.is_playing())
    await ann.play_on()


def others(ann: Guest) -> list[SeatNow]:
    room = ann.tab.room
    return list(room.seats) if room else []


def is_full(ann: Guest) -> bool:
    return bool(others(ann)) and all(seat.name for seat in others(ann))
