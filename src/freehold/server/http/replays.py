"""Replays: films of finished matches, and of record files that somebody drops onto the page.

Rules about this file:
1. Films are made in processes of their own, one at a time: the loop never waits, and matches
   that are being played go first.
2. A finished match's film is made once for each viewer and kept as long as there is room.
3. A file is never kept, and nothing about it touches the store.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
import sys
from collections import OrderedDict
from collections.abc import Collection, Iterator
from contextlib import contextmanager

import msgspec
from aiohttp import web
from msgspec import Struct

from freehold.game import PUBLIC, TRUTH, Illegal, Viewer
from freehold.server.films.films import Bounds, FilmPart
from freehold.server.films.worker import (
    LENGTH_BYTES,
    Answer,
    Failed,
    FilmTask,
    Limits,
    Said,
    Wound,
)
from freehold.server.http.calls import Call
from freehold.server.hub import Hub
from freehold.server.limits import Window
from freehold.server.match import records
from freehold.store import Store, Unknown

LOG = logging.getLogger("freehold.replays")
MIB = 1 << 20
KEPT_BYTES = 64 * MIB
FILE_BYTES = 2 * MIB
RECORD_KIND = "application/jsonl"
FILE_KINDS = (RECORD_KIND, "application/octet-stream")
FILM_KIND = "application/msgpack"
UPLOAD_S = 30
FILMS_PER_MINUTE, FILES_PER_MINUTE = 60, 12
MOST_WAITING = 8
VIEWER_DIGITS = 4
SEGMENT_DIGITS = 6
NAME_CHARACTERS = 32
BOUNDS = Bounds(cells=1 << 20, bytes=64 * MIB)
OWN = Limits(cpu_s=60, memory_bytes=2048 * MIB)
STRANGE = Limits(cpu_s=10, memory_bytes=768 * MIB)
START_S = 10
"""A process has so much more than twice its CPU time, by the clock."""

SEGMENTS_PER_FILM = 2
"""Maximum segments in a film of a world; of a longer round it holds the one asked for."""

MatchAndViewer = tuple[str, Viewer, int | None]
"""And the segment, if one was asked for."""


class Films:
    """Films that were made lately, as bytes; the ones not asked for longest are forgotten."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self._films: OrderedDict[MatchAndViewer, bytes] = OrderedDict()

    def get(self, key: MatchAndViewer) -> bytes | None:
        film = self._films.get(key)
        if film is not None:
            self._films.move_to_end(key)
        return film

    def put(self, key: MatchAndViewer, film: bytes) -> None:
        if len(film) > self.most_bytes:
            return
        self.bytes += len(film) - len(self._films.pop(key, b""))
        self._films[key] = film
        while self.bytes > self.most_bytes:
            self.bytes -= len(self._films.popitem(last=False)[1])

    def drop(self, matches: Collection[str]) -> None:
        for key in [key for key in self._films if key[0] in matches]:
            self.bytes -= len(self._films.pop(key))


class Winding(Struct):
    """A film that is asked for and not there yet."""

    percent: int = 0
    """How much of it is made."""


class Workshop:
    """A queue in front of one process at a time."""

    def __init__(self) -> None:
        self._gate = asyncio.Semaphore(1)
        self._waiting = 0

    async def make(self, task: FilmTask, winding: Winding) -> bytes:
        """The zipped film, or Illegal by what went wrong."""
        if self._waiting >= MOST_WAITING:
            raise Illegal("replay_busy")
        self._waiting += 1
        try:
            async with self._gate:
                answer = await make_in_process(task, winding)
        finally:
            self._waiting -= 1
        if isinstance(answer, Failed):
            raise Illegal(answer.code, reason=answer.reason)
        return answer.film


