"""The HTTP API: one table of routes, each with its structs; errors are typed.

Rules about this file:
1. A guest is known by the cookie. What changes something is a POST of JSON from our own origin.
2. No answer holds a secret of a running match, and no URL holds any secret.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import islice
from typing import Any

import msgspec
from aiohttp import web
from msgspec import Struct

from freehold.game import AnyGame, Illegal, Malformed, Outcome
from freehold.games import load_rules
from freehold.protocol.answers import Created, Joined, LadderNow, Me, Waited, WaitingBot
from freehold.protocol.wire import VERSION, RoomNow
from freehold.server.http.botcalls import list_waiting, wait_for_rooms
from freehold.server.http.calls import At, Call, at_node
from freehold.server.http.catalogue import GameAbout, about_game
from freehold.server.http.ladder import (
    MyLadder,
    change_mine,
    read_ladder,
    read_mine,
)
from freehold.server.http.mapmaking import MapMade, MapText, check_map, make_map
from freehold.server.http.origins import is_loopback, others_url
from freehold.server.http.pages import answer_same
from freehold.server.http.privacy import Sure, delete_data, read_data, read_privacy
from freehold.server.http.problems import answer, problem
from freehold.server.http.recordcalls import Refusal, read_match_notes, read_record
from freehold.server.http.replays import (
    FILE_KINDS,
    FILM_KIND,
    RECORD_KIND,
    Winding,
    read_frames,
    read_winding,
    replay_file,
)
from freehold.server.match import records
from freehold.server.rooms.guests import Brought, Guest, read_brought
from freehold.server.rooms.kinds import kind_of
from freehold.server.rooms.rooms import Room, RoomChanges
from freehold.server.rooms.waiting import WaitWish
from freehold.server.upkeep.guestdata import Forgotten, GuestData
from freehold.store import Damaged, MatchRow, Store

LOG = logging.getLogger("freehold.api")
MOST_LISTED = 100
MOST_NAMED = 8


class Create(RoomChanges, frozen=True):
    """A new room: `game`, and whatever shall differ from the game's defaults."""

    is_sandbox: bool = False
    """For me alone: every seat, all eyes, and time in my hands."""


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    secret: str = ""
    """The invitation's secret or the room's code; a public room needs neither."""
    seat: int = -1
    """The one that is wanted, or -1 for the first free one."""
    watch: bool = False
    brought: Brought | None = None
    """That I am a bot, if I have not said so before (`POST /api/me`)."""


class Quick(Struct, frozen=True, forbid_unknown_fields=True):
    """A match against bots, at once; without params of a world, the server's own."""

    game: str
    bot: str = ""
    """Their level; empty means the middle one."""
    seats: int | None = None
    params: dict[str, Any] | None = None
    is_sandbox: bool = False
    """Instead a sandbox; with a level of bots these have the other seats until I take them."""
    is_lesson: bool = False
    """The match of a tutorial: it is in no list of matches."""
    brought: Brought | None = None
    """That I am a bot, if I have not said so before (`POST /api/me`)."""


class MatchNow(Struct, frozen=True):
    """A match as a list shows it."""

    id: str
    game: str
    status: str
    created_at: int
    ended_at: int
    names: tuple[str, ...]
    bots: tuple[str, ...]
    authors: tuple[str, ...]
    """By seat: of bots that people brought, the author; empty for everyone else."""
    seat: int
    """Mine, or -1."""
    room: str
    outcome: Outcome | None
    reason: str


class Reach(Struct, frozen=True):
    """Where other people can open this server's page."""

    url: str
    """Without a slash at the end; empty if nobody else can."""
    is_local: bool
    """It listens to this computer alone; another `--host` would let others in."""


class Health(Struct, frozen=True):
    is_well: bool
    version: int
    rooms: int
    connections: int


# The routes' functions


async def list_games(call: Call) -> web.Response:
    hub = call.hub

    def make() -> bytes:
        is_rated = not hub.settings.unrated
        return msgspec.json.encode(
            [about_game(hub.find_game(name), is_rated) for name in hub.games]
        )

    return answer_same(call.request, "games.json", make)


