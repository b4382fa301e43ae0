"""Answers of the HTTP API that a client in Python reads, too."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Problem(Struct, frozen=True):
    """What every refusal looks like."""

    code: str
    text: str
    facts: dict[str, Any] = {}


class Me(Struct, frozen=True):
    name: str
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
