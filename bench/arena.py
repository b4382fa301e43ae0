"""Matches of bots with nobody watching: handed the views themselves, against frames that are taken
apart and put together again. Both ways alternate, match by match; the figure is the ratio."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rows import Row, cpu_seconds

from freehold.arena.bouts import bots_key, match_key, seat_bots
from freehold.bots import Runner, make_bots
from freehold.bots.runner import Tell
from freehold.game import Viewer
from freehold.games import load_game
from freehold.match import Match
from freehold.match.patches import Frame

LINE_UPS = {
    "land-grab": ("greedy", "random"),
    "territory": ("raider", "random", "random"),
    "area-attack": ("bold", "careful"),
    "minewars": ("normal", "easy"),
}
MATCHES = {"land-grab": 60, "territory": 20, "area-attack": 4, "minewars": 4}


def forget_frames(frames: Mapping[Viewer, Frame]) -> None:
    """Frames are made, and nobody reads them but the bots."""


def play(name: str, seed: int, is_told: bool) -> None:
    game, line_up = load_game(name), LINE_UPS[name]
    match = Match.new(game, seat_bots(game, line_up), match_key(seed))
    tell: Tell | None = forget_frames if is_told else None
    runner = Runner(match, make_bots(game, line_up), bots_key(seed), tell)
    while match.outcome is None:
        upcoming = runner.next_up()
        assert upcoming is not None
        runner.step(upcoming[0])


def measure() -> list[Row]:
    rows = []
    for name, matches in MATCHES.items():
        play(name, 0, is_told=True)  # its tables are made once
        spent = {True: 0.0, False: 0.0}
        for seed in range(1, matches + 1):
            for is_told in (True, False) if seed % 2 else (False, True):
                spent[is_told] += cpu_seconds(partial(play, name, seed, is_told))
        what = f"{name}: {', '.join(LINE_UPS[name])}, CPU time with views against frames"
        rows.append(Row(what, spent[False] / spent[True], "of it", "below 1"))
        rows.append(Row(f"{name}: a match with views", spent[False] / matches * 1000, "ms"))
    return rows
