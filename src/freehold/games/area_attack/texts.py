"""The sentences of refusals, notices and endings, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        # Refusals
        "out": "You have left this match, but you can keep watching.",
        "frozen": "You are frozen: wait until you thaw.",
        "outside": "That is outside the board: columns go from 0 to {right}, rows to {bottom}.",
        "begun_already": "The match has begun: open cells now.",
        "not_begun": "Choose your starting cell first: pick X,Y, then confirm.",
        "no_pick": "Pick a starting cell first: pick X,Y.",
        "confirmed_already": "Your starting cell is confirmed; wait for the others.",
        "too_near": "That is too close to {seat:player}'s starting cell: pick one further away.",
        "yours": "That cell is yours already.",
        "taken": "That cell belongs to {seat:player}.",
        "crater": "That is a crater: nobody can claim it.",
        "mine_shown": "That is a revealed mine: leave it alone.",
        "too_far": "From stage 2 on, you can only open cells next to your own area.",
        "flagged": "You have already flagged that cell.",
        "not_flagged": "You have no flag on that cell.",
        "chord_covered": "Chord on one of your own numbers, not on a covered cell.",
        "chord_nothing": "There is nothing left to open around that number.",
        "chord_unsatisfied": "That number is {number}, but {known:1 mine around it is:# mines"
        " around it are} flagged or revealed: flag exactly {number} first.",
        # Notices
        "arrived": "{seat:player} has joined.",
        "confirmed": "{seat:player} has confirmed a starting cell.",
        "pick_again": "{seat:player} has confirmed a starting cell too close to yours: pick again.",
        "chosen": "{seat:player} starts at {x},{y}.",
        "begun": "The board is ready: go!",
        "freezes": "{seat:player} has hit a mine and is frozen.",
        "thawed": "{seat:player} is back, and the mine at {x},{y} is revealed.",
        "stage": "Stage {stage} begins.",
        "blast": "{seat:player} has set off the mine at {x},{y}: the ground around it is reset"
        " and belongs to nobody.",
        "left": "{seat:player} has left the match.",
        # Endings
        "ending_time": "Time is up: the largest area wins.",
        "ending_cleared": "No safe cell is left: the largest area wins.",
        "ending_deserted": "All the other players have left.",
    }
)
