"""MineWars at its largest: 64 x 64 tiles, six seats, every one told what it may know.

Actions are those of matches of `normal` bots, recorded once and played again through a match with
its log and feed; viewers are told at the game's beat, as a server would. A large match has
thousands of actions. A small one may be over within a hundred or go on to the time limit, so ten
are played: the first alone, as it always was, and all of them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from rows import Row, cpu_seconds, rate

from freehold.bots import make_bots, run
from freehold.game import Ms, Seat, Setup
from freehold.games.minewars import GAME, setup
from freehold.games.minewars.actions import Action, Capture
from freehold.games.minewars.maps import parse_map
from freehold.games.minewars.params import Params
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from freehold.match.log import Entry

LARGE = (6, Params(grid="square", radius_tiles=32, limit_ms=600_000))
SMALL = (2, Params(grid="square", radius_tiles=16, limit_ms=600_000))
KEY = key_of("bench")
LEVEL = "normal"
PLAYS_S = 0.7
"""Minimum time for which matches are repeated."""
Table = tuple[int, Params]
Recorded = list[tuple[Ms, Seat, Action]]


def new_match(table: Table, key: bytes = KEY) -> Match:
    seats, params = table
    return Match.new(GAME, tuple(Seated(f"bot {seat}") for seat in range(seats)), key, params)


def record(table: Table, key: bytes = KEY) -> Recorded:
    match = new_match(table, key)
    run(match, make_bots(GAME, [LEVEL] * table[0]), key_of("bench bots"))
    entries = [line for line in match.log.lines if isinstance(line, Entry)]
    return [(each.now, each.seat, GAME.parse(each.action)) for each in entries]


def begin_again(begun: Match, told: bool) -> Match:
    match = Match(GAME, begun.header, begun.snapshot())
    if told:
        for seat in range(len(begun.header.seats)):
            match.open(seat)
    return match


def play(match: Match, recorded: Recorded, told: bool) -> None:
    beat = 0
    for now, seat, action in recorded:
        if told and now >= beat:
            match.flush()
            beat = now - now % GAME.flush_ms + GAME.flush_ms
        match.act(now, seat, action)


def actions_rate(matches: Sequence[tuple[Match, Recorded]], told: bool = False) -> float:
    """Actions a CPU second, the best of three: whole matches again, each from its beginning.
    Only actions and telling are counted; a map made, or a snapshot read, is measured elsewhere."""
    best = 0.0
    for _ in range(3):
        done, spent = 0, 0.0
        while spent < PLAYS_S:
            for begun, recorded in matches:
                match = begin_again(begun, told)
                spent += cpu_seconds(partial(play, match, recorded, told))
                done += len(recorded)
        best = max(best, done / spent)
    return best


def middle_of(table: Table, recorded: Recorded) -> Match:
    match = new_match(table)
    for now, seat, action in recorded[: len(recorded) // 2]:
        match.act(now, seat, action)
    return match


# One click that takes a thousand tiles


def plain() -> str:
    """33 x 33 tiles of land with six cities: nothing stops an autoexpansion."""
    rows = [["."] * 33 for _ in range(33)]
    for seat in range(6):
        rows[6 + 20 * (seat // 3)][6 + 10 * (seat % 3)] = str(seat + 1)
    lines = ["~" + "".join(row) + "~" for row in rows]
    water = "~" * 35
    return "\n".join(["grid: square", water, *lines, water])


def expansion_ms() -> tuple[float, int]:
    """The CPU ms of an expansion with six viewers' patches, the best of a few, and its tiles."""
    params = Params(map=plain(), limit_ms=0)
    best, taken = 1e9, 0
    for _ in range(5):
        match = new_match((6, params))
        found = parse_map(params.map)
        match.state = setup.begin(params, found, bytes(len(found.kinds)), KEY)
        for seat in range(6):
            match.open(seat)
        before = match.state.players[0].land
        begun = time.process_time()
        match.act(1_000, 0, Capture(5, 9))
        match.flush()
        best = min(best, time.process_time() - begun)
        taken = match.state.players[0].land - before
    return 1_000 * best, taken


def measure() -> list[Row]:
    large, small = record(LARGE), record(SMALL)
    begun = new_match(LARGE)
    keys = [key_of("bench", number) for number in range(10)]
    ten = [(new_match(SMALL, key), record(SMALL, key)) for key in keys]
    match = middle_of(LARGE, large)
    spent_ms, tiles = expansion_ms()

    def views() -> int:
        for _ in range(20):
            for seat in range(LARGE[0]):
                match.view(seat)
        return 20 * LARGE[0]

    def wakes() -> int:
        for _ in range(1_000):
            match.wake_at()
        return 1_000

    made = cpu_seconds(lambda: GAME.new(Setup(LARGE[1], LARGE[0], KEY)))
    return [
        Row(
            f"minewars 64 x 64, 6 seats: actions with patches for all six ({len(large):,})",
            actions_rate([(begun, large)], told=True),
            "actions/s",
            ">= 2,500",
        ),
        Row(
            "minewars 64 x 64, 6 seats: actions, nobody looking",
            actions_rate([(begun, large)]),
            "actions/s",
        ),
        Row(
            f"minewars 32 x 32, 2 seats: actions, nobody looking ({len(small)})",
            actions_rate([(new_match(SMALL), small)]),
            "actions/s",
            ">= 10,000",
        ),
        Row(
            f"minewars 32 x 32: the same in ten others ({sum([len(each) for _, each in ten]):,})",
            actions_rate(ten),
            "actions/s",
        ),
        Row(f"minewars: one click takes {tiles:,} tiles, 6 viewers told", spent_ms, "ms", "< 20"),
        Row("minewars 64 x 64: a map made, with its items and sights", made, "s", "< 0.5"),
        Row("minewars 64 x 64, 6 seats: a view", 1e6 / rate(views), "us"),
        Row("minewars: asking when the next thing is due", 1e6 / rate(wakes), "us"),
        Row("minewars 64 x 64: a snapshot", 1e3 / rate(lambda: bool(match.snapshot())), "ms"),
    ]
