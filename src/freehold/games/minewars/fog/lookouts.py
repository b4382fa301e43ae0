"""What comes into a seat's sight and goes out of it: eyes, towers, mountains (MW-10, MW-14, MW-63).

Eyes are counted tile by tile where few have changed, and over the whole board where many have.
`own` is a seat + 1 throughout, as in the layer `owner`.
"""

from __future__ import annotations

from collections.abc import Iterable

from freehold.game import Seat
from freehold.games.minewars.board.kinds import MOUNTAIN, TOWER
from freehold.games.minewars.board.masks import cells_of, find_all, mask, write
from freehold.games.minewars.fog.sight import count_eyes, eyes_around, rows_around, turn_eyes
from freehold.games.minewars.state import Known, State


def look(state: State, known: Known, own: int, gained: list[int], lost: list[int]) -> list[int]:
    """Count eyes anew; returns the tiles that have come into sight or gone out of it, and those
    that a tower has begun or ceased to watch."""
    risen, fallen = _posts(state, known, own)
    if not (gained or lost or risen or fallen):
        return []
    near, towers, grid = known.near, known.towers, state.grid
    around = rows_around(grid, state.terms.sight_steps)
    if not (risen or fallen):
        turned = turn_eyes(near, towers, around, gained, lost)
        return turned + _count_clusters(state, known, turned) if turned else turned
    before = mask(near) | mask(towers)
    turn_eyes(near, towers, around, gained, lost)
    watched = count_eyes(towers, grid, state.terms.tower_steps, risen, fallen)
    turned = cells_of(len(grid), before ^ (mask(near) | mask(towers)))
    return turned + watched + _count_clusters(state, known, turned)


def look_all(state: State, known: Known, own: int, mine: int) -> None:
    """The same where many tiles have become or ceased to be own: `mine` is the mask of those that
    are own now."""
    risen, fallen = _posts(state, known, own)
    write(known.near, eyes_around(state.grid, state.terms.sight_steps, mine))
    count_eyes(known.towers, state.grid, state.terms.tower_steps, risen, fallen)
    find_clusters(state, known)


def _posts(state: State, known: Known, own: int) -> tuple[list[int], list[int]]:
    """Own towers that are new, and those that are own no more (MW-63)."""
    posts, structure, owner = known.posts, state.structure, state.owner
    if not posts.of and TOWER not in structure:
        return [], []
    fallen = [cell for cell in posts if structure[cell] != TOWER or owner[cell] != own]
    for cell in fallen:
        del posts[cell]
    towers = find_all(structure, TOWER)
    risen = [cell for cell in towers if owner[cell] == own and cell not in posts]
    posts.update(dict.fromkeys(risen))
    return risen, fallen


def _count_clusters(state: State, known: Known, turned: Iterable[int]) -> list[int]:
    """MW-14: the tiles of mountain clusters that are seen whole from now on, or no more."""
    kind, counts, shown = state.kind, known.seen_clusters, list[int]()
    mountains = [cell for cell in turned if kind[cell] == MOUNTAIN]
    for cell in mountains:
        key = state.cluster_of[cell]
        before = counts.get(key, 0)
        counts[key] = before + (1 if known.near[cell] or known.towers[cell] else -1)
        if not (before and counts[key]):
            shown += state.clusters[key].cells
        if not counts[key]:
            del counts[key]
    return shown


def sees(state: State, seat: Seat, cell: int) -> bool:
    """Has the seat the tile in sight? By the truth: its layers may be of an earlier look."""
    owner, towers, is_mountain = state.owner, state.known[seat].towers, state.kind[cell] == MOUNTAIN
    around = rows_around(state.grid, state.terms.sight_steps)
    for each in state.clusters[state.cluster_of[cell]].cells if is_mountain else (cell,):
        rows = around[each]
        if seat + 1 in owner[rows[0].start : rows[-1].stop]:  # most are far away
            for row in rows:
                if seat + 1 in owner[row]:
                    return True
        if towers[each]:
            return True
    return state.city[cell] > 0


def watched_of(known: Known) -> int:
    """The mask of what own towers watch."""
    return mask(known.towers) if known.posts.of else 0


def find_clusters(state: State, known: Known) -> None:
    """Count anew how much of each is in sight: many have turned, or have other names now."""
    mountains = state.mountains
    seen = (mask(known.near) | watched_of(known)).to_bytes(len(state.kind), "little")
    parts = bytes([seen[cell] for cell in mountains.cells])
    known.seen_clusters.clear()
    for key, begin, end in zip(mountains.keys, mountains.ends, mountains.ends[1:], strict=False):
        count = parts.count(255, begin, end)
        if count:
            known.seen_clusters[key] = count
