"""What bots note is kept beside the record, by entry, and nobody sees it before the end."""

from __future__ import annotations

import json
from typing import Any

from freehold.protocol.wire import Acted, Note, Notes, Refused
from freehold.server.match import notes
from freehold.server.match.records import forget, read_notes
from freehold.store import MemoryStore, Store
from tests.server.rooms.test_brought import begin, meet
from tests.server.world import Line, Person, run, world

THOUGHTS = (Note("worth 3", ((3, 4), (4, 4))), Note("a secret plan"))


async def noted(person: Person, match: str) -> tuple[int, list[dict[str, Any]]]:
    url = f"{person.world.url}/api/matches/{match}/notes"
    async with person.http.get(url) as response:
        lines = (await response.text()).splitlines()
        return response.status, [json.loads(line) for line in lines]


async def one_turn(line: Line) -> None:
    await line.my_turn()
    assert isinstance(await line.act(line.choose()), Acted)


def test_notes_are_there_after_the_end_and_not_before() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as fox:
            _, host, bot = await meet(ann, fox)
            await begin(host, bot)
            await one_turn(host)
            await bot.my_turn()
            await bot.say(Notes(THOUGHTS))
            await one_turn(bot)
            match = bot.room.match if bot.room else ""
            status, refused = await noted(ann, match)
            assert (status, refused[0]["code"]) == (409, "not_finished")
            await host.act("resign")
            await host.room_when(lambda room: room.phase == "over")
            status, found = await noted(ann, match)
            assert status == 200
            told = [(each["seat"], each["entry"], each["text"]) for each in found]
            assert told == [(1, 1, "worth 3"), (1, 1, "a secret plan")]
            assert found[0]["cells"] == [[3, 4], [4, 4]]
            assert not any("secret plan" in repr(each) for each in [*host.heard, *bot.heard])

    run(story())


def test_people_note_nothing_and_a_match_without_notes_has_none() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await ann.quick("land-grab")
            await line.say(Notes(THOUGHTS))
            refused = await line.until(Refused)
            assert refused.code == "not_a_bot_yet"
            await line.act("resign")
            room = await line.room_when(lambda room: room.phase == "over")
            assert await noted(ann, room.match) == (200, [])

    run(story())


class Desk:
    """A keeper that writes at once."""

    def __init__(self) -> None:
        self.store: Store = MemoryStore()

    def submit(self, work: Any, answer: Any) -> None:
        answer(work(self.store), None)


def test_a_long_match_is_written_down_on_the_way_and_only_so_much_of_it() -> None:
    desk, place = Desk(), [0]
    book = notes.NoteBook(desk, "m", lambda: (0, place[0]))  # type: ignore[arg-type]
    for entry in range(notes.WRITE_AFTER + 1):
        place[0] = entry
        book.add(0, "x" * 2 * notes.NOTE_CHARACTERS)
    kept = read_notes(desk.store, "m")
    assert [note.entry for note in kept] == list(range(notes.WRITE_AFTER))
    assert len(kept[0].text) == notes.NOTE_CHARACTERS
    for _ in range(notes.MOST_BYTES // notes.NOTE_CHARACTERS + 1):
        book.add(1, "y" * notes.NOTE_CHARACTERS)
    book.write()
    written = sum(len(note.text) for note in read_notes(desk.store, "m"))
    assert written < notes.MOST_BYTES
    assert read_notes(desk.store, "another") == []


def test_notes_go_with_their_match() -> None:
    desk = Desk()
    book = notes.NoteBook(desk, "m", lambda: (0, 0))  # type: ignore[arg-type]
    book.add(0, "a thought")
    book.write()
    desk.store.create_match("m", "land-grab", [""], b"{}\n", 0, 0)
    forget(desk.store, "m")
    assert read_notes(desk.store, "m") == []
