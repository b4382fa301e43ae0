"""The options that a host can change."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    width_cells: Annotated[
        int, Meta(ge=4, le=100, title="cells", description="The cave's width (LN-01).")
    ] = 20
    height_cells: Annotated[
        int, Meta(ge=4, le=100, title="cells", description="The cave's height (LN-01).")
    ] = 12
    traps: Annotated[
        int, Meta(ge=0, le=1000, title="traps", description="How many traps lie hidden (LN-01).")
    ] = 24
    sight_cells: Annotated[
        int, Meta(ge=1, le=20, title="cells", description="How far a lantern shines (LN-02).")
    ] = 4
    freeze_ms: Annotated[
        int, Meta(ge=1, le=60_000, title="ms", description="How long a trap freezes (LN-04).")
    ] = 2_000
    hold_ms: Annotated[
        int, Meta(ge=1, le=60_000, title="ms", description="How long a hold takes (LN-05).")
    ] = 1_500
    gust_ms: Annotated[
        int, Meta(ge=1, le=60_000, title="ms", description="How often a gust comes (LN-08).")
    ] = 3_000
    goal_cells: Annotated[
        int,
        Meta(ge=1, le=1000, title="cells", description="The number of cells that wins (LN-10)."),
    ] = 6
    match_ms: Annotated[
        int, Meta(ge=1, le=3_600_000, title="ms", description="When dawn comes (LN-11).")
    ] = 60_000

    def __post_init__(self) -> None:
        if 2 * self.traps > self.width_cells * self.height_cells:
            raise ValueError("traps on more than half of the cells: take fewer, or a larger cave")
