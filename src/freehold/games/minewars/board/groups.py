"""Capture by surrounding: clusters, items, towers and barricades (MW-40 to MW-48).

A group is seen from one player: it is made of clusters, of tiles with a completed tower or
barricade, and of items on tiles that are not the player's own. Only groups that touch what has
changed are looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from freehold.game import TRUTH, Ms, Notice, Seat
from freehold.games.minewars.board import ground
from freehold.games.minewars.board.ground import ANYBODY, Fresh
from freehold.games.minewars.board.kinds import (
    DECOY,
    ITEM_NAMES,
    LANDLIKE,
    MINE,
    NONE,
    TOWER,
    WALLS,
)
from freehold.games.minewars.board.masks import (
    fixed_mask,
    flood,
    mask,
    only,
    table_of,
    widen,
)
from freehold.games.minewars.building import economy
from freehold.games.minewars.fog.sight import discs
from freehold.games.minewars.moves import protections
from freehold.games.minewars.params import round_up
from freehold.games.minewars.state import State
from freehold.kernel.due import drop_due, put_due
from freehold.kernel.grids import Grid

IN_WALLS = table_of(WALLS)


def is_member(state: State, me: int, cell: int) -> bool:
    """Does the tile join a group that this player (seat + 1) would have to surround?"""
    if state.cluster_of[cell] >= 0 or WALLS[state.structure[cell]]:
        return True
    return bool(state.item[cell]) and state.owner[cell] != me  # MW-46


def group_of(state: State, me: int, start: int) -> list[int]:
    """All that hangs together with a member, itself included (MW-41)."""
    members, seen = [start], {start}
    for cell in members:  # grows while it is walked
        for near in state.grid.touching[cell]:
            if near not in seen and is_member(state, me, near):
                seen.add(near)
                members.append(near)
    return members


def surrounded(state: State, me: int, starts: list[int]) -> list[list[int]]:
    """The groups of these members of which the player owns all safe land around, and there is some.

    A walk gives up at the first tile that is not the player's. What was looked at before belongs to
    a group that was given up, so whoever gets there gives up too: no tile is looked at twice.
    """
    owner, item, kind, city = state.owner, state.item, state.kind, state.city
    cluster_of, structure, touching = state.cluster_of, state.structure, state.grid.touching
    looked: set[int] = set()
    groups = []
    for start in starts:
        if start in looked:
            continue
        members, seen, has_land, is_open = [start], {start}, False, False
        for cell in members:  # grows while it is walked
            for near in touching[cell]:
                if near in seen:
                    continue
                if (
                    cluster_of[near] >= 0
                    or WALLS[structure[near]]
                    or (item[near] and owner[near] != me)
                ):
                    seen.add(near)
                    members.append(near)
                    is_open = near in looked
                elif LANDLIKE[kind[near]] and not city[near]:
                    has_land = True
                    is_open = owner[near] != me
                if is_open:
                    break
            if is_open:
                break
        looked |= seen
        if has_land and not is_open:
            groups.append(members)
    return groups


def capture(state: State, now: Ms, fresh: Fresh) -> list[Notice]:
    """Whoever has surrounded groups gets all of them at once (MW-41, MW-44)."""
    if len(state.tower_holds):
        break_tower_holds(state)
    notices: list[Notice] = []
    whose = {*(fresh.swept or fresh.tiles.values())}
    terrain: Terrain | None = None
    for me in range(1, state.seats + 1) if ANYBODY in whose else sorted(whose):
        if me not in state.owner:
            continue
        if fresh.swept:
            terrain = terrain or terrain_of(state)
            groups = surrounded_at_once(state, me, fresh, terrain)
        else:
            shut = shut_beside(state, me, fresh.tiles)
            groups = surrounded(state, me, shut) if shut else []
        if groups:
            notices += win(state, now, me - 1, groups)
            terrain = None  # items are sold
    return notices


def win(state: State, now: Ms, seat: Seat, groups: list[list[int]]) -> list[Notice]:
    """A player has surrounded these."""
    notices: list[Notice] = []
    gained: list[int] = []
    for group in groups:
        falling = fall(state, now, seat + 1, group)
        if falling:
            notices += tell_owners(state, seat, falling) + sell(state, now, seat, falling)
            gained += falling
    ground.give_all(state, gained, seat + 1)
    land = [cell for cell in gained if ground.is_land(state, cell)]
    protections.protect(state, now, land)  # MW-31
    return notices


def shut_beside(state: State, me: int, fresh: Mapping[int, int]) -> list[int]:
    """The members of groups on or beside changed tiles, in order, but for those that are open: safe
    land touches them that is not the player's. Another's gain of land surrounds nothing for this
    player, so it is not looked at.

    Written out over local names (see `is_member`): every capture asks it of all items around.
    """
    owner, item, kind, city = state.owner, state.item, state.kind, state.city
    cluster_of, structure = state.cluster_of, state.structure
    touching, around = state.grid.touching, discs(state.grid, 1)
    seen, shut = set[int](), list[int]()
    for cell, who in fresh.items():
        if who not in (ANYBODY, me):
            continue
        for near in around[cell]:
            if near in seen or not (
                (item[near] and owner[near] != me)
                or cluster_of[near] >= 0
                or WALLS[structure[near]]
            ):
                continue
            seen.add(near)
            for beside in touching[near]:
                if (
                    owner[beside] != me
                    and LANDLIKE[kind[beside]]
                    and not (item[beside] or WALLS[structure[beside]] or city[beside])
                ):
                    break
            else:
                shut.append(near)
    return sorted(shut)


class Terrain(NamedTuple):
    """Masks of what groups are made of, for all players alike."""

    items: int
    fixed: int
    """Clusters, towers and barricades."""
    land: int


def terrain_of(state: State) -> Terrain:
    fixed = state.kinds.clustered | mask(state.structure, IN_WALLS)
    land = state.kinds.land & ~(fixed_mask(state.city) | fixed)
    return Terrain(mask(state.item), fixed, land)


def surrounded_at_once(state: State, me: int, fresh: Fresh, terrain: Terrain) -> list[list[int]]:
    """The surrounded groups beside many changed tiles, but for those that are the player's already.

    A group is open if land that is not the player's touches it. All that hangs together with such
    members is found by one flood, and what is left over is surrounded.
    """
    grid, own = state.grid, mask(state.owner, only(me))
    items = terrain.items & ~own
    members, land = items | terrain.fixed, terrain.land & ~items
    beside_foreign = members & widen(grid, land & ~own)
    beside_changed = members & widen(grid, fresh.swept.get(ANYBODY, 0) | fresh.swept.get(me, 0))
    if not beside_changed & ~beside_foreign:
        return []
    shut = members & ~flood(grid, beside_foreign, members)
    shut &= flood(grid, shut & widen(grid, land), shut)  # MW-46: some land there must be
    to_gain = flood(grid, shut & ~own, shut)
    return _pieces(grid, to_gain, to_gain & beside_changed)


def _pieces(grid: Grid, all_members: int, all_starts: int) -> list[list[int]]:
    """The members that hang together with any start. They are crossed off as they are found."""
    touching, groups = grid.touching, []
    members = bytearray(all_members.to_bytes(len(grid), "little"))
    starts = bytearray(all_starts.to_bytes(len(grid), "little"))
    start = starts.find(255)
    while start >= 0:
        members[start] = 0
        group = [start]
        for cell in group:  # grows while it is walked
            starts[cell] = 0
            for near in touching[cell]:
                if members[near]:
                    members[near] = 0
                    group.append(near)
        groups.append(group)
        start = starts.find(255, start)
    return groups


def fall(state: State, now: Ms, me: int, group: list[int]) -> list[int]:
    """The tiles that the player gains of a surrounded group, in order. None if all are own, or if
    it waits: for protections to end, for a tower's hold."""
    owner, protected = state.owner, state.protected
    gained = sorted([cell for cell in group if owner[cell] != me])
    kept = [cell for cell in gained if protected[cell]]
    until = max([protections.until_of(state, cell) for cell in kept], default=now)
    if until > now:
        key = min(group)
        drop_due(state.due, "protect", key)
        put_due(state.due, until, "protect", key)  # MW-46
        return []
    towers = [cell for cell in gained if state.structure[cell] == TOWER]
    if towers and not tower_is_held(state, now, me, towers[0]):
        return []
    return gained


# Items are sold


def sell(state: State, now: Ms, seat: Seat, cells: list[int]) -> list[Notice]:
    """MW-45: to the region's city if it is the player's, else to the nearest own one."""
    items = [cell for cell in cells if state.item[cell]]
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


def tell_owners(state: State, seat: Seat, gained: list[int]) -> list[Notice]:
    """The winner hears how much it was, the losers how much of it was theirs."""
    notices = [Notice("surrounded", {"tiles": len(gained)}, (seat, TRUTH))]
    owners = [state.owner[cell] for cell in gained]
    for loser in sorted({*owners} - {0}):
        facts = {"seat": seat, "tiles": owners.count(loser)}
        notices.append(Notice("surrounded_yours", facts, (loser - 1, TRUTH)))
    return notices


# Towers may have to be held, like cities (MW-63)


def tower_is_held(state: State, now: Ms, me: int, tower: int) -> bool:
    """Has the player surrounded it for long enough? If not, the hold begins or goes on."""
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
        if not is_tower or not surrounded(state, who, [tower]):
            del state.tower_holds[tower]
            drop_due(state.due, "tower", tower)
