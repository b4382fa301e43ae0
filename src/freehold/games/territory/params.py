"""The options that a host can change, and the numbers of the rules that are fixed.

Whatever a player would expect in a menu is a field of `Params`; the rest are constants.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

SIDE = 8  # TR-01
CELLS = SIDE * SIDE
APART = 2  # TR-02: moves between two start squares, so that none are side by side
GAIN = 1  # TR-23: what a held square gains
RESOURCE_GAIN = 2  # TR-23: what a held resource square gains


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    start_units: Annotated[
        int,
        Meta(ge=1, le=99, title="units", description="Units that each player starts with (TR-02)."),
    ] = 5
    corners: Annotated[
        bool,
        Meta(
            title="yes or no",
            description="Players may start in corners, where winning is much harder (TR-02).",
        ),
    ] = True
    spacing_cells: Annotated[
        int,
        Meta(
            ge=0,
            le=5,
            title="cells",
            description="Minimum distance between start squares, in moves; 0 means anywhere but"
            " side by side (TR-02).",
        ),
    ] = 0
    resource_percent: Annotated[
        int,
        Meta(
            ge=0,
            le=50,
            title="percent",
            description="Share of squares that are resource squares, rounded up (TR-03).",
        ),
    ] = 5
    rounds: Annotated[
        int,
        Meta(ge=1, le=100, title="rounds", description="Maximum number of rounds (TR-04)."),
    ] = 15
    declarations: Annotated[
        int,
        Meta(
            ge=1,
            le=2,
            title="declarations",
            description="How often everybody speaks before the orders. With 1, rounds are quicker,"
            " and an offer is answered in the next round (TR-12).",
        ),
    ] = 2
    declaration_characters: Annotated[
        int,
        Meta(
            ge=0,
            le=2000,
            title="characters",
            description="Maximum length of a declaration (TR-11).",
        ),
    ] = 400
    moves: Annotated[
        int,
        Meta(ge=1, le=10, title="moves", description="Maximum number of moves per round (TR-14)."),
    ] = 3
    phase_seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=86_400,
            title="seconds",
            description="Time limit for each phase; 0 means no limit (TR-17).",
        ),
    ] = 120
    cap_units: Annotated[
        int,
        Meta(
            ge=1,
            le=250,
            title="units",
            description="A square with at least this many units stops growing (TR-23).",
        ),
    ] = 21
