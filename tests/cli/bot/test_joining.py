"""`freehold bot join`: a bot of one's own beside a person, on a live server."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from freehold.cli.bot.joining import Joining
from freehold.client import Api, LineEnded, Place, parse_place
from freehold.games import load_game
from freehold.hosting import HostOptions
from freehold.hosting.loading import author_in, sentence_of
from freehold.hosting.refs import bot_label
from freehold.match import read_record, verify
from freehold.match.log import Entry
from freehold.protocol.wire import Done
from freehold.server.match.records import read_notes
from freehold.server.rooms.openrooms import OpenRoom
from tests.cli import Shell
from tests.cli.bot.meeting import is_full, one_match, others
from tests.client import PATIENCE_S, Guest, Wire, guest
from tests.hosting import BAD, PATIENT, SOUND
from tests.hosting.test_commands import IN_JAVASCRIPT
from tests.server.world import World, run, world

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


async def play_with(
    w: World,
    bot: str,
    game: str = "land-grab",
    matches: int = 1,
    url: str = "",
    limits: HostOptions = PATIENT,
    **wishes: Any,
) -> tuple[int, bytes]:
    """A person's room, the bot in its other seat, played to the end: the bot's exit code and the
    record of the last match."""
    async with asyncio.timeout(PATIENCE_S), Api(w.url) as api:
        made = await api.create(game, **wishes)
        place = parse_place(f"{url or w.url}/r/{made.code}")
        async with guest(w.url, made.room, secret=made.secret, api=api) as ann:
            joining = Joining(bot, "Ann", matches, 50, limits)
            visit = asyncio.create_task(joining.visit(place, None))
            for _ in range(matches):
                await one_match(ann)
            return await visit, await api.record(ann.tab.match)


def test_a_bot_takes_a_seat_beside_a_person_plays_and_leaves() -> None:
    async def story() -> None:
        async with world() as w:
            code, record = await play_with(w, f"{SOUND}:Drawn")
        assert code == 0
        read = read_record(record)
        assert verify(load_game("land-grab"), read)
        (drawn,) = [seated for seated in read.seats if seated.name == "Drawn"]
        assert (drawn.bot, drawn.author) == ("sound.py:Drawn", "Ann")
        assert drawn.sha256 == sha256(Path(SOUND).read_bytes()).hexdigest()

    run(story())


def test_it_plays_the_next_match_when_the_person_wants_one() -> None:
    async def story() -> None:
        async with world() as w:
            code, record = await play_with(w, f"{SOUND}:First", matches=2)
            (opened,) = w.hub.rooms.values()
            match = opened.room.match
            notes = await w.hub.keeper.ask(lambda store: read_notes(store, match))
        assert code == 0
        assert read_record(record).is_finished
        assert [(note.text, note.cells) for note in notes[:2]] == [
            ("first", ()),
            ("corner", ((0, 0),)),
        ]

    run(story())


@pytest.mark.parametrize(
    ("game", "wishes"),
    [
        ("land-grab", {}),
        (
            "minewars",
            {"seats": 2, "params": {"radius_tiles": 8, "cities": 1, "limit_ms": 2_000}},
        ),
    ],
)
def test_the_program_in_javascript_plays_on_a_live_server(
    game: str, wishes: dict[str, Any]
) -> None:
    async def story() -> None:
        async with world() as w:
            code, record = await play_with(w, IN_JAVASCRIPT, game, **wishes)
        assert code == 0
        read = read_record(record)
        assert read.is_finished
        (seat,) = [seat for seat, seated in enumerate(read.seats) if seated.author]
        assert any(isinstance(line, Entry) and line.seat == seat for line in read.lines)

    run(story())


def test_it_keeps_to_the_pace_of_the_room_in_real_time() -> None:
    """It is never told that it is too fast, though it would click at once."""

    async def story() -> None:
        async with world(bot_pace_ms=200) as w, asyncio.timeout(PATIENCE_S), Api(w.url) as api:
            made = await api.create("minewars", seats=2)
            place = parse_place(f"{w.url}/r/{made.code}")
            async with guest(w.url, made.room, secret=made.secret, api=api) as ann:
                joining = Joining(f"{SOUND}:First", "Ann", 1, 0, PATIENT)
                visit = asyncio.create_task(joining.visit(place, None))
                await ann.line.until(lambda: is_full(ann) and all(s.ready for s in others(ann)[1:]))
                await ann.line.ask("start")
                opened = w.hub.rooms[made.room]
                while len(times := acted_at(opened, 1)) < 4:
                    await asyncio.sleep(0.05)
                await ann.line.act("resign")
                assert await visit == 0
            assert all(later - sooner >= 200 for sooner, later in pairwise(times))

    run(story())


def acted_at(opened: OpenRoom, seat: int) -> list[int]:
    """When a seat has acted."""
    live = opened.playing.live if opened.playing else None
    lines = live.match.log.lines if live else []
    return [line.now for line in lines if isinstance(line, Entry) and line.seat == seat]


def test_one_that_fails_plays_first_choices_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    async def story() -> None:
        async with world() as w:
            code, record = await play_with(w, f"{BAD}:Raises")
        assert code == 1
        assert read_record(record).is_finished

    run(story())
    told = capsys.readouterr().err
    assert "strike 1: ZeroDivisionError" in told
    assert "(bad.py:17)" in told
    assert told.count("strike") == 5


def test_it_comes_back_after_a_cut() -> None:
    async def story() -> None:
        async with world() as w, Wire(int(w.url.rpartition(":")[2])) as wire:
            torn = asyncio.create_task(tear_in_a_match(w, wire))
            code, record = await play_with(w, f"{SOUND}:First", url=wire.url)
            await torn
        assert code == 0
        assert read_record(record).is_finished

    run(story())


async def tear_in_a_match(w: World, wire: Wire) -> None:
    """Once somebody has acted."""
    while True:
        await asyncio.sleep(0)
        for opened in w.hub.rooms.values():
            live = opened.playing.live if opened.playing else None
            if live is not None and live.match.log.entries >= 4:
                wire.tear()
                return


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("http://127.0.0.1:9 mine.py", "say which game the bot waits for"),
        ("http://127.0.0.1:9/r/BCDFG mine.py", "say who wrote this bot"),
        ("http://127.0.0.1:9/r/BCDFG mine.py --author Ann", "nobody answers at http://127.0.0.1:9"),
        ("http://127.0.0.1:9/r/BCDFG mine.py --matches -1", "must not be negative"),
    ],
)
def test_what_cannot_be_joined_is_said_in_a_sentence(shell: Shell, words: str, says: str) -> None:
    said = shell(f"bot join {words}")
    assert said.code in (1, 2)
    assert says in said.err
    assert said.err.count("\n") == 1


def test_a_place_is_a_room() -> None:
    assert parse_place("127.0.0.1:8000/r/bcdfg") == Place("http://127.0.0.1:8000", code="BCDFG")


def test_the_author_is_in_the_file_which_is_not_run(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text('"""A bot."""\n__author__ = "Ann"\nraise SystemExit\n')
    assert author_in(str(bot)) == author_in(f"{bot}:Mine") == "Ann"
    bot.write_text("this is not Python")
    assert author_in(str(bot)) == author_in("greedy") == author_in("no.py") == ""


def test_others_are_shown_no_folders_of_ours(tmp_path: Path) -> None:
    script = tmp_path / "mine.js"
    script.write_text("")
    assert bot_label(f"{tmp_path}/mine.py:Mine") == "mine.py:Mine"
    assert bot_label(f"cmd:node {script}") == "mine.js"
    assert bot_label("package.module:Mine") == "package.module:Mine"
    assert bot_label("greedy") == "greedy"


# Waiting in the lobby


async def invite(ann: Guest, w: World) -> None:
    """The first bot that waits, to the second seat."""
    async with asyncio.timeout(PATIENCE_S):
        while not (found := w.hub.waiting.bots(ann.tab.room.game if ann.tab.room else "")):
            await asyncio.sleep(0.01)
    assert isinstance(await ann.line.ask("invite", 1, found[0].id), Done)


def test_it_is_ready_again_after_the_host_has_changed_the_settings() -> None:
    async def story() -> None:
        async with world() as w, asyncio.timeout(PATIENCE_S), Api(w.url) as api:
            made = await api.create("land-grab")
            async with guest(w.url, made.room, secret=made.secret, api=api) as ann:
                joining = Joining(f"{SOUND}:First", "Ann", 1, 0, PATIENT)
                place = parse_place(f"{w.url}/r/{made.code}")
                visit = asyncio.create_task(joining.visit(place, None))
                await ann.line.until(lambda: is_full(ann) and all_bots_are_ready(ann))
                await ann.line.insist("not-ready")
                wish = {"params": {"points_to_win": 50}}
                assert isinstance(await ann.line.ask("set", value=wish), Done)
                await one_match(ann)
                assert await visit == 0

    run(story())


def all_bots_are_ready(ann: Guest) -> bool:
    return all(seat.ready for seat in others(ann) if seat.bot)


def test_a_bot_waits_is_invited_plays_and_waits_again() -> None:
    async def story() -> None:
        async with world() as w, Wire(int(w.url.rpartition(":")[2])) as wire:
            joining = Joining(f"{SOUND}:First", "Ann", 3, 0, PATIENT)
            game = load_game("land-grab")
            waits = asyncio.create_task(joining.wait(parse_place(wire.url), None, game, 2))
            async with asyncio.timeout(PATIENCE_S), Api(w.url) as api:
                made = await api.create("land-grab")
                async with guest(w.url, made.room, secret=made.secret, api=api) as ann:
                    await invite(ann, w)
                    await one_match(ann)
                    wire.tear()  # both the line in the room and the open request
                    await one_match(ann)  # a rematch
                    await ann.line.say("bye")
                    with suppress(LineEnded):
                        await ann.line.ask("leave")
                made = await api.create("land-grab")
                async with guest(w.url, made.room, secret=made.secret, api=api) as ann:
                    await invite(ann, w)
                    await one_match(ann)
                assert await waits == 0
            assert joining.played == 3

    run(story())


def test_what_is_said_of_a_bot_in_the_list_is_its_documentation(tmp_path: Path) -> None:
    assert sentence_of(f"{SOUND}:First") == "Plays the first of its choices, and says so."
    assert sentence_of(SOUND) == sentence_of(f"{SOUND}:First")  # the first of the file
    assert sentence_of("cmd:node mine.js") == sentence_of("greedy") == ""
