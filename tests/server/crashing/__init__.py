"""A server in a process that is killed, players who come back, and what the disk says."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from freehold.client import Api, Line, Tab
from freehold.games import load_game
from freehold.kernel.chance import Stream, key_of
from freehold.match import read_record, verify
from freehold.match.log import Entry, decode_line, spell_action
from freehold.protocol.wire import Acted, Done
from freehold.store import SqliteStore, Store
from freehold.store.postgres import PostgresStore

PATIENCE_S = 60
"""Far more than anything here takes; no test waits by the clock."""
PROGRAM = str(Path(__file__).with_name("serve.py"))
ROOT = str(Path(__file__).parents[3])
FIRST_PORT, PORTS, APART = 20_000, 12_000, 997
_given = itertools.count()
Command = tuple[str, int, str]
"""A match, a seat, and the command's id in its log."""


def free_port() -> int:
    """A port below those that the system hands out, so that it stays ours while we are down. Each
    is given once, and neighbouring processes begin far apart: nobody listens on it yet."""
    for _ in range(PORTS):
        port = FIRST_PORT + (os.getpid() * APART + next(_given)) % PORTS
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port
    raise AssertionError("no port is free")


class Crashable:
    """A server on one folder and one port, started and killed as often as one likes."""

    def __init__(
        self, folder: Path, *, is_early: bool = False, store: str = "", **more: int
    ) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._pid = 0
        self._store = store
        flags: dict[str, object] = {"data": folder, "port": self.port, "commands-per-second": 1000}
        flags |= {"max-command-burst": 10_000, "log-format": "json", "bot-workers": 1}
        flags |= {"store": store} if store else {}
        flags |= {name.replace("_", "-"): value for name, value in more.items()}
        words = [word for name, value in flags.items() for word in (f"--{name}", str(value))]
        early = ["--early"] if is_early else []
        with (folder / "server.log").open("w") as log:
            self._starter = subprocess.Popen(
                [sys.executable, PROGRAM, *early, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | {"PYTHONPATH": ROOT},
            )

    async def start(self) -> None:
        """Until it listens."""
        assert self._starter.stdin is not None
        self._starter.stdin.write("go\n")
        self._starter.stdin.flush()
        said = await asyncio.to_thread(self._read_until, "pid ", "Freehold is at ")
        assert said["Freehold is at "] == self.url, self.log()

    def _read_until(self, *beginnings: str) -> dict[str, str]:
        """Lines that begin so, in whatever order; others are passed over. It does not wait for one
        that cannot come any more, nor for ever: nobody could interrupt a thread that reads."""
        assert self._starter.stdout is not None
        found: dict[str, str] = {}
        patience = threading.Timer(PATIENCE_S, self._end)
        patience.start()
        try:
            while len(found) < len(beginnings):
                line = self._starter.stdout.readline()
                assert line, self.log()
                if line.startswith("pid "):
                    self._pid = int(line.removeprefix("pid "))
                found |= {
                    each: line[len(each) :].strip() for each in beginnings if line.startswith(each)
                }
                if line.startswith("gone") and "pid " in found:
                    self._pid = 0
                    raise AssertionError(f"it ended before it listened: {self.log()}")
        finally:
            patience.cancel()
        return found

    def _end(self) -> None:
        """Both processes; then there is nothing more to read."""
        pid, self._pid = self._pid, 0
        if pid:
            os.kill(pid, signal.SIGKILL)
        self._starter.kill()

    def send(self, number: signal.Signals) -> None:
        os.kill(self._pid, number)

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """SIGKILL, or a kinder word: nothing of it runs any more when this returns."""
        if self._pid:
            self.send(number)
            self._read_until("gone")
            self._pid = 0

    async def hold_up(self, seconds: float) -> None:
        """SIGSTOP for this long: it stands still and does not know it."""
        os.kill(self._pid, signal.SIGSTOP)
        await asyncio.sleep(seconds)
        os.kill(self._pid, signal.SIGCONT)

    def close(self) -> None:
        self.kill()
        self._starter.kill()
        self._starter.communicate()

    def log(self) -> str:
        return (self.folder / "server.log").read_text()

    def read(self) -> dict[str, list[bytes]]:
        """All matches' lines, as a dead server has left them."""
        file = self.folder / "freehold.db"
        store: Store = PostgresStore(self._store) if self._store else SqliteStore(file)
        try:
            return {row.id: store.read_lines(row.id) for row in store.matches(limit=100_000)}
        finally:
            store.close()


class Player:
    """A guest in one room who acts as fast as answers come, and notes what was acknowledged."""

    most_choices: int | None = None
    """How many are looked at before one is taken; None means all."""

    def __init__(self, line: Line, name: str) -> None:
        self.line = line
        self.tab = line.tab
        self.acknowledged: dict[Command, str] = {}
        self._rng = Stream(key_of("player"), name)
        self.last: dict[str, int] = {}
        """By match: the number of our last acknowledged action."""

    async def play(self) -> None:
        while True:
            await self.line.until(lambda: self.tab.is_fresh and bool(self.tab.match))
            assert self.tab.room is not None
            if self.tab.room.phase == "over":
                await self._rematch()
            elif self.tab.is_awaited:
                await self._act()
            else:
                await self.line.until(lambda: self.tab.is_awaited or self._is_over())

    def _is_over(self) -> bool:
        return self.tab.room is not None and self.tab.room.phase == "over"

    async def _rematch(self) -> None:
        match = self.tab.match
        if isinstance(await self.line.ask("rematch"), Done):
            connections = self.line.connections
            await self.line.until(
                lambda: self.tab.match != match or self.line.connections > connections
            )

    async def _act(self) -> None:
        known, match, seat = self.tab.known, self.tab.match, self.tab.seat
        assert known is not None
        assert known.view is not None
        choices = known.game.choices(known.view, self.line.now(), self._rng)
        found = list(itertools.islice(choices, self.most_choices))
        if not found:
            await asyncio.sleep(0.01)  # frozen: time alone will change it
            return
        action = spell_action(known.game, self._rng.pick(found))
        answer = await self.line.act(action)
        if isinstance(answer, Acted):
            self.acknowledged[match, seat, f"{self.tab.session}:{answer.n}"] = action
            self.last[match] = answer.n


async def seat_players(
    stack: AsyncExitStack,
    url: str | list[str],
    game: str,
    seats: int,
    make: type[Player] = Player,
    **wishes: Any,
) -> list[Player]:
    """A running match with this number of players, each at the next of these servers."""
    async with asyncio.timeout(PATIENCE_S):
        urls = [url] if isinstance(url, str) else url
        players: list[Player] = []
        room = secret = ""
        for seat in range(seats):
            api = await stack.enter_async_context(Api(urls[seat % len(urls)]))
            if not room:
                created = await api.create(game, **{"seats": seats, "clock": {}, **wishes})
                room, secret = created.room, created.secret
            joined = await api.join(room, secret)
            line = await stack.enter_async_context(Line(api, Tab(room, joined.token)))
            players.append(make(line, f"{room} {seat}"))
        for player in players[1:]:
            assert isinstance(await player.line.ask("ready"), Done)
        assert isinstance(await players[0].line.ask("start"), Done)
        for player in players:
            await player.line.until(lambda player=player: player.tab.is_fresh and player.tab.match)  # type: ignore[misc]
    return players


def find_faults(logs: dict[str, list[bytes]], players: list[Player]) -> list[str]:
    """What was acknowledged and is not in the log, and what is in it twice."""
    counted: Counter[Command] = Counter()
    actions: dict[Command, str] = {}
    for match, lines in logs.items():
        for line in map(decode_line, lines):
            if isinstance(line, Entry) and line.command:
                command = (match, line.seat, line.command)
                counted[command] += 1
                actions[command] = line.action
    faults = [f"twice: {command}" for command, times in counted.items() if times > 1]
    for player in players:
        for command, action in player.acknowledged.items():
            if actions.get(command) != action:
                faults.append(f"lost: {command} {action}")
    return faults


def verify_all(logs: dict[str, list[bytes]]) -> None:
    """Each log replays to itself, byte for byte."""
    for lines in logs.values():
        record = read_record(b"".join(lines))
        verify(load_game(record.header.game), record)
