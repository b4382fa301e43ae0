"""The socket: who gets in, what is answered to what is wrong, who is cut."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from freehold.protocol import wire
from freehold.protocol.wire import Acted, Ask, Done, Hello, Ping, Pong, Refused, Said, Say
from tests.server.world import Person, run, table, world

LAND_GRAB = {"game": "land-grab"}


def test_nobody_gets_in_without_a_valid_token() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as eve:
            line = await ann.quick("land-grab")
            assert line.room is not None
            room = line.room.id
            for token in ("guess", "x" * 32, "\u00e9"):
                stranger = await eve.enter(room, token, welcome=False)
                assert (await stranger.closing()).code == "bad_token"
            for more in ({}, {"watch": True}, {"watch": True, "secret": "guess"}):
                stranger = await eve.enter(room, "", welcome=False, **more)
                assert (await stranger.closing()).code == "no_such_room"
            other = await eve.quick("land-grab")
            assert other.room is not None
            _, joined = await eve.post(f"/api/rooms/{other.room.id}/join", {})
            stranger = await eve.enter(room, joined["token"], welcome=False)
            assert (await stranger.closing()).code == "bad_token"
            assert isinstance(await line.act(line.choose()), Acted)

    run(story())


def test_the_cookie_alone_opens_no_seat() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await ann.quick("land-grab")
            assert line.room is not None
            again = await ann.enter(line.room.id, "", welcome=False)
            assert (await again.closing()).code == "no_such_room"

    run(story())


def test_ten_bad_tokens_from_an_address_close_it_for_a_minute() -> None:
    async def story() -> None:
        headers = {"X-Forwarded-For": "203.0.113.9"}
        async with world(trust_proxy=True) as w, Person(w, **headers) as eve, Person(w) as ann:
            created = await ann.create("land-grab")
            codes = []
            for n in range(11):
                line = await eve.enter(created["room"], f"guess{n}", welcome=False)
                codes.append((await line.closing()).code)
            assert codes == ["bad_token"] * 10 + ["too_many_tries"]
            _, refusal = await eve.post(f"/api/rooms/{created['room']}/join", {"secret": "x"})
            assert refusal["code"] == "too_many_tries"

    run(story())


def test_a_client_of_another_version_is_told_to_reload() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            created = await ann.create("land-grab")
            line = await ann.dial()
            await line.say(Hello(wire.VERSION + 1, created["room"], "tab"))
            assert (await line.closing()).code == "reload"
            line = await ann.dial()
            await line.socket.send_bytes(bytes([wire.VERSION + 1]) + b"whatever")
            assert (await line.closing()).code == "reload"
            line = await ann.dial()
            await line.socket.send_bytes(b"")
            assert (await line.closing()).code == "reload"

    run(story())


def test_a_client_without_a_timely_hello_is_disconnected() -> None:
    async def story() -> None:
        async with world(hello_timeout_ms=50) as w, Person(w) as ann:
            line = await ann.dial()
            assert (await line.closing()).code == "no_hello"
            line = await ann.dial()
            await line.say(Say("hello?"))
            assert (await line.closing()).code == "no_hello"

    run(story())


def packed(value: Any) -> bytes:
    return bytes([wire.VERSION]) + msgspec.msgpack.encode(value)


MALFORMED = [
    packed(None),
    packed([]),
    packed({}),
    packed({"is": "unheard"}),
    packed({"is": "act"}),
    packed({"is": "act", "n": "one", "action": "farm 1,1"}),
    packed({"is": "act", "n": 1, "action": 5}),
    packed({"is": "act", "n": 1, "action": "x", "chair": 1}),
    packed({"is": "ask", "n": 1, "what": "everything"}),
    packed({"is": "welcome", "version": 1, "name": "x", "seat": 0, "last": 0}),
    packed({"is": "act", "n": 2**63, "action": "x"})[:-1],
    bytes([wire.VERSION]) + b"\xc1",
    bytes([wire.VERSION]) + b"\x91" * 4000,
    bytes([wire.VERSION]),
]


MALFORMED_TEXT = [
    "",
    "{",
    "null",
    '{"is":"act","n":1}',
    "[" * 4000,
    '{"is":"say","text":"\\ud800"}',
]


def test_every_malformed_frame_is_answered_and_play_goes_on() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await ann.quick("land-grab")
            for wrong in MALFORMED:
                await line.socket.send_bytes(wrong)
                refused = await line.until(Refused)
                assert (refused.n, refused.code) == (-1, "malformed"), wrong
            for text in MALFORMED_TEXT:
                await line.socket.send_str(text)
                async with asyncio.timeout(20):
                    answer = msgspec.json.decode(await line.socket.receive_str())
                assert (answer["is"], answer["code"]) == ("refused", "malformed"), text
            assert isinstance(await line.act("farm a,b"), Refused)
            refused_act = await line.act("")
            assert isinstance(refused_act, Refused)
            assert refused_act.code == "malformed"
            assert isinstance(await line.act(line.choose()), Acted)

    run(story())


@pytest.mark.parametrize(
    ("what", "seat", "value", "code"),
    [
        ("add-bot", 1, 7, "malformed"),
        ("add-bot", 1, "genius", "no_such_bot"),
        ("add-bot", 9, "random", "no_such_chair"),
        ("add-bot", -5, "random", "full"),
        ("set", -1, {"unheard": 1}, "malformed"),
        ("set", -1, {"game": "chess"}, "no_such_game"),
        ("set", -1, {"params": {"points_to_win": 0}}, "bad_params"),
        ("set", -1, {"clock": {"bank_ms": -5}}, "bad_clock"),
        ("set", -1, None, "malformed"),
        ("host", 7, None, "no_such_chair"),
        ("name", -1, "", "bad_name"),
        ("rematch", -1, None, "not_over"),
        ("pause", -1, None, "not_playing"),
        ("truth", -1, None, "not_over"),
        ("sit", 0, None, "taken"),
        ("mute", 9, None, "no_such_chair"),
    ],
)
def test_what_cannot_be_asked_for_is_refused_by_its_code(
    what: Any, seat: int, value: Any, code: str
) -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as ben:
            created = await ann.create("land-grab", is_public=True)
            line = await ann.join(created["room"])
            await ben.join(created["room"])
            refused = await line.ask(what, seat, value)
            assert isinstance(refused, Refused)
            assert refused.code == code
            assert "{" not in refused.text
            assert isinstance(await line.ask("ready"), Done)

    run(story())


def test_up_to_four_tabs_play_and_a_fifth_pushes_out_the_oldest() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            first = await ann.quick("land-grab")
            assert first.room is not None
            room = first.room.id
            tabs = [await ann.join(room, f"tab{n}") for n in range(3)]
            assert isinstance(await first.act(first.choose()), Acted)
            for tab in tabs:  # all see what one did
                assert tab.knowledge is not None
                while tab.knowledge.number < 1:
                    await tab.next()
            fifth = await ann.join(room, "tab4")
            assert (await first.closing()).code == "pushed_out"
            assert isinstance(await fifth.ask("pause"), Done)
            assert isinstance(await tabs[0].ask("go-on"), Done)

    run(story())


def test_a_token_that_was_pushed_out_opens_nothing() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            created = await ann.create("land-grab")
            path = f"/api/rooms/{created['room']}/join"
            tokens = [(await ann.post(path, {}))[1]["token"] for _ in range(5)]
            stale = await ann.enter(created["room"], tokens[0], welcome=False)
            assert (await stale.closing()).code == "bad_token"
            await ann.enter(created["room"], tokens[1])

    run(story())


def test_the_same_token_twice_leaves_the_newer_line() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            created = await ann.create("land-grab")
            _, joined = await ann.post(f"/api/rooms/{created['room']}/join", {})
            first = await ann.enter(created["room"], joined["token"])
            second = await ann.enter(created["room"], joined["token"])
            assert (await first.closing()).code == "replaced"
            assert isinstance(await second.ask("ready"), Done)

    run(story())


def test_of_two_connections_of_a_tab_the_later_one_counts_whichever_arrives_first() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            created = await ann.create("land-grab")
            _, joined = await ann.post(f"/api/rooms/{created['room']}/join", {})
            room, token = created["room"], joined["token"]
            later = await ann.enter(room, token, at=2_000)
            earlier = await ann.enter(room, token, welcome=False, at=1_999)
            bye = await earlier.closing()
            assert (bye.code, bye.retry_ms) == ("replaced", 1000)
            assert isinstance(await later.ask("ready"), Done)
            other_tab = await ann.enter(room, token, session="another", at=1_000)
            assert (await later.closing()).retry_ms == 0
            assert isinstance(await other_tab.ask("not-ready"), Done)

    run(story())


def test_a_client_that_writes_text_is_answered_in_text() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            _, joined = await ann.post("/api/quick", {**LAND_GRAB, "bot": "random"})
            line = await ann.dial()
            hello = Hello(wire.VERSION, joined["room"], "term", joined["token"])
            await line.socket.send_str(msgspec.json.encode(hello).decode())
            kinds: list[str] = []
            while not kinds or kinds[-1] != "frame":
                async with asyncio.timeout(20):
                    kinds.append(msgspec.json.decode(await line.socket.receive_str())["is"])
            assert kinds == ["welcome", "room", "frame"]

    run(story())


def test_a_ping_is_answered_at_once_in_either_spelling_and_a_word_in_chat_is_none() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await ann.quick("land-grab")
            await line.say(Ping())
            await line.until(Pong)
            await line.say(Say("ping"))
            assert (await line.until(Said)).text == "ping"
            term = await ann.dial()
            await term.socket.send_str('{ "is" : "ping" }')  # even before hello
            async with asyncio.timeout(20):
                assert msgspec.json.decode(await term.socket.receive_str()) == {"is": "pong"}

    run(story())


@pytest.mark.parametrize("session", ["", "x" * 33, "a b", "bot-7", "a:1", "\u00e9"])
def test_a_session_is_a_plain_word_and_no_bots(session: str) -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            created = await ann.create("land-grab")
            _, joined = await ann.post(f"/api/rooms/{created['room']}/join", {})
            line = await ann.enter(created["room"], joined["token"], session, welcome=False)
            assert (await line.closing()).code == "bad_session"

    run(story())


def test_chat_reaches_all_but_those_who_do_not_want_it() -> None:
    async def story() -> None:
        async with world(chat_lines_per_minute=4) as w, table(w, "territory", 3) as (ann, ben, cid):
            assert isinstance(await cid.ask("mute", 1), Done)
            await ben.say(Say("hello \u202ethere "))
            said = await ann.until(wire.Said)
            assert (said.seat, said.text) == (1, "hello there")
            await ann.say(Say("quiet, please"))
            assert (await cid.until(wire.Said)).seat == 0  # nothing of Ben's came before
            assert isinstance(await ann.ask("mute", 1), Done)  # the host's word holds for all
            await ben.say(Say("can you hear me?"))
            assert (await ben.until(Refused)).code == "muted"
            assert isinstance(await ann.ask("unmute", 1), Done)
            await ben.say(Say("x" * 501))
            assert (await ben.until(Refused)).code == "said_too_long"
            for _ in range(4):
                await ben.say(Say("spam"))
            assert (await ben.until(Refused)).code == "said_too_much"

    run(story())


def test_a_player_who_comes_later_is_told_what_was_said() -> None:
    async def story() -> None:
        async with world(max_chat_lines=2) as w, Person(w) as ann, Person(w) as ben:
            created = await ann.create("land-grab", is_public=True)
            line = await ann.join(created["room"])
            for text in ("one", "two", "three"):
                await line.say(Say(text))
                await line.until(wire.Said)
            later = await ben.join(created["room"])
            assert [(await later.until(wire.Said)).text for _ in range(2)] == ["two", "three"]

    run(story())


def test_a_second_hello_is_refused() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await ann.quick("land-grab")
            await line.say(Hello(wire.VERSION, "x", "y"))
            assert (await line.until(Refused)).code == "hello_twice"

    run(story())


def test_the_host_decides_and_the_others_see_it() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as ben:
            created = await ann.create("territory", is_public=True)
            host, guest = await ann.join(created["room"]), await ben.join(created["room"])
            refused = await guest.ask("set", value={"seats": 3})
            assert isinstance(refused, Refused)
            assert refused.code == "not_yours"
            await host.ask("set", value={"seats": 3, "params": {"rounds": 2}, "may_watch": False})
            room = await guest.room_when(lambda now: len(now.seats) == 3)
            assert room.params["rounds"] == 2
            assert not room.may_watch
            await host.ask("add-bot", 2, "greedy")
            await guest.room_when(lambda now: now.seats[2].bot == "greedy")
            await host.ask("host", 1)
            await guest.room_when(lambda now: now.host == 1)
            await guest.ask("clear", 2)
            await host.room_when(lambda now: now.seats[2].name == "")
            await guest.ask("name", value="Benedict")
            await host.room_when(lambda now: now.seats[1].name == "Benedict")
            assert (await ben.get("/api/me"))[1]["name"] == "Benedict"
            await guest.ask("clear", 0)
            assert (await host.until(wire.Welcome)).seat == -1
            assert isinstance(await host.ask("sit", 2), Done)
            await host.room_when(lambda now: bool(now.seats[2].name))
            assert host.welcome is not None
            assert host.welcome.seat == 2

    run(story())


def test_asking_is_for_those_with_a_name() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as eve:
            created = await ann.create("land-grab", is_public=True)
            watcher = await eve.enter(created["room"], "", watch=True)
            refused = await watcher.ask("sit")
            assert isinstance(refused, Refused)
            await watcher.say(Ask(9, "start"))
            assert (await watcher.until(Refused, lambda each: each.n == 9)).code == "not_seated"

    run(story())
