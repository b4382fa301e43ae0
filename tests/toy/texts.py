"""The sentences of refusals, notices and endings, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        # Refusals
        "over": "The match is over.",
        "out_already": "You have resigned; you can only watch.",
        "away": "You are away: come back first.",
        "frozen": "You are frozen until {until} ms.",
        "outside": "That is outside the cave, which is {width} by {height} cells.",
        "too_far": "Step to a cell that shares a side with yours.",
        "occupied": "{seat:player} stands there; go around.",
        "holding_already": "You hold already, until {until} ms; stand still.",
        "yours_already": "This cell is yours; step to another.",
        "not_in_your_light": "Mark a cell in your light.",
        # Notices
        "sprung": "{seat:player} steps on a trap at {x},{y}.",
        "heard": "You hear {traps} traps around you.",
        "claimed": "{seat:player} makes {x},{y} their own.",
        "came_back": "{seat:player} is back.",
        "left": "{seat:player} is away.",
        "resigned": "{seat:player} resigns.",
        # Endings
        "ending_lit": "A player has lit enough of the cave.",
        "ending_dawn": "Dawn has come.",
        "ending_deserted": "Only one player is left.",
    }
)
