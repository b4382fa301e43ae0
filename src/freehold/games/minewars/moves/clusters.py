"""Losing clusters: a player keeps one only while owning all land around it (MW-42, MW-43)."""

from __future__ import annotations

from freehold.game import TRUTH, Notice
from freehold.games.minewars import ground
from freehold.games.minewars.board.bits import bits_at, cells_of, widen
from freehold.games.minewars.board.kinds import NOBODY
from freehold.games.minewars.moves.groups import group_of
from freehold.games.minewars.state import Cluster, State


def lose(state: State, fresh: int) -> list[Notice]:
    """The clusters that touch a changed tile and whose ring is broken turn neutral. A ring is land,
    so losing a cluster never breaks another ring."""
    lost = _broken(state, fresh)
    if not lost:
        return []
    clusters = state.clusters
    if any(not each.ring for _, each in clusters.pairs()):
        return [_lose_group(state, key) for key in lost]
    notices = [_tell(owner_of(state, clusters[key]), len(clusters[key].cells)) for key in lost]
    ground.give(state, _tiles_of(state, lost), NOBODY)
    return notices


def _tiles_of(state: State, keys: list[int]) -> int:
    return bits_at([cell for key in keys for cell in state.clusters[key].cells])


def _lose_group(state: State, key: int) -> Notice:
    """Lose one cluster, and whatever was kept through it alone (MW-43)."""
    owner = owner_of(state, state.clusters[key])
    lost = [key, *enclosed(state, key, owner)]
    tiles = _tiles_of(state, lost)
    ground.give(state, tiles, NOBODY)
    return _tell(owner, tiles.bit_count())


def _tell(owner: int, tiles: int) -> Notice:
    return Notice("cluster_lost", {"tiles": tiles}, (owner - 1, TRUTH))


def _broken(state: State, fresh: int) -> list[int]:
    """The owned clusters next to these tiles whose ring is broken, in order: they touch land that
    is not their owner's. Elsewhere their ring has not changed."""
    grid, boards = state.grid, state.boards
    beside, broken = widen(grid, fresh) & boards.clustered, 0
    for own in boards.own[1:]:
        if beside & own:
            broken |= beside & own & widen(grid, boards.land ^ boards.land & own)
    return sorted({state.cluster_of[cell] for cell in cells_of(broken)})


def owner_of(state: State, cluster: Cluster) -> int:
    return state.owner[cluster.cells[0]]  # MW-40: owned as a whole


def enclosed(state: State, lost: int, owner: int) -> list[int]:
    """MW-43: the owner's clusters that no land touches, if this was the last one in the group
    that land does touch."""
    group = group_of(state, owner, 1 << state.clusters[lost].cells[0])
    held = group & state.boards.clustered & state.boards.own[owner]
    own = sorted({state.cluster_of[cell] for cell in cells_of(held)} - {lost})
    if any(state.clusters[key].ring for key in own):
        return []
    return own
