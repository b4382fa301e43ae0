"""`freehold bot join`: a bot of one's own on a server.

It says that it is a bot and who wrote it. With a room's link it takes a seat there; with a server's
address it waits in the lobby until people invite it. In a room it says that it is ready, plays, and
asks for the next match, until the room is closed or it has played as many as it was told. After a
cut it comes back by itself (`client.Line`). A bot that fails gets a strike, and its first choice is
played, as everywhere.
"""

from __future__ import annotations

import asyncio
from argparse import Namespace
from contextlib import suppress
from functools import partial

from freehold.bots.levels import bot_words
from freehold.cli.bot.live import LiveBot, is_on
from freehold.cli.errors import NO, Trouble
from freehold.cli.screens import say
from freehold.cli.settings import find_game, need_bot, read_host_options, read_player
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
    retry_ms,
)
from freehold.game import AnyGame, Ms
from freehold.games import LONGEST_NAME, load_game
from freehold.hosting import HostOptions, bot_title, read_ref
from freehold.hosting.loading import author_in, sentence_of
from freehold.hosting.offers import with_installed
from freehold.hosting.players import RemotePlayer
from freehold.hosting.pool import NoCounts, Worker
from freehold.hosting.refs import bot_label, ref_digest
from freehold.protocol.wire import Request, RoomNow

PATIENCE_S = 120.0
"""A bot that was invited leaves a room after this time without a person."""
MOST_AT_ONCE = 1_000


