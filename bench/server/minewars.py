"""Matches of six in MineWars on one core: `python bench/server/minewars.py`.

64 x 64 tiles, six connections per match. They send what six `normal` bots did in a match that was
recorded once, at the moments at which it was done. Measured are the CPU time of the server's
process from /proc (so: Linux), bytes and waits; then how many matches are 60% of a core.

    people   recorded actions over six connections per match
    house    one person, who plays as `normal` does, and five `normal` bots of the server's
    --matches 2,8,32,64,96   --house 1,8   --seconds 30   --spy FILE   --json
    --slow 4   recorded matches take four times as long, beats too, and CPU time is multiplied
               back: for a machine that others keep busy. Pings then count four times, and waits
               are longer; `house` is left out, for its bots have a pace of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Any, ClassVar

import aiohttp
import msgspec
import uvloop
from msgspec import Struct

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from minewars import LARGE, LEVEL  # noqa: E402
from server.lines import dial  # noqa: E402
from server.mine_land import free_port  # noqa: E402
from server.players import Count, SeatedPlayer  # noqa: E402
from server.recital import Said, moments, pace_of, read, recorded, serve  # noqa: E402
from server.run import cpu_seconds, rss_bytes, server, watch  # noqa: E402
from server.tables import Game, begin, seat_ours, until  # noqa: E402

from freehold.bot import Wait  # noqa: E402
from freehold.bots.crew import make_bot  # noqa: E402
from freehold.games.minewars import GAME  # noqa: E402
from freehold.kernel.chance import Stream, key_of  # noqa: E402
from freehold.match.log import spell_action  # noqa: E402
from freehold.match.patches import Frame  # noqa: E402
from freehold.protocol import wire  # noqa: E402
from freehold.protocol.knowing import KnownView  # noqa: E402
from freehold.protocol.wire import Hello, Refused  # noqa: E402

SEATS, PARAMS = LARGE[0], msgspec.to_builtins(LARGE[1])
WARM_UP_S = 5.0
GOAL = 0.6
LOOK_S = 0.1
"""How often a person of `house` looks whether there is something to do."""
UNSOUND = 0.1
"""If more than this share is refused, it was not the recorded match."""
AGAIN_MS = 500
PEOPLE, HOUSE = "people", "house"
ENTRY = b'"is":"entry"'


class Result(Struct):
    """One load."""

    load: str
    matches: int
    core_share: float
    worker_share: float
    """Of another core: the process in which the server's bots think."""
    client_share: float
    """The generator's own: near 1 the figures are its, not the server's."""
    actions_per_second: float
    """In one match, the server's bots' too: entries of its log."""
    frames_per_second: float
    """To one player."""
    bytes_per_player: float
    """A second, all messages, without the WebSocket's and TCP's own."""
    p50_ms: float
    p99_ms: float
    longest_ms: float
    refused: dict[str, int]
    refused_share: float
    rss_mib: float


# Players


class Heard(SeatedPlayer):
    """Knows how much it was told, and what time it is in the match."""

    slow: ClassVar[int] = 1
    payload_bytes = 0
    _zero = 0.0

    def heard(self, data: bytes) -> None:
        self.payload_bytes += len(data)
        super().heard(data)

    def look(self, frame: Frame) -> None:
        if frame.view is not None:
            self._zero = self._loop.time() - frame.now * self.slow / 1000

    def match_ms(self) -> int:
        return int((self._loop.time() - self._zero) * 1000 / self.slow)


