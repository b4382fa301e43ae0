"""The options that a host can change, and the numbers of the rules that are fixed.

Whatever a player would expect in a menu is a field of `Params`; the rest are constants.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

FLIP_POINTS = 1  # ML-40
BOMB_POINTS = 3  # ML-41
MOST_DENSITY_PERMILLE = 125  # ML-02
RUNAWAY_PERMILLE = 143  # ML-02: at higher densities chains never end
LEAST_CASCADE_PERMILLE = 100  # ML-21


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    width_tiles: Annotated[
        int,
        Meta(
            ge=8,
            le=2000,
            title="tiles",
            description="The world's width; try 300 or 100 for fewer players (ML-01).",
        ),
    ] = 1000
    height_tiles: Annotated[
        int,
        Meta(
            ge=8,
            le=2000,
            title="tiles",
            description="The world's height; try 300 or 100 for fewer players (ML-01).",
        ),
    ] = 1000
    density_permille: Annotated[
        int,
        Meta(
            ge=1,
            le=1000,
            title="per 1000 tiles",
            description="Number of bombs; at most 125 per 1000 tiles (ML-02).",
        ),
    ] = 80
    hidden_flags_percent: Annotated[
        int,
        Meta(
            ge=0,
            le=400,
            title="per 100 bombs",
            description="Hidden flags; with fewer than 100 a round may never end (ML-03).",
        ),
    ] = 120
    spawn_tiles: Annotated[
        int,
        Meta(
            ge=1,
            le=100,
            title="tiles",
            description="Number of tiles that players start on (ML-04).",
        ),
    ] = 10
    safe_steps: Annotated[
        int,
        Meta(
            ge=1,
            le=20,
            title="tiles",
            description="No bomb lies this close to a start tile, corners included (ML-04).",
        ),
    ] = 5
    sight_tiles: Annotated[
        int,
        Meta(
            ge=1,
            le=12,
            title="tiles",
            description="How far a player sees in each direction (ML-06).",
        ),
    ] = 5
    step_ms: Annotated[
        int,
        Meta(
            ge=0,
            le=10_000,
            title="ms",
            description="Minimum time between two steps (ML-13).",
        ),
    ] = 120
    dig_ms: Annotated[
        int,
        Meta(
            ge=0,
            le=10_000,
            title="ms",
            description="Minimum time between two flips, flags or unflags (ML-13).",
        ),
    ] = 150
    cascade: Annotated[
        bool,
        Meta(
            title="yes or no",
            description="A tile without bombs around it uncovers its neighbours (ML-21).",
        ),
    ] = False
    blast_radius: Annotated[
        int,
        Meta(
            ge=1,
            le=8,
            title="tiles",
            description="How far a bomb reaches, in a straight line (ML-24).",
        ),
    ] = 3
    chain_ms: Annotated[
        int,
        Meta(
            ge=1,
            le=10_000,
            title="ms",
            description="Time between two waves of a chain (ML-25).",
        ),
    ] = 100
    flags_shield: Annotated[
        bool,
        Meta(title="yes or no", description="Blasts do not flip tiles with a flag (ML-25)."),
    ] = False
    start_flags: Annotated[
        int,
        Meta(
            ge=0, le=100, title="flags", description="Flags that each player starts with (ML-30)."
        ),
    ] = 3
    unflag_ms: Annotated[
        int,
        Meta(
            ge=0,
            le=600_000,
            title="ms",
            description="Minimum time between placing a flag and getting it back (ML-33).",
        ),
    ] = 5_000
    end_when_all_dead: Annotated[
        bool,
        Meta(
            title="yes or no",
            description="The round ends when nobody is left alive (ML-53).",
        ),
    ] = True
    all_dead_ms: Annotated[
        int,
        Meta(
            ge=1,
            le=3_600_000,
            title="ms",
            description="How long everybody must be dead before that (ML-53).",
        ),
    ] = 30_000
    round_seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=86_400,
            title="s",
            description="Time limit for a round; 0 means no limit (ML-53).",
        ),
    ] = 0
    rest_ms: Annotated[
        int,
        Meta(
            ge=0,
            le=600_000,
            title="ms",
            description="How long results are shown before the next round begins (ML-54).",
        ),
    ] = 20_000

    def __post_init__(self) -> None:
        if self.density_permille > MOST_DENSITY_PERMILLE:
            raise ValueError(  # ML-02
                "with bombs under more than 125 of 1000 tiles, explosions set each other off"
                " for ever; use 125 or fewer"
            )
        if self.safe_steps < self.blast_radius:
            raise ValueError(  # ML-51
                "a blast must not reach a start tile; raise safe_steps to at least blast_radius"
            )
        if self.cascade and self.density_permille < LEAST_CASCADE_PERMILLE:
            raise ValueError(
                "with cascades, and bombs under fewer than 100 of 1000 tiles, a single flip would"
                " open almost the whole world; use 100 or more, or turn cascades off"
            )
