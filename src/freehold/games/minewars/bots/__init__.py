"""The bots, weakest first. Each knows only its view, and clicks no faster than a person."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.bot import MakeBot
from freehold.game import Level
from freehold.games.minewars.bots.manners import Manner
from freehold.games.minewars.bots.players import Player

NOVICE = Manner(
    pause_ms=(1_470, 2_170),
    reaction_ms=800,
    slip_percent=6,
    daring=0.12,
    patience_ms=8_000,
    truce_ms=180_000,
    mercy_ms=420_000,
    strikes=True,
    storm_units=20,
    fastens=True,
    fortifies=True,
    works=3,
)
EASY = Manner(
    pause_ms=(1_340, 1_980),
    reaction_ms=700,
    slip_percent=5,
    daring=0.12,
    patience_ms=7_000,
    truce_ms=120_000,
    mercy_ms=300_000,
    strikes=True,
    storm_units=20,
    fastens=True,
    fortifies=True,
    works=3,
)
NORMAL = Manner(
    pause_ms=(1_160, 1_710),
    reaction_ms=550,
    slip_percent=3,
    daring=0.12,
    patience_ms=6_000,
    strikes=True,
    storm_units=20,
    fastens=True,
    fortifies=True,
    works=3,
    harvests=True,
)
HARD = Manner(
    pause_ms=(1_020, 1_440),
    reaction_ms=450,
    slip_percent=2,
    daring=0.08,
    patience_ms=4_500,
    strikes=True,
    storm_units=60,
    fastens=True,
    fortifies=True,
    works=3,
    harvests=True,
)
EXPERT = Manner(
    pause_ms=(1_000, 1_400),
    reaction_ms=350,
    slip_percent=1,
    daring=0.08,
    patience_ms=4_000,
    strikes=True,
    storm_units=60,
    fastens=True,
    fortifies=True,
    works=4,
    harvests=True,
    sweeps=True,
    builds=True,
)
MASTER = Manner(
    pause_ms=(430, 600),
    reaction_ms=350,
    slip_percent=0,
    daring=0.08,
    patience_ms=4_000,
    rival_steps=0,
    strikes=True,
    storm_units=8,
    fastens=True,
    guard_percent=100,
    fortifies=True,
    works=1,
    sweeps=True,
    builds=True,
)
MANNERS: Mapping[str, Manner] = MappingProxyType(
    {
        "novice": NOVICE,
        "easy": EASY,
        "normal": NORMAL,
        "hard": HARD,
        "expert": EXPERT,
        "master": MASTER,
    }
)


def make_novice() -> Player:
    """As easy, but slower and clumsier: a click every 1.8 s, one in 17 slips, and it takes 0.8 s to
    notice a thing. It leaves others alone for three minutes and their last city for seven, unless
    they take land of its own."""
    return Player(NOVICE)


def make_easy() -> Player:
    """Heads for the nearest city, mines its border and blows up what is in its way: a click every
    1.7 s, one in 20 slips, and it takes 0.7 s to notice a thing. It leaves others alone for two
    minutes and their last city for five, unless they take land of its own."""
    return Player(EASY)


def make_normal() -> Player:
    """Mines its border, storms what may hold a mine, and leaves its cities bare: a click every
    1.4 s, one in 33 slips, and it takes 0.55 s to notice a thing."""
    return Player(NORMAL)


def make_hard() -> Player:
    """As normal, but faster, and it saves its money for storms that succeed: a click every
    1.2 s, one in 50 slips, and it takes 0.45 s to notice a thing."""
    return Player(HARD)


def make_expert() -> Player:
    """As hard, and it builds towers to find where a click opens a rival's land: a click every
    1.2 s, one in 100 slips, and it takes 0.35 s to notice a thing."""
    return Player(EXPERT)


def make_master() -> Player:
    """Takes land first, storms with little saved, never harvests, and mines every city in danger;
    a rival's city is as good as a free one. Two clicks per second, and no slips."""
    return Player(MASTER)


LEVELS = (
    Level(
        "novice",
        "beginner",
        "Pebble",
        "turtle",
        "Takes its time, and leaves you alone for three minutes, unless you attack it.",
    ),
    Level(
        "easy",
        "easy",
        "Puddle",
        "duck",
        "Leaves you alone for the first two minutes, unless you attack it.",
    ),
    Level(
        "normal",
        "medium",
        "Gravel",
        "badger",
        "Mines its border and storms yours, but leaves its cities bare.",
    ),
    Level(
        "hard",
        "hard",
        "Ember",
        "lynx",
        "Saves its money for one big storm, and hardly misreads a digit.",
    ),
    Level(
        "expert",
        "expert",
        "Magma",
        "tiger",
        "Builds towers to look behind your mines, and breaks in where your land lies open.",
    ),
    Level(
        "master",
        "master",
        "Obsidian",
        "eagle",
        "Never slips, mines every city in danger, and is faster than most people.",
    ),
)
BOTS: Mapping[str, MakeBot] = MappingProxyType(
    {
        "novice": make_novice,
        "easy": make_easy,
        "normal": make_normal,
        "hard": make_hard,
        "expert": make_expert,
        "master": make_master,
    }
)
