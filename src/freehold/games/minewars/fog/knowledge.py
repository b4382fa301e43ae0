"""What each seat knows, kept up where something changes (MW-10 to MW-18, MW-22, MW-34, MW-72).

Rules about this file:
1. A seat's layers are a function of the truth now and of what the seat knew before; of that, only
   kinds, its own flags and its reveals are remembered (MW-11, MW-18).
2. A seat need not look before somebody asks what it knows (`catch_up`), unless it would remember
   something else by then (`learn`). So a match that nobody watches costs little.
3. A look goes to what `ground.py` has noted, and to what that brings into or out of sight: a
   change costs by its size and by how many see it.
4. Whatever is written is noted as touched. Nothing else writes these layers, but for flags, and
   for kinds that must be noted before a look (`memories.py`).

`own` is a seat + 1 throughout, as in the layer `owner`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from freehold.game import Ms, Seat
from freehold.games.minewars.board import masks
from freehold.games.minewars.board.kinds import MOUNTAIN, NONE, NOTHING, TOWER, WATER
from freehold.games.minewars.board.masks import (
    cells_of,
    differing,
    find_all,
    mask,
    number,
    only,
    write,
)
from freehold.games.minewars.building import bridges
from freehold.games.minewars.fog.digits import count_digits, reach_around, reach_from
from freehold.games.minewars.fog.lookouts import find_clusters, look, sees
from freehold.games.minewars.fog.memories import remember
from freehold.games.minewars.fog.panoramas import (
    SHOWN_EMPTY,
    TO_COME,
    has_broken_mountain,
    learn_all,
)
from freehold.games.minewars.fog.sight import FOG, FULL, LIMITED, cells_around, eyes_around
from freehold.games.minewars.state import Known, LastLook, State
from freehold.kernel.numbered import Numbered

MOST_EVENTS = 6
"""So many of them a seat has in mind."""


def begin(state: State) -> None:
    """At set-up: everyone knows all kinds as of the start (MW-11), and sees what is theirs."""
    state.known = [_blank(state) for _ in state.players]
    state.last_look = LastLook(state.owner[:], state.kind[:], state.item[:])
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


# Looking now, or later


def learn(state: State) -> None:
    """An action is over: seats remember what they may not see any more when they look, later."""
    last, is_urgent = state.last_look, _is_urgent(state)
    swept = differing(state.owner_before, state.owner) if state.owner_before else 0
    remember(state, swept, will_look=is_urgent)
    if swept:
        last.swept = (number(last.swept) | swept).to_bytes(len(state.owner), "little")
    last.cells.put_all(state.changes, None)
    if state.dirty:
        last.cells.put_all(state.dirty, None)
        state.dirty.clear()
    state.changes.clear()
    state.owner_before = b""
    if is_urgent:
        catch_up(state)


def _is_urgent(state: State) -> bool:
    """Must seats look at once? While something is revealed: it is forgotten as soon as it falls
    into fog or changes hands (MW-72). And when a tower stands, falls or belongs to another than at
    the last look: `sees` goes by them."""
    has_towers = TOWER in state.structure
    for known in state.known:
        if known.revealed.of:
            return True
        if known.posts.of:
            has_towers = True
    if not has_towers:
        return False
    owner = state.owner
    posts = [(cell, own) for own, known in enumerate(state.known, 1) for cell in known.posts.of]
    towers = [(cell, owner[cell]) for cell in find_all(state.structure, TOWER) if owner[cell]]
    return sorted(posts) != towers


def catch_up(state: State) -> None:
    """Every seat looks at what has changed since its last look. Whoever reads what seats know calls
    this before; between actions only, for then the truth is not half changed."""
    last = state.last_look
    if last.faded:
        _see_fade(state)
    if not (last.cells.of or last.swept):
        return
    if last.swept or len(last.cells.of) > masks.MANY:
        learn_all(state)
    else:
        _learn_few(state)
    last.cells.clear()
    last.swept = b""
    last.owner[:], last.kind[:], last.item[:] = state.owner, state.kind, state.item


def _learn_few(state: State) -> None:
    """Tile by tile, and only what concerns each seat: most actions change one tile."""
    stale = list(state.last_look.cells)
    gained, lost = _by_owner(state, stale)
    recount = _recounted(state, stale)
    owner, kind = state.owner, state.kind
    water = [cell for cell in stale if kind[cell] == WATER]
    is_broken, has_towers = has_broken_mountain(state), TOWER in state.structure
    owners = {owner[cell] for cell in recount}
    for seat, known in enumerate(state.known):
        own, sight = seat + 1, known.sight
        mine, theirs = gained.get(own, []), lost.get(own, [])
        has_moved = mine or theirs or has_towers or known.posts.of
        turned = look(state, known, own, mine, theirs) if has_moved else []
        if is_broken:
            find_clusters(state, known)
            turned += state.mountains.cells
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


def note_fade(state: State, cells: list[int]) -> None:
    """Protections are over on these tiles, and nothing else has changed there (MW-31). More than
    MANY stand for the whole board."""
    if len(state.last_look.faded) <= masks.MANY:
        state.last_look.faded += cells


def _see_fade(state: State) -> None:
    """Where something else has changed since, it is looked at after this."""
    faded = state.last_look.faded
    if len(faded) > masks.MANY:
        over = masks.everywhere(len(state.kind)) ^ mask(state.protected)
        for seat, known in enumerate(state.known):
            shown = number(known.protected)
            if shown & over:
                write(known.protected, shown & ~over)
                state.touched.viewers.add(seat)
    else:
        for seat, known in enumerate(state.known):
            seen = [cell for cell in faded if known.protected[cell]]
            for cell in seen:
                known.protected[cell] = NOTHING
            if seen:
                state.touched.viewers.add(seat)
    faded.clear()


def read_again(state: State, seat: Seat) -> None:
    """The seat has gone blind or sees again: all of its digits (MW-34)."""
    own = cells_of(len(state.kind), mask(state.owner, only(seat + 1)))
    state.touched.viewers.add(seat)
    count_digits(state, state.known[seat], seat + 1, own)


def _by_owner(state: State, cells: list[int]) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """By owner: those of the tiles that they have gained, and those that they have lost."""
    gained: dict[int, list[int]] = {}
    lost: dict[int, list[int]] = {}
    owner, owner_before = state.owner, state.last_look.owner
    for cell in cells:
        now, before = owner[cell], owner_before[cell]
        if before != now:
            gained.setdefault(now, []).append(cell)
            lost.setdefault(before, []).append(cell)
    return gained, lost


def _recounted(state: State, stale: list[int]) -> list[int]:
    """The tiles whose digits may differ: an item has come, gone or changed hands beside them, or
    they themselves have changed (MW-25)."""
    owner, item, last = state.owner, state.item, state.last_look
    moved = [
        cell
        for cell in stale
        if item[cell] != last.item[cell] or (item[cell] and owner[cell] != last.owner[cell])
    ]
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
        if sees(state, seat, cell):
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
