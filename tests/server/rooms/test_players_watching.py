"""A player does not watch their own match by any door, if a seat may know less than a watcher.

The doors: another tab by the cookie alone, a watcher's token from before and from now, a line that
was watching before its person sat down, lent eyes, another's watcher token in a player's browser,
the text socket, records and films of the running match, and the truth.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import msgspec
import pytest

from freehold.game import PUBLIC, AnyGame
from freehold.kernel.chance import Stream, key_of
from freehold.match.patches import Frame
from freehold.protocol.wire import Acted, Ask, Bye, Done, Refused
from freehold.testing.plays import begin, steps, take
from tests.games_under_test import find_games, game_named, tables
from tests.server.world import Line, Person, World, run, world

GAMES = [game.name for game in find_games()]
FOR_TWO = [name for name in GAMES if game_named(name).seats[1] > 1]
"""Games that a host and another player can play."""
SEEN = "seen"
"""What comes of a door that shows the match."""


@dataclass
class Table:
    """A match that runs. The player had a watcher's token and a watching line before they sat."""

    world: World
    game: AnyGame
    room: str
    player: Person
    seat: Line
    token: str
    line: Line
    stranger: Person
    """Has no seat."""
    stranger_token: str


async def watcher_token(person: Person, room: str) -> str:
    status, joined = await person.post(f"/api/rooms/{room}/join", {"watch": True})
    assert status == 200, joined
    return str(joined["token"])


@asynccontextmanager
async def running(w: World, game: AnyGame) -> AsyncIterator[Table]:
    """The first person is the host, the second the player."""
    at = next(at for at in tables(game) if at.seats > 1)
    params = msgspec.to_builtins(at.params or game.params())
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person(w)) for _ in range(at.seats + 1)]
        host, player, stranger = people[0], people[1], people[-1]
        created = await host.create(game.name, is_public=True, params=params, seats=at.seats)
        room = created["room"]
        token = await watcher_token(player, room)
        line = await player.enter(room, await watcher_token(player, room))
        lines = [await each.join(room) for each in people[:-1]]
        for each in lines[1:]:
            assert isinstance(await each.ask("ready"), Done)
        assert isinstance(await lines[0].ask("start"), Done)
        assert isinstance(await lines[0].ask("eyes"), Done)
        await lines[1].room_when(lambda now: now.phase == "playing")
        there = await watcher_token(stranger, room)
        yield Table(w, game, room, player, lines[1], token, line, stranger, there)


async def what_comes(line: Line) -> str:
    """The match, or the code of what is said instead."""
    while (message := await line.next()) is not None:
        if isinstance(message, Frame):
            return SEEN
        if isinstance(message, Bye):
            return message.code
    return "closed"


async def by_cookie(table: Table) -> str:
    return await what_comes(await table.player.enter(table.room, "", watch=True, welcome=False))


async def by_a_new_token(table: Table) -> str:
    path = f"/api/rooms/{table.room}/join"
    status, answer = await table.player.post(path, {"watch": True})
    if status != 200:
        return str(answer["code"])
    return await what_comes(await table.player.enter(table.room, answer["token"], welcome=False))


async def by_an_old_token(table: Table) -> str:
    return await what_comes(await table.player.enter(table.room, table.token, welcome=False))


async def by_an_old_token_without_cookie(table: Table) -> str:
    async with Person(table.world) as nobody:
        return await what_comes(await nobody.enter(table.room, table.token, welcome=False))


async def by_an_old_line(table: Table) -> str:
    return await what_comes(table.line)


async def by_anothers_token(table: Table) -> str:
    line = await table.player.enter(table.room, table.stranger_token, welcome=False)
    return await what_comes(line)


async def through_lent_eyes(table: Table) -> str:
    """Of the host, who lends them; by the seat's own line."""
    number = len([each for each in table.seat.heard if isinstance(each, Frame) and each.view])
    await table.seat.ask("eyes", 0)
    await table.seat.ask("no-eyes")
    views = [each.view for each in table.seat.heard if isinstance(each, Frame) and each.view]
    return SEEN if any(view.viewer != 1 for view in views[number:]) else "own eyes"


async def by_text(table: Table) -> str:
    path = f"/text/{table.game.name}?room={table.room}"
    async with table.player.http.ws_connect(table.world.url + path) as socket:
        await socket.send_str(table.token)
        said = await socket.receive()
        return SEEN if not str(said.data).startswith("error") else "error"


async def of_the_match(table: Table, path: str) -> str:
    assert table.seat.room is not None
    url = f"{table.world.url}/api/matches/{table.seat.room.match}/{path}"
    async with table.player.http.get(url) as response:
        return SEEN if response.status == 200 else str((await response.json())["code"])


async def by_record(table: Table) -> str:
    return await of_the_match(table, "record")


async def by_film(table: Table) -> str:
    return await of_the_match(table, "frames?viewer=public")


async def by_truth(table: Table) -> str:
    answer = await table.seat.ask("truth")
    return answer.code if isinstance(answer, Refused) else SEEN