class Reciter(Heard):
    """Does what was recorded of its seat, from the moment at which it sees the match."""

    said: ClassVar[Sequence[Said]] = ()
    _coming: Iterator[Said] | None = None

    def __init__(self, count: Count, seed: int) -> None:
        super().__init__(count, seed)
        self._actions: dict[int, str] = {}

    def look(self, frame: Frame) -> None:
        super().look(frame)
        if self._coming is None:
            mine = [each for each in self.said if each[1] == self.seat and each[0] > frame.now]
            self._coming = iter(mine)
            self._await_next()

    def _await_next(self) -> None:
        due = next(self._coming, None) if self._coming else None
        if due is not None:
            at = self._zero + due[0] * self.slow / 1000
            self._timer = self._loop.call_at(at, self._recite, due[2])

    def _recite(self, action: str) -> None:
        self._act_out(action)
        self._await_next()

    def _act_out(self, action: str) -> None:
        self.say(action)
        self._actions[self.n] = action

    def was_refused(self, refused: Refused) -> None:
        """What came a moment too early is tried again, or everything after it would be wrong."""
        left_ms = refused.facts.get("left", AGAIN_MS)
        if left_ms < AGAIN_MS and refused.n in self._actions:
            action = self._actions[refused.n]
            self._loop.call_later((left_ms + 1) * self.slow / 1000, self._act_out, action)


class Person(Heard):
    """Plays as `normal` does, from the frames alone."""

    def __init__(self, count: Count, seed: int) -> None:
        super().__init__(count, seed)
        self._knowledge = KnownView(GAME)
        self._bot = make_bot(GAME, LEVEL)
        self._rng = Stream(key_of("person", seed), "person")

    def look(self, frame: Frame) -> None:
        super().look(frame)
        self._knowledge.hear(frame)

    def choose(self) -> str:
        view, table = self._knowledge.view, self._knowledge.table
        if view is None or self.seat not in table.awaited or self.sent:
            return ""
        decided = self._bot.decide(view, self.match_ms(), self._rng)
        if isinstance(decided, str):
            return decided
        return "" if isinstance(decided, Wait) else spell_action(GAME, decided)


# Loads


async def seat_people(port: int, matches: int, count: Count) -> list[Heard]:
    game = Game(GAME.name, SEATS, 0, Reciter, PARAMS)
    rooms = await seat_ours(port, game, SEATS * matches, count)
    for players in rooms:
        await begin(players)
    return [player for players in rooms for player in players if isinstance(player, Heard)]


async def seat_house(port: int, matches: int, count: Count) -> list[Heard]:
    wishes = {"game": GAME.name, "params": PARAMS, "seats": SEATS, "bot": LEVEL}
    people: list[Heard] = []
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
        for number in range(matches):
            async with http.post(f"http://127.0.0.1:{port}/api/quick", json=wishes) as response:
                joined = await response.json()
            person = Person(count, number)
            person.line = await dial(port, "/ws", person.heard)
            hello = Hello(wire.VERSION, joined["room"], f"tab{number}", joined["token"])
            person.line.send(wire.encode(hello))
            await until(partial(getattr, person, "is_playing"))
            person.play(LOOK_S * number / matches, LOOK_S)
            people.append(person)
    return people


# Measuring


def workers_of(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def entries_of(data: str) -> int:
    """How many actions are in the logs of all matches."""
    with closing(sqlite3.connect(f"file:{data}/freehold.db?mode=ro", uri=True)) as kept:
        found = kept.execute("SELECT count(*) FROM lines WHERE instr(data, ?)", (ENTRY,))
        entries: int = found.fetchone()[0]
    return entries


def spent(pid: int) -> tuple[float, float, float]:
    """CPU seconds so far: the server's, its bots' and our own."""
    return cpu_seconds(pid), sum(map(cpu_seconds, workers_of(pid))), time.process_time()


async def measure(
    port: int, pid: int, data: str, load: str, matches: int, options: argparse.Namespace
) -> Result:
    count = Count()
    seat = seat_people if load == PEOPLE else seat_house
    players = await seat(port, matches, count)
    await asyncio.sleep(WARM_UP_S * options.slow)
    count.clear()
    spy = (
        watch(pid, options.seconds * options.slow, f"{options.spy}.{load}{matches}")
        if options.spy
        else None
    )
    told = sum(player.payload_bytes for player in players)
    entries = entries_of(data)
    begun, before = time.perf_counter(), spent(pid)
    await asyncio.sleep(options.seconds * options.slow)
    took, after = (time.perf_counter() - begun) / options.slow, spent(pid)
    told = sum(player.payload_bytes for player in players) - told
    entries = entries_of(data) - entries
    for player in players:
        player.stop()
    lost = sum(player.line is None or player.line.is_closed for player in players)
    assert not lost, f"{lost} connections were lost"
    refused = sum(count.refused.values())
    waits = count.waits_ms or [0.0, 0.0]
    result = Result(
        load,
        matches,
        (after[0] - before[0]) / took,
        (after[1] - before[1]) / took,
        (after[2] - before[2]) / took,
        entries / took / matches,
        count.frames / took / len(players),
        told / took / len(players),
        median(waits),
        quantiles(waits, n=100)[98],
        max(waits),
        dict(sorted(count.refused.items())),
        refused / max(1, refused + count.acked),
        rss_bytes(pid) / 2**20,
    )
    if spy:
        spy.wait()
    return result


def run(load: str, matches: int, options: argparse.Namespace) -> Result:
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, __file__, "serve", str(port), data]
        command += [str(options.recital), str(matches), str(options.seconds), str(options.slow)]
        with server(command) as pid, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(measure(port, pid, data, load, matches, options))


