"""The running of bots: fed like any client, asked at their moments, on match time.

It knows the match and what a bot is; it imports no game, reads no clock and no file.
"""

from freehold.bots.crew import Crew, RefusedAction, make_bot, make_bots
from freehold.bots.pacing import Pacing
from freehold.bots.runner import Endless, Runner, RunReport, Stuck, report_of, run
from freehold.bots.strikes import (
    BotFailed,
    BotNote,
    BotStrike,
    BroughtBot,
    place_below,
    read_answer,
)

__all__ = [
    "BotFailed",
    "BotNote",
    "BotStrike",
    "BroughtBot",
    "Crew",
    "Endless",
    "Pacing",
    "RefusedAction",
    "RunReport",
    "Runner",
    "Stuck",
    "make_bot",
    "make_bots",
    "place_below",
    "read_answer",
    "report_of",
    "run",
]