WATCHING: tuple[Callable[[Table], Awaitable[str]], ...] = (
    by_an_old_line,
    by_cookie,
    by_a_new_token,
    by_an_old_token,
    by_an_old_token_without_cookie,
    by_anothers_token,
)
"""The doors of watchers, which are open to players of a game without secrets."""
NEVER = {
    through_lent_eyes: "own eyes",
    by_text: "error",
    by_record: "not_finished",
    by_film: "not_finished",
    by_truth: "not_over",
}
"""Doors that are shut to everybody while the match runs, and what is said there."""


@pytest.mark.parametrize("name", FOR_TWO)
def test_a_player_of_a_match_with_secrets_watches_it_by_no_door(name: str) -> None:
    async def story() -> None:
        game = game_named(name)
        async with world(watcher_delay_ms=0) as w, running(w, game) as table:
            expected = SEEN if game.redeal is None else "plays_here"
            heard = {door.__name__: await door(table) for door in WATCHING}
            assert heard == {door.__name__: expected for door in WATCHING}
            for door, answer in NEVER.items():
                assert await door(table) == answer, door.__name__
            line = await table.stranger.enter(table.room, table.stranger_token, welcome=False)
            assert await what_comes(line) == SEEN, "who has no seat may watch"

    run(story())


@pytest.mark.parametrize("name", FOR_TWO)
def test_one_who_has_left_watches_if_they_can_never_act_in_the_match_again(name: str) -> None:
    async def story() -> None:
        game = game_named(name)
        async with world() as w, running(w, game) as table:
            await leave(table.seat)
            may_return = game.world is not None
            expected = "plays_here" if may_return and game.redeal else SEEN
            assert await by_cookie(table) == expected
            assert await by_a_new_token(table) == expected

    run(story())


async def leave(line: Line) -> None:
    line.n += 1
    await line.say(Ask(line.n, "leave"))
    assert (await line.closing()).code == "left"


def test_aa_15_a_frozen_player_sees_nothing_by_another_tab() -> None:
    async def story() -> None:
        params = {"width_cells": 24, "height_cells": 24, "apart_cells": 6, "freeze_ms": 30_000}
        async with world() as w, Person(w) as ann, Person(w) as ben:
            created = await ann.create("area-attack", is_public=True, params=params)
            lines = [await each.join(created["room"]) for each in (ann, ben)]
            await lines[1].ask("ready")
            await lines[0].ask("start")
            for line, pick in zip(lines, ("pick 3,3", "pick 20,20"), strict=True):
                await line.act(pick)
                await line.act("confirm")
            await freeze(w, lines[1], created["room"])
            for door in ({"watch": True}, {}):
                _, answer = await ben.post(f"/api/rooms/{created['room']}/join", door)
                assert answer.get("code") == ("plays_here" if door else None)
            second_tab = await ben.enter(created["room"], "", watch=True, welcome=False)
            assert await what_comes(second_tab) == "plays_here"
            own_tab = await ben.enter(created["room"], answer["token"])
            assert own_tab.knowledge is not None
            assert own_tab.knowledge.view is not None
            assert own_tab.knowledge.view.facts.frozen[1], "the board as it was at the freeze"

    run(story())


async def freeze(w: World, line: Line, room: str) -> None:
    """Open mines, which the test knows, until the player is frozen."""
    playing = w.hub.find_room(room).playing
    assert playing is not None
    assert playing.live is not None
    while not playing.live.match.state.stage:
        await line.next()
    mines = playing.live.match.state.mine
    cell = next(cell for cell, is_mine in enumerate(mines) if is_mine)
    assert isinstance(await line.act(f"open {cell % 24},{cell // 24}"), Acted)


@pytest.mark.parametrize("name", [name for name in GAMES if game_named(name).redeal is None])
def test_a_game_without_secrets_shows_every_seat_what_watchers_see(name: str) -> None:
    game = game_named(name)
    for at in tables(game):
        match, rng = begin(game, at, 1), Stream(key_of("watching", name), "play")
        for step in steps(match, rng):
            take(match, step)
            public = match.view(PUBLIC)
            for seat in range(at.seats):
                assert msgspec.structs.replace(match.view(seat), viewer=PUBLIC) == public


def test_ml_52_a_watcher_who_sits_down_in_another_tab_loses_the_eyes_they_borrowed() -> None:
    async def story() -> None:
        small = "width_tiles=26 height_tiles=18 density_permille=70 spawn_tiles=1 safe_steps=4"
        async with (
            world(world_bots=0, world_params=small, watcher_delay_ms=0) as w,
            Person(w) as ann,
            Person(w) as ben,
        ):
            one = await ann.quick("mine-land")
            assert one.room is not None
            watching = await ben.join(one.room.id, watch=True)
            assert isinstance(await watching.ask("eyes", 0), Done)
            await watching.until(Frame, lambda each: bool(each.view and each.view.viewer == 0))
            await ben.quick("mine-land")
            assert (await watching.closing()).code == "plays_here"

    run(story())
