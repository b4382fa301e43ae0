"""`freehold arena show`, and what `arena run` prints at its end."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import msgspec

from freehold.arena.ratings import Rating
from freehold.arena.reports import BotTime, Report, TableReport, Times, seat_name
from freehold.arena.words import Rows, course_lines, cross_rows, rating_rows, span
from freehold.cli.errors import Trouble
from freehold.cli.screens import print_json, print_table
from freehold.cli.settings import read_bytes
from freehold.cli.simulations import count_words, strike_lines

REPORT, TIMES = "report.json", "times.json"


def show(options: Namespace) -> int:
    path = Path(options.report)
    path = path / REPORT if path.is_dir() else path
    if not path.exists() and (path.parent / "results.jsonl").exists():
        raise Trouble(f"the league in {path.parent} is not finished: run it again to continue")
    try:
        report = msgspec.json.decode(read_bytes(str(path)), type=Report)
    except msgspec.DecodeError as error:
        raise Trouble(f"{path} is not a report of `freehold arena run`: {error}") from None
    if options.json:
        print_json(report)
    else:
        print_report(report, read_times(path.parent / TIMES))
    return 0


def read_times(path: Path) -> Times:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Times)
    except (OSError, msgspec.DecodeError):
        return {}


def print_report(report: Report, times: Times) -> None:
    print(f"{report.title}: {report.matches} matches")
    for table in report.tables:
        print()
        print_part(table, times.get(table.name, {}))
    print(f"\n{report.method}")


def print_part(table: TableReport, times: dict[str, BotTime]) -> None:
    for line in heading_lines(table):
        print(line)
    if len(table.ratings) > 1:
        print_table(*rating_rows(table))
        print_table(*cross_rows(table))
    print_table(*seat_rows(table))
    for line in part_lines(table):
        print(line)
    if times:
        print_table(*time_rows(times))


def heading_lines(table: TableReport) -> Iterator[str]:
    yield (
        f"{table.name}: {table.title}, {table.seats} seats, {table.format},"
        f" {table.games} matches, seeds {table.seeds[0]} to {table.seeds[1]}"
    )
    chosen = ([f"preset {table.preset}"] if table.preset else []) + [
        f"{name} = {value}" for name, value in table.changed.items()
    ]
    if chosen:
        yield "Options: " + ", ".join(chosen)
    time = table.time
    if time.mode != "lockstep" or time.decision_ms:
        low, high = time.latency_ms
        latency = f", {low} to {high} ms for each seat" if time.mode == "latency" else ""
        every = f", decisions every {time.decision_ms} ms" if time.decision_ms else ""
        yield f"Time: {time.mode}{latency}{every}"
    if table.format != "round-robin":
        yield "Standing: " + ", ".join(table.standing)


def seat_rows(table: TableReport) -> Rows:
    rated = {each.name: each for each in table.seat_ratings}
    rows: list[tuple[str, ...]] = []
    for each in table.ratings:
        found = [rated.get(seat_name(each.name, seat)) for seat in range(table.seats)]
        rows.append((each.name, *(seat_cell(rating) for rating in found)))
    return ("rating by seat", *(f"seat {seat}" for seat in range(table.seats))), rows


def seat_cell(rating: Rating | None) -> str:
    if rating is None:
        return "-"
    about = span(rating.low, rating.high)
    return f"{rating.rating:+.0f}" + (f" ({about})" if about else "")


def part_lines(table: TableReport) -> Iterator[str]:
    yield from (f"Note: {bound}" for bound in table.bounds)
    seats = ", ".join(
        f"seat {seat} {each.share:.1%} ({each.low:.1%} to {each.high:.1%})"
        for seat, each in enumerate(table.seat_wins)
    )
    yield f"Wins by seat: {seats}"
    yield from course_lines(table)
    for bot, counts in table.actions.items():
        yield f"Actions of {bot} in a match: {count_words(counts)}"
    for bot, codes in table.refusals.items():
        yield f"Refused actions of {bot}: {count_words(codes)}"
    yield from strike_lines(table.strikes)
    for each in table.notable:
        line_up = ",".join(each.line_up)
        yield f"The {each.what} ({each.figure:.1%}): seed {each.seed}, {line_up} {each.replay}"


def time_rows(times: dict[str, BotTime]) -> Rows:
    heads = ("ms per decision", "decisions", "mean", "median", "p99", "worst")
    rows = [
        (bot, str(each.decisions), *(f"{ms:.3g}" for ms in msgspec.structs.astuple(each)[1:]))
        for bot, each in times.items()
    ]
    return heads, rows
