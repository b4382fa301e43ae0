"""Meadow: a small world, in which people come and go while it runs.

It is not a game for people. It proves that the engine and the server carry worlds: windows that
move, newcomers, rounds that follow each other, a standing.
"""

from __future__ import annotations

from freehold.bot import AnyChoice
from freehold.game import Game, Legend
from freehold.world import World
from tests.toy_world import rules


def make_random() -> AnyChoice:
    """Takes any choice."""
    return AnyChoice(rules.choices)


GAME = Game(
    name="meadow",
    folder=__name__,
    title="Meadow",
    sentence="Walk and dig for coins.",
    rules_version=1,
    kind="real-time",
    seats=(1, 500),
    endings=("found", "dusk"),
    params=rules.Params,
    state=rules.State,
    facts=rules.Facts,
    legend={"ground": Legend("names", ("grass", "dug", "coin"))},
    grace_ms=10_000,
    flush_ms=50,
    snapshot_entries=200,
    world=World(rest_ms=lambda params: params.rest_ms, standing=rules.standing),
    new=rules.new,
    act=rules.act,
    wake_at=rules.wake_at,
    wake=rules.wake,
    awaited=rules.awaited,
    view=rules.view,
    choices=rules.choices,
    outcome=rules.outcome,
    redeal=rules.redeal,
    changes=rules.changes,
    parse=rules.parse,
    spell=rules.spell,
    texts={
        "away": "You are away.",
        "outside": "The meadow ends here: go another way.",
        "dug_already": "Somebody has dug here: dig elsewhere.",
        "no_such_seat": "There is no seat {seat} in this match.",
        "found": "{seat:player} has found a coin.",
        "over": "The match is over.",
        "ending_found": "All coins are found.",
        "ending_dusk": "It is too dark to dig.",
    },
    tiles=rules.tiles,
    describe=rules.describe,
    bots={"random": make_random},
)
