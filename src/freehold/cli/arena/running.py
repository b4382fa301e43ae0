"""`freehold arena run`: a league, or what is left of it."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import msgspec

from freehold.arena.journals import write_whole
from freehold.arena.leagues import League, read_league
from freehold.arena.pages import draw_page
from freehold.arena.reports import Report, Times, make_report, make_times
from freehold.arena.running import Crowd, play_here, play_in_pool, run_league
from freehold.bots import Endless, Stuck
from freehold.cli.arena.showing import print_report
from freehold.cli.errors import INTERRUPTED, NO, Left, Trouble
from freehold.cli.screens import print_json, warn
from freehold.cli.settings import read_text
from freehold.cli.simulations import progress_bar

REPORT, PAGE, TIMES = "report.json", "report.html", "times.json"


def run_arena(options: Namespace) -> int:
    league = read_league(read_text(options.league), options.league)
    folder = Path(options.out or Path(options.league).name.removesuffix(".toml") + ".arena")
    report, times = play_league(league, folder, crowd_of(options))
    write_report(folder, report, times)
    if options.json:
        print_json(report)
    else:
        print_report(report, times)
        print(f"Report: {folder / REPORT}, {folder / PAGE}")
    return NO if any(table.strikes for table in report.tables) else 0


def crowd_of(options: Namespace) -> Crowd:
    if options.jobs < 1:
        raise Trouble("--jobs must be at least 1")
    if options.ray is not None:
        from freehold.arena.clusters import play_on_ray

        return play_on_ray(options.ray)
    return play_here if options.jobs == 1 else play_in_pool(options.jobs)


def play_league(league: League, folder: Path, crowd: Crowd) -> tuple[Report, Times]:
    known = [0, 0]

    try:
        with progress_bar() as bar:

            def progress(done: int, expected: int) -> None:
                known[:] = done, max(done, expected)
                bar(*known)

            played = run_league(league, folder, crowd, progress)
    except KeyboardInterrupt:
        warn(
            f"{known[0]} of {known[1]} matches are kept in {folder}:"
            " the same command continues with the next one"
        )
        raise Left(INTERRUPTED) from None
    except (Endless, Stuck) as error:
        raise Trouble(f"{error}; give it an end with params in the league", NO) from None
    return make_report(league, played), make_times(league, played)


def write_report(folder: Path, report: Report, times: Times) -> None:
    pretty = msgspec.json.format(msgspec.json.encode(report), indent=1)
    write_whole(folder / REPORT, pretty + b"\n")
    write_whole(folder / PAGE, draw_page(report).encode())
    write_whole(folder / TIMES, msgspec.json.format(msgspec.json.encode(times), indent=1) + b"\n")
