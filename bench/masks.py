"""Masks of numbered actions on each game's default board: CPU time of one, over successive views.

The views are those of matches of bots, a fresh one for every mask, as a program that learns would
ask for them. The goal is 20 us.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
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
VIEWS, REPEATS = 2_000, 3


def record_of(game: AnyGame, bots: tuple[str, ...]) -> Record:
    seated, params = tuple(Seated(name) for name in bots), game.params()
    if game.world is not None:  # bots would go on for hours
        params = structs.replace(params, round_seconds=60)
    match = Match.new(game, seated, key_of("bench masks"), params)
    run(match, make_bots(game, bots), key_of("bench bots"))
    return read_record(match.log.dump())


def views_of(game: AnyGame, record: Record) -> Iterator[tuple[View[Any], Ms]]:
    """What each seat sees after each of the lines."""
    match = begin_record(game, record)
    for line in record.lines:
        feed_line(match, line)
        for seat in range(len(record.seats)):
            yield match.view(seat), match.now


def mask_us(game: AnyGame, seen: list[tuple[View[Any], Ms]]) -> float:
    mask = numbers_of(game).mask
    begun = time.process_time()
    for view, now in seen:
        mask(view, now)
    return (time.process_time() - begun) / len(seen) * 1e6


def measure() -> list[Row]:
    rows = []
    for name in game_names():
        game = load_game(name)
        record = record_of(game, PLAYERS[name])
        times = [list(islice(views_of(game, record), VIEWS)) for _ in range(REPEATS)]
        size = len(numbers_of(game).mask(*times[0][0]))
        figure = min(mask_us(game, seen) for seen in times)
        rows.append(Row(f"{name}: a mask of {size:,} numbers", figure, "us", "at most 20"))
    return rows
