"""`freehold bot join`: a bot of one's own in a seat of a server's room.

It takes a seat, says that it is ready, plays, and asks for the next match, until the room is closed
or it has played as many as it was told. After a cut it comes back by itself (`client.Line`). A bot
that fails gets a strike, and its first choice is played, as everywhere.
"""

from __future__ import annotations

import asyncio
import secrets
from argparse import Namespace
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from freehold.bot import Info, Wait
from freehold.bots.strikes import MOST_STRIKES, BotFailed
from freehold.cli.errors import NO, Trouble
from freehold.cli.screens import say, warn
from freehold.cli.settings import need_bot, read_host_options, read_player
from freehold.client import (
    Api,
    Line,
    LineEnded,
    Place,
    ServerRefusal,
    Tab,
    Unreachable,
    parse_place,
)
from freehold.game import AnyGame, Ms
from freehold.games import LONGEST_NAME, load_game
from freehold.hosting import HostOptions, bot_title, read_ref
from freehold.hosting.offers import with_installed
from freehold.hosting.players import RemotePlayer
from freehold.hosting.pool import NoCounts, Worker
from freehold.kernel.chance import KEY_BYTES, Stream
from freehold.match.log import spell_action
from freehold.protocol.wire import Refused, Request, RoomNow

AGAIN_MS = 100
"""After a refusal in real time."""


def join_room(options: Namespace) -> int:
    place = parse_place(options.url)
    if not (place.room or place.code):
        raise Trouble("write the link of a room, which ends in /r/CODE or /room/ID#SECRET")
    if options.matches < 0 or options.pace_ms < 0:
        raise Trouble("--matches and --pace-ms must not be negative")
    joining = Joining(read_player(options.bot), options.matches, options.pace_ms)
    try:
        return asyncio.run(joining.visit(place, options.name, read_host_options(options)))
    except (Unreachable, ServerRefusal, LineEnded) as error:
        raise Trouble(str(error), NO) from None


class Joining:
    """A bot on its way into a room."""

    def __init__(self, bot: str, matches: int, pace_ms: Ms) -> None:
        self.bot = bot
        self.matches = matches
        """To play before it leaves; 0 means for as long as the room is there."""
        self.pace_ms = pace_ms
        self.strikes = 0

    async def visit(self, place: Place, name: str | None, limits: HostOptions) -> int:
        worker = Worker(NoCounts(), is_own=True)
        try:
            async with Api(place.url) as api:
                await api.name()
                await api.rename(name or bot_title(self.bot).capitalize()[:LONGEST_NAME])
                room, secret = place.room, place.secret
                if place.code:
                    room, secret = (await api.find(place.code)).id, place.code
                joined = await api.join(room, secret)
                await self.stay(api, Tab(joined.room, joined.token), worker, limits)
        finally:
            await worker.close()
        return NO if self.strikes else 0

    async def stay(self, api: Api, tab: Tab, worker: Worker, limits: HostOptions) -> None:
        """Play one match after the other."""
        news = asyncio.Event()
        played = 0
        async with Line(api, tab, lambda message: news.set()) as line:
            await line.until(lambda: tab.is_fresh)
            assert tab.room is not None
            game = with_installed(load_game(tab.room.game))
            need_bot(game, self.bot, "bot join", list(game.bots))
            say(f"{tab.names[tab.seat]} sits in the room of {game.title}.")
            while not self.matches or played < self.matches:
                try:
                    await be_ready(line)
                except LineEnded as ended:
                    say(str(ended))
                    return
                player = RemotePlayer(worker, game, read_ref(game, self.bot), limits, lambda us: us)
                match = LiveBot(line, game, player, news, self.pace_ms)
                await match.play()
                self.strikes += match.strikes
                played += 1
            with suppress(LineEnded):
                await line.ask("leave")


