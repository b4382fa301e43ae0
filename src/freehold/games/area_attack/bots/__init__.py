"""The bots, weakest first. Each knows only its view, and clicks no faster than a person."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.bot import MakeBot
from freehold.game import Level
from freehold.games.area_attack.bots.players import Manner, Player


def make_random() -> Player:
    """Opens cells slowly and at random: easy to beat."""
    return Player(Manner(pause_ms=(1_400, 2_600), slip_percent=0, thinks=False))


def make_timid() -> Player:
    """Opens what is certain, two clicks in three seconds, slips more, and never attacks."""
    return Player(
        Manner(pause_ms=(1_130, 1_570), reaction_ms=700, slip_percent=3, patience_ms=8_000)
    )


def make_careful() -> Player:
    """Opens what is certain, just under once per second, slips now and then, and never attacks."""
    return Player(Manner(pause_ms=(980, 1_370), reaction_ms=600, slip_percent=2, patience_ms=6_000))


def make_bold() -> Player:
    """Clicks about once per second, and now and then blows up some of your land."""
    return Player(
        Manner(
            pause_ms=(840, 1_230),
            reaction_ms=500,
            slip_percent=2,
            attacks=True,
            attack_percent=14,
            least_gain=8,
            patience_ms=6_000,
        )
    )


def make_swift() -> Player:
    """Clicks more than once per second, hardly slips, and attacks where that pays."""
    return Player(
        Manner(
            pause_ms=(760, 1_040),
            reaction_ms=400,
            slip_percent=1,
            attacks=True,
            attack_percent=30,
            least_gain=7,
            patience_ms=5_000,
        )
    )


def make_keen() -> Player:
    """A little faster than swift; it never slips, and now and then flags mines to open all around a
    number."""
    return Player(
        Manner(
            pause_ms=(720, 1_000),
            reaction_ms=350,
            slip_percent=0,
            chord_percent=15,
            attacks=True,
            attack_percent=40,
            least_gain=7,
            patience_ms=5_000,
        )
    )


def make_strong() -> Player:
    """As keen, but twice as fast, and it always thinks of chords and attacks."""
    return Player(
        Manner(
            pause_ms=(330, 520),
            reaction_ms=200,
            slip_percent=0,
            chord_percent=100,
            attacks=True,
            least_gain=5,
            patience_ms=4_000,
        )
    )


BOTS: Mapping[str, MakeBot] = MappingProxyType(
    {
        "random": make_random,
        "timid": make_timid,
        "careful": make_careful,
        "bold": make_bold,
        "swift": make_swift,
        "keen": make_keen,
        "strong": make_strong,
    }
)
LEVELS = (
    Level(
        "timid",
        "beginner",
        "Dewdrop",
        "snail",
        "Opens what is certain, two clicks in three seconds, and leaves your land alone.",
    ),
    Level(
        "careful",
        "easy",
        "Mallow",
        "rabbit",
        "Opens what is certain, slips now and then, and leaves your land alone.",
    ),
    Level(
        "bold",
        "medium",
        "Thistle",
        "hedgehog",
        "Clicks about once per second, and now and then blows up some of your land.",
    ),
    Level(
        "swift",
        "hard",
        "Flint",
        "fox",
        "Clicks more than once per second, hardly slips, and attacks where that pays.",
    ),
    Level(
        "keen",
        "expert",
        "Tempest",
        "wolf",
        "Never slips, attacks, and now and then opens a whole group of cells at once.",
    ),
    Level(
        "strong",
        "master",
        "Typhoon",
        "hawk",
        "Opens whole groups at once, attacks wherever it pays, and is faster than most people.",
    ),
)
