"""What a player can do by number, seen from where they stand: the four steps, then flip, flag and
unflag for each of the eight tiles around them, then watching the next player.

The choices of a view are those that its mask allows.
"""

from __future__ import annotations

from freehold.game import Ms, Numbers, View
from freehold.games.mine_land.actions import (
    DIRECTIONS,
    NEXT,
    ON_TILES,
    Action,
    Step,
    Watch,
)
from freehold.games.mine_land.facts import Facts
from freehold.games.mine_land.ground import is_walkable
from freehold.games.mine_land.params import Params
from freehold.games.mine_land.state import COVERED, NO_FLAG
from freehold.kernel.grids import SQUARE_TOUCHING
from freehold.kernel.indices import check_index

STEPS = tuple(DIRECTIONS)
FIRST_DIG = len(STEPS)
DIGS = len(ON_TILES)
"""How many there are on each tile."""
WATCH = FIRST_DIG + DIGS * len(SQUARE_TOUCHING)
SIZE = WATCH + 1
NO_STEPS, NO_DIGS, NO_DIG = bytes(FIRST_DIG), bytes(WATCH - FIRST_DIG), bytes(DIGS)
FLIP, FLIP_OR_FLAG, UNFLAG = b"\1\0\0", b"\1\1\0", b"\0\0\1"
NOTHING = bytes(SIZE)
WATCH_ONLY = bytes(WATCH) + b"\1"


def size(params: Params, seats: int) -> int:
    return SIZE


def action(view: View[Facts], index: int) -> Action:
    check_index(index, SIZE)
    if index == WATCH:
        return Watch()
    if index < FIRST_DIG:
        return Step(STEPS[index])
    side, kind = divmod(index - FIRST_DIG, DIGS)
    (x, y), (dx, dy) = view.facts.at, SQUARE_TOUCHING[side]
    return ON_TILES[kind](x + dx, y + dy)


def index(view: View[Facts], action: Action) -> int | None:
    if isinstance(action, Watch):
        return WATCH if action.seat == NEXT else None
    if isinstance(action, Step):
        return STEPS.index(action.towards) if action.towards in DIRECTIONS else None
    x, y = view.facts.at
    side = (action.x - x, action.y - y)
    if side not in SQUARE_TOUCHING:
        return None
    return FIRST_DIG + DIGS * SQUARE_TOUCHING.index(side) + ON_TILES.index(type(action))


def mask(view: View[Facts], now: Ms) -> bytes:
    known = view.facts
    if view.viewer < 0 or known.ending or known.is_away:
        return NOTHING
    if known.is_dead:
        return WATCH_ONLY
    steps = _steps(view) if now >= known.step_at else NO_STEPS
    digs = _digs(view) if now >= known.dig_at else NO_DIGS
    return steps + digs + b"\0"


def _steps(view: View[Facts]) -> bytes:
    ground, flag = view.layers["ground"], view.layers["flag"]
    places = [place_beside(view, dx, dy) for dx, dy in DIRECTIONS.values()]
    return bytes([place >= 0 and is_walkable(ground[place], flag[place]) for place in places])


def _digs(view: View[Facts]) -> bytes:
    return b"".join([_dig(view, place_beside(view, dx, dy)) for dx, dy in SQUARE_TOUCHING])


def _dig(view: View[Facts], place: int) -> bytes:
    if place < 0 or view.layers["ground"][place] != COVERED:
        return NO_DIG
    if view.layers["flag"][place] != NO_FLAG:
        return UNFLAG
    return FLIP_OR_FLAG if view.facts.flags else FLIP


def place_beside(view: View[Facts], dx: int, dy: int) -> int:
    """The index in the layers of a tile next to the viewer's own; -1 beyond the world's edge."""
    (x, y), rect = view.facts.at, view.rect
    column, row = x + dx - rect.x, y + dy - rect.y
    if 0 <= column < rect.width and 0 <= row < rect.height:
        return row * rect.width + column
    return -1


def _names_a_seat(view: View[Facts], action: Action) -> bool:
    return isinstance(action, Watch) and action.seat != NEXT


NUMBERS = Numbers(
    size=size,
    action=action,
    index=index,
    mask=mask,
    without={
        "watching a player by seat: any number of players may come, and `watch next` reaches all"
        " of them": _names_a_seat
    },
)
