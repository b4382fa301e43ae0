"""The only writer of the truth: one function for each thing that can happen to a tile.

Each notes what it changed, so that whoever comes after (groups, money, sight) looks only there.
Nothing here asks whether it may happen.
"""

from __future__ import annotations

from collections.abc import Iterable

from freehold.game import Ms
from freehold.games.minewars.kinds import (
    BRIDGE,
    CLUSTERED,
    DESTROYED,
    FOUNDATION,
    LANDLIKE,
    NO_CLUSTER,
    NONE,
    NOTHING,
)
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


# Owners


def give(state: State, cell: int, owner: int) -> None:
    """The tile is this one's from now on: seat + 1, or NOBODY."""
    before = state.owner[cell]
    if before == owner:
        return
    _note(state, cell)
    state.fresh[cell] = owner if state.fresh.get(cell, owner) == owner else ANYBODY
    put(state.touched, state.owner, cell, owner)
    state.protected.pop(cell, None)
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
    """The same for many tiles at once: no cities, and none that is the owner's or protected."""
    layer, kind, changes, fresh = state.owner, state.kind, state.changes, state.fresh
    lost = [0] * (state.seats + 1)
    for cell in cells:
        before = layer[cell]
        lost[before] += LANDLIKE[kind[cell]]
        layer[cell] = owner
        if cell not in changes:
            changes[cell] = (before, kind[cell])
        fresh[cell] = owner if fresh.get(cell, owner) == owner else ANYBODY
    state.touched.cells.update(cells)
    for player, tiles in zip(state.players, lost[1:], strict=True):
        player.land -= tiles
    if owner:
        state.players[owner - 1].land += sum(lost)
        flag = state.known[owner - 1].flag
        for cell in cells:
            flag[cell] = 0  # nobody flags what is theirs


def protect(state: State, now: Ms, cells: Iterable[int]) -> None:
    """MW-31: for a while these are safe from other players."""
    until = now + state.terms.protect_ms
    kept = tuple(cells)
    if not kept or until == now:
        return
    state.protected.put_all(kept, until)
    state.dirty.update(dict.fromkeys(kept))
    shown = shown_until(state.terms.protect_ms, until)
    if (
        not state.protections
        or shown_until(state.terms.protect_ms, state.protections[-1][0]) < shown
    ):
        put_due(state.due, shown, "fade")
    state.protections.append((until, kept))


def shown_until(protect_ms: Ms, until: Ms) -> Ms:
    """Until when a protection is shown: a little longer than it lasts, so that many end together.

    The moment is its own, whatever else happens: nobody learns by it that others have acted.
    """
    tick = protect_tick_ms(protect_ms)
    return -(-until // tick) * tick


def protect_tick_ms(protect_ms: Ms) -> Ms:
    return max(100, -(-protect_ms // 250))  # 250 ticks and more fit a byte


def forget_protections(state: State, now: Ms) -> list[int]:
    """Drop those that are shown no longer; their tiles. They are in order: each lasts as long."""
    protect_ms, ended = state.terms.protect_ms, []
    while state.protections and shown_until(protect_ms, state.protections[0][0]) <= now:
        get, later = state.protected.get, now + 1
        over = [cell for cell in state.protections.pop(0)[1] if get(cell, later) <= now]
        state.protected.drop_all(over)
        ended += over
    return ended


# Kinds, and the clusters that they make up


def turn(state: State, cell: int, kind: int) -> None:
    """The tile's kind is another from now on."""
    before = state.kind[cell]
    if before == kind:
        return
    _note(state, cell)
    state.fresh[cell] = ANYBODY
    put(state.touched, state.kind, cell, kind)
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
