"""All settings of the server, each with a sentence; by flags, environment, file, default.

It imports nothing of the server, so that `freehold --help` stays quick.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct

from freehold.kernel.errors import Malformed

PREFIX = "FREEHOLD_"


def _whole(sentence: str, unit: str, least: int = 0, most: int = 2**31) -> Meta:
    return Meta(ge=least, le=most, title=unit, description=sentence)


def _says(sentence: str, unit: str) -> Meta:
    return Meta(title=unit, description=sentence)


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an operator may choose."""

    # Where
    host: Annotated[
        str, _says("Where to listen; 0.0.0.0 lets others on the network in.", "address")
    ] = "127.0.0.1"
    port: Annotated[
        int, _whole("The port; if it is taken, the next free one.", "port", 0, 65535)
    ] = 8000
    data: Annotated[
        str, _says("The folder of the data file; nothing is your own data folder.", "folder")
    ] = ""
    memory: Annotated[
        bool, _says("Keep everything in memory: it is gone when the server stops.", "yes or no")
    ] = False
    public_url: Annotated[
        str, _says("The address that people type, if it is another one.", "URL")
    ] = ""
    trust_proxy: Annotated[
        bool, _says("Believe X-Forwarded-For: only behind a proxy of your own.", "yes or no")
    ] = False

    # Limits of a connection
    frame_bytes: Annotated[
        int, _whole("The longest message of a client.", "bytes", 256, 60_000)
    ] = 4096
    settings_bytes: Annotated[
        int,
        _whole("The longest of a host who sets up a room: maps are long.", "bytes", 256, 60_000),
    ] = 16_384
    commands_a_second: Annotated[
        int, _whole("So many messages a second may a seat send.", "messages", 1, 1000)
    ] = 20
    commands_burst: Annotated[int, _whole("And so many at once.", "messages", 1, 10_000)] = 40
    unsent_bytes: Annotated[
        int, _whole("A client with so much unread is cut, and may come back.", "bytes", 4096)
    ] = 262_144
    hello_ms: Annotated[
        int, _whole("A new connection must say hello within so long.", "ms", 10)
    ] = 5_000
    ping_ms: Annotated[int, _whole("How often a connection is pinged.", "ms", 10)] = 5_000
    dead_ms: Annotated[int, _whole("A connection that was silent so long is dead.", "ms", 20)] = (
        15_000
    )
    request_head_ms: Annotated[
        int, _whole("Time for a request's line and headers to arrive.", "ms", 10)
    ] = 10_000
    request_body_ms: Annotated[int, _whole("Time for a request's body to arrive.", "ms", 10)] = (
        20_000
    )
    keep_alive_ms: Annotated[
        int, _whole("An HTTP connection without a request is closed after this time.", "ms", 10)
    ] = 75_000
    unread_ms: Annotated[
        int, _whole("An HTTP answer of which nothing is read is given up.", "ms", 10)
    ] = 30_000
    max_connections: Annotated[
        int, _whole("Open connections of all kinds from all addresses together.", "connections", 1)
    ] = 4_000

    # Limits of an address
    rooms_a_minute: Annotated[
        int, _whole("New rooms and matches from one address.", "a minute", 1)
    ] = 6
    guests_a_minute: Annotated[int, _whole("New guests from one address.", "a minute", 1)] = 30
    bad_tokens_a_minute: Annotated[
        int, _whole("Wrong tokens, secrets and codes from one address.", "a minute", 1)
    ] = 10
    connections_an_address: Annotated[
        int, _whole("Open WebSockets from one address.", "connections", 1)
    ] = 20
    max_connections_per_address: Annotated[
        int, _whole("Open connections of all kinds from one address.", "connections", 1)
    ] = 100
    requests_per_second: Annotated[
        int, _whole("HTTP requests from one address.", "per second", 1, 10_000)
    ] = 20
    max_requests_burst: Annotated[
        int, _whole("HTTP requests from one address at once.", "requests", 1)
    ] = 200
    newcomers_an_address: Annotated[
        int, _whole("New players from one address in one round of a world.", "players", 1)
    ] = 100
    rooms_at_most: Annotated[int, _whole("Rooms in all.", "rooms", 1)] = 10_000

    # Chat and watching
    chat_characters: Annotated[int, _whole("The longest line of chat.", "characters", 1, 2000)] = (
        500
    )
    chat_lines: Annotated[int, _whole("So many lines of a room are kept.", "lines", 0)] = 200
    max_chat_bytes: Annotated[
        int, _whole("Chat of a room that is kept for people who come later.", "bytes", 0)
    ] = 65_536
    chat_a_minute: Annotated[int, _whole("So many lines may one person say.", "a minute", 1)] = 30
    eyes_delay_ms: Annotated[
        int, _whole("How late a watcher sees through a player's eyes.", "ms", 0)
    ] = 30_000

    # Absence and keeping
    unclaimed_seat_ms: Annotated[
        int, _whole("A seat whose player does not connect after joining is free again.", "ms", 10)
    ] = 60_000
    grace_ms: Annotated[
        int, _whole("A player may be away so long; 0 is the game's own grace.", "ms", 0)
    ] = 0
    room_idle_minutes: Annotated[
        int, _whole("A room without a match and without people is closed.", "minutes", 1)
    ] = 30
    match_idle_days: Annotated[
        int, _whole("A match to which nobody comes back is given up.", "days", 1)
    ] = 30
    keep_days: Annotated[
        int,
        _whole("Matches that are over, or given up, are kept so long; 0 is for ever.", "days", 0),
    ] = 0
    guest_days: Annotated[
        int, _whole("Guests who do not come back are forgotten; 0 is never.", "days", 0)
    ] = 365

    # Worlds
    players_max: Annotated[
        int, _whole("So many may be in a world at the same time.", "players", 1, 500)
    ] = 500
    world_bots: Annotated[
        int, _whole("So many bots people the server's own world.", "bots", 0, 100)
    ] = 0
    world_bot_level: Annotated[
        str, _says("Their level; nothing is the game's middle one.", "word")
    ] = ""
    world_params: Annotated[
        str,
        _says("What differs from the game's defaults there: `width_tiles=300 ...`.", "words"),
    ] = ""
    keep_segments: Annotated[
        int,
        _whole("A world's log keeps so many of its latest segments; 0 is all.", "segments", 0),
    ] = 0

    # Bots
    bot_workers: Annotated[
        int, _whole("Processes for bots; 0 is one less than there are cores.", "processes", 0, 64)
    ] = 0
    bot_think_ms: Annotated[int, _whole("A bot's time for a decision.", "ms", 1)] = 1_000
    bot_hung_ms: Annotated[
        int, _whole("A bot that takes so long is stopped, and its process too.", "ms", 100)
    ] = 5_000
    bot_pace_ms: Annotated[
        int, _whole("Bots wait so long before they act, for people to follow.", "ms", 0)
    ] = 600

    # Operating
    metrics_open: Annotated[bool, _says("Answer /metrics to other machines too.", "yes or no")] = (
        False
    )
    admin_open: Annotated[
        bool, _says("Let other machines use freehold admin, with the secret.", "yes or no")
    ] = False

    # The rest
    log: Annotated[
        str, _says("How to log: plain, json, or auto (json if nobody looks).", "word")
    ] = "auto"

    def __post_init__(self) -> None:
        if self.log not in ("auto", "plain", "json"):
            raise ValueError(f"log is plain, json or auto, not '{self.log}'")
        if not all(name and value for name, _, value in self.words_of_world()):
            raise ValueError("world_params are words such as width_tiles=300, with blanks between")
        if self.dead_ms <= self.ping_ms:
            raise ValueError("dead_ms must be more than ping_ms, or everybody is cut")
        if self.public_url and not self.public_url.startswith(("http://", "https://")):
            raise ValueError("public_url begins with http:// or https://")

    def words_of_world(self) -> list[tuple[str, str, str]]:
        return [word.partition("=") for word in self.world_params.split()]


