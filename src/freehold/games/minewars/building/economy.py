"""Money: what tiles yield, what cities hold, and who pays (MW-52, MW-53, MW-80 to MW-82).

Rules about this file:
1. A city's money is (money, rate, since), worked out when asked. It is kept in thousandths: a rate
   per second times milliseconds is exact.
2. A city is brought up to date only where its rate or its money changes. `since` is shown to the
   city's owner, and must not reveal what happens elsewhere.
3. The head of a city's queue is paid by points of construction; its moment is in the due list.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from freehold.game import Illegal, Ms, Seat
from freehold.games.minewars.board.bits import bits_where, cells_of, fill, widen
from freehold.games.minewars.board.kinds import NOBODY, ROAD
from freehold.games.minewars.building import roads
from freehold.games.minewars.params import Rules, round_up
from freehold.games.minewars.state import City, State
from freehold.kernel.due import drop_due, put_due
from freehold.kernel.grids import Grid

MILLI = 1_000
NEVER = -1
Paid = tuple[tuple[int, int], ...]
"""What each city paid."""


# At the start: resources and prices


def resources_by_kind(params: Rules) -> tuple[int, ...]:
    """What an owned tile gives per second, by kind (MW-80)."""
    return (
        0,  # water
        params.land_resources,
        params.fertile_resources,
        params.foundation_resources,
        params.destroyed_resources,
        params.mountain_resources,
        params.forest_resources,
    )


def find_base_unit(params: Rules, kinds: bytes, regions: bytes, cities: Sequence[int]) -> int:
    """MW-81: the mean of all regions' resources, including each city's own."""
    given = resources_by_kind(params)
    tiles = [given[kind] for kind, region in zip(kinds, regions, strict=True) if region]
    total = sum(tiles) - sum(given[kinds[cell]] for cell in cities)
    return max(1, total // len(cities) + params.city_resources)


def price(params: Rules, base_unit: int, percent: int) -> int:
    """A number of hundredths of a base unit in money, rounded up (MW-81)."""
    return round_up(params, -(-percent * base_unit // 100))


def begin(state: State) -> None:
    """At set-up: every city's resources, and the money of those that have an owner (MW-53)."""
    for city in state.cities:
        if city.owner:
            city.money_milli = MILLI * units(state, state.params.start_money_percent)
        _count_region(state, city)
        _set_rates(state, 0, city)
    roads.link(state)


def units(state: State, percent: int) -> int:
    """The same for this match."""
    return price(state.params, state.terms.base_unit, percent)


# What a city has


def money_of(city: City, now: Ms) -> int:
    """The city's money now, in whole numbers."""
    return (city.money_milli + city.rate * (now - city.since)) // MILLI


def bring_up(state: State, now: Ms, city: City) -> None:
    """Bring money and construction up to now."""
    state.touched.viewers.add(city.owner - 1)
    passed = now - city.since
    city.money_milli += city.rate * passed
    if city.queue:
        state.structures[city.queue[0]].paid_milli += city.points * passed
    city.since = now


def earn(state: State, now: Ms, place: int, amount: int) -> None:
    """A city gets money."""
    if amount:
        city = state.cities[place]
        bring_up(state, now, city)
        city.money_milli += MILLI * amount


def take_over(state: State, now: Ms, place: int, was_neutral: bool) -> None:
    """A city is being taken: what it will hold (MW-52, MW-53)."""
    city = state.cities[place]
    bring_up(state, now, city)
    if was_neutral:
        city.money_milli = MILLI * units(state, state.params.city_money_percent)
    else:
        city.money_milli = city.money_milli * state.params.kept_percent // 100


# Who pays


def city_for(state: State, seat: Seat, cell: int) -> int | None:
    """The city that pays for what the player does here; None if they have no city."""
    return payers(state, seat)[cell] - 1 if seat + 1 in _owners(state) else None


def payers(state: State, seat: Seat) -> bytes:
    """MW-82, by tile: the region's city + 1 if the player owns it, otherwise their nearest; 0 if
    they have no city."""
    own = [place for place, owner in enumerate(_owners(state)) if owner == seat + 1]
    return _payers(state.grid, state.region, state.terms.cities, tuple(own))


def _owners(state: State) -> list[int]:
    return [city.owner for city in state.cities]


@lru_cache(maxsize=64)
def _payers(grid: Grid, region: bytes, cities: tuple[int, ...], own: tuple[int, ...]) -> bytes:
    layer, tiles = bytearray(len(region)), _nearest(grid, [cities[place] for place in own])
    for place, near in zip(own, tiles, strict=True):
        if near:
            fill(layer, near, place + 1)
    for place in own:
        fill(layer, bits_where(region, place + 1) | 1 << cities[place], place + 1)
    return bytes(layer)


def _nearest(grid: Grid, starts: Sequence[int]) -> list[int]:
    """By start: the tiles that it is nearest to; ties go to the first. All spread at the same
    time, step by step."""
    left, taken = (1 << len(grid)) - 1 if starts else 0, [0] * len(starts)
    fronts = [1 << start for start in starts]
    while left:
        for place, front in enumerate(fronts):
            taken[place] |= front & left
            left &= ~front
            fronts[place] = widen(grid, front)
    return taken


