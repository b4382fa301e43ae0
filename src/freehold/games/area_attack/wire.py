"""The plain-text protocol (AA-70): text in, actions out; two views in, text out.

Rules about this file:
1. It sees views of its own seat and never the state: what is not in a view cannot be in a line.
2. If nothing differs, nothing is sent.
3. Every message is answered; none raises an error.
`docs/area-attack-protocol.md` describes the protocol for authors of programs.
"""

from __future__ import annotations

from collections.abc import Sequence

from freehold.extras import Names, Players
from freehold.game import Illegal, Malformed, Ms, View
from freehold.games.area_attack.actions import Action, Confirm, Open, Pick
from freehold.games.area_attack.facts import Facts
from freehold.games.area_attack.texts import TEXTS
from freehold.kernel.layers import cells_that_differ
from freehold.kernel.sentences import fill
from freehold.kernel.spellings import parse_int

SECOND_MS = 1000
NOBODYS = ("free", "crater", "mine")  # by the layer `ground`
TOLD = ("ground", "owner", "digit")


def read(text: str, view: View[Facts]) -> Action:
    """The action that a message asks for. Raises Malformed, which `error_line` answers."""
    lines = text.strip().splitlines()
    if [line.strip().lower() for line in lines] == ["confirm"]:
        return Confirm()
    if len(lines) != 2:
        raise Malformed("send x and y, each on a line of its own, or confirm")
    x, y = parse_int(lines[0], "x"), parse_int(lines[1], "y")
    return Open(x, y) if view.facts.stage else Pick(x, y)


def error_line(error: Malformed) -> str:
    return f"error {error}"


def tell_table(was: Players, now: Players, me: str) -> list[str]:
    """What has changed at a seat's table; everything, if the player has just joined (AA-06)."""
    before, after = dict(was), dict(now)
    lines = [f"left {spell_name(name)}" for name in before if name not in after]
    lines += [] if me in before else [f"you {spell_name(me)}"]
    lines += [f"player {spell_name(name)}" for name in after if name not in before and name != me]
    for name, is_ready in now:
        if is_ready != before.get(name, False):
            who = "" if name == me else f" {spell_name(name)}"
            lines.append(f"{'ready' if is_ready else 'not ready'}{who}")
    return lines


def greet(view: View[Facts], names: Names) -> list[str]:
    """For a player who comes to a match: its board, and everything known about it so far."""
    rect, known = view.rect, view.facts
    lines = [f"board {rect.width} {rect.height}", f"stage {known.stage}"]
    lines += _tell_picks((-1,) * len(names), view, names)
    lines += _tell_confirmed((False,) * len(names), view, names) if not known.stage else []
    blank = {name: bytes(len(layer)) for name, layer in view.layers.items()}
    lines += _tell_cells(blank, view, names)
    lines += _tell_frozen((0,) * len(names), view, names)
    return lines + (_tell_end(known, names) if known.ending else [])


def tell(old: View[Facts], new: View[Facts], names: Names) -> list[str]:
    """What has changed for the seat, one message each."""
    was, now = old.facts, new.facts
    lines = _tell_picks(was.picks, new, names)
    lines += _tell_confirmed(was.confirmed, new, names)
    if now.stage != was.stage:
        lines.append(f"stage {now.stage}")
    lines += _tell_frozen(was.frozen, new, names)
    lines += _tell_cells(old.layers, new, names)
    for seat, name in enumerate(names):
        if now.out[seat] and not was.out[seat]:
            lines.append(f"left {spell_name(name)}")
    return lines + (_tell_end(now, names) if now.ending and not was.ending else [])


def refuse(action: Action, refusal: Illegal, view: View[Facts], names: Names, now: Ms) -> str:
    """The answer to an action that the rules refuse."""
    if refusal.code == "frozen":
        return f"frozen {_seconds(refusal.facts['until'] - now)}"
    if isinstance(action, Open) and refusal.code in ("taken", "yours"):
        cell = action.y * view.rect.width + action.x
        return _claimed_line(view, cell, names)
    sentence = fill(TEXTS.get(refusal.code, refusal.code), refusal.facts, names)
    return f"refused {sentence}"


def spell_name(name: str) -> str:
    """On one line, and never mistaken for a number or another name: `12` becomes `_12`, and
    `_12` becomes `__12`."""
    line = " ".join(name.split())
    return f"_{line}" if line.lstrip("_").isdigit() else line


def _tell_picks(was: Sequence[int], view: View[Facts], names: Names) -> list[str]:
    width, lines = view.rect.width, []
    for seat, cell in enumerate(view.facts.picks):
        if cell >= 0 and cell != was[seat]:
            lines.append(f"pick {cell % width} {cell // width} {spell_name(names[seat])}")
    return lines


def _tell_confirmed(was: Sequence[bool], view: View[Facts], names: Names) -> list[str]:
    return [
        f"confirmed{_who(view, seat, names)}"
        for seat, sure in enumerate(view.facts.confirmed)
        if sure and not was[seat]
    ]


def _who(view: View[Facts], seat: int, names: Names) -> str:
    """Empty for the viewer, otherwise the player's name."""
    return "" if seat == view.viewer else f" {spell_name(names[seat])}"


def _tell_frozen(was: Sequence[int], view: View[Facts], names: Names) -> list[str]:
    lines = []
    for seat, until in enumerate(view.facts.frozen):
        who = _who(view, seat, names)
        if until and not was[seat]:
            lines.append(f"frozen {_seconds(view.facts.terms.freeze_ms)}{who}")
        elif was[seat] and not until:
            lines.append(f"thawed{who}")
    return lines


def _seconds(ms: Ms) -> int:
    """Whole seconds, rounded up: the longest possible wait."""
    return -(-ms // SECOND_MS)


def _tell_cells(old: dict[str, bytes], view: View[Facts], names: Names) -> list[str]:
    """Cell by cell in reading order: claims, recounts, mines, craters and freed ground."""
    ground, owner, width = view.layers["ground"], view.layers["owner"], view.rect.width
    lines = []
    for cell in cells_that_differ(TOLD, old, view.layers):
        if owner[cell]:
            lines.append(_claimed_line(view, cell, names))
        else:
            lines.append(f"{NOBODYS[ground[cell]]} {cell % width} {cell // width}")
    return lines


def _claimed_line(view: View[Facts], cell: int, names: Names) -> str:
    """`x`, `y`, and the number of a cell of one's own, or else its owner's name."""
    width, owner = view.rect.width, view.layers["owner"][cell] - 1
    digit = view.layers["digit"][cell]
    what = str(digit - 1) if owner == view.viewer else spell_name(names[owner])
    return f"{cell % width}\n{cell // width}\n{what}"


def _tell_end(known: Facts, names: Names) -> list[str]:
    placed = sorted(zip(known.places, known.cells, names, strict=True))
    lines = [f"place {place} {cells} {spell_name(name)}" for place, cells, name in placed]
    return [*lines, f"end {known.ending}"]
