"""What a game shows and says fits together: legend, layers, tiles, sentences, spellings.

No law of its own, but what every client relies on, checked on random play.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec import structs

from freehold.game import PUBLIC, TRUTH, AnyGame, Illegal, View, words_of_facts
from freehold.games import load_rules, problems_of
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.sentences import fill, gaps
from freehold.match import Match
from freehold.testing.plays import begin, copy_state, steps, take, viewers, wild_actions
from freehold.testing.playthroughs import Listening
from freehold.testing.trials import Trial

THE_MATCHS_OWN = {"over", "no_such_seat", "not_yours_to_say"}


def played(trial: Trial, most: int) -> Iterator[tuple[Match, Stream, Listening]]:
    """A match at each of its tables, after every few steps."""
    for seed, at in enumerate(trial.tables):
        match = begin(trial.game, at, seed)
        match.feed = feed = Listening(trial.game)
        feed.heard = []
        rng = Stream(key_of("words", seed), "steps")
        for number, step in enumerate(islice(steps(match, rng, restless=40), most)):
            take(match, step)
            if number % 5 == 0 or match.outcome:
                yield match, rng, feed


def layers_are_as_the_legend_says(trial: Trial) -> None:
    for match, _, _ in played(trial, 120):
        for viewer in (*viewers(match), *([TRUTH] if match.outcome else [])):
            view = match.view(viewer)
            check_view(trial.game, view, len(match.header.seats))
            check_grid(view, trial.game.shape(match.setup.params))


def check_grid(view: View[Any], shape: str) -> None:
    """`view.grid` is of the board that is played on."""
    found = view.grid.shape
    assert found == shape, f"view.grid is {found}, the board is {shape}: give the facts a `shape`"
    assert shape == "square" or view.rect.y % 2 == 0, (
        f"a window on a hex board must begin on an even row, not on row {view.rect.y}"
    )


def check_view(game: AnyGame, view: View[Any], seats: int) -> None:
    assert type(view.facts) is game.facts, f"the facts are a {type(view.facts).__name__}"
    assert set(view.layers) == set(game.legend), f"layers {set(view.layers)} differ from the legend"
    for name, layer in view.layers.items():
        assert type(layer) is bytes, f"the layer {name} must be bytes, which nobody can change"
        assert len(layer) == view.rect.width * view.rect.height, f"{name} has {len(layer)} bytes"
        legend = game.legend[name]
        most = {"names": len(legend.names) - 1, "seats": seats, "numbers": 255}[legend.kind]
        assert max(layer, default=0) <= most, f"the layer {name} has a byte beyond its legend"


def views_can_be_drawn_and_described(trial: Trial) -> None:
    for match, _, _ in played(trial, 60):
        for viewer in viewers(match):
            check_picture(match, match.view(viewer))
        assert match.svg(PUBLIC).startswith("<svg")


def check_picture(match: Match, view: View[Any]) -> None:
    tiles = match.game.tiles(view)
    assert len(tiles) == view.rect.width * view.rect.height, f"{len(tiles)} tiles"
    for tile in tiles:
        assert len(tile.text) <= 4, f"the tile '{tile.text}' is wider than 4 characters"
        assert tile.seat < len(match.header.seats), f"a tile is of seat {tile.seat}"
    lines = match.game.describe(view, match.names)
    assert not any("\n" in line for line in lines), "describe returns single lines"


def facts_can_be_said(trial: Trial) -> None:
    words = words_of_facts(trial.game.facts)
    for match, _, _ in played(trial, 60):
        for viewer in viewers(match):
            facts = structs.asdict(match.view(viewer).facts)
            for fact, template in words.items():
                check_words(match, f"the fact '{fact}'", template, facts)


def check_words(match: Match, what: str, template: str, facts: dict[str, Any]) -> None:
    """A screen leaves out what is about nobody or nothing; all else must fit."""
    for name, spec in gaps(template):
        value = facts[name]
        if value is None or value == ():
            return
        if spec in ("player", "players"):
            seats = value if spec == "players" else [value]
            known = range(-1, len(match.header.seats))
            assert all(seat in known for seat in seats), f"{what}: {value} is not a seat"
    try:
        fill(template, facts, match.names)
    except (ValueError, TypeError) as error:
        raise AssertionError(f"{what} cannot be said as '{template}': {error}") from error


def codes_have_their_sentences(trial: Trial) -> None:
    for ending in trial.game.endings:
        assert trial.game.texts[f"ending_{ending}"], f"ending_{ending} has no sentence"
    for match, rng, feed in played(trial, 120):
        for notice in feed.take():
            assert fill(trial.game.texts[notice.code], notice.facts, match.names)
        for action in islice(wild_actions(match, rng, []), 8):
            check_refusal(match, rng.below(len(match.header.seats)), action)


def check_refusal(match: Match, seat: int, action: Any) -> None:
    found = None
    try:
        match.game.act(copy_state(match.game, match.state), match.now, seat, action)
    except Illegal as refusal:
        found = refusal
    if found is not None and found.code not in THE_MATCHS_OWN:
        assert fill(match.game.texts[found.code], found.facts, match.names)


def the_record_is_complete(trial: Trial) -> None:
    game = trial.game
    least, most = game.seats
    assert 1 <= least <= most, f"seats={game.seats}"
    assert game.endings, "a game has at least one ending"
    assert game.title, "a game has a title"
    assert game.sentence, "a game says in one sentence what it is"
    assert game.params() == game.params(), "params are values"
    assert load_rules(game).startswith("# "), "RULES.md begins with a title"
    assert not (problems := list(problems_of(game, game.name))), "; ".join(problems)
