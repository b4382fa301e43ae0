"""A program plays Area Attack in the game's own plain text (AA-70)."""

from __future__ import annotations

import asyncio
import re

from tests.server.world import PATIENCE_S, Line, Person, run, world

SMALL = {"width_cells": 24, "height_cells": 24, "apart_cells": 6}


class Program:
    """The other end of a text socket."""

    def __init__(self, line: Line) -> None:
        self.socket = line.socket
        self.heard: list[str] = []

    async def say(self, text: str) -> None:
        await self.socket.send_str(text)

    async def until(self, pattern: str) -> str:
        while True:
            async with asyncio.timeout(PATIENCE_S):
                text = await self.socket.receive_str()
            self.heard.append(text)
            if re.fullmatch(pattern, text):
                return text


async def dial(person: Person, path: str) -> Program:
    socket = await person.http.ws_connect(person.world.url + path)
    line = Line(socket)
    person.lines.append(line)
    return Program(line)


def test_aa_70_a_program_plays_in_plain_text_beside_a_person() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as ben:
            created = await ann.create("area-attack", is_public=True, params=SMALL)
            path = f"/api/rooms/{created['room']}/join"
            _, joined = await ann.post(path, {})
            person = await ben.join(created["room"])
            program = await dial(ann, f"/text/area-attack?room={created['room']}")
            await program.say(joined["token"])
            await person.room_when(lambda room: room.seats[0].present)
            await program.say("1\n1")
            await program.until("error .*")
            assert (await person.ask("ready")).n
            host = await ann.join(created["room"])
            await host.ask("start")
            assert await program.until("board .*") == "board 24 24"
            await program.until("stage 0")
            await program.say("hello")
            await program.until("error send x and y.*")
            await program.say("3\n3")
            await program.until("pick 3 3 .*")
            await person.room_when(lambda room: room.phase == "playing")
            while person.knowledge is None or person.knowledge.view is None:
                await person.next()
            await person.act("pick 20,20")
            await person.act("confirm")
            await program.until("pick 20 20 .*")
            await program.say("confirm")
            await program.until("stage 1")
            await program.until(r"\d+\n\d+\n\d")
            await program.say("3\n3")  # asked again: ours, with its number
            assert await program.until(r"3\n3\n\d") == "3\n3\n0"

    run(story())


def test_a_program_begins_a_match_against_bots_with_one_address() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            program = await dial(ann, "/text/area-attack?quick=random")
            await program.until("board .*")
            await program.say("5\n5")
            await program.until("pick 5 5 .*")

    run(story())


def test_a_text_socket_takes_no_wrong_token_and_no_game_without_texts() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            created = await ann.create("area-attack", params=SMALL)
            for path in (f"?room={created['room']}", "?room=none", ""):
                program = await dial(ann, f"/text/area-attack{path}")
                await program.say("guess")
                await program.until("error .*")
            program = await dial(ann, "/text/territory?quick=random")
            await program.until("error Territory has no text protocol.*")

    run(story())


def test_a_program_whose_seat_the_host_clears_is_told_and_let_go() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            created = await ann.create("area-attack", params=SMALL)
            host = await ann.join(created["room"])
            program = await dial(ann, f"/text/area-attack?code={created['code']}&name=Ben")
            await program.until("you Ben")
            await host.ask("clear", 1)
            assert await program.until("error .*")
            await host.room_when(lambda room: not room.seats[1].name)

    run(story())


def test_aa_06_a_program_hears_of_everybody_who_comes_goes_or_is_ready_in_its_room() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as ben:
            await ann.get("/api/me")
            await ann.post("/api/me", {"name": "Ann"})
            created = await ann.create("area-attack", is_public=True, params=SMALL)
            host = await ann.join(created["room"])
            program = await dial(ann, f"/text/area-attack?code={created['code']}&name=99")
            await program.until("player Ann")
            await host.ask("add-bot", -1, "random")
            await program.until("player Random")
            await program.until("ready Random")
            await ben.get("/api/me")
            await ben.post("/api/me", {"name": "_99"})
            other = await ben.join(created["room"])
            await program.until("player __99")
            await other.ask("name", -1, "Ben")
            await program.until("left __99")
            await program.until("player Ben")
            await other.ask("ready")
            await program.until("ready Ben")
            await program.say("ready")
            await program.until("ready")
            await host.ask("start")  # the room is a person's: it does not begin by itself
            await program.until("stage 0")
            assert not [line for line in program.heard if line.startswith("not ready")]

    run(story())
