"""The same matches give the same bytes as when these were written, on any Python and hash seed.

`make pythons` runs this file on every Python there is; `make golden` writes the figures again.
"""

from __future__ import annotations

import msgspec
import pytest

from freehold.game import AnyGame
from tests.games_under_test import NAMES, find_games, game_named, golden_of, is_ours, largest_slow
from tests.golden_fingerprints import fingerprints_by_play


def kept_of(game: AnyGame) -> dict[str, dict[str, str]]:
    path = golden_of(game) / "fingerprints.json"
    kept: dict[str, dict[str, str]] = msgspec.json.decode(path.read_bytes())
    return kept


@pytest.mark.slow
@pytest.mark.parametrize("name", largest_slow(NAMES))
def test_the_same_matches_give_the_same_bytes(name: str) -> None:
    kept = kept_of(game_named(name))
    assert name in kept, f"no fingerprints of {name} are kept; run make golden"
    assert fingerprints_by_play(game_named(name)) == kept[name]


def test_no_fingerprints_are_kept_of_a_game_that_is_gone() -> None:
    ours = [game for game in find_games() if is_ours(game)]
    assert set(kept_of(ours[0])) == {game.name for game in ours}
