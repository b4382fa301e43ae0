"""What clicks, drags, keys and texts mean while orders and declarations are drafted.

A click picks a square of one's own, a second one beside it sends units there, all but one; a drag
does both. Keys on the board: an arrow sends units from the picked square, digits say how many, A is
all of them and H half, Delete takes the move back, Enter is done with it, and S seals the sheet. A
sheet can be typed too. The second button takes back the last move of a square.
"""

from __future__ import annotations

from collections.abc import Iterator

from freehold.game import Malformed, Seat
from freehold.games.territory import GAME
from freehold.games.territory.actions import GOALS, Action, Declare, Move, Order
from freehold.games.territory.params import CELLS, SIDE, Params
from freehold.games.territory.state import State
from freehold.games.territory.views import units_of
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
    choices_of,
    click_all,
    first_seed,
    is_legal,
    ranges,
)

TABLE = At(3, Params(rounds=6, start_units=9, declaration_characters=40, phase_seconds=0))
ARROWS = {"U": "ArrowUp", "D": "ArrowDown", "L": "ArrowLeft", "R": "ArrowRight"}
NOTHING = Answer()
FOREIGN, FAR = Answer(says="territory.why.notYours"), Answer(says="territory.why.far")


def place_of(cell: int) -> str:
    return f"{cell % SIDE},{cell // SIDE}"


def own_cells(match: Match, seat: Seat) -> list[int]:
    return [cell for cell, mark in enumerate(match.view(seat).layers["owner"]) if mark == seat + 1]