def pay(state: State, now: Ms, seat: Seat, cell: int, amount: int) -> Paid:
    """Let the cities that pay for an action here pay; or refuse it, and nobody pays (MW-76)."""
    payers = payers_for(state, seat, cell)
    has = [money_of(state.cities[place], now) for place in payers]
    if sum(has) < amount:
        raise Illegal("too_dear", price=amount, money=sum(has))
    parts = [*zip(payers, split(amount, has), strict=True)]
    for place, part in parts:
        earn(state, now, place, -part)
    return tuple([(place, part) for place, part in parts if part])


def payers_for(state: State, seat: Seat, cell: int) -> list[int]:
    """The local city first, then those connected with it (MW-61)."""
    local = city_for(state, seat, cell)
    return [] if local is None else [local, *roads.connected(state, local)]


def split(amount: int, has: Sequence[int]) -> list[int]:
    """MW-61: in proportion to what each city has; the first, local one counts double.

    No city pays more than it has; what remains because of that and of rounding is paid by the
    first city that can.
    """
    weights = [2 * has[0], *has[1:]] if has else []
    whole = max(1, sum(weights))
    parts = [min(own, amount * weight // whole) for own, weight in zip(has, weights, strict=True)]
    left = amount - sum(parts)
    for place, own in enumerate(has):
        more = min(left, own - parts[place])
        parts[place] += more
        left -= more
    return parts


def pay_back(state: State, now: Ms, seat: Seat, paid: Paid) -> None:
    """MW-76: to the cities that paid; for a city lost meanwhile, to the player's nearest city."""
    for place, part in paid:
        earn_at(state, now, seat, state.cities[place].cell, part)


def first_of(paid: Paid, amount: int) -> Paid:
    """An amount of what was paid, the local city's part first."""
    parts = []
    for place, part in paid:
        parts.append((place, min(part, amount)))
        amount -= min(part, amount)
    return tuple(parts)


def earn_at(state: State, now: Ms, seat: Seat, cell: int, amount: int) -> None:
    """What an action here earns goes to the city that would pay for it (MW-82)."""
    place = city_for(state, seat, cell)
    if place is not None:
        earn(state, now, place, amount)


# After every change


def settle(state: State, now: Ms) -> None:
    """New rates where tiles, cities, queues or their owners' stuns have changed (MW-80)."""
    stale = _count_changed(state) if state.changed else set()
    for cell in cells_of(state.dirty & state.boards.cities):
        stale.add(state.city[cell] - 1)
    for place in sorted(stale):
        _set_rates(state, now, state.cities[place])


def note(state: State, city: City) -> None:
    """The city's queue, or what its owner may earn, has changed: `settle` must update it."""
    state.dirty |= 1 << city.cell


def _count_changed(state: State) -> set[int]:
    """Recount what regions give where tiles have changed; returns the cities whose resources or
    owners have changed."""
    boards, changed = state.boards, state.changed
    taken = {state.city[cell] - 1 for cell in cells_of(changed & boards.cities)}
    stale = {*taken}
    for place, (city, region) in enumerate(zip(state.cities, boards.regions, strict=True)):
        if region & changed or place in taken:
            before = city.resources
            _count_region(state, city)
            if city.resources != before:
                stale.add(place)
    if taken or changed & boards.built[ROAD]:
        roads.link(state)
    return stale


def _count_region(state: State, city: City) -> None:
    """The city's own resources, plus those of its owner's tiles in the region (MW-80)."""
    city.resources = state.params.city_resources
    if city.owner != NOBODY:
        boards = state.boards
        tiles = boards.regions[state.city[city.cell] - 1] & boards.own[city.owner]
        for bits, given in zip(boards.kinds, resources_by_kind(state.params), strict=True):
            if given:
                city.resources += given * (tiles & bits).bit_count()


def _set_rates(state: State, now: Ms, city: City) -> None:
    state.touched.viewers.add(city.owner - 1)
    rate, points = _rates(state, city)
    if (rate, points) != (city.rate, city.points):
        bring_up(state, now, city)
        city.rate, city.points = rate, points
    at = done_moments(state, city, most=1)[0] if city.queue else NEVER
    if at != city.done_at:
        place = state.city[city.cell] - 1
        drop_due(state.due, "build", place)
        city.done_at = at
        if at != NEVER:
            put_due(state.due, at, "build", place)


def _rates(state: State, city: City) -> tuple[int, int]:
    """Money per second, and construction points (MW-80)."""
    if not city.owner or state.players[city.owner - 1].stunned_until:
        return 0, 0  # MW-34: a stunned player's cities earn nothing
    if not city.queue:
        return city.resources, 0
    points = -(-city.resources * state.params.construction_percent // 100)
    return city.resources - points, points


def done_moments(state: State, city: City, most: int | None = None) -> list[Ms]:
    """When each structure in the queue will be completed at this rate, or NEVER."""
    moments, missing, since, points = [], 0, city.since, city.points
    for key in city.queue[:most]:
        structure = state.structures[key]
        missing += MILLI * structure.cost - structure.paid_milli
        moments.append(since - (-missing // points) if points else NEVER)
    return moments
