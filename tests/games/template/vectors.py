"""What the generic screen makes of a game that has no screen of its own: it goes by the choices."""

from __future__ import annotations

from freehold.game import Seat
from freehold.games._template import GAME
from freehold.games._template.actions import Claim
from freehold.testing.plays import begin
from freehold.testing.trials import At
from tests.vectors import (
    Answer,
    Button,
    Show,
    Showing,
    cells_of,
    choices_of,
    click_all,
    first_seed,
)


def show_scene(show: Show, seat: Seat, about: str) -> None:
    match = show.match
    offered = choices_of(match, seat)
    width = match.view(seat).rect.width

    def asked(mode: str, button: Button, cell: int) -> Answer:
        """What may be done to one cell is tried on every other: the server says whether it may."""
        if not offered:
            return Answer(says="game.nothingHere")
        return Answer((GAME.spell(Claim(cell % width, cell // width)),))

    show.scene(
        seat,
        about,
        click_all(match, seat, [""], asked),
        lit={"": cells_of(match, seat, offered)},
        choices=offered,
    )


def play(seed: int) -> Show:
    show = Show(begin(GAME, At(2), seed), (0, 1))
    show_scene(show, 0, "the first cell")
    show_scene(show, 1, "the other player's turn")
    show.play(lambda: sum(show.match.state.cells) == 4)
    show_scene(show, 0, "after four claims")
    show.play(lambda: show.match.outcome is not None)
    show_scene(show, 1, "the end")
    return show


def showings() -> list[Showing]:
    return first_seed(play)
