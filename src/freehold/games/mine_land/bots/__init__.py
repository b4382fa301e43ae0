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
    """Flips what simple rules can prove, a tile every 1.4 seconds, and misreads many numbers."""
    return Player(
        Manner(
            dig_pause_ms=(1_100, 1_700),
            step_pause_ms=(400, 580),
            form_percent=14,
            reaction_ms=700,
            slip_permille=60,
        )
    )


def make_ambler() -> Player:
    """Flips what simple rules can prove, a tile every 1.1 seconds, and misreads some numbers."""
    return Player(
        Manner(
            dig_pause_ms=(870, 1_340),
            step_pause_ms=(310, 470),
            form_percent=14,
            reaction_ms=600,
            slip_permille=28,
        )
    )


def make_rambler() -> Player:
    """Flips and flags what simple rules can prove, about a tile per second."""
    return Player(
        Manner(
            dig_pause_ms=(775, 1_205),
            step_pause_ms=(275, 420),
            form_percent=14,
            reaction_ms=500,
            slip_permille=22,
        )
    )


def make_careful() -> Player:
    """Flips and flags what simple rules can prove, and guesses when it must."""
    return Player(
        Manner(
            dig_pause_ms=(715, 1_095),
            step_pause_ms=(250, 380),
            form_percent=14,
            reaction_ms=400,
            slip_permille=14,
        )
    )


def make_brisk() -> Player:
    """Flips and flags a tenth faster than a careful walker, with hardly a mistake."""
    return Player(
        Manner(
            dig_pause_ms=(645, 985),
            step_pause_ms=(225, 345),
            form_percent=14,
            reaction_ms=300,
            slip_permille=8,
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
        "Digs slowly, and too often the wrong tile.",
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
