"""A person on a server: in the lobby or in a room, with the commands for each.

Rules about this file:
1. Messages from the server are printed when they come; what the person types is answered in turn.
2. In a match a bare line is an action. Commands about the room begin with a slash there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress

from msgspec import Struct

from freehold.cli.errors import Trouble
from freehold.cli.join.asks import HELP, Wish, read_invitation, read_settings, read_wish
from freehold.cli.join.keys import Keyboard
from freehold.cli.join.rooms import bot_words, list_rows, room_lines, room_news
from freehold.cli.join.tables import TABLE_WORDS, TablePrinter
from freehold.cli.listings import param_row
from freehold.cli.screens import print_table, say
from freehold.cli.settings import find_game, param_fields
from freehold.client import Api, Line, Place, ServerRefusal, Tab, parse_place
from freehold.client.places import room_link
from freehold.game import Malformed
from freehold.games import load_games
from freehold.match.patches import Frame
from freehold.protocol.answers import WaitingBot
from freehold.protocol.wire import Refused, RoomNow, Said, Told, Welcome

LOBBY_HELP = (
    ("rooms", "list the public rooms, and yours"),
    ("games", "list the games"),
    ("create GAME [NAME=VALUE ...]", "open a room of your own"),
    ("quick GAME [BOT]", "start a match against bots immediately"),
    ("join CODE, join LINK", "take a seat in a room"),
    ("watch CODE, watch LINK", "watch a room"),
    ("name NAME", "change your name"),
    ("quit", "leave"),
)
CHAT_LINES = 50


class Quit(Exception):
    """The person leaves the terminal."""


class Visitor:
    """One person at one server."""

    def __init__(self, api: Api, keyboard: Keyboard, name: str, is_lines: bool = False) -> None:
        self.api = api
        self.keyboard = keyboard
        self.name = name
        self.is_lines = is_lines
        """Never use the full screen."""
        self.line: Line | None = None
        self.table: TablePrinter | None = None
        self.news: list[str] | None = None
        """While the match is on the full screen, messages go there."""
        self.was_shown = ""
        """The match on the full screen that the person has left for these lines."""
        self._room: RoomNow | None = None
        self._is_cut = False
        self._chat: deque[Said] = deque(maxlen=CHAT_LINES)
        self._bots: list[WaitingBot] = []
        """As they were last listed: the numbers that the person sees stay true."""

    def tell(self, *lines: str) -> None:
        """Print lines for the person, wherever they look; nothing in them can move the cursor."""
        clean = ["".join(each if each.isprintable() else " " for each in line) for line in lines]
        if self.news is not None:
            self.news += clean
            return
        with self.keyboard.aside():
            for line in clean:
                say(line)

    # Coming and going

    async def enter(self, place: Place) -> None:
        """Enter the room of a link, with a seat or as a watcher."""
        room, secret = place.room, place.secret
        if place.code:
            room, secret = (await self.api.find(place.code)).id, place.code
        joined = await self.api.join(room, secret, watch=place.watch)
        await self.open(Tab(room, joined.token, watch=place.watch, secret=secret))

    async def open(self, tab: Tab) -> None:
        await self.close()
        self._room, self._is_cut = None, False
        self._chat.clear()
        self._bots.clear()
        self.line = Line(self.api, tab, self.hear)
        self.table = TablePrinter(self.line)
        await self.line.__aenter__()
        await self.line.until(lambda: tab.is_in)

    async def close(self) -> None:
        if self.line is not None:
            await self.line.close()
            self.line = self.table = None
            self.keyboard.prompt = "> "

    # Messages from the server

    def hear(self, message: Struct) -> None:
        match message:
            case Welcome():
                self._welcomed(message)
            case RoomNow():
                self._hear_room(message)
            case Frame():
                self._hear_frame(message)
            case Said():
                self._chat.append(message)
                self.tell(f"{message.name}: {message.text}")
            case Told(code, text):
                self._is_cut = self._is_cut or code == "cut"
                self.tell(text)
            case Refused(n, _, text) if n < 0:
                self.tell(text)

    def _welcomed(self, welcome: Welcome) -> None:
        self.keyboard.prompt = f"{welcome.name}> "
        if self._is_cut:
            self._is_cut = False
            self.tell("You are back.")

    def _hear_room(self, room: RoomNow) -> None:
        before, self._room = self._room, room
        assert self.line is not None
        if before is None:
            self.tell(*room_lines(room, self.line.tab.seat, self.api.url))
        else:
            self.tell(*room_news(before, room))

    def _hear_frame(self, frame: Frame) -> None:
        assert self.table is not None
        self.tell(*self.table.news(frame))
        if self.table.wants_board(frame) and self.news is None:
            with self.keyboard.aside():
                self.table.show_board()

    # What the person types

    async def answer(self, text: str) -> None:
        """Handle one line that the person typed. Raises Quit."""
        try:
            if text.lower() in ("quit", "exit", "/quit"):
                raise Quit
            if self.line is None:
                await self._answer_in_lobby(text)
            else:
                await self._answer_in_room(self.line, text)
        except ServerRefusal as refusal:
            self.tell(refusal.text)
        except (Trouble, Malformed) as error:
            self.tell(f"{str(error)[:1].upper()}{str(error)[1:]}.")

    async def _answer_in_lobby(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        words: dict[str, Callable[[str], Awaitable[None]]] = {
            "rooms": self._rooms,
            "games": self._games,
            "create": self._create,
            "quick": self._quick,
            "join": self._join,
            "watch": self._watch,
            "name": self._name,
            "help": self._help,
        }
        if not text:
            return
        if word.removeprefix("/").lower() not in words:
            raise Trouble(f"'{word}' is not a command; type help to see what you can do")
        await words[word.removeprefix("/").lower()](rest.strip())

    async def _answer_in_room(self, line: Line, text: str) -> None:
        word, _, rest = text.partition(" ")
        word, rest = word.lower(), rest.strip()
        room, table = line.tab.room, self.table
        assert room is not None
        assert table is not None
        is_slashed = word.startswith("/") and len(word) > 1
        if is_slashed or not _is_on(line):
            await self._answer_about_room(line, room, word.removeprefix("/"), rest)
        elif word in TABLE_WORDS and (not rest or word == "why"):
            with self.keyboard.aside():
                TABLE_WORDS[word](table, rest)
        elif word == "wait" and not rest:
            await line.until(lambda: line.tab.is_awaited or _is_over(line))
        elif text:
            table.has_acted = True
            answer = await line.act(text)
            if isinstance(answer, Refused):
                table.has_acted = False
                self.tell(answer.text)

    async def _answer_about_room(self, line: Line, room: RoomNow, word: str, rest: str) -> None:
        if not word:
            return
        if word == "say":
            await line.say(rest)
        elif word == "screen":
            self.was_shown = ""
        elif word == "room":
            self.tell(*room_lines(room, line.tab.seat, self.api.url))
        elif word == "params":
            self._params(room.game)
        elif word == "chat":
            self._list_chat()
        elif word == "bots":
            await self._list_bots(room)
        elif word == "wait" and not rest:
            await line.until(lambda: line.tab.is_awaited or _is_over(line))
        elif word == "help":
            self.tell(*(f"  {words:<24} {what}" for words, what in HELP))
        elif word in TABLE_WORDS and room.match:
            assert self.table is not None
            with self.keyboard.aside():
                TABLE_WORDS[word](self.table, rest)
        else:
            await self._ask(line, await self._wish(word, rest, room))

    async def _wish(self, word: str, rest: str, room: RoomNow) -> Wish:
        if word == "invite":
            self._bots = self._bots or await self.api.waiting_bots(room.game)
            return read_invitation(rest, self._bots)
        wish = read_wish(word, rest, room)
        if wish is None:
            raise Trouble(f"'{word}' is not a command in a room; type help to see what you can do")
        return wish

    async def _ask(self, line: Line, wish: Wish) -> None:
        answer = await line.ask(wish.what, wish.seat, wish.value)
        if isinstance(answer, Refused):
            self.tell(answer.text)
        elif wish.what == "report":
            self.tell("Your report has arrived. Thank you.")

    def _list_chat(self) -> None:
        lines = [f"  {said.number:>4} {said.name}: {said.text}" for said in self._chat]
        self.tell(*(lines or ["Nobody has said anything yet."]))

    async def _list_bots(self, room: RoomNow) -> None:
        self._bots = await self.api.waiting_bots(room.game)
        lines = [bot_words(number, bot) for number, bot in enumerate(self._bots, 1)]
        self.tell(*(lines or [f"No bot is waiting for a match of {room.game} right now."]))

    # The lobby's commands

    async def _help(self, rest: str) -> None:
        self.tell(*(f"  {words:<30} {what}" for words, what in LOBBY_HELP))

    async def _rooms(self, rest: str) -> None:
        heads = ("code", "game", "players", "seats", "phase")
        for title, found in (
            ("Your rooms:", await self.api.rooms(mine=True)),
            ("Public rooms:", await self.api.rooms()),
        ):
            if found:
                with self.keyboard.aside():
                    print_table(heads, list_rows(found), title)
            elif title.startswith("Public"):
                self.tell(
                    "There are no public rooms. create GAME opens one, quick GAME starts now."
                )

    async def _games(self, rest: str) -> None:
        for game in load_games(self.tell).values():
            self.tell(f"  {game.name:<14} {game.sentence}")

    def _params(self, name: str) -> None:
        game = find_game(name)
        with self.keyboard.aside():
            for field in param_fields(game):
                row = param_row(field)
                say(f"  {row[0]}={row[1]}  {row[4]}")

    async def _create(self, rest: str) -> None:
        name, _, settings = rest.partition(" ")
        game = find_game(name)
        params = read_settings(game, settings) if settings.strip() else {}
        created = await self.api.create(game.name, params=params)
        await self.enter(Place(self.api.url, created.room, created.secret))
        self.tell(f"To invite others: {room_link(self.api.url, created.room, created.secret)}")

    async def _quick(self, rest: str) -> None:
        name, _, bot = rest.partition(" ")
        joined = await self.api.quick(find_game(name).name, bot=bot.strip().lower())
        await self.open(Tab(joined.room, joined.token))

    async def _join(self, rest: str) -> None:
        await self.enter(self._place(rest, False))

    async def _watch(self, rest: str) -> None:
        await self.enter(self._place(rest, True))

    def _place(self, text: str, watch: bool) -> Place:
        if not text:
            raise Trouble("type the room's code or its link; rooms lists the public ones")
        if "/" not in text:
            return Place(self.api.url, code=text.upper(), watch=watch)
        place = parse_place(text)
        if place.url != self.api.url:
            raise Trouble(f"that is on another server; quit, and run freehold join {text}")
        return Place(place.url, place.room, place.secret, place.code, watch or place.watch)

    async def _name(self, rest: str) -> None:
        self.name = await self.api.rename(rest)
        self.tell(f"You are {self.name}.")

    def farewell(self) -> None:
        """Tell the person how to come back to their seat."""
        if self.line is not None and self.line.tab.seat >= 0 and _is_on(self.line):
            link = f"{self.api.url}/room/{self.line.tab.id}"
            with suppress(BrokenPipeError):
                self.tell(f"To come back to your seat: freehold join {link} --name '{self.name}'")


def _is_on(line: Line) -> bool:
    """Is there a match that is not over, as far as we have seen?"""
    room, known = line.tab.room, line.tab.known
    is_playing = room is not None and room.phase == "playing"
    return is_playing and known is not None and known.table.outcome is None


def _is_over(line: Line) -> bool:
    return line.tab.room is not None and line.tab.room.phase == "over"
