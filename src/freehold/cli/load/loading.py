"""`freehold load`: many players at once on a server, and whether it kept its promises.

It fills rooms with its own players, who play legal moves. At the end they all give up, so that
the records can be fetched and compared with what was acknowledged.
"""

from __future__ import annotations

import asyncio
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from typing import Any

import aiohttp
import msgspec
from msgspec import Struct

from freehold.cli.errors import NO, Trouble
from freehold.cli.load.players import Figures, LoadPlayer, check_records, seat_room
from freehold.cli.screens import is_terminal, make_console, print_table
from freehold.cli.settings import find_game, read_params
from freehold.client import Api, LineEnded, ServerRefusal, Unreachable, parse_place
from freehold.game import AnyGame

MOST_PLAYERS, MOST_RATE, MOST_SECONDS = 5000, 20.0, 3600.0
SEATED_AT_ONCE = 8
TABLE_S, LINE_S = 0.5, 5.0
FAULTS_SHOWN = 20


class LoadReport(Struct, frozen=True):
    """The figures, during the run and at the end."""

    seconds: float
    connections: int
    rooms: int
    actions: int
    actions_per_second: float
    refused: dict[str, int]
    updates: int
    updates_per_second: float
    acknowledged_p50_ms: float
    acknowledged_p99_ms: float
    bytes: int
    matches: int = 0
    """The number of matches whose records were compared."""
    compared: int = 0
    """The number of acknowledged actions compared, including those that end the matches."""
    faults: tuple[str, ...] = ()


def load(options: Namespace) -> int:
    game = find_game(options.game)
    check_options(options)
    sizes = divide(options.players, game, options.seats)
    params = msgspec.to_builtins(read_params(game, options.set))
    try:
        report = asyncio.run(run(options, game, sizes, params))
    except (ServerRefusal, Unreachable, LineEnded) as error:
        raise Trouble(f"the load test could not run: {error}", NO) from None
    if options.json:
        print(msgspec.json.encode(report).decode())
    else:
        print_report(report)
    return NO if report.faults else 0


def check_options(options: Namespace) -> None:
    if not 1 <= options.players <= MOST_PLAYERS:
        raise Trouble(f"--players must be 1 to {MOST_PLAYERS}")
    if not 0 < options.rate <= MOST_RATE:
        raise Trouble(f"--rate must be more than 0 and at most {MOST_RATE:g} actions per second")
    if not 0 < options.seconds <= MOST_SECONDS:
        raise Trouble(f"--seconds must be more than 0 and at most {MOST_SECONDS:g}")


