"""What can be done by number: opening each cell in reading order, then a chord, a flag, no flag and
a pick on each, and last the confirmation of the pick."""

from __future__ import annotations

from freehold.game import Ms, Numbers, View
from freehold.games.area_attack.actions import Action, Chord, Confirm, Flag, OnCell, Open, Pick
from freehold.games.area_attack.actions import Unflag as TakeFlag
from freehold.games.area_attack.facts import Facts
from freehold.games.area_attack.params import Params, sides
from freehold.games.area_attack.state import NOWHERE
from freehold.games.area_attack.views import far_cells, flags_and_chords, may_act
from freehold.kernel.indices import check_index, index_of, kind_at

KINDS: tuple[type[OnCell], ...] = (Open, Chord, Flag, TakeFlag, Pick)


def size(params: Params, seats: int) -> int:
    width, height = sides(params, seats)
    return len(KINDS) * width * height + 1


def action(view: View[Facts], index: int) -> Action:
    confirm = len(KINDS) * len(view.grid)
    check_index(index, confirm + 1)
    if index == confirm:
        return Confirm()
    kind, x, y = kind_at(view.grid, index)
    return KINDS[kind](x, y)


def index(view: View[Facts], action: Action) -> int | None:
    if isinstance(action, Confirm):
        return len(KINDS) * len(view.grid)
    return index_of(view.grid, KINDS.index(type(action)), action.x, action.y)


def mask(view: View[Facts], now: Ms) -> bytes:
    cells = len(view.layers["owner"])
    if not may_act(view):
        return bytes(len(KINDS) * cells + 1)
    if not view.facts.stage:
        return bytes((len(KINDS) - 1) * cells) + _picks(view)
    unflagged, chords = flags_and_chords(view)
    flagged = view.layers["flag"]  # covered cells alone
    return b"".join([view.layers["legal"], chords, unflagged, flagged, bytes(cells + 1)])


def _picks(view: View[Facts]) -> bytes:
    """And whether the pick can be confirmed."""
    if view.facts.confirmed[view.viewer]:
        return bytes(len(view.grid) + 1)
    far, picked = far_cells(view), view.facts.picks[view.viewer]
    return far + (far[picked : picked + 1] if picked != NOWHERE else b"\0")


NUMBERS = Numbers(size=size, action=action, index=index, mask=mask)
