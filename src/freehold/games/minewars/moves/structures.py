"""Structures: ordering, completing, losing and damaging them (MW-60 to MW-64)."""

from __future__ import annotations

from freehold.game import TRUTH, Illegal, Ms, Notice, Seat
from freehold.games.minewars import ground, legal, views
from freehold.games.minewars.actions import ANY_AXIS, Build
from freehold.games.minewars.board.kinds import BRIDGE, ROAD, STRUCTURE_NAMES
from freehold.games.minewars.building import bridges, economy, roads
from freehold.games.minewars.moves.checks import cell_at
from freehold.games.minewars.state import State, Structure

# Ordering


def ask(state: State, seat: Seat, action: Build) -> list[Notice]:
    """A structure joins the queue of the city that pays for it (MW-60)."""
    cells = tuple(cell_at(state, place) for place in action.places)
    seen, name, axis = legal.seen_by(state, seat), action.structure, ANY_AXIS
    if name == "bridge":
        axis = choose_axis(seen, cells[0], action.axis)
        city = bridges.payer(state, seat, cells[0], axis)
    else:
        legal.check(seen, name, cells)
        city = state.region[cells[0]] - 1
    kind, cost = STRUCTURE_NAMES.index(name), state.terms.prices[name] * len(cells)
    structure = Structure(kind, cells, state.terms.hp[name], city, seat, cost, axis=axis)
    state.cities[city].queue.append(ground.plan(state, structure))
    economy.note(state, state.cities[city])
    return []


def choose_axis(seen: legal.Seen, cell: int, named: int) -> int:
    """MW-64: the axis along which a bridge is built, if it can be built here at all."""
    count = bridges.axes(seen.grid)
    asked = range(count) if named == ANY_AXIS else [named % count] if named < 2 * count else []
    fitting, code = legal.fitting_axes(seen, "bridge", cell, asked)
    if not fitting:
        raise Illegal(code)
    if len(fitting) > 1:
        raise Illegal("bridge_which_axis", axes=" or ".join([str(axis) for axis in fitting]))
    return fitting[0]


# Completing and cancelling


def finish_building(state: State, now: Ms, place: int) -> list[Notice]:
    """The head of a city's queue is paid and complete; what was overpaid goes to the next one."""
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
    """Cancel other players' bridges here: they did not know of each other (MW-16)."""
    return [_void(state, now, key) for key in bridges.to_come(state, built.cells[0])]


def void_lost(state: State, now: Ms) -> list[Notice]:
    """Taking land cancels constructions there, taking a city its whole queue (MW-60, MW-52)."""
    if not (state.structures.of and state.changed):
        return []
    asked = [key for city in state.cities for key in city.queue]
    return [_void(state, now, key) for key in asked if not _is_kept(state, state.structures[key])]


def _is_kept(state: State, structure: Structure) -> bool:
    """Does the player who ordered it still own the city that pays, and the land?"""
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
    """Damage the completed structure on this tile, or destroy it (MW-60)."""
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
