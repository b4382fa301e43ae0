"""What clicks mean with each tool of MineWars, tile by tile, and which tiles are lit.

The main button uses the tool; the second flags, whatever the tool, and on an own digit captures
around it. Tiles of a strike or a barricade are marked, and sent together by the tool's number. A
barricade begins beside a mountain and grows tile by tile. Where a bridge fits in more than one
way, the page asks which, and a number answers.

What comes of it is asked of the rules, tile by tile; only which tiles are lit is asked of
`legal.py`, for the rules know no light.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from freehold.game import Seat, View
from freehold.games.minewars import GAME, ground, legal, offers, rules
from freehold.games.minewars.actions import Build, Strike, parse
from freehold.games.minewars.board.bits import bits_at
from freehold.games.minewars.board.kinds import MOUNTAIN, WATER
from freehold.games.minewars.building.bridges import axes
from freehold.games.minewars.facts import Facts
from freehold.games.minewars.params import Params
from freehold.games.minewars.state import State
from freehold.match import Match
from freehold.testing.plays import Probe, begin
from freehold.testing.trials import At
from tests.games.minewars.look_vectors import looks
from tests.games.minewars.test_legal import ISLES, QUICK
from tests.vectors import (
    Answer,
    Button,
    Gesture,
    Show,
    Showing,
    answer,
    answer_of,
    click_all,
    probe_of,
    ranges,
)

TOOLS = (
    *("strike", "mine", "decoy", "trap", "road", "tower"),
    *("barricade", "bridge", "reveal", "smoke", "harvest", "bulldoze"),
)
NUMBERS = {"strike": "3", "barricade": "5"}
"""The keys that send what is marked."""
NOTHING = Answer()
WEST = 8
RAIDED = ((1, 1), (2, 1), (3, 1), (1, 2), (3, 2))
"""Tiles of the second seat's, one of which touches a city of the first one's and no own land."""
FLAGS = ("0,0", "13,9", "12,7", "9,7", "10,7", "13,1", "9,1")
"""Of the first seat: on water, a city and a mountain, on land beside a forest, and on land alone.
Only land with a flag joins a group."""
APART: dict[str, Any] = {"protect_ms": 0, "upgrade_price_percent": 700}
"""How long a protection lasts is shown in ticks only, and the rules say it to the ms. And to make
a decoy a mine costs something of its own."""
SQUARES = Params(**QUICK | APART | {"map": ISLES, "start_money_percent": 500})
HEXAGONS = Params(
    **QUICK
    | APART
    | {"map": ISLES.replace("square", "hex"), "strike_reach": "sight", "road_cost_percent": 20}
)


def clicked(view: View[Facts], probe: Probe, tool: str, cell: int) -> Answer:
    """What must come of the main button."""
    x, y = cell % view.rect.width, cell // view.rect.width
    if tool == "bridge":
        return crossed(view, probe, (x, y))
    verb = view.facts.terms.tools[tool].verb
    found = answer_of(probe, view.viewer, parse(f"{verb} {x},{y}"))
    if tool == "barricade" and found.refused in ("", "barricade_no_gap"):
        is_begun = touches(view, cell, MOUNTAIN)
        return NOTHING if is_begun else Answer(refused="barricade_no_gap")
    return NOTHING if tool == "strike" and found.sends else found


def touches(view: View[Facts], cell: int, kind: int) -> bool:
    beside = legal.seen_in(view).grid.touching[cell]
    return any(view.layers["kind"][near] == kind for near in beside)


def crossed(view: View[Facts], probe: Probe, place: tuple[int, int]) -> Answer:
    """A bridge along the only axis that the rules accept; of several the page asks which."""
    seat, every = view.viewer, range(axes(legal.seen_in(view).grid))
    found = [answer_of(probe, seat, Build("bridge", (place,), axis)) for axis in every]
    accepted = [each for each in found if each.sends]
    if len(accepted) > 1:
        return Answer(says="minewars.whichWay")
    return accepted[0] if accepted else answer_of(probe, seat, Build("bridge", (place,)))


# Several clicks


def gestures(match: Match, seat: Seat) -> Iterator[Gesture]:
    yield from strikes(match, seat)
    yield from barricades(match, seat)
    yield from ways(match, seat)


def strikes(match: Match, seat: Seat) -> Iterator[Gesture]:
    """Two tiles are struck together; one that is marked twice is not."""
    view = match.view(seat)
    one, other, third = [place_of(view, cell) for cell in lit_tiles(match, seat, "strike")[:3]]
    struck = answer(match, seat, Strike((one, other)))
    clicks = [f"click {x},{y}" for x, y in (one, third, third, other)]
    yield Gesture((*clicks, f"key {NUMBERS['strike']}"), struck, "strike")


def barricades(match: Match, seat: Seat) -> Iterator[Gesture]:
    """One closes a gap, or the page says why not and sends nothing."""
    view = match.view(seat)
    for cell in lit_tiles(match, seat, "barricade"):
        place = place_of(view, cell)
        found = answer(match, seat, Build("barricade", (place,)))
        keys = (f"click {place[0]},{place[1]}", f"key {NUMBERS['barricade']}")
        yield Gesture(keys, found if found.sends else NOTHING, "barricade")


def ways(match: Match, seat: Seat) -> Iterator[Gesture]:
    """Where a bridge fits in more than one way, each of them can be chosen."""
    view = match.view(seat)
    seen = legal.seen_in(view)
    for cell in lit_tiles(match, seat, "bridge"):
        fitting, _ = legal.fitting_axes(seen, "bridge", cell, range(axes(seen.grid)))
        for number, axis in enumerate(fitting, 1):
            if len(fitting) > 1:
                x, y = place_of(view, cell)
                built = answer(match, seat, Build("bridge", ((x, y),), axis))
                yield Gesture((f"click {x},{y}", f"key {number}"), built, "bridge")


def place_of(view: View[Facts], cell: int) -> tuple[int, int]:
    return cell % view.rect.width, cell // view.rect.width


def lit_tiles(match: Match, seat: Seat, tool: str) -> list[int]:
    view = match.view(seat)
    found = offers.chances(view, match.now)
    cells = found.among(tool, [*range(len(view.layers["kind"]))])
    return [cell for cell in cells if tool != "barricade" or touches(view, cell, MOUNTAIN)]


# Scenes


def show_scene(show: Show, seat: Seat, about: str) -> None:
    match = show.match
    view, probe = match.view(seat), probe_of(match)

    def asked(tool: str, button: Button, cell: int) -> Answer | None:
        return clicked(view, probe, tool, cell) if button == "main" else None

    lit = {tool: ranges(lit_tiles(match, seat, tool)) for tool in TOOLS}
    clicks = click_all(match, seat, TOOLS, asked)
    show.scene(seat, about, clicks, gestures(match, seat), lit, looks=looks(match, seat))


def settle_west(match: Match) -> None:
    """The first seat owns the west of the island, and the second what lies beside it."""
    state = match.state
    assert isinstance(state, State)
    every = range(len(state.kind))
    land = [cell for cell in every if state.kind[cell] != WATER and not state.city[cell]]
    ground.give(state, bits_at([cell for cell in land if cell % state.width < WEST]), 1)
    ground.give(state, bits_at([cell for cell in land if cell % state.width == WEST]), 2)
    ground.give(state, bits_at([state.grid.cell(*place) for place in RAIDED]), 2)
    rules.finish(state, match.now)


def build_all(match: Match) -> None:
    """It builds one of each, the bridge in its second way, and waits until they stand."""
    wanted = [*ways(match, 0)][1:2]
    wanted += [each for each in barricades(match, 0) if each.answer.sends][:1]
    view = match.view(0)
    sites = [place_of(view, cell) for cell in lit_tiles(match, 0, "tower")[-2:]]
    spelled = [
        f"build {name} {x},{y}" for name, (x, y) in zip(("road", "tower"), sites, strict=True)
    ]
    assert len(wanted) == 2, "the map has neither water with land around it nor a gap"
    for text in [each.answer.sends[0] for each in wanted] + spelled:
        match.act(match.now, 0, parse(text))
    match.advance(match.now + 120_000)


def show_table(about: str, table: At) -> Iterator[Showing]:
    show = Show(begin(GAME, table, 1), (0,))
    settle_west(show.match)
    for place in FLAGS:
        show.match.act(show.match.now, 0, parse(f"flag {place}"))
    show_scene(show, 0, f"{about}: the tools where much is own")
    build_all(show.match)
    show_scene(show, 0, f"{about}: the tools where structures stand")
    yield from show.showings.values()


def show_tools() -> Iterator[Showing]:
    yield from show_table("squares", At(2, SQUARES))
    yield from show_table("hexagons", At(2, HEXAGONS))
