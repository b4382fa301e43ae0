"""The only writer of the truth: one function for each thing that can happen to a tile.

Each notes what it changed, so that the code after it (groups, money, sight) looks only there.
Nothing here checks whether it is allowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from freehold.game import Ms
from freehold.games.minewars.board.bits import cells_of, fill
from freehold.games.minewars.board.kinds import (
    BRIDGE,
    CLUSTERED,
    DECOY,
    DESTROYED,
    FOUNDATION,
    LANDLIKE,
    NO_CLUSTER,
    NONE,
    NOTHING,
    TRAP,
)
from freehold.games.minewars.state import Cluster, State, Structure
from freehold.kernel.due import drop_due, put_due
from freehold.kernel.floods import clusters as pieces_of

ANYBODY = 0
"""In `fresh`: the change may let any player capture a group, not only the tile's new owner."""
STARRED = (DECOY, TRAP)


def is_land(state: State, cell: int) -> bool:
    """Does the tile play like land? A city does not."""
    return bool(LANDLIKE[state.kind[cell]]) and not state.city[cell]


def note_shown(state: State, cell: int) -> None:
    """Something visible other than owner and kind has changed here."""
    state.dirty |= 1 << cell


def note_dirt(state: State, cell: int) -> None:
    """The same, and groups must be checked here."""
    note_shown(state, cell)
    _note_fresh(state, 1 << cell, ANYBODY)


def _note_fresh(state: State, tiles: int, owner: int) -> None:
    state.fresh[owner] = state.fresh.get(owner, 0) | tiles


# Owners


def give(state: State, tiles: int, owner: int) -> None:
    """These tiles get this owner: seat + 1, or NOBODY."""
    boards = state.boards
    taken = tiles ^ tiles & boards.own[owner]
    if not taken:
        return
    _count_land(state, taken & boards.land, owner)
    boards.own = [own ^ own & taken for own in boards.own]
    boards.own[owner] |= taken
    fill(state.owner, taken, owner)
    fill(state.protected, taken, NOTHING)  # MW-31: it was another player's
    for cell in cells_of(taken & boards.cities):
        state.cities[state.city[cell] - 1].owner = owner
    if owner and 1 in state.known[owner - 1].flag:
        fill(state.known[owner - 1].flag, taken, 0)  # players do not flag their own tiles
    state.changed |= taken
    _note_fresh(state, taken, owner)


def _count_land(state: State, land: int, owner: int) -> None:
    """This land changes hands: update how much everybody has."""
    for own, player in enumerate(state.players, 1):
        player.land -= (land & state.boards.own[own]).bit_count()
    if owner:
        state.players[owner - 1].land += land.bit_count()


def take_fresh(state: State) -> dict[int, int]:
    """What has changed since groups, clusters and cities were last checked; clears the note."""
    fresh, state.fresh = state.fresh, {}
    return fresh


def all_of(fresh: Mapping[int, int]) -> int:
    """One set of all that has changed."""
    joined = 0
    for tiles in fresh.values():
        joined |= tiles
    return joined


# Kinds, and the clusters that they make up


def turn(state: State, cell: int, kind: int) -> None:
    """Change the tile's kind."""
    before, tile = state.kind[cell], 1 << cell
    if before == kind:
        return
    boards = state.boards
    boards.kinds[before] ^= tile
    boards.kinds[kind] ^= tile
    boards.sort_kinds()
    state.kind[cell] = kind
    state.changed |= tile
    _note_fresh(state, tile, ANYBODY)
    if CLUSTERED[before]:
        _leave_cluster(state, cell)
        if state.owner[cell] and LANDLIKE[kind]:
            state.players[state.owner[cell] - 1].land += 1


def find_clusters(state: State) -> None:
    """At set-up: all clusters, each of one kind (MW-40)."""
    for kind, clustered in enumerate(CLUSTERED):
        if clustered:
            cells = [cell for cell, each in enumerate(state.kind) if each == kind]
            _add_clusters(state, cells)


