"""Area Attack: two to four players claim ground on one mined board, in real time.

Only the player who uncovered a number can see it.
"""

from __future__ import annotations

from freehold.game import Changes, Extras, Game, Legend, TextWire
from freehold.games.area_attack import actions, rules, views, wire
from freehold.games.area_attack.bots import BOTS, LEVELS
from freehold.games.area_attack.facts import Facts
from freehold.games.area_attack.highlights import HIGHLIGHTS
from freehold.games.area_attack.keys import KEYS, clicks, timers
from freehold.games.area_attack.numbers import NUMBERS
from freehold.games.area_attack.params import Params
from freehold.games.area_attack.redealing import redeal
from freehold.games.area_attack.state import State
from freehold.games.area_attack.texts import TEXTS
from freehold.games.area_attack.tiles import LEGEND, describe, tiles

GAME = Game(
    name="area-attack",
    folder=__name__,
    title="Area Attack",
    sentence="One minefield, seven minutes: claim the most ground, and blow up what others claim.",
    rules_version=1,
    kind="real-time",
    seats=(2, 4),
    endings=("time", "cleared", "deserted"),
    params=Params,
    state=State,
    facts=Facts,
    legend={
        "ground": Legend("names", ("", "crater", "mine", "hidden mine")),
        "owner": Legend("seats"),
        "digit": Legend("names", ("", "0", "1", "2", "3", "4", "5", "6", "7", "8")),
        "flag": Legend("names", ("", "flag")),
        "legal": Legend("names", ("", "can be opened")),
    },
    grace_ms=60_000,  # AA-60
    flush_ms=50,
    longest=20_000,
    new=rules.new,
    act=rules.act,
    wake_at=rules.wake_at,
    wake=rules.wake,
    awaited=rules.awaited,
    view=views.view,
    choices=views.choices,
    changes=lambda state: Changes(state.touched.take_viewers(), state.touched.take_cells()),
    outcome=rules.outcome,
    redeal=redeal,
    parse=actions.parse,
    spell=actions.spell,
    texts=TEXTS,
    tiles=tiles,
    describe=describe,
    bots=BOTS,
    extras=Extras(
        levels=LEVELS,
        highlights=HIGHLIGHTS,
        keys=KEYS,
        clicks=clicks,
        timers=timers,
        signs=LEGEND,
        numbers=NUMBERS,
        wire=TextWire(
            read=wire.read,
            error_line=wire.error_line,
            tell_table=wire.tell_table,
            greet=wire.greet,
            tell=wire.tell,
            refuse=wire.refuse,
        ),
    ),
)
