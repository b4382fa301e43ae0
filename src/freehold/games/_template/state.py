"""What a replay must rebuild, and nothing that follows from the rest."""

from __future__ import annotations

from msgspec import Struct


class State(Struct):
    side: int
    owner: bytearray
    """For each cell: 0 for nobody, or the owner's seat + 1."""
    cells: list[int]
    """How many cells each seat owns."""
    mover: int
    gone: list[bool]
    """For each seat: has it resigned?"""

    def copy(self) -> State:
        return State(
            self.side,
            self.owner[:],
            self.cells[:],
            self.mover,
            self.gone[:],
        )
