"""What a viewer may know, and nothing else.

Rules about this file:
1. Everything a seat learns passes through here.
2. Legal leaks: none. Everything is public.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from freehold.game import Ms, Rect, View, Viewer
from freehold.games._template.actions import Claim
from freehold.games._template.state import State
from freehold.kernel.chance import Stream


class Facts(Struct, frozen=True):
    mover: int
    cells: tuple[int, ...]
    gone: tuple[bool, ...]


def view(state: State, viewer: Viewer) -> View[Facts]:
    facts = Facts(state.mover, tuple(state.cells), tuple(state.gone))
    rect = Rect(0, 0, state.side, state.side)
    return View(viewer, facts, rect, {"owner": bytes(state.owner)})


def choices(view: View[Facts], now: Ms, rng: Stream) -> Iterator[Claim]:
    if view.viewer != view.facts.mover or view.facts.gone.count(False) <= 1:
        return
    for cell, owner in enumerate(view.layers["owner"]):
        if not owner:
            yield Claim(cell % view.rect.width, cell // view.rect.width)
