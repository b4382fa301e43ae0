"""The arena: many matches of bots, played with seats rotated, and what they add up to.

bouts.py, simulate.py, tallies.py  one line-up, many seeds: `freehold simulate`
series.py     two games with the seats swapped
looks.py      does looking change a match?
leagues.py    the file of a league, and what is wrong with it
formats.py    round robin, Swiss, ladder: which matches there are
matches.py    one match of a league: its key, its figures, its record
journals.py   results on disk, as they come in
running.py    playing what is missing, here or in a pool; clusters.py: on Ray
ratings.py    Bradley-Terry, with intervals
reports.py    what a league adds up to; words.py: its tables and lines; pages.py: it all as HTML
comparing.py  which of two bots is better
"""

from freehold.arena.bouts import Bout, Result, rotations, schedule
from freehold.arena.looks import Disturbed, check_looks, check_record
from freehold.arena.simulate import simulate
from freehold.arena.tallies import Share, Struck, Summary, summarise, wilson

__all__ = [
    "Bout",
    "Disturbed",
    "Result",
    "Share",
    "Struck",
    "Summary",
    "check_looks",
    "check_record",
    "rotations",
    "schedule",
    "simulate",
    "summarise",
    "wilson",
]
