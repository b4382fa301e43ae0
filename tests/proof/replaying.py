"""Replays records in another process: a word for each is printed.

    python -m tests.proof.replaying FILE [FAULT]

FILE holds records with an empty line after each. FAULT is the name of a planted fault.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from freehold.game import PUBLIC, AnyGame, Ms, Notice, Seat
from freehold.kernel import canonical
from freehold.match import read_record
from freehold.match.replay import begin_record, follow, numbered
from tests.games_under_test import game_named
from tests.laws.faults import FAULTS, with_note

EVERY = 8
"""Lines between two times that everybody is told."""


class Replayed(NamedTuple):
    """What a replay comes to."""

    state: str
    told: str
    """Every frame of every viewer, told after every few lines."""


def keeps_a_hash(game: AnyGame) -> AnyGame:
    """What Python's hash of a word is decides the state."""
    return changing(game, lambda: hash("freehold") % 251)


def reads_the_clock(game: AnyGame) -> AnyGame:
    return changing(game, lambda: time.perf_counter_ns() % 251)


def changing(game: AnyGame, value: Callable[[], int]) -> AnyGame:
    def act(state: Any, now: Ms, seat: Seat, action: Any) -> list[Notice]:
        notices = game.act(state, now, seat, action)
        state.planted = value()
        return notices

    return replace(with_note(game), act=act)


PLANTED = {
    "draws_from_global_random": FAULTS["draws_from_global_random"],
    "takes_the_order_of_a_set": FAULTS["takes_the_order_of_a_set"],
    "spells_everything_alike": FAULTS["spells_everything_alike"],
    "keeps_a_hash": keeps_a_hash,
    "reads_the_clock": reads_the_clock,
}


def game_of(name: str, fault: str) -> AnyGame:
    game = game_named(name)
    return PLANTED[fault](game) if fault else game


def replay_telling(data: bytes, fault: str = "") -> Replayed:
    """Replay a record with everybody watching; each line must be the one that stands there."""
    record = read_record(data)
    match = begin_record(game_of(record.header.game, fault), record)
    told: list[Any] = [match.open(viewer) for viewer in (*range(len(match.seats)), PUBLIC)]
    for number, line in numbered(record):
        follow(match, line, number)
        if number % EVERY == 0:
            told.append(tuple(match.flush().items()))
    told.append(tuple(match.flush().items()))
    return Replayed(match.fingerprint(), canonical.fingerprint(told))


def main(path: str, fault: str = "") -> None:
    for data in Path(path).read_bytes().split(b"\n\n"):
        if data.strip():
            try:
                print(*replay_telling(data, fault))
            except Exception as error:
                print(f"{type(error).__name__}: {error}".replace("\n", " "))


if __name__ == "__main__":
    main(*sys.argv[1:])
