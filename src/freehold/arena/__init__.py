"""The arena: many matches of bots, played with seats rotated, and what they add up to."""

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
