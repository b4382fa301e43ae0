"""The bots, weakest first. Each knows only its view, and acts at a person's speed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.bot import MakeBot
from freehold.game import Level
from freehold.games.mine_land.bots.players import Manner, Player
from freehold.games.mine_land.bots.strollers import Stroller


def make_random() -> Stroller:
    """Walks and flips at random, and rarely lives long."""
    return Stroller(pause_ms=(500, 1_100))


def make_dawdler() -> Player:
    """Flips what simple rules can prove, a tile every 1.7 seconds, and misreads many numbers."""
    return Player(
        Manner(
            dig_pause_ms=(1_300, 2_000),
            step_pause_ms=(400, 600),
            reaction_ms=700,
            slip_permille=80,
        )
    )


def make_ambler() -> Player:
    """Flips what simple rules can prove, about a tile per second, and misreads a number often."""
    return Player(
        Manner(
            dig_pause_ms=(820, 1_280),
            step_pause_ms=(300, 460),
            reaction_ms=600,
            slip_permille=42,
        )
    )


def make_rambler() -> Player:
    """Flips and flags what simple rules can prove, about a tile per second."""
    return Player(
        Manner(
            dig_pause_ms=(780, 1_210),
            step_pause_ms=(270, 430),
            reaction_ms=500,
            slip_permille=33,
        )
    )


def make_careful() -> Player:
    """Flips and flags what simple rules can prove, and guesses when it must."""
    return Player(
        Manner(
            dig_pause_ms=(640, 1_000),
            step_pause_ms=(220, 360),
            reaction_ms=400,
            slip_permille=13,
        )
    )


def make_brisk() -> Player:
    """Flips and flags half as much again as a careful walker, with hardly a mistake."""
    return Player(
        Manner(
            dig_pause_ms=(530, 830),
            step_pause_ms=(180, 300),
            reaction_ms=300,
            slip_permille=9,
        )
    )


def make_strong() -> Player:
    """Fast and precise: probes with flags before it guesses, and runs from lit bombs."""
    return Player(
        Manner(
            dig_pause_ms=(200, 320),
            step_pause_ms=(130, 170),
            reaction_ms=150,
            probes=True,
            kept_flags=1,
            flees=True,
        )
    )


BOTS: Mapping[str, MakeBot] = MappingProxyType(
    {
        "random": make_random,
        "dawdler": make_dawdler,
        "ambler": make_ambler,
        "rambler": make_rambler,
        "careful": make_careful,
        "brisk": make_brisk,
        "strong": make_strong,
    }
)
LEVELS = (
    Level(
        "dawdler",
        "beginner",
        "Truffle",
        "pig",
        "Digs a tile every other second, and too often the wrong one.",
    ),
    Level(
        "ambler",
        "easy",
        "Burdock",
        "tortoise",
        "Digs what is plainly safe, and misreads a number now and then.",
    ),
    Level(
        "rambler",
        "medium",
        "Heather",
        "goat",
        "Digs and flags what is plainly safe, a tile per second.",
    ),
    Level(
        "careful",
        "hard",
        "Umber",
        "mole",
        "Digs steadily, flags every bomb that it can prove, and guesses when it must.",
    ),
    Level(
        "brisk",
        "expert",
        "Garnet",
        "hare",
        "Digs quickly and hardly ever misreads a number.",
    ),
    Level(
        "strong",
        "master",
        "Onyx",
        "badger",
        "Quick and precise: tests with flags before it guesses, and runs from lit bombs.",
    ),
)
