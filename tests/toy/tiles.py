"""How a view looks: a tile for each cell, and lines of text beside it."""

from __future__ import annotations

from freehold.game import View
from freehold.kernel.pictures import Tile
from tests.toy.views import Facts

GROUND = ".,x"


def tiles(view: View[Facts]) -> list[Tile]:
    layers = view.layers
    return [
        tile(*cell)
        for cell in zip(
            layers["ground"], layers["owner"], layers["lantern"], layers["mark"], strict=True
        )
    ]


def tile(ground: int, owner: int, lantern: int, mark: int) -> Tile:
    text = chr(64 + lantern) if lantern else GROUND[ground]
    return Tile(f"{text}{owner or ''}", "dark" if not ground else "land", owner - 1, bool(mark))


def describe(view: View[Facts], names: tuple[str, ...]) -> list[str]:
    facts = view.facts
    lines = [f"Dawn at {facts.dawn_at} ms"]
    if facts.place is not None:
        x, y = facts.place
        lines.append(f"{names[view.viewer]} at {x},{y} owns {facts.cells}")
        lines.append(f"Frozen until {facts.frozen_until}, holding until {facts.holding_until}")
    lines += [f"{name} is away" for name, away in zip(names, facts.away, strict=True) if away]
    return lines
