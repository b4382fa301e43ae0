"""Lantern: a small game in real time with fog, traps and timers.

It is not a game for people. It proves that the interface carries real time and secrets: windows
that move, per-seat knowledge, hidden chance in `wake`, holds and freezes, restricted notices.
"""

from __future__ import annotations

from freehold.bot import AnyChoice
from freehold.game import Changes, Game, Legend
from tests.toy import actions, rules, views
from tests.toy.params import Params
from tests.toy.state import State
from tests.toy.texts import TEXTS
from tests.toy.tiles import describe, tiles


def make_random() -> AnyChoice:
    """Takes any choice."""
    return AnyChoice(views.choices)


GAME = Game(
    name="lantern",
    folder=__name__,
    title="Lantern",
    sentence="Hold still in the dark until cells are yours; do not step on a trap.",
    rules_version=1,
    kind="real-time",
    seats=(2, 4),
    endings=("lit", "dawn", "deserted"),
    params=Params,
    state=State,
    facts=views.Facts,
    legend={
        "ground": Legend("names", ("dark", "safe", "trap")),
        "owner": Legend("seats"),
        "lantern": Legend("seats"),
        "mark": Legend("names", ("", "marked")),
    },
    flush_ms=50,
    longest=5_000,
    new=rules.new,
    act=rules.act,
    wake_at=rules.wake_at,
    wake=rules.wake,
    awaited=rules.awaited,
    view=views.view,
    choices=views.choices,
    outcome=rules.outcome,
    redeal=views.redeal,
    changes=lambda state: Changes(cells=state.touched.take_cells()),
    parse=actions.parse,
    spell=actions.spell,
    texts=TEXTS,
    tiles=tiles,
    describe=describe,
    bots={"random": make_random},
)
