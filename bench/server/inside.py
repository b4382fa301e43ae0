"""What an acknowledged action costs inside the server, without sockets and without a clock:

    python bench/server/inside.py --before PATH [--starts 4] [--rounds 20] [--seconds 0.5]

Two checkouts of Freehold, each in a process of its own, take turns with the same recorded play of
Area Attack (`recorded.py`). Bytes go in where the event loop would bring them and are taken where
it would write them; the server's time moves by hand, from one moment that something waits for to
the next. So the kernel, the network and the clock have no part in it, and figures are much
steadier than those of `run.py`. It also says whether both wrote the same: every byte to every
client, and every line of every log.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import heapq
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path
from statistics import mean, quantiles
from typing import Any, cast

import aiohttp
import msgspec
import uvloop
from msgspec import Struct

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from server.lines import Line  # noqa: E402
from server.players import Count, SeatedPlayer  # noqa: E402
from server.recorded import SEATS, Recording, deal, record, save  # noqa: E402
from server.tables import AREA_ATTACK, begin, seat_room  # noqa: E402

from freehold.game import Ms  # noqa: E402
from freehold.match.patches import Frame  # noqa: E402
from freehold.protocol import wire  # noqa: E402
from freehold.protocol.wire import Acted, Refused  # noqa: E402
from freehold.server import hub as hubs  # noqa: E402
from freehold.server.app import make_app  # noqa: E402
from freehold.server.http.gate import GateSite, open_gate  # noqa: E402
from freehold.server.hub import Hub  # noqa: E402
from freehold.server.match.pulse import NO_STALL_MS, Pulse  # noqa: E402
from freehold.server.serving import collect_seldom, listen  # noqa: E402
from freehold.server.settings import Settings  # noqa: E402
from freehold.store import SqliteStore  # noqa: E402

BEGUN: Ms = 1_000_000
ONE_BEAT: Ms = 50
WARM_UP_S = 2.0


# Time by hand


class Alarm:
    """A timer that somebody else looks at."""

    def __init__(self, ring: Callable[[], object]) -> None:
        self.ring: Callable[[], object] | None = ring

    def cancel(self) -> None:
        self.ring = None


class HandPulse(Pulse):
    """The server's time, which moves only when it is told to."""

    at: Ms = BEGUN
    alarms: list[tuple[Ms, int, Alarm]]

    def __init__(self, loop: asyncio.AbstractEventLoop, stall_ms: Ms) -> None:
        super().__init__(loop, stall_ms)
        self.alarms = []
        self._numbers = count()

    def now(self) -> Ms:
        return self.at

    def call_at(self, moment: Ms, what: Callable[..., object], *given: Any) -> Any:
        alarm = Alarm(lambda: what(*given))
        heapq.heappush(self.alarms, (moment, next(self._numbers), alarm))
        return alarm

    def next_alarm(self, until: Ms) -> Alarm | None:
        """The first one that is due until then; it is that moment now."""
        while self.alarms and self.alarms[0][0] <= until:
            moment, _, alarm = heapq.heappop(self.alarms)
            if alarm.ring is not None:
                self.at = max(self.at, moment)
                return alarm
        return None


# Lines without sockets


class Wire(asyncio.Transport):
    """What the server writes to, instead of a socket."""

    def __init__(self, line: Line) -> None:
        super().__init__()
        self.line = line
        self.protocol: asyncio.Protocol | None = None
        self.is_kept = False
        """Until then the player reads it at once."""
        self.written: list[bytes] = []

    def write(self, data: Any) -> None:
        if self.is_kept:
            self.written.append(bytes(data))
        else:
            self.line.data_received(bytes(data))

    def look(self, seen: Callable[[bytes], object]) -> None:
        """What was said of the match since the last look; a room's news come when they come."""

        def heard(data: bytes) -> None:
            if isinstance(wire.decode_from_server(data), Frame | Acted | Refused):
                seen(data)

        self.line.heard = heard
        self.line.data_received(b"".join(self.written))
        self.written = []

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = cast(asyncio.Protocol, protocol)

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name == "peername" else default

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...
    def abort(self) -> None: ...
    def close(self) -> None: ...


