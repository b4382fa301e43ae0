"""Law 1. Same in, same out: equal set-up and inputs give equal fingerprints, in any process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from freehold.game import AnyGame
from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from tests.games_under_test import At, tables
from tests.plays import begin, fingerprints, play

ROOT = Path(__file__).resolve().parents[2]


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


def check_law_1_elsewhere(name: str, fault: str, seeds: Sequence[int], most: int = 0) -> None:
    """The same in two other processes, whose strings hash otherwise."""
    found = [in_process(name, fault, seeds, most, hash_seed) for hash_seed in (1, 2)]
    assert found[0] == found[1], f"{name}: another hash seed, another match"


def in_process(name: str, fault: str, seeds: Sequence[int], most: int, hash_seed: int) -> str:
    words = [name, fault, str(most), *map(str, seeds)]
    ran = subprocess.run(
        [sys.executable, "-m", "tests.laws.elsewhere", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def fingerprints_of(game: AnyGame, seeds: Sequence[int], most: int) -> list[str]:
    return [fingerprints(game, at, seed, most) for at in tables(game) for seed in seeds]
