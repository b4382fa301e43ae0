"""The options that a host can change: whatever a player would expect in a menu.

Every field has its range, its unit and one sentence with the clause of the rulebook.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    side_cells: Annotated[
        int,
        Meta(ge=2, le=10, title="cells", description="The side of the square board (TM-01)."),
    ] = 4
