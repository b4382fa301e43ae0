"""Structures: asking for them, completing, losing and damaging them (MW-60 to MW-64)."""

from __future__ import annotations

from collections.abc import Sequence

from freehold.game import TRUTH, Illegal, Ms, Notice, Seat
from freehold.games.minewars import views
from freehold.games.minewars.actions import Build
from freehold.games.minewars.board import ground
from freehold.games.minewars.board.kinds import (
    BARRICADE,
    BRIDGE,
    MOUNTAIN,
    NONE,
    NOTHING,
    ROAD,
    STRUCTURE_NAMES,
)
from freehold.games.minewars.building import bridges, economy, roads
from freehold.games.minewars.moves.checks import cell_at
from freehold.games.minewars.state import State, Structure
from freehold.kernel.floods import clusters

LEAST_JOINED = 2  # MW-62: a barricade closes a gap between so many mountain clusters


# Asking


def ask(state: State, seat: Seat, action: Build) -> list[Notice]:
    """A structure joins the queue of the city that pays for it (MW-60)."""
    kind = STRUCTURE_NAMES.index(action.structure)
    cells = tuple(cell_at(state, place) for place in action.places)
    if kind == BRIDGE:
        city, axis = bridges.check(state, seat, cells[0], action.axis)
    else:
        city, axis = check_sites(state, seat, kind, cells), -1
    cost = state.terms.prices[action.structure] * len(cells)
    hp = state.terms.hp[action.structure]
    key = ground.plan(state, Structure(kind, cells, hp, city, seat, cost, axis=axis))
    state.cities[city].queue.append(key)
    economy.note(state, state.cities[city])
    return []


def check_sites(state: State, seat: Seat, kind: int, cells: Sequence[int]) -> int:
    """May it be built here? The city that pays: that of the first tile's region."""
    if len({*cells}) < len(cells):
        raise Illegal("named_twice")
    for cell in cells:
        check_site(state, seat, kind, cell)
    if kind == BARRICADE:
        check_gap(state, seat, cells)
    return state.region[cells[0]] - 1


def check_site(state: State, seat: Seat, kind: int, cell: int) -> None:
    """All of it is known to a tile's owner, so a refusal tells nothing new."""
    if state.owner[cell] != seat + 1 or not ground.is_land(state, cell):
        raise Illegal("build_not_own")
    if not bridges.owns_region(state, seat, cell):
        raise Illegal("build_no_city")
    if state.structure[cell] != NOTHING or state.pending[cell] != NOTHING:
        raise Illegal("build_taken")
    if state.item[cell] != NONE and kind != ROAD:
        raise Illegal("build_item")


def check_gap(state: State, seat: Seat, cells: Sequence[int]) -> None:
    """MW-62: it closes a gap between own mountains."""
    touching = state.grid.touching
    if len(clusters(cells, touching)) > 1:
        raise Illegal("barricade_apart")
    beside = [near for cell in cells for near in touching[cell] if state.kind[near] == MOUNTAIN]
    if len({state.cluster_of[cell] for cell in beside}) < LEAST_JOINED:
        raise Illegal("barricade_no_gap")
    if any(state.owner[cell] != seat + 1 for cell in beside):
        raise Illegal("barricade_foreign")


# Completing and cancelling


def finish_building(state: State, now: Ms, place: int) -> list[Notice]:
    """The head of a city's queue is paid, and stands; what is paid too much goes on."""
    city = state.cities[place]
    economy.bring_up(state, now, city)
    economy.note(state, city)
    key = city.queue.pop(0)
    city.done_at = economy.NEVER
    structure = state.structures[key]
    over = structure.paid_milli - economy.MILLI * structure.cost
    if city.queue:
        state.structures[city.queue[0]].paid_milli += over
    else:
        city.money_milli += over
    notices = _void_rivals(state, now, structure)
    ground.complete(state, key)
    if structure.kind in (ROAD, BRIDGE):
        roads.link(state)
    return [*notices, _tell(state, "built", structure)]


def _tell(state: State, code: str, structure: Structure) -> Notice:
    x, y = state.grid.place(structure.cells[0])
    name = STRUCTURE_NAMES[structure.kind]
    to = views.who_sees(state, structure.cells)
    return Notice(code, {"structure": name, "x": x, "y": y}, to)


def _void_rivals(state: State, now: Ms, built: Structure) -> list[Notice]:
    """Others who were building a bridge here too: they did not know of each other (MW-16)."""
    return [_void(state, now, key) for key in bridges.to_come(state, built.cells[0])]


def void_lost(state: State, now: Ms) -> list[Notice]:
    """Land taken cancels what was to come there, a city taken its whole queue (MW-60, MW-52)."""
    if not (state.structures.of and state.changed):
        return []
    asked = [key for city in state.cities for key in city.queue]
    return [_void(state, now, key) for key in asked if not _is_kept(state, state.structures[key])]


def _is_kept(state: State, structure: Structure) -> bool:
    """Does who asked for it still own the city that pays, and the land?"""
    own = structure.seat + 1
    if state.cities[structure.city].owner != own:
        return False
    if structure.kind == BRIDGE:
        return bridges.has_end(state, structure)
    return all(state.owner[cell] == own for cell in structure.cells)


def _void(state: State, now: Ms, key: int) -> Notice:
    """What was paid is lost (MW-60)."""
    structure = state.structures[key]
    city = state.cities[structure.city]
    economy.bring_up(state, now, city)
    economy.note(state, city)
    city.queue.remove(key)
    ground.cancel(state, key)
    x, y = state.grid.place(structure.cells[0])
    facts = {"structure": STRUCTURE_NAMES[structure.kind], "x": x, "y": y}
    return Notice("building_lost", facts, (structure.seat, TRUTH))


# Damage


def damage(state: State, cell: int, points: int) -> None:
    """The completed structure on this tile bears so much less, or is no more (MW-60)."""
    key = state.built.get(cell)
    if key is None or not state.structures[key].is_done:
        return
    structure = state.structures[key]
    structure.hp -= points
    if structure.hp > 0:
        ground.note_hp(state, key)
    else:
        remove(state, key)


def remove(state: State, key: int) -> None:
    """It is destroyed or bulldozed."""
    kind = state.structures[key].kind
    ground.raze(state, key)
    if kind in (ROAD, BRIDGE):
        roads.link(state)
