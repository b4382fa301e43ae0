"""The only writer of the truth: one function for each thing that can happen to a tile.

Each notes what it changed, so that whoever comes after (groups, money, sight) looks only there.
Nothing here asks whether it may happen.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from freehold.game import Ms
from freehold.games.minewars.board import masks
from freehold.games.minewars.board.kinds import (
    BRIDGE,
    CLUSTERED,
    DESTROYED,
    FOUNDATION,
    LANDLIKE,
    MOUNTAIN,
    NO_CLUSTER,
    NONE,
    NOTHING,
)
from freehold.games.minewars.board.masks import BYTE, mask_of, number, ones, write
from freehold.games.minewars.state import Cluster, State, Structure
from freehold.kernel.due import drop_due, put_due
from freehold.kernel.floods import clusters as pieces_of
from freehold.kernel.layers import put
from freehold.kernel.mines import shift_numbers

ANYBODY = 0
"""In `fresh`: the change may let any player capture a group, not only the tile's new owner."""


def is_land(state: State, cell: int) -> bool:
    """Does the tile play like land? A city does not."""
    return bool(LANDLIKE[state.kind[cell]]) and not state.city[cell]


def _note(state: State, cell: int) -> None:
    if cell not in state.changes:
        state.changes[cell] = (state.owner[cell], state.kind[cell])


def note_dirt(state: State, cell: int) -> None:
    """Something else than owner and kind has changed here, and groups must look at it."""
    state.dirty[cell] = None
    state.fresh[cell] = ANYBODY


def touch_all(state: State) -> None:
    """Any tile may look other than before."""
    state.touched.everywhere = len(state.kind)


# Owners


def give(state: State, cell: int, owner: int) -> None:
    """The tile is this one's from now on: seat + 1, or NOBODY."""
    before = state.owner[cell]
    if before == owner:
        return
    _note(state, cell)
    state.fresh[cell] = owner if state.fresh.get(cell, owner) == owner else ANYBODY
    put(state.touched, state.owner, cell, owner)
    state.protected[cell] = NOTHING  # MW-31: it was another's
    if is_land(state, cell):
        if before:
            state.players[before - 1].land -= 1
        if owner:
            state.players[owner - 1].land += 1
    if state.city[cell]:
        state.cities[state.city[cell] - 1].owner = owner
    if owner and state.known[owner - 1].flag[cell]:
        put(state.touched, state.known[owner - 1].flag, cell, 0)  # nobody flags what is theirs


def give_all(state: State, cells: list[int], owner: int) -> None:
    """The same for many tiles at once: no cities, and none that is the owner's already."""
    if len(cells) > masks.MANY:
        sweep(state, mask_of(len(state.kind), cells), owner)
        return
    layer, kind, changes, fresh = state.owner, state.kind, state.changes, state.fresh
    protected, players, gained = state.protected, state.players, 0
    for cell in cells:
        before, land = layer[cell], LANDLIKE[kind[cell]]
        layer[cell] = owner
        protected[cell] = NOTHING
        gained += land
        if before:
            players[before - 1].land -= land
        if cell not in changes:
            changes[cell] = (before, kind[cell])
        fresh[cell] = owner if fresh.get(cell, owner) == owner else ANYBODY
    state.touched.cells.update(cells)
    if owner:
        players[owner - 1].land += gained
        flag = state.known[owner - 1].flag
        for cell in cells:
            flag[cell] = 0  # nobody flags what is theirs


def sweep(state: State, taken: int, owner: int) -> None:
    """The same for a whole mask of tiles: an autoexpansion may take most of the board."""
    _keep_owners(state)
    size, before = len(state.kind), number(state.owner)
    land = taken & state.kinds.land
    owners = (before & land).to_bytes(size, "little")
    for own, player in enumerate(state.players, 1):
        player.land -= owners.count(own)
    if owner:
        state.players[owner - 1].land += land.bit_count() // BYTE
    write(state.owner, before & ~taken | taken & owner * ones(size))
    write(state.protected, number(state.protected) & ~taken)
    state.swept[owner] = state.swept.get(owner, 0) | taken
    if owner and 1 in state.known[owner - 1].flag:
        flag = state.known[owner - 1].flag
        write(flag, number(flag) & ~taken)


def _keep_owners(state: State) -> None:
    """From here on `owner_before` says what owners were before this action, and `changes` does
    not."""
    if not state.owner_before:
        owners = state.owner[:]
        for cell, (before, _) in state.changes.items():
            owners[cell] = before
        state.owner_before = bytes(owners)


