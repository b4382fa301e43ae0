"""A short match to every ending, through the public match alone."""

from __future__ import annotations

from collections.abc import Iterator

from freehold.game import Resign, Seat
from freehold.games.minewars import GAME
from freehold.games.minewars.actions import Capture
from freehold.games.minewars.board.kinds import DECOY, MINE, NONE
from freehold.games.minewars.params import Params
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Seated
from tests.games.minewars import NAMES
from tests.games.minewars.tables import HASTE, ISLET

KEY = key_of("minewars scenarios")


def scenarios() -> Iterator[tuple[str, Match]]:
    yield "elimination", all_cities_are_taken()
    yield "elimination-surrender", two_give_up()
    yield "time", time_runs_out()


def all_cities_are_taken() -> Match:
    """Ann steps on a mine, comes to, takes the middle and then Bo's city."""
    match = new_match(2, Params(map=ISLET, **(HASTE | {"hold_ms": 3_000, "limit_ms": 0})))
    step_on_a_mine(match, 1_000, 0)
    say(match, match.now + 200, 1, "deploy decoy 10,7")
    match.advance(match.now + 2_000)
    for number in (1, 2):
        march_to(match, 0, number)
    return match


def two_give_up() -> Match:
    """Of three players two surrender, one after the other."""
    match = new_match(3, Params(grid="hex", radius_tiles=9, **HASTE))
    step_on_a_mine(match, 500, 1)
    match.act(4_000, 2, Resign())
    match.act(9_000, 0, Resign())
    return match


def time_runs_out() -> Match:
    """Two players do one thing after another, of every sort, until the limit."""
    match = new_match(2, Params(map=ISLET, **(HASTE | {"limit_ms": 30_000})))
    rng = Stream(KEY, "time")
    while match.outcome is None:
        match.advance(match.now + 150)
        for seat in match.awaited:
            offered = list(GAME.choices(match.view(seat), match.now, rng))
            kinds = sorted({GAME.spell(action).split()[0] for action in offered})
            if kinds:
                kind = rng.pick(kinds)
                chosen = [each for each in offered if GAME.spell(each).split()[0] == kind]
                match.act(match.now, seat, rng.pick(chosen))
    return match


def new_match(seats: int, params: Params) -> Match:
    return Match.new(GAME, tuple(Seated(name) for name in NAMES[:seats]), KEY, params)


def say(match: Match, now: int, seat: Seat, text: str) -> None:
    match.act(now, seat, GAME.parse(text))


def step_on_a_mine(match: Match, now: int, seat: Seat) -> None:
    """Capture safe land until a mine is in reach, and then the mine."""
    for number in range(100):
        match.advance(now + 450 * number)
        mines = in_reach(match, seat, MINE)
        capture(match, seat, (mines or in_reach(match, seat, NONE))[0])
        if mines:
            return


def march_to(match: Match, seat: Seat, number: int) -> None:
    """Capture what does no harm, the nearest to a city first, until the city is the seat's."""
    state = match.state
    city = state.cities[number].cell
    for _ in range(300):
        if match.outcome or state.owner[city] == seat + 1:
            break
        match.advance(match.now + 150)
        safe = in_reach(match, seat, NONE) + in_reach(match, seat, DECOY)
        if safe and match.outcome is None and not state.cities[number].hold_by:
            capture(match, seat, min(safe, key=lambda cell: state.grid.distance(cell, city)))


def in_reach(match: Match, seat: Seat, item: int) -> list[int]:
    """Where the seat can capture now and this lies, as nobody but the scenario knows."""
    state = match.state
    offered = GAME.choices(match.view(seat), match.now, Stream(KEY, "unused"))
    clicks = [each for each in offered if isinstance(each, Capture)]
    cells = [state.grid.cell(each.x, each.y) for each in clicks]
    return [cell for cell in cells if state.item[cell] == item]


def capture(match: Match, seat: Seat, cell: int) -> None:
    x, y = match.state.grid.place(cell)
    say(match, match.now, seat, f"capture {x},{y}")
