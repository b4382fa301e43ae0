"""Pairs of matches that differ only in a secret tell a viewer the same: law 5 on many seeds.

What goes through the server's doors is compared in `doors.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from freehold.game import AnyGame
from freehold.games import load_game
from freehold.testing import At
from tests.games.area_attack import test_secrets as area_attack
from tests.games.mine_land import test_secrets as mine_land
from tests.games.minewars import test_secrets as minewars
from tests.games_under_test import check_law_5, game_named, tables
from tests.laws.faults import FAULTS
from tests.laws.leaks import Plant
from tests.proof.harness import Found, Plants, Proof, planting, try_each

PAIRS_A_SEED = 200
GENERAL = (
    "shows_a_hash_of_everything_in_a_layer",
    "shows_a_hash_of_everything_in_a_fact",
    "shows_how_long_the_state_is",
    "shows_everybody_what_seat_0_sees",
    "shows_watchers_what_seat_0_sees",
    "tells_everybody_that_somebody_acted",
    "tells_in_its_refusals",
    "tells_in_its_choices",
    "tells_its_key",
)
"""Leaks that can be planted into any game with secrets."""
SPECIAL: dict[str, tuple[AnyGame, At]] = {
    "area-attack": (load_game("area-attack"), area_attack.TABLE),
    "mine-land": (load_game("mine-land"), mine_land.TABLE),
    "minewars": (minewars.GAME, minewars.TABLE),
}
"""Tables at which players are often where most could leak: frozen, dead, blind."""
LEAKS: dict[str, tuple[dict[str, Plant], Callable[[AnyGame], object]]] = {
    "area-attack": (
        area_attack.LEAKS,
        lambda leaky: check_law_5(leaky, area_attack.TABLE, 1, area_attack.PAIRS),
    ),
    "mine-land": (mine_land.LEAKS, mine_land.look_for_leaks),
    "minewars": (
        minewars.LEAKS,
        lambda leaky: check_law_5(leaky, minewars.TABLE, 1, minewars.PAIRS, every=1),
    ),
    "territory": ({}, lambda leaky: None),
}


def compare(name: str, seed: int) -> Counter[str]:
    game = load_game(name)
    offered = [(game, at) for at in tables(game)]
    offered += [SPECIAL[name]] if name in SPECIAL else []
    report = check_law_5(*offered[seed % len(offered)], seed, PAIRS_A_SEED)
    return Counter(
        {
            "pairs": report.pairs,
            "frames": report.frames,
            "refusals": report.refusals,
            "pairs that differ in secret": report.redealt_differing + report.acted_differing,
        }
    )


def run(count: int, seed: int, name: str) -> Found:
    return try_each(count, seed, partial(compare, name))


def find_special(name: str, leak: str) -> str:
    planted, look = LEAKS[name]
    with planting() as patch:
        leaky = planted[leak](patch)
        try:
            look(leaky)
        except AssertionError as error:
            return str(error)
    return ""


def find_general(name: str, leak: str) -> str:
    leaky = FAULTS[leak](game_named(name))
    try:
        check_law_5(leaky, tables(leaky)[0], seed=1, pairs=PAIRS_A_SEED)
    except AssertionError as error:
        return str(error)
    return ""


def plants(name: str) -> Plants:
    planted: Plants = {leak: partial(find_special, name, leak) for leak in LEAKS[name][0]}
    general = {leak.replace("_", " "): partial(find_general, name, leak) for leak in GENERAL}
    return planted | general


PROOFS = tuple(
    Proof(
        f"secrets-{name}",
        "Two matches that differ only in a secret give a viewer equal views, frames, choices and"
        " refusals.",
        100_000,
        "pairs",
        partial(run, name=name),
        partial(plants, name),
        small=1,
        share=share,
        chunk=2,
    )
    for name, share in (
        ("area-attack", 190),
        ("mine-land", 90),
        ("minewars", 570),
        ("territory", 65),
    )
)
