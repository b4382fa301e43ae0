"""What a viewer may know, and nothing else.

Rules about this file:
1. Everything a seat learns passes through here; so does every notice's audience.
2. Legal leaks: a seat's own count of cells tells it that somebody took one (LN-05).
3. A watcher sees no cell before the end: what one seat sees, another may not.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from freehold.game import PUBLIC, TRUTH, Ms, Rect, Seat, View, Viewer
from freehold.kernel.chance import Stream
from freehold.kernel.due import drop_due
from tests.toy.actions import Action, Hold, Listen, Mark, Step
from tests.toy.state import DARK, SAFE, TRAP, State


class Facts(Struct, frozen=True):
    width: int
    height: int
    dawn_at: Ms
    away: tuple[bool, ...]
    out: tuple[bool, ...]
    ending: str
    place: tuple[int, int] | None = None
    """The viewer's own lantern, as all that follows is the viewer's own."""
    cells: int = 0
    frozen_until: Ms = 0
    holding_until: Ms = 0


def window(state: State, seat: Seat) -> Rect:
    """LN-02: the part of the cave that a lantern shines on."""
    x, y = state.grid.place(state.place[seat])
    sight = state.params.sight_cells
    left, top = max(0, x - sight), max(0, y - sight)
    right = min(state.grid.width, x + sight + 1)
    bottom = min(state.grid.height, y + sight + 1)
    return Rect(left, top, right - left, bottom - top)


def lit_cells(state: State, seat: Seat) -> list[int]:
    return state.grid.disc(state.place[seat], state.params.sight_cells)


def who_sees(state: State, cell: int) -> tuple[Seat, ...]:
    """The seats whose light falls on a cell."""
    sight = state.params.sight_cells
    distance = state.grid.distance
    return tuple(s for s, at in enumerate(state.place) if distance(at, cell) <= sight)


def cut(layer: bytearray, rect: Rect, width: int) -> bytes:
    rows = range(rect.y, rect.y + rect.height)
    return b"".join(layer[y * width + rect.x :][: rect.width] for y in rows)


def view(state: State, viewer: Viewer) -> View[Facts]:
    facts = facts_for(state, viewer)
    board = Rect(0, 0, facts.width, facts.height)
    if viewer == TRUTH:
        ground = bytes(TRAP if trap else SAFE for trap in state.trap)
        return View(viewer, facts, board, layers_of(ground, state.owner, state.lantern))
    if viewer == PUBLIC:
        nothing = bytes(len(state.trap))
        return View(viewer, facts, board, layers_of(nothing, nothing, nothing))
    rect = window(state, viewer)
    seen = (state.known[viewer], state.owner, state.lantern, state.marks[viewer])
    return View(viewer, facts, rect, layers_of(*(cut(each, rect, facts.width) for each in seen)))


def layers_of(
    ground: bytes, owner: bytes | bytearray, lantern: bytes | bytearray, marks: bytes = b""
) -> dict[str, bytes]:
    return {
        "ground": ground,
        "owner": bytes(owner),
        "lantern": bytes(lantern),
        "mark": marks or bytes(len(ground)),
    }


def facts_for(state: State, viewer: Viewer) -> Facts:
    size = (state.grid.width, state.grid.height, state.params.match_ms)
    everybody = (*size, tuple(state.away), tuple(state.out), state.ending)
    if viewer < 0:
        return Facts(*everybody)
    return Facts(
        *everybody,
        state.grid.place(state.place[viewer]),
        state.cells[viewer],
        state.frozen_until[viewer],
        state.holding_until[viewer],
    )


def choices(view: View[Facts], now: Ms, rng: Stream) -> Iterator[Action]:
    facts, rect, seat = view.facts, view.rect, view.viewer
    if seat < 0 or facts.place is None or facts.frozen_until or facts.ending:
        return
    if facts.away[seat] or facts.out[seat]:
        return
    x, y = facts.place
    for u, v in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
        on_board = 0 <= u < facts.width and 0 <= v < facts.height
        if on_board and not view.layers["lantern"][(v - rect.y) * rect.width + u - rect.x]:
            yield Step(u, v)
    here = view.layers["owner"][(y - rect.y) * rect.width + x - rect.x]
    if not facts.holding_until and here != seat + 1:
        yield Hold()
    yield Listen()
    yield Mark(rect.x + rng.below(rect.width), rect.y + rng.below(rect.height))


# Another cave that a seat could not tell from this one


def redeal(state: State, seat: Seat, rng: Stream) -> State:
    other = state.copy()
    move_traps(other, seat, rng)
    for each in range(len(other.place)):
        if each != seat and not other.out[each]:
            move_lantern(other, seat, each, rng)
            other.marks[each] = bytearray(rng.below(2) for _ in other.marks[each])
    fresh = b"".join(rng.bits().to_bytes(8, "little") for _ in range(4))
    other.gusts = Stream(fresh, "gusts")
    return other


def move_traps(state: State, seat: Seat, rng: Stream) -> None:
    """To cells of which the seat knows nothing; what others know of those changes with them."""
    mine = state.known[seat]
    dark = [c for c, known in enumerate(mine) if known == DARK and not state.lantern[c]]
    traps = [state.trap[cell] for cell in dark]
    rng.shuffle(traps)
    for cell, trap in zip(dark, traps, strict=True):
        state.trap[cell] = trap
        for known in state.known:
            if known[cell] != DARK:
                known[cell] = TRAP if trap else SAFE


def move_lantern(state: State, seat: Seat, moved: Seat, rng: Stream) -> None:
    """To another place in the seat's dark, where there is no trap; a hold is broken off."""
    lit = frozenset(lit_cells(state, seat))
    if state.place[moved] in lit:
        return
    free = [
        cell
        for cell, trap in enumerate(state.trap)
        if not trap and not state.lantern[cell] and cell not in lit
    ]
    if not free:
        return
    state.lantern[state.place[moved]] = 0
    state.place[moved] = rng.pick(free)
    state.lantern[state.place[moved]] = moved + 1
    state.holding_until[moved] = 0
    drop_due(state.due, "held", moved)
