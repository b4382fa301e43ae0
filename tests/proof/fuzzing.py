"""Everything that reads what a stranger wrote, given mutations of real traffic.

A reader may say no in its own words (`Malformed`, `Illegal`, ...). Any other exception, and an
input that keeps a reader busy for seconds, is a finding: mend it, and give it a test of its own.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from freehold.cli.errors import Trouble
from freehold.cli.settings import read_clock, read_line_up, read_params
from freehold.game import Illegal, Malformed
from freehold.games import game_names, load_game
from freehold.games.area_attack import wire as text_wire
from freehold.games.minewars.maps import draw_map, make_map, parse_map
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, read_record, verify
from freehold.match.log import parse_action, spell_action
from freehold.match.patches import Frame
from freehold.match.replay import Mismatch
from freehold.protocol import wire
from freehold.protocol.knowing import KnownView
from freehold.server.settings import about_settings, read_settings
from freehold.testing.plays import begin, choices_of, copy_state, next_step, play, take
from tests.games_under_test import tables
from tests.proof.harness import Found, Plants, Proof, first_fault, planting, try_each
from tests.proof.mutations import mutate
from tests.server.world import world

RECORDS = Path(__file__).resolve().parents[1] / "records"
TOO_LONG_S = 10
"""An input that takes this long is a finding: it is far more than any needs."""

Reader = Callable[[bytes], object]


class Target(NamedTuple):
    """A reader, what it may say, and examples of what it reads."""

    read: Reader
    may_raise: tuple[type[Exception], ...]
    corpus: tuple[bytes, ...]


class Hangs(Exception):
    """A reader did not come to an end in time."""


@contextmanager
def hurried() -> Iterator[None]:
    """Raise Hangs after a while: in the main thread, where workers and tests run."""

    def ring(signum: int, frame: Any) -> None:
        raise Hangs(f"no end after {TOO_LONG_S} s")

    before = signal.signal(signal.SIGALRM, ring)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# What strangers write


def client_messages() -> list[bytes]:
    hellos = [
        wire.Hello(wire.VERSION, "room", "tab", "token"),
        wire.Hello(1, "r", "s", "", True, "x"),
    ]
    acts = [wire.Act(7, "claim 3,4"), wire.Act(2**40, "resign")]
    asks = [
        wire.Ask(1, "set", -1, {"params": {"rounds": 3}, "seats": 4, "clock": {"bank_ms": 1}}),
        wire.Ask(2, "add-bot", 1, "easy"),
        wire.Ask(3, "choices"),
    ]
    return [wire.encode(each) for each in (*hellos, *acts, *asks, wire.Say("hello"))]


def texts_of(messages: list[bytes]) -> list[bytes]:
    return [wire.encode_text(wire.decode(each)) for each in messages]


def read_message(data: bytes) -> object:
    return wire.decode(data)


def read_text_message(data: bytes) -> object:
    return wire.decode_text(data)


@cache
def some_matches() -> tuple[Match, ...]:
    """One of each game, a few steps on."""
    matches = []
    for name in game_names():
        match = begin(load_game(name), tables(load_game(name))[0], 1)
        play(match, Stream(key_of("fuzz"), name), most=20)
        matches.append(match)
    return tuple(matches)


def frames() -> list[bytes]:
    """Whole views and patches, as a player of each game gets them."""
    told = []
    for name in game_names():
        match = begin(load_game(name), tables(load_game(name))[0], 2)
        told.append(wire.encode(match.open(0)))
        rng = Stream(key_of("frames"), name)
        for _ in range(12):
            if match.outcome is None:
                take(match, next_step(match, rng))
            told += [wire.encode(frame) for viewer, frame in match.flush().items() if viewer == 0]
    return told


def read_frame(data: bytes) -> object:
    """As a client reads it, that knows nothing yet, or the view of a match."""
    message = wire.decode_from_server(data)
    for match in some_matches():
        known = KnownView(match.game)
        known.view, known.number = match.view(0), getattr(message, "number", 0) - 1
        if isinstance(message, Frame):
            known.hear(message)
    return message


def actions() -> list[bytes]:
    spelled = {
        spell_action(match.game, action)
        for match in some_matches()
        for action in islice(choices_of(match, 0, Stream(key_of("a"), "a")), 30)
    }
    return [each.encode() for each in sorted(spelled)] + [b"resign", b"leave", b"arrive"]


def read_action(data: bytes) -> object:
    """What can be read is acted upon: that may be refused, and leaves the match as it was."""
    text = data.decode(errors="replace")
    readable = 0
    for match in some_matches():
        try:
            action = parse_action(match.game, text)
        except Malformed:
            continue
        readable += 1
        try:
            match.game.act(copy_state(match.game, match.state), match.now, 0, action)
        except Illegal:
            continue
    return readable


def records() -> list[bytes]:
    files = sorted(RECORDS.glob("*/*.jsonl"))
    found = [file.read_bytes() for file in files if file.parent.name in game_names()]
    return [each for each in found if len(each) < 6_000] or found[:3]


def verify_record(data: bytes) -> object:
    record = read_record(data)
    try:
        game = load_game(record.header.game)
    except Malformed:
        return None
    return verify(game, record)


def maps() -> list[bytes]:
    made = [make_map("hex", 6, 2, 2, Stream(key_of("maps", seed), "map")) for seed in range(2)]
    return [draw_map(each).encode() for each in made] + [
        b"grid: square\n~~~~~\n~1.2~\n~...~\n~C.C~\n~~~~~\n",
        b"grid: hex\ntitle: Heron Island\n~~~~~~\n~1..%~\n~.C.2~\n~~~~~~\n",
    ]


def read_map(data: bytes) -> object:
    return parse_map(data.decode(errors="replace"))


def read_text(data: bytes) -> object:
    match = next(each for each in some_matches() if each.game.name == "area-attack")
    return text_wire.read(data.decode(errors="replace"), match.view(0))


def settings() -> list[bytes]:
    return [f"{each.name}={each.default}".encode() for each in about_settings()] + [
        *(b"preset=blitz", b"points_to_win=50", b"rounds=3", b"width_tiles=300", b"bank=60+2"),
    ]


def read_setting(data: bytes) -> object:
    """As an operator writes it in the environment, a host in a room, a player at the terminal."""
    text = data.decode(errors="replace")
    name, _, value = text.partition("=")
    found: list[object] = [
        _or_sentence(lambda: read_settings({}, {f"FREEHOLD_{name.upper()}": value}))
    ]
    for match in some_matches():
        game = match.game
        found.append(_or_sentence(lambda game=game: read_params(game, [text.replace("@", "")])))  # type: ignore[misc]
        found.append(_or_sentence(lambda game=game: read_line_up(game, value)))  # type: ignore[misc]
        found.append(_or_sentence(lambda game=game: read_clock(value, game, game.params())))  # type: ignore[misc]
    return found


def _or_sentence(read: Callable[[], object]) -> object:
    try:
        return read()
    except (Malformed, Trouble) as error:
        return str(error)


REFUSALS = (Malformed, Mismatch, Illegal, Trouble)
UNREADABLE = (msgspec.DecodeError, msgspec.ValidationError, wire.WrongVersion)


@cache
def target(name: str) -> Target:
    match name:
        case "messages":
            return Target(read_message, (*UNREADABLE, UnicodeDecodeError), (*client_messages(),))
        case "text-messages":
            texts = texts_of(client_messages())
            return Target(read_text_message, (*UNREADABLE, UnicodeDecodeError), (*texts,))
        case "frames":
            return Target(read_frame, (*UNREADABLE, ValueError), (*frames(),))
        case "actions":
            return Target(read_action, (), (*actions(),))
        case "records":
            return Target(verify_record, REFUSALS, (*records(),))
        case "maps":
            return Target(read_map, REFUSALS, (*maps(),))
        case "text-protocol":
            corpus = (b"3\n4", b"confirm", b"0\n0\n", b"12\r\n7")
            return Target(read_text, REFUSALS, corpus)
        case "settings":
            return Target(read_setting, REFUSALS, (*settings(),))
    raise ValueError(name)


# Trying them


def inputs(corpus: tuple[bytes, ...], seed: int, count: int) -> Iterator[bytes]:
    rng = Random(seed)
    for _ in range(count):
        yield mutate(rng.choice(corpus), corpus, rng)


def feed(name: str, seed: int, count: int, read: Reader | None = None) -> Counter[str]:
    """A batch of inputs; the first one that a reader does not take well is raised."""
    chosen = target(name)
    reader = read or chosen.read
    counts = Counter({"inputs": count})
    with hurried():
        for data in inputs(chosen.corpus, seed, count):
            signal.setitimer(signal.ITIMER_REAL, TOO_LONG_S)
            try:
                reader(data)
                counts["read"] += 1
            except chosen.may_raise:
                continue
            except Exception as error:
                raise AssertionError(f"{type(error).__name__}: {error} on {data!r}") from error
    return counts


def run(count: int, seed: int, name: str, batch: int) -> Found:
    return try_each(count, seed, lambda each: feed(name, each, batch))


# Planted faults: readers that fail on something that no polite client sends


def fragile(read: Reader, is_bad: Callable[[bytes], bool]) -> Reader:
    def reader(data: bytes) -> object:
        if is_bad(data):
            raise IndexError("list index out of range")
        return read(data)

    return reader


FRAGILE: dict[str, Callable[[bytes], bool]] = {
    "fails on an empty input": lambda data: not data,
    "fails on a byte that is not text": lambda data: b"\xff" in data,
    "fails on a very long number": lambda data: b"9" * 300 in data,
    "fails on writing from right to left": lambda data: "\u202e".encode() in data,
}


def find_fragile(name: str, fault: str, batch: int) -> str:
    reader = fragile(target(name).read, FRAGILE[fault])
    for seed in range(1, 60):
        try:
            feed(name, seed, batch, reader)
        except AssertionError as error:
            return str(error)[:300]
    return ""


def plants(name: str, batch: int) -> Plants:
    return {fault: partial(find_fragile, name, fault, batch) for fault in FRAGILE}


# HTTP: whole requests to a server in this process, over real sockets


def requests() -> tuple[bytes, ...]:
    host = b"Host: 127.0.0.1\r\n"

    def post(path: bytes, body: bytes) -> bytes:
        head = b"Content-Type: application/json\r\nContent-Length: %d\r\n" % len(body)
        return b"POST " + path + b" HTTP/1.1\r\n" + host + head + b"\r\n" + body

    paths = (
        *(b"/", b"/api/games", b"/api/games/land-grab/rules", b"/api/me", b"/api/rooms?mine=1"),
        *(b"/api/rooms/x", b"/api/codes/ABCDE", b"/api/matches?game=territory&mine=1", b"/metrics"),
        *(b"/api/matches/x/record?segment=3", b"/api/matches/x/frames?viewer=1", b"/healthz"),
        *(b"/api/maps/make?game=minewars&seats=2&grid=hex&radius=8&cities=3", b"/api/films/x"),
        *(b"/r/ABCDE", b"/replay/x", b"/text/area-attack?quick=easy&seats=2", b"/api/openapi.json"),
    )
    gets = [b"GET " + path + b" HTTP/1.1\r\n" + host + b"\r\n" for path in paths]
    posts = [
        post(b"/api/me", b'{"name":"Ann"}'),
        post(b"/api/rooms", b'{"game":"territory","seats":3,"params":{"rounds":3}}'),
        post(b"/api/quick", b'{"game":"land-grab","bot":"random"}'),
        post(b"/api/rooms/x/join", b'{"secret":"","seat":1,"watch":false}'),
        post(b"/api/maps/check", b'{"game":"minewars","text":"grid: hex\\n~~~\\n~1~\\n"}'),
        post(b"/api/replays/file?viewer=-1", b'{"is":"header"}\n'),
    ]
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    sockets = [b"GET /ws HTTP/1.1\r\n" + host + upgrade + key + b"\x82\x85abcd\x01\x02\x03\x04\x05"]
    return (*gets, *posts, *sockets)


class Listener(logging.Handler):
    """What the server says of its own failures."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


