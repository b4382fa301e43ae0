"""Answers of the HTTP API that a client in Python reads, too."""

from __future__ import annotations

from typing import Any, Literal

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


class LadderRow(Struct, frozen=True):
    """A player's line."""

    rank: int
    """0 means not listed: too few matches, or because the player wants it so."""
    kind: Literal["person", "house", "brought"]
    name: str
    bot: str
    """The level of a bot of the house."""
    author: str
    """Of a bot that somebody brought."""
    points: int
    """What the player has shown almost beyond doubt: lists are sorted by it."""
    estimate: int
    """The most likely strength, by the same scale."""
    spread: int
    """With a certainty of 95% the strength is within this distance of the estimate."""
    matches: int
    wins: int
    is_me: bool


class LadderNow(Struct, frozen=True):
    """One list of one game."""

    game: str
    list: Literal["people", "house", "brought", "all"]
    rows: tuple[LadderRow, ...]
    """The best, at most 100."""
    me: LadderRow | None
    """My own line, wherever it is; none before my first rated match."""
    listed: int
    """How many players are in the whole list."""
    matches_needed: int
    """Rated matches until a player is listed."""
