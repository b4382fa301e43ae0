"""Bots of a folder on a live server: offered, seated, and harmless to all others."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import pytest

from freehold.games import load_game
from freehold.kernel.chance import Stream, key_of
from freehold.match.log import Entry
from freehold.match.replay import begin, feed_line
from freehold.protocol.wire import Acted
from freehold.server.bots.seats import BotSeat
from tests.hosting import BAD, SOUND
from tests.server.world import Line, Person, World, opened, run, world

pytestmark = pytest.mark.slow
LAND_GRAB = load_game("land-grab")
FOLDER = str(Path(SOUND).parent)
PATIENT_MS = 600_000
BAD_ONES = {
    "raises": "raised",
    "misspells": "nonsense",
    "nothing": "nonsense",
    "waits": "waited",
    "exits": "exited",
    "leaves": "exited",
    "cannotstart": "raised",
}


def moves_of_the_bot(w: World, line: Line) -> list[tuple[str, str]]:
    """What the bot did at each of its turns, and the first of the choices it had there."""
    playing = opened(w, line).playing
    assert playing is not None
    assert playing.live is not None
    assert line.welcome is not None
    match = playing.live.match
    again, found = begin(LAND_GRAB, match.header), []
    for entry in match.log.lines[1:]:
        if isinstance(entry, Entry) and entry.seat != line.welcome.seat:
            rng = Stream(key_of("any"), "choices")
            first = next(LAND_GRAB.choices(again.view(entry.seat), entry.now, rng))
            found.append((entry.action, LAND_GRAB.spell(first)))
        feed_line(again, entry)
    return found


def bot_of(w: World, line: Line) -> BotSeat:
    attendance = opened(w, line).attendance
    assert attendance is not None
    (bot,) = attendance._bots.values()
    return bot


async def play_turns(line: Line, turns: int) -> None:
    for _ in range(turns):
        assert isinstance(await line.act(line.choose()), Acted)
        await line.my_turn()


def test_the_lobby_lists_a_folders_bots_and_a_match_against_one_names_its_file() -> None:
    async def story() -> None:
        chosen: dict[str, Any] = {"bots": FOLDER, "bot_delay_ms": 0, "bot_timeout_ms": PATIENT_MS}
        async with world(**chosen) as w, Person(w) as ann:
            _, games = await ann.get("/api/games")
            (about,) = [game for game in games if game["name"] == "land-grab"]
            offered = {level["bot"]: level for level in about["levels"]}
            assert offered["sound-first"]["sentence"].startswith("Plays the first of")
            line = await ann.quick("land-grab", bot="sound-first")
            await play_turns(line, 2)
            assert all(played == first for played, first in moves_of_the_bot(w, line))
            playing = opened(w, line).playing
            assert playing is not None
            assert playing.live is not None
            seats = playing.live.match.header.seats
            (mine,) = [seated for seated in seats if seated.bot]
            assert mine.bot == "sound-first"
            assert mine.sha256 == hashlib.sha256(Path(SOUND).read_bytes()).hexdigest()
            assert bot_of(w, line).strikes == 0

    run(story())


@pytest.mark.parametrize("name", BAD_ONES)
def test_a_bad_bot_plays_its_first_choices_and_another_match_goes_on(name: str) -> None:
    async def story() -> None:
        chosen: dict[str, Any] = {"bots": FOLDER, "bot_delay_ms": 0, "bot_timeout_ms": PATIENT_MS}
        async with world(**chosen) as w, Person(w) as ann:
            line = await ann.quick("land-grab", bot=f"bad-{name}")
            other = await ann.quick("land-grab", bot="random")
            await play_turns(line, 2)
            await play_turns(other, 1)
            assert len(moves_of_the_bot(w, line)) == 2
            assert all(played == first for played, first in moves_of_the_bot(w, line))
            assert bot_of(w, line).strikes >= 2
            assert bot_of(w, other).strikes == 0

    run(story())


def test_after_five_strikes_it_is_asked_no_more_and_the_match_ends() -> None:
    async def story() -> None:
        chosen: dict[str, Any] = {"bots": FOLDER, "bot_delay_ms": 0, "bot_timeout_ms": PATIENT_MS}
        async with world(**chosen) as w, Person(w) as ann:
            line = await ann.quick("land-grab", bot="bad-raises")
            await play_turns(line, 7)
            assert bot_of(w, line).strikes == 5
            assert all(played == first for played, first in moves_of_the_bot(w, line))
            assert line.welcome is not None
            mine = line.welcome.seat
            await line.act("resign")
            while line.room is None or line.room.phase != "over":
                await line.next()
            assert line.room.outcome is not None
            assert line.room.outcome.places[mine] == 1, "it places below all others"
            assert line.room.wins[mine] == 1
            (worker,) = w.hub.pool._own
            while worker.is_running:  # its process ends with the match's room
                await asyncio.sleep(0.01)

    run(story())


def test_one_that_hangs_is_killed_and_begun_again() -> None:
    async def story() -> None:
        chosen: dict[str, Any] = {
            "bots": FOLDER,
            "bot_delay_ms": 0,
            "bot_timeout_ms": 150,
            "bot_think_ms": 50,
        }
        async with world(**chosen) as w, Person(w) as ann:
            line = await ann.quick("land-grab", bot="bad-hangs")
            await play_turns(line, 2)
            assert all(played == first for played, first in moves_of_the_bot(w, line))
            assert bot_of(w, line).strikes == 2

    run(story())


def test_the_file_of_bad_bots_has_all_of_them() -> None:
    text = Path(BAD).read_text().lower()
    assert all(f"class {name}:" in text for name in BAD_ONES)
