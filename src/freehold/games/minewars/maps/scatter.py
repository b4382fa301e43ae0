"""Items that lie there before the first click: scattered over the neutral land (MW-05), and each
player's own on their first land (MW-06)."""

from __future__ import annotations

from freehold.games.minewars.board.kinds import DECOY, MINE
from freehold.games.minewars.maps.grounds import Map
from freehold.games.minewars.maps.reports import OPENINGS_PERCENT, openings_of
from freehold.games.minewars.maps.towns import even
from freehold.kernel.chance import Stream

TRIES = 6
"""Maximum number of scatterings drawn until the players' first clicks open about the same."""


def scatter(
    found: Map, chance: Stream, percent: int, decoy_percent: int = 25, clear_steps: int = 2
) -> bytes:
    """Items by cell: on a percentage of the neutral land, with a percentage of decoys among them.

    None lies within the clear steps of a starting city. Of a few scatterings, the first that gives
    all players an equal start is taken, or else the one that comes closest.
    """
    best, best_even = b"", -1
    for _ in range(TRIES):
        items = _scatter_once(found, chance, percent, decoy_percent, clear_steps)
        evenness = even([tiles for tiles, _ in openings_of(found, items)])
        if evenness > best_even:
            best, best_even = items, evenness
        if evenness >= OPENINGS_PERCENT:
            break
    return best


def _scatter_once(
    found: Map, chance: Stream, percent: int, decoy_percent: int, clear_steps: int
) -> bytes:
    neutral, free = neutral_land(found, clear_steps)
    count = min(len(free), neutral * percent // 100)
    items = bytearray(len(found.kinds))
    for number, cell in enumerate(chance.sample(free, count)):
        items[cell] = DECOY if number < count * decoy_percent // 100 else MINE
    return bytes(items)


def arm(found: Map, chance: Stream, items: bytes, mines: int, decoys: int) -> bytes:
    """With items on each player's first land (MW-06), as far as there is room for them."""
    armed = bytearray(items)
    for city in found.starts if mines + decoys else ():
        around = found.grid.touching[found.cities[city]]
        ring = [cell for cell in around if found.is_land(cell) and cell not in found.cities]
        drawn = chance.sample(ring, min(mines + decoys, len(ring)))
        for number, cell in enumerate(drawn):
            armed[cell] = MINE if number < mines else DECOY
    return bytes(armed)


def neutral_land(found: Map, clear_steps: int) -> tuple[int, list[int]]:
    """The number of neutral land tiles at the start, and those where items may lie."""
    grid = found.grid
    cities = set(found.cities)
    homes = [found.cities[city] for city in found.starts]
    owned = {near for home in homes for near in grid.touching[home]}  # MW-06
    clear = {near for home in homes for near in grid.disc(home, clear_steps)}
    neutral = [
        cell
        for cell in range(len(found.kinds))
        if found.is_land(cell) and cell not in cities and cell not in owned
    ]
    return len(neutral), [cell for cell in neutral if cell not in clear]
