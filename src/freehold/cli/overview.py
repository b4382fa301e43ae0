"""Bare `freehold`, and `freehold help`."""

from __future__ import annotations

from argparse import Namespace

from freehold import __version__

OVERVIEW = f"""\
Freehold {__version__}: games about claiming ground on a grid, with friends or bots.

  freehold play land-grab    play now, in this terminal, against an easy bot
  freehold serve             play in the browser: open the address it prints
  freehold games             list the games
  freehold help              list all commands; freehold help play explains one
"""


def overview(options: Namespace) -> int:
    print(OVERVIEW, end="")
    return 0


def explain(options: Namespace) -> int:
    """The help of a command, as its --help prints it; argparse exits after that."""
    from freehold.cli.parsers import the_parser

    the_parser().parse_args([*options.topic, "--help"])
    return 0
