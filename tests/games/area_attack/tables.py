"""The tables at which the laws play Area Attack: small boards and short stages, and a large one."""

from __future__ import annotations

from freehold.games.area_attack.params import Params
from freehold.testing.trials import At

QUICK = Params(
    width_cells=16,
    height_cells=14,
    apart_cells=6,
    apart_percent=0,
    pick_ms=3_000,
    stage_2_ms=25_000,
    stage_3_ms=40_000,
    lock_ms=10_000,
    freeze_ms=2_500,
)
MIDDLE = Params(
    width_cells=24,
    height_cells=24,
    apart_cells=6,
    density_percent=14,
    pick_ms=5_000,
    stage_2_ms=40_000,
    stage_3_ms=60_000,
    lock_ms=10_000,
    freeze_ms=4_000,
)
LARGE = Params(
    width_cells=48,
    height_cells=48,
    pick_ms=5_000,
    stage_2_ms=30_000,
    stage_3_ms=45_000,
    lock_ms=10_000,
)
TABLES = (At(2, QUICK), At(3, MIDDLE), At(4, MIDDLE), At(2, LARGE))