def divide(players: int, game: AnyGame, seats: int | None) -> list[int]:
    """The sizes of the rooms: the wanted size, or as close to it as possible."""
    least, most = game.seats
    wanted = seats or least
    if not least <= wanted <= most:
        raise Trouble(f"--seats {wanted}: {game.title} is for {least} to {most} players")
    rooms = max(1, players // wanted)
    sizes = [players // rooms + (number < players % rooms) for number in range(rooms)]
    if not all(least <= size <= most for size in sizes):
        raise Trouble(
            f"--players {players}: use a multiple of {wanted}, so that all rooms are full"
        )
    return sizes


async def run(options: Namespace, game: AnyGame, sizes: list[int], params: Any) -> LoadReport:
    place = parse_place(options.url)
    figures = Figures()
    async with AsyncExitStack() as stack:
        connector = aiohttp.TCPConnector(limit=0)
        stack.push_async_callback(connector.close)
        apis = [
            await stack.enter_async_context(Api(place.url, connector=connector))
            for _ in range(sum(sizes))
        ]
        players = await seat_all(stack, apis, game, params, sizes, figures)
        report = await play_all(players, len(sizes), options, figures)
        await asyncio.gather(*(player.finish() for player in players))
        faults = [*figures.wrong, *line_faults(players)]
        faults += await check_records(apis[0], game, figures)
    kept = figures.acknowledged.values()
    return msgspec.structs.replace(
        report, matches=len(kept), compared=sum(map(len, kept)), faults=tuple(faults)
    )


async def seat_all(
    stack: AsyncExitStack,
    apis: list[Api],
    game: AnyGame,
    params: Any,
    sizes: list[int],
    figures: Figures,
) -> list[LoadPlayer]:
    """All rooms, a few at a time."""
    gate = asyncio.Semaphore(SEATED_AT_ONCE)
    free = iter(apis)
    groups = [[next(free) for _ in range(size)] for size in sizes]

    async def seat(group: list[Api]) -> list[LoadPlayer]:
        async with gate:
            return await seat_room(stack, group, game, params, figures)

    seated = await asyncio.gather(*(seat(group) for group in groups))
    return [player for room in seated for player in room]


async def play_all(
    players: list[LoadPlayer], rooms: int, options: Namespace, figures: Figures
) -> LoadReport:
    """Play for this many seconds; the report covers only that time."""
    begun = time.monotonic()
    bytes_before = sum(player.line.bytes for player in players)

    until = begun + float(options.seconds)

    def is_late() -> bool:
        return time.monotonic() >= until

    def report() -> LoadReport:
        seconds = time.monotonic() - begun
        received = sum(player.line.bytes for player in players) - bytes_before
        connections = sum(player.tab.is_in for player in players)
        return make_report(figures, seconds, connections, rooms, received)

    figures.updates = 0
    playing = [asyncio.create_task(player.play(1 / options.rate, is_late)) for player in players]
    with live_table(options.json) as show:
        while not is_late():
            await asyncio.sleep(max(0.0, min(show.every_s, until - time.monotonic())))
            show.report(report())
    last = report()
    await asyncio.gather(*playing)
    return last


def make_report(
    figures: Figures, seconds: float, connections: int, rooms: int, received: int
) -> LoadReport:
    waits = sorted(figures.waits_ms)
    return LoadReport(
        round(seconds, 2),
        connections,
        rooms,
        figures.acted,
        round(figures.acted / seconds, 1),
        dict(figures.refused),
        figures.updates,
        round(figures.updates / seconds, 1),
        quantile(waits, 50),
        quantile(waits, 99),
        received,
    )


def quantile(ordered: list[float], percent: int) -> float:
    if not ordered:
        return 0.0
    return round(ordered[min(len(ordered) - 1, len(ordered) * percent // 100)], 2)


def line_faults(players: list[LoadPlayer]) -> list[str]:
    return [
        f"a connection ended: {player.line.ended.code} ({player.line.ended.text})"
        for player in players
        if player.line.ended
    ]


# Output


class Show(Struct, frozen=True):
    every_s: float
    report: Callable[[LoadReport], None]


@contextmanager
def live_table(is_quiet: bool) -> Iterator[Show]:
    """A table that is updated in place at a terminal; an occasional line when piped."""
    if is_quiet:
        yield Show(TABLE_S, lambda report: None)
    elif not is_terminal():
        yield Show(LINE_S, lambda report: print(report_line(report), flush=True))
    else:
        from rich.live import Live
        from rich.table import Table

        def table(report: LoadReport) -> Table:
            shown = Table("", "", box=None, show_header=False)
            for row in report_rows(report):
                shown.add_row(*row)
            return shown

        with Live(console=make_console(), transient=True) as live:
            yield Show(TABLE_S, lambda report: live.update(table(report)))


def report_rows(report: LoadReport) -> list[tuple[str, str]]:
    refused = ", ".join(f"{code} {times}" for code, times in report.refused.items())
    return [
        ("seconds", f"{report.seconds:.1f}"),
        ("connections", f"{report.connections} in {report.rooms} rooms"),
        ("actions acknowledged", f"{report.actions} ({report.actions_per_second:.1f} per second)"),
        ("refused", refused or "none"),
        ("updates", f"{report.updates} ({report.updates_per_second:.1f} per second)"),
        ("acknowledged within, p50", f"{report.acknowledged_p50_ms:.1f} ms"),
        ("acknowledged within, p99", f"{report.acknowledged_p99_ms:.1f} ms"),
        ("received", f"{report.bytes / 1000:.1f} kB"),
    ]


def report_line(report: LoadReport) -> str:
    return "; ".join(f"{name} {figure}" for name, figure in report_rows(report))


def print_report(report: LoadReport) -> None:
    print_table(("what", "figure"), report_rows(report))
    for fault in report.faults[:FAULTS_SHOWN]:
        print(f"Fault: {fault}")
    if len(report.faults) > FAULTS_SHOWN:
        print(f"... and {len(report.faults) - FAULTS_SHOWN} more")
    if not report.faults:
        print(
            f"All {report.compared} acknowledged actions are in the records of"
            f" {report.matches} matches, each exactly once; all records verify."
        )
