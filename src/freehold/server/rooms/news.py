"""A room as everybody in it may know it, and what has changed since it was told."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from freehold.game import AnyGame, Clock, Ms, Seat
from freehold.protocol.wire import RoomNow, SeatNow, SeatsNow
from freehold.server.rooms.kinds import kind_of
from freehold.server.rooms.rated import ladder_of
from freehold.server.rooms.rooms import Room


class RoomContext(Struct, frozen=True):
    """What is told of a room besides the room itself."""

    seated: list[Seat]
    """For each connection the seat that it speaks for, or -1."""
    substitutes: Mapping[Seat, str]
    """Levels of bots that play for people who are away."""
    clock: Clock
    grace_ms: Ms
    eyes_ms: Ms
    is_resting: bool
    trouble: str
    most_players: int
    next_ms: Ms
    """How long until a world's next round, or -1."""
    at: Ms
    """The match's time, if its player sets its speed; or -1."""
    bot_pace_ms: Ms
    """Of bots that people bring; 0 means no limit."""
    unrated: str
    """Why a match does not count in the ladders."""


def describe_room(room: Room, around: RoomContext) -> RoomNow:
    seats = _describe_seats(room, around)
    return RoomNow(
        room.id,
        room.code,
        room.game,
        room.params,
        seats,
        room.seat_of(room.host),
        room.is_public,
        room.may_watch,
        around.clock,
        room.phase,
        room.away,
        around.grace_ms,
        room.match,
        room.round,
        tuple(chair.wins for chair in room.chairs),
        room.outcome,
        around.seated.count(-1),
        around.is_resting,
        around.trouble,
        room.is_world,
        room.is_standing,
        sum(seat.present for seat in seats),
        around.most_players,
        around.next_ms,
        room.is_sandbox,
        room.percent,
        around.at,
        around.eyes_ms,
        room.is_lesson,
        room.created_at,
        room.brought_bots,
        around.bot_pace_ms,
        around.unrated,
        ladder_of(room),
        room.rated,
    )


def clock_of(room: Room, game: AnyGame | None) -> Clock:
    """The room's own, or its game's."""
    if room.clock is not None:
        return room.clock
    try:
        return game.clock(msgspec.convert(room.params, game.params)) if game else Clock()
    except msgspec.ValidationError:  # params of another version
        return Clock()


def _describe_seats(room: Room, around: RoomContext) -> tuple[SeatNow, ...]:
    kind, present = kind_of(room), set(around.seated)
    return tuple(
        SeatNow(
            chair.name,
            chair.any_bot,
            chair.is_ready,
            bool(chair.bot) or seat in present or kind.is_in_hand(chair, bool(around.seated)),
            around.substitutes.get(seat, ""),
            chair.eyes,
            chair.is_gone,
            chair.author,
        )
        for seat, chair in enumerate(room.chairs)
    )


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
