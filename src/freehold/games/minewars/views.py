"""What a viewer may know, and nothing else.

Rules about this file:
1. Everything a seat learns passes through here: layers, facts, choices, and who hears a notice.
2. A seat's layers are what `knowledge.py` keeps for it. What happens on tiles out of its sight
   changes neither its layers nor its facts, nor the moments in them.
3. A viewer without a seat gets what every player may know: kinds as of the start, cities with
   their owners, skulls, the score (MW-19, MW-91). Digits, items, money and plans are never in it.
4. Choices are worked out from the view.

Legal leaks, all of them:
- cities' places and owners, regions and how far they reach (MW-03, MW-15), and all skulls (MW-16);
- how many cities each player owns, kills, deaths, cities taken, who is out (MW-91); a death tells
  how long that player is stunned, and a kill with its skull whose tile that was;
- on tiles in sight: kind, owner, structure and its hit points, smoke, protection (MW-16, MW-36); of
  a barricade that is seen in part, the hit points of the whole;
- in full sight also items and constructions (MW-17); a bridge under construction only to its
  builder;
- a mountain cluster is seen whole (MW-14): how much of it comes into sight, or goes out of sight
  when a harvest breaks it, tells about tiles far away, as the rules require;
- own digits count items that are not in sight otherwise (MW-22);
- whether a surrounded group was captured tells something about items (MW-41, MW-44).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import compress

from freehold.game import PUBLIC, TRUTH, Ms, Rect, Seat, View, Viewer
from freehold.games.minewars import legal, offers, tools
from freehold.games.minewars.actions import Action
from freehold.games.minewars.board.kinds import FULL, MOUNTAIN, STRUCTURE_NAMES, TO_COME
from freehold.games.minewars.building import economy, roads
from freehold.games.minewars.facts import (
    CityFacts,
    DeedFacts,
    Facts,
    OwnFacts,
    PlayerFacts,
    QueuedFacts,
)
from freehold.games.minewars.fog.digits import true_digits
from freehold.games.minewars.fog.knowledge import sees
from freehold.games.minewars.state import City, State
from freehold.kernel.chance import Stream
from freehold.kernel.grids import Grid

NO_FACTS = OwnFacts()
IS_CITY = bytes(FULL * (city > 0) for city in range(256))


def view(state: State, viewer: Viewer) -> View[Facts]:
    rect = Rect(0, 0, state.width, state.height)
    return View(viewer, facts(state, viewer), rect, layers(state, viewer))


def layers(state: State, viewer: Viewer) -> dict[str, bytes]:
    if viewer == TRUTH:
        return true_layers(state)
    if viewer == PUBLIC:
        return public_layers(state)
    known = state.known[viewer]
    return {
        "kind": bytes(known.kind),
        "sight": bytes(known.sight),
        "owner": bytes(known.owner),
        "digit": bytes(known.digit),
        "star": bytes(known.star),
        "item": bytes(known.item),
        "structure": bytes(known.structure),
        "hp": bytes(known.hp),
        "protected": bytes(known.protected),
        "smoke": bytes(known.smoke),
        "skull": bytes(state.skull),
        "flag": bytes(known.flag),
        "reach": bytes(known.reach),
        "region": state.region,
        "city": state.city,
        "axis": legal.axis_layer(state, viewer),
        "payer": economy.payers(state, viewer),
    }


def public_layers(state: State) -> dict[str, bytes]:
    """MW-19: what every player may know."""
    nothing = bytes(len(state.kind))
    owner = bytearray(nothing)
    for city in state.cities:
        owner[city.cell] = city.owner
    return {
        "kind": state.first_kind,
        "sight": state.city.translate(IS_CITY),
        "owner": bytes(owner),
        "digit": nothing,
        "star": nothing,
        "item": nothing,
        "structure": nothing,
        "hp": nothing,
        "protected": nothing,
        "smoke": nothing,
        "skull": bytes(state.skull),
        "flag": nothing,
        "reach": nothing,
        "region": state.region,
        "city": state.city,
        "axis": nothing,
        "payer": nothing,
    }


def true_layers(state: State) -> dict[str, bytes]:
    """Everything: after the end only (MW-19)."""
    nothing = bytes(len(state.kind))
    hp, smoke = bytearray(nothing), bytearray(nothing)
    for each in state.structures.values():
        for cell in each.cells if each.is_done else ():
            hp[cell] = each.hp
    for cell in state.smokes:
        smoke[cell] = 1
    digit, star = true_digits(state)
    structure = _true_structures(state)
    return {
        "kind": bytes(state.kind),
        "sight": bytes([FULL]) * len(nothing),
        "owner": bytes(state.owner),
        "digit": digit,
        "star": star,
        "item": bytes(state.item),
        "structure": structure,
        "hp": bytes(hp),
        "protected": bytes(state.protected),
        "smoke": bytes(smoke),
        "skull": bytes(state.skull),
        "flag": nothing,
        "reach": nothing,
        "region": state.region,
        "city": state.city,
        "axis": legal.axes_of(state, structure, PUBLIC),
        "payer": nothing,
    }


def _true_structures(state: State) -> bytes:
    layer, pending = bytearray(state.structure), state.pending
    for cell in compress(range(len(pending)), pending):
        layer[cell] = layer[cell] or pending[cell] + TO_COME
    return bytes(layer)


# Facts


def facts(state: State, viewer: Viewer) -> Facts:
    over = state.outcome
    return Facts(
        state.terms,
        _cities_facts(state, viewer),
        _player_facts(state),
        own_facts(state, viewer) if viewer >= 0 else NO_FACTS,
        tools.traits_of(viewer, tuple([city.owner for city in state.cities])),
        known_mountains(state, viewer),
        over.ending if over else "",
        over.places if over else (),
        tuple(state.graph) if over else (),
    )


def known_mountains(state: State, viewer: Viewer) -> tuple[tuple[int, ...], ...]:
    """Their clusters. Mountains only ever disappear: while there are as many as at the start, all
    viewers know the same."""
    first, count = _first_mountains(state.grid, state.first_kind)
    if viewer == PUBLIC or state.boards.kinds[MOUNTAIN].bit_count() == count:
        return first
    return legal.mountains(state.grid, state.kind if viewer == TRUTH else state.known[viewer].kind)


@lru_cache(maxsize=64)
def _first_mountains(grid: Grid, kind: bytes) -> tuple[tuple[tuple[int, ...], ...], int]:
    """And how many tiles they have."""
    return legal.mountains(grid, kind), kind.count(MOUNTAIN)


# What rarely changes is made once and shared: sending it again costs nothing.


@lru_cache(maxsize=4_096)
def _player(cities: int, kills: int, deaths: int, taken: int, is_out: bool) -> PlayerFacts:
    return PlayerFacts(cities, kills, deaths, taken, is_out)


@lru_cache(maxsize=4_096)
def _foreign_city(cell: int, owner: int, hold_by: int, hold_until: Ms) -> CityFacts:
    return CityFacts(cell, owner, hold_by=hold_by, hold_until=hold_until)


@lru_cache(maxsize=1_024)
def _foreign_cities(cells: tuple[int, ...], owners: tuple[int, ...]) -> tuple[CityFacts, ...]:
    """All cities as a viewer without a city sees them."""
    return tuple([_foreign_city(*each, 0, 0) for each in zip(cells, owners, strict=True)])


def _player_facts(state: State) -> tuple[PlayerFacts, ...]:
    """MW-91."""
    owners = [city.owner for city in state.cities]
    return tuple(
        [
            _player(owners.count(own), each.kills, each.deaths, each.taken, each.is_out)
            for own, each in enumerate(state.players, 1)
        ]
    )


def _cities_facts(state: State, viewer: Viewer) -> tuple[CityFacts, ...]:
    """Most cities are neither the viewer's nor held by them: these are fast."""
    if viewer == TRUTH:
        return tuple([city_facts(state, city, viewer) for city in state.cities])
    own, owners = viewer + 1, tuple([city.owner for city in state.cities])
    found = [*_foreign_cities(state.terms.cities, owners)]
    for number, city in enumerate(state.cities):
        if own in (city.owner, city.hold_by):
            found[number] = city_facts(state, city, viewer)
    return tuple(found)


