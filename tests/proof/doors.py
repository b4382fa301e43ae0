"""Two servers that differ only in a secret of a running match say the same through every door.

Both have the same clock, the same chance and the same guests, and are given the same evening. In
the middle of it the match of one of them is dealt again behind a player's back (`redeal`). From
then on everything that this player, a second tab of theirs, a watcher and a stranger can get hold
of must be equal, byte for byte: what the socket says, answers and refusals, the room, lists of
rooms and matches, records and films of what still runs, the chat, errors and the names of all
metrics.

As in law 5, the two are compared until the rules themselves show a difference.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from itertools import islice
from typing import Any

import aiohttp
import msgspec
import pytest
from msgspec import Struct

from freehold.game import PUBLIC, TRUTH, AnyGame, Ms, Seat
from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from freehold.match.log import spell_action
from freehold.protocol.wire import VERSION as WIRE
from freehold.protocol.wire import Act, Done, Hello, Refused, Said, Say, decode_from_server
from freehold.server import hub, keys
from freehold.server.http import api, recordcalls
from freehold.server.match.beat import Beat
from freehold.server.match.live import Live
from freehold.server.match.playing import Playing
from freehold.server.rooms import choices, eyes, guests
from freehold.server.rooms.chat import Chat
from freehold.server.rooms.openrooms import OpenRoom
from freehold.testing.plays import choices_of, fork, wild_actions
from tests.games_under_test import game_named, tables, trial_of
from tests.proof.harness import Found, Plants, Proof, first_fault, planting, try_each
from tests.server.world import Line, Person, World, world

GAMES = ("area-attack", "minewars", "territory", "mine-land")
BEGUN: Ms = 10_000
STEPS, PLAYED = 6, 25
UNTIMED = ("seats", "standing", "place", "room")
"""A world tells these about once a second of real time: they are compared by law 5 as facts. News
of a room come between two answers or after them; what is compared is the last of them."""
OPEN: list[World] = []
"""The server that is open, for planted leaks alone."""
STRANGE = ("", "xyzzy", "resign now", "dig 999999,0", "\u202e", "{}", "strike 0,0", "flag -1,-1")


class Chance:
    """Instead of `secrets`: the same words on both servers."""

    def __init__(self, seed: int) -> None:
        self._rng = Stream(key_of("doors", seed), "chance")

    def token_bytes(self, size: int) -> bytes:
        return bytes(self._rng.below(256) for _ in range(size))

    def token_hex(self, size: int) -> str:
        return self.token_bytes(size).hex()

    token_urlsafe = token_hex

    def choice(self, given: Any) -> Any:
        return given[self._rng.below(len(given))]


class Time:
    """The clock of one server and the timers of its matches, which ring when we say so."""

    def __init__(self) -> None:
        self.now = BEGUN
        self.timers: dict[Playing, Ms | None] = {}
        self.rung: Callable[[], None] = lambda: None
        """Told whenever a timer has rung."""

    def arm(self, playing: Playing, at: Ms | None) -> None:
        self.timers[playing] = at

    async def go(self, ms: Ms) -> None:
        """Ring whatever is due on the way, each with what came before it safe on the disk."""
        until = self.now + ms
        while True:
            await self.settle()
            due = [(at, each) for each, at in self.timers.items() if at is not None and at <= until]
            if not due:
                break
            at, playing = min(due, key=lambda pair: pair[0])
            self.now, self.timers[playing] = max(self.now, at), None
            playing.ring(at)
            self.rung()
        self.now = until
        await self.settle()

    async def settle(self) -> None:
        """What waits for the beat goes to the disk now: our clock does not ring for it."""
        for each in self.timers:
            if each.live is not None:
                each._run(each.live.hand_out())
        while not all(each.live is None or each.is_quiet for each in self.timers):
            await asyncio.sleep(0.001)
        await asyncio.sleep(0)


class Ear(Line):
    """A socket that keeps the very bytes that came."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        super().__init__(socket, game_named)
        self.raw: list[bytes] = []

    async def next(self) -> Struct | None:
        frame = await self.socket.receive(timeout=60)
        if frame.type is not aiohttp.WSMsgType.BINARY:
            return None
        message: Struct = decode_from_server(frame.data)
        self.heard.append(message)
        self._note(message)
        if message.__struct_config__.tag not in UNTIMED:
            self.raw.append(frame.data)
        return message

    def take(self) -> list[bytes]:
        raw, self.raw = self.raw, []
        return raw


