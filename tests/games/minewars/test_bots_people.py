"""The bots beside people: no quicker than they say, read from records, and easy on newcomers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest
from msgspec import Struct
from msgspec.structs import replace

from freehold.bot import Wait
from freehold.bots import make_bots, run
from freehold.bots.crew import make_bot
from freehold.bots.runner import Runner
from freehold.game import Ms, Seat, View
from freehold.games.minewars import GAME
from freehold.games.minewars.actions import Capture
from freehold.games.minewars.bots import MANNERS
from freehold.games.minewars.bots.players import Player
from freehold.games.minewars.facts import Facts
from freehold.games.minewars.moves import cities
from freehold.games.minewars.params import Params
from freehold.games.minewars.views import view
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Seated
from freehold.match.log import Entry
from freehold.match.replay import Record, begin_record, feed_line, read_record
from tests.games.minewars import position

SHORT = Params(radius_tiles=10, cities=3, limit_ms=90_000)
MOST_PER_SECOND = 2
LEAST_REACTION_MS = 400
SECOND_MS = 1_000
LOOKED_AT = ("reach", "owner")
PACED = [level.bot for level in GAME.extras.levels][:4]


@cache
def recorded(level: str) -> Record:
    """A match of two bots of this level."""
    match = Match.new(GAME, (Seated(level, level),) * 2, key_of("people", 1), SHORT)
    run(match, make_bots(GAME, [level, level]), key_of("bots", 1))
    return read_record(match.log.dump())


def clicks(record: Record, seat: Seat) -> list[Entry]:
    return [line for line in record.lines if isinstance(line, Entry) and line.seat == seat]


def reactions(record: Record, seat: Seat) -> Iterator[Ms]:
    """Of every tile that the seat named: for how long it had looked to the seat as it did then."""
    match = begin_record(GAME, record)
    seen, since = match.view(seat), dict[int, Ms]()

    def look() -> None:
        nonlocal seen
        before, seen = seen, match.view(seat)
        for name in LOOKED_AT:
            if before.layers[name] != seen.layers[name]:
                pairs = zip(before.layers[name], seen.layers[name], strict=True)
                since.update((cell, match.now) for cell, (a, b) in enumerate(pairs) if a != b)

    for line in record.lines:
        while isinstance(line, Entry) and (due := match.wake_at()) is not None and due <= line.now:
            match.advance(due)
            look()
        if isinstance(line, Entry) and line.seat == seat:
            yield from (line.now - since.get(cell, 0) for cell in cells_of(line, seen.rect.width))
        feed_line(match, line)
        look()


def cells_of(line: Entry, width: int) -> list[int]:
    places = [word.split(",") for word in line.action.split() if "," in word]
    return [int(y) * width + int(x) for x, y in places]


@pytest.mark.parametrize("level", PACED)
def test_up_to_the_fourth_level_no_bot_clicks_more_than_twice_a_second(level: str) -> None:
    moments = [line.now for line in clicks(recorded(level), 0)]
    assert len(moments) > 12
    for first, later in zip(moments, moments[MOST_PER_SECOND:], strict=False):
        assert later - first > SECOND_MS


@pytest.mark.parametrize("level", MANNERS)
def test_a_bot_clicks_at_the_pace_that_its_manner_states(level: str) -> None:
    moments = [line.now for line in clicks(recorded(level), 0)]
    assert min(later - one for one, later in pairwise(moments)) >= MANNERS[level].pause_ms[0]


@pytest.mark.slow
@pytest.mark.parametrize("level", MANNERS)
def test_no_tile_is_clicked_sooner_after_its_first_sight_than_the_level_says(level: str) -> None:
    taken = [*reactions(recorded(level), 0)]
    assert len(taken) > 12
    assert min(taken) >= MANNERS[level].reaction_ms


def test_up_to_the_fourth_level_reactions_are_a_persons() -> None:
    below = [MANNERS[level] for level in PACED]
    assert min(manner.reaction_ms for manner in below) >= LEAST_REACTION_MS
    assert min(manner.pause_ms[0] for manner in below) * MOST_PER_SECOND >= SECOND_MS


QUIET = """
~ a a a ~ ~ ~ ~ ~ ~ b b
~ a aC a ~ ~ ~ ~ ~ ~ bC b
~ a a a ~ ~ ~ ~ ~ ~ b b
"""


@pytest.mark.parametrize("level", MANNERS)
def test_what_is_seen_moves_the_hand_only_after_the_levels_reaction(level: str) -> None:
    manner = replace(MANNERS[level], pause_ms=(1, 1), slip_percent=0)
    quiet, held = position(QUIET), position(QUIET.replace("a ", "b "))
    cities.watch(held, 10_000, 0)
    assert held.cities[0].hold_by == 2
    bot, chance = Player(manner), Stream(key_of(level), "bot")
    for now in range(0, 10_000, 500):
        assert isinstance(bot.decide(view(quiet, 0), now, chance), Wait)
    for now in range(10_000, 10_000 + manner.reaction_ms, 10):
        assert isinstance(bot.decide(view(held, 0), now, chance), Wait)
    assert isinstance(bot.decide(view(held, 0), 10_000 + manner.reaction_ms, chance), Capture)


# Newcomers


class Idle:
    """Somebody who reads the screen, and goes on reading."""

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Struct:
        return Wait()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_easy_leaves_an_idle_newcomer_alone_for_two_minutes_and_alive_for_five(seed: int) -> None:
    match = Match.new(GAME, (Seated("Ann"), Seated("Bot")), key_of("idle", seed))
    first = match.view(0).layers["owner"]
    runner = Runner(match, {0: Idle(), 1: make_bot(GAME, "easy")}, key_of("bots", seed))
    for until in (120_000, 300_000):
        while (upcoming := runner.next_up()) and upcoming[0] <= until:
            runner.step(upcoming[0])
        if until == 120_000:
            own = [cell for cell, owner in enumerate(first) if owner == 1]
            assert all(match.state.owner[cell] == 1 for cell in own)
        assert not match.state.players[0].is_out
    assert match.state.players[1].land > 40
