"""The sentences of refusals, notices and endings, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        # Refusals
        "not_arrived": "You have not come to this world yet: join it first.",
        "away": "You have left the world; come back first, and go on where you stood.",
        "dead": "You are dead until the next round. Write watch next to look on.",
        "not_dead": "Only the dead watch others: you are alive, so step, flip and flag.",
        "no_such_player": "There is no such player; write watch next to see somebody.",
        "not_living": "{seat:player} is not on the board; write watch next to see somebody who is.",
        "too_soon": "Not so fast: wait a moment and try again.",
        "edge": "The world ends there; walk another way.",
        "covered": "That tile is covered: flip it or put a flag on it before you walk there.",
        "lit": "A bomb lies lit there: run!",
        "too_far": "That is out of reach: only the eight tiles around you can be dug or flagged.",
        "here": "You stand on that tile; step off it first.",
        "uncovered": "That tile is uncovered already; choose a covered one.",
        "flagged": "A flag stands there: take it first with unflag, then flip the tile.",
        "flagged_already": "A flag stands there already.",
        "not_flagged": "No flag stands there.",
        "no_flags": "You have no flags left. Flags lie hidden under some tiles, stand on tiles that"
        " others have flagged, and lie wherever a blast threw them: flip, unflag or collect.",
        # Notices
        "boom": "The bomb at {x},{y} goes off!",
        "blast_from": "A blast comes in from outside your view.",
        "died": "{seat:player} dies at {x},{y}: {by:player}'s flip set it off, wave {wave}.",
        "collected": "{seat:player} collects flags at {x},{y}: {flags}.",
        "flagged_bomb": "A bomb lies there: {points} points.",
        "flag_later": "That flag was placed a moment ago: it comes to hand in {seconds} s.",
        "arrived": "{seat:player} is here.",
        "left": "{seat:player} has left.",
        "watching": "You see what {seat:player} sees.",
        "nobody_to_watch": "Nobody is alive to be watched.",
        # Endings
        "ending_settled": "Every bomb is flagged or has gone off: the highest score wins.",
        "ending_all_dead": "Nobody is left alive: the highest score wins.",
        "ending_time": "Time is up: the highest score wins.",
    }
)
