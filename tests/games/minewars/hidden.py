"""What the rules keep from a viewer of MineWars, written from the rulebook (for law 5).

It reads the truth, and sight as `naive_sight.py` works it out; nothing of `views.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from freehold.game import Arrive, Illegal, Leave, Seat, Viewer
from freehold.games.minewars import rules
from freehold.games.minewars.actions import (
    Build,
    Bulldoze,
    Capture,
    Deploy,
    Flag,
    Harvest,
    Reveal,
    Smoke,
    Strike,
    Unflag,
)
from freehold.games.minewars.state import State
from tests.games.minewars.naive_sight import city_cells, own_cells, seen_cells, watched_cells

TELLING = ("surrounded", "sold")
"""A player who surrounds items owns their tiles, so has full sight of them, and sells them (MW-15,
MW-17, MW-44, MW-45). Of a trap, which is sold for nothing, these notices are the only trace: see
`docs/decisions/0012-a-notice-may-tell-what-no-view-keeps.md`."""
DELAYED = Deploy | Strike | Reveal | Smoke | Harvest | Bulldoze


def is_hidden(state: State, viewer: Viewer, seat: Seat, action: Struct) -> bool:
    """Flags are their owner's alone (MW-35); of a delayed action nothing is seen before its end;
    a structure to come is seen only in full sight (MW-16); and what a capture changes, only where
    the viewer sees (MW-13, MW-16), but for skulls, cities and the score (MW-91)."""
    if seat == viewer:
        return False
    if isinstance(action, Flag | Unflag | DELAYED | Arrive | Leave):
        return True
    if isinstance(action, Build):
        return not is_any_full(state, viewer, action)
    return isinstance(action, Capture) and is_capture_hidden(state, viewer, seat, action)


def is_any_full(state: State, viewer: Viewer, action: Build) -> bool:
    full = full_cells(state, viewer)
    return any(y * state.width + x in full for x, y in action.places)


def full_cells(state: State, viewer: Viewer) -> set[int]:
    """MW-15; what a player has revealed may be full too."""
    if viewer < 0:
        return city_cells(state)
    revealed = set(state.known[viewer].revealed)
    return city_cells(state) | own_cells(state, viewer) | watched_cells(state, viewer) | revealed


def is_capture_hidden(state: State, viewer: Viewer, seat: Seat, action: Capture) -> bool:
    """Try it: does it change anything where the viewer sees, before or after?"""
    cell = action.y * state.width + action.x
    seen = city_cells(state) if viewer < 0 else seen_cells(state, viewer) | city_cells(state)
    if cell in seen:
        return False
    other = state.copy()
    other.players[seat].ready.clear()  # whether it is too soon is not asked here
    try:
        rules.act(other, latest(other), seat, action)
    except Illegal:
        return True
    if viewer >= 0:
        seen |= seen_cells(other, viewer)
    return is_same_score(state, other) and not any(each in seen for each in changed(state, other))


def latest(state: State) -> int:
    """A moment that is not after now. What has ended by now is no longer in the state, so an
    earlier moment will do."""
    return max(city.since for city in state.cities)


def changed(one: State, other: State) -> Iterable[int]:
    layers = [
        (each.kind, each.owner, each.item, each.structure, each.pending) for each in (one, other)
    ]
    for before, after in zip(*layers, strict=True):
        if before != after:
            pairs = enumerate(zip(before, after, strict=True))
            yield from [cell for cell, (was, is_now) in pairs if was != is_now]


def is_same_score(one: State, other: State) -> bool:
    """MW-91, and skulls (MW-16)."""
    scores = [
        [(player.kills, player.deaths, player.taken, player.is_out) for player in each.players]
        for each in (one, other)
    ]
    is_over = one.outcome != other.outcome
    return scores[0] == scores[1] and one.skull == other.skull and not is_over
