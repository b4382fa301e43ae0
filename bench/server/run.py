"""What an acknowledged action costs, here and on other servers: `python bench/server/run.py`.

All servers run at the same time and take turns: a slice of the same recorded play of Area Attack
(`recorded.py`) goes to one of them, then to the next, and again, so that whatever else the machine
does meets all of them. What is compared is the CPU time of a server's process, from /proc (so:
Linux). First `npm install` in this folder brings Colyseus, and Node 22 for it.

    --connections 200   --rounds 12   --seconds 4   --only ours,views,raw   --json FILE
    --before PATH       another checkout of Freehold, measured beside this one
    --python PATH       another Python of the same version, for one more row of ours: an interpreter
                        that was built with its own profile (PGO) costs less
    --slow 4            everything takes four times as long, beats too, and is divided back: for a
                        machine that others use
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles

import msgspec
import uvloop
from msgspec import Struct

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from server.players import Count, Player  # noqa: E402
from server.recorded import SEATS, Recording, record, save  # noqa: E402
from server.tables import AREA_ATTACK, begin, seat_colyseus, seat_ours, seat_raw  # noqa: E402

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
WARM_UP_S = 0.5
REST_S = 0.3
SETTLE_S = 3.0
"""After all are seated, until what they were sent to begin with has come."""
UNSATURATED, LONG_MS = 0.97, 80
"""If less than this of what was sent is answered, or half of the answers take longer than this,
then the server had no time: actions gather, and cost less each. Such a slice is left out."""
FLOOR = ("1", "86")
"""The floor's room tells everybody of each action, in updates of about our size."""

Seating = Callable[[int, int, Count], Awaitable[list[Player]]]


class Slice(Struct):
    """One server for a few seconds."""

    us_per_ack: float
    us_per_update: float
    acked_per_second: float
    frames_per_second: float
    frame_bytes: float
    core_share: float
    kernel_share: float
    """Of the CPU time: what the system did for it, mostly reading and writing sockets."""
    p50_ms: float
    p99_ms: float
    answered: float
    """Of what was sent."""
    refused: dict[str, int]

    @property
    def is_sound(self) -> bool:
        return self.answered >= UNSATURATED and self.p50_ms <= LONG_MS


class Kind(Struct, frozen=True):
    """One of the servers that are compared."""

    name: str
    what: str
    command: tuple[str, ...]
    """After it come a port, and files: see `commands`."""
    seat: Seating


class Running:
    """A server's process with its players, and how far they have come."""

    def __init__(self, kind: Kind, pid: int, port: int) -> None:
        self.kind = kind
        self.pid = pid
        self.port = port
        self.count = Count()
        self.players: list[Player] = []
        self.at = 0
        self.slices: list[Slice] = []


# The server's process


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_SECOND


def exact_cpu_seconds(pid: int) -> float:
    """Of all threads that there are, to the nanosecond; `stat` counts in hundredths."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def ticks(pid: int) -> tuple[int, int]:
    """CPU time in the program and in the system, in hundredths of a second."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]), int(fields[12])


