"""The tables at which the laws play MineWars: small islands, short waits, and six at one table."""

from __future__ import annotations

from typing import Any

from freehold.games.minewars.params import Params
from freehold.testing.trials import At

ISLET = """
grid: square
title: Two Bays
~~~~~~~~~~~~~~
~...%%....^^.~
~.1...%..^^..~
~....~~~...,.~
~,.^.......,.~
~,^^..C..%%..~
~..^.....%%..~
~.....~~~....~
~..%..~.^^.2.~
~..%%....^...~
~~~~~~~~~~~~~~
"""
HASTE: dict[str, Any] = {
    "protect_ms": 900,
    "stun_ms": 1_500,
    "blind_ms": 1_200,
    "hold_ms": 2_500,
    "smoke_ms": 1_500,
    "harvest_land_ms": 1_000,
    "harvest_fertile_ms": 1_000,
    "harvest_forest_ms": 1_500,
    "harvest_mountain_ms": 2_000,
    "bulldoze_delay_ms": 1_000,
    "start_money_percent": 6_000,
    "road_cost_percent": 20,
    "barricade_cost_percent": 100,
    "tower_cost_percent": 150,
    "bridge_cost_percent": 50,
    "limit_ms": 60_000,
}
DUEL = Params(map=ISLET, **HASTE)
TRIO = Params(
    grid="hex",
    radius_tiles=9,
    cities=4,
    tower_hold_ms=700,
    starting_mines=2,
    starting_decoys=1,
    **HASTE,
)
QUARREL = Params(
    grid="square", radius_tiles=8, cities=1, autoexpand_enemy=False, strike_reach="sight", **HASTE
)
CROWD = Params(radius_tiles=13, cities=8, limit_ms=40_000)
TABLES = (At(2, DUEL), At(3, TRIO), At(4, QUARREL), At(6, CROWD))
