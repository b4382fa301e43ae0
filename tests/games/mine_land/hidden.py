"""What the rules keep from a viewer of Mine Land, written from the rulebook (for law 5)."""

from __future__ import annotations

from msgspec import Struct

from freehold.game import Illegal, Seat, Viewer
from freehold.games.mine_land import rules
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
    if own(state, viewer) != own(other, viewer):
        return False
    if state.walkers[viewer].is_dead and alive(state) != alive(other):
        return False
    return in_sight(state, viewer) == in_sight(other, viewer)


def moment(state: State) -> int:
    """A moment at which everybody may act, and no chain of waves has gone on yet."""
    ready = max(max(walker.step_at, walker.dig_at) for walker in state.walkers)
    return max([ready, *(at for _, at in state.fresh)])


def own(state: State, viewer: Viewer) -> Walker:
    return state.walkers[viewer]


def alive(state: State) -> list[bool]:
    return [not (walker.is_dead or walker.is_away) for walker in state.walkers]


def in_sight(state: State, viewer: Viewer) -> object:
    """The tiles around the one who sees for the viewer, one by one, and who stands on them."""
    walker = state.walkers[viewer]
    if walker.is_dead and walker.watching >= 0:
        walker = state.walkers[walker.watching]
    elif walker.is_dead or walker.is_away:
        return None
    sight = state.params.sight_tiles
    y, x = divmod(walker.at, state.width)
    tiles = [
        v * state.width + u
        for v in range(max(y - sight, 0), min(y + sight + 1, state.height))
        for u in range(max(x - sight, 0), min(x + sight + 1, state.width))
    ]
    shown = [
        [layer[t] for t in tiles] for layer in (state.ground, state.digit, state.flag, state.loot)
    ]
    places = {seat: state.walkers[seat].at for seat in state.living}
    around = {seat: at for seat, at in places.items() if at in tiles}
    return walker.at, shown, around, walker.blast
