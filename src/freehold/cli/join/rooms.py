"""A room in words: its state, and what has changed. Pure functions of the server's messages."""

from __future__ import annotations

from collections.abc import Sequence

from freehold.cli.screens import ms_words
from freehold.client.places import code_link
from freehold.protocol.answers import WaitingBot
from freehold.protocol.wire import RoomNow, SeatNow

PHASES = {"gathering": "gathering", "playing": "a match is running", "over": "the match is over"}
MOST_SHOWN = 20
BROUGHT = {"none": "none", "invited": "only invited ones", "any": "any"}
TROUBLES = {
    "disk": "The server cannot save anything right now; the match continues when it can.",
    "parked": "This server cannot continue the match.",
    "damaged": "This match cannot be continued: its saved data is damaged.",
    "quarantined": "An error in the game's rules has stopped this match. It cannot continue.",
    "elsewhere": "The match has moved to another server.",
}


def list_rows(rooms: Sequence[RoomNow]) -> list[tuple[str, ...]]:
    """Rooms as rows of a table: code, game, players, phase."""
    return [
        (room.code, room.game, *_who(room), "a world" if _is_on(room) else PHASES[room.phase])
        for room in rooms
    ]


def _is_on(room: RoomNow) -> bool:
    """Is this a running world, in which people come and go?"""
    return room.world and room.phase != "gathering"


def _who(room: RoomNow) -> tuple[str, str]:
    """The players, and the free seats."""
    if _is_on(room):
        return f"{room.players} players", f"{max(0, room.most - room.players)} free"
    named = [f"{seat.name} (bot)" if seat.bot else seat.name for seat in room.seats if seat.name]
    names = ", ".join(named) or "nobody"
    return names, f"{sum(not seat.name for seat in room.seats)} free"


def room_lines(room: RoomNow, mine: int, url: str) -> list[str]:
    """Everything about a room."""
    openness = "public" if room.is_public else "private"
    lines = [f"Room {room.code}: {room.game}, {PHASES[room.phase]}, {openness}."]
    shown = [
        (number, seat)
        for number, seat in enumerate(room.seats)
        if seat.present or number == mine or not _is_on(room)
    ]
    most = MOST_SHOWN if _is_on(room) else len(shown)
    lines += [
        f"  {number} {seat_words(seat, number == mine, number == room.host)}"
        for number, seat in shown[:most]
    ]
    if len(shown) > most:
        lines.append(f"  and {len(shown) - most} more players")
    if not room.world and (room.round > 1 or any(room.wins)):
        wins = ", ".join(
            f"{seat.name} {won}" for seat, won in zip(room.seats, room.wins, strict=True)
        )
        lines.append(f"Matches won: {wins}.")
    clock = room.clock
    if clock.bank_ms:
        lines.append(
            f"Clocks: {ms_words(clock.bank_ms)} plus {clock.increment_ms / 1000:g} s per move."
        )
    if clock.limit_ms:
        lines.append(f"Time limit per turn or phase: {ms_words(clock.limit_ms)}.")
    if not room.sandbox:
        pace = f", one action per {room.bot_pace_ms} ms" if room.bot_pace_ms else ""
        lines.append(f"Other people's bots: {BROUGHT[room.brought_bots]}{pace}.")
    if room.watchers:
        lines.append(f"{room.watchers} watching.")
    lines.append(f"Others can join at {code_link(url, room.code)}")
    return lines


def seat_words(seat: SeatNow, is_mine: bool, is_host: bool) -> str:
    if not seat.name:
        return "free"
    notes = [word for word, is_so in (("you", is_mine), ("host", is_host)) if is_so]
    if seat.author:
        notes.append(f"a bot, {seat.bot} by {seat.author}")
    elif seat.bot:
        notes.append(f"a {seat.bot} bot")
    if seat.ready and (seat.author or not seat.bot):
        notes.append("ready")
    if seat.gone:
        notes.append("has left")
    elif not seat.present:
        notes.append(f"away; a {seat.substitute} bot plays" if seat.substitute else "away")
    return seat.name + (f" ({', '.join(notes)})" if notes else "")


def bot_words(number: int, bot: WaitingBot) -> str:
    """A bot that somebody else runs and that can be invited."""
    about = f": {bot.sentence}" if bot.sentence else ""
    return f"  {number:>2} {bot.name} ({bot.bot} by {bot.author}){about}"


def room_news(before: RoomNow, after: RoomNow) -> list[str]:
    """What has changed, one line each."""
    news = []
    if before.game != after.game:
        news.append(f"The game is now {after.game}.")
    elif before.params != after.params:
        changed = [
            f"{name}={value}"
            for name, value in after.params.items()
            if before.params.get(name) != value
        ]
        news.append(f"Set: {', '.join(changed)}.")
    if before.clock != after.clock:
        news.append("The clock has been changed.")
    is_moved = before.match != after.match or len(before.seats) != len(after.seats)
    if not is_moved:
        for number, (was, now) in enumerate(zip(before.seats, after.seats, strict=True)):
            news += seat_news(number, was, now)
    if host_of(after) not in ("", host_of(before)):
        news.append(f"{host_of(after)} is now the host.")
    if before.paused != after.paused and after.phase == before.phase == "playing":
        news.append("The match is paused." if after.paused else "The match continues.")
    if before.trouble != after.trouble:
        news.append(TROUBLES.get(after.trouble, "The match continues."))
    if after.phase == "playing" and before.match != after.match:
        players = ", ".join(seat.name for seat in after.seats)
        match = (
            f"Round {after.round} begins"
            if after.world
            else f"Match {after.round} begins: {players}"
        )
        news.append(f"{match}.")
    if after.world and after.phase == "over" != before.phase:
        news.append(f"The next round begins in {ms_words(after.next_ms)}.")
    if after.phase == "gathering" != before.phase:
        news.append("The room is open for another match.")
    return news


def host_of(room: RoomNow) -> str:
    return room.seats[room.host].name if 0 <= room.host < len(room.seats) else ""


def seat_news(number: int, was: SeatNow, now: SeatNow) -> list[str]:
    if was.name != now.name and was.bot == now.bot == "" and was.name and now.name:
        return [f"{was.name} is now called {now.name}."]
    if was.name != now.name:
        who = f"{now.name}, a bot by {now.author}," if now.author else now.name
        return [f"{who} takes seat {number}." if now.name else f"Seat {number} is free."]
    news = []
    if was.gone != now.gone:
        return [f"{now.name} has left."]
    if was.ready != now.ready and (now.author or not now.bot):
        news.append(f"{now.name} is {'ready' if now.ready else 'not ready'}.")
    if was.present != now.present:
        news.append(f"{now.name} is {'back' if now.present else 'away'}.")
    if was.substitute != now.substitute and now.substitute:
        news.append(f"A {now.substitute} bot plays for {now.name} until they return.")
    if was.eyes != now.eyes:
        agrees = "lets spectators see" if now.eyes else "no longer lets spectators see"
        news.append(f"{now.name} {agrees} their view.")
    return news
