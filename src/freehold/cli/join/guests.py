"""The person's identity on a server: a cookie for each name, kept in the user's data folder.

A terminal without a name is a new guest each time; with `--name Ann` it is Ann again and gets
Ann's seats back.
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
    """Readable by its owner only. If it cannot be written, the person is a new guest next time."""
    file = guest_file(url, name)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as opened:
            opened.write(cookie)


async def be_guest(api: Api, name: str | None) -> str:
    """Introduce the person to the server by the name they want; returns their name."""
    known = await api.name()
    if name and known != name:
        known = await api.rename(name)
    keep_cookie(api.url, known, api.cookie)
    return known