def join_server(options: Namespace) -> int:
    place = parse_place(options.url)
    is_room = bool(place.room or place.code)
    if not (is_room or options.game):
        raise Trouble(
            "say which game the bot waits for, with --game; or write the link of a room,"
            " which ends in /r/CODE or /room/ID#SECRET"
        )
    if options.matches < 0 or options.pace_ms < 0 or options.at_once < 1:
        raise Trouble("--matches and --pace-ms must not be negative, and --at-once at least 1")
    bot = read_player(options.bot)
    author = options.author or author_in(bot)
    if not author:
        raise Trouble(
            "say who wrote this bot, for the people who meet it: --author NAME, or a line"
            ' __author__ = "NAME" in its file'
        )
    joining = Joining(bot, author, options.matches, options.pace_ms, read_host_options(options))
    try:
        if is_room:
            return asyncio.run(joining.visit(place, options.name))
        game = find_game(options.game)
        need_bot(game, bot, "bot join", list(game.bots))
        return asyncio.run(joining.wait(place, options.name, game, options.at_once))
    except KeyboardInterrupt:
        say("The bot leaves.")
        return NO if joining.strikes else 0
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
        self._name: str | None = None

    async def introduce(self, api: Api, name: str | None) -> str:
        """Say to the server who we are; our name there."""
        self._name = name
        await api.name()
        own_name = bot_title(self.bot).capitalize()[:LONGEST_NAME]
        return await api.rename(name or own_name, self.identity)

    async def visit(self, place: Place, name: str | None) -> int:
        async with Api(place.url) as api:
            await self.introduce(api, name)
            room, secret = place.room, place.secret
            if place.code:
                room, secret = (await api.find(place.code)).id, place.code
            joined = await api.join(room, secret)
            await self.stay(api, Tab(joined.room, joined.token, bot=self.identity))
        return NO if self.strikes else 0

    async def wait(self, place: Place, name: str | None, game: AnyGame, at_once: int) -> int:
        """Be an opponent that people can invite, in several rooms at once."""
        rooms: set[asyncio.Task[None]] = set()
        is_level = self.bot in game.bots
        sentence = bot_words(game.bots[self.bot]) if is_level else sentence_of(self.bot)
        async with Api(place.url) as api:
            known = await self.introduce(api, name)
            who = f"{known}, a bot by {self.identity.author},"
            say(f"{who} waits at {place.url} for people who play {game.title}.")
            try:
                while not self.is_done:
                    free = min(at_once, self.left) - len(rooms)
                    asking = asyncio.create_task(self._invitations(api, game, sentence, free))
                    try:
                        await asyncio.wait({asking, *rooms}, return_when=asyncio.FIRST_COMPLETED)
                        invited = asking.result() if asking.done() else ()
                    finally:
                        asking.cancel()
                    rooms |= {asyncio.create_task(self._accept(api, room)) for room in invited}
                    for task in [each for each in rooms if each.done()]:
                        rooms.remove(task)
                        task.result()
            finally:
                for task in rooms:
                    task.cancel()
                await asyncio.gather(*rooms, return_exceptions=True)
        return NO if self.strikes else 0

    async def _invitations(
        self, api: Api, game: AnyGame, sentence: str, free: int
    ) -> tuple[str, ...]:
        """The next ones, however often the connection is cut meanwhile."""
        tries = 0
        while free > 0:
            try:
                if rooms := await api.wait(game.name, sentence, free):
                    return rooms
                tries = 0
            except Unreachable:
                tries += 1
                await asyncio.sleep(retry_ms(tries) / 1000)
            except ServerRefusal as refusal:
                if refusal.code == "not_a_bot_yet":  # the server has forgotten us
                    await self.introduce(api, self._name)
                elif refusal.code not in ("stopping", "disk", "too_many_requests"):
                    raise
                tries += 1
                await asyncio.sleep(1 + retry_ms(tries) / 1000)
        await asyncio.Event().wait()  # until one of the matches is over
        return ()

    async def _accept(self, api: Api, room: str) -> None:
        """Play in a room where people want us, until they have had enough."""
        try:
            joined = await api.join(room)
            tab = Tab(joined.room, joined.token, bot=self.identity)
            await self.stay(api, tab, PATIENCE_S)
        except (ServerRefusal, Unreachable, LineEnded) as error:
            say(str(error))  # the room is gone: others may want us

    @property
    def left(self) -> int:
        """How many more matches it may begin, with those that run."""
        return self.matches - self.played if self.matches else MOST_AT_ONCE

    @property
    def is_done(self) -> bool:
        return 0 < self.matches <= self.played

    async def stay(self, api: Api, tab: Tab, patience_s: float | None = None) -> None:
        """Play one match after the other in a room where we have a seat; leave it after this time
        without a person."""
        worker = Worker(NoCounts(), is_own=True)
        news = asyncio.Event()
        try:
            async with Line(api, tab, lambda message: news.set()) as line:
                await self._play_on(line, news, worker, patience_s)
        finally:
            await worker.close()

    async def _play_on(
        self, line: Line, news: asyncio.Event, worker: Worker, patience_s: float | None
    ) -> None:
        tab = line.tab
        await line.until(lambda: tab.is_fresh)
        assert tab.room is not None
        game = with_installed(load_game(tab.room.game))
        need_bot(game, self.bot, "bot join", list(game.bots))
        name, author = tab.names[tab.seat], self.identity.author
        say(f"{name}, a bot by {author}, sits in the room of {game.title}.")
        while not self.is_done:
            try:
                if not await be_ready(line, patience_s):
                    break
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
            await line.insist("leave")


WISHES: dict[str, Request] = {"gathering": "ready", "over": "rematch"}
"""By the room's phase. A match whose end has been shown is not over before the room says so."""


async def be_ready(line: Line, patience_s: float | None = None) -> bool:
    """Until a match runs: say that we are ready, or that we want another. False after this time
    without a person.

    It is said again for as long as the room does not show it: a cut may have swallowed it, and
    when the host changes the settings nobody is ready any more.
    """
    tab = line.tab
    while not is_on(tab):
        room = tab.room
        assert room is not None
        wish = WISHES.get(room.phase)
        if wish and not room.seats[tab.seat].ready:
            await line.insist(wish)
        is_alone = not any(seat.name and seat.present and not seat.bot for seat in room.seats)
        try:
            async with asyncio.timeout(patience_s if is_alone else None):
                await line.until(partial(is_news, tab, room))
        except TimeoutError:
            return False
    return True


def is_news(tab: Tab, before: RoomNow) -> bool:
    return is_on(tab) or tab.room is not before
