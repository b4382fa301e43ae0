"""What a server leaves in its data folder for `freehold admin` on the same machine.

admin.secret   the host's secret, readable by the owner only; it may be moved elsewhere
admin.hash     the hash of it, for the server; without this file a new secret is made
server.json    where the server listens, while it runs
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from freehold.kernel.errors import Malformed
from freehold.server.rooms.guests import hash_of, new_token
from freehold.server.settings import Settings, data_folder

HASH_DIGITS = 64
SECRET, HASH, WHERE = "admin.secret", "admin.hash", "server.json"


class Where(Struct, frozen=True):
    """Where a server on this machine can be reached."""

    url: str
    pid: int


def keep_secret(settings: Settings) -> tuple[str, list[str]]:
    """The hash of the host's secret, and on the first start what to tell the operator."""
    if settings.in_memory:
        secret = new_token()
        return hash_of(secret), [f"For `freehold admin`: FREEHOLD_ADMIN_SECRET={secret}"]
    folder = data_folder(settings)
    try:
        return _read_hash(folder / HASH), []
    except FileNotFoundError:
        secret = new_token()
        write_private(folder / SECRET, secret + "\n")
        write_private(folder / HASH, hash_of(secret) + "\n")
        return hash_of(secret), [f"The secret for `freehold admin` is in {folder / SECRET}"]


def _read_hash(path: Path) -> str:
    try:
        found = path.read_bytes().strip()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Malformed(f"{path} cannot be read: {error.strerror}") from None
    if len(found) != HASH_DIGITS or set(found) - set(b"0123456789abcdef"):
        raise Malformed(
            f"{path} does not hold the hash of an admin secret; delete it, and the next start"
            " creates a new secret"
        )
    return found.decode()


def write_private(path: Path, text: str) -> None:
    """Replaces the file atomically; only the owner can read it."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    part.replace(path)


@contextmanager
def told_where(settings: Settings, port: int) -> Iterator[None]:
    """Keeps server.json in the data folder for as long as we listen."""
    if settings.in_memory:
        yield
        return
    path = data_folder(settings) / WHERE
    where = Where(local_url(settings.host, port), os.getpid())
    write_private(path, msgspec.json.encode(where).decode())
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def local_url(host: str, port: int) -> str:
    """The server's address from this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def find_server(settings: Settings) -> str:
    """Where the server of this data folder listens. Malformed if none does."""
    path = data_folder(settings) / WHERE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Where).url
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        raise Malformed(
            f"no server is running on {data_folder(settings)}; start one, or give its data folder"
            " with --data or its address with --url"
        ) from None


def read_secret(settings: Settings, path: str = "") -> str:
    """The host's secret, if this user may read it."""
    file = Path(path).expanduser() if path else data_folder(settings) / SECRET
    try:
        return file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not a text file"
        raise Malformed(f"the admin secret cannot be read from {file}: {why}") from None
