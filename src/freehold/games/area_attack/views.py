"""What a viewer may know, and nothing else.

Rules about this file:
1. Everything a seat learns passes through here: layers, facts, choices, and who hears a notice.
2. Numbers and flags are in their own seat's layers alone. Watchers see what an opponent sees.
3. A frozen seat is shown its view at the moment of the freeze, byte for byte, however often it
   asks, and gets no notices. The only news before the thaw is that a player has left.
4. Choices are worked out from the view.

Legal leaks, all of them:
- whose each cell is, craters and revealed mines, hence how many cells each seat owns;
- how many mines are laid at the start (it follows from the params). Later numbers are secret: a
  blast redraws the mines. A stage or an end that is brought on by ground claimed gives a hint at
  them, which the rules require (AA-21, AA-22);
- who is frozen and until when (AA-31), but not where the mine is;
- picks and who has confirmed (AA-02), and who has left: everybody is told that immediately,
  frozen or not, because it says nothing about the board (AA-60);
- where and when ground was blown up, and by whom.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import compress
from math import isqrt
from typing import TYPE_CHECKING

from msgspec import structs

from freehold.game import PUBLIC, TRUTH, Ms, Rect, Seat, View, Viewer
from freehold.games.area_attack.actions import Action, Chord, Confirm, Flag, Open, Pick, Unflag
from freehold.games.area_attack.facts import Facts, Terms
from freehold.games.area_attack.state import HIDDEN_MINE, NOWHERE, SHOWN_MINE, Held, State
from freehold.kernel.chance import Stream
from freehold.kernel.grids import Grid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

READ = ("ground", "owner", "flag", "digit")
TO_UNCOVER = 16
IS_CHORD = bytes(byte in range(TO_UNCOVER - 1, 9 * TO_UNCOVER, TO_UNCOVER) for byte in range(256))
"""Of a sum less the digit, which is the number + 1: sixteens, and as many mines as the number."""
PICKS_DRAWN = 8
FLAGS_DRAWN = 4


def view(state: State, viewer: Viewer) -> View[Facts]:
    rect = whole(state.width, state.height)
    if viewer == TRUTH:
        return View(viewer, facts(state), rect, true_layers(state))
    if viewer == PUBLIC:
        return View(viewer, facts(state), rect, public_layers(state))
    held = state.held[viewer]
    if held is not None:
        return View(viewer, held.facts, rect, held.layers)
    return View(viewer, facts(state), rect, seat_layers(state, viewer))


@lru_cache(maxsize=64)
def whole(width: int, height: int) -> Rect:
    """All of a board."""
    return Rect(0, 0, width, height)


def hold(state: State, seat: Seat) -> Held:
    """What the seat sees from now on, until it thaws."""
    return Held(facts(state), seat_layers(state, seat))


def facts(state: State) -> Facts:
    over = state.outcome
    choosing, stage_2, stage_3, end = state.moments
    return Facts(
        state.terms,
        state.stage,
        (choosing, stage_2, stage_3, end),
        tuple(state.cells),
        tuple(state.frozen),
        tuple(state.picks),
        tuple(state.confirmed),
        tuple(state.out),
        over.ending if over else "",
        over.places if over else (),
        tuple(state.graph) if over else (),
    )


def tell_out(state: State) -> None:
    """Frozen seats, too, are told who has left."""
    out = tuple(state.out)
    for seat, held in enumerate(state.held):
        if held is not None:
            state.held[seat] = Held(structs.replace(held.facts, out=out), held.layers)


def seat_layers(state: State, seat: Seat) -> dict[str, bytes]:
    return {
        "ground": bytes(state.ground),
        "owner": bytes(state.owner),
        "digit": bytes(state.digit[seat]),
        "flag": bytes(state.flag[seat]),
        "legal": bytes(state.legal[seat]),
    }


def public_layers(state: State) -> dict[str, bytes]:
    nothing = bytes(len(state.cell))
    return {
        "ground": bytes(state.ground),
        "owner": bytes(state.owner),
        "digit": nothing,
        "flag": nothing,
        "legal": nothing,
    }


def true_layers(state: State) -> dict[str, bytes]:
    """Every mine, and every owned cell's number."""
    nothing = bytes(len(state.cell))
    mined = zip(state.ground, state.mine, strict=True)
    owned = zip(state.owner, state.number, strict=True)
    return {
        "ground": bytes(HIDDEN_MINE if mine > shown else shown for shown, mine in mined),
        "owner": bytes(state.owner),
        "digit": bytes(number + 1 if owner else 0 for owner, number in owned),
        "flag": nothing,
        "legal": nothing,
    }


