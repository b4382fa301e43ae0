"""The server's HTTP API, as one guest calls it. The guest is the cookie in this jar."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any, TypeVar

import aiohttp
import msgspec
from yarl import URL

from freehold.client.tabs import BotIdentity
from freehold.protocol.answers import Created, Joined, LadderNow, Me, Problem, Waited, WaitingBot
from freehold.protocol.wire import RoomNow

COOKIE = "freehold_guest"
PATIENCE_S = 20.0
"""A request that is not answered within this time has failed."""
SILENCE_S = 20.0
"""The server pings far more often: a socket that is silent for this long is dead."""
T = TypeVar("T")


class ServerRefusal(Exception):
    """The server said no, by this code and in these words."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


class Unreachable(Exception):
    """Nobody answers there, or not a Freehold server."""


class Api:
    """One guest at one server."""

    def __init__(
        self, url: str, cookie: str = "", connector: aiohttp.BaseConnector | None = None
    ) -> None:
        self.url = url
        self._jar = aiohttp.CookieJar(unsafe=True)  # a LAN's address is a bare number
        if cookie:
            self._jar.update_cookies({COOKIE: cookie}, URL(url))
        self._http = aiohttp.ClientSession(
            cookie_jar=self._jar,
            connector=connector,
            connector_owner=connector is None,
            timeout=aiohttp.ClientTimeout(total=PATIENCE_S),
        )

    async def __aenter__(self) -> Api:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.close()

    @property
    def cookie(self) -> str:
        """The guest's secret: with it one is the same guest another time."""
        found = self._jar.filter_cookies(URL(self.url)).get(COOKIE)
        return found.value if found else ""

    # Calls

    async def name(self) -> str:
        """My name. Without a cookie, this makes a new guest."""
        return (await self._json("GET", "/api/me", Me)).name

    async def rename(self, name: str, bot: BotIdentity | None = None) -> str:
        """A new name; and whether we are a bot, which everybody is shown."""
        said = msgspec.structs.asdict(bot or BotIdentity())
        return (await self._json("POST", "/api/me", Me, {"name": name, **said})).name

    async def rooms(self, mine: bool = False) -> list[RoomNow]:
        return await self._json("GET", "/api/rooms" + ("?mine=1" if mine else ""), list[RoomNow])

    async def create(self, game: str, **wishes: Any) -> Created:
        return await self._json("POST", "/api/rooms", Created, {"game": game, **wishes})

    async def find(self, code: str) -> RoomNow:
        path = URL("/api/codes/") / code
        return await self._json("GET", str(path), RoomNow)

    async def join(
        self, room: str, secret: str = "", seat: int = -1, watch: bool = False
    ) -> Joined:
        """A seat and its token, or a watcher's."""
        wish = {"secret": secret, "seat": seat, "watch": watch}
        path = URL("/api/rooms/") / room / "join"
        return await self._json("POST", str(path), Joined, wish)

    async def quick(self, game: str, **wishes: Any) -> Joined:
        return await self._json("POST", "/api/quick", Joined, {"game": game, **wishes})

    async def wait(self, game: str, sentence: str, free: int) -> tuple[str, ...]:
        """As a bot: rooms that people have just invited us to, or none after a while."""
        wish = {"game": game, "sentence": sentence, "free": free}
        return (await self._json("POST", "/api/bots/wait", Waited, wish)).rooms

    async def waiting_bots(self, game: str) -> list[WaitingBot]:
        """Bots of other people that would come to a room of this game."""
        path = URL("/api/bots").with_query(game=game)
        return await self._json("GET", str(path), list[WaitingBot])

    async def ladder(self, game: str, list_name: str) -> LadderNow:
        path = (URL("/api/ladder") / game).with_query(list=list_name)
        return await self._json("GET", str(path), LadderNow)

    async def record(self, match: str) -> bytes:
        """A finished match's record, to be verified here."""
        return await self._call("GET", f"/api/matches/{match}/record")

    async def dial(self) -> aiohttp.ClientWebSocketResponse:
        """A socket on which nothing has been said."""
        timeout = aiohttp.ClientWSTimeout(ws_receive=SILENCE_S, ws_close=2.0)
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await self._http.ws_connect(
                    self.url + "/ws?moves=1", timeout=timeout, max_msg_size=0, compress=0
                )
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise Unreachable(f"no socket at {self.url}: {error}") from None

    async def _json(self, method: str, path: str, kind: type[T], body: Any = None) -> T:
        data = await self._call(method, path, body)
        try:
            return msgspec.json.decode(data, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise Unreachable(f"what answers at {self.url} is not a Freehold server") from None

    async def _call(self, method: str, path: str, body: Any = None) -> bytes:
        sent = None if body is None else msgspec.json.encode(body)
        headers = {} if body is None else {"Content-Type": "application/json"}
        try:
            async with self._http.request(
                method, self.url + path, data=sent, headers=headers
            ) as response:
                data = await response.read()
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            why = str(error) or "no answer in time"
            raise Unreachable(f"nobody answers at {self.url}: {why}") from None
        if response.status >= 400:
            raise _refusal(self.url, data)
        return data


def _refusal(url: str, data: bytes) -> Exception:
    try:
        problem = msgspec.json.decode(data, type=Problem)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Unreachable(f"what answers at {url} is not a Freehold server")
    return ServerRefusal(problem.code, problem.text)
