"""The running of bots: fed like any client, asked at their moments, on match time.

It knows the match and what a bot is; it imports no game, reads no clock and no file.
"""

from freehold.bots.crew import Crew, RefusedAction, make_bots
from freehold.bots.runner import Endless, Runner, RunReport, Stuck, run

__all__ = ["Crew", "Endless", "RefusedAction", "RunReport", "Runner", "Stuck", "make_bots", "run"]
