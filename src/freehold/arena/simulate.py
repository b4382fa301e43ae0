"""Simulation: bouts played one after the other, or by several processes at once.

The results do not depend on how many: each bout stands for itself, and they are put in order.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

import msgspec

from freehold.arena.bouts import Bout, Result, play_bout, schedule
from freehold.arena.series import check_series, series_bouts
from freehold.arena.tallies import Summary, summarise
from freehold.game import AnyGame, Malformed
from freehold.games import load_game
from freehold.hosting import BotHost, HostOptions, read_ref
from freehold.hosting.offers import with_installed

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
    options: HostOptions | None = None,
    keep: Callable[[Result], object] = lambda result: None,
    is_swapped: bool = False,
) -> Summary:
    """Play this number of matches of a line-up, seats rotated, and add them up.

    The line-up's words are as in `hosting/refs.py`: levels, files, modules, programs. A bot that
    cannot be loaded is Malformed; what goes wrong in a match is in the summary.

    With `every_look` each is played again from its log, looked at after every line, seldom and
    never; Disturbed is raised at the first one that is not the same each time. `keep` gets every
    result, in order. With `is_swapped` two matches after each other are a series (`series.py`).
    """
    check_line_up(game, levels)
    if games < 1:
        raise Malformed("a simulation needs at least one game")
    if is_swapped:
        check_series(game, levels, games)
    chosen = msgspec.to_builtins(msgspec.convert(dict(params or {}), game.params))
    results = []
    limits = options or HostOptions()
    with BotHost(limits) as host:
        host.check(game, levels)
        make_bouts = series_bouts if is_swapped else schedule
        bouts = make_bouts(levels, games, seed)
        for result in play_all(game, chosen, bouts, jobs, every_look, host):
            results.append(result)
            keep(result)
            progress(len(results))
    return summarise(results)


def check_line_up(game: AnyGame, levels: Sequence[str]) -> None:
    """Raise Malformed for a line-up that this game cannot seat."""
    least, most = game.seats
    if not least <= len(levels) <= most:
        span = f"{least}" if least == most else f"{least} to {most}"
        raise Malformed(f"{game.title} is for {span} seats, and the line-up has {len(levels)}")
    for level in levels:
        read_ref(game, level)


def play_all(
    game: AnyGame,
    params: Mapping[str, Any],
    bouts: Sequence[Bout],
    jobs: int,
    every_look: bool,
    host: BotHost,
) -> Iterator[Result]:
    """The results in the order of the bouts."""
    if jobs <= 1:
        yield from (play_bout(game, params, bout, every_look, host) for bout in bouts)
        return
    from concurrent.futures import ProcessPoolExecutor  # slow to load, and seldom needed
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_leave_interrupts_alone)
    try:
        given = (game.name, game.folder, dict(params), every_look, host.options)
        play = partial(_play_in_worker, *given)
        yield from pool.map(play, bouts, chunksize=max(1, min(8, len(bouts) // (4 * jobs))))
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_alone() -> None:
    """Ctrl-C goes to every process of a terminal; the one that began the others answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_in_worker(
    name: str,
    folder: str,
    params: dict[str, Any],
    every_look: bool,
    options: HostOptions,
    bout: Bout,
) -> Result:
    # A record holds functions and does not travel: each worker loads it again.
    game = with_installed(load_game(name, folder))
    return play_bout(game, params, bout, every_look, _host(options))


@cache
def _host(options: HostOptions) -> BotHost:
    """One for all matches of this process, with which the processes of its bots end."""
    return BotHost(options)