class About(Struct, frozen=True):
    """A setting as it is shown to people."""

    name: str
    kind: type
    sentence: str
    unit: str
    default: Any

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()


def about_settings() -> list[About]:
    """All settings, in their order."""
    hints = get_type_hints(Settings, include_extras=True)
    listed = []
    for field in msgspec.structs.fields(Settings):
        kind, meta = get_args(hints[field.name])
        listed.append(
            About(field.name, kind, meta.description or "", meta.title or "", field.default)
        )
    return listed


def read_settings(
    flags: Mapping[str, Any], environment: Mapping[str, str], config: str = ""
) -> Settings:
    """A flag wins over the environment, and that over the file. Malformed says what is wrong."""
    chosen: dict[str, Any] = {**_from_file(config), **_from_environment(environment)}
    chosen.update({name: value for name, value in flags.items() if value is not None})
    try:
        return msgspec.convert(chosen, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise Malformed(f"a setting is wrong: {error}") from None


def _from_file(path: str) -> dict[str, Any]:
    if not path:
        return {}
    try:
        found = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Malformed(f"the settings file {path} cannot be read: {error}") from None
    return {name.replace("-", "_"): value for name, value in found.items()}


def _from_environment(environment: Mapping[str, str]) -> dict[str, str]:
    names = [about.name for about in about_settings()]
    return {
        name: environment[PREFIX + name.upper()]
        for name in names
        if PREFIX + name.upper() in environment
    }


def data_folder(settings: Settings) -> Path:
    """Where the data file stands: as set, or where this system keeps a user's data."""
    if settings.data:
        return Path(settings.data).expanduser()
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "freehold"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "freehold"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "freehold"
