"""The command line. Each command is a file here, imported when it is called.

`main` is the only place that turns errors into exit codes: 0 success, 1 a failed check, 2 a
mistake in what was typed, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from freehold.cli.errors import INTERRUPTED, WRONG, Left, Trouble
from freehold.kernel.errors import Malformed

BROKEN_PIPE = 141  # what a shell reports for a program that wrote to a closed pipe


def main(argv: Sequence[str] | None = None) -> int:
    from freehold.cli.parsers import the_parser

    options = the_parser().parse_args(argv)
    try:
        where, _, name = options.run.partition(":")
        code: int = getattr(import_module(f"freehold.cli.{where}"), name)(options)
        sys.stdout.flush()
    except (Trouble, Malformed) as error:
        return complain(options.command, str(error), getattr(error, "code", WRONG))
    except Left as left:
        return left.code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output is gone; what is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return code


def complain(command: str, sentence: str, code: int) -> int:
    print(f"freehold {command}: {' '.join(sentence.split())}", file=sys.stderr)
    return code
