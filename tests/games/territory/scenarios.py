"""A short match to every ending, through the public match."""

from collections.abc import Iterator

from freehold.game import Resign
from freehold.games.territory.actions import parse
from freehold.games.territory.params import SIDE
from freehold.games.territory.views import NEIGHBOURS
from freehold.match import Match
from tests.games.territory import begin_match

STEP_MS = 1_000


def scenarios() -> Iterator[tuple[str, Match]]:
    yield "annihilation", annihilation()
    yield "domination", domination()
    yield "timeout", timeout()
    yield "timeout-deadlines", timeout_by_deadlines()
    yield "deserted", deserted()


def play_round(match: Match, *sheets: str, talk: str = "declare") -> None:
    """A round in which everybody in play says the same, and moves as their sheet says."""
    for word in (talk, talk, ""):
        for seat in match.awaited:
            match.act(match.now + STEP_MS, seat, parse(word or f"order {sheets[seat]}"))


def timeout() -> Match:
    match = begin_match(rounds=2)
    play_round(match, "", "", "", talk="declare Peace?")
    play_round(match, "", "", "")
    return match


def timeout_by_deadlines() -> Match:
    match = begin_match(seats=5, rounds=1, phase_seconds=10)
    match.act(2_000, 3, parse("declare Is anybody there?"))
    match.advance(30_000)
    return match


def deserted() -> Match:
    match = begin_match(seats=4)
    play_round(match, *[""] * 4)
    for seat in (2, 0, 3):
        match.act(match.now + STEP_MS, seat, Resign())
    return match


def annihilation() -> Match:
    """All walk to one square and meet there with as many units."""
    match = begin_match(seats=3, seed=66, start_units=1)
    goal = meeting_square(match)
    while match.outcome is None:
        play_round(match, *(walk(match, seat, goal) for seat in range(3)))
    return match


def meeting_square(match: Match) -> int:
    """A square that all reach in the same round, at a distance of equal parity and length."""
    starts = [match.state.owner.index(seat + 1) for seat in range(3)]
    squares = [goal for goal in range(SIDE * SIDE) if len({gap(at, goal) for at in starts}) == 1]
    return squares[0]


def gap(one: int, other: int) -> int:
    return abs(one % SIDE - other % SIDE) + abs(one // SIDE - other // SIDE)


def walk(match: Match, seat: int, goal: int) -> str:
    """Everything of a seat goes a step towards a square; resource squares are walked around."""
    state = match.state
    cell = state.owner.index(seat + 1)
    ways = [
        way
        for way, beside in NEIGHBOURS[cell]
        if gap(beside, goal) < gap(cell, goal) and not state.resource[beside]
    ]
    return f"{cell % SIDE},{cell // SIDE},{ways[0]},{state.units[cell]}"


def domination() -> Match:
    """One spreads as fast as it can, and the others sit still."""
    match = begin_match(seats=3, seed=2)
    while match.outcome is None:
        play_round(match, spread(match, 0), "", "")
    return match


def spread(match: Match, seat: int) -> str:
    """One unit each from squares with units to spare to free ones."""
    state = match.state
    sheet: list[str] = []
    entered: set[int] = set()
    for cell in range(SIDE * SIDE):
        spare = state.units[cell] - 1 if state.owner[cell] == seat + 1 else 0
        for way, beside in NEIGHBOURS[cell]:
            if spare and not state.owner[beside] and beside not in entered and len(sheet) < 3:
                sheet.append(f"{cell % SIDE},{cell // SIDE},{way},1")
                entered.add(beside)
                spare -= 1
    return " ".join(sheet)
