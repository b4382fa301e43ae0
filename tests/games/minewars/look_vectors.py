"""What a player sees of groups, rings and digits without a click: written down once more here, from
the rulebook and tile by tile, and not from the tables that the game and its page read.

A group is clusters, towers, barricades, and foreign land where an item is in sight or that the
player has flagged (MW-24, MW-41, MW-46); around it all other land except cities counts. A city's
ring is the land that touches it (MW-50). An item is read on land that is not its owner's (MW-22).
"""

from __future__ import annotations

from typing import Any

from freehold.game import Seat, View
from freehold.games.minewars.board.kinds import (
    BARRICADE,
    DECOY,
    DESTROYED,
    FOREST,
    LAND,
    MOUNTAIN,
    TOWER,
    TRAP,
)
from freehold.games.minewars.facts import Facts
from freehold.kernel.floods import clusters
from freehold.kernel.grids import grid_of
from freehold.match import Match


class Eyes:
    """One seat's view."""

    def __init__(self, view: View[Facts]) -> None:
        self.view, self.layers, self.me = view, view.layers, view.viewer + 1
        self.cells = range(len(view.layers["kind"]))
        self.touching = grid_of(view.facts.terms.shape, view.rect.width, view.rect.height).touching

    def is_land(self, cell: int) -> bool:
        return LAND <= self.layers["kind"][cell] <= DESTROYED and not self.layers["city"][cell]

    def is_own(self, cell: int) -> bool:
        return self.layers["owner"][cell] == self.me

    def has_item(self, cell: int) -> bool:
        return DECOY <= self.layers["item"][cell] <= TRAP

    def is_member(self, cell: int) -> bool:
        if self.layers["kind"][cell] in (MOUNTAIN, FOREST):
            return True
        if self.layers["structure"][cell] in (TOWER, BARRICADE):
            return True
        is_marked = self.has_item(cell) or bool(self.layers["flag"][cell])
        return is_marked and self.is_land(cell) and not self.is_own(cell)

    # What there is to see

    def groups(self) -> list[dict[str, list[int]]]:
        members = [cell for cell in self.cells if self.is_member(cell)]
        return [self.group(sorted(piece)) for piece in clusters(members, self.touching)]

    def group(self, cells: list[int]) -> dict[str, list[int]]:
        around = sorted({near for cell in cells for near in self.touching[cell]} - {*cells})
        ring = [cell for cell in around if self.is_land(cell) and not self.is_member(cell)]
        missing = [cell for cell in ring if not self.is_own(cell)]
        return {"cells": cells, "ring": ring, "missing": missing}

    def rings(self) -> list[dict[str, int]]:
        return [self.ring(cell) for cell in self.view.facts.terms.cities]

    def ring(self, city: int) -> dict[str, int]:
        owners = [self.layers["owner"][near] for near in self.touching[city] if self.is_land(near)]
        rivals = [owner for owner in owners if owner not in (0, self.me)]
        return {"tiles": len(owners), "held": owners.count(self.me), "rivals": len(rivals)}

    def digits(self) -> dict[str, dict[str, Any]]:
        """What others read, and where one item more would be read, by its tile."""
        laid = {cell for cell in self.cells if self.is_own(cell) and self.has_item(cell)}
        read = {str(cell): len(laid & {*self.touching[cell]}) for cell in self.abroad()}
        free = [cell for cell in self.cells if self.is_own(cell) and cell not in laid]
        more = {
            str(cell): [near for near in self.abroad() if near in self.touching[cell]]
            for cell in free
        }
        return {
            "read": {cell: number for cell, number in read.items() if number},
            "more": {cell: near for cell, near in more.items() if near},
        }

    def abroad(self) -> list[int]:
        return [cell for cell in self.cells if self.is_land(cell) and not self.is_own(cell)]


def looks(match: Match, seat: Seat) -> dict[str, Any]:
    eyes = Eyes(match.view(seat))
    return {"groups": eyes.groups(), "rings": eyes.rings(), "digits": eyes.digits()}
