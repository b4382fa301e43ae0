"""`freehold serve`: the settings as flags, and the server started with them."""

from __future__ import annotations

import argparse
import os

from freehold.server.settings import about_settings, read_settings


def add_flags(parser: argparse.ArgumentParser) -> None:
    """One flag for each setting. What is left out comes from the environment or the file."""
    parser.add_argument("--config", metavar="FILE", default="", help="a TOML file with settings")
    for about in about_settings():
        words = f"{about.sentence} ({about.unit}; default: {_shown(about.default)};"
        words = f"{words} {about.variable})".replace("%", "%%")
        if about.kind is bool:
            parser.add_argument(
                about.flag, action=argparse.BooleanOptionalAction, default=None, help=words
            )
        else:
            metavar = about.name.rpartition("_")[2].upper()
            parser.add_argument(about.flag, metavar=metavar, help=words)


def _shown(default: object) -> str:
    if isinstance(default, bool):
        return "yes" if default else "no"
    return str(default) or "nothing"


def serve(options: argparse.Namespace) -> int:
    flags = {about.name: getattr(options, about.name) for about in about_settings()}
    settings = read_settings(flags, os.environ, options.config)
    from freehold.server import serving

    serving.serve(settings, lambda line: print(line, flush=True))
    return 0