class Fresh(Struct, frozen=True):
    """What has changed since groups, clusters and cities last looked."""

    tiles: dict[int, int]
    """By tile: its new owner if only that has changed, or ANYBODY."""
    swept: dict[int, int]
    """The same by who it is, as masks. If there are any, all tiles are in them."""

    def all_swept(self) -> int:
        """One mask of them all."""
        joined = 0
        for tiles in self.swept.values():
            joined |= tiles
        return joined

    def among(self, cells: Iterable[int]) -> Iterable[int]:
        """Those of some cells that have changed. Of few tiles all, whether they are asked for or
        not."""
        if not self.swept:
            return self.tiles
        joined = self.all_swept()
        changed = joined.to_bytes(-(-joined.bit_length() // BYTE), "little")
        return [cell for cell in cells if cell < len(changed) and changed[cell]]


def take_fresh(state: State) -> Fresh:
    """The note is empty afterwards."""
    tiles, state.fresh = state.fresh, {}
    swept, state.swept = state.swept, {}
    is_many = swept or len(tiles) > masks.MANY
    for who in sorted({*tiles.values()}) if is_many else ():
        cells = [cell for cell, each in tiles.items() if each == who]
        swept[who] = swept.get(who, 0) | mask_of(len(state.kind), cells)
    return Fresh(tiles, swept)


# Kinds, and the clusters that they make up


def turn(state: State, cell: int, kind: int) -> None:
    """The tile's kind is another from now on."""
    before = state.kind[cell]
    if before == kind:
        return
    _note(state, cell)
    state.fresh[cell] = ANYBODY
    put(state.touched, state.kind, cell, kind)
    vars(state).pop("kinds", None)
    if before == MOUNTAIN:
        vars(state).pop("mountains", None)
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
    """This item lies here from now on, or NONE."""
    before = state.item[cell]
    if before == item:
        return
    put(state.touched, state.item, cell, item)
    note_dirt(state, cell)
    if (before == NONE) != (item == NONE):
        shift_numbers(state.number, state.grid.touching, cell, 1 if before == NONE else -1)


def mark_skull(state: State, cell: int) -> None:
    """MW-34: for good, and for all to see."""
    put(state.touched, state.skull, cell, 1)
    state.dirty[cell] = None


# Structures


def plan(state: State, structure: Structure) -> int:
    """A structure is to come; its key."""
    key = state.take_id()
    state.structures[key] = structure
    for cell in structure.cells:
        put(state.touched, state.pending, cell, structure.kind)
        if structure.kind != BRIDGE:  # several players may ask for a bridge here, unseen
            state.built[cell] = key
        state.dirty[cell] = None  # it hinders nobody (MW-60): groups need not look
    return key


def complete(state: State, key: int) -> None:
    """What was to come stands now, on foundation (MW-60)."""
    structure = state.structures[key]
    structure.is_done = True
    for cell in structure.cells:
        put(state.touched, state.pending, cell, NOTHING)
        put(state.touched, state.structure, cell, structure.kind)
        state.built[cell] = key
        if structure.kind != BRIDGE:
            turn(state, cell, FOUNDATION)
        note_dirt(state, cell)


def cancel(state: State, key: int) -> None:
    """What was to come will not."""
    cells = state.structures.pop(key).cells
    left = [each for each in state.structures.values() if each.cells == cells]  # others' bridges
    for cell in cells:
        put(state.touched, state.pending, cell, left[0].kind if left else NOTHING)
        state.built.pop(cell, None)
        state.dirty[cell] = None


def raze(state: State, key: int) -> None:
    """What stood here is gone, and the land destroyed; a bridge leaves water (MW-60, MW-64)."""
    structure = state.structures.pop(key)
    for cell in structure.cells:
        put(state.touched, state.structure, cell, NOTHING)
        del state.built[cell]
        if structure.kind != BRIDGE:
            turn(state, cell, DESTROYED)
        note_dirt(state, cell)


def note_hp(state: State, key: int) -> None:
    """A structure's HP has changed: who sees it sees that."""
    for cell in state.structures[key].cells:
        state.dirty[cell] = None


# Smoke


def raise_smoke(state: State, cell: int, until: Ms) -> None:
    clear_smoke(state, cell)
    state.smokes[cell] = until
    put_due(state.due, until, "smoke", cell)
    state.dirty[cell] = None


def clear_smoke(state: State, cell: int) -> None:
    if state.smokes.pop(cell, None) is not None:
        drop_due(state.due, "smoke", cell)
        state.dirty[cell] = None
