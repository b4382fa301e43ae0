"""What clicks on the island mean in the two plain modes, and what the keys choose.

The main button captures and the second one flags, or takes a flag back; flag mode swaps them. What
one has flagged is not captured; whatever is foreign is flagged, land or not (MW-35). On an own
digit the second of two clicks captures all around it that is not flagged, once as many are flagged
or shown as the digit says.

All other tools stand in `tool_vectors.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from freehold.game import Seat, View
from freehold.games.minewars import GAME
from freehold.games.minewars.actions import Action, Capture, Flag, Unflag
from freehold.games.minewars.board.kinds import DECOY, LANDLIKE, TRAP
from freehold.games.minewars.facts import Facts
from freehold.games.minewars.state import State
from freehold.kernel.grids import hex_grid, square_grid
from freehold.match import Match
from freehold.testing.plays import begin
from freehold.testing.trials import At
from tests.games.minewars.look_vectors import looks
from tests.games.minewars.tables import DUEL, TRIO
from tests.games.minewars.tool_vectors import show_tools
from tests.vectors import (
    Answer,
    Button,
    Gesture,
    Show,
    Showing,
    answer,
    answer_of,
    cells_of,
    choices_of,
    click_all,
    first_seed,
    probe_of,
)

MODES = ("capture", "flag")
NOTHING = Answer()


def meaning(match: Match, seat: Seat, mode: str, button: Button, cell: int) -> Action | Answer:
    view = match.view(seat)
    x, y = cell % view.rect.width, cell // view.rect.width
    flag = Unflag(x, y) if view.layers["flag"][cell] else Flag(x, y)
    if view.layers["owner"][cell] == seat + 1:
        return own_meaning(match, seat, button, cell)
    if (mode == "flag") != (button == "second"):
        return flag
    if view.layers["flag"][cell] and answer(match, seat, Capture(x, y)).sends:
        return Answer(says="minewars.flagFirst")
    return Capture(x, y)


def own_meaning(match: Match, seat: Seat, button: Button, cell: int) -> Action | Answer:
    """A chord goes by the queue of captures, which is not looked at here."""
    view = match.view(seat)
    x, y = cell % view.rect.width, cell // view.rect.width
    digit = view.layers["digit"][cell] - 1
    if digit < 0:
        return Flag(x, y) if button == "second" else NOTHING
    known, opened = read_around(match, seat, cell)
    if not opened or known != digit:
        said = button == "second" and opened
        facts = {"number": digit, "known": known}
        return Answer(says="minewars.chordNot", facts=facts) if said else NOTHING
    if button == "main":
        return Answer(says="minewars.chordAgain")
    is_stunned = bool(view.facts.own.stunned_until)
    return Answer(refused="stunned") if is_stunned else NOTHING


def read_around(match: Match, seat: Seat, cell: int) -> tuple[int, int]:
    """Of the foreign land around a digit: how much is flagged or shown to hold an item, and how
    much is not."""
    view = match.view(seat)
    layers, grid = view.layers, hex_grid if view.facts.terms.shape == "hex" else square_grid
    foreign = [
        near
        for near in grid(view.rect.width, view.rect.height).touching[cell]
        if is_land(view, near) and layers["owner"][near] != seat + 1
    ]
    known = [near for near in foreign if layers["flag"][near] or has_item(layers["item"][near])]
    return len(known), len(foreign) - len(known)


def is_land(view: View[Facts], cell: int) -> bool:
    return bool(LANDLIKE[view.layers["kind"][cell]]) and not view.layers["city"][cell]


def has_item(shown: int) -> bool:
    return DECOY <= shown <= TRAP


def keys(match: Match, seat: Seat) -> Iterator[Gesture]:
    """C and F, or 1 and 2, choose the mode; Escape goes back to capturing."""
    flags, width = match.view(seat).layers["flag"], match.view(seat).rect.width
    offered = [each for each in choices_of(match, seat) if isinstance(each, Capture)]
    plain = [each for each in offered if not flags[each.y * width + each.x]]
    for capture in plain[:1]:
        click = f"click {capture.x},{capture.y}"
        captured = answer(match, seat, capture)
        flagged = answer(match, seat, Flag(capture.x, capture.y))
        for name in ("f", "2"):
            yield Gesture((f"key {name}", click), flagged, "capture")
        for name in ("c", "1", "Escape"):
            yield Gesture((f"key {name}", click), captured, "flag")


def show_scene(show: Show, seat: Seat, about: str) -> None:
    match = show.match
    probe = probe_of(match)

    def asked(mode: str, button: Button, cell: int) -> Answer:
        if match.outcome or match.view(seat).facts.players[seat].is_out:
            return NOTHING
        meant = meaning(match, seat, mode, button, cell)
        return meant if isinstance(meant, Answer) else answer_of(probe, seat, meant)

    captures = [each for each in choices_of(match, seat) if isinstance(each, Capture)]
    show.scene(
        seat,
        about,
        click_all(match, seat, MODES, asked),
        keys(match, seat),
        {"capture": cells_of(match, seat, captures)},
        looks=looks(match, seat),
    )


def play(about: str, table: At, seed: int) -> Show:
    show = Show(begin(GAME, table, seed), (0,))
    match, state = show.match, show.match.state
    assert isinstance(state, State)
    show_scene(show, 0, f"{about}: the beginning")
    show.play(lambda: match.now > 5_000 and any(match.view(0).layers["flag"]))
    show_scene(show, 0, f"{about}: with flags")
    show.play(lambda: bool(state.players[0].stunned_until))
    show_scene(show, 0, f"{about}: stunned")
    return show


def showings() -> list[Showing]:
    squares = first_seed(partial(play, "squares", At(2, DUEL)))
    hexagons = first_seed(partial(play, "hexagons", At(3, TRIO)))
    return [*squares, *hexagons, *show_tools()]
