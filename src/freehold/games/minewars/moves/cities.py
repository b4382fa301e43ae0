"""Cities: their surroundings are held for a while, and then they are taken (MW-50 to MW-53)."""

from __future__ import annotations

from freehold.game import TRUTH, Ms, Notice, Seat, Viewer
from freehold.games.minewars import ground
from freehold.games.minewars.board.kinds import LANDLIKE, NOBODY
from freehold.games.minewars.building import economy
from freehold.games.minewars.state import City, State
from freehold.kernel.due import drop_due, put_due


def watch_holds(state: State, now: Ms, fresh: int) -> list[Notice]:
    """Holds begin and break with the land around a city."""
    changed = [number for number, ring in enumerate(state.boards.rings) if ring & fresh]
    return [notice for number in changed for notice in watch(state, now, number)]


def watch(state: State, now: Ms, number: int) -> list[Notice]:
    city = state.cities[number]
    holder = holder_of(state, city)
    if holder == city.hold_by:
        return []
    notices = break_hold(state, number) if city.hold_by else []
    if holder:
        city.hold_by, city.hold_since = holder, now
        put_due(state.due, now + state.terms.hold_ms, "hold", number)
        seconds = -(-state.terms.hold_ms // 1_000)
        facts = {"seat": holder - 1, **_place(state, city), "seconds": seconds}
        notices.append(Notice("hold_begun", facts, concerned(city)))
    return notices


def holder_of(state: State, city: City) -> int:
    """The player who owns all land that touches the city, as seat + 1; 0 if it is shared, or if
    that is the city's owner (MW-50)."""
    owner, kind, cities = state.owner, state.kind, state.city
    around = state.grid.touching[city.cell]
    owners = [owner[near] for near in around if LANDLIKE[kind[near]] and not cities[near]]
    first = owners[0] if owners else NOBODY
    is_whole = owners.count(first) == len(owners)
    return first if is_whole and first != city.owner else NOBODY


def break_hold(state: State, number: int) -> list[Notice]:
    city = state.cities[number]
    notice = Notice("hold_broken", _place(state, city), concerned(city))
    city.hold_by = city.hold_since = 0
    drop_due(state.due, "hold", number)
    return [notice]


def concerned(city: City) -> tuple[Viewer, ...]:
    """The hold is shown to its holder and to the city's owner."""
    seats = [owner - 1 for owner in (city.hold_by, city.owner) if owner]
    return (TRUTH, *seats)


def take(state: State, now: Ms, number: int) -> list[Notice]:
    """The hold is complete: the city is the holder's (MW-50), until another takes it (MW-51)."""
    city = state.cities[number]
    taker, victim = city.hold_by, city.owner
    city.hold_by = city.hold_since = 0
    economy.take_over(state, now, number, was_neutral=not victim)  # MW-52, MW-53
    ground.give(state, 1 << city.cell, taker)
    state.players[taker - 1].taken += 1  # MW-91
    return [tell_taken(state, city, taker - 1, victim - 1)]


def tell_taken(state: State, city: City, seat: Seat, victim: Seat) -> Notice:
    """To everybody: who owns which city is known to all (MW-15)."""
    facts = {"seat": seat, **_place(state, city)}
    if victim < 0:
        return Notice("city_taken", facts)
    return Notice("city_taken_from", {**facts, "victim": victim})


def _place(state: State, city: City) -> dict[str, int]:
    x, y = state.grid.place(city.cell)
    return {"x": x, "y": y}
