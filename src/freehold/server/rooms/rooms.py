"""Rooms as values: a room in, a new room out, or Illegal and nothing has changed.

Rules about this file:
1. A `Room` is what is committed. Connections, chat and the live match are not in it.
2. A guest has at most one chair of a room. In a match the chairs are its seats, in this order.
3. Nothing here reads a clock or draws chance: moments, ids and hashes are passed in.

    phase      what may be done
    gathering  sit, stand, ready, bots, settings; the host starts
    playing    leave (which gives up), pause, eyes
    over       ready for another match: when all are, it begins
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from freehold.bots.levels import seat_name
from freehold.game import AnyGame, Clock, Illegal, Outcome
from freehold.server.rooms.guests import own_name, unlike

TABS = 4
"""Maximum tokens per chair; a newer one pushes out the oldest."""
DAY_MS = 86_400_000
WORLD_CHAIRS = 8
"""A world that gathers begins with this number of chairs, and gets more when needed."""

Away = Literal["bot", "leave", "wait"]
Phase = Literal["gathering", "playing", "over"]


class Chair(Struct, frozen=True, omit_defaults=True):
    """One seat of a room: nobody's, a person's or a bot's."""

    guest: str = ""
    name: str = ""
    bot: str = ""
    """The bot's level."""
    is_ready: bool = False
    tokens: tuple[str, ...] = ()
    """Hashes, the oldest first."""
    wins: int = 0
    eyes: bool = False
    """Watchers may look through this player's eyes, late."""
    is_gone: bool = False
    """The player has left during the match."""
    has_left: bool = False
    """`Leave` was entered for this seat, and no `Arrive` since."""

    @property
    def is_free(self) -> bool:
        return not (self.guest or self.bot)


class Room(Struct, frozen=True, omit_defaults=True):
    """All of a room that must outlive the process."""

    id: str
    code: str
    secret: str
    """The hash of the invitation's secret."""
    game: str
    params: dict[str, Any]
    chairs: tuple[Chair, ...]
    host: str
    """The guest who may change the room."""
    created_at: int
    touched_at: int
    """When it was last used, by the calendar that ages are counted by."""
    clock: Clock | None = None
    """None is the game's own."""
    is_public: bool = False
    may_watch: bool = True
    away: Away = "bot"
    """What happens in the seat of a player who stays away."""
    phase: Phase = "gathering"
    match: str = ""
    round: int = 0
    outcome: Outcome | None = None
    is_paused: bool = False
    muted: tuple[str, ...] = ()
    """Guests whom the host has muted."""
    is_world: bool = False
    """People come and go while it runs: see `worlds.py`."""
    is_standing: bool = False
    """It is the server's own world, which is never closed and has no host."""
    is_sandbox: bool = False
    """One person has every seat and all eyes: see `sandboxes.py`."""
    percent: int = 100
    """How fast a sandbox's time runs."""

    @property
    def people(self) -> list[Chair]:
        return [chair for chair in self.chairs if chair.guest and not chair.is_gone]

    def seat_of(self, guest: str) -> int:
        """The guest's seat, or -1."""
        for seat, chair in enumerate(self.chairs):
            if guest and chair.guest == guest and not chair.is_gone:
                return seat
        return -1


class Changes(Struct, frozen=True, forbid_unknown_fields=True):
    """What a host may set; what is left out stays."""

    game: str | None = None
    params: dict[str, Any] | None = None
    clock: Clock | None = None
    is_public: bool | None = None
    may_watch: bool | None = None
    away: Away | None = None
    seats: int | None = None


def change(room: Room, **fields: Any) -> Room:
    return msgspec.structs.replace(room, **fields)


def with_chair(room: Room, seat: int, chair: Chair) -> Room:
    chairs = list(room.chairs)
    chairs[seat] = chair
    return change(room, chairs=tuple(chairs))


# Checks


def need_phase(room: Room, phase: Phase) -> None:
    if room.phase != phase:
        codes = {"gathering": "not_gathering", "playing": "not_playing", "over": "not_over"}
        raise Illegal(codes[phase])


def need_host(room: Room, guest: str) -> None:
    if not guest or room.host != guest:
        raise Illegal("not_yours")


