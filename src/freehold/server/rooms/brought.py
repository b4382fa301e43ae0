"""Bots that people bring: which rooms take them, and how many of an author's may play.

A bot says of itself that it is one, before it takes a seat (`POST /api/me`) or with `hello`. It is
a guest like any other: it connects, says that it is ready, and acts by itself. Functions of rooms
are like those of `rooms`: a room in, a new room out, or Illegal and nothing has changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import msgspec

from freehold.game import AnyGame, Illegal, Ms
from freehold.server.limits import Window
from freehold.server.rooms.gathering import sit
from freehold.server.rooms.guests import Brought, Guest, is_same
from freehold.server.rooms.lookalikes import skeleton
from freehold.server.rooms.rooms import Room, need_host, need_phase, need_seat, with_chair
from freehold.server.settings import Settings


def is_invited(room: Room, word: str) -> bool:
    """Did they come by an invitation? In a private room everybody did; the code of a public one is
    in the list of rooms, so there only the invitation's secret tells."""
    return not room.is_public or is_same(room.secret, word)


def need_may_bring(room: Room, guest: str, invited: bool) -> None:
    """Illegal if the room does not take this guest's bot; its host may bring any."""
    if guest == room.host or room.brought_bots == "any":
        return
    if room.brought_bots == "none":
        raise Illegal("no_brought_bots")
    if not invited:
        raise Illegal("only_invited_bots")


def declare(room: Room, guest: str, brought: Brought) -> Room:
    """A guest with a seat says that they are a bot: before a match, so that its record says so."""
    need_phase(room, "gathering")
    need_may_bring(room, guest, is_invited(room, ""))
    seat = need_seat(room, guest)
    return with_chair(room, seat, msgspec.structs.replace(room.chairs[seat], brought=brought))


def invite(room: Room, host: str, seat: int, bot: Guest) -> Room:
    """The host gives a seat to a bot that waits."""
    need_host(room, host)
    return sit(room, bot.id, bot.name, seat, bot.brought)


def pace_ms(room: Room, game: AnyGame | None, usual_ms: Ms) -> Ms:
    """The shortest time between two actions of a bot that was brought; 0 means no limit."""
    if game is None or game.kind != "real-time":
        return 0
    return usual_ms if room.bot_pace_ms is None else room.bot_pace_ms


# An author's matches


class AuthorLimits(Protocol):
    """The server, as far as authors are concerned."""

    settings: Settings
    unattended: Window
    """Matches without a person, by author."""

    def now(self) -> Ms: ...
    def rooms_now(self) -> Iterable[Room]:
        """All rooms as they are."""


def author_key(author: str) -> str:
    """Authors whose names look alike are one."""
    return skeleton(author)


def authors_of(room: Room) -> list[str]:
    """The authors of the bots in a room, each once."""
    names = {author_key(chair.author): chair.author for chair in room.people if chair.author}
    return list(names.values())


def count_match(limits: AuthorLimits, room: Room) -> None:
    """A match is about to begin in this room: Illegal if an author's bots play enough already."""
    authors, most = authors_of(room), limits.settings.max_matches_per_author
    if not authors:
        return
    for author in authors:
        if _running(limits, author, room.id) >= most:
            raise Illegal("author_busy", author=author, most=most)
    if room.persons:
        return
    now, window = limits.now(), limits.unattended
    for author in authors:
        if window.is_spent(author_key(author), now):
            raise Illegal("author_done", author=author, most=window.most)
    for author in authors:
        window.take(author_key(author), now)


def _running(limits: AuthorLimits, author: str, but: str) -> int:
    key = author_key(author)
    return sum(
        room.phase == "playing" and room.id != but and key in map(author_key, authors_of(room))
        for room in limits.rooms_now()
    )
