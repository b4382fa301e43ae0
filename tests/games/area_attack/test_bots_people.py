"""The bots beside people: no quicker than they say, read from records."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from freehold.bots import make_bots, run
from freehold.game import Ms, Seat
from freehold.games.area_attack import GAME
from freehold.games.area_attack.bots.players import Manner
from freehold.kernel.chance import key_of
from freehold.match.log import Entry
from freehold.match.replay import Record, begin_record, feed_line, read_record
from tests.games.area_attack import new_match

LEVELS = [level.bot for level in GAME.extras.levels]
PACED = LEVELS[:4]
MOST_PER_SECOND = 2
LEAST_REACTION_MS = 400
SECOND_MS = 1_000
SHORT = {"stage_2_ms": 15_000, "stage_3_ms": 30_000, "lock_ms": 15_000, "pick_ms": 9_000}
LOOKED_AT = ("legal", "owner", "ground")


def manner_of(level: str) -> Manner:
    return GAME.bots[level]().manner  # type: ignore[no-any-return]


def recorded(level: str) -> Record:
    match = new_match(2, key_of("people", level), **SHORT)
    run(match, make_bots(GAME, [level, level]), key_of("bots", level))
    return read_record(match.log.dump())


def reactions(record: Record, seat: Seat) -> Iterator[Ms]:
    """Of every cell that the seat opened: for how long it had looked to the seat as it did then."""
    match = begin_record(GAME, record)
    seen, since = match.view(seat), dict[int, Ms]()

    def look() -> None:
        nonlocal seen
        before, seen = seen, match.view(seat)
        for name in LOOKED_AT:
            for cell, (old, new) in enumerate(
                zip(before.layers[name], seen.layers[name], strict=True)
            ):
                if old != new:
                    since[cell] = match.now

    for line in record.lines:
        while isinstance(line, Entry) and (due := match.wake_at()) is not None and due <= line.now:
            match.advance(due)
            look()
        if isinstance(line, Entry) and line.seat == seat and line.action.startswith("open"):
            x, y = map(int, line.action.split()[1].split(","))
            yield line.now - since.get(y * seen.rect.width + x, 0)
        feed_line(match, line)
        look()


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_is_no_quicker_than_its_level_says(level: str) -> None:
    record, manner = recorded(level), manner_of(level)
    moments = [line.now for line in record.lines if isinstance(line, Entry) and line.seat == 0]
    assert len(moments) > 12
    assert min(later - one for one, later in pairwise(moments)) >= manner.pause_ms[0]
    if level in PACED:
        apart = zip(moments, moments[MOST_PER_SECOND:], strict=False)
        assert min(later - first for first, later in apart) > SECOND_MS
    taken = [*reactions(record, 0)]
    assert len(taken) > 10
    assert min(taken) >= manner.reaction_ms


def test_up_to_the_fourth_level_reactions_are_a_persons() -> None:
    assert min(manner_of(level).reaction_ms for level in PACED) >= LEAST_REACTION_MS
