"""What a viewer may know, and nothing else.

Rules about this file:
1. Everything a seat learns passes through here.
2. Legal leaks: none. Everything is public.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from freehold.game import Ms, Rect, View, Viewer
from freehold.games._template.actions import Claim
from freehold.games._template.rules import outcome
from freehold.games._template.state import State
from freehold.kernel.chance import Stream


class Facts(Struct, frozen=True):
    """What is shown beside the board, each fact with its words for the browser."""

    mover: Annotated[int | None, Meta(description="{mover:player} to move")]
    cells: Annotated[tuple[int, ...], Meta(description="Cells: {cells:each}")]
    gone: Annotated[tuple[bool, ...], Meta(description="Resigned: {gone:each}")]


def view(state: State, viewer: Viewer) -> View[Facts]:
    mover = None if outcome(state) else state.mover
    facts = Facts(mover, tuple(state.cells), tuple(state.gone))
    rect = Rect(0, 0, state.side, state.side)
    return View(viewer, facts, rect, {"owner": bytes(state.owner)})


def choices(view: View[Facts], now: Ms, rng: Stream) -> Iterator[Claim]:
    if view.viewer != view.facts.mover:
        return
    for cell, owner in enumerate(view.layers["owner"]):
        if not owner:
            yield Claim(cell % view.rect.width, cell // view.rect.width)
