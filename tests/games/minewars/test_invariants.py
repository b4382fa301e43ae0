"""What always holds between two actions, worked out from the whole board, on random play."""

from __future__ import annotations

from itertools import islice

import pytest

from freehold.games.minewars import GAME, ground, protections
from freehold.games.minewars.board.kinds import CLUSTERED, TOWER, WALLS
from freehold.games.minewars.state import Boards, State
from freehold.kernel.chance import Stream, key_of
from freehold.testing.plays import begin, steps, take
from freehold.testing.trials import At
from tests.games.minewars import KINDS
from tests.games.minewars.tables import TABLES

PLAYS = [(at, seed) for seed, at in enumerate((*TABLES[:3], *TABLES[:3]))]


@pytest.mark.slow
@pytest.mark.parametrize(("at", "seed"), PLAYS)
def test_mw_47_whatever_follows_from_a_change_has_followed(at: At, seed: int) -> None:
    match = begin(GAME, at, seed)
    rng = Stream(key_of("invariants", seed), "steps")
    for step in islice(steps(match, rng, restless=50), 150):
        take(match, step)
        check_all(match.state, match.now)


def check_all(state: State, now: int) -> None:
    assert (state.changed, state.dirty, state.moved, state.reread, state.fresh) == (0, 0, 0, 0, {})
    check_boards(state)
    check_counts(state)
    check_clusters(state)
    check_cities(state, now)
    if state.outcome is None:
        for seat, player in enumerate(state.players):
            if not player.is_out:
                check_groups(state, now, seat + 1)


def check_boards(state: State) -> None:
    """The sets of tiles say what the layers say."""
    anew = Boards(state)
    for name in Boards.__slots__:
        if name not in ("shown", "news"):
            assert getattr(state.boards, name) == getattr(anew, name), name
    for kept, read in zip(state.boards.shown, anew.shown, strict=True):
        assert kept[1:4] == read[1:4]


def check_counts(state: State) -> None:
    for seat, player in enumerate(state.players):
        own = [cell for cell, owner in enumerate(state.owner) if owner == seat + 1]
        assert player.land == len([cell for cell in own if ground.is_land(state, cell)])
        assert not (player.is_out and own)
        assert not any(state.known[seat].flag[cell] for cell in own)


def check_clusters(state: State) -> None:
    """MW-40, MW-42: owned whole, and only with all land around."""
    touching = state.grid.touching
    named = sorted(cell for cluster in state.clusters.values() for cell in cluster.cells)
    assert named == [cell for cell, kind in enumerate(state.kind) if CLUSTERED[kind]]
    for key, cluster in state.clusters.items():
        assert {state.cluster_of[cell] for cell in cluster.cells} == {key}
        around = {near for cell in cluster.cells for near in touching[cell]}
        assert cluster.ring == sorted(cell for cell in around if ground.is_land(state, cell))
        same = state.kind[cluster.cells[0]]
        outside = around - {*cluster.cells}
        assert all(state.kind[near] != same for near in outside), KINDS[same]
        owners = {state.owner[cell] for cell in cluster.cells}
        assert len(owners) == 1
        if owners != {0}:
            assert {state.owner[cell] for cell in cluster.ring} <= owners


def check_cities(state: State, now: int) -> None:
    """MW-50: a hold runs only for the player who owns the whole ring."""
    for number, city in enumerate(state.cities):
        assert state.owner[city.cell] == city.owner
        near = [cell for cell in state.grid.touching[city.cell] if ground.is_land(state, cell)]
        owners = {state.owner[cell] for cell in near}
        holder = owners.pop() if len(owners) == 1 else 0
        if state.outcome is None:
            assert city.hold_by == (holder if holder != city.owner else 0)
            at = [due[0] for due in state.due if due[1:] == ("hold", (number,))]
            assert at == ([city.hold_since + state.terms.hold_ms] if city.hold_by else [])


def check_groups(state: State, now: int, me: int) -> None:
    """MW-41, MW-44, MW-46: nobody has surrounded anything that is not theirs, but what waits."""
    members = {
        cell
        for cell in range(len(state.kind))
        if CLUSTERED[state.kind[cell]]
        or WALLS[state.structure[cell]]
        or (state.item[cell] and state.owner[cell] != me)
    }
    while members:
        group, edge = take_group(state, members)
        safe = [cell for cell in edge if ground.is_land(state, cell)]
        is_foreign = any(state.owner[cell] != me for cell in group)
        if safe and is_foreign and all(state.owner[cell] == me for cell in safe):
            assert is_waiting(state, now, me, group), (me, sorted(group))


def take_group(state: State, members: set[int]) -> tuple[set[int], set[int]]:
    group, edge = {min(members)}, set[int]()
    todo = [*group]
    while todo:
        for near in state.grid.touching[todo.pop()]:
            if near in members and near not in group:
                group.add(near)
                todo.append(near)
            elif near not in members:
                edge.add(near)
    members -= group
    return group, edge


def is_waiting(state: State, now: int, me: int, group: set[int]) -> bool:
    foreign = [cell for cell in group if state.owner[cell] != me]
    is_protected = any(state.owner[c] and protections.until_of(state, c) > now for c in foreign)
    has_tower = any(state.structure[cell] == TOWER for cell in foreign)
    return is_protected or (has_tower and state.params.tower_hold_ms > 0)