def _add_clusters(state: State, cells: Iterable[int]) -> None:
    for piece in pieces_of(cells, state.grid.touching):
        key = state.take_id()
        state.clusters[key] = Cluster(sorted(piece), ring_of(state, piece))
        for cell in piece:
            state.cluster_of[cell] = key


def ring_of(state: State, cells: Iterable[int]) -> list[int]:
    """The land that touches any of the cells, in order."""
    around = {near for cell in cells for near in state.grid.touching[cell]}
    return sorted(cell for cell in around if is_land(state, cell))


def _leave_cluster(state: State, cell: int) -> None:
    """A harvest may shrink a cluster, break it in pieces, or end it (MW-74)."""
    old = state.cluster_of[cell]
    left = [each for each in state.clusters.pop(old).cells if each != cell]
    state.cluster_of[cell] = NO_CLUSTER
    _add_clusters(state, left)
    for key in sorted({state.cluster_of[near] for near in state.grid.touching[cell]}):
        if key != NO_CLUSTER:
            cluster = state.clusters[key]
            cluster.ring = ring_of(state, cluster.cells)


# Items


def lay(state: State, cell: int, item: int) -> None:
    """Put this item here, or NONE."""
    before = state.item[cell]
    if before == item:
        return
    boards, tile = state.boards, 1 << cell  # before the layer is written, since it may read it
    state.item[cell] = item
    if (before == NONE) != (item == NONE):
        boards.items ^= tile
    if (before in STARRED) != (item in STARRED):
        boards.starred ^= tile
    state.moved |= tile
    note_dirt(state, cell)


def mark_skull(state: State, cell: int) -> None:
    """MW-34: for good, and visible to everybody."""
    state.skull[cell] = 1
    note_shown(state, cell)


# Structures


def plan(state: State, structure: Structure) -> int:
    """Begin the construction of a structure; returns its key."""
    key = state.take_id()
    state.structures[key] = structure
    for cell in structure.cells:
        state.pending[cell] = structure.kind
        if structure.kind != BRIDGE:  # several players may order a bridge here, unseen
            state.built[cell] = key
        note_shown(state, cell)  # it affects nobody (MW-60): groups need no check
    return key


def complete(state: State, key: int) -> None:
    """A construction is complete, on foundation (MW-60)."""
    structure = state.structures[key]
    structure.is_done = True
    for cell in structure.cells:
        state.pending[cell] = NOTHING
        _stand(state, cell, structure.kind)
        state.built[cell] = key
        if structure.kind != BRIDGE:
            turn(state, cell, FOUNDATION)
        note_dirt(state, cell)


def cancel(state: State, key: int) -> None:
    """A construction is cancelled."""
    cells = state.structures.pop(key).cells
    left = [each for each in state.structures.values() if each.cells == cells]  # others' bridges
    for cell in cells:
        state.pending[cell] = left[0].kind if left else NOTHING
        state.built.pop(cell, None)
        note_shown(state, cell)


def raze(state: State, key: int) -> None:
    """The structure here is gone, and the land destroyed; a bridge leaves water (MW-60, MW-64)."""
    structure = state.structures.pop(key)
    for cell in structure.cells:
        _stand(state, cell, NOTHING)
        del state.built[cell]
        if structure.kind != BRIDGE:
            turn(state, cell, DESTROYED)
        note_dirt(state, cell)


def _stand(state: State, cell: int, kind: int) -> None:
    """Put this structure here, or NOTHING."""
    built, tile = state.boards.built, 1 << cell
    built[state.structure[cell]] ^= tile
    built[kind] ^= tile
    state.structure[cell] = kind


def note_hp(state: State, key: int) -> None:
    """A structure's HP has changed: players who see it see that."""
    for cell in state.structures[key].cells:
        note_shown(state, cell)


# Smoke


def raise_smoke(state: State, cell: int, until: Ms) -> None:
    clear_smoke(state, cell)
    state.smokes[cell] = until
    put_due(state.due, until, "smoke", cell)
    note_shown(state, cell)


def clear_smoke(state: State, cell: int) -> None:
    if state.smokes.pop(cell, None) is not None:
        drop_due(state.due, "smoke", cell)
        note_shown(state, cell)
