"""What clicks on the minefield mean.

While starting cells are chosen a click picks, and one on the pick confirms it. Later the main
button opens and the second one flags; flag mode swaps them. On an own number the second button
chords, and so does a double click. A cell with one's own flag is opened in attack mode alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from freehold.game import Seat
from freehold.games.area_attack import GAME
from freehold.games.area_attack.actions import Action, Chord, Confirm, Flag, Open, Pick, Unflag
from freehold.games.area_attack.params import Params
from freehold.games.area_attack.state import State
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
)

TABLE = At(
    2,
    Params(
        width_cells=12,
        height_cells=10,
        apart_cells=6,
        apart_percent=0,
        pick_ms=3_000,
        stage_2_ms=20_000,
        stage_3_ms=60_000,
        lock_ms=10_000,
        stage_2_percent=99,
        stage_3_percent=99,
        freeze_ms=1_500,
    ),
)
NOTHING = Answer()


def modes(match: Match, seat: Seat) -> list[str]:
    """There are none while starts are chosen, and attacks begin with stage 2."""
    stage = match.view(seat).facts.stage
    return (["open", "flag", "attack"] if stage > 1 else ["open", "flag"]) if stage else [""]


def meaning(match: Match, seat: Seat, mode: str, button: Button, cell: int) -> Action | Answer:
    """What a click asks for; or what the page makes of it by itself."""
    view = match.view(seat)
    facts, layers = view.facts, view.layers
    x, y = cell % view.rect.width, cell // view.rect.width
    if facts.frozen[seat]:
        return Open(x, y)  # whatever it is: it is refused
    if not facts.stage:
        return Confirm() if facts.picks[seat] == cell else Pick(x, y)
    if layers["owner"][cell] == seat + 1:
        return number_meaning(match, seat, button, cell)
    if layers["owner"][cell] or layers["ground"][cell]:
        return Open(x, y)
    if (mode == "flag") == (button == "main"):
        return Unflag(x, y) if layers["flag"][cell] else Flag(x, y)
    if layers["flag"][cell] and mode != "attack":
        return Answer(says="area-attack.flagFirst")
    return Open(x, y)


def number_meaning(match: Match, seat: Seat, button: Button, cell: int) -> Answer:
    """A chord is sent whether it can be done or not: the server says how many are missing."""
    view = match.view(seat)
    x, y = cell % view.rect.width, cell // view.rect.width
    if view.layers["digit"][cell] <= 1:  # none, or no mine around it
        return NOTHING
    if button == "second":
        return Answer((GAME.spell(Chord(x, y)),))
    can_chord = Chord(x, y) in choices_of(match, seat)
    return Answer(says="area-attack.chordAgain") if can_chord else NOTHING


def gestures(match: Match, seat: Seat) -> Iterator[Gesture]:
    """Keys choose the mode; two clicks on a number are a chord."""
    offered = choices_of(match, seat)
    opened = next((each for each in offered if isinstance(each, Open)), None)
    if opened:
        place = f"{opened.x},{opened.y}"
        flag = answer(match, seat, Flag(opened.x, opened.y))
        yield Gesture(("key f", f"click {place}"), flag, "open")
        yield Gesture(("key f", "key o", f"click {place}"), answer(match, seat, opened), "open")
    for chord in [each for each in offered if isinstance(each, Chord)][:2]:
        place = f"{chord.x},{chord.y}"
        yield Gesture((f"click {place}", f"click {place}"), Answer((GAME.spell(chord),)), "open")


def show_scene(show: Show, seat: Seat, about: str) -> None:
    match = show.match

    def asked(mode: str, button: Button, cell: int) -> Answer:
        if match.outcome:
            return NOTHING
        meant = meaning(match, seat, mode, button, cell)
        return meant if isinstance(meant, Answer) else answer(match, seat, meant)

    opened = [each for each in choices_of(match, seat) if isinstance(each, Open)]
    show.scene(
        seat,
        about,
        click_all(match, seat, modes(match, seat), asked),
        gestures(match, seat),
        dict.fromkeys(modes(match, seat), cells_of(match, seat, opened)),
    )


def play(seed: int) -> Show:
    show = Show(begin(GAME, TABLE, seed), (0, 1))
    match, state = show.match, show.match.state
    assert isinstance(state, State)
    show_scene(show, 0, "the board is blank")
    show.play(lambda: state.picks[0] >= 0)
    show_scene(show, 0, "a start is picked")
    show.play(lambda: any(state.confirmed))
    for seat in (0, 1):
        show_scene(show, seat, "a start is confirmed")
    show.play(lambda: state.stage == 1 and any(state.flag[0]))
    show_scene(show, 0, "stage 1, with flags")
    show.play(lambda: any(state.frozen))
    for seat in (0, 1):
        show_scene(show, seat, "somebody is frozen")
    show.play(lambda: any(isinstance(each, Chord) for each in choices_of(match, 0)))
    show_scene(show, 0, "a chord can be done")
    show.play(lambda: state.stage == 2 and 1 in state.ground and any(state.flag[1]))
    for seat in (0, 1):
        show_scene(show, seat, "stage 2, after a blast")
    show.play(lambda: match.outcome is not None)
    show_scene(show, 0, "the end")
    return show


def showings() -> list[Showing]:
    return first_seed(play)
