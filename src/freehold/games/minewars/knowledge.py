"""What each seat knows, kept up where something changes (MW-10 to MW-18, MW-22, MW-34, MW-72).

Rules about this file:
1. A seat's layers are a function of the truth now and of what the seat knew before; of that, only
   kinds, its own flags and its reveals are remembered (MW-11, MW-18).
2. `learn` looks at what `ground.py` has noted, and at what that brings into or out of sight: a
   change costs by its size and by how many see it.
3. Whatever is written is noted as touched. Nothing else writes these layers, but for flags.

`own` is a seat + 1 throughout, as in the layer `owner`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from freehold.game import Ms, Seat
from freehold.games.minewars import bridges, masks
from freehold.games.minewars.digits import count_digits, reach_around, reach_from
from freehold.games.minewars.kinds import MOUNTAIN, NONE, NOTHING, WATER
from freehold.games.minewars.lookouts import find_clusters, look, mountains_of
from freehold.games.minewars.masks import cells_of, mask, only, wipe
from freehold.games.minewars.panoramas import (
    SHOWN_EMPTY,
    TO_COME,
    has_broken_mountain,
    learn_all,
)
from freehold.games.minewars.sight import FOG, FULL, LIMITED, cells_around, eyes_around
from freehold.games.minewars.state import Known, State
from freehold.kernel.numbered import Numbered

MOST_EVENTS = 6
"""So many of them a seat has in mind."""


def begin(state: State) -> None:
    """At set-up: everyone knows all kinds as of the start (MW-11), and sees what is theirs."""
    state.known = [_blank(state) for _ in state.players]
    state.counted = state.item[:]
    everywhere = range(len(state.kind))
    eyes_around(state.grid, state.terms.sight_steps, 0)  # tables are made now: no click shall wait
    for seat, known in enumerate(state.known):
        gained = [cell for cell in everywhere if state.owner[cell] == seat + 1]
        look(state, known, seat + 1, gained, [])
        _show(state, known, seat + 1, everywhere)
        count_digits(state, known, seat + 1, gained)
        reach_around(state, known, seat + 1, everywhere)


def _blank(state: State) -> Known:
    blank = bytearray(len(state.kind))
    return Known(
        kind=bytearray(state.first_kind),
        sight=blank[:],
        owner=blank[:],
        digit=blank[:],
        star=blank[:],
        item=blank[:],
        structure=blank[:],
        smoke=blank[:],
        flag=blank[:],
        reach=blank[:],
        protected=blank[:],
        hp=blank[:],
        near=blank[:],
        towers=blank[:],
        seen_clusters=Numbered(),
        revealed=Numbered(),
        posts=Numbered(),
    )


def learn(state: State) -> None:
    """Bring every seat's knowledge up to date with what has changed."""
    if state.owner_before:
        learn_all(state)
    elif state.changes or state.dirty:
        _learn_few(state)


def _learn_few(state: State) -> None:
    """Tile by tile, and only what concerns each seat: most actions change one tile."""
    gained, lost = _by_owner(state)
    stale = list(state.changes | state.dirty if state.dirty else state.changes)
    recount = _recounted(state, stale)
    owner, kind, dirty = state.owner, state.kind, state.dirty
    water = [cell for cell in dirty if kind[cell] == WATER] if dirty else []
    is_broken = has_broken_mountain(state)
    owners = {owner[cell] for cell in recount}
    for seat, known in enumerate(state.known):
        own, sight = seat + 1, known.sight
        mine, theirs = gained.get(own, []), lost.get(own, [])
        turned = look(state, known, own, mine, theirs) if mine or theirs or dirty else []
        if is_broken:
            mountains = mountains_of(state)
            find_clusters(state, known, mountains)
            turned += mountains.cells
        turned += [cell for cell in stale if sight[cell] or owner[cell] == own]
        if turned:
            _show(state, known, own, turned)
        if own in owners or theirs:
            count_digits(state, known, own, recount)
        if mine:
            reach_from(state, known, own, mine)
        if theirs or water:
            reach_around(state, known, own, _reached(state, theirs + water))
        if turned or own in owners or theirs or water:
            state.touched.viewers.add(seat)


def see_fade(state: State, faded: dict[int, list[int]]) -> None:
    """Protections that were shown by these bytes on these tiles are over, and nothing else has
    changed there (MW-31). What a seat sees protected is so: it need not look elsewhere."""
    for byte, cells in faded.items():
        for seat, known in enumerate(state.known):
            shown = known.protected
            if len(cells) > masks.MANY:
                seen = wipe(shown, byte)
            else:
                seen = [cell for cell in cells if shown[cell]]
                for cell in seen:
                    shown[cell] = NOTHING
            if seen:
                state.touched.viewers.add(seat)


