"""`freehold completions`: a script that lets a shell complete commands, options and games."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Iterator

from freehold.cli.errors import Trouble
from freehold.games import game_names


def completions(options: Namespace) -> int:
    from freehold.cli.parsers import make_parser

    try:
        import shtab
    except ImportError:
        raise Trouble(
            "this needs the package shtab; install it with: pip install 'freehold[completions]'"
        ) from None
    parser, kinds = make_parser(), {"FILE": shtab.FILE, "PATH": shtab.FILE, "DIR": shtab.DIRECTORY}
    for action in all_actions(parser):
        if action.metavar == "GAME":
            action.choices = game_names()
        elif action.metavar in kinds:
            action.complete = kinds[action.metavar]  # type: ignore[attr-defined]
    print(shtab.complete(parser, options.shell))
    return 0


def all_actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Of a parser and of all its subcommands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from all_actions(command)
