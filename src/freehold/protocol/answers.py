"""Answers of the HTTP API that a client in Python reads, too."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Problem(Struct, frozen=True):
    """What every refusal looks like."""

    code: str
    text: str
    facts: dict[str, Any] = {}


class Me(Struct, frozen=True, omit_defaults=True):
    name: str
    bot: str = ""
    """What a program is called that plays under this cookie; empty for a person."""
    author: str = ""
    """The name of its author, which a bot must say."""
    sha256: str = ""
    """Of the bot's file: 64 hex digits, or empty."""
    id: str = ""
    """By which the operator knows me; it opens nothing."""
    is_moderator: bool = False


class Created(Struct, frozen=True):
    room: str
    code: str
    secret: str
    """For the link: `/#/room/{room}/{secret}`. It is told only once."""


class Joined(Struct, frozen=True):
    """The answer to somebody who joins."""

    room: str
    seat: int
    """Or -1 for a watcher."""
    token: str
    """For `hello` on the socket; it is told only once."""


class WaitingBot(Struct, frozen=True):
    """A bot as people see it in the lobby."""

    id: str
    """For an invitation."""
    game: str
    name: str
    bot: str
    author: str
    sentence: str


class Waited(Struct, frozen=True):
    """The answer to a bot that waits for an invitation."""

    rooms: tuple[str, ...] = ()
    """Where it has a seat now: join each to get its token."""
