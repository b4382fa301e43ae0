"""What the lobby lets a host choose, and the numbers of the rulebook that nobody may change.

Would a player expect it in a menu? Then it is a field of `Params`; the rest are constants.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

SIDE = 8  # TR-01
CELLS = SIDE * SIDE
GAIN = 1  # TR-23: what a held square gains
RESOURCE_GAIN = 2  # TR-23: what a held resource square gains


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    start_units: Annotated[
        int,
        Meta(ge=1, le=99, title="units", description="What each player starts with (TR-02)."),
    ] = 5
    corners: Annotated[
        bool,
        Meta(
            title="yes or no",
            description="Players may start in a corner, where they win far less often (TR-02).",
        ),
    ] = True
    spacing_cells: Annotated[
        int,
        Meta(
            ge=0,
            le=5,
            title="cells",
            description="Start squares lie at least so many steps apart; 0 is anywhere (TR-02).",
        ),
    ] = 0
    resource_percent: Annotated[
        int,
        Meta(
            ge=0,
            le=50,
            title="percent",
            description="How many of the squares are resource squares, rounded up (TR-03).",
        ),
    ] = 5
    rounds: Annotated[
        int,
        Meta(ge=1, le=100, title="rounds", description="The match lasts at most so long (TR-04)."),
    ] = 15
    declaration_characters: Annotated[
        int,
        Meta(
            ge=0,
            le=2000,
            title="characters",
            description="A declaration has at most so many characters (TR-11).",
        ),
    ] = 400
    moves: Annotated[
        int,
        Meta(ge=1, le=10, title="moves", description="A sheet has at most so many moves (TR-14)."),
    ] = 3
    phase_seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=86_400,
            title="seconds",
            description="A phase closes after so long at the latest; 0 is no limit (TR-17).",
        ),
    ] = 120
    cap_units: Annotated[
        int,
        Meta(
            ge=1,
            le=250,
            title="units",
            description="A square with so many units or more gains nothing (TR-23).",
        ),
    ] = 21
