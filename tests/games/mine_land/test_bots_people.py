"""The bots beside people: no quicker than they say, read from records."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from freehold.bots import make_bots
from freehold.bots.runner import Runner
from freehold.game import Ms, Seat
from freehold.games.mine_land import GAME
from freehold.games.mine_land.bots.players import Manner, Player
from freehold.kernel.chance import key_of
from freehold.match.log import Entry
from freehold.match.replay import Record, begin_record, feed_line, read_record
from tests.games.mine_land import new_match

LEVELS = [level.bot for level in GAME.extras.levels]
PACED = LEVELS[:4]
MOST_PER_SECOND = 2
LEAST_REACTION_MS = 400
SECOND_MS = 1_000
DIGS = ("flip", "flag", "unflag")


def manner_of(level: str) -> Manner:
    return GAME.bots[level]().manner  # type: ignore[no-any-return]


def recorded(level: str, seconds: int = 40) -> Record:
    """In a world where tiles come into sight one step away, so that reactions matter."""
    sides = {"width_tiles": 30, "height_tiles": 30, "spawn_tiles": 2}
    limits = {"sight_tiles": 1, "round_seconds": seconds}
    match = new_match(2, key_of("people", level), **sides, **limits)
    runner = Runner(match, make_bots(GAME, [level, level]), key_of("bots", level))
    while match.outcome is None and (upcoming := runner.next_up()) is not None:
        runner.step(upcoming[0])
    return read_record(match.log.dump())


def digs(record: Record, seat: Seat) -> list[Entry]:
    entries = [line for line in record.lines if isinstance(line, Entry) and line.seat == seat]
    return [entry for entry in entries if entry.action.split()[0] in DIGS]


def reactions(record: Record, seat: Seat) -> Iterator[Ms]:
    """Of every tile that the seat dug: for how long it had been in the seat's sight."""
    match, dug = begin_record(GAME, record), digs(record, seat)
    first_seen = dict[tuple[int, int], Ms]()

    def look() -> None:
        rect = match.view(seat).rect
        for y in range(rect.y, rect.y + rect.height):
            for x in range(rect.x, rect.x + rect.width):
                first_seen.setdefault((x, y), match.now)

    look()
    for line in record.lines:
        if isinstance(line, Entry) and line in dug:
            x, y = map(int, line.action.split()[1].split(","))
            yield line.now - first_seen[x, y]
        feed_line(match, line)
        look()


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_is_no_quicker_than_its_level_says(level: str) -> None:
    record, manner = recorded(level), manner_of(level)
    moments = [entry.now for entry in digs(record, 0)]
    least = manner.dig_pause_ms[0] * (100 - manner.form_percent) // 100
    assert len(moments) > 12
    assert min(later - one for one, later in pairwise(moments)) >= least
    if level in PACED:
        apart = zip(moments, moments[MOST_PER_SECOND:], strict=False)
        assert min(later - first for first, later in apart) > SECOND_MS
    taken = [*reactions(record, 0)]
    assert len(taken) == len(moments)
    assert min(taken) >= manner.reaction_ms


def test_up_to_the_fourth_level_pace_and_reactions_are_a_persons() -> None:
    for manner in map(manner_of, PACED):
        assert manner.dig_pause_ms[0] * (100 - manner.form_percent) >= 100 * SECOND_MS / 2
        assert manner.reaction_ms >= LEAST_REACTION_MS


def test_a_round_has_a_tempo_of_its_own() -> None:
    """Every length of pause within the spread occurs, and it stays for the round."""
    manner = Manner(dig_pause_ms=(1_000, 1_000), step_pause_ms=(500, 500), form_percent=10)
    tempos = list[int]()
    for round_number in range(200):
        bot = Player(manner)
        match = new_match(1, key_of("tempo", 0))
        runner = Runner(match, {0: bot}, key_of("tempo", round_number))
        upcoming = runner.next_up()
        assert upcoming is not None
        runner.step(upcoming[0])
        tempos.append(bot.tempo_percent)
    assert set(tempos) == {*range(90, 111)}