class Back(asyncio.Transport):
    """What a player writes to."""

    def __init__(self, there: Wire) -> None:
        super().__init__()
        self.there = there

    def write(self, data: Any) -> None:
        assert self.there.protocol is not None
        self.there.protocol.data_received(bytes(data))


# The server's process


class Inside:
    """A server with its players, in one process."""

    def __init__(self, recording: Recording, data: Path) -> None:
        self.recording = recording
        self.data = data
        self.count = Count()
        self.players: list[SeatedPlayer] = []
        self.wires: list[Wire] = []
        self.seen = hashlib.sha256()
        self.at = 0

    async def open(self, port: int) -> None:
        hubs.Pulse = HandPulse  # type: ignore[attr-defined]
        settings = Settings(stall_threshold_ms=NO_STALL_MS)
        self.hub = Hub(settings, SqliteStore(self.data / "freehold.db"))
        self.pulse: Any = self.hub.pulse
        await self.hub.open()
        listening = listen(Settings(port=port), is_port_chosen=True)
        runner = await open_gate(make_app(self.hub), self.hub, listening, 1)
        (site,) = [site for site in runner.sites if isinstance(site, GateSite)]
        self.gate = site._gate
        self._watch_writer()
        await self._seat(port)
        collect_seldom()

    def _watch_writer(self) -> None:
        """Know when everything that was handed to the disk is answered."""
        writer, self.handed, self.idle = self.hub.keeper.writer, 0, asyncio.Event()
        submit_all = writer.submit_all

        def submit(operations: Any) -> None:
            self.handed += len(operations)
            submit_all(operations)

        def deliver(answer: Callable[[], None]) -> None:
            answered = writer.operations
            self.hub.loop.call_soon_threadsafe(self._answered, answer, answered)

        self.handed = self.answered = writer.operations
        writer.submit_all = submit  # type: ignore[method-assign]
        writer._deliver = deliver

    def _answered(self, answer: Callable[[], None], answered: int) -> None:
        answer()
        self.answered = answered
        self.idle.set()

    async def _seat(self, port: int) -> None:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
            for first in range(0, SEATS * len(self.recording.rooms), SEATS):
                players = await seat_room(http, port, AREA_ATTACK, self.count, first, self._dial)
                await begin(players)
                self.players += sorted(players, key=lambda each: each.seat)

    async def _dial(self, port: int, path: str, heard: Callable[[bytes], None]) -> Line:
        line = Line(heard)
        there = Wire(line)
        self.wires.append(there)
        line.transport = Back(there)
        there.set_protocol(self.gate())
        assert there.protocol is not None
        there.protocol.connection_made(there)
        line.transport.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await line.opened
        return line

    def keep(self) -> None:
        """From now on what is written is kept until somebody looks."""
        for each in self.wires:
            each.is_kept = True

    async def play(self, seconds: float) -> tuple[float, int]:
        """The play that comes next: CPU seconds, and how many actions it was."""
        first = self.at
        end = self.recording.said[first].now + 1000 * seconds
        begun = time.process_time()
        while (each := self.recording.said[self.at]).now < end:
            await self._pass_time(BEGUN + each.now)
            self.players[each.room * SEATS + each.seat].say(each.action)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            self.at += 1
        took = time.process_time() - begun
        for there in self.wires:
            there.look(self.seen.update)
        return took, self.at - first

    async def _pass_time(self, until: Ms) -> None:
        while (alarm := self.pulse.next_alarm(until)) is not None:
            assert alarm.ring is not None
            alarm.ring()
            while self.answered < self.handed:
                self.idle.clear()
                await self.idle.wait()
        self.pulse.at = until

    async def end(self) -> None:
        """Go on to the next beat, for which the last lines wait."""
        await self._pass_time(self.pulse.at // ONE_BEAT * ONE_BEAT + ONE_BEAT)
        await self.hub.keeper.ask(lambda store: None)

    def digest(self) -> str:
        """Of all that was written: to clients, and in logs."""
        with closing(sqlite3.connect(self.data / "freehold.db")) as db:
            rows = db.execute(
                "SELECT match, data FROM lines WHERE position > 0 ORDER BY match, position"
            ).fetchall()
        logs: dict[str, Any] = {}
        for match, line in rows:
            logs.setdefault(match, hashlib.sha256()).update(line)
        of_logs = "".join(sorted(log.hexdigest() for log in logs.values()))
        of_logs = hashlib.sha256(of_logs.encode()).hexdigest()[:16]
        return f"{len(rows)} lines {of_logs}, frames {self.seen.hexdigest()[:16]}"


async def serve(port: int, data: Path, recording: Path) -> None:
    """Play as many seconds as each line says, and answer with the cost."""
    inside = Inside(msgspec.json.decode(recording.read_bytes(), type=Recording), data)
    await inside.open(port)
    inside.keep()
    print("listening", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        spent, said = await inside.play(float(line))
        print(spent, said, flush=True)
    await inside.end()
    print(inside.digest(), flush=True)
    os._exit(0)


# Taking turns

Costs = dict[str, list[list[float]]]
"""Of each start the slices, in us per action."""


class Turn(Struct):
    process: subprocess.Popen[str]

    def ask(self, seconds: float) -> float:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        spent, said = self.read().split()
        return float(spent) * 1e6 / int(said)

    def end(self) -> str:
        """What it has written, in short."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.read()

    def read(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()


def start(source: Path, port: int, data: Path, recording: Path) -> Turn:
    data.mkdir()
    command = [sys.executable, __file__, "serve", str(port), str(data), str(recording)]
    env = {**os.environ, "PYTHONPATH": str((source / "src").resolve())}
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=env)
    return Turn(process)


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        port, data, kept = sys.argv[2:]
        deal(Path(kept))
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(serve(int(port), Path(data), Path(kept)))
        return
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--before", type=Path, required=True, help="another checkout of Freehold")
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--starts", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--port", type=int, default=8890)
    run(parser.parse_args())


def run(options: argparse.Namespace) -> None:
    play_s = WARM_UP_S + options.rounds * options.seconds + 1
    recording = record(options.connections // SEATS, play_s)
    costs: Costs = {"before": [], "now": []}
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "recording.json"
        save(recording, kept)
        for number in range(options.starts):
            digests = run_once(options, Path(folder) / str(number), kept, costs)
            is_same = digests["before"] == digests["now"]
            print("written: the same" if is_same else f"WRITTEN DIFFERS: {digests}")
    tell(costs)


def run_once(
    options: argparse.Namespace, folder: Path, recording: Path, costs: Costs
) -> dict[str, str]:
    """Two processes; a process is a little faster or slower than its like from its first moment,
    so it takes several to compare."""
    folder.mkdir()
    sources = {"before": options.before, "now": HERE.parents[1]}
    with ExitStack() as stack:
        turns = {
            name: start(source, options.port + number, folder / name, recording)
            for number, (name, source) in enumerate(sources.items())
        }
        for name, turn in turns.items():
            stack.callback(turn.process.kill)
            assert turn.read() == "listening"
            turn.ask(WARM_UP_S)
            costs[name].append([])
        for number in range(options.rounds):
            for name in [*turns][:: 1 if number % 2 else -1]:
                costs[name][-1].append(turns[name].ask(options.seconds))
        return {name: turn.end() for name, turn in turns.items()}


def tell(costs: Costs) -> None:
    """Other work only ever adds to a cost: so each slice of the play counts at its quietest."""
    print("| | CPU us/ack, middle half | each slice at its quietest |\n|---|---:|---:|")
    quiet = {}
    for name, starts in costs.items():
        low, middle, high = quantiles([cost for start in starts for cost in start])
        quiet[name] = mean(map(min, zip(*starts, strict=True)))
        print(f"| {name} | {middle:.1f} ({low:.1f}-{high:.1f}) | {quiet[name]:.1f} |")
    pairs = [
        now / before
        for one, other in zip(costs["now"], costs["before"], strict=True)
        for now, before in zip(one, other, strict=True)
    ]
    low, middle, high = quantiles(pairs)
    print(f"now / before: at their quietest {quiet['now'] / quiet['before']:.3f};", end=" ")
    print(f"{len(pairs)} pairs {middle:.3f}, their middle half {low:.3f}-{high:.3f}")


if __name__ == "__main__":
    main()
