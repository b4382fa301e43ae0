"""Elimination, and how the match ends (MW-90, MW-91)."""

from __future__ import annotations

from freehold.game import Ms, Notice, Outcome, Seat
from freehold.games.minewars import ground
from freehold.games.minewars.board.kinds import NOBODY
from freehold.games.minewars.state import State
from freehold.kernel.due import drop_due

GRAPH_MS = 5_000
"""The shortest time between two points of the graph of land."""


def eliminate(state: State, now: Ms, fresh: int) -> list[Notice]:
    """MW-90: players without a city are out, all of them at the same time."""
    notices: list[Notice] = []
    if not fresh & state.boards.cities:
        return notices  # no city has changed hands
    owners = {each.owner for each in state.cities}
    for seat, player in enumerate(state.players):
        if not player.is_out and seat + 1 not in owners:
            go_out(state, now, seat)
            notices.append(Notice("eliminated", {"seat": seat}))
    return notices


def surrender(state: State, now: Ms, seat: Seat) -> list[Notice]:
    """MW-90: counts as elimination; the cities turn neutral."""
    go_out(state, now, seat)
    return [Notice("surrendered", {"seat": seat})]


def go_out(state: State, now: Ms, seat: Seat) -> None:
    """Tiles, clusters and structures turn neutral; items stay, and turn neutral with their tiles.
    Constructions are lost with the land they are on."""
    player = state.players[seat]
    player.is_out, player.out_at = True, now
    player.stunned_until = player.blind_until = 0
    player.ready.clear()
    for what in ("stun", "blind"):
        drop_due(state.due, what, seat)
    for key in sorted(state.deeds):
        if state.deeds[key].seat == seat:
            del state.deeds[key]
            drop_due(state.due, "deed", key)
    ground.give(state, state.boards.own[seat + 1], NOBODY)


def end_if_one_is_left(state: State, now: Ms) -> None:
    left = [player.is_out for player in state.players].count(False)
    if left == 1 and state.outcome is None:
        end(state, now, "elimination")


def run_out(state: State, now: Ms) -> list[Notice]:
    end(state, now, "time")
    return []


def end(state: State, now: Ms, ending: str) -> None:
    """Players who stayed rank by cities, then land; others by when they went. Ties share."""
    cities = [cities_of(state, seat) for seat in range(state.seats)]
    ranks = [
        (1, -player.out_at, 0) if player.is_out else (0, -cities[seat], -player.land)
        for seat, player in enumerate(state.players)
    ]
    places = tuple([1 + sum([other < rank for other in ranks]) for rank in ranks])
    state.outcome = Outcome(ending, places, tuple(cities))
    state.graph.append((now, *[player.land for player in state.players]))


def cities_of(state: State, seat: Seat) -> int:
    return [city.owner for city in state.cities].count(seat + 1)


def note_graph(state: State, now: Ms) -> None:
    if not state.graph or now >= state.graph[-1][0] + GRAPH_MS:
        state.graph.append((now, *[player.land for player in state.players]))
