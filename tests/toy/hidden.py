"""Which actions of others the rules keep from a viewer: what the law on secrets asks a game.

Written from the rulebook and not from `views.py`, so that one can find the other out.
"""

from __future__ import annotations

from msgspec import Struct

from freehold.game import Seat, Viewer
from tests.toy.actions import Hold, Listen, Mark, Step
from tests.toy.state import State


def is_hidden(state: State, viewer: Viewer, seat: Seat, action: Struct) -> bool:
    if viewer == seat:
        return False
    if isinstance(action, Hold | Listen | Mark):  # LN-05, LN-06, LN-07
        return True
    if not isinstance(action, Step):
        return False
    if viewer < 0:  # a watcher sees no cell
        return True
    width, sight = state.params.width_cells, state.params.sight_cells
    x, y = state.place[viewer] % width, state.place[viewer] // width
    u, v = state.place[seat] % width, state.place[seat] // width
    # LN-02: neither the cell that is left nor the one that is entered lies in the light
    return all(max(abs(x - a), abs(y - b)) > sight for a, b in ((u, v), (action.x, action.y)))
