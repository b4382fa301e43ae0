"""The tables at which the laws play Mine Land: small worlds, and short rounds."""

from __future__ import annotations

from freehold.games.mine_land.params import Params
from freehold.testing.trials import At

SMALL = Params(
    width_tiles=40,
    height_tiles=40,
    spawn_tiles=3,
    safe_steps=3,
    step_ms=60,
    dig_ms=80,
    unflag_ms=1_500,
    all_dead_ms=5_000,
    round_seconds=180,
)
CLOSE = Params(
    width_tiles=24,
    height_tiles=20,
    spawn_tiles=1,
    safe_steps=3,
    density_permille=100,
    cascade=True,
    flags_shield=True,
    sight_tiles=3,
    step_ms=0,
    dig_ms=0,
    unflag_ms=0,
    all_dead_ms=3_000,
    round_seconds=60,
)
DENSE = Params(
    width_tiles=40,
    height_tiles=40,
    spawn_tiles=3,
    safe_steps=2,
    blast_radius=2,
    density_permille=115,
    chain_ms=300,
    start_flags=9,
    unflag_ms=1_000,
    all_dead_ms=4_000,
    round_seconds=120,
)
TABLES = (At(3, SMALL), At(5, SMALL), At(4, CLOSE), At(6, DENSE))
