"""What rooms need of the server that they are in: the hub is one, and rooms know no more of it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Iterator
from typing import Any, Protocol

from freehold.game import AnyGame, Ms
from freehold.hosting.pool import BotPool
from freehold.server.bots.seats import BotLimits
from freehold.server.limits import Window
from freehold.server.match.beat import Beat
from freehold.server.match.inputs import Conn
from freehold.server.rooms.conduct import Conduct
from freehold.server.rooms.guestbook import Guestbook
from freehold.server.rooms.rooms import Room
from freehold.server.rooms.waiting import WaitingRoom
from freehold.server.rooms.watchers import Watchers
from freehold.server.settings import Settings


class House(Protocol):
    """The server, as its rooms know it."""

    settings: Settings
    loop: asyncio.AbstractEventLoop
    beat: Beat
    pool: BotPool
    bot_limits: BotLimits
    guests: Guestbook
    conduct: Conduct
    watchers: Watchers
    waiting: WaitingRoom
    conns: Iterator[Conn]
    new_rooms: Window
    unattended: Window
    """Matches of brought bots without a person, by author."""
    rated: Window
    """Rated matches by who plays."""
    quarantined: set[str]
    making: asyncio.Lock
    """Held while the board of a new match is made, in a thread."""

    def now(self) -> Ms: ...
    def rooms_now(self) -> Iterable[Room]:
        """All rooms as they are."""

    def wall(self) -> int: ...
    def calendar(self) -> int:
        """The moment by which ages are counted."""

    def spawn(self, work: Coroutine[Any, Any, Any], /) -> None:
        """Run it beside everything else."""

    def find_game(self, name: str, /) -> AnyGame:
        """Malformed if this server does not have it."""

    def find_game_or_refuse(self, name: str, /) -> AnyGame: ...
    def world_params(self, game: AnyGame, /) -> dict[str, Any]:
        """Those of the server's own world."""

    def lost(self, room: str, /) -> None:
        """Somebody else has the room, or its match, by now."""

    async def abandon(self, room: str, reason: str, /) -> None:
        """Put a running match aside and close the room: nobody will come back."""
