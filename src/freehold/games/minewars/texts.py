"""The sentences of refusals, notices and endings, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        # Refusals of anything
        "out": "You are out of this match, but you can keep watching.",
        "stunned": "You are stunned: wait until you recover.",
        "outside": "That is outside the map: columns go from 0 to {right}, rows to {bottom}.",
        "too_soon": "You can do that again in {left} ms.",
        # Refusals of captures
        "yours": "That tile is already yours.",
        "not_land": "Only land can be captured with a click: surround mountains and forests.",
        "a_city": "To take a city, hold all the land around it.",
        "walled": "You cannot capture a tower or barricade with a click: surround it.",
        "too_far": "You can only capture next to your own tiles, or across a bridge from them.",
        "protected": "That tile is protected for another {left} ms.",
        "flagged": "You have already flagged that tile.",
        "flag_own": "That tile is yours: you can only flag land that is not.",
        "not_flagged": "You have no flag on that tile.",
        # Refusals of building and delayed actions
        "too_dear": "That costs {price}, but the cities that pay for it have {money}.",
        "named_twice": "You have named the same tile twice.",
        "build_not_own": "You can only build on your own land.",
        "build_no_city": "You can only build in your own cities' regions: take this region's city"
        " first.",
        "build_taken": "There is already a structure there, or one under construction.",
        "build_item": "There is an item there: only a road can be built over it.",
        "barricade_apart": "A barricade's tiles must touch one another.",
        "barricade_no_gap": "A barricade must close a gap between two clusters of mountains.",
        "barricade_foreign": "You must own all mountains that the barricade joins.",
        "bridge_on_land": "Bridges can only be built on water.",
        "bridge_not_beside": "One end of the bridge must be on your own land.",
        "bridge_no_ends": "A bridge needs land on two opposite sides of it.",
        "bridge_which_axis": "A bridge fits there in more than one direction: add its axis ({axes})"
        " after the tile. Axes are counted clockwise, and 0 points up.",
        "deploy_not_own": "You can only deploy items on your own land.",
        "deploy_structure": "You cannot deploy items on a tower, a barricade or a construction"
        " site.",
        "deploy_item": "There is already an item there.",
        "strike_too_far": "You can only strike tiles next to your own land.",
        "strike_not_land": "Only land and bridges can be struck.",
        "reveal_too_far": "You can only reveal foreign land next to your own.",
        "reveal_not_land": "There is nothing to reveal: items are only on land.",
        "smoke_too_far": "You can only smoke tiles next to your own land.",
        "smoke_no_digit": "There is no digit to hide there: smoke another player's land.",
        "harvest_not_own": "You can only harvest your own land, mountains and forests.",
        "harvest_no_city": "You can only harvest in your own cities' regions: take this region's"
        " city first.",
        "harvest_structure": "There is a structure there: bulldoze it, or harvest another tile.",
        "harvest_nothing": "There is nothing left to harvest.",
        "bulldoze_not_own": "You can only bulldoze structures on your own land, and bridges if you"
        " own both ends.",
        "bulldoze_nothing": "There is no structure there.",
        # Notices
        "stunned_by_mine": "{seat:player} has stepped on a mine at {x},{y}.",
        "killed": "{killer:player}'s mine has stunned {seat:player}.",
        "decoy_broke": "You broke a decoy at {x},{y}.",
        "blinded": "A flashbang trap at {x},{y} has blinded {seat:player}.",
        "sold": "You have surrounded {items:one item:# items} and sold {items:it:them} for"
        " {money}.",
        "surrounded": "You have surrounded and captured {tiles:one tile:# tiles}.",
        "surrounded_yours": "{seat:player} has surrounded and captured"
        " {tiles:one tile:# tiles} of yours.",
        "came_to": "You have recovered.",
        "sees_again": "You can see your digits again.",
        "cluster_lost": "You have lost {tiles:one tile:# tiles} of mountain or forest.",
        "hold_begun": "{seat:player} holds all the land around the city at {x},{y} and takes it in"
        " {seconds:one second:# seconds}.",
        "hold_broken": "The hold on the city at {x},{y} is broken.",
        "city_taken": "{seat:player} has taken the city at {x},{y}.",
        "city_taken_from": "{seat:player} has taken the city at {x},{y} from {victim:player}.",
        "eliminated": "{seat:player} has no city left and is out.",
        "surrendered": "{seat:player} has surrendered.",
        "built": "The {structure} at {x},{y} is complete.",
        "building_lost": "The {structure} at {x},{y} is cancelled, and what was paid is lost.",
        "void": "Your {what} at {x},{y} failed: you get its cost back.",
        "explosion": "Explosion at {x},{y}.",
        "revealed": "You can see what is at {x},{y}.",
        "harvested": "You have harvested {x},{y} for {money}.",
        "bulldozed": "You have bulldozed {x},{y} for {money}.",
        # Endings
        "ending_elimination": "Only one player still has a city.",
        "ending_time": "Time is up: the most cities win, then the most land.",
    }
)
