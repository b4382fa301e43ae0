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
    _add_compare(inner, command)


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


def _add_compare(commands: Any, command: MakeCommand) -> None:
    words = "find out which of two bots is better, in as few matches as that takes"
    compare = command(commands, "compare", words, "arena.comparing:compare_bots", "arena ")
    compare.add_argument("first", metavar="A", help="a level, FILE.py, MODULE:NAME, cmd:PROGRAM")
    compare.add_argument("second", metavar="B", help="the same")
    compare.add_argument("--game", metavar="GAME", required=True, help="the game that they play")
    compare.add_argument(
        "--others",
        metavar="BOT",
        help="the bot in all other seats (default: the game's middle level)",
    )
    compare.add_argument(
        "--most", type=int, default=400, metavar="SEEDS", help="stop after this (default: 400)"
    )
    compare.add_argument("--seed", type=int, default=1, help="the first seed (default: 1)")
    compare.add_argument("--jobs", type=int, default=1, help="number of processes (default: 1)")
    compare.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="set a parameter (see `freehold params GAME`), or preset=NAME",
    )
    compare.add_argument(
        "--in-process",
        action="store_true",
        help="faster: let bots of your own think in this process, where nothing stops one that"
        " hangs",
    )
    compare.add_argument("--json", action="store_true", help="print it as JSON")
