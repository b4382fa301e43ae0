"""The sentences of refusals, notices and endings, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        # Refusals
        "not_now": "You cannot do that in this phase ({phase}). Write `declare TEXT` in a"
        " declaration phase, and `order 2,3,R,5` in the orders phase.",
        "not_in_play": "You are out of this match, but you can keep watching.",
        "too_long": "Your text has {characters} characters: shorten it to {most}.",
        "too_many_moves": "Your orders have {moves} moves, but only {most:1 is:# are} allowed.",
        "off_the_map": "The move {move} leaves the map: squares go from 0,0 to {last},{last}.",
        "no_such_direction": "The direction in {move} must be U, D, L or R.",
        "no_units": "The move {move} must take at least 1 unit.",
        "not_your_square": "The move {move} starts at {x},{y}, where you have no units.",
        "too_many_units": "With {move}, your moves take {together} units from {x},{y}, but only"
        " {there:1 is:# are} there.",
        # Notices
        "declared": "{seat:player} says: {text:isolated}",
        "clash_won": "{seats:players} meet at {x},{y}: {seat:player} wins and keeps"
        " {left:1 unit:# units}.",
        "clash_tied": "{seats:players} meet at {x},{y} and destroy each other.",
        "round_over": "Round {round} is over.",
        "wiped_out": "{seat:player} has no units left and is out.",
        "left": "{seat:player} is away; the match no longer waits for them.",
        "arrived": "{seat:player} is back.",
        "resigned": "{seat:player} resigns; their units stay where they are.",
        # Endings
        "ending_annihilation": "Nobody can win any more: all players who stayed share a draw.",
        "ending_domination": "One player has more units than all the others combined.",
        "ending_timeout": "The last round is over: the player with the most units wins.",
        "ending_deserted": "Only one player is left, and wins.",
    }
)
