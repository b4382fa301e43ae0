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

from freehold.game import Ms
from freehold.games.minewars import bridges
from freehold.games.minewars.digits import count_digits, reach_around, reach_from
from freehold.games.minewars.kinds import MOUNTAIN, NONE, NOTHING, WATER
from freehold.games.minewars.lookouts import find_clusters, look, mountains_of
from freehold.games.minewars.masks import wipe
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
        known.is_blind = state.players[seat].blind_until > 0
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


def learn(state: State, now: Ms) -> None:
    """Bring every seat's knowledge up to date with what has changed."""
    for own, known in enumerate(state.known, 1):
        if known.is_blind != (state.players[own - 1].blind_until > 0):
            _turn_blind(state, known, own)
    if state.owner_before:
        learn_all(state)
    elif state.changes or state.dirty:
        _learn_few(state)


def _learn_few(state: State) -> None:
    """Tile by tile, and only what concerns each seat: most actions change one tile."""
    gained, lost = _by_owner(state)
    stale = list(state.changes | state.dirty)
    recount = _recounted(state, stale)
    water = [cell for cell in state.dirty if state.kind[cell] == WATER]
    is_broken = has_broken_mountain(state)
    owner = state.owner
    owners = {owner[cell] for cell in recount}
    for seat, known in enumerate(state.known):
        own, sight = seat + 1, known.sight
        mine, theirs = gained[own], lost[own]
        turned = look(state, known, own, mine, theirs) if mine or theirs or state.dirty else []
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


def see_fade(state: State, faded: list[int]) -> None:
    """Protections that were shown by these bytes are over, and nothing else has changed there
    (MW-31)."""
    for byte in faded:
        for seat, known in enumerate(state.known):
            if wipe(known.protected, byte):
                state.touched.viewers.add(seat)


def _turn_blind(state: State, known: Known, own: int) -> None:
    known.is_blind = not known.is_blind
    state.touched.viewers.add(own - 1)
    count_digits(
        state, known, own, [cell for cell, owner in enumerate(state.owner) if owner == own]
    )


def _by_owner(state: State) -> tuple[list[list[int]], list[list[int]]]:
    """By owner: the tiles they have gained, and those they have lost."""
    gained: list[list[int]] = [[] for _ in range(state.seats + 1)]
    lost: list[list[int]] = [[] for _ in range(state.seats + 1)]
    owner = state.owner
    for cell, (before, _) in state.changes.items():
        now = owner[cell]
        if before != now:
            gained[now].append(cell)
            lost[before].append(cell)
    return gained, lost


def _recounted(state: State, stale: list[int]) -> list[int]:
    """The tiles whose digits may differ: an item has come, gone or changed hands beside them, or
    they themselves have changed (MW-25)."""
    item, counted = state.item, state.counted
    moved = [cell for cell in state.dirty if item[cell] != counted[cell]]
    for cell in moved:
        counted[cell] = item[cell]
    moved += [cell for cell in state.changes if item[cell]]
    if not moved:
        return stale
    return list(dict.fromkeys(chain(stale, cells_around(state.grid.touching, moved))))


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
    smokes, revealed = state.smokes, known.revealed
    has_smokes, has_revealed = len(smokes) > 0, len(revealed) > 0
    near, towers, sight = known.near, known.towers, known.sight
    shown_kind, shown_owner, shown_item = known.kind, known.owner, known.item
    shown_structure, shown_smoke, hp = known.structure, known.smoke, known.hp
    shown_protected = known.protected
    for cell in cells:
        if has_revealed and revealed.get(cell, owner[cell]) != owner[cell]:
            del revealed[cell]  # MW-72
        if owner[cell] == own or towers[cell] or city[cell]:
            level = FULL
        elif near[cell] or (kind[cell] == MOUNTAIN and _is_seen_cluster(state, known, cell)):
            level = FULL if has_revealed and cell in revealed else LIMITED
        else:
            if sight[cell]:
                _cover(known, cell)
            continue
        sight[cell] = level
        shown_kind[cell] = kind[cell]  # MW-11
        shown_owner[cell] = owner[cell]
        shown_structure[cell] = structure[cell]
        shown_smoke[cell] = has_smokes and cell in smokes
        shown_protected[cell] = protected[cell]
        hp[cell] = state.structures[state.built[cell]].hp if structure[cell] else 0
        if level < FULL:
            shown_item[cell] = NONE
        else:
            is_revealed = has_revealed and cell in revealed
            shown_item[cell] = item[cell] or (SHOWN_EMPTY if is_revealed else NONE)
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
