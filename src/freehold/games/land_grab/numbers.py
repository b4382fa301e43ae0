"""Builds by number: a farm on each of the 144 tiles in reading order, then a settlement on each."""

from __future__ import annotations

from freehold.game import Ms, Numbers, View
from freehold.games.land_grab.actions import Action, Farm
from freehold.games.land_grab.params import Params
from freehold.games.land_grab.state import GRID
from freehold.games.land_grab.views import BUILDS, Facts, own_legal, split_legal
from freehold.kernel.indices import check_index, index_of


def size(params: Params, seats: int) -> int:
    return len(BUILDS)


def action(view: View[Facts], index: int) -> Action:
    check_index(index, len(BUILDS))
    return BUILDS[index]


def index(view: View[Facts], action: Action) -> int | None:
    return index_of(GRID, int(not isinstance(action, Farm)), action.x, action.y)


def mask(view: View[Facts], now: Ms) -> bytes:
    return split_legal(own_legal(view))


NUMBERS = Numbers(size=size, action=action, index=index, mask=mask)
