"""All settings of the server: one name, one sentence and one default each.

A setting is an option of `freehold serve`, an environment variable and a key of a TOML file; all
three follow from its name here, and so do `--help` and docs/server.md. Names follow one scheme:

    max_*, min_*                           a limit
    *_per_second, *_per_minute             a rate
    *_per_address                          counted for each address of clients
    *_ms, *_minutes, *_hours, *_days       a time
    *_bytes                                a size

This module imports nothing else of the server, so that `freehold --help` stays quick.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct

from freehold.kernel.errors import Malformed

PREFIX = "FREEHOLD_"
LIKE_ENOUGH = 0.75  # difflib's measure for two names, from 0 to 1


def _number(sentence: str, metavar: str, least: int = 0, most: int = 2**31) -> Meta:
    return Meta(ge=least, le=most, title=metavar, description=sentence)


def _text(sentence: str, metavar: str) -> Meta:
    return Meta(title=metavar, description=sentence)


def _switch(sentence: str) -> Meta:
    return Meta(title="", description=sentence)


# The setting that each group of `--help` and docs/server.md begins with.
GROUPS = {
    "host": "Network",
    "data": "Data",
    "max_connections": "Connections and HTTP",
    "commands_per_second": "Messages",
    "max_rooms": "Rooms",
    "max_chat_characters": "Chat and watching",
    "unclaimed_seat_ms": "Absence",
    "stall_threshold_ms": "Players' clocks",
    "room_idle_minutes": "What is kept",
    "backup_interval_hours": "Backups",
    "max_world_players": "Worlds",
    "bots": "Bots",
    "unrated": "Ladders",
    "contact": "Operating",
}


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an operator may choose."""

    host: Annotated[
        str,
        _text("Address to listen on; 0.0.0.0 lets others on the network in.", "ADDRESS"),
    ] = "127.0.0.1"
    port: Annotated[
        int,
        _number(
            "Port to listen on; if you choose none, 8000 or the next free one.",
            "PORT",
            0,
            65535,
        ),
    ] = 8000
    public_url: Annotated[
        str,
        _text("Public address of the server, if people reach it by another one.", "URL"),
    ] = ""
    trust_proxy: Annotated[
        bool,
        _switch("Trust X-Forwarded-For. Only for servers behind a proxy of your own."),
    ] = False

    data: Annotated[
        str,
        _text("Folder of the data file; empty means your user data folder.", "PATH"),
    ] = ""
    in_memory: Annotated[
        bool,
        _switch("Keep everything in memory; it is lost when the server stops."),
    ] = False
    store: Annotated[
        str,
        _text(
            "PostgreSQL database to use instead of the data file, as in"
            " `postgres://user@host/name`.",
            "URL",
        ),
    ] = ""
    bus: Annotated[
        str,
        _text(
            "NATS server that connects the nodes of a site with several, as in"
            " `nats://user:password@host`; empty means that this server is alone.",
            "URL",
        ),
    ] = ""
    node: Annotated[
        str,
        _text("Name of this node of a site, which no other node has.", "NAME"),
    ] = ""

    max_connections: Annotated[
        int,
        _number("Maximum open connections of all kinds, from all addresses together.", "N", 1),
    ] = 4_000
    max_connections_per_address: Annotated[
        int,
        _number("Maximum open connections of all kinds from one address.", "N", 1),
    ] = 100
    max_websockets_per_address: Annotated[
        int,
        _number("Maximum open WebSockets from one address.", "N", 1),
    ] = 20
    requests_per_second: Annotated[
        int,
        _number("Maximum HTTP requests per second from one address.", "N", 1, 10_000),
    ] = 20
    max_request_burst: Annotated[
        int,
        _number(
            "Maximum HTTP requests from one address at once, before that rate applies.", "N", 1
        ),
    ] = 200
    bad_tokens_per_minute: Annotated[
        int,
        _number("Maximum wrong tokens, secrets and codes per minute from one address.", "N", 1),
    ] = 10
    request_head_timeout_ms: Annotated[
        int,
        _number("Time for a request's first line and headers to arrive.", "MS", 10),
    ] = 10_000
    request_body_timeout_ms: Annotated[
        int,
        _number("Time for a request's body to arrive.", "MS", 10),
    ] = 20_000
    response_timeout_ms: Annotated[
        int,
        _number("A response is dropped if the client reads none of it for this long.", "MS", 10),
    ] = 30_000
    keep_alive_timeout_ms: Annotated[
        int,
        _number("An HTTP connection without a request is closed after this time.", "MS", 10),
    ] = 75_000
    hello_timeout_ms: Annotated[
        int,
        _number("Time for a new WebSocket to say hello.", "MS", 10),
    ] = 5_000
    ping_interval_ms: Annotated[
        int,
        _number("Time between two pings of a WebSocket.", "MS", 10),
    ] = 5_000
    silence_timeout_ms: Annotated[
        int,
        _number("A WebSocket that sends nothing for this long is closed.", "MS", 20),
    ] = 15_000

    commands_per_second: Annotated[
        int,
        _number("Maximum messages per second per seat.", "N", 1, 1000),
    ] = 20
    max_command_burst: Annotated[
        int,
        _number("Maximum messages of a seat at once, before that rate applies.", "N", 1, 10_000),
    ] = 40
    max_message_bytes: Annotated[
        int,
        _number("Maximum size of a message from a client.", "BYTES", 256, 60_000),
    ] = 4096
    max_setup_bytes: Annotated[
        int,
        _number(
            "The same for a host setting up a room, since maps are long.", "BYTES", 256, 60_000
        ),
    ] = 16_384
    max_unsent_bytes: Annotated[
        int,
        _number("A client with more unread output is disconnected, and may return.", "BYTES", 4096),
    ] = 262_144

    max_rooms: Annotated[
        int,
        _number("Maximum number of rooms.", "N", 1),
    ] = 10_000
    rooms_per_minute: Annotated[
        int,
        _number("Maximum new rooms and matches per minute from one address.", "N", 1),
    ] = 6
    guests_per_minute: Annotated[
        int,
        _number("Maximum new guests per minute from one address.", "N", 1),
    ] = 30

    max_chat_characters: Annotated[
        int,
        _number("Maximum length of a chat line, in characters.", "N", 1, 2000),
    ] = 500
    chat_lines_per_minute: Annotated[
        int,
        _number("Maximum chat lines per minute per person.", "N", 1),
    ] = 30
    max_chat_lines: Annotated[
        int,
        _number("Maximum chat lines kept per room, for people who arrive later.", "N"),
    ] = 200
    max_chat_bytes: Annotated[
        int,
        _number("Maximum size of the chat kept per room.", "BYTES"),
    ] = 65_536
    reports_per_minute: Annotated[
        int,
        _number("Maximum reports per minute per person, and from one address.", "N", 1),
    ] = 3
    max_open_reports: Annotated[
        int,
        _number("Maximum reports that wait for a moderator.", "N", 1, 100_000),
    ] = 1_000
    max_moderator_ban_days: Annotated[
        int,
        _number("Maximum length of a moderator's ban or mute.", "DAYS", 1, 3_650),
    ] = 30
    watcher_delay_ms: Annotated[
        int,
        _number("Delay for spectators who watch from a player's point of view.", "MS"),
    ] = 30_000

    unclaimed_seat_ms: Annotated[
        int,
        _number("A seat is freed if its player does not connect within this time.", "MS", 10),
    ] = 60_000
    grace_ms: Annotated[
        int,
        _number("How long a disconnected player keeps the seat; 0 means as the game says.", "MS"),
    ] = 0

    stall_threshold_ms: Annotated[
        int,
        _number(
            "If the server or its disk stalls for longer, players are not charged for it.", "MS", 1
        ),
    ] = 250
    max_lag_compensation_ms: Annotated[
        int,
        _number(
            "Maximum network delay given back per move on a player's clock; 0 turns it off.",
            "MS",
            0,
            5_000,
        ),
    ] = 200

    room_idle_minutes: Annotated[
        int,
        _number("An empty room without a match is closed after this time.", "MINUTES", 1),
    ] = 30
    match_idle_days: Annotated[
        int,
        _number("A match that nobody returns to is abandoned after this time.", "DAYS", 1),
    ] = 30
    match_keep_days: Annotated[
        int,
        _number("Finished and abandoned matches are deleted after this time; 0 = never.", "DAYS"),
    ] = 0
    guest_idle_days: Annotated[
        int,
        _number("Guests who do not return are forgotten after this time; 0 = never.", "DAYS"),
    ] = 365
    chat_keep_days: Annotated[
        int,
        _number(
            "Chat lines are deleted after this time, with their room before; 0 = never.", "DAYS"
        ),
    ] = 30
    report_keep_days: Annotated[
        int,
        _number("Reports are deleted after this time; 0 = never.", "DAYS"),
    ] = 90
    address_keep_days: Annotated[
        int,
        _number(
            "Salted hashes of addresses, for bans, are deleted after this time; 0 = none are kept.",
            "DAYS",
            0,
            365,
        ),
    ] = 30
    scrub_rows_per_second: Annotated[
        int,
        _number("Speed of the daily check of all stored rows; 0 turns it off.", "N"),
    ] = 200

    backup_interval_hours: Annotated[
        int,
        _number("Time between two scheduled backups; 0 means none.", "HOURS", 0, 8_760),
    ] = 0
    max_backups: Annotated[
        int,
        _number("Maximum number of scheduled backups kept, the latest ones.", "N", 1, 1_000),
    ] = 7
    backup_folder: Annotated[
        str,
        _text("Folder of scheduled backups; empty means `backups` in the data folder.", "PATH"),
    ] = ""

    max_world_players: Annotated[
        int,
        _number("Maximum number of players in a world at the same time.", "N", 1, 500),
    ] = 500
    max_new_players_per_address: Annotated[
        int,
        _number("Maximum new players from one address per round of a world.", "N", 1),
    ] = 100
    max_world_segments: Annotated[
        int,
        _number("Maximum segments kept of a world's log, the latest ones; 0 = all.", "N"),
    ] = 0
    world_params: Annotated[
        str,
        _text(
            "Parameters of the server's own world, separated by spaces, as in `width_tiles=300`.",
            "NAME=VALUE",
        ),
    ] = ""
    world_bots: Annotated[
        int,
        _number("Number of bots in the server's own world.", "N", 0, 100),
    ] = 0
    world_bot_level: Annotated[
        str,
        _text("Level of those bots; empty means the game's middle level.", "LEVEL"),
    ] = ""

    bots: Annotated[
        str,
        _text("Folder of bots in Python files that are offered beside the levels.", "FOLDER"),
    ] = ""
    bot_workers: Annotated[
        int,
        _number("Number of processes for bots; 0 = one fewer than there are cores.", "N", 0, 64),
    ] = 0
    bot_think_ms: Annotated[
        int,
        _number("Thinking time of a bot for a decision.", "MS", 1),
    ] = 1_000
    bot_timeout_ms: Annotated[
        int,
        _number("A bot that takes longer is stopped, together with its process.", "MS", 100),
    ] = 5_000
    bot_delay_ms: Annotated[
        int,
        _number("Pause before a bot acts, so that people can follow.", "MS"),
    ] = 600
    bot_pace_ms: Annotated[
        int,
        _number(
            "In real time, the shortest time between two actions of a bot that somebody brings;"
            " the host of a room may choose another.",
            "MS",
            0,
            60_000,
        ),
    ] = 250
    max_matches_per_author: Annotated[
        int,
        _number("Maximum matches that bots of one author play at the same time.", "N", 1),
    ] = 4
    max_unattended_matches_per_author: Annotated[
        int,
        _number("Maximum matches without a person that bots of one author begin in 24 hours.", "N"),
    ] = 200
    max_bot_memory_bytes: Annotated[
        int,
        _number("Maximum memory of a bot from the folder of bots.", "BYTES", 1 << 26, 1 << 40),
    ] = 1 << 30

    unrated: Annotated[
        bool,
        _switch("Rate no matches: the server has no ladders."),
    ] = False
    min_ladder_matches: Annotated[
        int,
        _number("Rated matches that a player needs to be listed in a ladder.", "N", 1),
    ] = 10
    min_ladder_actions: Annotated[
        int,
        _number("Actions per player that a match needs to be rated.", "N"),
    ] = 3
    max_rated_matches_per_group: Annotated[
        int,
        _number("Maximum rated matches of the same players per day.", "N", 1),
    ] = 20

    contact: Annotated[
        str,
        _text(
            "How people reach you, such as a mail address, for the privacy page and bans.", "WORDS"
        ),
    ] = ""
    privacy_file: Annotated[
        str,
        _text("Markdown file to show as the privacy page, instead of the default text.", "PATH"),
    ] = ""
    remote_metrics: Annotated[
        bool,
        _switch("Serve /metrics to other machines, too."),
    ] = False
    remote_admin: Annotated[
        bool,
        _switch("Let other machines use `freehold admin`, with the secret."),
    ] = False
    log_format: Annotated[
        str,
        _text("Format of log lines: plain, json or auto (plain on a terminal).", "FORMAT"),
    ] = "auto"

    def __post_init__(self) -> None:
        if self.log_format not in ("auto", "plain", "json"):
            raise ValueError(f"log_format must be plain, json or auto, not '{self.log_format}'")
        if not all(name and value for name, _, value in self.words_of_world()):
            raise ValueError(
                "world_params must be words such as width_tiles=300, separated by spaces"
            )
        if self.silence_timeout_ms <= self.ping_interval_ms:
            raise ValueError(
                "silence_timeout_ms must be more than ping_interval_ms, or all are disconnected"
            )
        if self.store and not self.store.startswith(("postgres:", "postgresql://")):
            raise ValueError("store must be a database's address, as in postgres://user@host/name")
        if self.store and self.backup_interval_hours:
            raise ValueError(
                "backup_interval_hours is for the data file: copy a database with pg_dump"
            )
        if self.store and self.in_memory:
            raise ValueError("store and in_memory exclude each other: choose one of them")
        if self.bus and not self.store:
            raise ValueError("bus needs store: the nodes of a site share a PostgreSQL database")
        if self.bus and not self.bus.startswith(("nats://", "tls://")):
            raise ValueError("bus must be a NATS server's address, as in nats://user@host:4222")
        if self.bus and not re.fullmatch(r"[A-Za-z0-9_-]{1,32}", self.node):
            raise ValueError(
                "node must be a name of 1 to 32 letters, digits, - and _ if there is a bus"
            )
        if self.node and not self.bus:
            raise ValueError("node is for sites with a bus: leave it out, or say which bus")
        if self.public_url and not self.public_url.startswith(("http://", "https://")):
            raise ValueError("public_url must begin with http:// or https://")

    def words_of_world(self) -> list[tuple[str, str, str]]:
        return [word.partition("=") for word in self.world_params.split()]