async def be_ready(line: Line) -> None:
    """Until a match runs: say that we are ready, or that we want another."""
    tab, asked = line.tab, ""
    while not is_on(tab):
        room = tab.room
        assert room is not None
        wish: Request = "ready" if room.phase == "gathering" else "rematch"
        key = f"{wish} {room.round}"
        if key != asked and not (wish == "ready" and room.seats[tab.seat].ready):
            asked = key
            await line.ask(wish)
        await line.until(partial(is_news, tab, room))


def is_news(tab: Tab, before: RoomNow) -> bool:
    return is_on(tab) or tab.room is not before


def is_on(tab: Tab) -> bool:
    """Is there a match that we know and that is not over?"""
    known = tab.known
    is_playing = tab.room is not None and tab.room.phase == "playing" and tab.is_fresh
    return is_playing and known is not None and known.table.outcome is None


class LiveBot:
    """A bot in one match on the server."""

    def __init__(
        self, line: Line, game: AnyGame, player: RemotePlayer, news: asyncio.Event, pace_ms: Ms
    ) -> None:
        self.strikes = 0
        self._line = line
        self._tab = line.tab
        self._match = line.tab.match
        self._game = game
        self._player = player
        self._news = news
        self._is_live = game.kind == "real-time"
        self._pace_ms = pace_ms if self._is_live else 0
        self._key = secrets.token_bytes(KEY_BYTES)
        self._asked = 0

    async def play(self) -> None:
        await self._try(self._player.start(self._info()))
        while self._is_on():
            self._news.clear()
            wait_ms = await self._act() if self._tab.is_awaited else None
            if not self._is_on():
                break
            await self._rest(wait_ms)
        known = self._tab.known
        outcome = known.table.outcome if known else None
        await self._try(self._player.end(outcome))

    def _is_on(self) -> bool:
        return self._tab.match == self._match and (is_on(self._tab) or not self._tab.is_fresh)

    def _info(self) -> Info:
        room = self._tab.room
        assert room is not None
        return Info(
            game=room.game,
            seat=self._tab.seat,
            seats=len(room.seats),
            params=msgspec.convert(room.params, self._game.params),
            clock=room.clock,
            pace_ms=self._pace_ms,
            is_live=self._is_live,
            log=say,
        )

    async def _act(self) -> Ms | None:
        """Decide and act; the ms until it wants to be asked again, None if on news alone."""
        answer = await self._decide()
        if isinstance(answer, Wait):
            now = self._line.now()
            return None if answer.until is None else max(1, answer.until - now)
        acted = await self._line.act(spell_action(self._game, answer))
        if isinstance(acted, Refused) and not self._is_live:
            return 0
        return max(AGAIN_MS if isinstance(acted, Refused) else 1, self._pace_ms)

    async def _decide(self) -> Struct:
        known, now = self._tab.known, self._line.now()
        assert known is not None
        assert known.view is not None
        self._asked += 1
        rng = Stream(self._key, str(self._asked))
        if self.strikes < MOST_STRIKES:
            try:
                return await self._player.decide(known.view, now, rng)
            except BotFailed as failure:
                self._strike(failure)
        choice = next(self._game.choices(known.view, now, rng), None)
        return Wait() if choice is None else choice

    async def _rest(self, wait_ms: Ms | None) -> None:
        """Until there is news, or the moment has come; in real time not before its pace allows."""
        if self._pace_ms and wait_ms is not None:
            await asyncio.sleep(min(wait_ms, self._pace_ms) / 1000)
        with suppress(TimeoutError):
            async with asyncio.timeout(None if wait_ms is None else wait_ms / 1000):
                await self._line.until(self._news.is_set)

    async def _try(self, work: Any) -> None:
        try:
            await work
        except BotFailed as failure:
            self._strike(failure)

    def _strike(self, failure: BotFailed) -> None:
        self.strikes += 1
        where = f" ({failure.where})" if failure.where else ""
        warn(f"strike {self.strikes}: {failure.text}{where}")
