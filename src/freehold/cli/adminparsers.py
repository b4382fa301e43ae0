"""The commands of `freehold admin`, their options and their help."""

from __future__ import annotations

import argparse

from freehold.cli.parsing import Commands, Parser, add_json, command


def add_admin(commands: Commands[Parser]) -> None:
    words, under = "manage a running server", "admin "
    admin = commands.add_parser("admin", help=words, description=f"{words.capitalize()}.")
    _add_server(admin)
    admin.set_defaults(config="", data=None, url="", secret_file="")
    commands = admin.add_subparsers(dest="admin", metavar="COMMAND", required=True)
    rooms = command(
        commands, "list", "list the rooms, their matches and players", "admin:list_rooms", under
    )
    watch = command(commands, "watch", "show the public view of a match", "admin:watch", under)
    watch.add_argument("match", metavar="MATCH")
    watch.add_argument("--once", action="store_true", help="show it once and stop")
    end = command(commands, "end", "end a match and close its room", "admin:end", under)
    end.add_argument("match", metavar="MATCH")
    end.add_argument("--reason", default="", help="the reason, for the record")
    moderation = _add_moderation(commands, under)
    announce = command(
        commands, "announce", "send a message to everyone connected", "admin:announce", under
    )
    announce.add_argument("text", metavar="TEXT")
    backup = command(
        commands, "backup", "copy the data file of a running server", "admin:backup", under
    )
    backup.add_argument("file", metavar="FILE")
    restore = command(
        commands,
        "restore",
        "put a backup in the place of the data file of a stopped server",
        "admin:restore",
        under,
    )
    restore.add_argument("file", metavar="FILE")
    quarantined = command(
        commands,
        "quarantined",
        "list the matches that cannot be continued, and why",
        "admin:quarantined",
        under,
    )
    command(
        commands,
        "scrub",
        "check everything stored for damage",
        "admin:scrub",
        under,
    )
    command(
        commands,
        "ladder-rebuild",
        "compute all ratings again from the stored results",
        "admin:rebuild_ladders",
        under,
    )
    add_json(rooms, quarantined, *moderation)
    for parser in commands.choices.values():
        _add_server(parser)


def _add_moderation(commands: Commands[Parser], under: str) -> list[Parser]:
    """What moderators can do too, who they are, and what guests may ask for; those with --json."""
    run = "moderating:{}".format
    reports = command(commands, "reports", "list the reports, or close one", run("reports"), under)
    reports.add_argument("report", metavar="REPORT", nargs="?", help="the one to close")
    reports.add_argument("--all", action="store_true", help="also those that are closed")
    chat = command(commands, "chat", "show what was said in a room", run("chat"), under)
    chat.add_argument("room", metavar="ROOM", help="the id that `reports` and `list --json` show")
    close = command(commands, "close", "close a room without a match", run("close"), under)
    close.add_argument("room", metavar="ROOM", help="the id that `list --json` shows")
    ban = command(commands, "ban", "ban a guest, or list bans and mutes", run("ban"), under)
    ban.add_argument("--address", action="store_true", help="also the address they came from last")
    mute = command(commands, "mute", "mute a guest in all rooms", run("mute"), under)
    for parser, nargs in ((ban, "?"), (mute, None)):
        words = "the id that `list` and `reports` show"
        parser.add_argument("guest", metavar="GUEST", nargs=nargs, help=words)
        parser.add_argument("--hours", type=int, default=0, metavar="N", help="for how long")
        parser.add_argument("--lift", action="store_true", help="end it")
    for parser in (reports, close, ban, mute):
        parser.add_argument("--reason", default="", help="the reason, for the log")
    words = "list the moderators, or appoint one"
    moderator = command(commands, "moderator", words, run("moderator"), under)
    moderator.add_argument("guest", metavar="GUEST", nargs="?", help="the id that `list` shows")
    moderator.add_argument("--name", default="", help="what you call them, for this list")
    moderator.add_argument("--dismiss", action="store_true", help="a moderator no longer")
    words = "list the words that names and chat must not contain, or change them"
    word_filter = command(commands, "filter", words, run("word_filter"), under)
    word_filter.add_argument(
        "words", metavar="WORD", nargs="*", help="word, word*, *word or *word*"
    )
    word_filter.add_argument(
        "--in",
        dest="where",
        choices=("all", "names", "chat"),
        default="all",
        help="where it must not be (default: all)",
    )
    word_filter.add_argument("--remove", action="store_true", help="allow these words again")
    word_filter.add_argument(
        "--file", metavar="FILE", help="take all words from a file, one per line, and no others"
    )
    words = "write down everything that is kept about a guest"
    export = command(commands, "export", words, run("export"), under)
    words = "delete everything that is kept about a guest"
    forget = command(commands, "forget", words, run("forget"), under)
    for parser in (export, forget):
        parser.add_argument("guest", metavar="GUEST", help="the id that their settings page shows")
    return [reports, chat, ban, moderator, word_filter]


def _add_server(parser: Parser) -> None:
    """Which server it is: on either side of the subcommand, so what is left out sets nothing."""
    group = parser.add_argument_group("the server")
    for flag, metavar, words in (
        ("--config", "PATH", "settings file of the server"),
        ("--data", "PATH", "data folder of the server"),
        ("--url", "URL", "address of the server, if it is elsewhere"),
        ("--secret-file", "PATH", "file of the secret, if it was moved"),
    ):
        group.add_argument(flag, metavar=metavar, default=argparse.SUPPRESS, help=words)
