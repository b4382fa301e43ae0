"""Which matches count in the ladders, and for whom.

People are told before a match whether it will count (`RoomNow.unrated`). What is decided when it
begins holds to its end, except that a match of only a few actions does not count.

    code         why a match does not count
    off          the server has no ladders
    world        people come and go: there is no winner among those who were there
    sandbox      one person has every seat
    lesson       it is a tutorial's
    alone        there are no two players yet
    own_rules    the options are those of no preset, and not the rulebook's
    own_pace     the pace of brought bots is not the server's
    one_author   two bots of one author play
    one_network  two players come from one network: they may be one person
    enough       the same players have had their rated matches of this day
    too_short    it ended after too few actions

Leaving a match is no way out: a bot that plays on for somebody plays for their rating.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Protocol

import msgspec

from freehold.bots.levels import seat_name
from freehold.game import AnyGame, Ms, Outcome
from freehold.server.ladder.ladders import (
    BROUGHT,
    HOUSE,
    Contestant,
    Kind,
    OwnList,
    RatedMatch,
    list_of,
)
from freehold.server.limits import Window
from freehold.server.rooms.brought import author_key
from freehold.server.rooms.kinds import kind_of
from freehold.server.rooms.rooms import Chair, Room
from freehold.server.settings import Settings

HOME_BITS = 64
"""Of an IPv6 address, those that all devices of a household share."""


class RatedLimits(Protocol):
    """The server, as far as ladders are concerned."""

    settings: Settings
    rated: Window
    """Rated matches by who plays."""

    def now(self) -> Ms: ...


def why_unrated(
    limits: RatedLimits, room: Room, game: AnyGame | None, networks: Mapping[str, str]
) -> str:
    """The code of the reason why a match that begins now does not count; empty if it does.

    `networks` are those that guests come from, as far as they are known.
    """
    taken = [chair for chair in room.chairs if not chair.is_free]
    people = [chair for chair in taken if chair.guest]
    if game is None:
        return "off"
    checks: Mapping[str, Callable[[], bool]] = {
        "off": lambda: limits.settings.unrated,
        "world": lambda: kind_of(room).takes_newcomers,
        "sandbox": lambda: not kind_of(room).has_rivals,
        "lesson": lambda: room.is_lesson,
        "alone": lambda: len(taken) < 2,
        "own_rules": lambda: not has_standard_rules(room, game),
        "own_pace": lambda: room.bot_pace_ms is not None and any(each.brought for each in taken),
        "one_author": lambda: _has_twins(author_key(each.author) for each in taken if each.author),
        "one_network": lambda: _has_twins(networks.get(each.guest, "") for each in people),
        "enough": lambda: is_limited(room) and limits.rated.is_spent(group_of(room), limits.now()),
    }
    return next((code for code, is_so in checks.items() if is_so()), "")


def has_standard_rules(room: Room, game: AnyGame) -> bool:
    """Are the options those of a preset, or of the rulebook?"""
    try:
        params = msgspec.convert(room.params, game.params)
    except (msgspec.ValidationError, ValueError):  # of another version
        return False
    return params == game.params() or any(
        params == preset.params for preset in game.extras.presets.values()
    )


def _has_twins(words: Iterable[str]) -> bool:
    known = [word for word in words if word]
    return len(known) != len(set(known))


def network_of(address: str) -> str:
    """What all devices behind one connection share; nothing for an address that says nothing."""
    with suppress(ValueError):
        found = ip_address(address)
        if isinstance(found, IPv6Address):
            return str(found.ipv4_mapped or ip_network((found, HOME_BITS), strict=False))
    return address


# Contestants


def contestant(game: AnyGame, chair: Chair) -> Contestant:
    """By whom the player in a chair is known in the ladders."""
    if chair.brought:
        bot, author = chair.brought.bot, chair.brought.author
        return Contestant(f"{BROUGHT}{author_key(author)}/{bot}", "brought", bot, author)
    if chair.bot:
        return Contestant(HOUSE + chair.bot, "house", seat_name(game, chair.bot))
    return Contestant(chair.guest, "person", chair.name)


def ladder_of(room: Room) -> OwnList:
    """The list in which a match of these players counts, besides the one for all."""
    return list_of({_kind(chair) for chair in room.chairs if not chair.is_free})


def _kind(chair: Chair) -> Kind:
    if chair.brought:
        return "brought"
    return "house" if chair.bot else "person"


def is_limited(room: Room) -> bool:
    """Against the house anybody may play as often as they like: its strength is known."""
    return ladder_of(room) != "house"


def group_of(room: Room) -> str:
    return " ".join(sorted(chair.guest or chair.bot for chair in room.chairs if not chair.is_free))


def count_match(limits: RatedLimits, room: Room) -> None:
    """A match has begun."""
    if not room.unrated and is_limited(room):
        limits.rated.take(group_of(room), limits.now())


def finish_of(
    room: Room, game: AnyGame, outcome: Outcome, entries: int, settings: Settings
) -> RatedMatch | str:
    """A match that is over, to be rated; or the code of the reason why it is not."""
    if room.unrated:
        return room.unrated
    if entries < settings.min_ladder_actions * len(room.chairs):
        return "too_short"
    contestants = tuple(contestant(game, chair) for chair in room.chairs)
    return RatedMatch(game.name, contestants, outcome.places, settings.min_ladder_matches)
