"""`freehold doctor`: one line for each check, and exit code 1 if one of them is bad."""

from __future__ import annotations

import os
from argparse import Namespace

from freehold.cli.errors import NO
from freehold.server.settings import read_settings


def doctor(options: Namespace) -> int:
    settings = read_settings(
        {"data": options.data, "store": options.store}, os.environ, options.config
    )
    from freehold.server.upkeep.doctor import examine

    code = 0
    for found in examine(settings):
        print(f"{found.how:5} {found.what:8} {found.words}", flush=True)
        code = NO if found.how == "bad" else code
    return code
