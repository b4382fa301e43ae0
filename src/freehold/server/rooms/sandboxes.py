"""Rooms that are sandboxes: one person has every seat, all eyes, and time in their hands.

Rules about this file:
1. What a sandbox allows is allowed by its kind alone (`kinds.py`), which is set when the room is
   made and never changes: in every other room nobody sees or does more than their seat may.
2. These functions are like those of `rooms`: a room in, a new room out.
3. The match is an ordinary one, with its log; its header says what it was.
"""

from __future__ import annotations

import msgspec

from freehold.game import Clock, Illegal, Ms
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


def fill(room: Room) -> list[Chair]:
    """A name for each seat that has neither a bot nor the person."""
    chairs = list(room.chairs)
    for seat, chair in enumerate(chairs):
        if chair.is_free and not chair.name:
            others = [each.name for each in chairs]
            chairs[seat] = Chair(name=unlike(f"Player {seat + 1}", others))
    return chairs


def need_running(room: Room, guest: str) -> None:
    """Illegal unless a match runs in it and it is theirs."""
    need_seat(room, guest)
    need_phase(room, "playing")


def set_speed(room: Room, guest: str, percent: int) -> Room:
    need_running(room, guest)
    if not SLOWEST <= percent <= FASTEST:
        raise Illegal("bad_speed", least=SLOWEST, most=FASTEST)
    return change(room, percent=percent)


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
