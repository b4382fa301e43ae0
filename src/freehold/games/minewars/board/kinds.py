"""The numbers that the layers hold, and what they stand for."""

from __future__ import annotations

# The layer `kind` (MW-01). A city's tile is land by kind; the layer `city` says the rest.
WATER, LAND, FERTILE, FOUNDATION, DESTROYED, MOUNTAIN, FOREST = range(7)
KIND_NAMES = ("water", "land", "fertile", "foundation", "destroyed", "mountain", "forest")
LANDLIKE = bytes((0, 1, 1, 1, 1, 0, 0))
"""By kind: 1 for what plays like land."""
CLUSTERED = bytes((0, 0, 0, 0, 0, 1, 1))
"""By kind: 1 for what is owned a whole cluster at a time."""

# The layer `item` (MW-05, MW-70)
NONE, DECOY, MINE, TRAP = range(4)
ITEM_NAMES = ("", "decoy", "mine", "trap")

# The layers `structure` and `pending` (MW-60)
NOTHING, ROAD, BARRICADE, TOWER, BRIDGE = range(5)
STRUCTURE_NAMES = ("", "road", "barricade", "tower", "bridge")
WALLS = bytes((0, 0, 1, 1, 0))
"""By structure: 1 for what cannot be captured with a click, only as part of its group (MW-48)."""

TO_COME = 4
"""In the layer `structure` of a view: added to the number of a structure under construction."""
SHOWN_EMPTY = 4
"""In the layer `item` of a view: revealed, and found empty (MW-72)."""

FOG, LIMITED, FULL = range(3)  # the layer `sight` (MW-15)

NOBODY = 0  # in the layer `owner`; seat n is n + 1
NO_CLUSTER = -1