async def make_in_process(task: FilmTask, winding: Winding) -> Answer:
    """Make a film in a new process. One that is ended by its limits took too much."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "freehold.server.films.worker",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        async with asyncio.timeout(START_S + 2 * task.limits.cpu_s):
            process.stdin.write(msgspec.msgpack.encode(task))
            process.stdin.close()
            answer = await hear(process.stdout, winding)
            await process.wait()
    except TimeoutError:
        return Failed("film_too_big")
    finally:
        if process.returncode is None:
            process.kill()
            await asyncio.shield(process.wait())
    if answer is None:
        LOG.warning("replay not made", extra={"status": process.returncode})
    return answer or Failed("film_too_big")


async def hear(said: asyncio.StreamReader, winding: Winding) -> Answer | None:
    """The last packet of a worker; those before it say how far it is. None if it was ended."""
    try:
        while True:
            length = int.from_bytes(await said.readexactly(LENGTH_BYTES), "big")
            packet: Said = msgspec.msgpack.decode(await said.readexactly(length), type=Said)
            if not isinstance(packet, Wound):
                return packet
            winding.percent = packet.percent
    except asyncio.IncompleteReadError:
        return None


class Replays:
    """The replays of one server."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.films = Films(KEPT_BYTES)
        self.made = 0
        """How many films have been made of matches."""
        self.asked = Window(FILMS_PER_MINUTE)
        self.dropped = Window(FILES_PER_MINUTE)
        self._own, self._strange = Workshop(), Workshop()
        self._making: dict[MatchAndViewer, tuple[asyncio.Task[bytes], Winding]] = {}
        self._named: dict[str, Winding] = {}
        """By the name that the client waiting for it made up."""

    def winding(self, name: str) -> Winding:
        """How far a film is that somebody waits for; one that nobody waits for has not begun."""
        return self._named.get(name) or Winding()

    @contextmanager
    def _waiting(self, name: str, winding: Winding) -> Iterator[None]:
        if name:
            self._named[name] = winding
        try:
            yield
        finally:
            self._named.pop(name, None)

    async def film_of(
        self, match: str, viewer: Viewer, segment: int | None = None, name: str = ""
    ) -> bytes:
        """All requests while it is being made wait for the same film."""
        key = (match, viewer, segment)
        film = self.films.get(key)
        if film is not None:
            return film
        if key not in self._making:
            winding = Winding()
            making = self.hub.loop.create_task(self._make(key, winding))
            self._making[key] = (making, winding)
            making.add_done_callback(lambda done: self._made(key, done))
        making, winding = self._making[key]
        with self._waiting(name, winding):
            return await asyncio.shield(making)

    async def _make(self, key: MatchAndViewer, winding: Winding) -> bytes:
        match, viewer, segment = key
        found = await self.hub.keeper.ask(lambda store: read_finished(store, match, segment))
        game, record, part = found
        folder = self.hub.find_game_or_refuse(game).folder
        return await self._own.make(FilmTask(record, viewer, BOUNDS, OWN, folder, part), winding)

    def forget(self, matches: Collection[str]) -> None:
        """Their records are others now."""
        self.films.drop(matches)
        for key, (making, _) in self._making.items():
            if key[0] in matches:
                making.cancel()

    def _made(self, key: MatchAndViewer, done: asyncio.Task[bytes]) -> None:
        del self._making[key]
        if not done.cancelled() and done.exception() is None:
            self.made += 1
            self.films.put(key, done.result())

    async def film_of_file(self, record: bytes, viewer: Viewer, name: str = "") -> bytes:
        winding = Winding()
        with self._waiting(name, winding):
            return await self._strange.make(FilmTask(record, viewer, BOUNDS, STRANGE), winding)

    async def close(self, app: web.Application) -> None:
        making = [each for each, _ in self._making.values()]
        for each in making:
            each.cancel()
        await asyncio.gather(*making, return_exceptions=True)


REPLAYS: web.AppKey[Replays] = web.AppKey("replays", Replays)


def add_replays(app: web.Application, hub: Hub) -> None:
    app[REPLAYS] = Replays(hub)
    app.on_cleanup.append(app[REPLAYS].close)


