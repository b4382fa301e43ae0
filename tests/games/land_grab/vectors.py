"""What clicks on an island mean: the main button builds in the chosen mode, the second one builds
the other thing."""

from __future__ import annotations

from collections.abc import Iterator

from freehold.game import Seat
from freehold.games.land_grab import GAME
from freehold.games.land_grab.actions import Farm, Settle
from freehold.games.land_grab.params import Params
from freehold.games.land_grab.state import CELLS, GRID
from freehold.match import Match
from freehold.testing.plays import begin
from freehold.testing.trials import At
from tests.vectors import (
    Answer,
    Button,
    Gesture,
    Show,
    Showing,
    answer,
    cells_of,
    choices_of,
    click_all,
    first_seed,
    is_legal,
)

BUILDS = {"farm": Farm, "settle": Settle}


def modes(match: Match, seat: Seat) -> list[str]:
    """A settlement can be chosen as soon as a farm is free."""
    facts = match.view(seat).facts
    return ["farm", "settle"] if facts.farms[seat] > facts.settlements[seat] else ["farm"]


def keys(match: Match, seat: Seat) -> Iterator[Gesture]:
    """F and S choose what is built; S does nothing as long as no farm is free."""
    x, y = next(GRID.place(c) for c in CELLS if is_legal(match, seat, Farm(*GRID.place(c))))
    can_settle = "settle" in modes(match, seat)
    for key, build in (("f", Farm), ("s", Settle if can_settle else Farm)):
        yield Gesture(("key " + key, f"click {x},{y}"), answer(match, seat, build(x, y)), "farm")


def show_scene(show: Show, seat: Seat, about: str) -> None:
    match = show.match

    def asked(mode: str, button: Button, cell: int) -> Answer:
        build = Farm if (mode == "farm") == (button == "main") else Settle
        return Answer() if match.outcome else answer(match, seat, build(*GRID.place(cell)))

    offered = choices_of(match, seat)
    show.scene(
        seat,
        about,
        click_all(match, seat, modes(match, seat), asked),
        keys(match, seat) if offered else (),
        {
            mode: cells_of(match, seat, [each for each in offered if isinstance(each, kind)])
            for mode, kind in BUILDS.items()
        },
    )


def play(seed: int) -> Show:
    show = Show(begin(GAME, At(2, Params(points_to_win=40)), seed), (0, 1))
    state = show.match.state
    show_scene(show, 0, "the first farm")
    show_scene(show, 1, "the other player's turn")
    show.play(lambda: state.turn == 3)
    show_scene(show, 0, "a farm each")
    show.play(lambda: state.turn == 8)
    show_scene(show, 1, "the other way round")
    show.play(lambda: state.turn == 21)
    show_scene(show, 0, "in the middle of it")
    show.play(lambda: state.ending != "")
    show_scene(show, 0, "the end")
    return show


def showings() -> list[Showing]:
    return first_seed(play)
