"""The options that a host can change, and the numbers of the rules that are fixed.

Whatever a player would expect in a menu is a field of `Params`.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from freehold.game import Malformed
from freehold.kernel.pictures import parse_rows
from freehold.kernel.sentences import counted

SIDE_TILES = 12  # LG-01
LEAST_BUILDABLE = 2  # LG-06
BASE_YIELD = 1  # LG-21, LG-22
GROUND_LETTERS = "WLMF"
"""Water, land, mountain, forest: the letters of an island's picture, in the ground's order."""

Percent = Annotated[int, Meta(ge=0, le=100, title="percent")]


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    points_to_win: Annotated[
        int,
        Meta(ge=1, le=1000, title="points", description="The score that wins the game (LG-25)."),
    ] = 100
    komi_points: Annotated[
        int,
        Meta(
            ge=-999,
            le=999,
            title="points",
            description="Player 2's head start; below 0 it is player 1's (LG-25).",
        ),
    ] = 0
    border_land_percent: Annotated[
        Percent,
        Meta(description="How much of the ring inside the outer water is land (LG-02)."),
    ] = 50
    ring_land_percent: Annotated[
        Percent,
        Meta(description="How much of the ring around the centre is land (LG-04)."),
    ] = 33
    ring_mountain_percent: Annotated[
        Percent,
        Meta(description="How much of that ring is mountain; the rest of it is forest (LG-04)."),
    ] = 33
    centre_forest_percent: Annotated[
        Percent,
        Meta(description="How much of the centre is forest; the rest is mountain (LG-05)."),
    ] = 50
    island: Annotated[
        str,
        Meta(
            max_length=1000,
            title="picture",
            description="12 rows of 12 letters: W, L, M or F. Empty: a random island (LG-06).",
        ),
    ] = ""
    bank_seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=86_400,
            title="seconds",
            description="Each player's time for the whole game; 0 means no clock (LG-32).",
        ),
    ] = 0
    increment_seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=3_600,
            title="seconds",
            description="The time added to a player's clock after each build (LG-32).",
        ),
    ] = 0

    def __post_init__(self) -> None:
        if abs(self.komi_points) >= self.points_to_win:
            raise ValueError(
                f"komi_points {self.komi_points} would win at once;"
                f" choose less than points_to_win, which is {self.points_to_win}"
            )
        if self.ring_land_percent + self.ring_mountain_percent > 100:
            raise ValueError(
                "ring_land_percent and ring_mountain_percent add up to more than 100; lower one"
            )
        if self.increment_seconds and not self.bank_seconds:
            raise ValueError("increment_seconds needs a clock; set bank_seconds above 0 too")
        if self.island:
            parse_island(self.island)


def parse_island(picture: str) -> bytes:
    """The ground of a picture, one byte per tile. Raises Malformed with the reason (LG-06)."""
    rows = parse_rows(picture.upper(), GROUND_LETTERS, SIDE_TILES, SIDE_TILES)
    letters = "".join(rows)
    buildable = letters.count("L") + letters.count("F")
    if buildable < LEAST_BUILDABLE:
        raise Malformed(
            f"the map has {counted(buildable, 'tile')} of land or forest, but each player's first"
            f" farm needs one: draw at least {LEAST_BUILDABLE}"
        )
    return bytes(GROUND_LETTERS.index(letter) for letter in letters)
