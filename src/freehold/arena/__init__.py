"""The arena: many matches of bots, played with seats rotated, and what they add up to."""

from freehold.arena.bouts import Bout, Result, rotations, schedule
from freehold.arena.simulate import simulate
from freehold.arena.tallies import Share, Summary, summarise, wilson

__all__ = [
    "Bout",
    "Result",
    "Share",
    "Summary",
    "rotations",
    "schedule",
    "simulate",
    "summarise",
    "wilson",
]
