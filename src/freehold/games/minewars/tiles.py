"""How a view looks: one to four characters per tile, and lines of text beside it."""

from __future__ import annotations

from collections.abc import Iterator

from freehold.game import View
from freehold.games.minewars.board.kinds import DESTROYED, LAND, LANDLIKE
from freehold.games.minewars.facts import CityFacts, Facts
from freehold.kernel.pictures import Tile
from freehold.kernel.sentences import counted, join_words

SEAT_LETTERS = "ABCDEF"
KIND_LETTERS = "~.,#x^%"
SEEN_LAND = ":"
ITEM_LETTERS = ("", "D", "M", "!", "-")
"""As in the legend: decoy, mine, trap, and nothing where it was revealed."""
STRUCTURE_LETTERS = ("", "=", "H", "T", "+", "=?", "H?", "T?", "+?")
AXIS_LETTERS = {"square": ("", "|", "-"), "hex": ("", "/", "-", "\\")}
"""The direction of a bridge."""
HIDDEN_DIGIT = "?"
GROUNDS = ("water", "land", "bright", "land", "dark", "mountain", "forest")
MOST_CHARACTERS = 4
LEGEND = (
    ".  land in fog    :  land in sight    ,  fertile    #  foundation    x  destroyed",
    "^  mountain    %  forest    ~  water    @  a city    &  a skull    s  smoke    F  your flag",
    "a b c  a player's land    1 2 3  your land and the items next to it, 2* a decoy or trap"
    " among them",
    "M  mine    D  decoy    !  trap    -  revealed: nothing    =  road    H  barricade"
    "    T  tower    +- +|  a bridge and its direction    ?  under construction",
)


def tiles(view: View[Facts]) -> list[Tile]:
    return [_tile(view, cell) for cell in range(view.rect.width * view.rect.height)]


def _tile(view: View[Facts], cell: int) -> Tile:
    layers = view.layers
    kind, owner = layers["kind"][cell], layers["owner"][cell]
    text = _base(view, cell) + "".join(_extras(view, cell))
    is_odd = bool(cell // view.rect.width & 1)
    shifted = is_odd and view.facts.terms.shape == "hex"
    return Tile(text[:MOST_CHARACTERS], GROUNDS[kind], owner - 1, shifted=shifted)


def _base(view: View[Facts], cell: int) -> str:
    layers = view.layers
    kind, owner = layers["kind"][cell], layers["owner"][cell]
    if layers["city"][cell]:
        return "@" + (SEAT_LETTERS[owner - 1] if owner else "")
    if not owner:
        return SEEN_LAND if kind == LAND and layers["sight"][cell] else KIND_LETTERS[kind]
    letter = SEAT_LETTERS[owner - 1].lower()
    if not LANDLIKE[kind]:
        return letter + KIND_LETTERS[kind]
    return _digit(view, cell) if owner == view.viewer + 1 else letter + _ruin(kind)


def _digit(view: View[Facts], cell: int) -> str:
    """On the viewer's own land: the letter for 0, a question mark while no digit is sent."""
    digit = view.layers["digit"][cell]
    if not digit:
        return HIDDEN_DIGIT
    shown = str(digit - 1) if digit > 1 else SEAT_LETTERS[view.viewer].lower()
    return shown + ("*" if view.layers["star"][cell] else "")


def _ruin(kind: int) -> str:
    return KIND_LETTERS[DESTROYED] if kind == DESTROYED else ""


def _extras(view: View[Facts], cell: int) -> Iterator[str]:
    layers = view.layers
    yield ITEM_LETTERS[layers["item"][cell]]
    yield STRUCTURE_LETTERS[layers["structure"][cell]]
    yield AXIS_LETTERS[view.facts.terms.shape][layers["axis"][cell]]
    yield "s" if layers["smoke"][cell] else ""
    yield "&" if layers["skull"][cell] else ""
    yield "F" if layers["flag"][cell] else ""


def describe(view: View[Facts], names: tuple[str, ...]) -> list[str]:
    known = view.facts
    lines = [_standing(known, names)]
    if view.viewer >= 0 and not known.ending:
        lines += _describe_own(view, names)
    if not known.ending and known.terms.limit_ms:
        lines.append(f"The match ends at {_clock(known.terms.limit_ms)}.")
    return [*lines, *LEGEND]


def _standing(known: Facts, names: tuple[str, ...]) -> str:
    parts = [
        f"{SEAT_LETTERS[seat]} {names[seat]}: out"
        if player.is_out
        else f"{SEAT_LETTERS[seat]} {names[seat]}: {counted(player.cities, 'city', 'cities')},"
        f" {counted(player.kills, 'kill')}, {counted(player.deaths, 'death')}"
        for seat, player in enumerate(known.players)
    ]
    return "   ".join(parts)


def _describe_own(view: View[Facts], names: tuple[str, ...]) -> list[str]:
    known, own = view.facts, view.facts.own
    if known.players[view.viewer].is_out:
        return ["You are out, but you can keep watching."]
    lines = [
        _city(view, number, city, names)
        for number, city in enumerate(known.cities)
        if city.owner == view.viewer + 1 or city.hold_by
    ]
    if own.stunned_until:
        lines.append(f"You are stunned until {_clock(own.stunned_until)}.")
    if own.blind_until:
        lines.append(f"You are blind until {_clock(own.blind_until)}: no digits.")
    under_way = [f"{deed.what.replace('_', ' ')} at {_clock(deed.at)}" for deed in own.deeds]
    if under_way:
        lines.append(f"Under way: {join_words(under_way)}.")
    prices = known.terms.prices
    named = ("decoy", "mine", "trap", "reveal", "smoke")
    costs = [f"{what} {prices[what]}" for what in named]
    costs.append(f"strike {prices['strike']} plus {prices['strike_tile']} per tile")
    return [*lines, f"Prices: {', '.join(costs)}."]


def _city(view: View[Facts], number: int, city: CityFacts, names: tuple[str, ...]) -> str:
    width = view.rect.width
    line = f"City {number} at {city.cell % width},{city.cell // width}: "
    if city.owner == view.viewer + 1:
        line += f"{city.money} money at {_clock(city.since)}, plus {city.rate} per second"
        line += "".join(f"; then a {each.structure}" for each in city.queue)
    else:
        line += f"{names[city.owner - 1]}'s" if city.owner else "nobody's"
    if city.hold_by:
        line += f"; falls to {names[city.hold_by - 1]} at {_clock(city.hold_until)}"
    return f"{line}."


def _clock(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"
