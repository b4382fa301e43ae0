"""Everything there is to know about one tile, in sentences: for `why X,Y` in the terminal."""

from __future__ import annotations

from freehold.game import View
from freehold.games.minewars import legal, surroundings
from freehold.games.minewars.board.kinds import KIND_NAMES
from freehold.games.minewars.building.bridges import axes
from freehold.games.minewars.facts import Facts, Tool
from freehold.games.minewars.texts import TEXTS
from freehold.kernel.sentences import counted, join_words
from freehold.kernel.spellings import cell_name

WAYS = {
    "square": ("up and down", "left and right"),
    "hex": ("up to the right", "left and right", "down to the right"),
}
"""By axis: which way a bridge goes along it."""


def explain(view: View[Facts], x: int, y: int) -> list[str]:
    seen = legal.seen_in(view)
    if not seen.grid.has(x, y):
        right, bottom = seen.grid.width - 1, seen.grid.height - 1
        return [TEXTS["outside"].format(right=right, bottom=bottom)]
    cell = seen.grid.cell(x, y)
    lines = [f"{cell_name(x, y)} is {_ground(view, cell)}, {_whose(view, cell)}."]
    if view.viewer < 0 or view.facts.ending:
        return lines
    return lines + _around(view, seen, cell) + _uses(view, seen, cell)


def _ground(view: View[Facts], cell: int) -> str:
    city = view.layers["city"][cell]
    return f"city {city - 1}" if city else KIND_NAMES[view.layers["kind"][cell]]


def _whose(view: View[Facts], cell: int) -> str:
    owner = view.layers["owner"][cell]
    if not view.layers["sight"][cell]:
        return "in fog"
    if not owner:
        return "nobody's"
    return "yours" if owner == view.viewer + 1 else f"player {owner}'s"


def _around(view: View[Facts], seen: legal.Seen, cell: int) -> list[str]:
    """What must be owned around a foreign city (MW-50) or a foreign group (MW-41)."""
    if view.layers["owner"][cell] == view.viewer + 1:
        return []
    if view.layers["city"][cell]:
        ring = surroundings.ring_of(seen, cell)
        return [f"You own {ring.held} of {counted(len(ring.cells), 'tile')} around this city."]
    group = surroundings.group_at(seen, cell)
    if group is None:
        return []
    line = f"As far as you know, it belongs to a group of {counted(len(group.cells), 'tile')}"
    if not group.ring:
        return [f"{line}: there is no safe land around it, so it cannot be surrounded."]
    if not group.missing:
        return [f"{line}: all safe land around it is yours."]
    x, y = seen.grid.place(group.missing[0])
    more = "one" if len(group.missing) == 1 else str(len(group.missing))
    around = f"of the {counted(len(group.ring), 'safe tile')} around it"
    return [f"{line}: you still need {more} {around}, including {cell_name(x, y)}."]


def _uses(view: View[Facts], seen: legal.Seen, cell: int) -> list[str]:
    """What can be done there and at which price; then why nothing else can."""
    codes = {
        name: legal.why_not(seen, name, cell) or legal.why_not_together(seen, name, (cell,))
        for name in seen.terms.tools
    }
    may = [_priced(seen, name, cell) for name, code in codes.items() if not code]
    lines = [f"You can {join_words(may)}."] if may else ["There is nothing you can do there."]
    payer = view.layers["payer"][cell]
    if payer and any(
        legal.price_of(seen, name, (cell,)) for name, code in codes.items() if not code
    ):
        lines.append(
            f"City {payer - 1} pays here, together with the cities connected to it by road."
        )
    for code in dict.fromkeys([code for code in codes.values() if code]):
        verbs = [_spoken(seen.terms.tools[name]) for name, why in codes.items() if why == code]
        lines.append(f"{join_words(verbs)}: {TEXTS[code]}")
    return lines


def _priced(seen: legal.Seen, name: str, cell: int) -> str:
    tool = seen.terms.tools[name]
    if tool.along_axis:
        every = range(axes(seen.grid))
        fitting, _ = legal.fitting_axes(seen, name, cell, every)
        ways = [f"{axis} ({WAYS[seen.grid.shape][axis]})" for axis in fitting]
        return f"{_spoken(tool)} ({tool.points} points) along axis {' or '.join(ways)}"
    if tool.points:
        return f"{_spoken(tool)} ({tool.points} points)"
    price = legal.price_of(seen, name, (cell,))
    return f"{_spoken(tool)} ({price} money)" if price else tool.verb


def _spoken(tool: Tool) -> str:
    """`build road` as people say it."""
    verb, _, thing = tool.verb.partition(" ")
    return f"{verb} a {thing}" if thing else verb