# Telling

HEAD = (
    "| load | matches | of a core | bots' process | generator | actions/s a match"
    " | frames/s a player | bytes/s a player | p50 ms | p99 ms | longest | refused | MiB |\n|"
    + "---|"
    * 13
)


def row(result: Result) -> str:
    cells = (
        result.load,
        str(result.matches),
        f"{result.core_share:.1%}",
        f"{result.worker_share:.0%}" if result.load == HOUSE else "",
        f"{result.client_share:.0%}",
        f"{result.actions_per_second:.1f}",
        f"{result.frames_per_second:.1f}",
        f"{result.bytes_per_player:.0f}",
        f"{result.p50_ms:.0f}",
        f"{result.p99_ms:.0f}",
        f"{result.longest_ms:.0f}",
        f"{result.refused_share:.1%}",
        f"{result.rss_mib:.0f}",
    )
    return "| " + " | ".join(cells) + " |"


def fitting(results: Sequence[Result]) -> float | None:
    """How many matches are 60% of a core, on the line between the two loads around it."""
    sound = [each for each in results if each.refused_share < UNSOUND]
    ordered = sorted(sound, key=lambda each: each.matches)
    for low, high in pairwise(ordered):
        if low.core_share <= GOAL < high.core_share:
            part = (GOAL - low.core_share) / (high.core_share - low.core_share)
            return low.matches + part * (high.matches - low.matches)
    return None


def numbers(text: str) -> list[int]:
    return [int(each) for each in text.split(",") if each]


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        port, data, kept, matches, seconds, slow = sys.argv[2:]
        at = moments(int(matches), float(seconds), WARM_UP_S)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(serve(int(port), data, read(Path(kept)), at, int(slow)))
        return
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=numbers, default=[2, 8, 32, 64, 96])
    parser.add_argument("--house", type=numbers, default=[1, 8])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--slow", type=int, default=1)
    parser.add_argument("--spy", default="", help="py-spy's stacks, to files of this name")
    parser.add_argument("--json", action="store_true")
    options: Any = parser.parse_args()
    options.recital = recorded()
    Reciter.said, Reciter.slow = read(options.recital), options.slow
    pace = pace_of(Reciter.said)
    print(
        f"played: {pace.actions_per_second:.1f} actions and {pace.tiles_per_second:.0f} tiles"
        f" per second and match, {pace.largest} tiles by one action\n{HEAD}",
        flush=True,
    )
    results = []
    loads = [(PEOPLE, matches) for matches in options.matches]
    if options.slow == 1:  # bots of the house have a pace of their own
        loads += [(HOUSE, matches) for matches in options.house]
    for load, matches in loads:
        results.append(run(load, matches, options))
        print(row(results[-1]), results[-1].refused or "", flush=True)
    fit = fitting([each for each in results if each.load == PEOPLE])
    print(f"at {GOAL:.0%} of a core: {f'{fit:.0f} matches' if fit else 'not among these loads'}")
    if options.json:
        print(msgspec.json.encode(results).decode())


if __name__ == "__main__":
    main()
