"""What is kept about people: a page about it for all, and one's own data to read and to delete."""

from __future__ import annotations

import logging
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import web
from msgspec import Struct

from freehold.cluster.links import Deleted
from freehold.game import Illegal
from freehold.kernel.sentences import fill
from freehold.server.http.calls import SITE, Call, tell_all
from freehold.server.http.replays import REPLAYS
from freehold.server.settings import Settings
from freehold.server.upkeep import guestdata
from freehold.server.upkeep.guestdata import Elsewhere, Forgotten, GuestData

LOG = logging.getLogger("freehold.privacy")
MOST_BYTES = 200_000
LANGUAGES = ("en", "de")


class Sure(Struct, frozen=True, forbid_unknown_fields=True):
    """Nobody is deleted by a slip."""

    is_sure: bool


# One's own data


async def read_data(call: Call) -> GuestData:
    guest = await call.known()
    if guest is None:
        raise Illegal("not_known")
    return await guestdata.read_guest(call.hub, guest.id)


async def delete_data(call: Call) -> Forgotten:
    """Everything about me goes; the cookie is worth nothing afterwards."""
    wished, guest = await call.body(Sure), await call.known()
    if guest is None:
        raise Illegal("not_known")
    if not wished.is_sure:
        raise Illegal("not_sure")
    return await forget(call, guest.id)


async def forget(call: Call, guest: str) -> Forgotten:
    """Also from the replays that were made of their matches."""
    site = call.request.app.get(SITE)
    elsewhere: Elsewhere = guestdata.nowhere_else
    if site is not None:
        await guestdata.need_guest(call.hub, guest)
        site.tell_all(Deleted(guest))  # whatever they have open anywhere is closed first
        elsewhere = site.forget_in_room
    forgotten = await guestdata.forget_guest(call.hub, guest, elsewhere)
    call.request.app[REPLAYS].forget(forgotten.changed)
    tell_all(call, Deleted(guest, forgotten.changed))
    LOG.info("guest deleted", extra={"guest": guest})
    return forgotten


# The page for all


async def read_privacy(call: Call) -> web.Response:
    """The operator's own text, or ours, which follows from the settings."""
    settings = call.hub.settings
    text = read_own(settings) or default_text(settings, call.query.get("language", ""))
    return web.Response(text=text, content_type="text/markdown")


def read_own(settings: Settings) -> str:
    """Nothing if there is none, or if it cannot be read: then the log says so."""
    if not settings.privacy_file:
        return ""
    try:
        with Path(settings.privacy_file).open(encoding="utf-8") as file:
            return file.read(MOST_BYTES)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not a text file"
        LOG.error("the privacy file cannot be read", extra={"reason": why})
        return ""


def default_text(settings: Settings, language: str) -> str:
    """What is true with these settings. A line that begins with `?name` is for servers on which
    that setting is not 0 or empty, and one with `?!name` for the others."""
    file = f"privacy.{language if language in LANGUAGES else LANGUAGES[0]}.md"
    template = resources.files("freehold.server.http").joinpath(file).read_text(encoding="utf-8")
    facts = msgspec.to_builtins(settings)
    facts["backup_hours"] = 0 if settings.store else _backup_hours(settings)
    lines = (_kept_line(line, facts) for line in template.splitlines())
    return "\n".join(line for line in lines if line is not None) + "\n"


def _kept_line(line: str, facts: dict[str, Any]) -> str | None:
    if line.startswith("?"):
        condition, _, line = line.partition(" ")
        name = condition.lstrip("?!")
        if bool(facts[name]) == condition.startswith("?!"):
            return None
    return fill(line, facts)


def _backup_hours(settings: Settings) -> int:
    """After this time no scheduled backup holds what was deleted."""
    return settings.backup_interval_hours * settings.max_backups
