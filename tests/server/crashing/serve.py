"""`freehold serve` again and again: loaded once, then a new process for each line that comes.

It says `pid N` of each, and `gone` when that has ended, by whatever. Snapshots are taken after a
few entries already, so that kills meet them. With `--early` as its first word the server has a
planted fault: answers and frames leave before they are committed.
"""

from __future__ import annotations

import dataclasses
import functools
import os
import sys
from pathlib import Path

from freehold.cli import main
from freehold.game import AnyGame
from freehold.games import game_names, load_game
from freehold.server import keys, serving
from freehold.server.hub import Hub
from freehold.server.match.effects import Effect, Send
from freehold.server.match.live import Live
from freehold.server.upkeep.warming import warm_types
from tests.same_boards import counted_keys

SNAPSHOT_ENTRIES = 20


def load_with_snapshots(name: str) -> AnyGame:
    return dataclasses.replace(load_game(name), snapshot_entries=SNAPSHOT_ENTRIES)


def release_early(self: Live, effects: list[Effect]) -> None:
    while self._unsent:
        effects.append(Send(self._unsent.popleft()[1]))


def serve_again_and_again(words: list[str]) -> None:
    folder = Path(words[words.index("--data") + 1]).name  # in a test it is the test's name
    for life, _ in enumerate(sys.stdin):
        keys.new_key = counted_keys(f"{folder} {life}")
        pid = os.fork()
        if not pid:
            os._exit(main(["serve", *words]))
        print(f"pid {pid}", flush=True)
        os.waitpid(pid, 0)
        print("gone", flush=True)


if __name__ == "__main__":
    serving.Hub = functools.partial(Hub, find_game=load_with_snapshots)  # type: ignore[assignment, attr-defined]
    warm_types(load_game, game_names())  # once, and not in each of the processes
    given = sys.argv[1:]
    if given[0] == "--early":
        Live._release = release_early  # type: ignore[method-assign]
        given = given[1:]
    serve_again_and_again(given)
