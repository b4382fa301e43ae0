"""The sentences of refusals, notices and endings, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        # Refusals
        "not_now": "This is the phase '{phase}'. In a declaration phase write `declare TEXT`,"
        " in the orders phase `order 2,3,R,5`; when the match is over there is nothing to write.",
        "not_in_play": "You are out of this match: lean back and watch.",
        "too_long": "Your text has {characters} characters; shorten it to {most}.",
        "too_many_moves": "Your sheet has {moves} moves; leave at most {most}.",
        "off_the_map": "The move {move} is not on the map: squares go from 0,0 to {last},{last}.",
        "no_such_direction": "The direction in {move} must be U, D, L or R.",
        "no_units": "The move {move} must take at least 1 unit.",
        "not_your_square": "The move {move} starts at {x},{y}, where you have no units.",
        "too_many_units": "With {move} your moves take {together} units from {x},{y};"
        " only {there} are there.",
        # Notices
        "declared": "{seat:player} says: {text:isolated}",
        "clash_won": "{seats:players} meet at {x},{y}: {seat:player} wins with {left} units left.",
        "clash_tied": "{seats:players} meet at {x},{y} and destroy each other.",
        "round_over": "Round {round} is over.",
        "wiped_out": "{seat:player} has no units left and is out.",
        "left": "{seat:player} is away: phases no longer wait for them.",
        "arrived": "{seat:player} is here again.",
        "resigned": "{seat:player} resigns; their units stay where they are.",
        # Endings
        "ending_annihilation": "Nobody is left who could win: a draw of all who stayed.",
        "ending_domination": "One player has more units than all the others together.",
        "ending_timeout": "The last round is over: the most units win.",
        "ending_deserted": "Only one player is left in play, and wins.",
    }
)
