"""What people do with a room besides playing: sit, stand, get ready, set it up, leave.

A room in, a new room out, or Illegal and nothing has changed: as in `rooms.py`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from freehold.bots.levels import seat_name
from freehold.game import AnyGame, Clock, Illegal, Ms
from freehold.server.rooms.guests import Brought, own_name, unlike
from freehold.server.rooms.kinds import WORLD, WORLD_CHAIRS, kind_for, kind_of
from freehold.server.rooms.rooms import (
    MOST_BOT_PACE_MS,
    Chair,
    Room,
    RoomChanges,
    change,
    need_chair,
    need_host,
    need_phase,
    need_seat,
    with_chair,
)

TABS = 4
"""Maximum tokens per chair; a newer one pushes out the oldest."""
DAY_MS = 86_400_000
TRAINER = "Trainer"
"""The opponent in a lesson, if it is a bot without a character."""


def usual_params(game: AnyGame) -> dict[str, Any]:
    """What is played if nothing was chosen: the game's first preset, if it has any."""
    first = next(iter(game.extras.presets.values()), None)
    chosen: dict[str, Any] = msgspec.to_builtins(first.params) if first else {}
    return chosen


def checked_params(game: AnyGame, params: dict[str, Any]) -> dict[str, Any]:
    """The parameters whole, with the defaults of what was left out."""
    try:
        whole: dict[str, Any] = msgspec.to_builtins(msgspec.convert(params, game.params))
    except (msgspec.ValidationError, ValueError) as error:
        raise Illegal("bad_params", reason=str(error)) from None
    return whole


def checked_clock(clock: Clock | None) -> Clock | None:
    if clock and not all(0 <= time <= DAY_MS for time in msgspec.structs.astuple(clock)):
        raise Illegal("bad_clock")
    return clock


def checked_pace(pace_ms: Ms | None) -> Ms | None:
    if pace_ms is not None and not 0 <= pace_ms <= MOST_BOT_PACE_MS:
        raise Illegal("bad_bot_pace", most=MOST_BOT_PACE_MS)
    return pace_ms


def checked_seats(game: AnyGame, seats: int) -> int:
    least, most = game.seats
    if not least <= seats <= most:
        raise Illegal("bad_seats", game=game.title, least=least, most=most)
    return seats


# Before a match


def new_room(
    game: AnyGame, wishes: RoomChanges, host: str, *, id: str, code: str, secret: str, now: int
) -> Room:
    """An empty room as its host wishes it."""
    most = kind_for(game).most_chairs(game)
    seats = most if wishes.seats is None else checked_seats(game, wishes.seats)
    return Room(
        id,
        code,
        secret,
        game.name,
        checked_params(game, usual_params(game) if wishes.params is None else wishes.params),
        (Chair(),) * seats,
        host,
        now,
        now,
        checked_clock(wishes.clock),
        bool(wishes.is_public),
        wishes.may_watch is not False,
        wishes.away or ("leave" if game.kind == "real-time" else "bot"),
        is_world=kind_for(game) is WORLD,
        brought_bots=wishes.brought_bots or "invited",
        bot_pace_ms=checked_pace(wishes.bot_pace_ms),
    )


def sit(room: Room, guest: str, name: str, seat: int = -1, brought: Brought | None = None) -> Room:
    """Take a free seat: that one, or the first. A guest who is already seated moves there."""
    need_phase(room, "gathering")
    kind = kind_of(room)
    kind.need_may_sit(room, guest)
    before = room.seat_of(guest)
    if seat < 0:
        if before >= 0:
            raise Illegal("seated_already")
        room = kind.with_free_chair(room)
        seat = next(number for number, chair in enumerate(room.chairs) if chair.is_free)
    if not need_chair(room, seat).is_free:
        raise Illegal("taken")
    if before >= 0:
        moved = with_chair(room, seat, room.chairs[before])
        return with_chair(moved, before, Chair())
    name = own_name(name, [chair.name for chair in room.chairs])
    seated = with_chair(room, seat, Chair(guest, name, brought=brought))
    return seated if seated.host else change(seated, host=guest)


def stand(room: Room, guest: str) -> Room:
    """Give up one's seat but stay in the room."""
    need_phase(room, "gathering")
    return with_chair(room, need_seat(room, guest), Chair())


def add_token(room: Room, guest: str, hashed: str) -> Room:
    """One more tab of a player; the fifth pushes out the oldest."""
    seat = need_seat(room, guest)
    chair = room.chairs[seat]
    tokens = (*chair.tokens, hashed)[-TABS:]
    return with_chair(room, seat, msgspec.structs.replace(chair, tokens=tokens))


def set_ready(room: Room, guest: str, is_ready: bool) -> Room:
    if room.phase == "playing":
        raise Illegal("not_gathering")
    seat = need_seat(room, guest)
    return with_chair(room, seat, msgspec.structs.replace(room.chairs[seat], is_ready=is_ready))


def rename(room: Room, guest: str, name: str) -> Room:
    """A new name, but not during a match: its record has the old one."""
    if room.phase == "playing":
        raise Illegal("not_gathering")
    seat = need_seat(room, guest)
    others = [chair.name for number, chair in enumerate(room.chairs) if number != seat]
    chair = msgspec.structs.replace(room.chairs[seat], name=own_name(name, others))
    return with_chair(room, seat, chair)


