"""Who one is on a server: a name's cookie, kept in the user's data folder for the next time.

A terminal without a name is a new guest each time; with `--name Ann` it is Ann again, and has
Ann's seats.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote, urlsplit

from freehold.client import Api
from freehold.server.settings import Settings, data_folder


def guest_file(url: str, name: str) -> Path:
    server = quote(urlsplit(url).netloc, safe="")
    return data_folder(Settings()) / "guests" / server / f"{quote(name, safe=' ')}.cookie"


def read_cookie(url: str, name: str | None) -> str:
    if not name:
        return ""
    with suppress(OSError, UnicodeDecodeError):
        return guest_file(url, name).read_text(encoding="ascii").strip()
    return ""


def keep_cookie(url: str, name: str, cookie: str) -> None:
    """For the owner's eyes only. Where nothing can be written, one is a new guest next time."""
    file = guest_file(url, name)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as opened:
            opened.write(cookie)


async def be_guest(api: Api, name: str | None) -> str:
    """Be known on the server, by the name that is wished for; returns the name."""
    known = await api.name()
    if name and known != name:
        known = await api.rename(name)
    keep_cookie(api.url, known, api.cookie)
    return known