def rss_bytes(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_BYTES


@contextmanager
def server(command: Sequence[str], env: Mapping[str, str] | None = None) -> Iterator[int]:
    """A server's process, from when it listens; its process id."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, **(env or {})}
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "listening" in line, line
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def watch(pid: int, seconds: float, to: str) -> subprocess.Popen[bytes]:
    """py-spy, if it is installed: where the time goes, as stacks with counts."""
    command = ["py-spy", "record", "-p", str(pid), "-d", str(round(seconds)), "-f", "raw", "-o", to]
    return subprocess.Popen(
        [*command, "-r", "250"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


# The servers


async def seat_freehold(port: int, connections: int, count: Count) -> list[Player]:
    rooms = await seat_ours(port, AREA_ATTACK, connections, count)
    for players in rooms:  # one after the other: each gets the next recorded board
        await begin(players)
    return [player for players in rooms for player in sorted(players, key=lambda each: each.seat)]


def kinds() -> list[Kind]:
    python, node = sys.executable, str(HERE / "node_modules" / ".bin" / "node")
    ours, colyseus = str(HERE / "ours.py"), str(HERE / "colyseus.mjs")
    return [
        Kind("before", "the same, at an earlier commit", (python, ours), seat_freehold),
        Kind("ours", "rules, a view per seat, log before telling", (python, ours), seat_freehold),
        Kind("python", "ours, on another build of Python", (python, ours), seat_freehold),
        Kind("views", "Colyseus, a StateView per client", (node, colyseus, "views"), seat_colyseus),
        Kind(
            "shared", "Colyseus, one state, no secrets", (node, colyseus, "shared"), seat_colyseus
        ),
        Kind("raw", "Node, packed by hand", (node, str(HERE / "raw.mjs")), seat_raw),
        Kind("floor", "Colyseus, nothing", (node, str(HERE / "room.mjs")), seat_colyseus),
    ]


def command_of(kind: Kind, port: int, folder: Path, recording: Path, slow: int) -> list[str]:
    program, script, *how = kind.command
    if kind.name == "floor":
        return [program, script, str(port), str(SEATS), *FLOOR]
    if kind.seat is seat_freehold:
        return [program, script, str(port), str(folder), str(recording), str(slow)]
    return [program, script, str(port), str(recording), str(folder / "bench.db"), *how]


# Measuring


async def send_until(running: Running, recording: Recording, seconds: float, slow: int) -> None:
    """The play that comes next, at its own pace."""
    said, loop = recording.said, asyncio.get_running_loop()
    begun = loop.time() - said[running.at].now * slow / 1000
    end = said[running.at].now + 1000 * seconds
    while said[running.at].now < end:
        each = said[running.at]
        wait = begun + each.now * slow / 1000 - loop.time()
        if wait > 0:
            await asyncio.sleep(wait)
        running.players[each.room * SEATS + each.seat].say(each.action)
        running.at += 1


async def measure(running: Running, recording: Recording, seconds: float, slow: int) -> Slice:
    await send_until(running, recording, WARM_UP_S, slow)
    count, pid = running.count, running.pid
    count.clear()
    begun, spent = time.perf_counter(), exact_cpu_seconds(pid)
    program, system = ticks(pid)
    await send_until(running, recording, seconds, slow)
    took, spent = (time.perf_counter() - begun) / slow, exact_cpu_seconds(pid) - spent
    program, system = (now - then for now, then in zip(ticks(pid), (program, system), strict=True))
    waits = [wait / slow for wait in count.waits_ms] or [0.0, 0.0]
    lost = sum(player.line is None or player.line.is_closed for player in running.players)
    assert not lost, f"{running.kind.name}: {lost} connections were lost"
    result = Slice(
        spent * 1e6 / max(1, count.acked),
        spent * 1e6 / max(1, count.frames),
        count.acked / took,
        count.frames / took,
        count.frame_bytes / max(1, count.frames),
        spent / took,
        system / max(1, program + system),
        median(waits),
        quantiles(waits, n=100)[98],
        (count.acked + sum(count.refused.values())) / max(1, count.sent),
        dict(count.refused),
    )
    await asyncio.sleep(REST_S)
    return result


async def measure_all(
    servers: list[Running], recording: Recording, options: argparse.Namespace
) -> None:
    seconds, slow, spy = options.seconds, options.slow, options.spy
    connections = SEATS * len(recording.rooms)
    for running in servers:
        running.players = await running.kind.seat(running.port, connections, running.count)
    await asyncio.sleep(SETTLE_S)
    for turn in range(options.rounds):
        for running in servers if turn % 2 == 0 else servers[::-1]:
            spying = spy and running.kind.name == "ours"
            spied = watch(running.pid, seconds * slow, f"{spy}.{turn}") if spying else None
            running.slices.append(await measure(running, recording, seconds, slow))
            if spied:
                spied.wait()
            print(progress(turn, running), file=sys.stderr, flush=True)


def progress(turn: int, running: Running) -> str:
    last = running.slices[-1]
    full = "" if last.is_sound else ", left out"
    refused = f", refused {last.refused}" if last.refused else ""
    return f"{turn + 1} {running.kind.name}: {last.us_per_ack:.0f} us/ack{full}{refused}"


# Telling

HEAD = (
    "| server | what it does | CPU us/ack | of it the kernel | us/update | to StateView"
    " | to raw Node | to before | acks/s | updates/s | bytes/update | p50 ms | p99 ms | slices |\n|"
    + "---|" * 2
    + "---:|" * 12
)


def span(values: Sequence[float], digits: int = 0) -> str:
    if not values:
        return "?"
    low, high = f"{min(values):.{digits}f}", f"{max(values):.{digits}f}"
    return f"{median(values):.{digits}f} ({low}-{high})"


def ratios(running: Running, others: Mapping[str, Running], name: str) -> str:
    """To another server, round by round."""
    if name not in others or others[name] is running:
        return ""
    pairs = zip(running.slices, others[name].slices, strict=True)
    sound = [(one, other) for one, other in pairs if one.is_sound and other.is_sound]
    return span([one.us_per_ack / other.us_per_ack for one, other in sound], 2)


def row(running: Running, others: Mapping[str, Running]) -> str:
    sound = [each for each in running.slices if each.is_sound]

    def middle(field: str) -> str:
        return f"{median(getattr(each, field) for each in sound):.0f}" if sound else "?"

    cells = (
        running.kind.name,
        running.kind.what,
        span([each.us_per_ack for each in sound]),
        f"{median(each.kernel_share for each in sound):.0%}" if sound else "?",
        middle("us_per_update"),
        *(ratios(running, others, name) for name in ("views", "raw", "before")),
        middle("acked_per_second"),
        middle("frames_per_second"),
        middle("frame_bytes"),
        middle("p50_ms"),
        middle("p99_ms"),
        f"{len(sound)} of {len(running.slices)}",
    )
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--slow", type=int, default=1)
    parser.add_argument("--port", type=int, default=8790)
    parser.add_argument("--only", default="", help="these servers, by name")
    parser.add_argument("--before", default="", help="another checkout of Freehold")
    parser.add_argument("--python", default="", help="another Python, for one more row of ours")
    parser.add_argument("--json", default="", help="all slices, to this file")
    parser.add_argument("--spy", default="", help="py-spy's stacks of ours, to this file")
    options = parser.parse_args()
    servers = run(options)
    others = {running.kind.name: running for running in servers}
    print(HEAD)
    for running in servers:
        print(row(running, others))
    if options.json:
        slices = {running.kind.name: running.slices for running in servers}
        Path(options.json).write_bytes(msgspec.json.format(msgspec.json.encode(slices)))


def run(options: argparse.Namespace) -> list[Running]:
    wanted = options.only.split(",") if options.only else [kind.name for kind in kinds()]
    chosen = [kind for kind in kinds() if kind.name in wanted]
    for name in ("before", "python"):
        if not getattr(options, name, ""):
            chosen = [kind for kind in chosen if kind.name != name]
    play_s = options.rounds * (options.seconds + WARM_UP_S) + 1
    recording = record(options.connections // SEATS, play_s)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        save(recording, folder / "recording.json")
        servers = []
        for number, kind in enumerate(chosen):
            (own := folder / kind.name).mkdir()
            port = options.port + number
            source = (
                Path(options.before) / "src" if kind.name == "before" else HERE.parents[1] / "src"
            )
            command = command_of(kind, port, own, folder / "recording.json", options.slow)
            if kind.name == "before":  # starts as it did then
                command[1] = str(source.parent / "bench" / "server" / "ours.py")
            paths = [str(source.resolve())]
            if kind.name == "python":  # with the packages of this one
                command[0] = options.python
                paths.append(sysconfig.get_path("platlib"))
            env = {"PYTHONPATH": os.pathsep.join(paths), "BENCH_SLOW": str(options.slow)}
            pid = stack.enter_context(server(command, env))
            servers.append(Running(kind, pid, port))
        runner = stack.enter_context(asyncio.Runner(loop_factory=uvloop.new_event_loop))
        runner.run(measure_all(servers, recording, options))
    return servers


if __name__ == "__main__":
    main()
