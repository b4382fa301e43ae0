"""Builders of Land Grab's tests: positions as pictures, and the rules worked out the slow way."""

from collections.abc import Sequence

from freehold.game import Setup
from freehold.games.land_grab import islands, rules
from freehold.games.land_grab.actions import parse
from freehold.games.land_grab.params import Params
from freehold.games.land_grab.state import FARM, FOREST, LAND, MINE, MOUNTAIN, RESORT, WATER, State
from freehold.kernel.chance import key_of

SIDE = 12
GROUNDS = "WLMF"
BUILDS = {"f": (0, FARM), "g": (1, FARM), "m": (0, MINE), "r": (1, RESORT)}
"""Player 1's farms and mines, player 2's farms and resorts, all on what was land."""


def rows_of(picture: str) -> list[str]:
    rows = [row.strip() for row in picture.strip().splitlines()]
    return [row.ljust(SIDE, "W") for row in rows] + ["W" * SIDE] * (SIDE - len(rows))


def position(
    picture: str,
    mover: int = 0,
    points: Sequence[int] = (0, 0),
    target: int = 100,
    farms: Sequence[int] | None = None,
) -> State:
    """A state from a picture of the top left corner; all the rest of the map is water.

    `farms` counts more farms than the picture shows, for positions about something else.
    """
    letters = "".join(rows_of(picture))
    island = [GROUNDS.index(letter) if letter in GROUNDS else LAND for letter in letters]
    state = islands.begin(island, target)
    for sign in "fgmr":
        for cell, letter in enumerate(letters):
            if letter == sign:
                rules.build(state, BUILDS[sign][0], cell, BUILDS[sign][1])
    state.mover = mover
    state.points = list(points)
    if farms:
        state.farms = list(farms)
    state.touched.take_cells()
    return state


def picture_of(state: State, width: int = SIDE, height: int = SIDE) -> str:
    """The top left corner of a state as a picture: the inverse of `position`."""
    signs = {what: sign for sign, what in BUILDS.items()}
    letters = [
        signs[owner - 1, built] if built else GROUNDS[ground]
        for ground, owner, built in zip(state.ground, state.owner, state.built, strict=True)
    ]
    rows = ["".join(letters[at : at + SIDE]) for at in range(0, SIDE * SIDE, SIDE)]
    return "\n".join(row[:width] for row in rows[:height])


def same_picture(state: State, picture: str) -> bool:
    return picture_of(state) == "\n".join(rows_of(picture))


def play(state: State, *spellings: str) -> list[str]:
    """Let the movers act in turn; the codes of all notices."""
    codes = []
    for spelling in spellings:
        codes += [notice.code for notice in rules.act(state, 0, state.mover, parse(spelling))]
    return codes


def island(seed: int, params: Params | None = None) -> State:
    return islands.new(Setup(params or Params(), 2, key_of("island", seed)))


def cell(x: int, y: int) -> int:
    return y * SIDE + x


# The rules worked out from the whole board, with nothing kept


def sides(at: int) -> list[int]:
    x, y = at % SIDE, at // SIDE
    steps = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return [cell(u, v) for u, v in steps if 0 <= u < SIDE and 0 <= v < SIDE]


def touching(at: int) -> list[int]:
    return [to for to in range(SIDE * SIDE) if to != at and is_touching(at, to)]


def is_touching(one: int, other: int) -> bool:
    return abs(one % SIDE - other % SIDE) <= 1 and abs(one // SIDE - other // SIDE) <= 1


def slow_yield(state: State, at: int, what: int) -> int:
    grounds = [state.ground[side] for side in sides(at)]
    if what == MINE:
        return 1 + grounds.count(FOREST) + grounds.count(MOUNTAIN)
    mines = sum(state.built[side] == MINE for side in sides(at))
    return max(0, 1 + grounds.count(WATER) + grounds.count(MOUNTAIN) - mines)


def slow_free(state: State, at: int) -> bool:
    return state.ground[at] in (LAND, FOREST) and not state.built[at]


def slow_reach(state: State, seat: int) -> list[int]:
    ours = [at for at, owner in enumerate(state.owner) if owner == seat + 1]
    return [
        int(slow_free(state, at) and (not ours or any(is_touching(at, own) for own in ours)))
        for at in range(SIDE * SIDE)
    ]


def slow_loss(state: State, seat: int, at: int) -> int:
    """What seat's settlements yield less once a mine of player 1 stands here (seat 1), or once
    anything stands here (seat 0, whose new mine is not counted)."""
    if not slow_free(state, at):
        return 0
    after = state.copy()
    after.built[at] = MINE if seat == 1 else FARM
    after.ground[at] = LAND
    what = RESORT if seat == 1 else MINE
    theirs = [own for own in range(SIDE * SIDE) if state.built[own] == what and own != at]
    return sum(slow_yield(state, own, what) - slow_yield(after, own, what) for own in theirs)
