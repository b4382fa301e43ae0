"""`freehold simulate`: many matches of bots, as a table or as JSON."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from freehold.arena import Disturbed, Result, Share, Struck, Summary, rotations, simulate
from freehold.arena.series import SeriesSummary, sum_up_series
from freehold.bots import Endless
from freehold.cli.errors import NO, Trouble
from freehold.cli.screens import print_table
from freehold.cli.settings import find_game, read_host_options, read_line_up, read_params
from freehold.game import AnyGame

MOST_SHOWN = 20
"""Strikes of one bot in the terminal."""


def run_simulation(options: Namespace) -> int:
    game = find_game(options.game)
    if options.games < 1 or options.jobs < 1:
        raise Trouble("--games and --jobs must be at least 1")
    levels = read_line_up(game, options.bots, humans=False)
    params = msgspec.to_builtins(read_params(game, options.set))
    results: list[Result] = []
    with progress_bar() as bar:
        given = (game, levels, options.games, options.seed, options.jobs, params)
        try:
            hosting = read_host_options(options)
            summary = simulate(
                *given,
                lambda played: bar(played, options.games),
                every_look=options.every_look,
                options=hosting,
                keep=results.append,
                is_swapped=options.swap,
            )
        except Disturbed as error:
            raise Trouble(f"{error}. This is a fault of the game's rules", NO) from None
        except Endless as error:
            ends = f"give it an end with --set (freehold params {game.name})"
            raise Trouble(f"{error}; {ends}", NO) from None
    series = sum_up_series(game, params, results) if options.swap else None
    if options.json:
        shown = {"game": game.name, "line_up": levels, "seed": options.seed, "params": params}
        shown |= {"series": msgspec.to_builtins(series)} if series else {}
        print(msgspec.json.encode(shown | msgspec.to_builtins(summary)).decode())
    else:
        print_summary(game, levels, summary, options.seed, series)
        if options.every_look:
            print("Looks: every match is the same, looked at after every line, seldom or never")
    return NO if summary.strikes else 0


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error, if that is a terminal: what is done, and of how many."""
    if not sys.stderr.isatty():
        yield lambda played, games: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)
        yield lambda played, games: progress.update(task, completed=played, total=games)


def print_summary(
    game: AnyGame,
    levels: tuple[str, ...],
    summary: Summary,
    seed: int,
    series: SeriesSummary | None = None,
) -> None:
    for line in series_lines(levels, series) if series else ():
        print(line)
    turned = 1 if series else len(rotations(levels))
    seeds = -(-summary.games // turned)
    print(
        f"{game.title}: {summary.games} matches, seeds {seed} to {seed + seeds - 1},"
        f" each in {turned} seating{'s' * (turned > 1)}"
    )
    if summary.games % turned:
        print(f"(the last seed was not played in all seatings: use a multiple of {turned})")
    heads = ("", "wins", "95% interval", "fair", "vs. fair share", "mean score")
    rows = [
        share_row(level, share, f"{summary.scores[level]:.1f}")
        for level, share in summary.levels.items()
    ]
    rows += [share_row(f"seat {at}", share) for at, share in enumerate(summary.seats)]
    print_table(heads, rows)
    for line in summary_lines(summary):
        print(line)


def series_lines(levels: tuple[str, ...], series: SeriesSummary) -> Iterator[str]:
    yield f"{series.series} series of two games with the roles swapped, {series.ties} tied:"
    for level, share, points in zip(levels, series.wins, series.points, strict=True):
        yield (
            f"  {level} wins {share.share:.1%} ({share.low:.1%} to {share.high:.1%}),"
            f" {points} points on average"
        )


def share_row(name: str, share: Share, score: str = "") -> tuple[str, ...]:
    times, low, high = share.times_fair
    return (
        name,
        f"{share.share:.1%}",
        f"{share.low:.1%} to {share.high:.1%}",
        f"{share.fair:.1%}",
        f"{times:.2f}x ({low:.2f} to {high:.2f})",
        score,
    )


def summary_lines(summary: Summary) -> Iterator[str]:
    yield "Endings: " + count_words(summary.endings)
    spread = summary.entries
    yield f"Entries: {spread.least} to {spread.most}, median {spread.median}, mean {spread.mean}"
    if summary.match_ms.most:
        least, median, most = (
            f"{ms / 1000:.1f}"
            for ms in (summary.match_ms.least, summary.match_ms.median, summary.match_ms.most)
        )
        yield f"Match time: {least} to {most} s, median {median} s"
    for level, counts in summary.refusals.items():
        yield f"Refused actions of {level}: {count_words(counts)}"
    for level, counts in summary.promises.items():
        yield f"Promises of {level}: {count_words(counts)}"
    yield from strike_lines(summary.strikes)


def strike_lines(struck: dict[str, list[Struck]]) -> Iterator[str]:
    for bot, strikes in struck.items():
        yield f"Strikes of {bot}: {count_words(Counter(strike.why for strike in strikes))}"
        for strike in strikes[:MOST_SHOWN]:
            place = f"seed {strike.seed}, entry {strike.entry}{at_line(strike.where)}"
            yield f"  {place}: {strike.text}"
        if len(strikes) > MOST_SHOWN:
            yield f"  and {len(strikes) - MOST_SHOWN} more: --json lists them all"


def at_line(where: str) -> str:
    return f", {where}" if where else ""


def count_words(counts: dict[str, Any]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
