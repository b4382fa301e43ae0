"""What a game shows and says fits together: legend, layers, tiles, sentences, spellings.

No law of its own, but what every client relies on, checked on random play.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from freehold.game import PUBLIC, TRUTH, AnyGame, Illegal, View
from freehold.games import load_rules
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.sentences import fill
from freehold.match import Match
from tests.games_under_test import NAMES, game_named, is_ours, tables
from tests.plays import begin, copy_state, steps, take, viewers, wild_actions
from tests.playthroughs import Listening

THE_MATCHS_OWN = {"over", "no_such_seat", "not_yours_to_say"}


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> AnyGame:
    return game_named(request.param)


def played(game: AnyGame, most: int) -> Any:
    """A match at each of its tables, after every few steps."""
    for seed, at in enumerate(tables(game)):
        match = begin(game, at, seed)
        match.feed = Listening(game)
        match.feed.heard = []
        rng = Stream(key_of("words", seed), "steps")
        for number, step in enumerate(islice(steps(match, rng, restless=40), most)):
            take(match, step)
            if number % 5 == 0 or match.outcome:
                yield match, rng


def test_every_layer_is_as_its_legend_says(game: AnyGame) -> None:
    for match, _ in played(game, 120):
        for viewer in (*viewers(match), *([TRUTH] if match.outcome else [])):
            check_view(game, match.view(viewer), len(match.header.seats))


def check_view(game: AnyGame, view: View[Any], seats: int) -> None:
    assert type(view.facts) is game.facts
    assert set(view.layers) == set(game.legend)
    for name, layer in view.layers.items():
        assert type(layer) is bytes, f"{name}: a layer is handed out read-only"
        assert len(layer) == view.rect.width * view.rect.height, name
        legend = game.legend[name]
        most = {"names": len(legend.names) - 1, "seats": seats, "numbers": 255}[legend.kind]
        assert max(layer, default=0) <= most, f"{name} has a byte beyond its legend"


def test_every_view_can_be_drawn_and_described(game: AnyGame) -> None:
    for match, _ in played(game, 60):
        for viewer in viewers(match):
            view = match.view(viewer)
            tiles = game.tiles(view)
            assert len(tiles) == view.rect.width * view.rect.height
            assert all(len(tile.text) <= 4 and tile.seat < at_most(match) for tile in tiles)
            lines = game.describe(view, match.names)
            assert not any("\n" in line for line in lines)
        assert match.svg(PUBLIC).startswith("<svg")


def at_most(match: Match) -> int:
    return len(match.header.seats)


def test_every_code_has_its_sentence(game: AnyGame) -> None:
    for ending in game.endings:
        assert game.texts[f"ending_{ending}"]
    for match, rng in played(game, 120):
        for notice in match.feed.take():
            assert fill(game.texts[notice.code], notice.facts, match.names)
        for action in islice(wild_actions(match, rng, []), 8):
            check_refusal(match, rng.below(at_most(match)), action)


def check_refusal(match: Match, seat: int, action: Any) -> None:
    found = None
    try:
        match.game.act(copy_state(match.game, match.state), match.now, seat, action)
    except Illegal as refusal:
        found = refusal
    if found is not None and found.code not in THE_MATCHS_OWN:
        assert fill(match.game.texts[found.code], found.facts, match.names)


def test_the_record_is_complete(game: AnyGame) -> None:
    least, most = game.seats
    assert 1 <= least <= most
    assert game.endings
    assert game.title
    assert game.sentence
    assert game.bots or not is_ours(game), "each of our games has a bot"
    assert game.params() == game.params()
    assert load_rules(game).startswith("# ")