async def knock(port: int, data: bytes) -> bytes:
    """Send it and read the beginning of what comes back; deadlines are short here."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        await writer.drain()
        async with asyncio.timeout(TOO_LONG_S):
            return await reader.read(4096)
    except (ConnectionError, TimeoutError):
        return b""
    finally:
        writer.close()


async def visit(seed: int, count: int, corpus: tuple[bytes, ...]) -> Counter[str]:
    """One server for a batch of requests; after all of them it is well."""
    counts, listener = Counter[str](), Listener()
    log = logging.getLogger("freehold")
    log.addHandler(listener)
    try:
        async with world(**SHORT) as place:
            port = int(place.url.rsplit(":", 1)[1])
            for data in inputs(corpus, seed, count):
                answer = await knock(port, data)
                assert b" 500 " not in answer[:20], f"500 on {data!r}"
                assert not listener.said, f"{listener.said[0][-600:]} on {data!r}"
                counts["inputs"] += 1
                counts["answered"] += answer[:5] == b"HTTP/"
            healthy = await knock(port, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert healthy.startswith(b"HTTP/1.1 200"), healthy
    finally:
        log.removeHandler(listener)
    return counts


HTTP_BATCH = 200
SHORT: dict[str, Any] = {
    "max_rooms": 20,
    "hello_timeout_ms": 50,
    "request_head_timeout_ms": 50,
    "request_body_timeout_ms": 50,
    "keep_alive_timeout_ms": 50,
}


def visit_once(seed: int) -> Counter[str]:
    logging.disable(logging.WARNING)
    logging.getLogger("aiohttp").setLevel(logging.CRITICAL)
    return asyncio.run(visit(seed, HTTP_BATCH, requests()))


def run_http(count: int, seed: int) -> Found:
    return try_each(count, seed, visit_once)


def find_broken_route(route: str) -> str:
    """A route that fails where it should refuse."""
    from freehold.server.http import api

    async def broken(call: Any) -> object:
        raise KeyError("a wrong assumption")

    with planting() as patch:
        routes = tuple(
            msgspec.structs.replace(each, run=broken) if each.path == route else each
            for each in api.ROUTES
        )
        patch.setattr("freehold.server.app.ROUTES", routes)
        return first_fault(visit_once, range(1, 7))[:300]


def plants_of_http() -> Plants:
    routes = ("/api/codes/{code}", "/api/rooms/{room}/join")
    return {f"{route} fails": partial(find_broken_route, route) for route in routes}


BATCHES = {
    "messages": (5_000, 4_000_000, 25),
    "text-messages": (5_000, 3_000_000, 20),
    "frames": (1_000, 400_000, 25),
    "actions": (1_000, 1_000_000, 80),
    "text-protocol": (5_000, 1_500_000, 20),
    "settings": (100, 20_000, 10),
    "maps": (200, 100_000, 10),
    "records": (100, 100_000, 70),
}
"""Inputs of one seed, the goal, and the share of time."""
PROOFS = (
    *(
        Proof(
            f"fuzz-{name}",
            "Mutations of real traffic are read or refused in words; nothing fails or hangs.",
            goal,
            "inputs",
            partial(run, name=name, batch=batch),
            partial(plants, name, batch),
            small=1,
            share=share,
            chunk=4,
        )
        for name, (batch, goal, share) in BATCHES.items()
    ),
    Proof(
        "fuzz-http",
        "Mutations of real requests are answered without a 500 or an error in the log.",
        20_000,
        "inputs",
        run_http,
        plants_of_http,
        share=160,
    ),
)
