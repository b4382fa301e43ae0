"""Mine Land: a shared minefield that many people walk, dig and flag at the same time.

A world: players come and go while a round runs, and each sees no further than their window.
"""

from __future__ import annotations

from freehold.game import Extras, Game, Legend
from freehold.games.mine_land import actions, rules, views
from freehold.games.mine_land.bots import BOTS, LEVELS
from freehold.games.mine_land.endings import standing
from freehold.games.mine_land.facts import Facts
from freehold.games.mine_land.highlights import HIGHLIGHTS
from freehold.games.mine_land.keys import KEYS, clicks, timers
from freehold.games.mine_land.numbers import NUMBERS
from freehold.games.mine_land.params import Params
from freehold.games.mine_land.presets import PRESETS
from freehold.games.mine_land.redealing import redeal
from freehold.games.mine_land.state import State
from freehold.games.mine_land.texts import TEXTS
from freehold.games.mine_land.tiles import LEGEND, describe, tiles
from freehold.world import World

GAME = Game(
    name="mine-land",
    folder=__name__,
    title="Mine Land",
    sentence="A huge minefield, shared by everybody: walk, dig, flag, and stay alive.",
    rules_version=3,
    kind="real-time",
    seats=(1, 500),
    endings=("settled", "all_dead", "time"),
    params=Params,
    state=State,
    facts=Facts,
    legend={
        "ground": Legend(
            "names", ("unknown", "covered", "uncovered", "site", "lit", "bomb", "hidden flag")
        ),
        "digit": Legend("numbers"),
        "flag": Legend("names", ("", "red flag", "green flag")),
        "loot": Legend("numbers"),
    },
    grace_ms=10_000,  # ML-55
    flush_ms=50,
    longest=20_000,
    snapshot_entries=20_000,  # one segment: it reloads fast, and its film is small
    world=World(
        rest_ms=lambda params: params.rest_ms,  # ML-54
        standing=standing,  # ML-42
        watched=lambda state: state.living,  # ML-52
    ),
    new=rules.new,
    act=rules.act,
    wake_at=rules.wake_at,
    wake=rules.wake,
    awaited=rules.awaited,
    view=views.view,
    choices=views.choices,
    outcome=rules.outcome,
    changes=views.changes,
    redeal=redeal,
    parse=actions.parse,
    spell=actions.spell,
    texts=TEXTS,
    tiles=tiles,
    describe=describe,
    bots=BOTS,
    extras=Extras(
        levels=LEVELS,
        presets=PRESETS,
        highlights=HIGHLIGHTS,
        keys=KEYS,
        clicks=clicks,
        timers=timers,
        signs=LEGEND,
        numbers=NUMBERS,
    ),
)
