"""What clicks and keys of a walker mean.

The main button digs a covered tile and walks to one that can be walked on; the second one flags, or
takes a flag back, and so does the main button in flag mode. Only the eight tiles around can be dug.
On one's own tile the main button digs all of them, one after the other, if it shows no number or
one whose bombs all have green flags. Keys: W A S D or the arrows walk, and with Shift they dig that
way; Q E Z C with Shift and the number pad dig towards the corners too, and the middle of the pad
digs all around.
"""

from __future__ import annotations

from collections.abc import Iterator

from freehold.game import Seat, View
from freehold.games.mine_land import GAME
from freehold.games.mine_land.actions import DIRECTIONS, Flag, Flip, OnTile, Step, Unflag
from freehold.games.mine_land.facts import Facts
from freehold.games.mine_land.ground import is_walkable
from freehold.games.mine_land.params import Params
from freehold.games.mine_land.state import COVERED, GREEN_FLAG, LIT, UNCOVERED, State
from freehold.match import Match
from freehold.testing.plays import PlayedStep as Taken
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

TABLE = At(
    3,
    Params(
        width_tiles=24,
        height_tiles=20,
        spawn_tiles=1,
        safe_steps=2,
        blast_radius=2,
        density_permille=110,
        sight_tiles=4,
        step_ms=60,
        dig_ms=80,
        chain_ms=1_000,
        unflag_ms=1_500,
        all_dead_ms=60_000,
        start_flags=5,
    ),
)
NOTHING = Answer()
MODES = ("dig", "flag")
WALKING = {"KeyW": "north", "KeyD": "east", "KeyS": "south", "KeyA": "west"}
ARROWS = {"ArrowUp": "north", "ArrowRight": "east", "ArrowDown": "south", "ArrowLeft": "west"}
CORNERS = {"KeyQ": (-1, -1), "KeyE": (1, -1), "KeyZ": (-1, 1), "KeyC": (1, 1)}
NUMBERS = {f"Numpad{n}": ((n - 1) % 3 - 1, 1 - (n - 1) // 3) for n in (1, 2, 3, 4, 6, 7, 8, 9)}


def spot_of(view: View[Facts], cell: int) -> tuple[int, int]:
    left, top, width, _ = view.rect
    return left + cell % width, top + cell // width


def cell_of(view: View[Facts], x: int, y: int) -> int:
    """The place in the layers, or -1."""
    left, top, width, height = view.rect
    is_inside = 0 <= x - left < width and 0 <= y - top < height
    return (y - top) * width + x - left if is_inside else -1


def may_walk(view: View[Facts], cell: int) -> bool:
    return cell >= 0 and is_walkable(view.layers["ground"][cell], view.layers["flag"][cell])


# Clicks


def meaning(match: Match, seat: Seat, mode: str, button: Button, cell: int) -> Answer:
    view = match.view(seat)
    x, y = spot_of(view, cell)
    wants_flag = button == "second" or mode == "flag"
    is_covered = view.layers["ground"][cell] == COVERED
    is_flagged = bool(view.layers["flag"][cell])
    if is_covered and (not is_flagged or (wants_flag and is_beside(view, x, y))):
        return dig(match, seat, dig_of(view, cell, wants_flag))
    if view.layers["ground"][cell] == LIT:
        return Answer(refused="lit")
    return walk(view, cell) if button == "main" else NOTHING


def is_beside(view: View[Facts], x: int, y: int) -> bool:
    own_x, own_y = view.facts.at
    return max(abs(x - own_x), abs(y - own_y)) == 1


def has_flag_beside(view: View[Facts]) -> bool:
    flagged = [spot_of(view, cell) for cell, flag in enumerate(view.layers["flag"]) if flag]
    return any(is_beside(view, *spot) for spot in flagged)


def dig_of(view: View[Facts], cell: int, wants_flag: bool) -> OnTile:
    x, y = spot_of(view, cell)
    if not wants_flag:
        return Flip(x, y)
    return Unflag(x, y) if view.layers["flag"][cell] else Flag(x, y)


def dig(match: Match, seat: Seat, action: OnTile) -> Answer:
    """The page says in its own words when the next flag comes to hand."""
    found, coming = answer(match, seat, action), match.view(seat).facts.coming
    if found.refused != "no_flags" or not coming:
        return found
    left = -(-(coming[0] - match.now) // 1000)
    return Answer(says="mine-land.flagSoon", facts={"seconds": left})


def walk(view: View[Facts], goal: int) -> Answer:
    """The first step of the shortest way, over what can be walked on."""
    start = cell_of(view, *view.facts.at)
    if goal == start:
        return dig_around(view)
    came: dict[int, str] = {start: ""}
    reached = [start]
    for cell in reached:  # grows while it is walked
        x, y = spot_of(view, cell)
        for name, (dx, dy) in DIRECTIONS.items():
            near = cell_of(view, x + dx, y + dy)
            if near not in came and may_walk(view, near):
                came[near] = came[cell] or name
                reached.append(near)
    if goal in came:
        return Answer((GAME.spell(Step(came[goal])),))
    return Answer(says="mine-land.noWay")


def dig_around(view: View[Facts]) -> Answer:
    """The first of the tiles around; the others follow at the rules' pace."""
    cells = around_own(view)
    if not cells:
        return NOTHING
    bombs, known = bombs_around(view)
    if bombs != known:
        return Answer(says="mine-land.flagFirst", facts={"bombs": bombs, "known": known})
    return Answer((GAME.spell(Flip(*spot_of(view, cells[0]))),))


def around_own(view: View[Facts]) -> list[int]:
    """What could be dug around a player who stands on dug ground."""
    x, y = view.facts.at
    if view.layers["ground"][cell_of(view, x, y)] != UNCOVERED:
        return []
    near = [cell_of(view, x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
    covered = [cell for cell in near if cell >= 0 and view.layers["ground"][cell] == COVERED]
    return [cell for cell in covered if not view.layers["flag"][cell]]


def bombs_around(view: View[Facts]) -> tuple[int, int]:
    """What the number under a player says, and how many of these bombs can be seen."""
    own = cell_of(view, *view.facts.at)
    beside = [
        cell for cell in range(len(view.layers["flag"])) if is_beside(view, *spot_of(view, cell))
    ]
    known = [
        c for c in beside if view.layers["flag"][c] == GREEN_FLAG or view.layers["ground"][c] == LIT
    ]
    return view.layers["digit"][own], len(known)


# Keys


def step(match: Match, seat: Seat, name: str) -> Answer:
    view = match.view(seat)
    (x, y), (dx, dy) = view.facts.at, DIRECTIONS[name]
    if is_legal(match, seat, Step(name)):
        return Answer((GAME.spell(Step(name)),))
    is_edge = cell_of(view, x + dx, y + dy) < 0
    return NOTHING if is_edge else Answer(says="mine-land.digFirst")


def dig_beside(match: Match, seat: Seat, mode: str, towards: tuple[int, int]) -> Answer:
    view = match.view(seat)
    (x, y), (dx, dy) = view.facts.at, towards
    cell = cell_of(view, x + dx, y + dy)
    return NOTHING if cell < 0 else dig(match, seat, dig_of(view, cell, mode == "flag"))


def keys(match: Match, seat: Seat) -> Iterator[Gesture]:
    for key, name in (*WALKING.items(), *ARROWS.items()):
        yield Gesture((f"key {key}",), step(match, seat, name), "dig")
    digging = {
        **{f"Shift+{key}": DIRECTIONS[name] for key, name in (*WALKING.items(), *ARROWS.items())},
        **{f"Shift+{key}": towards for key, towards in CORNERS.items()},
        **NUMBERS,
    }
    for mode in MODES:
        yield Gesture(("key Numpad5",), dig_around(match.view(seat)), mode)
        for key, towards in digging.items():
            yield Gesture((f"key {key}",), dig_beside(match, seat, mode, towards), mode)


# Scenes


def show_scene(show: Show, seat: Seat, about: str) -> None:
    """A while later, so that the pace keeps nobody from digging."""
    match = show.match
    match.advance(match.now + 200)
    is_dead = match.view(seat).facts.is_dead

    def asked(mode: str, button: Button, cell: int) -> Answer:
        if is_dead:
            return Answer(says="mine-land.deadClick")
        return meaning(match, seat, mode, button, cell)

    offered = choices_of(match, seat)
    flags = [each for each in offered if isinstance(each, Flag | Unflag)]
    flips = [each for each in offered if isinstance(each, Flip)]
    here = [] if is_dead else own_tile(match.view(seat))
    lit = {
        "dig": cells_of(match, seat, [*flips, *here]),
        "flag": cells_of(match, seat, [*flags, *here]),
    }
    gestures = () if is_dead else keys(match, seat)
    show.scene(seat, about, click_all(match, seat, MODES, asked), gestures, lit)


def own_tile(view: View[Facts]) -> list[OnTile]:
    """A player's own, if a click there digs."""
    return [Flip(*view.facts.at)] if dig_around(view).sends else []


def play(seed: int) -> Show:
    show = Show(begin(GAME, TABLE, seed), range(TABLE.seats))
    match, state = show.match, show.match.state
    assert isinstance(state, State)

    def is_wise(taken: Taken) -> bool:
        """Nobody digs up a bomb."""
        return not (isinstance(taken.action, Flip) and is_bomb(state, taken.action))

    def who_sees(ground: int, least: int = 1) -> list[Seat]:
        seen = {seat: match.view(seat).layers["ground"] for seat in state.living}
        return [seat for seat, layer in seen.items() if layer.count(ground) >= least]

    show_scene(show, 0, "just come")
    show.play(lambda: has_flag_beside(match.view(0)), is_wise)
    show_scene(show, 0, "beside a flag")
    show.play(lambda: not state.walkers[1].flags, is_wise)
    show_scene(show, 1, "without flags")
    show.play(lambda: bool(who_sees(UNCOVERED, 40)), is_wise)
    show_scene(show, who_sees(UNCOVERED, 40)[0], "where much is dug")
    show.play(lambda: bool(who_sees(LIT)))
    show_scene(show, who_sees(LIT)[0], "near a lit bomb")
    show.play(lambda: state.walkers[0].is_dead)
    show_scene(show, 0, "dead")
    return show


def showings() -> list[Showing]:
    return first_seed(play)


def is_bomb(state: State, action: Flip) -> bool:
    return bool(state.under[action.y * state.width + action.x] & 1)
