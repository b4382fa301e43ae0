"""Secrets: law 5 must catch each of these planted leaks, and find none in the game as it is.

Some leaks wrap the game's record, some the feed that carries its views. The tables are such that
players are often frozen, for that is where most could leak.
"""

from __future__ import annotations

from typing import Any

import pytest

from freehold.game import PUBLIC, AnyGame, Illegal, View, Viewer
from freehold.games.area_attack import GAME, views
from freehold.games.area_attack.facts import Facts
from freehold.games.area_attack.params import Params
from freehold.games.area_attack.state import State
from freehold.testing.law_5 import Leak
from freehold.testing.trials import At
from tests.games_under_test import check_law_5
from tests.laws.leaks import (
    Patch,
    Plant,
    common_numbers,
    empty_frames,
    leak_on_return,
    leak_refusal,
    leak_view,
    with_facts,
    with_layer,
)

ICY = Params(
    width_cells=16,
    height_cells=14,
    apart_cells=6,
    apart_percent=0,
    density_percent=24,
    pick_ms=1_000,
    stage_2_ms=40_000,
    stage_3_ms=50_000,
    lock_ms=10_000,
    stage_2_percent=90,
    freeze_ms=9_000,
)
TABLE = At(3, ICY)
PAIRS = 150


def numbers_of_others(state: State, viewer: Viewer) -> View[Facts]:
    known = views.view(state, viewer)
    if viewer < 0:
        return known
    return with_layer(known, "digit", views.true_layers(state)["digit"])


def mines_in_choices(state: State, viewer: Viewer) -> View[Facts]:
    known = views.view(state, viewer)
    pairs = zip(known.layers["legal"], state.mine, strict=True)
    return with_layer(known, "legal", bytes(legal and not mine for legal, mine in pairs))


def length_by_mines(state: State, viewer: Viewer) -> View[Facts]:
    known = views.view(state, viewer)
    padding = ((0,),) * (state.mine[: len(state.mine) // 2].count(1) % 16)
    return with_facts(known, graph=padding)


def shares_while_frozen(state: State, viewer: Viewer) -> View[Facts]:
    return with_facts(views.view(state, viewer), cells=tuple(state.cells))


def others_freezes_while_frozen(state: State, viewer: Viewer) -> View[Facts]:
    return with_facts(views.view(state, viewer), frozen=tuple(state.frozen))


def board_while_frozen(state: State, viewer: Viewer) -> View[Facts]:
    known = views.view(state, viewer)
    return with_layer(known, "owner", bytes(state.owner))


def numbers_for_watchers(state: State, viewer: Viewer) -> View[Facts]:
    known = views.view(state, viewer)
    if viewer != PUBLIC:
        return known
    return with_layer(known, "digit", views.true_layers(state)["digit"])


def struck_mines_shown(state: State, viewer: Viewer) -> View[Facts]:
    """Opponents would see where somebody was frozen."""
    known = views.view(state, viewer)
    layer = bytearray(known.layers["ground"])
    for cell in state.struck:
        if cell >= 0:
            layer[cell] = 2
    return with_layer(known, "ground", bytes(layer))


def number_of_anothers_cell(state: State, action: Any, refusal: Illegal) -> None:
    if refusal.code == "taken":
        refusal.facts["number"] = state.number[action.y * state.width + action.x]


def how_much_happened_so_far(state: State, action: Any, refusal: Illegal) -> None:
    refusal.facts["tick"] = sum(flag.count(1) for flag in state.flag) + sum(state.cells)


def notices_for_the_frozen(patch: Patch) -> AnyGame:
    patch.setattr(views, "awake", lambda state: None)
    return GAME


LEAKS: dict[str, Plant] = {
    "another's number in a patch": leak_view(GAME, numbers_of_others),
    "a mine in the choices": leak_view(GAME, mines_in_choices),
    "a refusal that tells": leak_refusal(GAME, number_of_anothers_cell),
    "a message's length": leak_view(GAME, length_by_mines),
    "an empty frame for an invisible event": empty_frames(GAME),
    "percentages while frozen": leak_view(GAME, shares_while_frozen),
    "others' freezes while frozen": leak_view(GAME, others_freezes_while_frozen),
    "the board while frozen": leak_view(GAME, board_while_frozen),
    "a fresh view while frozen": leak_on_return(GAME, board_while_frozen),
    "a watcher's frame": leak_view(GAME, numbers_for_watchers),
    "where somebody froze": leak_view(GAME, struck_mines_shown),
    "a global sequence number": common_numbers(GAME),
    "the tick of an answer": leak_refusal(GAME, how_much_happened_so_far),
    "a notice for the frozen": notices_for_the_frozen,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leaky = LEAKS[name](monkeypatch)
    with pytest.raises(Leak):
        check_law_5(leaky, TABLE, seed=1, pairs=PAIRS)


@pytest.mark.slow
def test_aa_31_nothing_leaks_where_players_are_often_frozen() -> None:
    report = check_law_5(GAME, TABLE, seed=1, pairs=3 * PAIRS)
    assert report.fields["held"] >= 10, "some pairs differ in what the frozen may not know"
    assert report.fields["owner"] >= 5