def read_finished(store: Store, match: str, segment: int | None) -> tuple[str, bytes, FilmPart]:
    """The game and the record of a finished match, or of one segment of it."""
    row = store.match_row(match)
    records.need_sound(row)
    if row.status != "finished":
        raise NotFinished(match)
    there = len(records.segments(store, match))
    if segment is None and there > SEGMENTS_PER_FILM:
        raise records.TooLong(there)
    part = FilmPart() if segment is None else FilmPart(segment, there)
    return row.game, records.export(store, match, segment), part


class NotFinished(Unknown):
    """As `Unknown`, it leaves the rest of the writer's transaction as it is."""


# The routes' functions


async def read_frames(call: Call) -> web.Response:
    """A finished match through a seat's eyes (`viewer=0`), `public` eyes, or the `truth`."""
    replays = call.request.app[REPLAYS]
    match = call.request.match_info["match"]
    viewer = read_viewer(call.request.query.get("viewer", "truth"))
    segment = read_segment(call.request.query.get("segment", ""))
    is_kept = replays.films.get((match, viewer, segment)) is not None
    if not is_kept and call.is_limited and not count(replays.asked, call):
        raise Illegal("too_many_replays")
    try:
        film = await replays.film_of(match, viewer, segment, read_name(call))
    except NotFinished:
        raise Illegal("not_finished") from None
    except records.TooLong as long:
        raise Illegal("film_too_long", last=long.segments - 1) from None
    except Unknown:
        raise Illegal("no_such_match") from None
    return await answer_film(call, film)


async def replay_file(call: Call) -> web.Response:
    """A record file of at most 2 MiB, sent as it is, becomes a film too."""
    replays = call.request.app[REPLAYS]
    viewer = read_viewer(call.request.query.get("viewer", "truth"))
    if call.request.content_type not in FILE_KINDS:
        raise Illegal("not_a_record_file", kinds=" or ".join(FILE_KINDS))
    if call.is_limited and not count(replays.dropped, call):
        raise Illegal("too_many_replays")
    name = read_name(call)
    return await answer_film(call, await replays.film_of_file(await read_file(call), viewer, name))


async def read_winding(call: Call) -> Winding:
    """How far a film is: by the name that came with `?name=` when it was asked for."""
    return call.request.app[REPLAYS].winding(call.request.match_info["name"])


def count(window: Window, call: Call) -> bool:
    window.forget_old(call.hub.now())
    return window.take(call.address, call.hub.now())


def read_viewer(text: str) -> Viewer:
    named = {"public": PUBLIC, "truth": TRUTH}.get(text)
    if named is None and not (text.isdecimal() and text.isascii() and len(text) <= VIEWER_DIGITS):
        raise Illegal("bad_viewer", viewer=text[:20])
    return int(text) if named is None else named


def read_name(call: Call) -> str:
    name = call.request.query.get("name", "")
    if len(name) > NAME_CHARACTERS:
        raise Illegal("malformed", reason=f"a name has at most {NAME_CHARACTERS} characters")
    return name


def read_segment(text: str) -> int | None:
    """Which part of a long round; empty means all of it."""
    if text and not (text.isdecimal() and text.isascii() and len(text) <= SEGMENT_DIGITS):
        raise Illegal("bad_segment")
    return int(text) if text else None


async def read_file(call: Call) -> bytes:
    """The body, which may be longer than those of all other requests, but no longer than this."""
    data = bytearray()
    try:
        async with asyncio.timeout(UPLOAD_S):
            async for chunk in call.request.content.iter_any():
                data += chunk
                if len(data) > FILE_BYTES:
                    raise Illegal("record_too_long", most=FILE_BYTES)
    except TimeoutError:
        raise Illegal("malformed", reason="it came too slowly") from None
    return bytes(data)


async def answer_film(call: Call, film: bytes) -> web.Response:
    """Zipped, as it is kept; unzipped only for clients that cannot do that."""
    is_zipped = "gzip" in call.request.headers.get("Accept-Encoding", "")
    body = film if is_zipped else await asyncio.to_thread(gzip.decompress, film)
    headers = {"Content-Encoding": "gzip"} if is_zipped else {}
    headers["Vary"] = "Accept-Encoding"
    return web.Response(body=body, content_type=FILM_KIND, headers=headers)
