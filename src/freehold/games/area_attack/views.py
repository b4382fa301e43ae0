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

from msgspec import structs

from freehold.game import PUBLIC, TRUTH, Ms, Rect, Seat, View, Viewer
from freehold.games.area_attack.actions import Action, Chord, Confirm, Flag, Open, Pick, Unflag
from freehold.games.area_attack.facts import Facts, Terms
from freehold.games.area_attack.state import HIDDEN_MINE, NOWHERE, SHOWN_MINE, Held, State
from freehold.kernel.chance import Stream
from freehold.kernel.grids import square_grid

PICKS_DRAWN = 8
FLAGS_DRAWN = 4


def view(state: State, viewer: Viewer) -> View[Facts]:
    rect = Rect(0, 0, state.width, state.height)
    if viewer == TRUTH:
        return View(viewer, facts(state), rect, true_layers(state))
    if viewer == PUBLIC:
        return View(viewer, facts(state), rect, public_layers(state))
    held = state.held[viewer]
    if held is not None:
        return View(viewer, held.facts, rect, held.layers)
    return View(viewer, facts(state), rect, seat_layers(state, viewer))


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
    seat, known = view.viewer, view.facts
    if seat < 0 or known.ending or known.out[seat] or known.frozen[seat]:
        return
    if known.stage:
        yield from _openings(view)
        yield from _flags(view, rng)
    elif not known.confirmed[seat]:
        yield from _picks(view, rng)


def _picks(view: View[Facts], rng: Stream) -> Iterator[Action]:
    known, width = view.facts, view.rect.width
    sure = [cell for cell, ok in zip(known.picks, known.confirmed, strict=True) if ok]
    picked = known.picks[view.viewer]
    drawn = [rng.below(width * view.rect.height) for _ in range(PICKS_DRAWN)]
    for cell in (picked, *dict.fromkeys(drawn)):
        if cell == NOWHERE or any(is_near(known.terms, width, cell, other) for other in sure):
            continue
        yield Confirm() if cell == picked else Pick(cell % width, cell // width)


def _openings(view: View[Facts]) -> Iterator[Action]:
    width = view.rect.width
    for cell, legal in enumerate(view.layers["legal"]):
        if legal:
            yield Open(cell % width, cell // width)
    for cell, digit in enumerate(view.layers["digit"]):
        if digit and can_chord(view, cell):
            yield Chord(cell % width, cell // width)


def can_chord(view: View[Facts], cell: int) -> bool:
    """Of a cell with a number: a chord there would uncover something."""
    ground, flag, owner = (view.layers[name] for name in ("ground", "flag", "owner"))
    around = square_grid(view.rect.width, view.rect.height).touching[cell]
    covered = [near for near in around if not (owner[near] or ground[near])]
    flags = [flag[near] for near in covered].count(1)
    shown = [ground[near] for near in around].count(SHOWN_MINE)
    return flags < len(covered) and flags + shown == view.layers["digit"][cell] - 1


def covered_cells(view: View[Facts]) -> list[int]:
    pairs = zip(view.layers["owner"], view.layers["ground"], strict=True)
    return [cell for cell, (owner, ground) in enumerate(pairs) if not (owner or ground)]


def _flags(view: View[Facts], rng: Stream) -> Iterator[Action]:
    width, flag = view.rect.width, view.layers["flag"]
    covered = covered_cells(view)
    for cell in rng.sample(covered, min(FLAGS_DRAWN, len(covered))):
        yield (Unflag if flag[cell] else Flag)(cell % width, cell // width)
