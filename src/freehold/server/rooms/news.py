"""A room as everybody in it may know it, and what has changed since it was told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from freehold.game import Clock, Illegal
from freehold.protocol.wire import RoomNow, SeatNow, SeatsNow

if TYPE_CHECKING:
    from freehold.server.rooms.openrooms import OpenRoom


def describe_room(opened: OpenRoom) -> RoomNow:
    room, playing = opened.room, opened.playing
    seated = [opened.seat_of(each) for each in opened.connections.values()]
    seats = _describe_seats(opened, set(seated))
    return RoomNow(
        room.id,
        room.code,
        room.game,
        room.params,
        seats,
        room.seat_of(room.host),
        room.is_public,
        room.may_watch,
        _clock_of(opened),
        room.phase,
        room.away,
        opened.grace_ms(),
        room.match,
        room.round,
        tuple(chair.wins for chair in room.chairs),
        room.outcome,
        seated.count(-1),
        room.phase == "playing" and playing is not None and playing.is_resting,
        opened.trouble,
        room.is_world,
        room.is_standing,
        sum(seat.present for seat in seats),
        opened.hub.settings.max_world_players if room.is_world else 0,
        opened.rounds.next_ms() if room.is_world else -1,
        room.is_sandbox,
        room.percent,
        playing.time() if playing and room.is_sandbox else -1,
        opened.hub.settings.watcher_delay_ms,
    )


def _clock_of(opened: OpenRoom) -> Clock:
    if opened.room.clock is not None:
        return opened.room.clock
    try:
        game = opened.game
        return game.clock(msgspec.convert(opened.room.params, game.params))
    except (Illegal, msgspec.ValidationError):  # a game or params of another version
        return Clock()


def _describe_seats(opened: OpenRoom, present: set[int]) -> tuple[SeatNow, ...]:
    substitutes = opened.attendance.substitutes if opened.attendance else {}
    return tuple(
        SeatNow(
            chair.name,
            chair.bot,
            chair.is_ready,
            bool(chair.bot) or seat in present or _is_in_hand(opened, chair.name),
            substitutes[seat].level if seat in substitutes else "",
            chair.eyes,
            chair.is_gone,
        )
        for seat, chair in enumerate(opened.room.chairs)
    )


def _is_in_hand(opened: OpenRoom, name: str) -> bool:
    """A sandbox's seats are all somebody's as long as that person is there."""
    return opened.room.is_sandbox and bool(name) and bool(opened.connections)


def changed_seats(before: RoomNow, after: RoomNow) -> SeatsNow:
    """What leads from one to the other, if nothing but seats differs and none is gone."""
    nobody = SeatNow()
    changed = tuple(
        (seat, now)
        for seat, now in enumerate(after.seats)
        if now != (before.seats[seat] if seat < len(before.seats) else nobody)
    )
    return SeatsNow(changed, after.players, after.watchers)


def without_seats(now: RoomNow) -> RoomNow:
    return msgspec.structs.replace(now, seats=(), wins=(), players=0, watchers=0, next_ms=-1)
