"""Flipping and flagging the tiles around a player (ML-20 to ML-23, ML-27, ML-30 to ML-35, ML-40,
ML-41)."""

from __future__ import annotations

from freehold.game import Illegal, Ms, Notice, Seat
from freehold.games.mine_land import views
from freehold.games.mine_land.actions import Flag, Flip, OnTile
from freehold.games.mine_land.blasts import blow_wave
from freehold.games.mine_land.ground import around, uncover
from freehold.games.mine_land.params import BOMB_POINTS, FLIP_POINTS
from freehold.games.mine_land.state import (
    BOMB,
    COVERED,
    GREEN_FLAG,
    HIDDEN_FLAG,
    LIT,
    NO_FLAG,
    NOTHING,
    PAID_BOMB,
    RED_FLAG,
    State,
    Walker,
)
from freehold.games.mine_land.tallies import find, store
from freehold.games.mine_land.walking import collected
from freehold.kernel.due import put_due
from freehold.kernel.layers import put

SECOND_MS = 1_000


def dig(state: State, now: Ms, seat: Seat, action: OnTile) -> list[Notice]:
    """A flip, flag or unflag: first what they have in common, then the one it is."""
    walker = state.walkers[seat]
    if now < walker.dig_at:
        raise Illegal("too_soon", at=walker.dig_at)  # ML-13
    tile = tile_beside(state, walker.at, action.x, action.y)
    if state.ground[tile] != COVERED:
        raise Illegal("lit" if state.ground[tile] == LIT else "uncovered")
    if isinstance(action, Flip):
        return flip(state, now, seat, tile)
    if isinstance(action, Flag):
        return put_flag(state, now, seat, tile)
    return take_flag(state, now, seat, tile)


def tile_beside(state: State, at: int, x: int, y: int) -> int:
    """ML-20: one of the eight tiles around the player, not the player's own."""
    own_y, own_x = divmod(at, state.width)
    dx, dy = x - own_x, y - own_y
    if not (-1 <= dx <= 1 and -1 <= dy <= 1 and 0 <= x < state.width and 0 <= y < state.height):
        raise Illegal("too_far")
    if dx == dy == 0:
        raise Illegal("here")
    return y * state.width + x


def has_dug(state: State, now: Ms, seat: Seat, walker: Walker, points: int) -> None:
    walker.dig_at = now + state.terms.dig_ms
    if points:
        state.scorings += 1
        walker.score += points
        walker.scored = state.scorings
    views.note_own(state, seat)


def flip(state: State, now: Ms, seat: Seat, tile: int) -> list[Notice]:
    if state.flag[tile]:
        raise Illegal("flagged")  # ML-27
    has_dug(state, now, seat, state.walkers[seat], FLIP_POINTS)  # ML-40: a bomb too
    if state.under[tile] & 1:
        return blow_wave(state, now, 1, seat, [tile])  # ML-24
    notices = find_flag(state, seat, tile) if state.under[tile] else []
    uncover(state, tile)
    if state.terms.cascades and not state.number[tile]:
        notices += run_on(state, seat, tile)
    return notices


def find_flag(state: State, seat: Seat, tile: int) -> list[Notice]:
    """ML-23: it is collected at once."""
    state.under[tile] = NOTHING
    state.walkers[seat].flags += 1
    return [collected(state, seat, tile, 1)]


def run_on(state: State, seat: Seat, start: int) -> list[Notice]:
    """ML-21, if the option is on: every tile without bombs around it uncovers the tiles around it,
    and so on, except flagged tiles. No points (ML-40); flags under them are collected."""
    notices, reached = [], [start]
    for tile in reached:  # grows while it is walked
        for near in () if state.number[tile] else around(state, tile):
            if state.ground[near] == COVERED and state.flag[near] == NO_FLAG:
                if state.under[near] == HIDDEN_FLAG:
                    notices += find_flag(state, seat, near)
                uncover(state, near)
                reached.append(near)
    return notices


def put_flag(state: State, now: Ms, seat: Seat, tile: int) -> list[Notice]:
    walker = state.walkers[seat]
    if state.flag[tile]:
        raise Illegal("flagged_already")
    if not walker.flags:
        raise Illegal("no_flags")  # ML-35
    walker.flags -= 1  # ML-31
    under = state.under[tile]
    is_bomb = bool(under & 1)
    put(state.touched, state.flag, tile, GREEN_FLAG if is_bomb else RED_FLAG)  # ML-32
    note_fresh(state, now, tile)
    state.open_bombs -= is_bomb
    pays = under == BOMB  # ML-41: once per round, to the first player
    has_dug(state, now, seat, walker, BOMB_POINTS if pays else 0)
    if not pays:
        return []
    state.under[tile] = PAID_BOMB
    return [Notice("flagged_bomb", {"seat": seat, "points": BOMB_POINTS}, (seat,))]


def take_flag(state: State, now: Ms, seat: Seat, tile: int) -> list[Notice]:
    """ML-33: anybody's flag may be taken. One that was placed only a moment ago is delayed."""
    walker = state.walkers[seat]
    if not state.flag[tile]:
        raise Illegal("not_flagged")
    at = find(state.fresh, tile)
    state.open_bombs += state.flag[tile] == GREEN_FLAG
    put(state.touched, state.flag, tile, NO_FLAG)
    store(state.fresh, tile, 0)
    has_dug(state, now, seat, walker, 0)
    if at <= now:
        walker.flags += 1
        return []
    walker.coming = tuple(sorted((*walker.coming, at)))
    put_due(state.due, at, "hand", seat)
    return [Notice("flag_later", {"seconds": -(-(at - now) // SECOND_MS)}, (seat,))]


def note_fresh(state: State, now: Ms, tile: int) -> None:
    """When a flag was placed, while that matters (ML-33)."""
    if state.terms.unflag_ms:
        state.fresh = [each for each in state.fresh if each[1] > now]
        store(state.fresh, tile, now + state.terms.unflag_ms)


def come_to_hand(state: State, seat: Seat) -> None:
    """The first of a player's delayed flags arrives."""
    walker = state.walkers[seat]
    walker.coming = walker.coming[1:]
    walker.flags += 1
    views.note_own(state, seat)
