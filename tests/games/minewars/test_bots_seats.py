"""No seat has an advantage: a match is the same whichever numbers its players have."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec import Struct
from msgspec.structs import replace

from freehold.bots.crew import Crew, Member
from freehold.bots.runner import Runner
from freehold.game import Ms, Seat
from freehold.games.minewars import GAME
from freehold.games.minewars.bots import MASTER
from freehold.games.minewars.bots.players import Player
from freehold.games.minewars.mapmaking import find_island
from freehold.games.minewars.maps import draw_map
from freehold.games.minewars.params import Params
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Seated
from freehold.match.log import Entry

KEY = key_of("seats")
UNTIL_MS = 60_000
ISLAND = Params(radius_tiles=9, cities=3)
LEAST_ENTRIES = 150


class ByCity(Crew):
    """Bots that draw, and are asked at equal moments, by the city that they began in."""

    def __init__(self, match: Match, cities: Sequence[int]) -> None:
        self.cities = cities
        super().__init__(match, {seat: Player(MASTER) for seat in range(len(cities))}, KEY)

    def rank(self, moment: tuple[Ms, Seat]) -> tuple[Ms, int, Seat]:
        return moment[0], self.cities[moment[1]], moment[1]

    def _decide(self, seat: Seat, member: Member, now: Ms, attempt: int) -> Struct:
        rng = Stream(KEY, f"{self.cities[seat]} {now}")
        answer = member.bot.decide(member.view, now, rng)
        assert isinstance(answer, Struct)
        return answer


def played(island: str, cities: Sequence[int]) -> list[tuple[Ms, int, str]]:
    """The match in which each seat begins in the city of this number: moments, cities, actions."""
    numbers = "".join(str(city + 1) for city in cities)
    params = Params(map=island.translate(str.maketrans(numbers, "123")))
    match = Match.new(GAME, tuple(Seated(f"P{seat}") for seat in range(len(cities))), KEY, params)
    runner = Runner(match, {}, KEY)
    runner.crew = ByCity(match, cities)
    while (upcoming := runner.next_up()) and upcoming[0] < UNTIL_MS:
        runner.step(upcoming[0])
    entries = [line for line in match.log.lines if isinstance(line, Entry)]
    return [(line.now, cities[line.seat], line.action) for line in entries]


@pytest.mark.slow
@pytest.mark.parametrize("grid", ["hex", "square"])
def test_with_other_seats_the_same_match_is_played(grid: str) -> None:
    found = find_island(replace(ISLAND, grid=grid), 3, KEY)
    island = draw_map(found.map)
    straight = played(island, (0, 1, 2))
    assert len(straight) > LEAST_ENTRIES
    assert played(island, (1, 2, 0)) == straight
