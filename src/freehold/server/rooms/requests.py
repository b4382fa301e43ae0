"""What can be asked for in a room, by its word: a table of functions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from freehold.game import TRUTH, AnyGame, Illegal, Seat
from freehold.protocol.wire import Ask, ReportWish
from freehold.server.rooms import brought, gathering, rooms, sandboxes, series
from freehold.server.rooms.choices import send_choices
from freehold.server.rooms.connections import Connection
from freehold.server.rooms.guests import clean_name, new_id
from freehold.server.rooms.house import House
from freehold.server.rooms.openrooms import OpenRoom
from freehold.server.rooms.reporting import report
from freehold.server.rooms.rooms import Room, RoomChanges

TRUTH_CELLS = 128**2
Request = Callable[[OpenRoom, Connection, Ask], Awaitable[None]]
T = TypeVar("T")


async def answer(room: OpenRoom, connection: Connection, ask: Ask) -> None:
    """Do what is asked, or raise Illegal."""
    await REQUESTS[ask.what](room, connection, ask)


def _value(ask: Ask, kind: type[T]) -> T:
    try:
        return msgspec.convert(ask.value, kind)
    except msgspec.ValidationError as error:
        raise Illegal("malformed", reason=str(error)) from None


def _known(connection: Connection) -> str:
    """The guest who asks; a watcher without a token is nobody."""
    if not connection.guest:
        raise Illegal("not_seated")
    return connection.guest


def _simple(make: Callable[[Room, str, Ask], Room]) -> Request:
    """A request that is one function of rooms."""

    async def request(room: OpenRoom, connection: Connection, ask: Ask) -> None:
        guest = _known(connection)
        await room.change(lambda before: make(before, guest, ask))

    return request


async def _sit(room: OpenRoom, connection: Connection, ask: Ask) -> None:
    guest, name, token = _known(connection), connection.name, connection.token
    if connection.brought and room.room.seat_of(guest) < 0:
        brought.need_may_bring(room.room, guest, brought.is_invited(room.room, ""))
    if room.kind.seats_newcomers(room.room):
        if room.room.seat_of(guest) >= 0:
            raise Illegal("seated_already")
        await room.rounds.sit_down(guest, name, token, connection.address, connection.brought)
        return

    def make(before: Room) -> Room:
        is_new = before.seat_of(guest) < 0
        after = gathering.sit(before, guest, name, ask.seat, connection.brought)
        return gathering.add_token(after, guest, token) if is_new else after

    await room.change(make)


async def _add_bot(room: OpenRoom, connection: Connection, ask: Ask) -> None:
    level, guest = _value(ask, str), _known(connection)
    await room.change(lambda before: gathering.add_bot(before, guest, room.game, ask.seat, level))


async def _invite(room: OpenRoom, connection: Connection, ask: Ask) -> None:
    """A bot that waits in the lobby gets a seat, and comes to it."""
    id, guest, waiting = _value(ask, str), _known(connection), room.hub.waiting
    bot = waiting.find(id, room.room.game)
    await room.change(lambda before: brought.invite(before, guest, ask.seat, bot))
    room.arrivals.expect(bot.id)
    waiting.invite(bot.id, room.room.id)


async def _set(room: OpenRoom, connection: Connection, ask: Ask) -> None:
    wishes, guest = _value(ask, RoomChanges), _known(connection)
    game = room.hub.find_game_or_refuse(wishes.game) if wishes.game else room.game
    await room.change(lambda before: gathering.configure(before, guest, game, wishes))


async def _start(room: OpenRoom, connection: Connection, ask: Ask) -> None:
    await _begin(room, connection, series.start)


async def _rematch(room: OpenRoom, connection: Connection, ask: Ask) -> None:
    await _begin(room, connection, series.rematch)


def count_match(hub: House, connection: Connection) -> None:
    address = connection.address  # nothing if it is free of limits
    if address and not hub.new_rooms.take(address, hub.now()):
        raise Illegal("too_many_rooms")


Begin = Callable[[Room, str, AnyGame, str], Room]


async def _begin(room: OpenRoom, connection: Connection, begin: Begin) -> None:
    """Another match of a room counts as a new room does; the first was counted with the room."""
    guest = _known(connection)

    def make(before: Room) -> Room:
        after = begin(before, guest, room.game, new_id())
        if before.round and after.round > before.round:
            count_match(room.hub, connection)
        return after

    await room.change(make)


async def _leave(room: OpenRoom, connection: Connection, ask: Ask) -> None:
    await leave(room, _known(connection), connection.brought is not None)


async def leave(room: OpenRoom, guest: str, is_bot: bool = False) -> None:
    """Go away for good; in a running match that is giving up."""
    seat = room.room.seat_of(guest)
    if room.room.phase == "playing" and seat >= 0 and room.playing and room.kind.has_rivals:
        room.playing.rest(False)  # one can leave a paused match too
        room.playing.enter(seat, "resign")
    if seat >= 0 or room.room.host == guest:
        await room.change(lambda before: gathering.leave(before, guest))
    for each in list(room.connections.values()):
        if each.guest == guest:
            each.bye("left")
            room.depart(each)
    is_over = room.room.phase != "playing"  # else the bots may play it to its end
    is_left_to_bots = is_over and not room.room.persons and not is_bot
    if (is_left_to_bots or not room.room.people) and not room.room.is_standing:
        await room.hub.abandon(room.room.id, "everybody has left")


async def _mute(room: OpenRoom, connection: Connection, ask: Ask) -> None:
    guest, is_muted = _known(connection), ask.what == "mute"
    if room.room.host == guest:
        await room.change(lambda before: gathering.set_muted(before, guest, ask.seat, is_muted))
        return
    other = rooms.need_chair(room.room, ask.seat).guest
    if not other:
        raise Illegal("not_a_bot")
    if is_muted:
        connection.muted.add(other)
    else:
        connection.muted.discard(other)


async def _name(room: OpenRoom, connection: Connection, ask: Ask) -> None:
    guest, name = _known(connection), clean_name(_value(ask, str))
    room.hub.conduct.filters.need_name(name)
    if room.room.seat_of(guest) >= 0:
        await room.change(lambda before: gathering.rename(before, guest, name))
    await room.hub.guests.rename_by_id(guest, name)
    for each in room.connections.values():
        if each.guest == guest:
            each.name = name


async def _eyes(room: OpenRoom, connection: Connection, ask: Ask) -> None:
    """A player agrees to be looked over the shoulder; a watcher looks."""
    if room.room.seat_of(connection.guest) >= 0:
        if room.seat_of(connection) < 0:
            raise Illegal("has_seat")
        wants_eyes = ask.what == "eyes"
        seat = room.kind.own_eyes(room.room, ask.seat if wants_eyes else -1)
        if seat is None:
            await _agree(room, connection, wants_eyes)
        else:
            room.eyes.look_through(connection, seat, False)
        return
    if ask.what == "no-eyes":
        room.eyes.look_through(connection, -1, False)
        return
    _known(connection)
    _need_eyes(room, ask.seat)
    room.eyes.look_through(connection, ask.seat, False)


def _need_eyes(room: OpenRoom, seat: Seat) -> None:
    """May watchers look through them? In a world its rules may say so, else the player does."""
    chair = rooms.need_chair(room.room, seat)
    if not room.room.may_watch or room.game.redeal is None:
        raise Illegal("no_eyes")
    watched = room.game.world.watched if room.game.world else None
    if watched is None:
        if not chair.eyes:
            raise Illegal("no_eyes")
        return
    live = room.playing.live if room.playing else None
    if live is None or seat not in watched(live.match.state):
        raise Illegal("not_on_board")


async def _agree(room: OpenRoom, connection: Connection, agrees: bool) -> None:
    guest = connection.guest
    seat = room.seat_of(connection)
    await room.change(lambda before: gathering.set_eyes(before, guest, agrees))
    if not agrees:
        for each in list(room.connections.values()):
            if each.eyes == seat and room.seat_of(each) < 0:
                room.eyes.look_through(each, -1, False)


async def _truth(room: OpenRoom, connection: Connection, ask: Ask) -> None:
    if room.playing is None or not room.playing.sees_truth():
        raise Illegal("not_over")
    if room.seat_of(connection) < 0 and not room.room.may_watch:
        raise Illegal("no_watching")
    if room.game.world is not None and not _fits(room):
        raise Illegal("world_too_big")
    room.eyes.look_through(connection, -1, True)


async def _speed(room: OpenRoom, connection: Connection, ask: Ask) -> None:
    guest, percent = _known(connection), _value(ask, int)
    room.kind.need_time_in_hand()
    await room.change(lambda before: sandboxes.set_speed(before, guest, percent))
    if room.playing:
        room.playing.set_speed(percent)


async def _step(room: OpenRoom, connection: Connection, ask: Ask) -> None:
    guest = _known(connection)
    room.kind.need_time_in_hand()
    sandboxes.need_running(room.room, guest)
    if room.playing is None or room.playing.live is None:
        raise Illegal("not_playing")
    due = room.playing.live.match.wake_at()
    room.playing.step_on(sandboxes.checked_step(ask.value, due))
    room.look()


async def _report(room: OpenRoom, connection: Connection, ask: Ask) -> None:
    await report(room, connection, ask.seat, _value(ask, ReportWish))


def _fits(room: OpenRoom) -> bool:
    """Can the whole board be sent to a client, who is cut if too much is unread?"""
    live = room.playing.live if room.playing else None
    if live is None:
        return False
    rect = live.match.view(TRUTH).rect
    return rect.width * rect.height <= TRUTH_CELLS


REQUESTS: Mapping[Any, Request] = MappingProxyType(
    {
        "sit": _sit,
        "stand": _simple(lambda room, guest, ask: gathering.stand(room, guest)),
        "ready": _simple(lambda room, guest, ask: gathering.set_ready(room, guest, True)),
        "not-ready": _simple(lambda room, guest, ask: gathering.set_ready(room, guest, False)),
        "start": _start,
        "add-bot": _add_bot,
        "invite": _invite,
        "clear": _simple(lambda room, guest, ask: gathering.clear_seat(room, guest, ask.seat)),
        "set": _set,
        "host": _simple(lambda room, guest, ask: gathering.hand_over(room, guest, ask.seat)),
        "rematch": _rematch,
        "pause": _simple(lambda room, guest, ask: series.pause(room, guest, True)),
        "go-on": _simple(lambda room, guest, ask: series.pause(room, guest, False)),
        "leave": _leave,
        "mute": _mute,
        "unmute": _mute,
        "name": _name,
        "eyes": _eyes,
        "no-eyes": _eyes,
        "truth": _truth,
        "choices": send_choices,
        "speed": _speed,
        "step": _step,
        "report": _report,
    }
)
