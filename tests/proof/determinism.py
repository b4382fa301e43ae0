"""Records replay to the same bytes: here, in other processes, and on every Python that is there.

The other Pythons are those for which `sh tools/pythons.sh make` has made an environment.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from freehold.arena.bouts import bots_key, match_key, seat_bots
from freehold.arena.looks import check_looks
from freehold.bots import make_bots
from freehold.bots import run as run_bots
from freehold.games import game_names
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from freehold.testing.plays import begin, play
from tests.games_under_test import tables
from tests.proof.harness import Found, Plants, Proof, try_each
from tests.proof.replaying import PLANTED, game_of

ROOT = Path(__file__).resolve().parents[2]
STEPS = (12, 24, 48)
"""How long a play is, in turn: most faults show in short ones, and there can be more of these."""
GAMES = tuple(game_names())
OTHER_EVERY = 4
"""One record in this number is of another table than the first: to make a large board is most of
the work, each time that it is replayed."""
BOTS_EVERY = 97
"""One record in this number is of bots; it is looked at often, seldom and never besides."""


def pythons() -> list[str]:
    """This one, and those with an environment for this folder."""
    ready = (each for each in sorted(ROOT.glob(".venv-3.*")) if (each / "ready").exists())
    mine = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    others = [each / "bin" / "python" for each in ready if each.name.split("-")[1] not in mine]
    return [sys.executable, *(str(each) for each in others if each.exists())]


def make_match(seed: int, fault: str = "") -> Match:
    """A random play of a game, at one of its tables; with somebody who gives up or without."""
    game = game_of(GAMES[seed % len(GAMES)], fault)
    number = seed // len(GAMES)
    offered = tables(game)
    at = offered[number // OTHER_EVERY % len(offered)] if number % OTHER_EVERY == 0 else offered[0]
    match = begin(game, at, seed)
    most = STEPS[number % len(STEPS)]
    play(match, Stream(key_of("determinism", seed), "steps"), (0, 40)[number % 2], most)
    match.advance(match.now, mark=True)
    return match


def play_bots(seed: int) -> Match:
    """A whole match of bots, as the arena plays it."""
    game = game_of(GAMES[seed % len(GAMES)], "")
    at = tables(game)[0]
    levels = [list(game.bots)[(seed + seat) % len(game.bots)] for seat in range(at.seats)]
    params = msgspec.convert(msgspec.to_builtins(at.params), game.params)
    match = Match.new(game, seat_bots(game, levels), match_key(seed), params)
    run_bots(match, make_bots(game, levels), bots_key(seed))
    check_looks(match)
    return match


def elsewhere(python: str, hash_seed: int, path: Path, fault: str) -> list[str]:
    words = [python, "-m", "tests.proof.replaying", str(path), *([fault] if fault else [])]
    where = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    where["PYTHONPATH"] = f"{ROOT / 'src'}{os.pathsep}{ROOT}"
    done = subprocess.run(
        words, cwd=ROOT, env=where, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, f"{python} failed: {done.stderr[-400:]}"
    return done.stdout.splitlines()


def run(count: int, seed: int, fault: str = "", most_pythons: int = 9) -> Found:
    """Make records; then all of them are replayed by each Python, in turn under either hash seed.
    Each must come to the match that was played, and all must tell the same on the way."""
    made: dict[int, Match] = {}

    def attempt(each: int) -> Counter[str]:
        is_bots = not fault and each % BOTS_EVERY == 0
        made[each] = match = play_bots(each) if is_bots else make_match(each, fault)
        return Counter({"records": 1, "lines": len(match.log.lines), "bot matches": int(is_bots)})

    found = try_each(count, seed, attempt)
    processes = pythons()[:most_pythons]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "records.jsonl"
        path.write_bytes(b"\n".join(match.log.dump() for match in made.values()))
        told = [
            elsewhere(python, number % 2, path, fault)
            for number, python in enumerate(processes * 2 if len(processes) == 1 else processes)
        ]
    found.counts["replays"] += sum(map(len, told))
    for (each, match), marks in zip(made.items(), zip(*told, strict=True), strict=True):
        if len({*marks}) > 1 or marks[0].split()[0] != match.fingerprint():
            wrong = f"{match.game.name} is played to {match.fingerprint()} and replayed to {marks}"
            found.faults.setdefault(each, wrong)
    return found


def find_out(fault: str) -> str:
    return next(iter(run(20, 1, fault, most_pythons=1).faults.values()), "")


def plants() -> Plants:
    return {fault: partial(find_out, fault) for fault in PLANTED}


PROOFS = (
    Proof(
        "determinism",
        "A record replays to the same bytes in any process, on any Python, under any hash seed.",
        10_000 * len(GAMES),
        "records",
        run,
        plants,
        small=50,
        share=500,
        chunk=1_000,
    ),
)