def add_bot(room: Room, guest: str, game: AnyGame, seat: int, level: str) -> Room:
    """Fill a free seat with a bot, or set the level of the bot there."""
    need_phase(room, "gathering")
    need_host(room, guest)
    if level not in game.bots:
        raise Illegal("no_such_bot", bot=level, bots=", ".join(game.bots))
    if seat < 0:
        room = kind_of(room).with_free_chair(room)
        seat = next(number for number, chair in enumerate(room.chairs) if chair.is_free)
    if need_chair(room, seat).guest:
        raise Illegal("taken")
    others = [chair.name for number, chair in enumerate(room.chairs) if number != seat]
    name = unlike(seat_name(game, level, TRAINER if room.is_lesson else ""), others)
    return with_chair(room, seat, Chair(name=name, bot=level, is_ready=True))


def clear_seat(room: Room, guest: str, seat: int) -> Room:
    """Take out a bot or a person, or the seat's holder who has left."""
    need_phase(room, "gathering")
    need_host(room, guest)
    need_chair(room, seat)
    return with_chair(room, seat, Chair())


def configure(room: Room, guest: str, game: AnyGame, wishes: RoomChanges) -> Room:
    """Set what the host wishes. `game` is the one wished for, or the room's."""
    need_phase(room, "gathering")
    need_host(room, guest)
    is_new_game = game.name != room.game
    params = wishes.params
    if params is None:
        params = usual_params(game) if is_new_game else room.params
    chairs = _resize(room, game, wishes.seats)
    if is_new_game:
        chairs = [
            Chair() if chair.bot and chair.bot not in game.bots else chair for chair in chairs
        ]
    kept = None if is_new_game else room.clock
    pace_ms = checked_pace(wishes.bot_pace_ms)
    after = change(
        room,
        game=game.name,
        params=checked_params(game, params),
        clock=checked_clock(wishes.clock) or kept,
        chairs=tuple(
            chair if chair.bot else msgspec.structs.replace(chair, is_ready=False)
            for chair in chairs
        ),
        is_public=room.is_public if wishes.is_public is None else wishes.is_public,
        may_watch=room.may_watch if wishes.may_watch is None else wishes.may_watch,
        away=wishes.away or room.away,
        is_world=kind_for(game) is WORLD,
        brought_bots=wishes.brought_bots or room.brought_bots,
        bot_pace_ms=room.bot_pace_ms if pace_ms is None else pace_ms,
    )
    return kind_of(room).configured(after)


def _resize(room: Room, game: AnyGame, seats: int | None) -> list[Chair]:
    """The given number of chairs; those that are taken stay first."""
    least, most = game.seats
    if kind_for(game) is WORLD and kind_of(room) is not WORLD:
        seats = max(WORLD_CHAIRS, len(room.chairs)) if seats is None else seats
    wanted = min(max(len(room.chairs), least), most) if seats is None else seats
    checked_seats(game, wanted)
    chairs = list(room.chairs)
    while len(chairs) > wanted:
        free = [number for number, chair in enumerate(chairs) if chair.is_free]
        bots = [number for number, chair in enumerate(chairs) if chair.bot]
        if not (free or bots):
            raise Illegal("bad_seats", game=game.title, least=len(chairs), most=most)
        del chairs[(free or bots)[-1]]
    return chairs + [Chair()] * (wanted - len(chairs))


def hand_over(room: Room, guest: str, seat: int) -> Room:
    """Let the player in that seat be the host."""
    need_host(room, guest)
    chair = need_chair(room, seat)
    if not chair.guest or chair.is_gone:
        raise Illegal("not_a_bot")
    return change(room, host=chair.guest)


def leave(room: Room, guest: str) -> Room:
    """Go away for good. In a match and after it the seat stays, as one that was given up."""
    seat = room.seat_of(guest)
    if seat >= 0:
        chair = room.chairs[seat]
        gone = msgspec.structs.replace(chair, is_gone=True, tokens=(), eyes=False)
        room = with_chair(room, seat, Chair() if room.phase == "gathering" else gone)
    if room.host == guest:
        heirs = room.persons or room.people
        room = change(room, host=heirs[0].guest if heirs else "")
    return room


def forget(room: Room, guest: str, instead: str, name: str) -> Room:
    """A guest who has left is deleted: their chairs have another name and are nobody's to claim."""
    for seat, chair in enumerate(room.chairs):
        if chair.guest == guest:
            others = [each.name for number, each in enumerate(room.chairs) if number != seat]
            gone = msgspec.structs.replace(
                chair, guest=instead, name=unlike(name, others), tokens=(), eyes=False, is_gone=True
            )
            if gone.brought:
                nobodys = msgspec.structs.replace(gone.brought, author=name)
                gone = msgspec.structs.replace(gone, brought=nobodys)
            room = with_chair(room, seat, gone)
    return change(room, muted=tuple(each for each in room.muted if each != guest))


def set_muted(room: Room, guest: str, seat: int, is_muted: bool) -> Room:
    """The host lets a player not be heard, or be heard again."""
    need_host(room, guest)
    other = need_chair(room, seat).guest
    if not other:
        raise Illegal("not_a_bot")
    rest = tuple(each for each in room.muted if each != other)
    return change(room, muted=(*rest, other) if is_muted else rest)


def set_eyes(room: Room, guest: str, agrees: bool) -> Room:
    """Agree to be looked over the shoulder, or not any more."""
    seat = need_seat(room, guest)
    return with_chair(room, seat, msgspec.structs.replace(room.chairs[seat], eyes=agrees))
