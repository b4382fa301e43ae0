"""Commands in a room, as people type them, as requests to the server. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import msgspec
from msgspec import Struct

from freehold.cli.errors import Trouble
from freehold.cli.settings import PRESET, find_game, read_clock, read_params
from freehold.game import AnyGame, Malformed
from freehold.kernel.spellings import parse_int
from freehold.protocol.answers import WaitingBot
from freehold.protocol.wire import Complaint, ReportWish, Request, RoomNow

PLAIN: dict[str, Request] = {
    "stand": "stand",
    "ready": "ready",
    "not-ready": "not-ready",
    "start": "start",
    "rematch": "rematch",
    "pause": "pause",
    "go-on": "go-on",
    "leave": "leave",
    "truth": "truth",
    "no-eyes": "no-eyes",
}
OF_A_SEAT: dict[str, Request] = {
    "sit": "sit",
    "clear": "clear",
    "host": "host",
    "mute": "mute",
    "unmute": "unmute",
    "eyes": "eyes",
}
HELP = (
    ("sit [SEAT], stand", "take a seat, or give it up"),
    ("ready, not-ready", "say whether you are ready to start"),
    ("bot LEVEL [SEAT]", "the host: put a bot into a free seat"),
    ("bots", "list other people's bots that you can invite"),
    ("invite BOT [SEAT]", "the host: invite one, by its number in that list or its name"),
    ("clear SEAT", "the host: free a seat"),
    ("set NAME=VALUE ...", "the host: change parameters of the game; params lists them"),
    ("game GAME, seats N", "the host: change the game or the number of seats"),
    ("clock 300+5", "the host: players' clocks in seconds; none turns them off"),
    ("public, private", "the host: list the room publicly, or not"),
    ("watchers yes|no", "the host: allow spectators, or not"),
    ("away bot|leave|wait", "the host: what happens if a player disconnects"),
    ("host SEAT", "make that player the host"),
    ("start", "the host: start the match"),
    ("say TEXT, mute SEAT", "send a message; stop hearing a player"),
    ("chat", "the latest messages, with their numbers"),
    ("report SEAT REASON [TEXT]", "tell the moderators about a player; report lists the reasons"),
    ("report line N REASON", "the same, about message N of chat"),
    ("rematch, truth", "after the end: play again; see everything"),
    ("pause, go-on", "in a match against bots only"),
    ("eyes [SEAT], no-eyes", "let spectators see your view; as a spectator: choose a player"),
    ("room, name NAME", "show the room; change your name"),
    ("standing [PAGE|me]", "in a world: the leaderboard, with your own row"),
    ("screen", "during a match: back to the full screen"),
    ("wait", "for scripts: wait until it is your turn or the match is over"),
    ("leave, quit", "leave for good (this gives up); close this terminal"),
)
REASONS: tuple[str, ...] = get_args(Complaint)
HOW_TO_REPORT = (
    "type report SEAT REASON, or report line N REASON for message N of chat, and then what"
    f" happened in your own words if you like; the reasons are {', '.join(REASONS)}"
)


class Wish(Struct, frozen=True):
    """A request in the form that the server takes."""

    what: Request
    seat: int = -1
    value: Any = None


def read_wish(word: str, rest: str, room: RoomNow) -> Wish | None:
    """The request; None if it is not a command. Raises Trouble, which says what to type."""
    if word in PLAIN and not rest:
        return Wish(PLAIN[word])
    if word in OF_A_SEAT:
        return Wish(OF_A_SEAT[word], _seat(rest, -1))
    if word == "name" and rest:
        return Wish("name", value=rest)
    if word == "bot":
        level, _, seat = rest.partition(" ")
        return Wish("add-bot", _seat(seat, -1), level.lower())
    if word == "report":
        return read_report(rest)
    changes = read_changes(word, rest, room)
    return None if changes is None else Wish("set", value=changes)


def _seat(text: str, missing: int) -> int:
    try:
        return parse_int(text, "the seat") if text.strip() else missing
    except Malformed as error:
        raise Trouble(f"{error}; the seats are numbered from 0") from None


def read_report(rest: str) -> Wish:
    """`1 insult He called me names`, or `line 12 spam`."""
    first, _, after = rest.partition(" ")
    is_line = first.lower() == "line"
    number, _, after = after.strip().partition(" ") if is_line else (first, "", after)
    reason, _, words = after.strip().partition(" ")
    if not number.isdecimal() or reason.lower() not in REASONS:
        raise Trouble(HOW_TO_REPORT)
    seat, line = (-1, int(number)) if is_line else (int(number), -1)
    wish = ReportWish(reason.lower(), words.strip(), line)  # type: ignore[arg-type]
    return Wish("report", seat, msgspec.to_builtins(wish))


def read_invitation(rest: str, listed: Sequence[WaitingBot]) -> Wish:
    """`2`, `2 1`, `Fox` or `Fox 1`: a bot of the list, and the seat for it."""
    bot, seat = _find_bot(rest, listed), -1
    if bot is None:
        name, _, last = rest.rpartition(" ")
        bot = _find_bot(name, listed) if last.isdecimal() else None
        seat = _seat(last, -1) if bot else -1
    if bot is None:
        raise Trouble("type invite and the number or the name of a bot that bots lists")
    return Wish("invite", seat, bot.id)


def _find_bot(text: str, listed: Sequence[WaitingBot]) -> WaitingBot | None:
    """By its number, counted from 1, or by a name that only one has."""
    text = text.strip()
    if text.isdecimal() and 1 <= int(text) <= len(listed):
        return listed[int(text) - 1]
    named = [bot for bot in listed if bot.name.casefold() == text.casefold()]
    if len(named) > 1:
        raise Trouble(f"several bots are called {text}; type the number of the one you mean")
    return named[0] if named else None


def read_changes(word: str, rest: str, room: RoomNow) -> dict[str, Any] | None:
    """The options that the host wants to change."""
    if word == "set":
        game = find_game(room.game)
        return {"params": {**room.params, **read_settings(game, rest)}}
    if word == "game":
        return {"game": find_game(rest).name}
    if word == "seats":
        return {"seats": _seat(rest, 0)}
    if word == "clock":
        game = find_game(room.game)
        clock = read_clock(rest or "game", game, msgspec.convert(room.params, game.params))
        return {"clock": msgspec.to_builtins(clock)}
    if word in ("public", "private") and not rest:
        return {"is_public": word == "public"}
    if word == "watchers":
        return {"may_watch": rest.lower() not in ("no", "none", "off")}
    if word == "away":
        return {"away": rest}
    return None


def read_settings(game: AnyGame, text: str) -> dict[str, Any]:
    """`rounds=5 moves=2` to those parameters alone, typed."""
    words = text.split()
    if not words:
        raise Trouble("type set NAME=VALUE; params lists the parameters")
    if any("=@" in word for word in words):
        raise Trouble("type the value itself: set NAME=VALUE")
    whole: dict[str, Any] = msgspec.to_builtins(read_params(game, words))
    names = [word.partition("=")[0].strip().replace("-", "_") for word in words]
    return whole if PRESET in names else {name: whole[name] for name in names}