class Step(Struct):
    """What was told through each door in one step, and what the rules let be seen after it."""

    seen: list[tuple[Ms, str]]
    doors: dict[str, list[bytes]]


class Evening:
    """One server with one match, and everybody who looks at it."""

    def __init__(self, place: World, time: Time, game: AnyGame, seed: int) -> None:
        self.place, self.time, self.game = place, time, game
        self.rng = Stream(key_of("evening", seed), "steps")
        self.at = tables(game)[seed % len(tables(game))]
        self.viewer: Seat = self.rng.below(self.at.seats)
        self.people: list[Person] = []
        self.ears: dict[str, Ear] = {}
        self.room = self.code = ""
        self.steps: list[Step] = []
        self.shown: list[tuple[Ms, str]] = []
        """What the rules let be seen, and since when: a secret moment is told by its coming."""

    @property
    def opened(self) -> OpenRoom:
        return self.place.hub.find_room(self.room)

    @property
    def live(self) -> Live:
        assert self.opened.playing is not None
        assert self.opened.playing.live is not None
        return self.opened.playing.live

    @property
    def is_over(self) -> bool:
        playing = self.opened.playing
        return playing is not None and playing.live is not None and bool(playing.live.match.outcome)

    async def gather(self, stack: AsyncExitStack) -> None:
        for _ in range(self.at.seats + 2):
            self.people.append(await stack.enter_async_context(Person(self.place)))
        params = msgspec.to_builtins(self.at.params)
        clock = msgspec.to_builtins(self.at.clock)
        created = await self.people[0].create(
            self.game.name, params=params, seats=self.at.seats, clock=clock, is_public=True
        )
        self.room, self.code = created["room"], created["code"]
        for seat in range(self.at.seats):
            await self.enter(f"seat {seat}", self.people[seat])
        for seat in range(1, self.at.seats):
            assert isinstance(await self.ears[f"seat {seat}"].ask("ready"), Done)
        begun = await self.ears["seat 0"].ask("start")
        assert isinstance(begun, Done), begun
        await self.enter("second tab", self.people[self.viewer])
        await self.enter("watcher", self.people[-2], watch=True)
        await self.time.go(10)

    async def enter(self, name: str, person: Person, **more: Any) -> None:
        status, joined = await person.post(f"/api/rooms/{self.room}/join", more)
        assert status == 200, joined
        ear = Ear(await person.http.ws_connect(self.place.url + "/ws"))
        person.lines.append(ear)
        self.ears[name] = ear
        await ear.say(Hello(WIRE, self.room, name.replace(" ", "-"), joined["token"]))
        await self.hear()

    async def hear(self) -> None:
        """Until everything that was said has come in: each asks, and has its answer."""
        await self.time.settle()
        while self.opened.room.phase == "playing" and self.is_over:
            await asyncio.sleep(0.001)
        for ear in self.ears.values():
            await ear.ask("choices")

    async def play(self) -> None:
        """A few steps of everybody's, the same on both servers."""
        for n in range(1, PLAYED + 1):
            match = self.live.match
            if match.outcome:
                return
            seat = self.rng.pick(list(match.awaited) or list(range(self.at.seats)))
            offered = choices_of(match, seat, self.rng, 40)
            if offered:
                await self.act(f"seat {seat}", n, spell_action(self.game, self.rng.pick(offered)))
            await self.time.go(20 + self.rng.below(300))

    async def act(self, name: str, n: int, action: str) -> None:
        ear = self.ears[name]
        ear.n = max(ear.n, 1_000 + n)
        await ear.say(Act(ear.n, action))
        await ear.ask("choices")

    # The doors

    async def look(self, inputs: list[str], more: Callable[[], str]) -> None:
        """Try everything; `inputs` are what the viewer writes, made by `more` as long as there are
        none for a step."""
        for ear in self.ears.values():
            ear.take()
        self.time.rung = self.note_seen
        for number in range(STEPS):
            doors = await self.knock() if number in (0, STEPS - 1) else {}
            if number == 0:  # whole views, for people who come now
                await self.enter("third tab", self.people[self.viewer])
                await self.enter("newcomer", self.people[-1], watch=True)
            else:
                if len(inputs) < number:
                    inputs.append(more())
                await self.act(f"seat {self.viewer}", 500 + number, inputs[number - 1])
                await self.time.go(120)
            await self.hear()
            for name in (f"seat {self.viewer}", "second tab", "third tab", *self.watchers()):
                doors[name] = self.ears[name].take()
                if number == STEPS - 1:
                    room = self.ears[name].room
                    assert room is not None
                    if room.world:  # it tells who is there about once a second of real time
                        room = msgspec.structs.replace(room, watchers=0, players=0, seats=())
                    doors[f"{name}, room"] = [msgspec.msgpack.encode(room)]
            self.note_seen()
            self.steps.append(Step(self.shown.copy(), doors))

    def watchers(self) -> tuple[str, ...]:
        is_public = trial_of(self.game).knows_public(self.live.match.state, self.viewer)
        return ("watcher", "newcomer") if is_public else ()

    def note_seen(self) -> None:
        found = self.seen()
        if not self.shown or self.shown[-1][1] != found:
            self.shown.append((self.time.now, found))

    def seen(self) -> str:
        """Of a match that is over everything, for then its record is anybody's."""
        match = self.live.match
        views = [match.view(each) for each in (self.viewer, PUBLIC)]
        return canonical.fingerprint([*views, match.table(), match.state if match.outcome else 0])

    async def knock(self) -> dict[str, list[bytes]]:
        """Everything that can be asked for from outside."""
        match = self.opened.room.match
        ear, watcher = self.ears[f"seat {self.viewer}"], self.ears["watcher"]
        for asked in ("truth", "eyes", "start", "rematch", "pause", "speed", "step", "set"):
            await ear.ask(asked)
            await watcher.ask(asked, self.viewer)
        await ear.say(Say("well played"))
        await ear.until(Said)
        paths = [
            *("/api/rooms", "/api/rooms?mine=1", f"/api/rooms/{self.room}", "/healthz"),
            *(f"/api/codes/{self.code}", "/api/matches", "/api/matches?mine=1", "/api/me"),
            *(f"/api/matches/{match}/record", f"/api/matches/{match}/record?segment=0"),
            *(f"/api/matches/{match}/frames?viewer={each}" for each in (-2, -1, 0, 1)),
            *(f"/replay/{match}", "/api/films/x", f"/text/{self.game.name}", "/api/rooms/x"),
        ]
        doors = {}
        for name, person in (("player", self.people[self.viewer]), ("stranger", self.people[-1])):
            for path in paths:
                doors[f"{name} {path}"] = [await fetch(person, path)]
        doors["metrics"] = [await self.metrics()]
        return doors

    async def metrics(self) -> bytes:
        """Names and labels alone: figures count everybody's messages, and belong to the host."""
        body = await fetch(self.people[-1], "/metrics")
        names = [line.rsplit(b" ", 1)[0] for line in body.splitlines() if line[:1] != b"#"]
        return b"\n".join(name for name in names if name.startswith(b"freehold"))


