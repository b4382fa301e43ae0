"""Struct types are built before threads decode them: msgspec's first use of a type is not safe in
threads, and a server died of it when several players came back at once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from freehold.store import SqliteStore
from tests.proof.kept import fill

PROGRAM = Path(__file__).with_name("rebuilding.py")
LIST = """
import importlib, json, pkgutil
import freehold
from freehold.games import game_names, load_game
from freehold.server import serving
from freehold.server.upkeep.warming import _below, warm_types
from msgspec import Struct

def names(types):
    return sorted(f"{each.__module__}.{each.__qualname__}" for each in types)

warmed = names(warm_types(load_game, game_names()))
for module in pkgutil.walk_packages(freehold.__path__, "freehold."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print(json.dumps([warmed, names(_below(Struct))]))
"""
NOT_OF_A_SERVER = ("freehold.arena.", "freehold.cli.", "freehold.client.", "freehold.testing.")
NOT_LOADED = {
    "freehold.cluster.memory",  # a site for tests
    "freehold.server.upkeep.doctor",  # a command of its own
    "freehold.store.copying",  # another one
    "freehold.games._template",  # a game to copy, which no server offers
}


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.slow
def test_every_struct_type_of_the_package_is_built_at_the_start() -> None:
    done = run("-c", LIST)
    warmed, there = json.loads(done.stdout)
    left = [
        each
        for each in there
        if each not in warmed
        and not each.startswith(NOT_OF_A_SERVER)
        and not any(each.startswith(module + ".") for module in NOT_LOADED)
    ]
    assert left == []
    for needed in (
        "match.match.Snapshot",
        "server.match.effects.Saved",
        "games.minewars.state.State",
    ):
        assert f"freehold.{needed}" in warmed


@pytest.mark.slow
def test_no_type_is_built_while_matches_are_read_in_threads(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "freehold.db")
    fill(store, entries=70)
    store.close()
    warm = run(str(PROGRAM), str(tmp_path / "freehold.db"))
    assert (warm.returncode, warm.stdout.split()) == (0, []), warm.stderr
    cold = run(str(PROGRAM), str(tmp_path / "freehold.db"), "cold")
    assert cold.returncode < 0 or "Snapshot" in cold.stdout  # the crash itself, or its cause