def city_facts(state: State, city: City, viewer: Viewer) -> CityFacts:
    """Money, income and queue are the owner's alone (MW-17), a hold also the holder's (MW-50)."""
    is_own = viewer == TRUTH or city.owner == viewer + 1 > 0
    hold_by = city.hold_by if is_own or city.hold_by == viewer + 1 else 0
    hold_until = city.hold_since + state.terms.hold_ms if hold_by else 0
    if not is_own:
        return _foreign_city(city.cell, city.owner, hold_by, hold_until)
    return CityFacts(
        city.cell,
        city.owner,
        city.money_milli // economy.MILLI,
        city.since,
        city.rate,
        city.resources,
        _queue(state, city),
        hold_by,
        hold_until,
    )


def _queue(state: State, city: City) -> tuple[QueuedFacts, ...]:
    if not city.queue:
        return ()
    asked = [state.structures[key] for key in city.queue]
    moments = economy.done_moments(state, city)
    return tuple(
        [
            QueuedFacts(
                STRUCTURE_NAMES[each.kind],
                each.cells,
                each.cost,
                each.paid_milli // economy.MILLI,
                done_at,
            )
            for each, done_at in zip(asked, moments, strict=True)
        ]
    )


def own_facts(state: State, seat: Seat) -> OwnFacts:
    player = state.players[seat]
    deeds = [deed for _, deed in state.deeds.pairs() if deed.seat == seat]
    return OwnFacts(
        dict(player.ready),
        player.stunned_until,
        player.blind_until,
        tuple([DeedFacts(deed.what, deed.cells, deed.at) for deed in deeds]),
        roads.pairs(state, seat),
        tuple(state.known[seat].events),
    )


# Who is told


def who_sees(state: State, cells: Iterable[int]) -> tuple[Viewer, ...]:
    """The viewers who are told what happens on these tiles: those who see one of them (MW-16)."""
    named = tuple(cells)
    seats = [seat for seat in range(state.seats) if any(sees(state, seat, cell) for cell in named)]
    return (*seats, TRUTH)


# Choices


def choices(view: View[Facts], now: Ms, rng: Stream) -> Iterator[Action]:
    """MW-24: some of what the viewer may do now, drawn from `rng`; from the view alone."""
    return offers.choices(view, now, rng)
