"""Law 1. Same in, same out: equal set-up and inputs give equal fingerprints, in any process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import msgspec
from msgspec import Struct

from freehold.game import AnyGame, Clock
from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from freehold.testing.plays import begin, fingerprints, play
from freehold.testing.trials import At, Trial


def check_law_1(game: AnyGame, at: At, seeds: Sequence[int], most: int = 0) -> None:
    for seed in seeds:
        check_exact(game, at, seed)
        once, again = (fingerprints(game, at, seed, most) for _ in range(2))
        assert once == again, f"{game.name}, seed {seed}: the same match went another way"


def check_exact(game: AnyGame, at: At, seed: int) -> None:
    """A state holds nothing that another machine may round differently, and comes back whole."""
    match = begin(game, at, seed)
    rng = Stream(key_of("exact", seed), "steps")
    for _ in range(4):
        data = canonical.encode(match.state)
        floats = list(find_floats(msgspec.msgpack.decode(data, strict=False)))
        assert not floats, f"{game.name}, seed {seed}: floats in the state: {floats}"
        rebuilt = canonical.decode(data, game.state)
        assert canonical.encode(rebuilt) == data, f"{game.name}: a state does not come back whole"
        play(match, rng, most=10)


def find_floats(value: Any) -> Iterator[float]:
    if isinstance(value, float):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from find_floats(key)
            yield from find_floats(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from find_floats(each)


# In another process


class PlayTask(Struct, frozen=True):
    """What the other process is to play. It is sent as JSON, so tables are plain values."""

    folder: str
    """The package of the game's record."""
    change: str
    """`module:function` that makes another game of it, or nothing."""
    tables: tuple[tuple[int, Any, Clock], ...]
    seeds: tuple[int, ...]
    most: int
    """Steps of a play; 0 for whole matches."""


def check_law_1_elsewhere(
    trial: Trial, seeds: Sequence[int], most: int = 0, change: str = ""
) -> None:
    """The same in two other processes, whose strings hash otherwise."""
    task = PlayTask(trial.game.folder, change, trial.tables, tuple(seeds), most)
    found = [in_process(task, hash_seed) for hash_seed in (1, 2)]
    assert found[0] == found[1], f"{trial.game.name}: another hash seed, another match"


def in_process(task: PlayTask, hash_seed: int) -> bytes:
    paths = os.pathsep.join(path for path in sys.path if path)
    ran = subprocess.run(
        [sys.executable, "-m", "freehold.testing.elsewhere"],
        input=msgspec.json.encode(task),
        env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr.decode(errors="replace")
    return ran.stdout


def fingerprints_of(task: PlayTask) -> list[str]:
    """What the other process does."""
    game: AnyGame = import_module(task.folder).GAME
    if task.change:
        module, _, name = task.change.partition(":")
        game = getattr(import_module(module), name)(game)
    tables = [At(seats, as_params(game, params), clock) for seats, params, clock in task.tables]
    return [fingerprints(game, at, seed, task.most) for at in tables for seed in task.seeds]


def as_params(game: AnyGame, params: Any) -> Struct | None:
    return None if params is None else msgspec.convert(params, game.params)
