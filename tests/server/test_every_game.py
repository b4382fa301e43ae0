"""What the server does with every game found, our own or from another package."""

from __future__ import annotations

import msgspec
import pytest

from freehold.games import game_names, load_rules
from freehold.match import read_record, verify
from freehold.protocol.wire import Acted
from freehold.server.http.catalogue import about_game
from tests.games_under_test import NAMES, game_named, tables
from tests.server.world import Line, Person, opened, run, world

MOVES = 6
TABLES = [name for name in game_names() if game_named(name).world is None]
"""Of a game in which people do not come and go."""


@pytest.mark.parametrize("name", NAMES)
def test_the_catalogue_describes_it(name: str) -> None:
    game = game_named(name)
    about = msgspec.json.decode(msgspec.json.encode(about_game(game)))
    assert (about["name"], about["title"]) == (name, game.title)
    assert [bot["level"] for bot in about["bots"]] == list(game.bots)
    assert [param["name"] for param in about["params"]] == list(game.params.__struct_fields__)
    assert [preset["name"] for preset in about["presets"]] == list(game.extras.presets)


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_the_server_offers_it_with_its_rulebook(name: str) -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            _, games = await ann.get("/api/games")
            assert name in [each["name"] for each in games]
            async with ann.http.get(f"{w.url}/api/games/{name}/rules") as response:
                assert await response.text() == load_rules(game_named(name))

    run(story())


async def play_some(line: Line) -> int:
    """Act when it is our turn; how many actions have counted, in the end or after a few."""
    counted = 0
    while counted < MOVES and not line.is_over():
        action = line.choose() if line.is_my_turn else ""
        answer = await line.act(action) if action else await line.next()
        assert answer is not None, "the line was closed"
        counted += isinstance(answer, Acted)
    return counted


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_it_is_played_against_its_weakest_bot_if_it_has_one(name: str) -> None:
    game = game_named(name)
    params = msgspec.to_builtins(tables(game)[0].params or game.params())

    async def story() -> None:
        async with world() as w, Person(w) as ann:
            if not game.bots and game.seats[0] > 1:
                status, refusal = await ann.post("/api/quick", {"game": name})
                assert (status, refusal["code"]) == (400, "no_bots")
                return
            line = await ann.quick(name, bot=next(iter(game.bots), ""), params=params)
            assert await play_some(line) > 0
            playing = opened(w, line).playing
            if playing is not None and playing.live is not None:
                verify(game, read_record(playing.live.match.log.dump()))

    run(story())
