"""A client against a real server: cut, it comes back by itself."""

from __future__ import annotations

import asyncio
import time

import pytest

from freehold.client import Api, Line, LineEnded, ServerRefusal, Tab, Unreachable
from freehold.client.lines import SILENT_S
from freehold.match.log import Entry
from freehold.protocol.wire import Acted, Done, Pong, Refused, Told
from tests.client import PATIENCE_S, Wire, guest
from tests.games_under_test import game_named
from tests.server.world import run, world


def test_a_match_is_played_and_an_illegal_move_is_refused_in_words() -> None:
    async def story() -> None:
        async with world() as w, Api(w.url) as api:
            joined = await api.quick("land-grab", bot="random")
            async with guest(w.url, joined.room, api=api, token=joined.token) as ann:
                await ann.line.until(lambda: ann.tab.is_awaited)
                refused = await ann.line.act("farm 99,99")
                assert isinstance(refused, Refused)
                assert refused.text.endswith(".")
                assert isinstance(await ann.line.act(ann.choose()), Acted)
                assert not ann.tab.unanswered

    run(story())


@pytest.mark.slow
def test_a_frozen_connection_is_left_for_another_one_and_nothing_is_said_twice() -> None:
    async def story() -> None:
        async with world() as w, Wire(int(w.url.rpartition(":")[2])) as wire, Api(wire.url) as api:
            joined = await api.quick("land-grab", bot="random")
            async with guest(wire.url, joined.room, api=api, token=joined.token) as ann:
                await ann.line.until(lambda: ann.tab.is_awaited)
                wire.freeze()
                async with asyncio.timeout(PATIENCE_S):
                    assert isinstance(await ann.line.act(ann.choose()), Acted)
                assert ann.line.connections == 2
                assert not any(isinstance(each, Told) and each.code == "cut" for each in ann.heard)
                live = w.hub.find_room(joined.room).playing
                assert live is not None
                assert live.live is not None
                lines = live.live.match.log.lines
                mine = [each for each in lines if isinstance(each, Entry) and each.seat == 0]
                assert len(mine) == 1

    run(story())


@pytest.mark.slow
def test_a_slow_answer_is_waited_for_on_the_same_connection() -> None:
    async def story() -> None:
        async with world() as w, Api(w.url) as api:
            joined = await api.quick("land-grab", bot="random")
            async with guest(w.url, joined.room, api=api, token=joined.token) as ann:
                await ann.line.until(lambda: ann.tab.is_awaited)
                disk = asyncio.Event()
                w.hub.keeper.submit(lambda store: time.sleep(4 * SILENT_S), lambda *_: disk.set())
                assert isinstance(await ann.line.act(ann.choose()), Acted)
                assert disk.is_set()
                assert ann.line.connections == 1
                assert Pong() in ann.heard

    run(story())


@pytest.mark.slow
def test_a_program_that_is_too_fast_asks_again() -> None:
    async def story() -> None:
        async with world(commands_per_second=2, max_command_burst=4) as w, Api(w.url) as api:
            joined = await api.quick("land-grab", bot="random")
            async with guest(w.url, joined.room, api=api, token=joined.token) as ann:
                for _ in range(6):
                    assert isinstance(await ann.line.insist("choices"), Done)
                assert any(isinstance(each, Refused) for each in ann.heard)

    run(story())


@pytest.mark.slow
def test_a_cut_line_comes_back_and_says_again_what_was_not_answered() -> None:
    async def story() -> None:
        async with world() as w, Wire(int(w.url.rpartition(":")[2])) as wire, Api(wire.url) as api:
            joined = await api.quick("land-grab", bot="random")
            async with guest(wire.url, joined.room, api=api, token=joined.token) as ann:
                for _ in range(5):
                    await ann.line.until(lambda: ann.tab.is_awaited)
                    acting = asyncio.ensure_future(ann.line.act(ann.choose()))
                    await asyncio.sleep(0)
                    wire.tear()
                    async with asyncio.timeout(PATIENCE_S):
                        assert isinstance(await acting, Acted)
                        await ann.line.until(lambda: ann.tab.is_fresh)
                assert ann.line.connections == 6
                assert (
                    sum(
                        each == Told("cut", each.text)
                        for each in ann.heard
                        if isinstance(each, Told)
                    )
                    == 5
                )
                opened = w.hub.find_room(joined.room)
                assert opened.playing is not None
                assert opened.playing.live is not None
                lines = opened.playing.live.match.log.lines
                entries = [each for each in lines if isinstance(each, Entry)]
                commands = [each.command for each in entries if each.seat == 0]
                assert len(commands) == len(set(commands)) == 5

    run(story())