async def fetch(person: Person, path: str) -> bytes:
    async with person.http.get(person.world.url + path) as answer:
        headers = [f"{name}: {value}" for name, value in answer.headers.items() if name != "Date"]
        body = (await answer.read()).replace(person.world.url.encode(), b"HERE")
        return f"{answer.status} {sorted(headers)} ".encode() + body


@asynccontextmanager
async def opened_evening(name: str, seed: int) -> AsyncIterator[Evening]:
    """A server whose clock and chance are ours, and a match on it that has gone on for a while."""
    time, chance = Time(), Chance(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guests, "secrets", chance)
        patch.setattr(keys, "new_key", lambda: chance.token_bytes(32))
        patch.setattr(hub.Hub, "now", lambda self: time.now)
        patch.setattr(hub.Hub, "wall", lambda self: time.now)
        patch.setattr(hub.Hub, "_stood_still", lambda self, late: None)  # our clock never stalls
        patch.setattr(Playing, "now", lambda self: time.now)
        patch.setattr(Beat, "set", lambda self, match, at: time.arm(match, at))
        async with AsyncExitStack() as stack:
            free: dict[str, Any] = {
                "watcher_delay_ms": 0,
                "commands_per_second": 1000,
                "max_command_burst": 100_000,
            }
            place = await stack.enter_async_context(world(**free))
            OPEN[:] = [place]
            evening = Evening(place, time, game_named(name), seed)
            await evening.gather(stack)
            await evening.play()
            yield evening


