"""The sentences of refusals, notices and endings, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        # Refusals
        "not_your_turn": "It is {seat:player}'s turn. Wait for their build.",
        "outside": "That is off the map: columns and rows go from 0 to {last}.",
        "on_water": "That is water. Build on land or forest.",
        "on_mountain": "That is a mountain. Build on land or forest.",
        "taken": "{seat:player} has built there already. Choose a free tile.",
        "too_far": "Build beside something of your own, touching it by a side or a corner.",
        "first_a_farm": "Your first build is a farm: write farm and a tile.",
        "needs_a_farm": "Every farm feeds one settlement, and yours all do. Build a farm first.",
        # Notices
        "built_farm": "{seat:player} builds a farm at {x},{y}.",
        "built_mine": "{seat:player} opens a mine at {x},{y}, which yields {yield} a turn.",
        "built_resort": "{seat:player} opens a resort at {x},{y}, which yields {yield} a turn.",
        "paid": "{seat:player} is paid {amount} and has {points} points.",
        "passed": "{seat:player} can build nowhere and passes.",
        "passed_often": "{seat:player} can build nowhere and passes {turns} turns.",
        "resigned": "{seat:player} resigns.",
        "time_up": "{seat:player} has run out of time.",
        # Endings
        "ending_points": "The target is reached.",
        "ending_stalemate": "Nobody can build and nobody is paid any more: more points win.",
        "ending_resigned": "A player has given up, so the other one wins.",
        "ending_time": "A player's time is up, so the other one wins.",
    }
)
