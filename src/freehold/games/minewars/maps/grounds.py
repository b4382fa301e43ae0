"""What a map is: the ground at the start, its cities, and where the players begin."""

from __future__ import annotations

from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from freehold.game import Malformed
from freehold.games.minewars.board.kinds import (
    DESTROYED,
    FERTILE,
    FOREST,
    FOUNDATION,
    LAND,
    LANDLIKE,
    MOUNTAIN,
    WATER,
)
from freehold.kernel.grids import Grid, Shape, hex_grid, square_grid

WORTH = (0, 1, 2, 0, 0, 7, 5)
"""By kind: the resources per second of a tile (MW-80), unless the host sets others."""
LEAST_SEATS = 2
LEAST_SIDE, MOST_SIDE = 3, 96
"""The minimum and maximum number of rows and columns of a map."""

LETTERS = MappingProxyType(
    {
        "~": WATER,
        ".": LAND,
        ",": FERTILE,
        "#": FOUNDATION,
        "x": DESTROYED,
        "^": MOUNTAIN,
        "%": FOREST,
        "C": LAND,
        **dict.fromkeys("123456", LAND),
    }
)
"""The characters of a picture; a city stands on land."""


class Map(Struct, frozen=True):
    """An island as it is before the first click."""

    shape: Shape
    width: int
    height: int
    kinds: bytes
    """By cell, as in kinds.py; a city's tile is land."""
    cities: tuple[int, ...]
    """Their cells, in reading order."""
    starts: tuple[int, ...]
    """By seat: the number of its city."""
    regions: bytes
    """By cell: 0 for water, else the city's number + 1 (MW-04)."""
    title: str = ""

    @property
    def grid(self) -> Grid:
        make = hex_grid if self.shape == "hex" else square_grid
        return make(self.width, self.height)

    def is_land(self, cell: int) -> bool:
        """Is it land (not a city)?"""
        return bool(LANDLIKE[self.kinds[cell]])

    def seated(self, seats: int) -> Map:
        """This map for a number of players: unused starts become neutral cities."""
        if seats > len(self.starts):
            raise Malformed(
                f"the map has {len(self.starts)} starting cities, but {seats} players need one"
                f" each; draw cities with the numbers 1 to {seats}"
            )
        return replace(self, starts=self.starts[:seats])
