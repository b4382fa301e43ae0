"""The sentences of refusals, notices and endings, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        # Refusals of anything
        "out": "You are out of this match; you can go on watching it.",
        "stunned": "You are stunned: wait until you come to.",
        "outside": "That is outside the map: columns go from 0 to {right}, rows to {bottom}.",
        "too_soon": "You can do that again in {left} ms.",
        # Refusals of captures
        "yours": "That tile is yours already.",
        "not_land": "Only land can be captured by a click; surround mountains and forests.",
        "a_city": "A city is taken by holding all land around it.",
        "walled": "A tower or barricade stands there: surround it.",
        "too_far": "You can capture only beside your own tiles, or across a bridge from them.",
        "protected": "That tile is protected for another {left} ms.",
        "flagged": "You have flagged that tile already.",
        "flag_own": "That tile is yours: flag foreign land.",
        "not_flagged": "There is no flag of yours on that tile.",
        # Refusals of building and delayed actions
        "too_dear": "That costs {price}, and your cities there have {money}.",
        "named_twice": "You have named a tile twice: name each once.",
        "build_not_own": "You can build only on your own land.",
        "build_no_city": "You can build only where the region's city is yours: take it first.",
        "build_taken": "A structure stands there already, or is to come.",
        "build_item": "An item lies there: only a road can be built over it.",
        "barricade_apart": "A barricade's tiles must touch one another.",
        "barricade_no_gap": "A barricade must touch two clusters of mountains, to close the gap"
        " between them.",
        "barricade_foreign": "You must own all the mountains that a barricade joins.",
        "bridge_on_land": "A bridge is built on water.",
        "bridge_not_beside": "A bridge is built from your own land: one end must be yours.",
        "bridge_no_ends": "A bridge needs land on two opposite sides of it.",
        "bridge_which_axis": "A bridge fits there in more than one direction: name its axis"
        " ({axes}) after the tile; 0 is upwards, and they are counted clockwise.",
        "deploy_not_own": "Items are deployed on your own land.",
        "deploy_structure": "No item can lie on a tower or barricade, nor where something is being"
        " built.",
        "deploy_item": "An item lies there already.",
        "strike_too_far": "You cannot strike that far: a strike must be beside your own land.",
        "strike_not_land": "Only land and bridges can be struck.",
        "reveal_too_far": "You can reveal only foreign land beside your own.",
        "reveal_not_land": "Items lie on land only: there is nothing to reveal.",
        "smoke_too_far": "You can smoke only tiles that touch your own land.",
        "smoke_no_digit": "Nobody has a digit there to hide: smoke another player's land.",
        "harvest_not_own": "You can harvest only your own land, mountains and forests.",
        "harvest_no_city": "You can harvest only where the region's city is yours: take it first.",
        "harvest_structure": "A structure stands there: bulldoze it, or harvest another tile.",
        "harvest_nothing": "There is nothing left to harvest.",
        "bulldoze_not_own": "You can bulldoze only a structure on your own land, or a bridge with"
        " both its ends yours.",
        "bulldoze_nothing": "No structure stands there.",
        # Notices
        "stunned_by_mine": "{seat:player} has stepped on a mine at {x},{y}.",
        "killed": "{killer:player}'s mine has stunned {seat:player}.",
        "decoy_broke": "There was a decoy at {x},{y}: it broke.",
        "blinded": "A flashbang trap at {x},{y} has blinded {seat:player}.",
        "sold": "You have surrounded {items:one item:# items} and sold what was there for {money}.",
        "surrounded": "You have surrounded and taken {tiles:one tile:# tiles}.",
        "surrounded_yours": "{seat:player} has surrounded you, and taken {tiles:a tile:# tiles}.",
        "came_to": "You have come to: go on.",
        "sees_again": "You can see your digits again.",
        "cluster_lost": "You have lost {tiles:one tile:# tiles} of mountain or forest.",
        "hold_begun": "{seat:player} holds all land around the city at {x},{y}.",
        "hold_broken": "The hold on the city at {x},{y} is broken.",
        "city_taken": "{seat:player} has taken the city at {x},{y}.",
        "city_taken_from": "{seat:player} has taken the city at {x},{y} from {victim:player}.",
        "eliminated": "{seat:player} has no city left and is out.",
        "surrendered": "{seat:player} has surrendered.",
        "built": "A {structure} stands at {x},{y}.",
        "building_lost": "The {structure} at {x},{y} will not be built, and what was paid is lost.",
        "void": "Your {what} at {x},{y} came to nothing: what it cost is returned.",
        "explosion": "An explosion at {x},{y}.",
        "revealed": "You see what lies at {x},{y}.",
        "harvested": "You have harvested {x},{y} for {money}.",
        "bulldozed": "You have bulldozed {x},{y} for {money}.",
        # Endings
        "ending_elimination": "One player is left.",
        "ending_time": "Time is up: most cities win, then most land.",
    }
)
