"""Bots that people bring: sound ones and bad ones, as files of their own."""

from __future__ import annotations

from pathlib import Path

from freehold.arena.bouts import bots_key, match_key, seat_bots
from freehold.bots import RunReport, run
from freehold.game import AnyGame
from freehold.hosting import BotHost, HostOptions
from freehold.match import Match
from freehold.match.log import Entry

FILES = Path(__file__).parent / "files"
SOUND = str(FILES / "sound.py")
BAD = str(FILES / "bad.py")
PATIENT = HostOptions(hung_ms=600_000, memory_mb=400)
"""No test rests on how fast a machine is."""
IMPATIENT = HostOptions(think_ms=50, hung_ms=100)
"""For a bot that certainly hangs."""
IN_PROCESS = HostOptions(in_process=True)


def play(
    game: AnyGame, line_up: list[str], host: BotHost, seed: int = 1
) -> tuple[Match, RunReport]:
    match = Match.new(game, seat_bots(game, line_up), match_key(seed))
    return match, run(match, host.seat(game, line_up), bots_key(seed))


def entries(match: Match) -> list[tuple[int, str]]:
    """What was done, and by which seat."""
    return [(line.seat, line.action) for line in match.log.lines if isinstance(line, Entry)]
