"""The sentences of refusals, notices and endings, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        # Refusals
        "not_arrived": "You are not in this world yet: join it first.",
        "away": "You have left the world: come back to continue where you were.",
        "dead": "You are dead until the next round, but you can watch another player (watch next).",
        "not_dead": "Only dead players can watch others, and you are alive.",
        "no_such_player": "There is no such player to watch.",
        "not_living": "{seat:player} is not on the board: watch another player.",
        "too_soon": "Too fast: wait a moment and try again.",
        "edge": "That is the edge of the world.",
        "covered": "That tile is covered: flip it or flag it before you walk there.",
        "lit": "A bomb is about to go off there: run!",
        "too_far": "That is out of reach: you can only flip or flag the eight tiles around you.",
        "here": "You are standing on that tile: step off it first.",
        "uncovered": "That tile is already uncovered.",
        "flagged": "That tile is flagged: take the flag first, then flip the tile.",
        "flagged_already": "That tile is already flagged.",
        "not_flagged": "There is no flag on that tile.",
        "no_flags": "You have no flags left. You find flags hidden under some tiles, on tiles that"
        " are flagged (take them), and on the ground after a blast.",
        # Notices
        "boom": "The bomb at {x},{y} goes off!",
        "blast_from": "A blast reaches into your view from outside.",
        "died": "{seat:player} dies at {x},{y}, in wave {wave} of the chain that {by:player}"
        " set off.",
        "collected": "{seat:player} collects {flags:1 flag:# flags} at {x},{y}.",
        "flagged_bomb": "That is a bomb: {points:1 point:# points}.",
        "flag_later": "That flag was placed only a moment ago: you get it in {seconds} s.",
        "arrived": "{seat:player} has joined.",
        "left": "{seat:player} has left.",
        "watching": "You are watching {seat:player}.",
        "nobody_to_watch": "There is nobody alive to watch.",
        # Endings
        "ending_settled": "Every bomb is flagged or has gone off: the highest score wins.",
        "ending_all_dead": "Nobody is left alive: the highest score wins.",
        "ending_time": "Time is up: the highest score wins.",
    }
)