async def run_evening(
    name: str, seed: int, is_other: bool, inputs: list[str]
) -> tuple[list[Step], bool]:
    """What is told after the fork, and whether the other deal truly is another."""
    async with opened_evening(name, seed) as evening:
        match = evening.live.match
        if match.outcome:
            return [], False
        redeal = evening.game.redeal
        assert redeal is not None
        dealt = redeal(match.state, evening.viewer, Stream(key_of("deal", seed), "deal"))
        differs = canonical.encode(dealt) != canonical.encode(match.state)
        # Both come from bytes: how a table of prices is ordered must not tell which is which.
        kept = dealt if is_other else match.state
        state = canonical.decode(canonical.encode(kept), evening.game.state)
        match.state = fork(match, state).state
        await evening.look(inputs, partial(write, evening))
        return evening.steps, differs


def write(evening: Evening) -> str:
    """Something that a player could send: strange, or an action that is mostly refused."""
    rng, match = evening.rng, evening.live.match
    if rng.below(3) == 0:
        return rng.pick(STRANGE)
    found = list(islice(wild_actions(match, rng, []), 3))
    return spell_action(match.game, rng.pick(found)) if found else "resign"


def compare(seed: int) -> Counter[str]:
    logging.disable()  # refusals and strange requests are what this is about
    name, inputs = GAMES[seed % len(GAMES)], list[str]()
    (one, differs), (other, _) = (
        asyncio.run(run_evening(name, seed, is_other, inputs)) for is_other in (False, True)
    )
    counts = Counter({"pairs of servers": 1, "pairs that differ in secret": int(differs)})
    for number, (left, right) in enumerate(zip(one, other, strict=True)):
        if left.seen != right.seen:
            break  # the rules have shown it
        compare_doors(name, number, left, right)
        counts["answers compared"] += sum(map(len, left.doors.values()))
    return counts


def compare_doors(name: str, number: int, left: Step, right: Step) -> None:
    assert [*left.doors] == [*right.doors]
    for door, told in left.doors.items():
        assert told == right.doors[door], (
            f"{name}, step {number}: the door '{door}' tells: {difference(told, right.doors[door])}"
        )


def difference(one: list[bytes], other: list[bytes]) -> str:
    """The first of the answers that differ, from shortly before the place."""
    for left, right in zip(one, other, strict=False):
        if left != right:
            pairs = zip(left, right, strict=False)
            place = next((at for at, (a, b) in enumerate(pairs) if a != b), 0)
            return f"{left[max(0, place - 40) :]!r:.200} and {right[max(0, place - 40) :]!r:.200}"
    return f"{len(one)} answers and {len(other)}"


