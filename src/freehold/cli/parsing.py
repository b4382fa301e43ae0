"""What all parsers of commands are made of. Only argparse is loaded here."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NoReturn

from freehold.cli.errors import WRONG, did_you_mean
from freehold.cli.examples import EXAMPLES


class Parser(argparse.ArgumentParser):
    """An error is one line that says what to do."""

    old_options: Mapping[str, str] = MappingProxyType({})  # what options are called now

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """An unknown option is an error of the command it stands behind, with the likely one."""
        options, rest = super().parse_known_args(args, namespace)
        for word in rest:
            if word.startswith("--"):
                self.error(f"unknown option {word.partition('=')[0]}{self._meant(word)}")
        return options, rest

    def _meant(self, word: str) -> str:
        name = word.partition("=")[0]
        if name in self.old_options:
            return f" (did you mean {self.old_options[name]}?)"
        return did_you_mean(name, self._option_string_actions)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """A word that is not one of the choices is answered with the likely one."""
        if action.choices is None or value in action.choices:
            return
        known = [str(each) for each in action.choices]
        hint = did_you_mean(str(value), known)
        if isinstance(action, argparse._SubParsersAction):
            self.error(f"there is no command '{value}'{hint}")
        option = "/".join(action.option_strings) or action.dest
        self.error(f"{option}: '{value}' is not one of {', '.join(known)}{hint}")

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}; see {self.prog} --help", file=sys.stderr)
        sys.exit(WRONG)


Commands = argparse._SubParsersAction  # argparse has no public name for it


def command(commands: Commands[Parser], name: str, words: str, run: str, under: str = "") -> Parser:
    examples = EXAMPLES[under + name].replace("\n", "\n  ")
    parser = commands.add_parser(
        name,
        help=words,
        description=words[0].upper() + words[1:] + ".",
        epilog=f"Examples:\n  {examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def add_json(*parsers: Parser) -> None:
    for parser in parsers:
        parser.add_argument("--json", action="store_true", help="print it as JSON")
