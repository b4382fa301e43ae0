"""Losing clusters: who does not own all land around one has it no longer (MW-42, MW-43)."""

from __future__ import annotations

from collections.abc import Iterable

from freehold.game import TRUTH, Notice
from freehold.games.minewars.board import ground
from freehold.games.minewars.board.ground import Fresh
from freehold.games.minewars.board.groups import group_of
from freehold.games.minewars.board.kinds import NO_CLUSTER, NOBODY
from freehold.games.minewars.board.masks import cells_of, fixed_mask, mask, number, only, widen
from freehold.games.minewars.state import Cluster, State


def lose(state: State, fresh: Fresh) -> list[Notice]:
    """Of the clusters that touch a changed tile, those whose ring is broken turn neutral. A ring is
    land: no loss breaks another's."""
    lost = _broken_at_once(state, fresh) if fresh.swept else _broken(state, fresh.tiles)
    if not lost:
        return []
    clusters = state.clusters
    if any(not each.ring for _, each in clusters.pairs()):
        return [_lose_group(state, key) for key in lost]
    notices = [_tell(owner_of(state, clusters[key]), len(clusters[key].cells)) for key in lost]
    ground.give_all(state, [cell for key in lost for cell in clusters[key].cells], NOBODY)
    return notices


def _lose_group(state: State, key: int) -> Notice:
    """One cluster, and what was kept by it alone (MW-43)."""
    owner = owner_of(state, state.clusters[key])
    lost = [key, *enclosed(state, key, owner)]
    cells = [cell for each in lost for cell in state.clusters[each].cells]
    ground.give_all(state, cells, NOBODY)
    return _tell(owner, len(cells))


def _tell(owner: int, tiles: int) -> Notice:
    return Notice("cluster_lost", {"tiles": tiles}, (owner - 1, TRUTH))


def _broken(state: State, cells: Iterable[int]) -> list[int]:
    """The owned clusters beside these tiles whose ring is broken, in order."""
    cluster_of, touching = state.cluster_of, state.grid.touching
    keys = {cluster_of[near] for cell in cells for near in touching[cell]}
    keys.discard(NO_CLUSTER)
    if not keys:
        return []
    return [key for key in sorted(keys) if not is_kept(state, state.clusters[key])]


def _broken_at_once(state: State, fresh: Fresh) -> list[int]:
    """The same for many tiles: those that touch land which is not their owner's."""
    grid, broken = state.grid, 0
    clustered, land = state.kinds.clustered, state.kinds.land & ~fixed_mask(state.city)
    owners = (number(state.owner) & clustered).to_bytes(len(grid), "little")
    for player in range(1, state.seats + 1):
        if player in owners:
            own = mask(state.owner, only(player))
            broken |= own & clustered & widen(grid, land & ~own)
    cells = cells_of(len(grid), broken & widen(grid, fresh.all_swept())) if broken else []
    return sorted({state.cluster_of[cell] for cell in cells})


def owner_of(state: State, cluster: Cluster) -> int:
    return state.owner[cluster.cells[0]]  # MW-40: owned as a whole


def is_kept(state: State, cluster: Cluster) -> bool:
    """MW-42: all land around it is its owner's; what only touches another cluster's is not
    asked about (MW-43). A neutral cluster has nothing to keep."""
    owner, own = state.owner, owner_of(state, cluster)
    return not own or all(owner[cell] == own for cell in cluster.ring)


def enclosed(state: State, lost: int, owner: int) -> list[int]:
    """MW-43: the owner's clusters that no land touches, if this was the last one in the group
    that land does touch."""
    keys = {
        state.cluster_of[cell] for cell in group_of(state, owner, state.clusters[lost].cells[0])
    }
    keys.discard(NO_CLUSTER)
    own = [key for key in sorted(keys) if owner_of(state, state.clusters[key]) == owner]
    if any(state.clusters[key].ring for key in own if key != lost):
        return []
    return [key for key in own if key != lost]