def need_seat(room: Room, guest: str) -> int:
    seat = room.seat_of(guest)
    if seat < 0:
        raise Illegal("not_seated")
    return seat


def need_chair(room: Room, seat: int) -> Chair:
    if not 0 <= seat < len(room.chairs):
        raise Illegal("no_such_chair", seat=seat)
    return room.chairs[seat]


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


def checked_seats(game: AnyGame, seats: int) -> int:
    least, most = game.seats
    if not least <= seats <= most:
        raise Illegal("bad_seats", game=game.title, least=least, most=most)
    return seats


# Before a match


def new_room(
    game: AnyGame, wishes: Changes, host: str, *, id: str, code: str, secret: str, now: int
) -> Room:
    """An empty room as its host wishes it."""
    most = game.seats[1] if game.world is None else min(game.seats[1], WORLD_CHAIRS)
    seats = most if wishes.seats is None else checked_seats(game, wishes.seats)
    return Room(
        id,
        code,
        secret,
        game.name,
        checked_params(game, wishes.params or {}),
        (Chair(),) * seats,
        host,
        now,
        now,
        checked_clock(wishes.clock),
        bool(wishes.is_public),
        wishes.may_watch is not False,
        wishes.away or ("leave" if game.kind == "real-time" else "bot"),
        is_world=game.world is not None,
    )


def sit(room: Room, guest: str, name: str, seat: int = -1) -> Room:
    """Take a free seat: that one, or the first. A guest who is already seated moves there."""
    need_phase(room, "gathering")
    if room.is_sandbox and guest != room.host:
        raise Illegal("sandbox")
    before = room.seat_of(guest)
    if seat < 0:
        if before >= 0:
            raise Illegal("seated_already")
        room = _with_free_chair(room)
        seat = next(number for number, chair in enumerate(room.chairs) if chair.is_free)
    if not need_chair(room, seat).is_free:
        raise Illegal("taken")
    if before >= 0:
        moved = with_chair(room, seat, room.chairs[before])
        return with_chair(moved, before, Chair())
    name = own_name(name, [chair.name for chair in room.chairs])
    seated = with_chair(room, seat, Chair(guest, name))
    return seated if seated.host else change(seated, host=guest)


def _with_free_chair(room: Room) -> Room:
    """A world has one more when it is wanted."""
    if any(chair.is_free for chair in room.chairs):
        return room
    if not room.is_world:
        raise Illegal("full")
    return change(room, chairs=(*room.chairs, Chair()))


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
    """A new name; that of a running match stays, for it stands in its record."""
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
        room = _with_free_chair(room)
        seat = next(number for number, chair in enumerate(room.chairs) if chair.is_free)
    if need_chair(room, seat).guest:
        raise Illegal("taken")
    others = [chair.name for number, chair in enumerate(room.chairs) if number != seat]
    name = unlike(seat_name(game, level), others)
    return with_chair(room, seat, Chair(name=name, bot=level, is_ready=True))


def clear_seat(room: Room, guest: str, seat: int) -> Room:
    """Take out a bot or a person, or the seat's holder who has left."""
    need_phase(room, "gathering")
    need_host(room, guest)
    need_chair(room, seat)
    return with_chair(room, seat, Chair())


def configure(room: Room, guest: str, game: AnyGame, wishes: Changes) -> Room:
    """Set what the host wishes. `game` is the one wished for, or the room's."""
    need_phase(room, "gathering")
    need_host(room, guest)
    is_new_game = game.name != room.game
    params = wishes.params
    if params is None:
        params = {} if is_new_game else room.params
    chairs = _resize(room, game, wishes.seats)
    if is_new_game:
        chairs = [
            Chair() if chair.bot and chair.bot not in game.bots else chair for chair in chairs
        ]
    kept = None if is_new_game else room.clock
    return change(
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
        is_world=game.world is not None,
    )


def _resize(room: Room, game: AnyGame, seats: int | None) -> list[Chair]:
    """The given number of chairs; those that are taken stay first."""
    least, most = game.seats
    if game.world is not None and not room.is_world:
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
        room = change(room, host=room.people[0].guest if room.people else "")
    return room


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
