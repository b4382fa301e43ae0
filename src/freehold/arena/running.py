"""Running a league: round by round, what is missing is played by a pool of processes."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from freehold.arena.bouts import Bout
from freehold.arena.formats import Outcomes, round_bouts
from freehold.arena.journals import Journal
from freehold.arena.leagues import League, LeagueTable
from freehold.arena.matches import (
    LeagueJob,
    LeagueResult,
    PlayedMatch,
    key_of_match,
    play_job,
    play_match,
)
from freehold.game import AnyGame
from freehold.games import load_game
from freehold.hosting import BotHost
from freehold.hosting.offers import with_installed

Crowd = Callable[[Iterable[LeagueJob]], Iterator[PlayedMatch]]
"""Plays matches somewhere; the results in any order."""
Progress = Callable[[int, int], None]
"""Told after each match: how many have been played, and how many there will be."""
AHEAD = 3
"""Matches that wait for each process."""
Rounds = list[list[LeagueResult]]


def run_league(
    league: League,
    folder: Path,
    crowd: Crowd,
    progress: Progress = lambda played, known: None,
) -> list[Rounds]:
    """Play what is missing, and give all results: by table, round and match."""
    check_bots(league)
    with Journal(folder, league.replays) as journal:
        expected = sum(matches_of(table) for table in league.tables)
        played: list[Rounds] = []
        for table in league.tables:
            before = sum(len(results) for each in played for results in each)
            rounds: Rounds = []
            for number in range(table.rounds):
                bouts = round_bouts(table, number, [outcomes(each) for each in rounds])
                jobs = jobs_of(league, table, bouts)
                missing = [job for job in jobs if job.key not in journal.results]
                done = before + sum(map(len, rounds)) + len(jobs) - len(missing)
                progress(done, expected)
                for count, each in enumerate(crowd(missing), 1):
                    journal.add(each)
                    progress(done + count, expected)
                rounds.append([journal.results[job.key] for job in jobs])
            played.append(rounds)
    return played


def jobs_of(league: League, table: LeagueTable, bouts: list[Bout]) -> list[LeagueJob]:
    """Matches of a table, each with its key."""
    game, limits = with_installed(load_game(table.game, table.folder)), league.limits
    return [
        LeagueJob(key_of_match(game, table, bout, limits), table, bout, limits) for bout in bouts
    ]


def matches_of(table: LeagueTable) -> int:
    """How many there will be, as far as that can be said beforehand."""
    return table.rounds * len(round_bouts(table, 0, []))


def outcomes(results: list[LeagueResult]) -> Outcomes:
    return {each.result.bout: each.result.outcome for each in results}


def check_bots(league: League) -> None:
    """Raise Malformed for a bot that cannot be found, loaded or started."""
    with BotHost(league.limits) as host:
        for table in league.tables:
            host.check(with_installed(load_game(table.game, table.folder)), table.bots)


# Where matches are played


def play_here(jobs: Iterable[LeagueJob]) -> Iterator[PlayedMatch]:
    """One after the other, in this process."""
    hosts: dict[object, BotHost] = {}
    games: dict[str, AnyGame] = {}
    try:
        for job in jobs:
            host = hosts.setdefault(job.limits, BotHost(job.limits))
            name, folder = job.table.game, job.table.folder
            if name not in games:
                games[name] = with_installed(load_game(name, folder))
            yield play_match(games[name], job, host)
    finally:
        for host in hosts.values():
            host.close()


def play_in_pool(processes: int) -> Crowd:
    """By several processes; each result as soon as it is there."""

    def play(jobs: Iterable[LeagueJob]) -> Iterator[PlayedMatch]:
        from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
        from multiprocessing import get_context

        waiting = iter(jobs)
        context = get_context("spawn")
        pool = ProcessPoolExecutor(processes, context, initializer=_end_with_parent)
        under_way: set[Future[PlayedMatch]] = set()
        try:
            while True:
                while len(under_way) < AHEAD * processes and (job := next(waiting, None)):
                    under_way.add(pool.submit(play_job, job))
                if not under_way:
                    return
                finished, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)

    return play


def _end_with_parent() -> None:
    """Ctrl-C goes to every process of a terminal: the one that began the others answers it. If that
    one is killed, this one ends as well."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