# What settings were called before 0.1, for the sentence that names the new one.
OLD_NAMES = {
    "admin_open": "remote_admin",
    "bad_tokens_a_minute": "bad_tokens_per_minute",
    "bot_hung_ms": "bot_timeout_ms",
    "chat_a_minute": "chat_lines_per_minute",
    "chat_characters": "max_chat_characters",
    "chat_lines": "max_chat_lines",
    "commands_a_second": "commands_per_second",
    "commands_burst": "max_command_burst",
    "connections_an_address": "max_websockets_per_address",
    "dead_ms": "silence_timeout_ms",
    "eyes_delay_ms": "watcher_delay_ms",
    "frame_bytes": "max_message_bytes",
    "guest_days": "guest_idle_days",
    "guests_a_minute": "guests_per_minute",
    "hello_ms": "hello_timeout_ms",
    "keep_alive_ms": "keep_alive_timeout_ms",
    "keep_days": "match_keep_days",
    "keep_segments": "max_world_segments",
    "lag_ms": "max_lag_compensation_ms",
    "log": "log_format",
    "max_requests_burst": "max_request_burst",
    "memory": "in_memory",
    "metrics_open": "remote_metrics",
    "newcomers_an_address": "max_new_players_per_address",
    "ping_ms": "ping_interval_ms",
    "players_max": "max_world_players",
    "request_body_ms": "request_body_timeout_ms",
    "request_head_ms": "request_head_timeout_ms",
    "rooms_a_minute": "rooms_per_minute",
    "rooms_at_most": "max_rooms",
    "settings_bytes": "max_setup_bytes",
    "stall_ms": "stall_threshold_ms",
    "unread_ms": "response_timeout_ms",
    "unsent_bytes": "max_unsent_bytes",
}


