"""What the rules keep from a viewer of Area Attack, written from the rulebook (for law 5)."""

from __future__ import annotations

from msgspec import Struct

from freehold.game import Illegal, Leave, Resign, Seat, Viewer
from freehold.games.area_attack import rules
from freehold.games.area_attack.actions import Flag, Unflag
from freehold.games.area_attack.state import State


def is_hidden(state: State, viewer: Viewer, seat: Seat, action: Struct) -> bool:
    """Others' flags are nobody's business (AA-14); to the frozen, all is hidden (AA-31) but that
    a player leaves (AA-60), until ground claimed begins the next stage (AA-42) or the end."""
    if seat == viewer or isinstance(action, Leave | Resign):
        return False
    if isinstance(action, Flag | Unflag):
        return True
    if not is_frozen(state, viewer):
        return False
    other = state.copy()
    try:
        rules.act(other, other.moments[0], seat, action)  # type: ignore[arg-type]
    except Illegal:
        return True
    return other.stage == state.stage and other.outcome is None


def is_frozen(state: State, viewer: Viewer) -> bool:
    return viewer >= 0 and state.struck[viewer] >= 0


def knows_public(state: State, seat: Seat) -> bool:
    """A frozen player knows less than a watcher."""
    return not is_frozen(state, seat)