def awake(state: State) -> tuple[Viewer, ...] | None:
    """The viewers who hear what happens on the board: everybody but the frozen."""
    if not any(state.frozen):
        return None
    seats = [seat for seat, until in enumerate(state.frozen) if not until]
    return (PUBLIC, TRUTH, *seats)


def is_near(terms: Terms, width: int, one: int, other: int) -> bool:
    """Are two starting cells too close to each other? (AA-03)"""
    dx, dy = one % width - other % width, one // width - other // width
    return dx * dx + dy * dy < terms.apart_squared


def choices(view: View[Facts], now: Ms, rng: Stream) -> Iterator[Action]:
    """All cells to open, all chords, and a few picks and flags, drawn from `rng`."""
    if not may_act(view):
        return
    if view.facts.stage:
        yield from _openings(view)
        yield from _flags(view, rng)
    elif not view.facts.confirmed[view.viewer]:
        yield from _picks(view, rng)


def may_act(view: View[Facts]) -> bool:
    seat, known = view.viewer, view.facts
    return seat >= 0 and not (known.ending or known.out[seat] or known.frozen[seat])


def _picks(view: View[Facts], rng: Stream) -> Iterator[Action]:
    width, picked, far = view.rect.width, view.facts.picks[view.viewer], far_cells(view)
    drawn = [rng.below(len(far)) for _ in range(PICKS_DRAWN)]
    for cell in (picked, *dict.fromkeys(drawn)):
        if cell != NOWHERE and far[cell]:
            yield Confirm() if cell == picked else Pick(cell % width, cell // width)


def far_cells(view: View[Facts]) -> bytes:
    """AA-03, by cell: 1 if it is far enough from every confirmed starting cell."""
    known = view.facts
    sure = [cell for cell, ok in zip(known.picks, known.confirmed, strict=True) if ok]
    return _far_from(known.terms, view.grid, tuple(sure))


@lru_cache(maxsize=64)
def _far_from(terms: Terms, grid: Grid, starts: tuple[int, ...]) -> bytes:
    far = bytearray(b"\1" * len(grid))
    for start in starts:
        for cell in grid.disc(start, isqrt(terms.apart_squared)):
            far[cell] &= not is_near(terms, grid.width, cell, start)
    return bytes(far)


def _openings(view: View[Facts]) -> Iterator[Action]:
    width = view.rect.width
    for kind, allowed in ((Open, view.layers["legal"]), (Chord, chords(view))):
        for cell in compress(range(len(allowed)), allowed):
            yield kind(cell % width, cell // width)


def chords(view: View[Facts]) -> bytes:
    """AA-14, by cell: 1 for a number of the viewer's own with something to uncover around it, and
    with as many mines flagged or revealed as it says."""
    return flags_and_chords(view)[1]


def flags_and_chords(view: View[Facts]) -> tuple[bytes, bytes]:
    """By cell: 1 if it is covered and has no flag, and 1 for a chord."""
    import numpy as np

    ground, owner, flag, digit = [np.frombuffer(view.layers[each], np.uint8) for each in READ]
    unflagged = (ground | owner | flag) == 0
    # One sum for both: the mines that are known, and a sixteen for each cell to uncover.
    numbers = unflagged * np.uint8(TO_UNCOVER) + flag + (ground == SHOWN_MINE)
    around = _sum_around(numbers, view.rect.height, view.rect.width)
    return unflagged.tobytes(), (around - digit).tobytes().translate(IS_CHORD)


def _sum_around(numbers: NDArray[np.uint8], height: int, width: int) -> NDArray[np.uint8]:
    """By cell: the sum of its own number and those that touch it."""
    rows = numbers.copy()
    rows[1:] += numbers[:-1]
    rows[:-1] += numbers[1:]
    # The last cell of a row is not beside the first one of the next.
    own, summed = numbers.reshape(height, width), rows.reshape(height, width)
    summed[1:, 0] -= own[:-1, -1]
    summed[:-1, -1] -= own[1:, 0]
    whole = rows.copy()
    whole[width:] += rows[:-width]
    whole[:-width] += rows[width:]
    return whole


def can_chord(view: View[Facts], cell: int) -> bool:
    return bool(chords(view)[cell])


def _flags(view: View[Facts], rng: Stream) -> Iterator[Action]:
    width, flag = view.rect.width, view.layers["flag"]
    pairs = zip(view.layers["owner"], view.layers["ground"], strict=True)
    cells = [cell for cell, (owner, ground) in enumerate(pairs) if not (owner or ground)]
    for cell in rng.sample(cells, min(FLAGS_DRAWN, len(cells))):
        yield (Unflag if flag[cell] else Flag)(cell % width, cell // width)
