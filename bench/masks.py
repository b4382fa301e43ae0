"""Masks of numbered actions on each game's default board: mean CPU time of one, as a program that
learns asks for them.

Matches of bots are stepped through. After each line every seat's view is made, and its mask right
after that: between two masks the processor works on other things. No mask is asked for twice, and
no match is measured twice: one match is only stepped through first, so that imports are not
counted, but all that is worked out once per match is. The goal is 20 us.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from msgspec import structs
from rows import Row

from freehold.bots import make_bots, run
from freehold.game import AnyGame, Ms, View
from freehold.games import game_names, load_game
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated, read_record
from freehold.match.replay import Record, begin_record, feed_line
from freehold.testing.numbers import numbers_of

PLAYERS = {
    "area-attack": ("strong", "strong"),
    "land-grab": ("greedy", "greedy"),
    "mine-land": ("strong", "strong"),
    "minewars": ("hard", "hard"),
    "territory": ("greedy", "greedy", "greedy"),
}
MATCHES = 4
"""The first is not measured."""


def record_of(game: AnyGame, bots: tuple[str, ...], number: int) -> Record:
    seated, params = tuple(Seated(name) for name in bots), game.params()
    if game.world is not None:  # bots would go on for hours
        params = structs.replace(params, round_seconds=60)
    match = Match.new(game, seated, key_of(f"bench masks {number}"), params)
    run(match, make_bots(game, bots), key_of(f"bench bots {number}"))
    return read_record(match.log.dump())


def views_of(game: AnyGame, record: Record) -> Iterator[tuple[View[Any], Ms]]:
    """What each seat sees after each of the lines."""
    match = begin_record(game, record)
    for line in record.lines:
        feed_line(match, line)
        for seat in range(len(record.seats)):
            yield match.view(seat), match.now


def times_of(game: AnyGame, record: Record) -> list[int]:
    """The CPU time of each view's mask, in ns, and of reading the clock."""
    mask, clock, times = numbers_of(game).mask, time.process_time_ns, []
    for view, now in views_of(game, record):
        begun = clock()
        mask(view, now)
        times.append(clock() - begun)
    return times


def clock_ns() -> float:
    """What reading the clock takes by itself."""
    clock, times = time.process_time_ns, []
    for _ in range(10_000):
        begun = clock()
        times.append(clock() - begun)
    return median(times)


def measure() -> list[Row]:
    rows = []
    for name in game_names():
        game = load_game(name)
        records = [record_of(game, PLAYERS[name], number) for number in range(MATCHES)]
        times = [times_of(game, record) for record in records][1:]
        every = [each for match in times for each in match]
        size = len(numbers_of(game).mask(*next(views_of(game, records[0]))))
        figure = (sum(every) / len(every) - clock_ns()) / 1_000
        what = f"{name}: a mask of {size:,} numbers, mean of {len(every):,}"
        rows.append(Row(what, figure, "us", "at most 20"))
    return rows