class About(Struct, frozen=True):
    """A setting as it is shown to people."""

    name: str
    group: str
    kind: type
    sentence: str
    metavar: str
    default: Any
    least: float | None
    most: float | None

    @property
    def flag(self) -> str:
        return flag_of(self.name)

    @property
    def variable(self) -> str:
        return variable_of(self.name)

    @property
    def shown_default(self) -> str:
        if isinstance(self.default, bool):
            return "yes" if self.default else "no"
        return str(self.default) or "empty"

    def why_not(self, value: object) -> str:
        """Why a value cannot be this setting's."""
        if self.kind is int:
            wanted = f"a whole number from {self.least:.0f} to {self.most:.0f}"
        else:
            wanted = "true or false" if self.kind is bool else "text"
        return f"{self.name} must be {wanted}, not {value!r}"


def flag_of(name: str) -> str:
    return "--" + name.replace("_", "-")


def variable_of(name: str) -> str:
    return PREFIX + name.upper()


def about_settings() -> list[About]:
    """All settings, in their order."""
    hints = get_type_hints(Settings, include_extras=True)
    listed: list[About] = []
    group = ""
    for field in msgspec.structs.fields(Settings):
        kind, meta = get_args(hints[field.name])
        group = GROUPS.get(field.name, group)
        words = (meta.description or "", meta.title or "")
        listed.append(About(field.name, group, kind, *words, field.default, meta.ge, meta.le))
    return listed