async def read_rules(call: Call) -> web.Response:
    game = call.hub.find_game_or_refuse(call.words["game"])
    return answer_same(call.request, f"{game.name}.md", lambda: load_rules(game).encode())


async def read_me(call: Call) -> Me:
    return _me(call, await call.guest())


async def change_me(call: Call) -> Me:
    wished = await call.body(Me)
    await call.guest()
    brought = read_brought(wished.bot, wished.author, wished.sha256)
    return _me(call, await call.hub.guests.rename(call.cookie, wished.name, brought))


def _as_bot(guest: Guest, said: Brought | None) -> Guest:
    """The guest as they come now: a program may say only here that it is one."""
    if said is None:
        return guest
    brought = read_brought(said.bot, said.author, said.sha256)
    return msgspec.structs.replace(guest, brought=brought)


def _me(call: Call, guest: Guest) -> Me:
    is_moderator, brought = guest.id in call.hub.conduct.moderators, guest.brought
    program = (brought.bot, brought.author, brought.sha256) if brought else ("", "", "")
    return Me(guest.name, *program, guest.id, is_moderator)


async def read_reach(call: Call) -> Reach:
    settings, transport = call.hub.settings, call.request.transport
    called = transport.get_extra_info("sockname") if transport else None
    url = others_url(settings, called[1] if called else settings.port)
    return Reach(url, not url and is_loopback(settings.host))


async def list_rooms(call: Call) -> list[RoomNow]:
    """Public rooms, newest first; with ?mine=1 those in which I have a seat."""
    guest = await call.known()
    mine = call.query.get("mine") == "1"

    def is_listed(room: Room) -> bool:
        if mine:
            return guest is not None and room.seat_of(guest.id) >= 0
        is_open = room.phase == "gathering" or (room.phase == "playing" and room.may_watch)
        return room.is_public and (is_open or kind_of(room).takes_newcomers)

    opened = [each for each in call.hub.rooms.values() if is_listed(each.room)]
    opened.sort(key=lambda each: -each.room.created_at)
    return [_listed(each.now()) for each in opened[:MOST_LISTED]]


def _listed(now: RoomNow) -> RoomNow:
    """Of a world only some of those who are there: `players` says how many."""
    if not now.world or now.phase == "gathering":
        return now
    seats = tuple(islice((seat for seat in now.seats if seat.present), MOST_NAMED))
    return msgspec.structs.replace(now, seats=seats, wins=(), outcome=None, host=-1)


async def create_room(call: Call) -> Created:
    wishes = await call.body(Create)
    guest = await call.guest()
    call.count_room()
    opened, secret = await call.hub.create_room(guest, wishes, wishes.is_sandbox)
    return Created(opened.room.id, opened.room.code, secret)


async def read_room(call: Call) -> RoomNow:
    guest = await call.known()
    opened = call.hub.find_room(call.words["room"])
    if not call.hub.may_enter(opened.room, guest.id if guest else "", ""):
        raise Illegal("no_such_room")
    return opened.now()


async def join_room(call: Call) -> Joined:
    join = await call.body(Join)
    call.need_tries()
    guest = _as_bot(await call.guest(), join.brought)
    opened = call.hub.rooms.get(call.words["room"])
    if opened is None or not call.hub.may_enter(opened.room, guest.id, join.secret):
        call.count_bad_try()
        raise Illegal("no_such_room")
    if join.watch:
        return call.hub.watch(opened, guest)
    return await call.hub.join(opened, guest, join.seat, call.counted_address, join.secret)


async def find_code(call: Call) -> RoomNow:
    call.need_tries()
    room = call.hub.codes.get(call.words["code"].strip().upper())
    if room is None:
        call.count_bad_try()
        raise Illegal("no_such_room")
    return call.hub.find_room(room).now()


