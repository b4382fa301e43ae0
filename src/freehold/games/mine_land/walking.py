"""Steps, one tile at a time (ML-10 to ML-14)."""

from __future__ import annotations

from freehold.game import Illegal, Ms, Notice, Seat
from freehold.games.mine_land import crowds, views
from freehold.games.mine_land.actions import DIRECTIONS, Step
from freehold.games.mine_land.ground import is_walkable, take_flags
from freehold.games.mine_land.state import LIT, State


def step(state: State, now: Ms, seat: Seat, action: Step) -> list[Notice]:
    walker = state.walkers[seat]
    if now < walker.step_at:
        raise Illegal("too_soon", at=walker.step_at)  # ML-13
    tile = tile_towards(state, walker.at, action)
    if not is_walkable(state.ground[tile], state.flag[tile]):
        raise Illegal("lit" if state.ground[tile] == LIT else "covered")  # ML-11, ML-25
    crowds.move(state, seat, walker.at, tile)
    walker.at = tile
    walker.step_at = now + state.terms.step_ms
    views.note_own(state, seat)
    return pick_up(state, seat, tile) if state.loot[tile] else []


def tile_towards(state: State, at: int, action: Step) -> int:
    y, x = divmod(at, state.width)
    dx, dy = DIRECTIONS[action.towards]
    if not (0 <= x + dx < state.width and 0 <= y + dy < state.height):
        raise Illegal("edge")
    return (y + dy) * state.width + x + dx


def pick_up(state: State, seat: Seat, tile: int) -> list[Notice]:
    """ML-29: the first player who steps there takes them all."""
    flags = take_flags(state, tile)
    state.walkers[seat].flags += flags
    return [collected(state, seat, tile, flags)]


def collected(state: State, seat: Seat, tile: int, flags: int) -> Notice:
    y, x = divmod(tile, state.width)
    facts = {"seat": seat, "flags": flags, "x": x, "y": y}
    return Notice("collected", facts, views.seers(state, tile))
