"""Addresses that people paste: a server, or a room on it."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from msgspec import Struct

from freehold.game import Malformed


class Place(Struct, frozen=True):
    """Where to go."""

    url: str
    """The server's: `http://host:port`."""
    room: str = ""
    secret: str = ""
    """The invitation's, of a room by its id."""
    code: str = ""
    watch: bool = False


def parse_place(text: str) -> Place:
    """`host:port`, `http://host:port`, and with `/r/CODE` or `/room/ID#secret` behind it."""
    written = text.strip()
    if "://" not in written:
        written = f"http://{written}"
    try:
        parts = urlsplit(written)
        port = parts.port  # raises ValueError if it is not a number
    except ValueError:
        raise Malformed(f"'{text}' is not an address; write it as http://127.0.0.1:8000") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise Malformed(f"'{text}' is not an address; write it as http://127.0.0.1:8000")
    url = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    watch = "watch" in parse_qs(parts.query, keep_blank_values=True)
    match [word for word in parts.path.split("/") if word]:
        case []:
            return Place(url, watch=watch)
        case ["r", code]:
            return Place(url, code=code.upper(), watch=watch)
        case ["room", room]:
            return Place(url, room=room, secret=parts.fragment, watch=watch)
    raise Malformed(f"'{text}' is not a link to a room: those end in /r/CODE or /room/ID#SECRET")


def room_link(url: str, room: str, secret: str) -> str:
    """The inverse, for somebody who is invited; the secret never leaves their program."""
    return f"{url}/room/{room}#{secret}"


def code_link(url: str, code: str) -> str:
    return f"{url}/r/{code}"
