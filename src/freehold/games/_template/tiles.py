"""How a view looks: a tile for each cell, and lines of text beside it."""

from __future__ import annotations

from freehold.game import View
from freehold.games._template.views import Facts
from freehold.kernel.pictures import Tile


def tiles(view: View[Facts]) -> list[Tile]:
    return [
        Tile(str(owner), "land", owner - 1) if owner else Tile(".", "land")
        for owner in view.layers["owner"]
    ]


def describe(view: View[Facts], names: tuple[str, ...]) -> list[str]:
    owned = ", ".join(
        f"{name} {cells}" for name, cells in zip(names, view.facts.cells, strict=True)
    )
    mover = view.facts.mover
    return [f"Cells: {owned}", *([] if mover is None else [f"{names[mover]} to move"])]
