"""`freehold serve`: the settings as flags, and the server started with them."""

from __future__ import annotations

import argparse
import os
from itertools import groupby
from typing import Any

from freehold.server.settings import OLD_NAMES, About, about_settings, flag_of, gather, settle

OLD_FLAGS = {flag_of(old): flag_of(new) for old, new in OLD_NAMES.items()}


def add_flags(parser: argparse.ArgumentParser) -> None:
    """One flag per setting. What is left out comes from the environment or the file."""
    parser.usage = "%(prog)s [OPTION ...]"
    parser.allow_abbrev = False  # or a new setting could break somebody's start-up script
    parser.add_argument("--config", metavar="PATH", default="", help="TOML file with settings")
    for title, settings in groupby(about_settings(), lambda about: about.group):
        group = parser.add_argument_group(title)
        for about in settings:
            group.add_argument(about.flag, default=None, help=_help(about), **_kind(about))


def _kind(about: About) -> dict[str, Any]:
    if about.kind is bool:
        return {"action": argparse.BooleanOptionalAction}
    return {"metavar": about.metavar}


def _help(about: About) -> str:
    words = f"{about.sentence} (default: {about.shown_default}; {about.variable})"
    return words.replace("%", "%%")


def serve(options: argparse.Namespace) -> int:
    flags = {about.name: getattr(options, about.name) for about in about_settings()}
    chosen = gather(flags, os.environ, options.config)
    settings = settle(chosen)
    from freehold.server import serving

    serving.serve(settings, "port" in chosen, lambda line: print(line, flush=True))
    return 0
