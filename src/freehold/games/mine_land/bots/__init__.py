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
    """Flips what simple rules can prove, a tile every two seconds, and slips more."""
    return Player(
        Manner(
            dig_pause_ms=(1_500, 2_300),
            step_pause_ms=(450, 700),
            reaction_ms=700,
            slip_permille=15,
        )
    )


def make_ambler() -> Player:
    """Flips what simple rules can prove, just under a tile per second, and slips now and then."""
    return Player(
        Manner(
            dig_pause_ms=(950, 1_450),
            step_pause_ms=(320, 480),
            reaction_ms=600,
            slip_permille=12,
        )
    )


def make_rambler() -> Player:
    """Flips and flags what simple rules can prove, about a tile per second."""
    return Player(
        Manner(
            dig_pause_ms=(840, 1_280),
            step_pause_ms=(270, 430),
            reaction_ms=500,
            slip_permille=10,
        )
    )


def make_careful() -> Player:
    """Flips and flags what simple rules can prove, and guesses when it must."""
    return Player(
        Manner(
            dig_pause_ms=(600, 1_000),
            step_pause_ms=(220, 360),
            reaction_ms=400,
            slip_permille=10,
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
        "strong": make_strong,
    }
)
LEVELS = (
    Level(
        "dawdler",
        "beginner",
        "Truffle",
        "pig",
        "Digs a tile every two seconds, and now and then the wrong one.",
    ),
    Level(
        "ambler",
        "easy",
        "Burdock",
        "tortoise",
        "Digs what is plainly safe, in no hurry, and slips now and then.",
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
        "strong",
        "expert",
        "Onyx",
        "badger",
        "Quick and precise: tests with flags before it guesses, and runs from lit bombs.",
    ),
)
