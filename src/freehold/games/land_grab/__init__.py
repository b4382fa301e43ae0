"""Land Grab: two players farm and settle an island; 100 points of income win.

Player 1, the industrialist, digs mines beside mountains and forests. Player 2 runs resorts
beside water and mountains. All of it is public, and turns alternate.
"""

from __future__ import annotations

from freehold.game import Changes, Clock, Extras, Game
from freehold.games.land_grab import actions, bots, islands, rules, views
from freehold.games.land_grab.highlights import HIGHLIGHTS
from freehold.games.land_grab.keys import KEYS
from freehold.games.land_grab.numbers import NUMBERS
from freehold.games.land_grab.params import Params
from freehold.games.land_grab.presets import PRESETS
from freehold.games.land_grab.series import standing
from freehold.games.land_grab.state import State
from freehold.games.land_grab.texts import TEXTS
from freehold.games.land_grab.tiles import KEY, describe, tiles


def clock(params: Params) -> Clock:
    return Clock(bank_ms=params.bank_seconds * 1000, increment_ms=params.increment_seconds * 1000)


GAME = Game(
    name="land-grab",
    folder=__name__,
    title="Land Grab",
    sentence="Farm and settle an island in turn: mines against resorts, first to 100 points.",
    rules_version=1,
    kind="turns",
    seats=(2, 2),
    endings=("points", "stalemate", "resigned", "time"),
    params=Params,
    state=State,
    facts=views.Facts,
    legend=views.LEGEND,
    clock=clock,
    longest=150,  # there are 144 tiles, and each action builds on one
    new=islands.new,
    act=rules.act,
    awaited=rules.awaited,
    view=views.view,
    choices=views.choices,
    changes=lambda state: Changes(cells=state.touched.take_cells()),
    outcome=rules.outcome,
    parse=actions.parse,
    spell=actions.spell,
    texts=TEXTS,
    tiles=tiles,
    describe=describe,
    bots=bots.BOTS,
    extras=Extras(
        presets=PRESETS,
        levels=bots.LEVELS,
        highlights=HIGHLIGHTS,
        keys=KEYS,
        signs=KEY,
        standing=standing,
        explain=views.explain,
        numbers=NUMBERS,
    ),
)
