"""What the rules keep from a viewer of Mine Land, written from the rulebook (for law 5)."""

from __future__ import annotations

from msgspec import Struct, structs

from freehold.game import Illegal, Seat, Viewer
from freehold.games.mine_land import rules
from freehold.games.mine_land.actions import Flip
from freehold.games.mine_land.state import State, Walker


def is_hidden(state: State, viewer: Viewer, seat: Seat, action: Struct) -> bool:
    """What happens wholly outside a window is kept from it (ML-06), but that the round is over
    (ML-53); and the dead may ask who is alive (ML-52)."""
    if seat == viewer:
        return False
    other = state.copy()
    try:
        rules.act(other, moment(state), seat, action)  # type: ignore[arg-type]
    except Illegal:
        return True
    if other.outcome is not None:
        return False
    if viewer < 0:
        return True
    if state.walkers[viewer].is_dead and alive(state) != alive(other):
        return False
    is_same = own(state, viewer) == own(other, viewer)
    return (
        is_same
        and not has_blast_in_sight(state, viewer, action)
        and (in_sight(state, viewer) == in_sight(other, viewer))
    )


def moment(state: State) -> int:
    """A moment at which everybody may act."""
    return max(max(walker.step_at, walker.dig_at) for walker in state.walkers)


def own(state: State, viewer: Viewer) -> Walker:
    """What they know of themselves; blasts are looked at by where they reach."""
    return structs.replace(state.walkers[viewer], blast=None)


def alive(state: State) -> list[bool]:
    return [not (walker.is_dead or walker.is_away) for walker in state.walkers]


def has_blast_in_sight(state: State, viewer: Viewer, action: Struct) -> bool:
    """Does the action set off a bomb whose circle reaches into the window? (ML-24, ML-56)"""
    window = window_of(state, viewer)
    if not isinstance(action, Flip) or window is None:
        return False
    bomb = action.y * state.width + action.x
    if not (0 <= bomb < len(state.under) and state.under[bomb] & 1):
        return False
    reach = state.params.blast_radius**2
    return any(
        (tile % state.width - action.x) ** 2 + (tile // state.width - action.y) ** 2 <= reach
        for tile in window
    )


def window_of(state: State, viewer: Viewer) -> list[int] | None:
    """The tiles around the one who sees for the viewer; None if nobody does."""
    walker = state.walkers[viewer]
    if walker.is_dead and walker.watching >= 0:
        walker = state.walkers[walker.watching]
    elif walker.is_dead or walker.is_away:
        return None
    sight = state.params.sight_tiles
    y, x = divmod(walker.at, state.width)
    return [
        v * state.width + u
        for v in range(max(y - sight, 0), min(y + sight + 1, state.height))
        for u in range(max(x - sight, 0), min(x + sight + 1, state.width))
    ]


def in_sight(state: State, viewer: Viewer) -> object:
    """The tiles of the window one by one, and who stands on them."""
    tiles = window_of(state, viewer)
    if tiles is None:
        return None
    layers = (state.ground, state.digit, state.flag, state.loot)
    shown = [[layer[tile] for tile in tiles] for layer in layers]
    places = {seat: state.walkers[seat].at for seat in state.living}
    return tiles, shown, {seat: at for seat, at in places.items() if at in tiles}
