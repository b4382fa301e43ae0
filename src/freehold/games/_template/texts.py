"""The sentences of refusals, notices and endings, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        # Refusals
        "not_your_turn": "It is {seat:player}'s turn.",
        "outside": "That is outside the board: columns and rows go from 0 to {last}.",
        "taken": "That cell belongs to {seat:player}.",
        "gone_already": "You have left this match.",
        # Notices
        "claimed": "{seat:player} claims {x},{y}.",
        "resigned": "{seat:player} resigns.",
        # Endings
        "ending_full": "No cell is left.",
        "ending_resigned": "Only one player is left.",
    }
)
