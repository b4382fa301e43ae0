"""A series: matches one after the other in a room, with the same people.

A round is a match. These functions are like those of `rooms`: a room in, a new room out.
"""

from __future__ import annotations

import msgspec

from freehold.game import AnyGame, Illegal, Outcome
from freehold.server.rooms.gathering import set_ready
from freehold.server.rooms.kinds import kind_of
from freehold.server.rooms.rooms import (
    Chair,
    Room,
    change,
    need_host,
    need_phase,
    need_seat,
    with_chair,
)


def start(room: Room, guest: str, game: AnyGame, match: str) -> Room:
    """Begin the first match: the host's word, and everybody else ready. Free seats go."""
    need_phase(room, "gathering")
    need_host(room, guest)
    waiting = [chair.name for chair in room.people if not chair.is_ready and chair.guest != guest]
    if waiting:
        raise Illegal("not_all_ready", names=", ".join(waiting))
    return _begin(room, game, match, kind_of(room).first_chairs(room))


def _begin(room: Room, game: AnyGame, match: str, chairs: list[Chair]) -> Room:
    if not room.people:
        raise Illegal("not_seated")
    if len(chairs) < game.seats[0]:
        raise Illegal("too_few", game=game.title, least=game.seats[0])
    fresh = tuple(
        msgspec.structs.replace(chair, is_ready=bool(chair.bot), has_left=False) for chair in chairs
    )
    return change(
        room,
        chairs=fresh,
        phase="playing",
        match=match,
        round=room.round + 1,
        outcome=None,
        rated=(),
        is_paused=False,
    )


def rematch(room: Room, guest: str, game: AnyGame, match: str) -> Room:
    """One wish for another match. When all wish it, it begins, seats moved on by one.

    If somebody has left, the room gathers again, so that the host can fill the seat.
    """
    need_phase(room, "over")
    kind = kind_of(room)
    if kind.takes_newcomers:
        raise Illegal("next_by_itself")
    room = set_ready(room, guest, True)
    if any(chair.is_gone for chair in room.chairs):
        return gather(room)
    if any(not chair.is_ready for chair in room.people):
        return room
    return _begin(room, game, match, kind.next_chairs(room))


def gather(room: Room) -> Room:
    """Back to before a match, with the same people."""
    chairs = tuple(Chair() if chair.is_gone else chair for chair in room.chairs)
    return change(room, phase="gathering", chairs=chairs, match="", outcome=None, rated=())


def finish(room: Room, outcome: Outcome | None) -> Room:
    """The match is over, or it cannot go on: then nobody has won."""
    chairs = []
    for seat, chair in enumerate(room.chairs):
        has_won = outcome is not None and outcome.places[seat] == 1
        wins = chair.wins + has_won
        chairs.append(msgspec.structs.replace(chair, wins=wins, is_ready=bool(chair.bot)))
    return change(room, phase="over", chairs=tuple(chairs), outcome=outcome, is_paused=False)


def pause(room: Room, guest: str, is_paused: bool) -> Room:
    """Let a match against bots alone stand still, or go on."""
    need_phase(room, "playing")
    need_seat(room, guest)
    if len(room.people) > 1 or room.is_standing:
        raise Illegal("others_play")
    return change(room, is_paused=is_paused)


def set_left(room: Room, seat: int, has_left: bool) -> Room:
    """Note that the server has entered `leave` or `arrive` for a seat."""
    return with_chair(room, seat, msgspec.structs.replace(room.chairs[seat], has_left=has_left))
