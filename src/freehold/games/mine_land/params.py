"""What the lobby lets a host choose, and the numbers of the rulebook that nobody may change.

Would a player expect it in a menu? Then it is a field of `Params`; the rest are constants.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

FLIP_POINTS = 1  # ML-40
BOMB_POINTS = 3  # ML-41
MOST_DENSITY_PERMILLE = 125  # ML-02
RUNAWAY_PERMILLE = 143  # ML-02: where bombs lie more densely than that, chains never end
LEAST_CASCADE_PERMILLE = 100  # ML-21


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    width_tiles: Annotated[
        int,
        Meta(
            ge=8,
            le=2000,
            title="tiles",
            description="The world's width: 1000; 300 or 100 for smaller companies (ML-01).",
        ),
    ] = 1000
    height_tiles: Annotated[
        int,
        Meta(
            ge=8,
            le=2000,
            title="tiles",
            description="The world's height: 1000; 300 or 100 for smaller companies (ML-01).",
        ),
    ] = 1000
    density_permille: Annotated[
        int,
        Meta(
            ge=1,
            le=1000,
            title="of 1000 tiles",
            description="How many tiles hold a bomb, 125 at the most (ML-02).",
        ),
    ] = 80
    hidden_flags_percent: Annotated[
        int,
        Meta(
            ge=0,
            le=400,
            title="per 100 bombs",
            description="How many flags lie hidden; under 100 a round may never settle (ML-03).",
        ),
    ] = 120
    spawn_tiles: Annotated[
        int,
        Meta(ge=1, le=100, title="tiles", description="On how many tiles players start (ML-04)."),
    ] = 10
    safe_steps: Annotated[
        int,
        Meta(
            ge=1,
            le=20,
            title="tiles",
            description="No bomb lies so near to a spawn tile, corners included (ML-04).",
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
            description="At least so long from one step to the next (ML-13).",
        ),
    ] = 120
    dig_ms: Annotated[
        int,
        Meta(
            ge=0,
            le=10_000,
            title="ms",
            description="At least so long from one flip, flag or unflag to the next (ML-13).",
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
            description="From one wave of a chain to the next (ML-25).",
        ),
    ] = 100
    flags_shield: Annotated[
        bool,
        Meta(title="yes or no", description="Blasts do not flip tiles with a flag (ML-25)."),
    ] = False
    start_flags: Annotated[
        int,
        Meta(ge=0, le=100, title="flags", description="What each player starts with (ML-30)."),
    ] = 3
    unflag_ms: Annotated[
        int,
        Meta(
            ge=0,
            le=600_000,
            title="ms",
            description="A flag taken up sooner comes to hand only then; 0 is at once (ML-33).",
        ),
    ] = 5_000
    end_when_all_dead: Annotated[
        bool,
        Meta(
            title="yes or no",
            description="The round ends when nobody living is left in it (ML-53).",
        ),
    ] = True
    all_dead_ms: Annotated[
        int,
        Meta(
            ge=1,
            le=3_600_000,
            title="ms",
            description="So long nobody living must have been there for that (ML-53).",
        ),
    ] = 30_000
    round_seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=86_400,
            title="s",
            description="The round ends so long after it began; 0 is never (ML-53).",
        ),
    ] = 0
    rest_ms: Annotated[
        int,
        Meta(
            ge=0,
            le=600_000,
            title="ms",
            description="So long results are shown before the next round begins (ML-54).",
        ),
    ] = 20_000

    def __post_init__(self) -> None:
        if self.density_permille > MOST_DENSITY_PERMILLE:
            raise ValueError(  # ML-02
                "with bombs on more than 125 of 1000 tiles one explosion sets off the next and"
                " chains run on for ever; take 125 or fewer"
            )
        if self.safe_steps < self.blast_radius:
            raise ValueError(  # ML-51
                "a blast must not reach a spawn tile; raise safe_steps to blast_radius at least"
            )
        if self.cascade and self.density_permille < LEAST_CASCADE_PERMILLE:
            raise ValueError(
                "with cascades and bombs on fewer than 100 of 1000 tiles a single flip would run"
                " over the whole world; take 100 or more, or no cascades"
            )