def read_again(state: State, seat: Seat) -> None:
    """The seat has gone blind or sees again: all of its digits (MW-34)."""
    own = cells_of(len(state.kind), mask(state.owner, only(seat + 1)))
    state.touched.viewers.add(seat)
    count_digits(state, state.known[seat], seat + 1, own)


def _by_owner(state: State) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """By owner: the tiles they have gained, and those they have lost."""
    gained: dict[int, list[int]] = {}
    lost: dict[int, list[int]] = {}
    owner = state.owner
    for cell, (before, _) in state.changes.items():
        now = owner[cell]
        if before != now:
            gained.setdefault(now, []).append(cell)
            lost.setdefault(before, []).append(cell)
    return gained, lost


def _recounted(state: State, stale: list[int]) -> list[int]:
    """The tiles whose digits may differ: an item has come, gone or changed hands beside them, or
    they themselves have changed (MW-25)."""
    item, counted = state.item, state.counted
    moved = [cell for cell in state.changes if item[cell]]
    for cell in state.dirty:
        if item[cell] != counted[cell]:
            counted[cell] = item[cell]
            moved.append(cell)
    if not moved:
        return stale
    touching = state.grid.touching
    return list(dict.fromkeys(chain(stale, *[touching[cell] for cell in moved])))


def _reached(state: State, cells: list[int]) -> list[int]:
    """The tiles that may have come into or out of reach by what is lost, or by bridges."""
    ways = bridges.crossings(state)
    if ways:
        cells = cells + [far for cell in cells for far in ways.get(cell, ())]
    return list(dict.fromkeys(chain(cells, cells_around(state.grid.touching, cells))))


def witness(state: State, now: Ms, cell: int) -> None:
    """MW-16: who sees the tile sees that it explodes."""
    for seat, known in enumerate(state.known):
        if known.sight[cell]:
            note_event(known, "explosion", cell, now)
            state.touched.viewers.add(seat)


def note_event(known: Known, what: str, cell: int, now: Ms) -> None:
    """What a notice tells must show in the view too: then a view is all that a seat knows."""
    known.events = [*known.events[1 - MOST_EVENTS :], (what, cell, now)]


# What is shown on a tile, by its level of sight: MW-16


def _show(state: State, known: Known, own: int, cells: Sequence[int]) -> None:
    """Write the layers of these tiles as the seat sees them now.

    One loop over local names: this is where an autoexpansion costs most.
    """
    owner, kind, structure, item = state.owner, state.kind, state.structure, state.item
    pending, protected, city = state.pending, state.protected, state.city
    smokes, revealed = state.smokes.of, known.revealed.of
    near, towers, sight = known.near, known.towers, known.sight
    shown_kind, shown_owner, shown_item = known.kind, known.owner, known.item
    shown_structure, shown_smoke, hp = known.structure, known.smoke, known.hp
    shown_protected = known.protected
    for cell in cells:
        if revealed and revealed.get(cell, owner[cell]) != owner[cell]:
            del revealed[cell]  # MW-72
        if owner[cell] == own or towers[cell] or city[cell]:
            level = FULL
        elif near[cell] or (kind[cell] == MOUNTAIN and _is_seen_cluster(state, known, cell)):
            level = FULL if cell in revealed else LIMITED
        else:
            if sight[cell]:
                _cover(known, cell)
            continue
        sight[cell] = level
        shown_kind[cell] = kind[cell]  # MW-11
        shown_owner[cell] = owner[cell]
        shown_structure[cell] = structure[cell]
        shown_smoke[cell] = cell in smokes
        shown_protected[cell] = protected[cell]
        hp[cell] = state.structures[state.built[cell]].hp if structure[cell] else 0
        if level < FULL:
            shown_item[cell] = NONE
        else:
            shown_item[cell] = item[cell] or (SHOWN_EMPTY if cell in revealed else NONE)
        if pending[cell] and (level == FULL or bridges.is_asked(state, own - 1, cell)):
            shown_structure[cell] = pending[cell] + TO_COME  # whoever asked for a bridge sees it
    state.touched.cells.update(cells)


def _is_seen_cluster(state: State, known: Known, cell: int) -> bool:
    """MW-14: of a mountain cluster all is seen when one tile is."""
    return state.cluster_of[cell] in known.seen_clusters


def _cover(known: Known, cell: int) -> None:
    """Fog: the kind stays as last seen (MW-12), and all else is gone (MW-13, MW-18, MW-72)."""
    if cell in known.revealed:
        del known.revealed[cell]
    known.sight[cell] = FOG
    known.owner[cell] = NOTHING
    known.structure[cell] = NOTHING
    known.smoke[cell] = NOTHING
    known.protected[cell] = NOTHING
    known.hp[cell] = NOTHING
    known.item[cell] = NOTHING
