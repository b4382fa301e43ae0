"""How a view looks: one character per tile, and lines of text beside it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.game import View
from freehold.games.mine_land.actions import DIRECTIONS
from freehold.games.mine_land.facts import Company, Facts
from freehold.games.mine_land.ground import is_walkable
from freehold.games.mine_land.numbers import place_beside
from freehold.games.mine_land.state import (
    COVERED,
    GREEN_FLAG,
    LIT,
    NO_FLAG,
    SITE,
    TRUE_BOMB,
    TRUE_FLAG,
    UNKNOWN,
)
from freehold.kernel.pictures import Tile
from freehold.kernel.sentences import join_words

NUMBERS = " 12345678"
MOST_COUNTED = 9
LEGEND = (
    ".  covered     1 2 3  bombs around it (blank is none)     @  you     &  others",
    "f  red flag: no bomb     P  green flag: a bomb     o  explosion site     !  about to blow",
    "+2  flags to pick up     *  within reach",
)
COMPASS: Mapping[tuple[int, int], str] = MappingProxyType(
    {
        (0, -1): "north",
        (1, -1): "north-east",
        (1, 0): "east",
        (1, 1): "south-east",
        (0, 1): "south",
        (-1, 1): "south-west",
        (-1, 0): "west",
        (-1, -1): "north-west",
    }
)
SIGNS: Mapping[int, str] = MappingProxyType(
    {UNKNOWN: "?", SITE: "o", LIT: "!", TRUE_BOMB: "x", TRUE_FLAG: "~"}
)


def tiles(view: View[Facts]) -> list[Tile]:
    rect, layers = view.rect, view.layers
    columns = zip(layers["ground"], layers["digit"], layers["flag"], layers["loot"], strict=True)
    board = [_tile(*column) for column in columns]
    for seat, x, y in view.facts.walkers:
        place = (y - rect.y) * rect.width + x - rect.x
        board[place] = board[place]._replace(text="&", seat=seat)
    if view.viewer < 0 or view.facts.is_dead or view.facts.is_away:
        return board
    return _with_own(view, board)


def _tile(ground: int, digit: int, flag: int, loot: int) -> Tile:
    if loot:
        return Tile("+" if loot > MOST_COUNTED else f"+{loot}", "bright")
    if flag != NO_FLAG:
        return Tile(
            "P" if flag == GREEN_FLAG else "f", "forest" if flag == GREEN_FLAG else "danger"
        )
    if ground == COVERED:
        return Tile(".", "land")
    if ground in SIGNS:
        return Tile(SIGNS[ground], "danger" if ground in (LIT, TRUE_BOMB) else "dark")
    return Tile(NUMBERS[digit], "")


def _with_own(view: View[Facts], board: list[Tile]) -> list[Tile]:
    """The viewer's own tile, and what can be dug from it."""
    (x, y), rect = view.facts.at, view.rect
    for place, tile in enumerate(board):
        row, column = divmod(place, rect.width)
        dx, dy = column + rect.x - x, row + rect.y - y
        if dx == dy == 0:
            board[place] = tile._replace(text="@", seat=view.viewer)
        elif max(abs(dx), abs(dy)) == 1 and view.layers["ground"][place] == COVERED:
            board[place] = tile._replace(marked=True)
    return board


def describe(view: View[Facts], names: tuple[str, ...]) -> list[str]:
    known = view.facts
    if view.viewer < 0:
        return [_size(known)]
    x, y = known.at
    lines = [f"Score {known.score}, flags in hand {known.flags}{_coming(known)}, at {x},{y}."]
    if known.died is not None:
        lines += _death(view, names)
    elif known.is_away:
        lines.append("You are off the board; this is what you saw last.")
    elif not known.ending:
        lines.append(_ways(view))
    others = [names[seat] for seat, _, _ in known.walkers]
    if others:
        lines.append(f"In sight: {join_words(others)}.")
    elif known.company is not None:
        lines.append(_company(known.company))
    return [*lines, *LEGEND]


def _death(view: View[Facts], names: tuple[str, ...]) -> list[str]:
    died, watched = view.facts.died, view.facts.watching
    assert died is not None
    whose = "your own" if died.by == view.viewer else f"{names[died.by]}'s"
    lines = [
        f"You died at {_clock(died.now)} from the bomb at {died.x},{died.y},"
        f" in wave {died.wave} of the chain that {whose} flip set off."
    ]
    if watched >= 0:
        return [*lines, f"You are watching {names[watched]}; watch next shows another player."]
    return [*lines, "This is what you saw last; type watch next to watch another player."]


def _ways(view: View[Facts]) -> str:
    ground, flag = view.layers["ground"], view.layers["flag"]
    places = [(word, place_beside(view, *step)) for word, step in DIRECTIONS.items()]
    ways = [w for w, place in places if place >= 0 and is_walkable(ground[place], flag[place])]
    if not ways:
        return "You cannot walk anywhere: flip or flag a tile next to you."
    return f"You can walk {join_words(ways)}."


def _company(company: Company) -> str:
    way = COMPASS[company.dx, company.dy]
    return f"The nearest player is about {company.steps} steps to the {way}."


def _coming(known: Facts) -> str:
    """ML-33: when delayed flags arrive, in whole seconds of the round."""
    moments = [_clock(-(-at // 1000) * 1000) for at in known.coming]
    return f" (more at {', '.join(moments)})" if moments else ""


def _size(known: Facts) -> str:
    size = f"{known.terms.width} x {known.terms.height}"
    return f"A world of {size} tiles. You see it through the eyes of its players."


def _clock(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"
