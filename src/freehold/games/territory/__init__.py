"""Territory: declare, order, and everything happens at once.

Three to five players spread over a map of 8 x 8 squares. Each round they talk once or twice, in
sealed declarations, and then move in sealed orders; the most units win.
"""

from __future__ import annotations

from freehold.game import Changes, Clock, Extras, Game, Legend
from freehold.games.territory import actions, endings, maps, promises, rules, views
from freehold.games.territory.bots import BOTS, LEVELS
from freehold.games.territory.highlights import HIGHLIGHTS
from freehold.games.territory.keys import DRAFT, KEYS, SIGNS
from freehold.games.territory.numbers import NUMBERS
from freehold.games.territory.params import Params
from freehold.games.territory.presets import PRESETS
from freehold.games.territory.state import State
from freehold.games.territory.texts import TEXTS
from freehold.games.territory.tiles import describe, tiles


def clock(params: Params) -> Clock:
    """TR-17: a limit for each phase."""
    return Clock(limit_ms=1000 * params.phase_seconds)


GAME = Game(
    name="territory",
    folder=__name__,
    title="Territory",
    sentence="Talk, seal your orders, and see who kept their word. The most units win.",
    rules_version=3,
    kind="sealed",
    seats=(3, 5),
    endings=("annihilation", "domination", "timeout", "deserted"),
    params=Params,
    state=State,
    facts=views.Facts,
    legend={
        "owner": Legend("seats"),
        "units": Legend("numbers"),
        "units_high": Legend("numbers"),  # plus 256 times this many units
        "resource": Legend("names", ("", "resource")),
    },
    clock=clock,
    longest=3_000,
    new=maps.new,
    act=rules.act,
    awaited=rules.awaited,
    view=views.view,
    choices=views.choices,
    changes=lambda state: Changes(cells=state.touched.take_cells()),
    outcome=endings.outcome,
    redeal=views.redeal,
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
        draft=DRAFT,
        signs=SIGNS,
        promises=promises.count,
        numbers=NUMBERS,
    ),
)
