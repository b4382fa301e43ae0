"""The same matches give the same bytes as when these were written, on any Python and hash seed.

`make pythons` runs this file on every Python there is; `make golden` writes the figures anew.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from freehold.games import game_names
from tests.games_under_test import game_named
from tests.golden_fingerprints import fingerprints_by_play

GOLDEN = Path(__file__).parent / "golden" / "fingerprints.json"
NAMES = ("template", "lantern", *game_names())


@pytest.mark.parametrize("name", NAMES)
def test_the_same_matches_give_the_same_bytes(name: str) -> None:
    kept = msgspec.json.decode(GOLDEN.read_bytes())
    assert name in kept, f"no fingerprints of {name} are kept; run make golden"
    assert fingerprints_by_play(game_named(name)) == kept[name]


def test_no_fingerprints_are_kept_of_a_game_that_is_gone() -> None:
    assert set(msgspec.json.decode(GOLDEN.read_bytes())) == set(NAMES)