async def quick(call: Call) -> Joined:
    wished = await call.body(Quick)
    guest = _as_bot(await call.guest(), wished.brought)
    game = call.hub.find_game_or_refuse(wished.game)
    wishes = RoomChanges(params=wished.params, seats=wished.seats)
    if wants_world(game, wished):
        world = await call.hub.standing_world(game)
        return await call.hub.join(world, guest, address=call.counted_address)
    call.count_room()
    return await call.hub.quick(
        guest, game, wishes, wished.bot, wished.is_sandbox, wished.is_lesson
    )


def wants_world(game: AnyGame, wished: Quick) -> bool:
    """Is it for the server's own world of that game?"""
    return game.world is not None and wished.params is None and not wished.is_sandbox


async def list_matches(call: Call) -> list[MatchNow]:
    """Finished ones of public rooms; with ?mine=1 all of mine. ?game= chooses a game.

    Without sandboxes, since nobody plays against anybody there: ?sandbox=1 lists only those.
    Tutorials are never listed.
    """
    query = call.query
    game = query.get("game") or None
    guest = await call.known()
    is_sandbox = query.get("sandbox") == "1"
    if query.get("mine") == "1":
        if guest is None:
            return []
        return await call.hub.keeper.ask(lambda store: _matches(store, game, guest.id, is_sandbox))
    return await call.hub.keeper.ask(lambda store: _matches(store, game, "", is_sandbox))


def _matches(store: Store, game: str | None, guest: str, is_sandbox: bool) -> list[MatchNow]:
    status = None if guest else "finished"
    rows = store.matches(status=status, game=game, player=guest or None, limit=MOST_LISTED)  # type: ignore[arg-type]
    found = [(row, records.read_played(store, row.id)) for row in rows]
    return [
        _match_now(row, played, guest)
        for row, played in found
        if (guest or _is_open(played))
        and is_sandbox == bool(played and played.is_sandbox)
        and not (played and played.is_lesson)
    ]


def _is_open(played: records.Played | None) -> bool:
    return played is not None and played.is_public


def _match_now(row: MatchRow, played: records.Played | None, guest: str) -> MatchNow:
    outcome = msgspec.json.decode(row.outcome, type=Outcome | None) if row.outcome else None
    return MatchNow(
        row.id,
        row.game,
        row.status,
        row.created_at,
        row.ended_at,
        played.names if played else (),
        played.bots if played else (),
        played.authors if played else (),
        row.players.index(guest) if guest in row.players and guest else -1,
        played.room if played else "",
        outcome,
        row.reason,
    )


async def read_health(call: Call) -> web.Response:
    """Status 503 while it is not well: it stops, or nothing can be saved."""
    hub = call.hub
    is_well = not hub.is_stopping and await hub.keeper.can_save()
    health = Health(is_well, VERSION, len(hub.rooms), len(hub.connections))
    return answer(health, 200 if is_well else 503)


class Route(Struct, frozen=True):
    """One path of the API, with what goes in and what comes out."""

    method: str
    path: str
    words: str
    run: Callable[[Call], Awaitable[Any]]
    takes: Any = None
    """The type of its JSON; or `Content`, if it is something else."""
    gives: Any = None
    """As above."""
    query: tuple[str, ...] = ()
    at: At = "here"


class Content(Struct, frozen=True):
    """Something else than JSON, by its media types."""

    kinds: tuple[str, ...]


RULEBOOK = Content(("text/markdown",))
RECORD = Content((RECORD_KIND,))
RECORD_FILE = Content(FILE_KINDS)
FILM = Content((FILM_KIND,))


