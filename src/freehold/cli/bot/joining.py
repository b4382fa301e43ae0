"""`freehold bot join`: a bot of one's own in a seat of a server's room.

It says that it is a bot and who wrote it, takes a seat, says that it is ready, plays, and asks for
the next match, until the room is closed or it has played as many as it was told. After a cut it
comes back by itself (`client.Line`). A bot that fails gets a strike, and its first choice is
played, as everywhere.
"""

from __future__ import annotations

import asyncio
from argparse import Namespace
from contextlib import suppress
from functools import partial

from freehold.cli.bot.live import LiveBot, is_on
from freehold.cli.errors import NO, Trouble
from freehold.cli.screens import say
from freehold.cli.settings import need_bot, read_host_options, read_player
from freehold.client import (
    Api,
    BotIdentity,
    Line,
    LineEnded,
    Place,
    ServerRefusal,
    Tab,
    Unreachable,
    parse_place,
)
from freehold.game import Ms
from freehold.games import LONGEST_NAME, load_game
from freehold.hosting import HostOptions, bot_title, read_ref
from freehold.hosting.offers import with_installed
from freehold.hosting.players import RemotePlayer
from freehold.hosting.pool import NoCounts, Worker
from freehold.hosting.refs import author_in, bot_label, ref_digest
from freehold.protocol.wire import Request, RoomNow


def join_server(options: Namespace) -> int:
    place = parse_place(options.url)
    if not (place.room or place.code):
        raise Trouble("write the link of a room, which ends in /r/CODE or /room/ID#SECRET")
    if options.matches < 0 or options.pace_ms < 0:
        raise Trouble("--matches and --pace-ms must not be negative")
    bot = read_player(options.bot)
    author = options.author or author_in(bot)
    if not author:
        raise Trouble(
            "say who wrote this bot, for the people who meet it: --author NAME, or a line"
            ' __author__ = "NAME" in its file'
        )
    joining = Joining(bot, author, options.matches, options.pace_ms, read_host_options(options))
    try:
        return asyncio.run(joining.visit(place, options.name))
    except (Unreachable, ServerRefusal, LineEnded) as error:
        raise Trouble(str(error), NO) from None


class Joining:
    """A bot on its way into a room."""

    def __init__(
        self, bot: str, author: str, matches: int, pace_ms: Ms, limits: HostOptions
    ) -> None:
        self.bot = bot
        self.identity = BotIdentity(bot_label(bot), author, ref_digest(bot))
        self.matches = matches
        """To play before it leaves; 0 means for as long as the room is there."""
        self.pace_ms = pace_ms
        self.limits = limits
        self.strikes = 0
        self.played = 0

    async def introduce(self, api: Api, name: str | None) -> None:
        """Say to the server who we are."""
        await api.name()
        own_name = bot_title(self.bot).capitalize()[:LONGEST_NAME]
        await api.rename(name or own_name, self.identity)

    async def visit(self, place: Place, name: str | None) -> int:
        async with Api(place.url) as api:
            await self.introduce(api, name)
            room, secret = place.room, place.secret
            if place.code:
                room, secret = (await api.find(place.code)).id, place.code
            joined = await api.join(room, secret)
            await self.stay(api, Tab(joined.room, joined.token, bot=self.identity))
        return NO if self.strikes else 0

    @property
    def is_done(self) -> bool:
        return 0 < self.matches <= self.played

    async def stay(self, api: Api, tab: Tab) -> None:
        """Play one match after the other in a room where we have a seat."""
        worker = Worker(NoCounts(), is_own=True)
        news = asyncio.Event()
        try:
            async with Line(api, tab, lambda message: news.set()) as line:
                await self._play_on(line, news, worker)
        finally:
            await worker.close()

    async def _play_on(self, line: Line, news: asyncio.Event, worker: Worker) -> None:
        tab = line.tab
        await line.until(lambda: tab.is_fresh)
        assert tab.room is not None
        game = with_installed(load_game(tab.room.game))
        need_bot(game, self.bot, "bot join", list(game.bots))
        name, author = tab.names[tab.seat], self.identity.author
        say(f"{name}, a bot by {author}, sits in the room of {game.title}.")
        while not self.is_done:
            try:
                await be_ready(line)
            except LineEnded as ended:
                say(str(ended))
                return
            ref = read_ref(game, self.bot)
            player = RemotePlayer(worker, game, ref, self.limits, lambda us: us)
            match = LiveBot(line, game, player, news, self.pace_ms)
            await match.play()
            self.strikes += match.strikes
            self.played += 1
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
