"""The one mid-end of all games, without I/O: seats, time, players' clocks, log, feed, replay.

It imports no game: a game's record is handed to it.
"""

from freehold.match.log import Header, Seated
from freehold.match.match import Match
from freehold.match.replay import Record, Replay, read_record, verify

__all__ = ["Header", "Match", "Record", "Replay", "Seated", "read_record", "verify"]
