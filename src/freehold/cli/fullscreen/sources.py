"""What the full screen needs of a match, whether it is played here or on a server."""

from __future__ import annotations

from typing import Any, Protocol

from freehold.game import AnyGame, Clock, Ms, Seat, View
from freehold.match.patches import Table


class MatchSource(Protocol):
    """A match through the eyes of the person at the terminal."""

    game: AnyGame
    exits: frozenset[str]
    """Words that leave the screen when they are typed; the first is what keys say."""
    leaving: str
    """What happens to the match of a person who leaves."""

    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def seat(self) -> Seat:
        """The person's, or -1 for a watcher."""

    @property
    def view(self) -> View[Any]: ...
    @property
    def table(self) -> Table: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def is_closed(self) -> bool:
        """Has the match gone away, so that there is nothing more to show?"""

    @property
    def handed_to(self) -> str:
        """The name of the person who is to take the keyboard now, unseen by the last one."""

    def take_keyboard(self) -> None:
        """That person has it."""

    def now(self) -> Ms: ...
    def leaders(self) -> str:
        """The leaderboard of a world in one line."""

    def take_news(self) -> list[str]:
        """What has been said since the last call."""

    async def advance(self) -> None:
        """Let everything happen that is due."""

    async def act(self, text: str) -> str:
        """Do what was typed; returns why it was refused, or nothing."""