def test_what_was_asked_on_a_line_that_is_cut_is_refused_and_can_be_asked_again() -> None:
    async def story() -> None:
        async with world() as w, Wire(int(w.url.rpartition(":")[2])) as wire, Api(wire.url) as api:
            created = await api.create("land-grab")
            async with guest(wire.url, created.room, api=api) as ann:
                asking = asyncio.ensure_future(ann.line.ask("ready"))
                await asyncio.sleep(0)
                wire.tear()
                answer = await asking
                assert isinstance(answer, Refused)
                assert answer.code == "cut"
                assert isinstance(await ann.line.ask("ready"), Done)

    run(story())


@pytest.mark.slow
def test_a_goodbye_for_good_ends_the_line_and_everybody_who_waits() -> None:
    async def story() -> None:
        async with world() as w, Api(w.url) as api:
            created = await api.create("land-grab")
            async with guest(w.url, created.room, api=api) as ann:
                waiting = asyncio.ensure_future(ann.line.until(lambda: False))
                with pytest.raises(LineEnded, match="left"):
                    await ann.line.ask("leave")
                with pytest.raises(LineEnded):
                    await waiting
                with pytest.raises(LineEnded):
                    await ann.line.act("farm 1,1")

    run(story())


def test_a_wrong_token_ends_the_line() -> None:
    async def story() -> None:
        async with world() as w, Api(w.url) as api:
            created = await api.create("land-grab")
            async with Line(api, Tab(created.room, "guess", find_game=game_named)) as line:
                with pytest.raises(LineEnded) as ended:
                    await line.until(lambda: False)
                assert ended.value.code == "bad_token"

    run(story())


def test_a_watcher_comes_back_after_the_server_has_forgotten_its_token() -> None:
    async def story() -> None:
        async with world() as w, Wire(int(w.url.rpartition(":")[2])) as wire, Api(w.url) as api:
            created = await api.create("land-grab", is_public=True)
            async with guest(wire.url, created.room, watch=True) as dan:
                w.hub.watchers._watchers.clear()
                wire.tear()
                async with asyncio.timeout(PATIENCE_S):
                    await dan.line.until(lambda: dan.line.connections == 2)

    run(story())


@pytest.mark.slow
def test_api_refusals_and_strangers_are_told_apart() -> None:
    async def story() -> None:
        async with world() as w, Api(w.url) as api:
            with pytest.raises(ServerRefusal) as refusal:
                await api.create("chess")
            assert refusal.value.code == "no_such_game"
            with pytest.raises(ServerRefusal, match="room does not exist"):
                await api.find("ABCDE/../x")
        async with Api(w.url) as api:
            with pytest.raises(Unreachable, match="nobody answers"):
                await api.name()

    run(story())


def test_with_its_cookie_one_is_the_same_guest_another_time() -> None:
    async def story() -> None:
        async with world() as w:
            async with Api(w.url) as api:
                await api.name()
                name, cookie = await api.rename("Ann"), api.cookie
            async with Api(w.url, cookie) as api:
                assert await api.name() == name

    run(story())


@pytest.mark.slow
def test_what_was_said_too_fast_is_said_again_until_it_is_answered() -> None:
    async def story() -> None:
        async with world(max_command_burst=10) as w, Api(w.url) as api:
            joined = await api.quick("land-grab", bot="random")
            async with guest(w.url, joined.room, api=api, token=joined.token) as ann:
                await ann.line.until(lambda: ann.tab.is_awaited)
                acting = [ann.line.act("farm 99,99") for _ in range(25)]
                async with asyncio.timeout(PATIENCE_S):
                    answers = await asyncio.gather(*acting)
                assert all(isinstance(each, Refused) for each in answers)
                assert sorted(each.n for each in answers) == list(range(1, 26))
                codes = [each.code for each in ann.heard if isinstance(each, Refused)]
                assert "too_fast" in codes
                assert ann.line.connections == 1

    run(story())
