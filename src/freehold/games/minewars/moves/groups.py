"""Capture by surrounding: clusters, items, towers and barricades (MW-40 to MW-48).

A group is seen from one player: it is made of clusters, of tiles with a completed tower or
barricade, and of items on tiles that are not the player's own. Only groups that touch what has
changed are checked.
"""

from __future__ import annotations

from collections.abc import Mapping

from freehold.game import TRUTH, Ms, Notice, Seat
from freehold.games.minewars import ground, protections
from freehold.games.minewars.board.bits import cells_of, first_of, flood, widen
from freehold.games.minewars.board.kinds import DECOY, ITEM_NAMES, MINE, NONE, TOWER
from freehold.games.minewars.building import economy
from freehold.games.minewars.ground import ANYBODY
from freehold.games.minewars.params import round_up
from freehold.games.minewars.state import State
from freehold.kernel.due import drop_due, put_due
from freehold.kernel.grids import Grid


def members_for(state: State, me: int) -> int:
    """The tiles that join groups which this player (seat + 1) would have to surround: clusters,
    towers, barricades, and items that are not on the player's own land (MW-46)."""
    boards = state.boards
    items = boards.items ^ boards.items & boards.own[me]
    return items | boards.clustered | boards.walls


def group_of(state: State, me: int, start: int) -> int:
    """Everything connected to these members, including themselves (MW-41)."""
    return flood(state.grid, start, members_for(state, me))


def surrounded(state: State, me: int, changed: int) -> list[int]:
    """The groups on or next to these tiles that the player has surrounded but does not own yet:
    there is safe land around them, and all of it is the player's (MW-46).

    Usually every member there is open itself: it touches safe land that is not the player's.
    """
    grid, boards, members = state.grid, state.boards, members_for(state, me)
    own, land = boards.own[me], boards.land ^ boards.land & members
    is_open = widen(grid, land ^ land & own)
    beside = widen(grid, changed) & members
    shut = beside ^ beside & is_open
    if not shut:
        return []
    groups = flood(grid, shut, members)
    closed = groups ^ flood(grid, groups & is_open, groups)
    closed &= flood(grid, closed & widen(grid, land), closed)
    return pieces(grid, flood(grid, closed ^ closed & own, closed), beside)


def pieces(grid: Grid, tiles: int, starts: int) -> list[int]:
    """The connected parts of a set, each with a start in it, in the order of the starts."""
    found = []
    while starts := starts & tiles:
        piece = flood(grid, starts & -starts, tiles)
        found.append(piece)
        tiles ^= piece
    return found


def capture(state: State, now: Ms, fresh: Mapping[int, int]) -> list[Notice]:
    """Players who have surrounded groups get all of them at once (MW-41, MW-44). Another player's
    gain of land surrounds nothing for a player, so it is not checked."""
    if len(state.tower_holds):
        break_tower_holds(state)
    notices: list[Notice] = []
    for me in range(1, state.seats + 1) if ANYBODY in fresh else sorted(fresh):
        if state.boards.own[me]:
            changed = fresh.get(ANYBODY, 0) | fresh.get(me, 0)
            if groups := surrounded(state, me, changed):
                notices += win(state, now, me - 1, groups)
    return notices


def win(state: State, now: Ms, seat: Seat, groups: list[int]) -> list[Notice]:
    """A player has surrounded these."""
    notices: list[Notice] = []
    gained = 0
    for group in groups:
        falling = fall(state, now, seat + 1, group)
        if falling:
            notices += tell_owners(state, seat, falling) + sell(state, now, seat, falling)
            gained |= falling
    ground.give(state, gained, seat + 1)
    protections.protect(state, now, gained & state.boards.land)  # MW-31
    return notices


def fall(state: State, now: Ms, me: int, group: int) -> int:
    """The tiles that the player gains from a surrounded group; none while it waits for protections
    to end or for a tower's hold."""
    protected, boards = state.protected, state.boards
    gained = group ^ group & boards.own[me]
    kept = [cell for cell in cells_of(gained) if protected[cell]]
    until = max([protections.until_of(state, cell) for cell in kept], default=now)
    if until > now:
        key = first_of(group)
        drop_due(state.due, "protect", key)
        put_due(state.due, until, "protect", key)  # MW-46
        return 0
    towers = gained & boards.built[TOWER]
    if towers and not tower_is_held(state, now, me, first_of(towers)):
        return 0
    return gained


# Items are sold


def sell(state: State, now: Ms, seat: Seat, tiles: int) -> list[Notice]:
    """MW-45: to the region's city if it is the player's, otherwise to their nearest city."""
    items = cells_of(tiles & state.boards.items)
    earned = 0
    for cell in items:
        money = sale_of(state, state.item[cell])
        economy.earn_at(state, now, seat, cell, money)
        ground.lay(state, cell, NONE)
        earned += money
    facts = {"items": len(items), "money": earned}
    return [Notice("sold", facts, (seat, TRUTH))] if items else []


def sale_of(state: State, item: int) -> int:
    params = state.params
    percents = {MINE: params.mine_sale_percent, DECOY: params.decoy_sale_percent}
    percent = percents.get(item, params.trap_sale_percent)
    return round_up(params, state.terms.prices[ITEM_NAMES[item]] * percent // 100)


def tell_owners(state: State, seat: Seat, gained: int) -> list[Notice]:
    """The winner is told how much it was, the losers how much of it was theirs."""
    notices = [Notice("surrounded", {"tiles": gained.bit_count()}, (seat, TRUTH))]
    for loser in range(state.seats):
        lost = (gained & state.boards.own[loser + 1]).bit_count()
        if lost:
            facts = {"seat": seat, "tiles": lost}
            notices.append(Notice("surrounded_yours", facts, (loser, TRUTH)))
    return notices


# Towers may have to be held, like cities (MW-63)


def tower_is_held(state: State, now: Ms, me: int, tower: int) -> bool:
    """Has the player surrounded it for long enough? If not, the hold begins or continues."""
    hold_ms = state.params.tower_hold_ms
    if not hold_ms:
        return True
    who, since = state.tower_holds.get(tower, (0, 0))
    if who != me:
        state.tower_holds[tower] = (me, now)
        put_due(state.due, now + hold_ms, "tower", tower)
        return False
    if now < since + hold_ms:
        return False
    del state.tower_holds[tower]
    return True


def break_tower_holds(state: State) -> None:
    for tower, (who, _) in state.tower_holds.pairs():
        is_tower = state.structure[tower] == TOWER
        if not is_tower or not surrounded(state, who, 1 << tower):
            del state.tower_holds[tower]
            drop_due(state.due, "tower", tower)