def move_from(cell: int, direction: str, units: int) -> Move:
    return Move(cell % SIDE, cell // SIDE, direction, units)


# Clicks and drags


def clicked(match: Match, seat: Seat, button: Button, cell: int) -> Answer:
    """Nothing is sent by a single click; what is not one's own is told."""
    if match.outcome or button == "second" or cell in own_cells(match, seat):
        return NOTHING
    return FOREIGN


def drags(match: Match, seat: Seat) -> Iterator[Gesture]:
    """From a square to the one beside it: all units but one go, and S seals it."""
    cell = max(own_cells(match, seat), key=units_of(match.view(seat)).__getitem__)
    units = units_of(match.view(seat))[cell]
    for direction, goal in GOALS[cell].items():
        drag = f"drag {place_of(cell)} {place_of(goal)}"
        order = Order((move_from(cell, direction, max(1, units - 1)),))
        yield Gesture((drag, "key s"), answer(match, seat, order))
        for key, sent in (("a", units), ("h", -(-units // 2)), ("-", max(1, units - 2))):
            order = Order((move_from(cell, direction, sent),))
            yield Gesture((drag, f"key {key}", "key s"), answer(match, seat, order))
        none = answer(match, seat, Order(()))
        yield Gesture((drag, "key Delete", "key s"), none)
        yield Gesture((drag, f"second {place_of(cell)}", "key s"), none)
    far = next(other for other in range(CELLS) if other not in {cell, *GOALS[cell].values()})
    yield Gesture((f"drag {place_of(cell)} {place_of(far)}",), FAR)


# Sheets by key: some that the game offers, each as a person would draw it


def drawn(order: Order) -> Iterator[str]:
    for move in order.moves:
        yield f"click {move.x},{move.y}"
        yield f"key {ARROWS[move.direction]}"
        yield from (f"key {digit}" for digit in str(move.units))
        yield "key Enter"
    yield "key s"


def sheets(match: Match, seat: Seat) -> Iterator[Gesture]:
    for order in choices_of(match, seat):
        if isinstance(order, Order):
            ways = {(move.x, move.y, move.direction) for move in order.moves}
            if len(ways) == len(order.moves):  # the same way again would be the same move
                yield Gesture(tuple(drawn(order)), answer(match, seat, order))


# Texts


def written(match: Match, seat: Seat, action: Action) -> Answer:
    found = answer(match, seat, action)
    return Answer((GAME.spell(action),)) if found.sends else found


def typed_sheets(match: Match, seat: Seat) -> Iterator[Gesture]:
    cell = own_cells(match, seat)[0]
    other = next(c for c in range(CELLS) if c not in own_cells(match, seat))
    x, y, there = cell % SIDE, cell // SIDE, units_of(match.view(seat))[cell]
    way = next(iter(GOALS[cell]))
    move = f"{x},{y},{way},1"
    texts = (
        "",
        move,
        move.lower(),
        f" {move} ; {move} ",
        f"{x}, {y}, {way}, 1;",
        " ".join([move] * 4),
        f"{x},{y},{way},{there} {move}",
        f"{x},{y},{way},0",
        f"{place_of(other)},{next(iter(GOALS[other]))},1",
        "0,0,U,1",
        "7,3,R,1",
        "0,3,L,1",
        "9,0,R,1",
    )
    for text in texts:
        yield Gesture((f"sheet {text}",), written(match, seat, GAME.parse(f"order {text}")))


def unreadable_sheets() -> Iterator[Gesture]:
    """What cannot be read is told in the page's own words."""
    for move in ("2,3,R", "2,3,R,one", "2,3,R,5,5", "2;3"):
        first, facts = move.partition(";")[0], {"move": move.partition(";")[0]}
        assert not is_readable(first)
        yield Gesture((f"sheet {move}",), Answer(says="territory.malformed", facts=facts))
    assert not is_readable("2,3,X,5")
    wrong = Answer(refused="no_such_direction", facts={"move": "2,3,X,5"})
    yield Gesture(("sheet 2,3,X,5",), wrong)


def is_readable(text: str) -> bool:
    try:
        GAME.parse(f"order {text}")
    except Malformed:
        return False
    return True


def declarations(match: Match, seat: Seat) -> Iterator[Gesture]:
    most = TABLE.params.declaration_characters if isinstance(TABLE.params, Params) else 0
    texts = (
        "",
        "  Peace?  ",
        "[PACT B 2] and no word more",
        "x" * most,
        " " + "\N{GRINNING FACE}" * most + " ",
        "x" * (most + 1),
        "\N{GRINNING FACE}" * (most + 1),
    )
    for text in texts:
        yield Gesture((f"words {text}",), written(match, seat, Declare(text)))


# Scenes


def lit(match: Match, seat: Seat) -> str:
    """Squares that units may leave: as the rules have it, one by one."""
    ways = [(cell, way) for cell in range(CELLS) for way in GOALS[cell]]
    found = {c for c, way in ways if is_legal(match, seat, Order((move_from(c, way, 1),)))}
    return ranges(found)


def show_scene(show: Show, seat: Seat, about: str) -> None:
    match = show.match

    def asked(mode: str, button: Button, cell: int) -> Answer:
        return clicked(match, seat, button, cell)

    is_ordering = match.view(seat).facts.phase == "orders"
    if is_ordering:
        tried = [*drags(match, seat), *sheets(match, seat), *typed_sheets(match, seat)]
        tried += unreadable_sheets()
    else:
        tried = [] if match.outcome else [*declarations(match, seat)]
    show.scene(
        seat,
        about,
        click_all(match, seat, [""], asked),
        tried,
        {"": lit(match, seat)} if is_ordering else {},
    )


def play(seed: int) -> Show:
    show = Show(begin(GAME, TABLE, seed), (0, 2))
    match, state = show.match, show.match.state
    assert isinstance(state, State)
    show_scene(show, 0, "the first declaration")
    show.play(lambda: match.view(0).facts.phase == "orders")
    show_scene(show, 0, "the first orders")
    show.play(lambda: state.round == 3 and match.view(2).facts.phase == "orders")
    show_scene(show, 2, "orders of round 3")
    show.play(lambda: match.outcome is not None)
    show_scene(show, 2, "the end")
    return show


def showings() -> list[Showing]:
    return first_seed(play)
