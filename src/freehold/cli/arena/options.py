"""The options of `freehold arena`. Only argparse is loaded here."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

MakeCommand = Callable[..., argparse.ArgumentParser]
"""Adds a command with its words, its function and its examples."""


def add_arena(commands: Any, command: MakeCommand) -> None:
    words = "play leagues of bots, and compare two bots"
    arena = commands.add_parser("arena", help=words, description=f"P{words[1:]}.")
    inner = arena.add_subparsers(dest="arena_command", metavar="COMMAND", required=True)
    _add_run(inner, command)
    _add_show(inner, command)


def _add_run(commands: Any, command: MakeCommand) -> None:
    words = "play a league, or the rest of it"
    run = command(commands, "run", words, "arena.running:run_arena", "arena ")
    run.add_argument("league", metavar="LEAGUE.toml", help="see docs/arena.md")
    run.add_argument(
        "--out",
        metavar="DIR",
        help="the folder for results, replays and the report (default: LEAGUE.arena, here)",
    )
    run.add_argument("--jobs", type=int, default=1, help="number of processes (default: 1)")
    run.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on a Ray cluster: HOST:PORT, auto, or local (needs freehold[ray])",
    )
    run.add_argument("--json", action="store_true", help="print it as JSON")


def _add_show(commands: Any, command: MakeCommand) -> None:
    show = command(commands, "show", "print a report", "arena.showing:show", "arena ")
    show.add_argument("report", metavar="REPORT", help="report.json, or the folder that it is in")
    show.add_argument("--json", action="store_true", help="print it as JSON")
