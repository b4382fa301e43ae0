"""Positions of Territory as pictures, and words for playing on from them.

A picture shows the board's top left: `A5` are five units of A, `A5+` stand on a resource square,
`+` and `.` are free. Rows and squares that are left out are free.
"""

from typing import Any

import pytest

from freehold.game import Illegal, Notice, Setup
from freehold.games.territory import GAME
from freehold.games.territory.actions import parse
from freehold.games.territory.params import CELLS, SIDE, Params
from freehold.games.territory.state import FIRST, ORDERS, State
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
BARE = "."


def begin(seats: int = 3, seed: int = 0, **params: Any) -> State:
    """A match as it is drawn."""
    return GAME.new(Setup(Params(**params), seats, key_of("test", seed)))


def begin_match(seats: int = 3, seed: int = 0, **params: Any) -> Match:
    seated = tuple(Seated(name) for name in NAMES[:seats])
    chosen = Params(**params)
    return Match.new(GAME, seated, key_of("test", seed), chosen, GAME.clock(chosen))


def position(picture: str, phase: int = ORDERS, seats: int = 3, **params: Any) -> State:
    """The state of a picture; by default its orders are waited for."""
    state = begin(seats, **params)
    owner, units, resource = read_picture(picture)
    totals = [0] * seats
    for held, there in zip(owner, units, strict=True):
        if held:
            totals[held - 1] += there
    state.owner, state.units, state.resource = bytearray(owner), units, bytes(resource)
    state.totals, state.units_by_round = totals, [tuple(totals)]
    state.in_play = [total > 0 for total in totals]
    state.phase = phase
    return state


def read_picture(picture: str) -> tuple[list[int], list[int], list[int]]:
    owner, units, resource = [0] * CELLS, [0] * CELLS, [0] * CELLS
    for y, row in enumerate(picture.strip().splitlines()):
        for x, tile in enumerate(row.split()):
            cell = y * SIDE + x
            resource[cell] = int(tile.endswith("+"))
            held = tile.rstrip("+")
            if held and held != BARE:
                owner[cell], units[cell] = "ABCDE".index(held[0]) + 1, int(held[1:])
    return owner, units, resource


def draw_picture(state: State) -> str:
    rows = []
    for y in range(SIDE):
        cells = range(y * SIDE, (y + 1) * SIDE)
        rows.append(" ".join(draw_square(state, cell) for cell in cells))
    return "\n".join(rows)


def draw_square(state: State, cell: int) -> str:
    held, plus = state.owner[cell], "+" * state.resource[cell]
    if held or state.units[cell]:
        return f"{'?ABCDE'[held]}{state.units[cell]}{plus}"
    return plus or BARE


def shows(state: State, picture: str) -> bool:
    """The board is the picture's. Prints both if it is not."""
    drawn, wanted = draw_picture(state), draw_picture(position(picture, seats=5))
    if drawn != wanted:
        print(f"the board:\n{drawn}\nthe picture:\n{wanted}")
    return drawn == wanted


def act(state: State, seat: int, text: str) -> list[Notice]:
    return GAME.act(state, 0, seat, parse(text))


def submit_all(state: State, *texts: str) -> list[Notice]:
    """Seat by seat; `-` is nothing, for a seat that has nothing to submit."""
    notices = []
    for seat, text in enumerate(texts):
        if text != "-":
            notices += act(state, seat, text)
    return notices


def talk_through(state: State) -> State:
    """To the orders of this round, with nothing said."""
    assert state.phase == FIRST
    for _ in range(2):
        for seat in GAME.awaited(state):
            act(state, seat, "declare")
    return state


def refusal(state: State, seat: int, text: str) -> Illegal:
    with pytest.raises(Illegal) as caught:
        act(state, seat, text)
    assert GAME.texts[caught.value.code]
    return caught.value


def codes(notices: list[Notice]) -> list[str]:
    return [notice.code for notice in notices]
