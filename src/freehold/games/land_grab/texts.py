"""The sentences of refusals, notices and endings, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        # Refusals
        "not_your_turn": "It is {seat:player}'s turn: wait until they have built.",
        "outside": "That is off the map: columns and rows go from 0 to {last}.",
        "on_water": "That is water. Build on land or forest.",
        "on_mountain": "That is a mountain. Build on land or forest.",
        "taken": "{seat:player} has built there already. Choose a free tile.",
        "too_far": "Build next to one of your own tiles; touching at a corner is enough.",
        "first_a_farm": "Your first build must be a farm.",
        "needs_a_farm": "All your farms are in use: build another farm first.",
        # Notices
        "built_farm": "{seat:player} builds a farm at {x},{y}.",
        "built_mine": "{seat:player} opens a mine at {x},{y}, which yields {yield} per turn.",
        "built_resort": "{seat:player} opens a resort at {x},{y}, which yields {yield} per turn.",
        "paid": "{seat:player} earns {amount} and now has {points:1 point:# points}.",
        "passed": "{seat:player} cannot build anywhere and passes.",
        "passed_often": "{seat:player} cannot build anywhere and passes {turns} turns.",
        "resigned": "{seat:player} resigns.",
        "time_up": "{seat:player} has run out of time.",
        # Endings
        "ending_points": "The target score has been reached.",
        "ending_stalemate": "Nobody can build or earn anything any more: the higher score wins.",
        "ending_resigned": "A player has resigned, so the other one wins.",
        "ending_time": "A player has run out of time, so the other one wins.",
    }
)
