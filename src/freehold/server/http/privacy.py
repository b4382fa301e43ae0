"""What is kept about people: a page about it for all, and one's own data to read and to delete."""

from __future__ import annotations

import logging
from pathlib import Path

from aiohttp import web
from msgspec import Struct

from freehold.game import Illegal
from freehold.server.http.calls import YEAR_S, Call
from freehold.server.http.replays import REPLAYS
from freehold.server.rooms.guests import COOKIE
from freehold.server.settings import Settings
from freehold.server.upkeep import guestdata
from freehold.server.upkeep.guestdata import Forgotten, GuestData

LOG = logging.getLogger("freehold.privacy")
MOST_BYTES = 200_000
LANGUAGES = ("en", "de")
COOKIE_DAYS = YEAR_S // 86_400


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
    forgotten = await guestdata.forget_guest(call.hub, guest)
    call.request.app[REPLAYS].forget(forgotten.changed)
    LOG.info("guest deleted", extra={"guest": guest})
    return forgotten


# The page for all


async def read_privacy(call: Call) -> web.Response:
    """The operator's own text, or ours, which follows from the settings."""
    settings = call.hub.settings
    text = read_own(settings) or default_text(settings, call.request.query.get("language", ""))
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
    return _german(settings) if language == "de" else _english(settings)


def _english(settings: Settings) -> str:
    def days(count: int, never: str = "as long as this server exists") -> str:
        return f"{count} day" + ("" if count == 1 else "s") if count else never

    addresses = (
        "Your address is used while you are connected, for limits. What is written down is only a"
        " hash of it, under a secret that changes, so that people can be banned who come back under"
        f" another name. It is deleted after {days(settings.address_keep_days)}."
        if settings.address_keep_days
        else "Your address is used while you are connected, for limits. It is not written down."
    )
    contact = (
        f"Questions and objections: {settings.contact}."
        if settings.contact
        else "Questions and objections go to the operator of this server."
    )
    return f"""# Privacy

You play here without an account, a password or a mail address. This page says what this server
keeps, and for how long. Times count only while the server is running.

## What is kept

- **One cookie**, `{COOKIE}`: a random word by which this server knows your browser. It is needed to
  give you your seats back, and it lasts for {days(COOKIE_DAYS)}. There are no other cookies, and
  nothing from other sites is loaded.
- **Your name here**, an id, and when you first and last came: until you have not come back for
  {days(settings.guest_idle_days, "any length of time")}.
- **Matches that you play**, with your name in them, so that they can be watched again: for
  {days(settings.match_keep_days)}. Anybody can watch the finished matches of public rooms.
- **Chat**: the latest lines of a room, until the room closes, and for
  {days(settings.chat_keep_days)} at most.
- **Reports**, with the chat around them: for {days(settings.report_keep_days)}. Moderators of this
  server read them. They can also read what was said in a room, which is logged.
- **Bans and mutes**, with the reason: until they end.
- **Addresses**: {addresses}
- **Your settings and drawn maps** are in your browser only.
- **Logs** have ids of guests, rooms and matches, and no names, addresses or chat.
{_backups_in_english(settings)}
## What you can do

In the settings of this page you can read everything that is kept about you, and delete it. Deleting
takes your name out of matches, too, and ends those that you are playing. It cannot be undone. The
bytes of it are overwritten within a day. What others wrote about you stays.

{contact}
"""


def _backups_in_english(settings: Settings) -> str:
    if settings.store:
        return "- **Copies**: what you delete may be in copies of the database until these go.\n"
    if not settings.backup_interval_hours:
        return ""
    hours = settings.backup_interval_hours * settings.max_backups
    return (
        f"- **Backups**: what you delete is in older copies until these go, after {hours} hours.\n"
    )


def _german(settings: Settings) -> str:
    def days(count: int, never: str = "solange es diesen Server gibt") -> str:
        return ("1 Tag" if count == 1 else f"{count} Tage") if count else never

    addresses = (
        "Deine Adresse wird verwendet, solange du verbunden bist, für Beschränkungen."
        " Aufgeschrieben wird nur ein Hashwert davon, mit einem Geheimnis, das wechselt: um Leute"
        " zu sperren, die unter anderem Namen wiederkommen. Gelöscht wird er nach dieser Zeit:"
        f" {days(settings.address_keep_days)}."
        if settings.address_keep_days
        else "Deine Adresse wird verwendet, solange du verbunden bist, für Beschränkungen. Sie wird"
        " nicht aufgeschrieben."
    )
    contact = (
        f"Fragen und Einwände: {settings.contact}."
        if settings.contact
        else "Fragen und Einwände gehen an den Betreiber dieses Servers."
    )
    return f"""# Datenschutz

Du spielst hier ohne Konto, Passwort oder Mailadresse. Auf dieser Seite steht, was dieser Server
speichert und wie lange. Zeiten zählen nur, während der Server läuft.

## Was gespeichert wird

- **Ein Cookie**, `{COOKIE}`: ein zufälliges Wort, an dem dieser Server deinen Browser erkennt. Er
  wird gebraucht, damit du deine Plätze wiederbekommst. Dauer: {days(COOKIE_DAYS)}. Andere Cookies
  gibt es nicht, und von anderen Seiten wird nichts geladen.
- **Dein Name hier**, eine Kennung, und wann du zuerst und zuletzt da warst. Gelöscht, wenn du so
  lange nicht wiederkommst: {days(settings.guest_idle_days, "nie")}.
- **Partien, die du spielst**, mit deinem Namen, damit man sie noch einmal ansehen kann. Dauer:
  {days(settings.match_keep_days)}. Beendete Partien öffentlicher Räume können alle ansehen.
- **Chat**: die letzten Zeilen eines Raums, bis der Raum geschlossen wird. Längste Dauer:
  {days(settings.chat_keep_days)}.
- **Meldungen**, mit dem Chat drumherum. Dauer: {days(settings.report_keep_days)}. Moderatoren
  dieses Servers lesen sie. Sie können auch lesen, was in einem Raum geschrieben wurde; das wird
  protokolliert.
- **Sperren und Stummschaltungen**, mit dem Grund: bis sie enden.
- **Adressen**: {addresses}
- **Deine Einstellungen und gezeichneten Karten** sind nur in deinem Browser.
- **Protokolle** haben Kennungen von Gästen, Räumen und Partien, und keine Namen, Adressen oder
  Chats.
{_backups_in_german(settings)}
## Was du tun kannst

In den Einstellungen dieser Seite kannst du alles lesen, was über dich gespeichert ist, und es
löschen. Dabei verschwindet dein Name auch aus Partien, und die, die du gerade spielst, gibst du
auf. Das lässt sich nicht rückgängig machen. Die Bytes davon sind innerhalb eines Tages
überschrieben. Was andere über dich geschrieben haben, bleibt.

{contact}
"""


def _backups_in_german(settings: Settings) -> str:
    if settings.store:
        return (
            "- **Kopien**: Was du löschst, kann in Kopien der Datenbank stehen, bis diese gelöscht"
            " werden.\n"
        )
    if not settings.backup_interval_hours:
        return ""
    hours = settings.backup_interval_hours * settings.max_backups
    return (
        "- **Sicherungen**: Was du löschst, steht in älteren Kopien, bis diese gelöscht werden,"
        f" nach {hours} Stunden.\n"
    )
