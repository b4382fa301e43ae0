"""Simulation: bouts played one after the other, or by several processes at once.

The results do not depend on how many: each bout stands for itself, and they are put in order.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from freehold.arena.bouts import Bout, Result, play_bout, schedule
from freehold.arena.tallies import Summary, summarise
from freehold.game import AnyGame, Malformed
from freehold.games import load_game

Progress = Callable[[int], None]


def simulate(
    game: AnyGame,
    levels: Sequence[str],
    games: int,
    seed: int = 1,
    jobs: int = 1,
    params: Mapping[str, Any] | None = None,
    progress: Progress = lambda played: None,
    every_look: bool = False,
) -> Summary:
    """Play this number of matches of a line-up, seats rotated, and add them up.

    With `every_look` each is played again from its log, looked at after every line, seldom and
    never; Disturbed is raised at the first one that is not the same each time.
    """
    check_line_up(game, levels)
    if games < 1:
        raise Malformed("a simulation needs at least one game")
    chosen = msgspec.to_builtins(msgspec.convert(dict(params or {}), game.params))
    results = []
    for result in play_all(game, chosen, schedule(levels, games, seed), jobs, every_look):
        results.append(result)
        progress(len(results))
    return summarise(results)


def check_line_up(game: AnyGame, levels: Sequence[str]) -> None:
    """Raise Malformed for a line-up that this game cannot seat."""
    least, most = game.seats
    if not least <= len(levels) <= most:
        span = f"{least}" if least == most else f"{least} to {most}"
        raise Malformed(f"{game.title} is for {span} seats, and the line-up has {len(levels)}")
    for level in levels:
        if level not in game.bots:
            known = ", ".join(game.bots) or "not written yet"
            raise Malformed(f"{game.title} has no bot '{level}'; its bots are {known}")


def play_all(
    game: AnyGame,
    params: Mapping[str, Any],
    bouts: Sequence[Bout],
    jobs: int,
    every_look: bool = False,
) -> Iterator[Result]:
    """The results in the order of the bouts."""
    if jobs <= 1:
        yield from (play_bout(game, params, bout, every_look) for bout in bouts)
        return
    from concurrent.futures import ProcessPoolExecutor  # slow to load, and seldom needed
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_leave_interrupts_alone)
    try:
        play = partial(_play_in_worker, game.name, game.folder, dict(params), every_look)
        yield from pool.map(play, bouts, chunksize=max(1, min(8, len(bouts) // (4 * jobs))))
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_alone() -> None:
    """Ctrl-C goes to every process of a terminal; the one that began the others answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_in_worker(
    name: str, folder: str, params: dict[str, Any], every_look: bool, bout: Bout
) -> Result:
    # A record holds functions and does not travel: each worker loads it again.
    game = load_game(name, folder)
    return play_bout(game, params, bout, every_look)
