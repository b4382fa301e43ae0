"""The options of `freehold bot join`."""

from __future__ import annotations

from argparse import ArgumentParser


def add_join_options(join: ArgumentParser) -> None:
    join.add_argument(
        "url",
        metavar="LINK",
        help="a room's link, with its code or its secret; or a server's address, to wait there",
    )
    join.add_argument("bot", metavar="BOT", help="FILE.py, FILE.py:NAME, MODULE:NAME, cmd:PROGRAM")
    join.add_argument("--name", metavar="NAME", help="its name in the room (default: the bot's)")
    join.add_argument(
        "--author",
        metavar="NAME",
        default="",
        help="who wrote it, which everybody in the room is shown (default: __author__ in its file)",
    )
    join.add_argument(
        "--matches",
        type=int,
        default=0,
        metavar="N",
        help="leave after this number of matches (default: stay)",
    )
    join.add_argument(
        "--game", metavar="GAME", help="at a server's address: the game that it waits for"
    )
    join.add_argument(
        "--at-once",
        type=int,
        default=1,
        metavar="N",
        help="at a server's address: how many rooms it plays in at the same time (default: 1)",
    )
    join.add_argument(
        "--pace-ms",
        type=int,
        default=0,
        metavar="MS",
        help="in real time, the shortest time between two actions, if the room asks for less"
        " (default: the room's own)",
    )
