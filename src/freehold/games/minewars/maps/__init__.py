"""Maps of MineWars: generated, read from text, written as text, and checked for fairness."""

from freehold.games.minewars.maps.faults import MapProblem
from freehold.games.minewars.maps.grounds import WORTH, Map
from freehold.games.minewars.maps.making import Found, find_map, make_map
from freehold.games.minewars.maps.pictures import LONGEST_TEXT, draw_map, parse_map
from freehold.games.minewars.maps.reports import MapReport, check, fairness

__all__ = [
    "LONGEST_TEXT",
    "WORTH",
    "Found",
    "Map",
    "MapProblem",
    "MapReport",
    "check",
    "draw_map",
    "fairness",
    "find_map",
    "make_map",
    "parse_map",
]