ROUTES = (
    Route("GET", "/api/games", "The games.", list_games, gives=list[GameAbout]),
    Route("GET", "/api/games/{game}/rules", "A rulebook.", read_rules, gives=RULEBOOK),
    Route("GET", "/api/me", "My name; a new guest gets a cookie.", read_me, gives=Me),
    Route("POST", "/api/me", "Change my name; say that I am a bot.", change_me, Me, Me),
    Route("GET", "/api/me/data", "Everything stored about me.", read_data, gives=GuestData),
    Route("POST", "/api/me/delete", "Delete all of it.", delete_data, Sure, Forgotten),
    Route(
        "GET",
        "/api/privacy",
        "What is kept about people.",
        read_privacy,
        gives=RULEBOOK,
        query=("language",),
    ),
    Route("GET", "/api/me/ladder", "Am I in the lists?", read_mine, gives=MyLadder),
    Route("POST", "/api/me/ladder", "Be in the lists, or not.", change_mine, MyLadder, MyLadder),
    Route(
        "GET",
        "/api/ladder/{game}",
        "A game's ladder.",
        read_ladder,
        gives=LadderNow,
        query=("list",),
    ),
    Route("GET", "/api/reach", "Where others can come in.", read_reach, gives=Reach),
    Route("GET", "/api/rooms", "Rooms.", list_rooms, None, list[RoomNow], ("mine",), "all"),
    Route("POST", "/api/rooms", "A new room.", create_room, Create, Created, at="new"),
    Route("GET", "/api/rooms/{room}", "One room.", read_room, gives=RoomNow, at="room"),
    Route(
        "POST", "/api/rooms/{room}/join", "A seat, or watching.", join_room, Join, Joined, at="room"
    ),
    Route(
        "GET", "/api/codes/{code}", "The room of a typed code.", find_code, gives=RoomNow, at="code"
    ),
    Route(
        "GET",
        "/api/bots",
        "Bots that wait for an invitation.",
        list_waiting,
        None,
        list[WaitingBot],
        ("game",),
    ),
    Route("POST", "/api/bots/wait", "Wait for one, as a bot.", wait_for_rooms, WaitWish, Waited),
    Route("POST", "/api/quick", "A match against bots, at once.", quick, Quick, Joined, at="quick"),
    Route(
        "GET",
        "/api/matches",
        "Matches.",
        list_matches,
        None,
        list[MatchNow],
        ("mine", "game", "sandbox"),
    ),
    Route(
        "GET",
        "/api/matches/{match}/record",
        "A finished match's record, or one segment of a world's.",
        read_record,
        gives=RECORD,
        query=("segment",),
    ),
    Route(
        "GET",
        "/api/matches/{match}/notes",
        "What bots noted in a finished match.",
        read_match_notes,
        gives=RECORD,
    ),
    Route(
        "GET",
        "/api/matches/{match}/frames",
        "A film of it.",
        read_frames,
        gives=FILM,
        query=("viewer", "segment", "name"),
    ),
    Route(
        "POST",
        "/api/replays/file",
        "A film of a record.",
        replay_file,
        RECORD_FILE,
        FILM,
        ("viewer", "name"),
    ),
    Route("GET", "/api/films/{name}", "How far a film is.", read_winding, gives=Winding),
    Route("POST", "/api/maps/check", "How fair a map is.", check_map, MapText, dict[str, Any]),
    Route(
        "GET",
        "/api/maps/make",
        "A new map.",
        make_map,
        gives=MapMade,
        query=("game", "grid", "seats", "radius", "cities"),
    ),
    Route("GET", "/healthz", "Is the server well?", read_health, gives=Health),
)


async def run_route(route: Route, call: Call) -> web.StreamResponse:
    """The answer to a call, by this node. Refusals of the server as a whole are Illegal."""
    try:
        found = await route.run(call)
    except Refusal as refusal:
        return problem(str(refusal))
    except Damaged:
        return problem("damaged")
    except Malformed as error:
        return problem("malformed", {"reason": str(error)})
    return found if isinstance(found, web.StreamResponse) else answer(found)


def make_handler(route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """The route as aiohttp wants it."""
    run = at_node(route.path, partial(run_route, route), route.at)

    async def respond(request: web.Request) -> web.StreamResponse:
        call = Call(request)
        response: web.StreamResponse = await run(call)
        call.set_cookie(response)
        return response

    return respond