def run(count: int, seed: int) -> Found:
    return try_each(count, seed, compare)


# Planted leaks: each tells a word that depends on everything


def word(state: Any) -> str:
    return canonical.fingerprint(state)[:8]


def state_in(opened: OpenRoom) -> Any:
    live = opened.playing.live if opened.playing else None
    return live.match.state if live else ""


def word_everywhere() -> str:
    """The word of all matches that there are: of the one server that is open."""
    return word([state_in(opened) for place in OPEN for opened in place.hub.rooms.values()])


def rooms_tell(patch: pytest.MonkeyPatch) -> None:
    honest = OpenRoom.now
    patch.setattr(
        OpenRoom,
        "now",
        lambda opened: msgspec.structs.replace(honest(opened), trouble=word(state_in(opened))),
    )


def refusals_tell(patch: pytest.MonkeyPatch) -> None:
    honest = Live._refused

    def refused(self: Live, n: int, refusal: Any) -> Refused:
        answer = honest(self, n, refusal)
        return msgspec.structs.replace(answer, text=answer.text + word(self.match.state))

    patch.setattr(Live, "_refused", refused)


def sizes_tell(patch: pytest.MonkeyPatch) -> None:
    """Only how long a refusal is."""
    honest = Live._refused

    def refused(self: Live, n: int, refusal: Any) -> Refused:
        answer, more = honest(self, n, refusal), int(word(self.match.state), 16) % 50
        return msgspec.structs.replace(answer, text=answer.text + " " * more)

    patch.setattr(Live, "_refused", refused)


def choices_tell(patch: pytest.MonkeyPatch) -> None:
    """They are made of the truth, by a number of it."""
    patch.setattr(
        choices, "islice", lambda found, most: islice(found, int(word_everywhere(), 16) % 7)
    )


def chat_tells(patch: pytest.MonkeyPatch) -> None:
    honest = Chat.say

    def say(self: Any, speaker: Any, name: str, *given: Any) -> None:
        honest(self, speaker, name + word_everywhere(), *given)

    patch.setattr(Chat, "say", say)


def records_tell(patch: pytest.MonkeyPatch) -> None:
    """The answer for a match that still runs names what is hidden in it."""

    def refuse(store: Any, match: str, segment: int | None) -> bytes:
        is_odd = int(word_everywhere(), 16) % 2
        raise recordcalls.Refusal("not_finished" if is_odd else "no_such_match")

    patch.setattr(recordcalls, "_record", refuse)


def lists_tell(patch: pytest.MonkeyPatch) -> None:
    honest = api._listed

    def listed(now: Any) -> Any:
        return msgspec.structs.replace(honest(now), trouble=word_everywhere())

    patch.setattr(api, "_listed", listed)


def watchers_see_the_truth(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(eyes, "PUBLIC", TRUTH)


def truth_is_for_all(patch: pytest.MonkeyPatch) -> None:
    """Anyone who asks for the truth while the match runs gets it."""
    patch.setattr(Playing, "sees_truth", lambda self: True)


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "the room": rooms_tell,
    "a refusal's text": refusals_tell,
    "a refusal's length": sizes_tell,
    "the choices": choices_tell,
    "the chat": chat_tells,
    "the record of a running match": records_tell,
    "the list of rooms": lists_tell,
    "watchers who see the truth": watchers_see_the_truth,
    "the truth on request": truth_is_for_all,
}


def find_out(leak: str) -> str:
    with planting() as patch:
        LEAKS[leak](patch)
        return first_fault(compare, range(1, 9))


def plants() -> Plants:
    return {leak: partial(find_out, leak) for leak in LEAKS}


PROOFS = (
    Proof(
        "doors",
        "Two servers that differ only in a secret give equal bytes through every HTTP and socket"
        " door.",
        1_000,
        "pairs of servers",
        run,
        plants,
        small=4,
        share=240,
        chunk=4,
    ),
)
