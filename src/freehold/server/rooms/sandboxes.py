"""Rooms that are sandboxes: one person has every seat, all eyes, and time in their hands.

Rules about this file:
1. What it allows is allowed by `Room.is_sandbox` alone, which is set when the room is made and
   never changes: in every other room nobody sees or does more than their seat may.
2. These functions are like those of `rooms`: a room in, a new room out.
3. The match is an ordinary one, with its log; its header says what it was.
"""

from __future__ import annotations

import msgspec

from freehold.game import TRUTH, Clock, Illegal, Ms, Seat, Viewer
from freehold.server.match.playing import Attached
from freehold.server.rooms.connections import Connection
from freehold.server.rooms.guests import unlike
from freehold.server.rooms.rooms import Chair, Room, change, need_phase, need_seat

SLOWEST, FASTEST = 25, 1600
"""Percent of the usual speed."""
LONGEST_STEP_MS: Ms = 3_600_000


def as_sandbox(room: Room) -> Room:
    """One person's, seen by nobody else, without a clock unless one was wished for."""
    return change(
        room,
        is_sandbox=True,
        is_public=False,
        may_watch=False,
        is_world=False,
        away="wait",
        clock=room.clock or Clock(),
    )


def stay(before: Room, after: Room) -> Room:
    """However it was configured, a sandbox stays one."""
    return as_sandbox(after) if before.is_sandbox else after


def fill(room: Room) -> list[Chair]:
    """A name for each seat that has neither a bot nor the person."""
    chairs = list(room.chairs)
    for seat, chair in enumerate(chairs):
        if chair.is_free and not chair.name:
            others = [each.name for each in chairs]
            chairs[seat] = Chair(name=unlike(f"Player {seat + 1}", others))
    return chairs


def need_sandbox(room: Room, guest: str) -> None:
    """Illegal unless it is a sandbox of theirs in which a match runs."""
    if not room.is_sandbox:
        raise Illegal("not_a_sandbox")
    need_seat(room, guest)
    need_phase(room, "playing")


def set_speed(room: Room, guest: str, percent: int) -> Room:
    need_sandbox(room, guest)
    if not SLOWEST <= percent <= FASTEST:
        raise Illegal("bad_speed", least=SLOWEST, most=FASTEST)
    return change(room, percent=percent)


def eyes_of(connection: Connection, own: Seat) -> tuple[Viewer, Seat]:
    """The viewer of a connection, and the seat for which it acts; -1 means none."""
    if connection.wants_truth:
        return TRUTH, -1
    seat = connection.eyes if connection.eyes >= 0 else own
    return seat, seat


def attached(connection: Connection, own: Seat, name: str) -> Attached:
    viewer, seat = eyes_of(connection, own)
    return Attached(connection, viewer, connection.session, name, seat, is_any_seat=True)


def notes_of(room: Room) -> dict[str, str]:
    """For the header of its record."""
    return {"sandbox": "one person had every seat"} if room.is_sandbox else {}


def need_eyes(room: Room, seat: Seat) -> None:
    """Illegal if there is no such seat to look through; -1 is one's own."""
    if not -1 <= seat < len(room.chairs):
        raise Illegal("no_such_chair", seat=seat)


def checked_step(value: object, due: Ms | None) -> Ms:
    """How far to advance time; 0 means to the next scheduled moment."""
    try:
        ms = msgspec.convert(value, int)
    except msgspec.ValidationError as error:
        raise Illegal("malformed", reason=str(error)) from None
    if not 0 <= ms <= LONGEST_STEP_MS:
        raise Illegal("bad_step", most=LONGEST_STEP_MS)
    if not ms and due is None:
        raise Illegal("nothing_due")
    return ms
