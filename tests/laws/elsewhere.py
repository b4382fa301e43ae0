"""Prints the fingerprints of a game's plays, for a comparison with another process.

    python -m tests.laws.elsewhere GAME FAULT MOST SEED...

FAULT is the name of a planted fault, or `none`; MOST is how many steps, or 0 for whole matches.
"""

from __future__ import annotations

import sys

from tests.games_under_test import game_named
from tests.laws.faults import FAULTS
from tests.laws.law_1 import fingerprints_of

if __name__ == "__main__":
    name, fault, most, *seeds = sys.argv[1:]
    game = game_named(name)
    if fault != "none":
        game = FAULTS[fault](game)
    for line in fingerprints_of(game, [int(seed) for seed in seeds], int(most)):
        print(line)
