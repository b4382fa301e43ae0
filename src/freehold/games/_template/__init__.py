"""Template: the smallest legal game, as a starting point for one of your own.

Two to four players claim free cells in turn until none is left; the most cells win.
"""

from __future__ import annotations

from freehold.game import Extras, Game, Legend, Level
from freehold.games._template import actions, rules, views
from freehold.games._template.bots import make_random
from freehold.games._template.params import Params
from freehold.games._template.state import State
from freehold.games._template.texts import TEXTS
from freehold.games._template.tiles import describe, tiles

GAME = Game(
    name="template",
    folder=__name__,
    title="Template",
    sentence="Claim cells in turn; the most cells win.",
    rules_version=1,
    kind="turns",
    seats=(2, 4),
    endings=("full", "resigned"),
    params=Params,
    state=State,
    facts=views.Facts,
    legend={"owner": Legend("seats")},
    longest=100,
    new=rules.new,
    act=rules.act,
    awaited=rules.awaited,
    view=views.view,
    choices=views.choices,
    outcome=rules.outcome,
    parse=actions.parse,
    spell=actions.spell,
    texts=TEXTS,
    tiles=tiles,
    describe=describe,
    bots={"random": make_random},
    extras=Extras(
        levels=(Level("random", "easy", "Pebble", "stone", "Claims any free cell."),),
    ),
)
