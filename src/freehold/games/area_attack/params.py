"""The options that a host can change: every number of the rulebook."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

SIDE_BY_SEATS = (48, 56, 64)  # for 2, 3 and 4 players (AA-01)
LEAST_SIDE_CELLS = 8
LEAST_DENSITY_PERCENT = 10


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    width_cells: Annotated[
        int,
        Meta(
            ge=0,
            le=128,
            title="cells",
            description="The board's width; 0 means 48, 56 or 64 for 2, 3 or 4 players (AA-01).",
        ),
    ] = 0
    height_cells: Annotated[
        int,
        Meta(
            ge=0, le=128, title="cells", description="The board's height; 0 means a square (AA-01)."
        ),
    ] = 0
    density_percent: Annotated[
        int,
        Meta(
            ge=0,
            le=35,
            title="% of the cells",
            description="Share of cells that hold a mine (AA-01).",
        ),
    ] = 18
    apart_cells: Annotated[
        int,
        Meta(
            ge=6,
            le=64,
            title="cells",
            description="Minimum distance between starting cells (AA-03).",
        ),
    ] = 10
    apart_percent: Annotated[
        int,
        Meta(
            ge=0,
            le=50,
            title="% of the shorter side",
            description="The same minimum, relative to the board; the larger one counts (AA-03).",
        ),
    ] = 25
    pick_ms: Annotated[
        int,
        Meta(
            ge=1,
            le=600_000,
            title="ms",
            description="Time to choose a starting cell (AA-05).",
        ),
    ] = 45_000
    stage_2_ms: Annotated[
        int,
        Meta(
            ge=1,
            le=3_600_000,
            title="ms",
            description="Stage 2 begins no later than this after the start (AA-20).",
        ),
    ] = 180_000
    stage_3_ms: Annotated[
        int,
        Meta(
            ge=2,
            le=3_600_000,
            title="ms",
            description="Stage 3 begins no later than this after the start (AA-20).",
        ),
    ] = 360_000
    lock_ms: Annotated[
        int,
        Meta(ge=1, le=3_600_000, title="ms", description="Length of stage 3 (AA-21, AA-50)."),
    ] = 60_000
    stage_2_percent: Annotated[
        int,
        Meta(
            ge=1,
            le=100,
            title="% of the safe cells",
            description="Stage 2 begins when this much is claimed (AA-21).",
        ),
    ] = 60
    stage_3_percent: Annotated[
        int,
        Meta(
            ge=1,
            le=100,
            title="% of the safe cells",
            description="Stage 3 begins when this much is claimed (AA-21).",
        ),
    ] = 90
    freeze_ms: Annotated[
        int,
        Meta(
            ge=1,
            le=60_000,
            title="ms",
            description="How long a mine freezes a player in stage 1 (AA-31).",
        ),
    ] = 5_000
    blast_radius: Annotated[
        int,
        Meta(
            ge=1,
            le=8,
            title="cells",
            description="In stages 2 and 3, a mine resets the ground within this distance (AA-40).",
        ),
    ] = 3

    def __post_init__(self) -> None:
        for side in (self.width_cells, self.height_cells):
            if 0 < side < LEAST_SIDE_CELLS:
                raise ValueError(f"a side of {side} cells is too short; use 8 or more, or 0")
        if self.density_percent < LEAST_DENSITY_PERCENT:
            raise ValueError(
                f"with mines on {self.density_percent}% of the cells, a single click would open"
                " almost the whole board; use 10% or more"
            )
        if self.stage_2_ms >= self.stage_3_ms:
            raise ValueError("stage 3 must begin after stage 2; raise stage_3_ms")
        if self.stage_2_percent > self.stage_3_percent:
            raise ValueError("stage 3 cannot need less ground than stage 2; raise stage_3_percent")


def sides(params: Params, seats: int) -> tuple[int, int]:
    """The board's width and height in cells (AA-01)."""
    width = params.width_cells or params.height_cells or SIDE_BY_SEATS[seats - 2]
    return width, params.height_cells or width
