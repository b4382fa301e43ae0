"""The sentences of refusals, notices and endings, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        # Refusals
        "out": "You have left this match; you can go on watching it.",
        "frozen": "You are frozen: wait until the ice breaks.",
        "outside": "That is outside the board: columns go from 0 to {right}, rows to {bottom}.",
        "begun_already": "The match has begun: open cells now.",
        "not_begun": "Choose your starting cell first: pick X,Y, then confirm.",
        "no_pick": "Pick a starting cell first: pick X,Y.",
        "confirmed_already": "Your starting cell is confirmed; wait for the others.",
        "too_near": "That is too near to {seat:player}'s starting cell; pick one further away.",
        "yours": "That cell is yours already.",
        "taken": "That cell belongs to {seat:player}.",
        "crater": "That is a crater: nobody can claim it.",
        "mine_shown": "A mine lies there in plain sight: leave it alone.",
        "too_far": "From stage 2 on you can open only cells next to your own area.",
        "flagged": "You have flagged that cell already.",
        "not_flagged": "There is no flag of yours on that cell.",
        "chord_covered": "Chord on one of your own numbers, not on a covered cell.",
        "chord_nothing": "Around that number nothing is left to open.",
        "chord_unsatisfied": "That number is {number}, but {known} mines around it are flagged"
        " or shown; flag the rest first.",
        # Notices
        "arrived": "{seat:player} is here.",
        "confirmed": "{seat:player} has confirmed a starting cell.",
        "pick_again": "{seat:player} has confirmed a starting cell too near to yours: pick again.",
        "chosen": "{seat:player} starts at {x},{y}.",
        "begun": "The board is laid: go!",
        "freezes": "{seat:player} has hit a mine and is frozen.",
        "thawed": "{seat:player} is back, and the mine at {x},{y} is there for all to see.",
        "stage": "Stage {stage} begins.",
        "blast": "{seat:player} has set off the mine at {x},{y}: the ground around it is laid"
        " anew and belongs to nobody.",
        "left": "{seat:player} has left the match.",
        # Endings
        "ending_time": "Time is up: the largest area wins.",
        "ending_cleared": "Not one safe cell is left: the largest area wins.",
        "ending_deserted": "All the others have left.",
    }
)
