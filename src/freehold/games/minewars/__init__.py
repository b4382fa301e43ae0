"""MineWars: two to six players on one island, in real time, under the fog of war.

Minesweeper is the combat, land is the economy, and cities are the stake.
"""

from __future__ import annotations

from freehold.game import Extras, Game, Legend, MapMaking
from freehold.games.minewars import actions, mapmaking, mapwords, rules, setup, views
from freehold.games.minewars.board.kinds import ITEM_NAMES, KIND_NAMES, STRUCTURE_NAMES
from freehold.games.minewars.bots import BOTS, LEVELS
from freehold.games.minewars.explaining import explain
from freehold.games.minewars.facts import Facts
from freehold.games.minewars.fog import knowledge
from freehold.games.minewars.fog.redealing import redeal
from freehold.games.minewars.highlights import HIGHLIGHTS
from freehold.games.minewars.keys import KEYS, clicks, timers
from freehold.games.minewars.numbers import NUMBERS
from freehold.games.minewars.params import Params
from freehold.games.minewars.presets import PRESETS
from freehold.games.minewars.state import State
from freehold.games.minewars.texts import TEXTS
from freehold.games.minewars.tiles import LEGEND, describe, tiles

TO_COME = tuple(f"{name} to come" for name in STRUCTURE_NAMES[1:])

GAME = Game(
    name="minewars",
    folder=__name__,
    title="MineWars",
    sentence="An island in the fog: click your way across mined land, and hold the last city.",
    rules_version=2,
    kind="real-time",
    seats=(2, 6),
    endings=("elimination", "time"),
    params=Params,
    state=State,
    facts=Facts,
    legend={
        "kind": Legend("names", KIND_NAMES),
        "sight": Legend("names", ("fog", "limited", "full")),
        "owner": Legend("seats"),
        "digit": Legend("names", ("", "0", "1", "2", "3", "4", "5", "6", "7", "8")),
        "star": Legend("names", ("", "asterisk")),
        "item": Legend("names", (*ITEM_NAMES, "nothing")),
        "structure": Legend("names", (*STRUCTURE_NAMES, *TO_COME)),
        "hp": Legend("numbers"),
        "protected": Legend("numbers"),  # ticks of a clock, see protections.py
        "smoke": Legend("names", ("", "smoke")),
        "skull": Legend("names", ("", "skull")),
        "flag": Legend("names", ("", "flag")),
        "reach": Legend("names", ("", "beside yours")),
        "region": Legend("numbers"),  # the city's number + 1
        "city": Legend("numbers"),  # the same
        "axis": Legend("numbers"),  # a bridge's axis + 1
        "payer": Legend("numbers"),  # the city that pays for an action there + 1
    },
    shape=setup.shape_of,
    grace_ms=60_000,
    flush_ms=50,
    longest=40_000,
    new=setup.new,
    act=rules.act,
    wake_at=rules.wake_at,
    wake=rules.wake,
    awaited=rules.awaited,
    view=views.view,
    choices=views.choices,
    outcome=rules.outcome,
    changes=knowledge.changes,
    redeal=redeal,
    parse=actions.parse,
    spell=actions.spell,
    texts=TEXTS,
    tiles=tiles,
    describe=describe,
    bots=BOTS,
    extras=Extras(
        presets=PRESETS,
        levels=LEVELS,
        highlights=HIGHLIGHTS,
        keys=KEYS,
        clicks=clicks,
        timers=timers,
        signs=LEGEND,
        explain=explain,
        numbers=NUMBERS,
        maps=MapMaking(
            check=mapmaking.check,
            make=mapmaking.make,
            longest=mapmaking.LONGEST,
            find=mapwords.find,
            judge=mapwords.judge,
            draw=mapwords.draw,
        ),
    ),
)
