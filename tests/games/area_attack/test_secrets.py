"""Secrets: law 5 must catch each of these planted leaks, and find none in the game as it is.

Some leaks wrap the game's record, some the feed that carries its views. The tables are such that
players are often frozen, for that is where most could leak.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from freehold.game import PUBLIC, AnyGame, Illegal, Ms, Notice, Seat, View, Viewer
from freehold.games.area_attack import GAME, views
from freehold.games.area_attack.facts import Facts
from freehold.games.area_attack.params import Params
from freehold.games.area_attack.state import State
from freehold.match.feed import Feed
from freehold.match.patches import Frame
from tests.games_under_test import At
from tests.laws.law_5 import check_law_5

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

ViewOf = Callable[[State, Viewer], View[Facts]]
Patch = pytest.MonkeyPatch


def leak_view(leaky: ViewOf) -> Callable[[Patch], AnyGame]:
    return lambda patch: replace(GAME, view=leaky)


def with_layer(known: View[Facts], name: str, layer: bytes) -> View[Facts]:
    return structs.replace(known, layers=known.layers | {name: layer})


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
    return structs.replace(known, facts=structs.replace(known.facts, graph=padding))


def shares_while_frozen(state: State, viewer: Viewer) -> View[Facts]:
    known = views.view(state, viewer)
    return structs.replace(known, facts=structs.replace(known.facts, cells=tuple(state.cells)))


def others_freezes_while_frozen(state: State, viewer: Viewer) -> View[Facts]:
    known = views.view(state, viewer)
    return structs.replace(known, facts=structs.replace(known.facts, frozen=tuple(state.frozen)))


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


def refusal_that_tells(patch: Patch) -> AnyGame:
    """The number is in the error for another's cell."""

    def act(state: State, now: Ms, seat: Seat, action: Any) -> list[Notice]:
        try:
            return GAME.act(state, now, seat, action)
        except Illegal as refusal:
            if refusal.code == "taken":
                refusal.facts["number"] = state.number[action.y * state.width + action.x]
            raise

    return replace(GAME, act=act)


def tick_in_the_answer(patch: Patch) -> AnyGame:
    """Every refusal says how much has happened so far."""

    def act(state: State, now: Ms, seat: Seat, action: Any) -> list[Notice]:
        try:
            return GAME.act(state, now, seat, action)
        except Illegal as refusal:
            flags = sum(flag.count(1) for flag in state.flag)
            refusal.facts["tick"] = flags + sum(state.cells)
            raise

    return replace(GAME, act=act)


def notices_for_the_frozen(patch: Patch) -> AnyGame:
    patch.setattr(views, "awake", lambda state: None)
    return GAME


def empty_frames(patch: Patch) -> AnyGame:
    """Whenever anything was touched, everybody gets a frame, be it empty."""
    honest = Feed.flush

    def flush(self: Feed, state: Any, table: Any, now: Ms) -> dict[Viewer, Frame]:
        was_touched = bool(state.touched.cells)
        frames = honest(self, state, table, now)
        for viewer, shadow in self.shadows.items():
            if was_touched and viewer not in frames:
                shadow.number += 1
                frames[viewer] = Frame(shadow.number, now)
        return frames

    patch.setattr(Feed, "flush", flush)
    return GAME


def global_numbers(patch: Patch) -> AnyGame:
    """One count of frames for all viewers together."""
    honest = Feed.flush

    def flush(self: Feed, state: Any, table: Any, now: Ms) -> dict[Viewer, Frame]:
        frames = honest(self, state, table, now)
        total = sum(shadow.number for shadow in self.shadows.values())
        return {viewer: structs.replace(each, number=total) for viewer, each in frames.items()}

    patch.setattr(Feed, "flush", flush)
    return GAME


def reload_while_frozen(patch: Patch) -> AnyGame:
    """Patches are honest; only one who comes back sees the board of now."""
    honest = Feed.open

    def reopen(self: Feed, viewer: Viewer, state: Any, table: Any, now: Ms) -> Frame:
        frame = honest(self, viewer, state, table, now)
        assert frame.view is not None
        return structs.replace(frame, view=board_while_frozen(state, viewer))

    patch.setattr(Feed, "open", reopen)
    return GAME


LEAKS: dict[str, Callable[[Patch], AnyGame]] = {
    "another's number in a patch": leak_view(numbers_of_others),
    "a mine in the choices": leak_view(mines_in_choices),
    "a refusal that tells": refusal_that_tells,
    "a message's length": leak_view(length_by_mines),
    "an empty frame for an invisible event": empty_frames,
    "percentages while frozen": leak_view(shares_while_frozen),
    "others' freezes while frozen": leak_view(others_freezes_while_frozen),
    "the board while frozen": leak_view(board_while_frozen),
    "a fresh view while frozen": reload_while_frozen,
    "a watcher's frame": leak_view(numbers_for_watchers),
    "where somebody froze": leak_view(struck_mines_shown),
    "a global sequence number": global_numbers,
    "the tick of an answer": tick_in_the_answer,
    "a notice for the frozen": notices_for_the_frozen,
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leaky = LEAKS[name](monkeypatch)
    with pytest.raises(AssertionError, match=r"area-attack, at|area-attack: "):
        check_law_5(leaky, TABLE, seed=1, pairs=PAIRS)


def test_aa_31_nothing_leaks_where_players_are_often_frozen() -> None:
    report = check_law_5(GAME, TABLE, seed=1, pairs=2 * PAIRS)
    assert report.fields["held"] >= 10, "some pairs differ in what the frozen may not know"
    assert report.fields["owner"] >= 5
