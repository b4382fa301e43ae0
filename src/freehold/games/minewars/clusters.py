"""Losing clusters: who does not own all land around one has it no longer (MW-42, MW-43)."""

from __future__ import annotations

from collections.abc import Iterable

from freehold.game import TRUTH, Notice
from freehold.games.minewars import ground
from freehold.games.minewars.groups import group_of
from freehold.games.minewars.kinds import NO_CLUSTER, NOBODY
from freehold.games.minewars.state import Cluster, State


def lose(state: State, fresh: Iterable[int]) -> list[Notice]:
    """Of the clusters that touch a changed tile, those whose ring is broken turn neutral."""
    notices = []
    has_enclosed: bool | None = None  # asked once, and only if a cluster is lost
    for key in clusters_beside(state, fresh):
        owner = owner_of(state, state.clusters[key])
        if owner and not is_kept(state, state.clusters[key]):
            if has_enclosed is None:
                has_enclosed = any(not each.ring for _, each in state.clusters.pairs())
            lost = [key, *(enclosed(state, key, owner) if has_enclosed else ())]
            tiles = sum([let_go(state, state.clusters[each]) for each in lost])
            notices.append(Notice("cluster_lost", {"tiles": tiles}, (owner - 1, TRUTH)))
    return notices


def clusters_beside(state: State, cells: Iterable[int]) -> list[int]:
    cluster_of, touching = state.cluster_of, state.grid.touching
    keys = {cluster_of[near] for cell in cells for near in touching[cell]}
    keys.discard(NO_CLUSTER)
    return sorted(keys)


def owner_of(state: State, cluster: Cluster) -> int:
    return state.owner[cluster.cells[0]]  # MW-40: owned as a whole


def is_kept(state: State, cluster: Cluster) -> bool:
    """MW-42: all land around it is its owner's; what only touches another cluster's is not
    asked about (MW-43)."""
    owner = owner_of(state, cluster)
    return all(state.owner[cell] == owner for cell in cluster.ring)


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


def let_go(state: State, cluster: Cluster) -> int:
    ground.give_all(state, cluster.cells, NOBODY)
    return len(cluster.cells)
