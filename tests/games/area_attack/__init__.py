"""Builders of Area Attack's tests: positions as pictures, one character per cell.

.  covered, safe      *  covered, a mine      X  a mine that is revealed      o  a crater
a b c d  a cell of seat 0, 1, 2, 3
"""

from __future__ import annotations

from typing import Any

import pytest

from freehold.game import Illegal, Notice, Setup
from freehold.games.area_attack import GAME, rules
from freehold.games.area_attack.actions import Action
from freehold.games.area_attack.params import Params
from freehold.games.area_attack.reach import reset_reach
from freehold.games.area_attack.state import CLAIMED, COVERED, CRATER, MINE, State
from freehold.kernel.chance import key_of
from freehold.kernel.grids import square_grid
from freehold.kernel.layers import Touched
from freehold.kernel.mines import count_around
from freehold.match import Match, Seated
from tests.pictures import rows_of

KEY = key_of("area attack")
NAMES = ("Ann", "Bo", "Cy", "Di")
SMALL = {"width_cells": 20, "height_cells": 20, "apart_cells": 6, "apart_percent": 0}
SEATS = "abcd"
KINDS = {".": COVERED, "*": COVERED, "X": MINE, "o": CRATER}


def new_state(seats: int = 2, key: bytes = KEY, **params: Any) -> State:
    return rules.new(Setup(Params(**(SMALL | params)), seats, key))


def new_match(seats: int = 2, key: bytes = KEY, **params: Any) -> Match:
    players = tuple(Seated(name) for name in NAMES[:seats])
    return Match.new(GAME, players, key, Params(**(SMALL | params)))


def started_match(seats: int = 2, key: bytes = KEY, **params: Any) -> Match:
    """A match after its players have started in the corners, at 0 ms."""
    match = new_match(seats, key, **params)
    right, bottom = match.state.width - 3, match.state.height - 3
    corners = ((2, 2), (right, bottom), (right, 2), (2, bottom))
    for seat in range(seats):
        say(match, 0, seat, f"pick {corners[seat][0]},{corners[seat][1]}")
        say(match, 0, seat, "confirm")
    return match


def say(match: Match, now: int, seat: int, text: str) -> None:
    match.act(now, seat, GAME.parse(text))


def position(picture: str, stage: int = 1, seats: int = 2, **params: Any) -> State:
    """A state in play with this board."""
    rows = picture.split()
    state = new_state(seats, **params)
    grid = square_grid(len(rows[0]), len(rows))
    letters = "".join(rows)
    assert len(letters) == len(grid)
    state.width, state.height, state.touched = grid.width, grid.height, Touched(grid.width)
    state.mine = bytearray(letter in "*X" for letter in letters)
    state.number = count_around(state.mine, grid)
    state.cell = bytearray(KINDS.get(letter, CLAIMED) for letter in letters)
    state.ground = bytearray(max(0, ".oX".find(letter)) for letter in letters)
    state.owner = bytearray(SEATS.find(letter) + 1 for letter in letters)
    state.safe = len(grid) - letters.count("*") - letters.count("X") - letters.count("o")
    own_layers(state, seats)
    state.confirmed = [True] * seats
    start_at(state, stage)
    return state


def own_layers(state: State, seats: int) -> None:
    columns = list(zip(state.owner, state.number, strict=True))
    state.cells = [state.owner.count(seat + 1) for seat in range(seats)]
    state.digit = [
        bytearray(number + 1 if owner == seat + 1 else 0 for owner, number in columns)
        for seat in range(seats)
    ]
    state.flag = [bytearray(len(columns)) for _ in range(seats)]
    state.legal = [bytearray(len(columns)) for _ in range(seats)]


def start_at(state: State, stage: int) -> None:
    """In stage 1, 2 or 3, begun at 0 ms, with the moments that this brings."""
    params = state.params
    state.stage = stage
    end = params.stage_3_ms + params.lock_ms
    state.moments = [0, params.stage_2_ms, params.stage_3_ms, end]
    due = [(params.stage_2_ms, "stage", (2,)), (params.stage_3_ms, "stage", (3,))]
    state.due = [*due[stage - 1 :], *([(end, "end", ())] if stage == 3 else [])]
    for seat in range(len(state.cells)):
        reset_reach(state, seat)
    state.touched.take_cells()


def draw(state: State) -> str:
    """The inverse of `position`: the picture of a state's board."""
    letters = [
        SEATS[owner - 1] if owner else {CRATER: "o", MINE: "X"}.get(kind, "*" if mine else ".")
        for owner, kind, mine in zip(state.owner, state.cell, state.mine, strict=True)
    ]
    return rows_of("".join(letters), state.width)


def act(state: State, seat: int, text: str, now: int = 0) -> list[Notice]:
    action: Action = GAME.parse(text)
    return rules.act(state, now, seat, action)


def refusal(state: State, seat: int, text: str, now: int = 0) -> Illegal:
    """The refusal of an action, which must leave the state untouched."""
    before = state.copy()
    with pytest.raises(Illegal) as refused:
        act(state, seat, text, now)
    assert state == before
    assert refused.value.code in GAME.texts
    return refused.value


def codes(notices: list[Notice]) -> list[str]:
    return [notice.code for notice in notices]