def meant_by(name: str) -> str:
    """The setting that a wrong name was probably meant for; empty if there is none like it."""
    return OLD_NAMES.get(name) or closest(name, Settings.__struct_fields__)


def closest(name: str, names: Iterable[str]) -> str:
    """The one of the names that a wrong name is most like; empty if none is like it."""
    from difflib import get_close_matches

    return "".join(get_close_matches(name, list(names), n=1, cutoff=LIKE_ENOUGH))


# Reading them


def read_settings(
    flags: Mapping[str, Any], environment: Mapping[str, str], config: str = ""
) -> Settings:
    """The settings: what was chosen, and the defaults. Malformed says what is wrong."""
    return settle(gather(flags, environment, config))


def gather(
    flags: Mapping[str, Any], environment: Mapping[str, str], config: str = ""
) -> dict[str, Any]:
    """What was chosen. A flag wins over the environment, and that over the file."""
    chosen: dict[str, Any] = {**_from_file(config), **_from_environment(environment)}
    chosen.update({name: value for name, value in flags.items() if value is not None})
    return chosen


def settle(chosen: Mapping[str, Any]) -> Settings:
    try:
        return msgspec.convert(chosen, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise Malformed(_sentence(str(error), chosen)) from None


def _sentence(error: str, chosen: Mapping[str, Any]) -> str:
    at = re.search(r" - at `\$\.(\w+)`$", error)
    if at is None:
        return f"a setting is wrong: {error}"
    about = next(each for each in about_settings() if each.name == at[1])
    return f"a setting is wrong: {about.why_not(chosen[about.name])}"


def _from_file(path: str) -> dict[str, Any]:
    if not path:
        return {}
    try:
        found = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Malformed(f"the settings file {path} cannot be read: {error}") from None
    chosen = {name.replace("-", "_"): value for name, value in found.items()}
    for name in _unknown(chosen):
        meant = meant_by(name)
        hint = f"did you mean {meant}?" if meant else "docs/server.md lists the settings"
        raise Malformed(f"the settings file {path} has an unknown setting '{name}' ({hint})")
    return chosen


def _from_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Our variables. Unknown ones may be somebody else's, unless they look like a mistake."""
    chosen = {
        name.removeprefix(PREFIX).lower(): value
        for name, value in environment.items()
        if name.startswith(PREFIX)
    }
    for name in _unknown(chosen):
        if meant := meant_by(name):
            raise Malformed(
                f"the environment has an unknown setting {variable_of(name)}"
                f" (did you mean {variable_of(meant)}?)"
            )
        del chosen[name]
    return chosen


def _unknown(names: Iterable[str]) -> list[str]:
    return [name for name in names if name not in Settings.__struct_fields__]


# Where the data is


def data_file(settings: Settings) -> Path:
    return data_folder(settings) / "freehold.db"


def backup_folder(settings: Settings) -> Path:
    if settings.backup_folder:
        return Path(settings.backup_folder).expanduser()
    return data_folder(settings) / "backups"


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
