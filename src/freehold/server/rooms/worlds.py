"""Rooms that are worlds: chairs are added while a round runs, and rounds follow each other.

These functions are like those of `rooms`: a room in, a new room out. In a round the chairs are
the match's seats, in this order; a chair stays its guest's until the next round.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from freehold.bots.levels import middle_bot, seat_name
from freehold.game import AnyGame, Illegal
from freehold.match.log import Seated
from freehold.server.rooms.guests import Brought, own_name, unlike
from freehold.server.rooms.rooms import Chair, Room, change, with_chair

CHAIRS_PER_PLAYER = 10
"""Maximum chairs of a round per player that may be present at the same time."""


def chair_of(room: Room, guest: str) -> int:
    """The guest's chair, even if they have left it; or -1."""
    for seat, chair in enumerate(room.chairs):
        if guest and chair.guest == guest:
            return seat
    return -1


def need_chair_free(room: Room, max_players: int) -> None:
    """Illegal if one more newcomer would be too many for this round."""
    if len(room.chairs) >= CHAIRS_PER_PLAYER * max_players:
        raise Illegal("round_full", most=CHAIRS_PER_PLAYER * max_players)


def name_for(room: Room, name: str) -> str:
    return own_name(name, {chair.name for chair in room.chairs})


def add_chair(room: Room, guest: str, name: str, brought: Brought | None = None) -> Room:
    """One more, at the end, for somebody who has come."""
    chair = Chair(guest, name, brought=brought)
    return change(room, chairs=(*room.chairs, chair), is_paused=False)


def come_back(room: Room, seat: int) -> Room:
    """A player who left their chair gets it back."""
    chair = room.chairs[seat]
    if not chair.is_gone:
        return room
    return with_chair(room, seat, msgspec.structs.replace(chair, is_gone=False))


def follow_seats(room: Room, seats: Sequence[Seated]) -> Room:
    """Chairs for seats that are in the log but not in the room: a crash came between the two."""
    lost = [Chair(name=seated.name, is_gone=True) for seated in seats[len(room.chairs) :]]
    return change(room, chairs=(*room.chairs, *lost)) if lost else room


def with_bots(room: Room, game: AnyGame, bots: int, level: str) -> Room:
    """The given number of bots, of a level that the game has, before everyone else."""
    level = level if level in game.bots else middle_bot(game)
    people = [chair for chair in room.chairs if not chair.bot]
    names = [chair.name for chair in people]
    chairs = []
    for _ in range(bots if level else 0):
        names.append(unlike(seat_name(game, level), names))
        chairs.append(Chair(name=names[-1], bot=level, is_ready=True))
    return change(room, chairs=(*chairs, *people))


def next_round(room: Room, present: Collection[str], match: str, params: dict[str, Any]) -> Room:
    """Another match, with the bots and everybody who is there."""
    chairs = [
        msgspec.structs.replace(chair, is_ready=bool(chair.bot), is_gone=False, has_left=False)
        for chair in room.chairs
        if chair.bot or chair.guest in present
    ]
    return change(
        room,
        chairs=tuple(chairs),
        params=params,
        phase="playing",
        match=match,
        round=room.round + 1,
        outcome=None,
        is_paused=False,
    )
