"""A room's kind: a table, a world or a sandbox. What depends on it is decided here.

    table     people sit down, play a match, and play another when all of them want to
    world     people come and go while a round runs, and rounds follow each other by themselves
    sandbox   one person has every seat, sees everything, and controls time

Rules about this file:
1. `kind_of` alone reads `is_world` and `is_sandbox`. Everybody else asks the kind.
2. A kind has no state and does no I/O: values in, values out, or Illegal. What an open world does
   by itself is in `rounds.py`.
3. A table is the ordinary case; the others say in what they differ from it.
"""

from __future__ import annotations

from typing import ClassVar

from freehold.game import TRUTH, AnyGame, Illegal, Seat, Viewer
from freehold.server.rooms import sandboxes
from freehold.server.rooms.rooms import Away, Chair, Room, change

WORLD_CHAIRS = 8
"""A world that gathers begins with this number of chairs, and gets more as they are wanted."""


class RoomKind:
    """People with a seat each, in one match after the other."""

    takes_newcomers: ClassVar[bool] = False
    """While a match runs and between two: rounds follow each other by themselves."""
    has_rivals: ClassVar[bool] = True
    """To leave a running match is to give it up."""
    has_secrets: ClassVar[bool] = True
    """A player may not see what other viewers see."""
    is_timed_by_hand: ClassVar[bool] = False
    """Its player sets the speed of time, so they are told the time."""
    notes: ClassVar[dict[str, str]] = {}
    """For the header of its record."""

    # Before a match

    def most_chairs(self, game: AnyGame) -> int:
        """How many a new room has if nothing else is wished for."""
        return game.seats[1]

    def need_may_sit(self, room: Room, guest: str) -> None:
        """Illegal if the room is not for this guest."""

    def with_free_chair(self, room: Room) -> Room:
        """Illegal if all are taken."""
        if any(chair.is_free for chair in room.chairs):
            return room
        return self._with_another_chair(room)

    def _with_another_chair(self, room: Room) -> Room:
        raise Illegal("full")

    def configured(self, room: Room) -> Room:
        """After its host has set it up: a room of this kind stays one."""
        return room

    def first_chairs(self, room: Room) -> list[Chair]:
        """Those of the first match: free seats go."""
        return [chair for chair in room.chairs if not chair.is_free]

    def next_chairs(self, room: Room) -> list[Chair]:
        """Those of another match with the same people: seats move on by one."""
        return [*room.chairs[1:], room.chairs[0]]

    # In a match

    def seats_newcomers(self, room: Room) -> bool:
        """Can people sit down though the room does not gather?"""
        return self.takes_newcomers and room.phase != "gathering"

    def is_player(self, chair: Chair) -> bool:
        """Is it somebody's who plays, there or not?"""
        return bool(chair.guest) and not chair.is_gone

    def away(self, room: Room) -> Away:
        """What happens in the seat of a player who stays away."""
        return room.away

    def nobodys(self, room: Room) -> list[Seat]:
        """Seats of the match whose guest was never told of them, as a crash came between."""
        return []

    def percent(self, room: Room) -> int:
        """How fast its player lets time run; 0 if time is nobody's to set."""
        return 0

    def is_in_hand(self, chair: Chair, is_anybody_there: bool) -> bool:
        """Is the chair played by somebody who sits in another?"""
        return False

    def former_players(self, before: Room, after: Room) -> list[Chair]:
        """Without whom another match has begun; they may come back by their tokens."""
        return []

    def most_players(self, limit: int) -> int:
        """The limit on players that visitors are told; 0 means that the chairs are the limit."""
        return 0

    # What a player may see and do

    def viewer_of(self, own: Seat, eyes: Seat, wants_truth: bool) -> tuple[Viewer, Seat]:
        """The viewer of a player, and the seat for which they act; -1 means none."""
        return own, own

    def own_eyes(self, room: Room, seat: Seat) -> Seat | None:
        """The seat that a player wants to watch as, -1 for their own; None if players cannot
        choose, and can only allow spectators to watch as them."""
        return None

    def need_may_act(self, own: Seat, wished: Seat, wants_truth: bool) -> None:
        """Illegal if a player may not act for that seat; -1 means the seat they watch as."""
        if wished not in (-1, own):
            raise Illegal("not_your_seat")
        if wants_truth:
            raise Illegal("over")

    def need_time_in_hand(self) -> None:
        raise Illegal("not_a_sandbox")


class WorldKind(RoomKind):
    """Chairs are added while a round runs; a chair stays its guest's until the next round."""

    takes_newcomers = True
    has_rivals = False

    def most_chairs(self, game: AnyGame) -> int:
        return min(game.seats[1], WORLD_CHAIRS)

    def _with_another_chair(self, room: Room) -> Room:
        return change(room, chairs=(*room.chairs, Chair()))

    def is_player(self, chair: Chair) -> bool:
        return bool(chair.guest)

    def away(self, room: Room) -> Away:
        return "leave"

    def nobodys(self, room: Room) -> list[Seat]:
        return [seat for seat, chair in enumerate(room.chairs) if chair.is_free]

    def former_players(self, before: Room, after: Room) -> list[Chair]:
        seated = {chair.guest for chair in after.chairs}
        return [chair for chair in before.chairs if chair.guest and chair.guest not in seated]

    def most_players(self, limit: int) -> int:
        return limit


class SandboxKind(RoomKind):
    """One person's, seen by nobody else; the match is an ordinary one, with its log."""

    has_rivals = False
    has_secrets = False
    is_timed_by_hand = True
    notes: ClassVar[dict[str, str]] = {"sandbox": "one person had every seat"}

    def need_may_sit(self, room: Room, guest: str) -> None:
        if guest != room.host:
            raise Illegal("sandbox")

    def configured(self, room: Room) -> Room:
        return sandboxes.as_sandbox(room)

    def first_chairs(self, room: Room) -> list[Chair]:
        return sandboxes.fill(room)

    def next_chairs(self, room: Room) -> list[Chair]:
        return list(room.chairs)

    def percent(self, room: Room) -> int:
        return room.percent

    def is_in_hand(self, chair: Chair, is_anybody_there: bool) -> bool:
        return bool(chair.name) and is_anybody_there

    def viewer_of(self, own: Seat, eyes: Seat, wants_truth: bool) -> tuple[Viewer, Seat]:
        if wants_truth:
            return TRUTH, -1
        seat = eyes if eyes >= 0 else own
        return seat, seat

    def own_eyes(self, room: Room, seat: Seat) -> Seat | None:
        if not -1 <= seat < len(room.chairs):
            raise Illegal("no_such_chair", seat=seat)
        return seat

    def need_may_act(self, own: Seat, wished: Seat, wants_truth: bool) -> None:
        if wants_truth and wished < 0:
            raise Illegal("which_seat")

    def need_time_in_hand(self) -> None:
        pass


TABLE, WORLD, SANDBOX = RoomKind(), WorldKind(), SandboxKind()


def kind_of(room: Room) -> RoomKind:
    """The kind of a room that there is."""
    if room.is_sandbox:
        return SANDBOX
    return WORLD if room.is_world else TABLE


def kind_for(game: AnyGame) -> RoomKind:
    """The kind of a new room for this game, unless its host wants a sandbox."""
    return WORLD if game.world is not None else TABLE
