"""Meadow: walkers dig for coins. The rules, all checks first; and what each may see of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from freehold.game import (
    PUBLIC,
    TRUTH,
    Arrive,
    Changes,
    Illegal,
    Leave,
    Malformed,
    Ms,
    Notice,
    Outcome,
    Rect,
    Resign,
    Seat,
    Setup,
    Standard,
    View,
    Viewer,
)
from freehold.kernel.chance import Stream
from freehold.kernel.layers import Touched, put
from freehold.kernel.pictures import Tile
from freehold.world import Row

GRASS, DUG, COIN = 0, 1, 2
WAYS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    side_cells: Annotated[int, Meta(ge=8, le=1000, title="cells", description="Each way.")] = 40
    coins: Annotated[int, Meta(ge=1, title="coins", description="Buried.")] = 30
    goal_coins: Annotated[int, Meta(ge=1, title="coins", description="Then it is over.")] = 20
    sight_cells: Annotated[int, Meta(ge=1, le=9, title="cells", description="Seen.")] = 2
    rest_ms: Annotated[int, Meta(ge=0, title="ms", description="Between rounds.")] = 20
    round_ms: Annotated[int, Meta(ge=0, title="ms", description="0 means no end.")] = 0


class Step(Struct, frozen=True, tag="step"):
    way: str


class Dig(Struct, frozen=True, tag="dig"):
    """The cell stood on."""


Action = Step | Dig


class State(Struct):
    params: Params
    touched: Touched
    ground: bytearray
    """What everybody would see, were they there."""
    coin: bytearray
    place: list[int]
    """By seat its cell."""
    away: list[bool]
    score: list[int]
    found: int
    spots: Stream
    ending: str = ""

    def copy(self) -> State:
        return State(
            self.params,
            Touched(self.touched.width),
            self.ground[:],
            self.coin[:],
            self.place[:],
            self.away[:],
            self.score[:],
            self.found,
            self.spots.copy(),
            self.ending,
        )


class Facts(Struct, frozen=True):
    side: int
    ending: str = ""
    at: tuple[int, int] | None = None
    score: int = 0
    walkers: tuple[tuple[int, int, int], ...] = ()


def new(setup: Setup[Params]) -> State:
    side = setup.params.side_cells
    coins = Stream(setup.key, "coins").sample(range(side * side), setup.params.coins)
    state = State(
        setup.params,
        Touched(side),
        bytearray(side * side),
        bytearray(side * side),
        [],
        [],
        [],
        0,
        Stream(setup.key, "spots"),
    )
    for cell in coins:
        state.coin[cell] = 1
    for _ in range(setup.seats):
        place(state)
    return state


def place(state: State) -> None:
    cell = state.spots.below(len(state.ground))
    state.place.append(cell)
    state.away.append(False)
    state.score.append(0)
    state.touched.cells.add(cell)
    state.touched.viewers.add(len(state.place) - 1)


def act(state: State, now: Ms, seat: Seat, action: Action | Standard) -> list[Notice]:
    if state.ending:
        raise Illegal("over")
    if seat > len(state.place) or (seat == len(state.place) and not isinstance(action, Arrive)):
        raise Illegal("no_such_seat", seat=seat)
    if isinstance(action, Arrive | Leave | Resign):
        return come_or_go(state, seat, isinstance(action, Arrive))
    if state.away[seat]:
        raise Illegal("away")
    return step(state, seat, action) if isinstance(action, Step) else dig(state, seat)


def come_or_go(state: State, seat: Seat, comes: bool) -> list[Notice]:
    if seat == len(state.place):
        place(state)
    elif state.away[seat] == comes:
        state.away[seat] = not comes
        state.touched.cells.add(state.place[seat])
        state.touched.viewers.add(seat)
    return []


def step(state: State, seat: Seat, action: Step) -> list[Notice]:
    side = state.params.side_cells
    y, x = divmod(state.place[seat], side)
    x, y = x + WAYS[action.way][0], y + WAYS[action.way][1]
    if not (0 <= x < side and 0 <= y < side):
        raise Illegal("outside")
    state.touched.cells |= {state.place[seat], y * side + x}
    state.touched.viewers.add(seat)
    state.place[seat] = y * side + x
    return []


def dig(state: State, seat: Seat) -> list[Notice]:
    cell = state.place[seat]
    if state.ground[cell] != GRASS:
        raise Illegal("dug_already")
    put(state.touched, state.ground, cell, COIN if state.coin[cell] else DUG)
    if not state.coin[cell]:
        return []
    state.score[seat] += 1
    state.found += 1
    state.touched.viewers.add(seat)
    if state.found >= state.params.goal_coins:
        state.ending = "found"
    return [Notice("found", {"seat": seat}, who_sees(state, cell))]


def who_sees(state: State, cell: int) -> tuple[Seat, ...]:
    side = state.params.side_cells
    return tuple(seat for seat in range(len(state.place)) if is_in(window(state, seat), cell, side))


def window(state: State, seat: Seat) -> Rect:
    side, sight = state.params.side_cells, state.params.sight_cells
    y, x = divmod(state.place[seat], side)
    left, top = max(0, x - sight), max(0, y - sight)
    right, bottom = min(side, x + sight + 1), min(side, y + sight + 1)
    return Rect(left, top, right - left, bottom - top)


def is_in(rect: Rect, cell: int, side: int) -> bool:
    y, x = divmod(cell, side)
    return 0 <= x - rect.x < rect.width and 0 <= y - rect.y < rect.height


def changes(state: State) -> Changes:
    viewers = state.touched.take_viewers()
    for cell in state.touched.take_cells():
        viewers.update(who_sees(state, cell))
    return Changes(viewers)


def wake_at(state: State) -> Ms | None:
    return state.params.round_ms if state.params.round_ms and not state.ending else None


def wake(state: State, now: Ms) -> list[Notice]:
    state.ending = "dusk"
    return []


def awaited(state: State) -> tuple[Seat, ...]:
    if state.ending:
        return ()
    return tuple(seat for seat, away in enumerate(state.away) if not away)


def outcome(state: State) -> Outcome | None:
    if not state.ending:
        return None
    places = tuple(1 + sum(other > mine for other in state.score) for mine in state.score)
    return Outcome(state.ending, places, tuple(state.score))


def standing(state: State) -> tuple[Row, ...]:
    rows = [Row(seat, score, False) for seat, score in enumerate(state.score) if score]
    return tuple(sorted(rows, key=lambda row: -row.score))


def view(state: State, viewer: Viewer) -> View[Facts]:
    side = state.params.side_cells
    if viewer == PUBLIC:
        facts = Facts(side, state.ending)
        return View(viewer, facts, Rect(0, 0, 1, 1), {"ground": b"\0"})
    if viewer == TRUTH:
        facts = Facts(side, state.ending)
        ground = bytes(
            COIN if coin else ground for ground, coin in zip(state.ground, state.coin, strict=True)
        )
        return View(viewer, facts, Rect(0, 0, side, side), {"ground": ground})
    rect = window(state, viewer)
    rows = range(rect.y, rect.y + rect.height)
    ground = b"".join(state.ground[y * side + rect.x :][: rect.width] for y in rows)
    y, x = divmod(state.place[viewer], side)
    walkers = tuple(
        (seat, cell % side, cell // side)
        for seat, cell in enumerate(state.place)
        if seat != viewer and not state.away[seat] and is_in(rect, cell, side)
    )
    facts = Facts(side, state.ending, (x, y), state.score[viewer], walkers)
    return View(viewer, facts, rect, {"ground": ground})


def choices(view: View[Facts], now: Ms, rng: Stream) -> Iterator[Action]:
    facts, rect = view.facts, view.rect
    if facts.at is None or facts.ending:
        return
    x, y = facts.at
    if view.layers["ground"][(y - rect.y) * rect.width + x - rect.x] == GRASS:
        yield Dig()
    for way, (right, down) in WAYS.items():
        if 0 <= x + right < facts.side and 0 <= y + down < facts.side:
            yield Step(way)


def redeal(state: State, seat: Seat, rng: Stream) -> State:
    """Coins lie elsewhere where nobody has dug, and others walk elsewhere, out of sight."""
    other = state.copy()
    grass = [cell for cell, ground in enumerate(state.ground) if ground == GRASS]
    coins = [state.coin[cell] for cell in grass]
    rng.shuffle(coins)
    for cell, coin in zip(grass, coins, strict=True):
        other.coin[cell] = coin
    rect, side = window(state, seat), state.params.side_cells
    for each, cell in enumerate(state.place):
        if each != seat and not is_in(rect, cell, side):
            moved = rng.below(len(state.ground))
            if not is_in(rect, moved, side):
                other.place[each] = moved
    return other


def parse(text: str) -> Action:
    words = text.lower().split()
    if words == ["dig"]:
        return Dig()
    if len(words) == 2 and words[0] == "step" and words[1] in WAYS:
        return Step(words[1])
    raise Malformed("say 'dig', or 'step' and north, east, south or west")


def spell(action: Action) -> str:
    return "dig" if isinstance(action, Dig) else f"step {action.way}"


def tiles(view: View[Facts]) -> list[Tile]:
    return [Tile(" .o"[value]) for value in view.layers["ground"]]


def describe(view: View[Facts], names: tuple[str, ...]) -> list[str]:
    return [f"You have {view.facts.score}."]
