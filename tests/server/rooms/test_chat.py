"""What was said in a room is kept with it: bounded, through a crash, and gone with the room."""

from __future__ import annotations

from freehold.protocol.wire import Said, Say
from freehold.server.rooms.roomrecords import read_chat
from freehold.store import MemoryStore
from tests.server.world import Person, open_world, opened, run


def test_lines_that_were_heard_are_there_after_a_crash_and_go_with_the_room() -> None:
    async def story() -> None:
        store = MemoryStore()
        w = await open_world(store)
        async with Person(w) as ann:
            _, joined = await ann.post("/api/quick", {"game": "land-grab", "bot": "random"})
            place = joined["room"], joined["token"]
            line = await ann.enter(*place)
            for words in ("one", "two"):
                await line.say(Say(words))
                assert (await line.until(Said)).text == words
            await w.crash()

            w = ann.world = await open_world(store)
            line = await ann.enter(*place)
            assert [(await line.until(Said)).text for _ in range(2)] == ["one", "two"]
            await line.say(Say("three"))
            assert (await line.until(Said)).text == "three"
            assert [each.text for each in read_chat(store, place[0])] == ["one", "two", "three"]
            await w.hub.close_room(opened(w, line))
            assert read_chat(store, place[0]) == []
        await w.close()

    run(story())


def test_no_more_lines_are_kept_on_disk_than_the_setting_says() -> None:
    async def story() -> None:
        store = MemoryStore()
        w = await open_world(store, max_chat_lines=2)
        async with Person(w) as ann:
            line = await ann.quick("land-grab", bot="random")
            assert line.room is not None
            for words in ("one", "two", "three"):
                await line.say(Say(words))
                await line.until(Said)
            assert [each.text for each in read_chat(store, line.room.id)] == ["two", "three"]
        await w.close()

    run(story())
