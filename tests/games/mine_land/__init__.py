"""Builders of Mine Land's tests: positions as pictures, one character per tile.

.  covered, nothing under it     *  covered, a bomb            $  covered, a hidden flag
r  covered, a red flag           g  covered, a bomb under a green flag
_  uncovered                     o  an explosion site          !  a bomb that lies lit
a b c ...  uncovered, and seat 0, 1, 2 ... stands there
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from freehold.game import Illegal, Notice, Setup, Standard, View
from freehold.games.mine_land import GAME, rules
from freehold.games.mine_land.actions import Action
from freehold.games.mine_land.crowds import count_chunks
from freehold.games.mine_land.facts import Facts
from freehold.games.mine_land.leaving import put_on_board
from freehold.games.mine_land.params import Params
from freehold.games.mine_land.state import (
    BOMB,
    COVERED,
    GREEN_FLAG,
    HIDDEN_FLAG,
    LIT,
    NOTHING,
    PAID_BOMB,
    RED_FLAG,
    SITE,
    UNCOVERED,
    State,
    Walker,
)
from freehold.kernel.chance import key_of
from freehold.kernel.layers import Touched
from freehold.kernel.mines import count_square
from freehold.match import Match, Seated
from tests.pictures import rows_of

KEY = key_of("mine land")
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fy")
SMALL = {"width_tiles": 40, "height_tiles": 40, "spawn_tiles": 2, "safe_steps": 3}
SEATS = "abcdefghijklmn"
UNDER = {"*": BOMB, "$": HIDDEN_FLAG, "g": PAID_BOMB, "!": BOMB}
GROUND = {"_": UNCOVERED, "o": SITE, "!": LIT}
FLAGS = {"r": RED_FLAG, "g": GREEN_FLAG}


def new_state(seats: int = 2, key: bytes = KEY, **params: Any) -> State:
    return rules.new(Setup(Params(**(SMALL | params)), seats, key))


def new_match(seats: int = 2, key: bytes = KEY, **params: Any) -> Match:
    players = tuple(Seated(name) for name in NAMES[:seats])
    return Match.new(GAME, players, key, Params(**(SMALL | params)))


def position(picture: str, **params: Any) -> State:
    """A state with this board, and everybody whom it shows."""
    rows = picture.split()
    letters, width, height = "".join(rows), len(rows[0]), len(rows)
    assert len(letters) == width * height
    state = new_state(1, **params)
    state.width, state.height, state.touched = width, height, Touched(width)
    state.terms = structs.replace(state.terms, width=width, height=height)
    state.under = bytearray(UNDER.get(letter, NOTHING) for letter in letters)
    state.number = count_square(bytes(kind & 1 for kind in state.under), width, height)
    state.ground = bytearray(
        UNCOVERED if letter in SEATS[:6] else GROUND.get(letter, COVERED) for letter in letters
    )
    state.digit = bytearray(
        number if ground == UNCOVERED else 0
        for number, ground in zip(state.number, state.ground, strict=True)
    )
    state.flag = bytearray(FLAGS.get(letter, 0) for letter in letters)
    state.loot = bytearray(len(letters))
    state.open_bombs = letters.count("*") + letters.count("!")
    state.spawns = [tile for tile, letter in enumerate(letters) if letter in "_abcdef"]
    stand(state, letters)
    return state


def stand(state: State, letters: str) -> None:
    state.crowds = [[] for _ in range(count_chunks(state.width, state.height))]
    state.walkers, state.living = [], []
    for seat, letter in enumerate(SEATS[:6]):
        if letter in letters:
            state.walkers.append(Walker(at=letters.index(letter), flags=state.terms.start_flags))
            put_on_board(state, seat)
    state.touched.take_cells()
    state.touched.viewers.clear()


def draw(state: State) -> str:
    """The inverse of `position`; what lies about shows as its number, 1 to 9."""
    letters = [tile_letter(state, tile) for tile in range(len(state.ground))]
    for seat in reversed(state.living):
        letters[state.walkers[seat].at] = SEATS[seat]
    return rows_of("".join(letters), state.width)


def tile_letter(state: State, tile: int) -> str:
    ground, flag = state.ground[tile], state.flag[tile]
    if state.loot[tile]:
        return str(min(state.loot[tile], 9))
    if ground == COVERED:
        return ".rg"[flag] if flag else ".*$*"[state.under[tile]]
    return {UNCOVERED: "_", SITE: "o", LIT: "!"}[ground]


def act(state: State, seat: int, text: str | Standard, now: int = 0) -> list[Notice]:
    action: Action | Standard = GAME.parse(text) if isinstance(text, str) else text
    return rules.act(state, now, seat, action)


def refusal(state: State, seat: int, text: str | Standard, now: int = 0) -> Illegal:
    """The refusal of an action, which must leave the state untouched."""
    before = state.copy()
    with pytest.raises(Illegal) as refused:
        act(state, seat, text, now)
    assert state == before
    assert refused.value.code in GAME.texts
    return refused.value


def view(state: State, seat: int) -> View[Facts]:
    return GAME.view(state, seat)


def codes(notices: list[Notice]) -> list[str]:
    return [notice.code for notice in notices]
