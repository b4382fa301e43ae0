"""Bots that wait for an invitation, as opponents that people find in the lobby.

A bot asks again and again whether somebody has invited it (`POST /api/bots/wait`); each request
stays open until somebody does, or for a while. A bot that stops asking is forgotten. Nothing of it
is stored: after a restart bots ask again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
from msgspec import Struct

from freehold.game import Illegal, Ms
from freehold.protocol.answers import WaitingBot
from freehold.server.rooms.guests import Guest, clean_line, new_id

POLL_MS = 10_000
"""How long a request stays open."""
FORGET_MS = 5_000
"""After the end of a request, how long a bot has for the next one."""
MOST_WAITING = 500
SENTENCE_CHARACTERS = 120


class WaitWish(Struct, frozen=True, forbid_unknown_fields=True):
    """What a bot says that waits."""

    game: str
    sentence: str = ""
    """About it, for the list in the lobby."""
    free: int = 1
    """How many more rooms it would come to."""


class Waiter:
    """One bot that waits."""

    def __init__(self, guest: Guest, wish: WaitWish) -> None:
        self.id = new_id()
        self.guest = guest
        self.wish = wish
        self.until: Ms = 0
        """When it is forgotten unless it asks again."""
        self.rooms: list[str] = []
        """Where it is invited to, and has not been told."""
        self.news = asyncio.Event()

    @property
    def is_free(self) -> bool:
        return self.wish.free > len(self.rooms)

    def about(self) -> WaitingBot:
        brought = self.guest.brought
        assert brought is not None
        sentence = clean_line(self.wish.sentence)[:SENTENCE_CHARACTERS]
        return WaitingBot(
            self.id, self.wish.game, self.guest.name, brought.bot, brought.author, sentence
        )


class WaitingRoom:
    """The bots that wait on this server."""

    def __init__(self, now: Callable[[], Ms]) -> None:
        self._now = now
        self._waiters: dict[str, Waiter] = {}
        """By guest."""
        self._is_closed = False

    def bots(self, game: str = "") -> list[WaitingBot]:
        """Those who would come at once, of one game or of all, by name."""
        self._forget()
        found = [each for each in self._waiters.values() if each.is_free]
        about = [each.about() for each in found if game in ("", each.wish.game)]
        return sorted(about, key=lambda each: (each.game, each.name, each.id))

    def find(self, id: str, game: str) -> Guest:
        """Whom to invite. Illegal if it waits no more."""
        self._forget()
        for each in self._waiters.values():
            if each.id == id and each.is_free and each.wish.game == game:
                return each.guest
        raise Illegal("bot_waits_no_more")

    def invite(self, guest: str, room: str) -> None:
        """It has a seat in that room: let it know."""
        waiter = self._waiters.get(guest)
        if waiter is not None:
            waiter.rooms.append(room)
            waiter.news.set()

    async def wait(self, guest: Guest, wish: WaitWish, is_heard: Callable[[], bool]) -> list[str]:
        """The rooms it is invited to, as soon as there is one, or none after a while.

        What was answered to nobody is answered again.
        """
        waiter = self._take(guest, wish)
        waiter.until = self._now() + POLL_MS + FORGET_MS
        try:
            async with asyncio.timeout(POLL_MS / 1000):
                if not self._is_closed:
                    await waiter.news.wait()
        except TimeoutError:
            pass
        if not is_heard():
            return []
        rooms, waiter.rooms = waiter.rooms, []
        waiter.wish = msgspec.structs.replace(wish, free=wish.free - len(rooms))
        waiter.news.clear()
        return rooms

    def close(self) -> None:
        """The server stops: everybody is answered."""
        self._is_closed = True
        for waiter in self._waiters.values():
            waiter.news.set()

    def _take(self, guest: Guest, wish: WaitWish) -> Waiter:
        if guest.brought is None:
            raise Illegal("not_a_bot_yet")
        waiter = self._waiters.get(guest.id)
        if waiter is None:
            self._forget()
            if len(self._waiters) >= MOST_WAITING:
                raise Illegal("too_many_waiting")
            waiter = self._waiters[guest.id] = Waiter(guest, wish)
        waiter.guest, waiter.wish = guest, wish
        return waiter

    def _forget(self) -> None:
        now = self._now()
        self._waiters = {key: each for key, each in self._waiters.items() if each.until > now}
