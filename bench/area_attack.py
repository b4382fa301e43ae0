"""Area Attack at its largest: 64 x 64 cells, four seats, every one told what it may know.

Actions are those of a match of four `careful` bots, recorded once and played again through a
match with its log and feed; viewers are told at the game's beat, as a server would.
"""

from __future__ import annotations

from rows import Row, cpu_seconds, rate

from freehold.bots import make_bots, run
from freehold.game import Ms, Seat
from freehold.games.area_attack import GAME
from freehold.games.area_attack.actions import Action
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from freehold.match.log import Entry

SEATS = 4
KEY = key_of("bench")
Recorded = list[tuple[Ms, Seat, Action]]


def new_match() -> Match:
    return Match.new(GAME, tuple(Seated(f"bot {seat}") for seat in range(SEATS)), KEY)


def record(level: str) -> tuple[Recorded, float]:
    """The actions of a match of bots, and the CPU seconds that all of it took."""
    match = new_match()
    bots = make_bots(GAME, [level] * SEATS)
    seconds = cpu_seconds(lambda: run(match, bots, key_of("bench bots")))
    entries = [line for line in match.log.lines if isinstance(line, Entry)]
    return [(each.now, each.seat, GAME.parse(each.action)) for each in entries], seconds


def play(recorded: Recorded, told: bool) -> int:
    match = new_match()
    if told:
        for seat in range(SEATS):
            match.open(seat)
    beat = 0
    for now, seat, action in recorded:
        if told and now >= beat:
            match.flush()
            beat = now - now % GAME.flush_ms + GAME.flush_ms
        match.act(now, seat, action)
    return len(recorded)


def middle_of(recorded: Recorded) -> Match:
    match = new_match()
    for now, seat, action in recorded[: len(recorded) // 2]:
        match.act(now, seat, action)
    return match


def measure() -> list[Row]:
    recorded, seconds = record("careful")
    match = middle_of(recorded)

    def copies() -> int:
        for _ in range(200):
            match.state.copy()
        return 200

    def views() -> int:
        for _ in range(100):
            for seat in range(SEATS):
                match.view(seat)
        return 100 * SEATS

    return [
        Row(
            "area-attack 64 x 64, 4 seats: actions with patches for all four",
            rate(lambda: play(recorded, told=True)),
            "actions/s",
            ">= 10,000",
        ),
        Row(
            "area-attack 64 x 64, 4 seats: actions, nobody looking",
            rate(lambda: play(recorded, told=False)),
            "actions/s",
        ),
        Row("area-attack 64 x 64, 4 seats: copy of a state", 1e6 / rate(copies), "us"),
        Row("area-attack 64 x 64, 4 seats: a view", 1e6 / rate(views), "us"),
        Row("area-attack 64 x 64: a whole match of 4 careful bots", seconds, "s"),
    ]
