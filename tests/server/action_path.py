"""The way of one action of Area Attack through the server: every function of ours that is called
between the bytes of a command and the last byte of what is answered.

    python -m tests.server.action_path      prints them, in the order of their first call

What is opened is a safe cell with mines around it, in a match of two people. The server's own
heartbeat (`pulse.py`) is left out: it is called whether somebody acts or not. Views are compared
in Python, whether or not the helper in C was built.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from contextlib import suppress
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import aiohttp
from msgspec import Struct

import freehold
from freehold.match import patches
from freehold.protocol import wire
from freehold.protocol.wire import Act, Acted
from tests.server.world import Line, opened, run, table, world

PACKAGE = Path(freehold.__file__).parent
ACTIONS = 3
"""The last is counted: the first ones find things that are made only once."""
ANSWERS = 2
"""The frame and the word that it counted."""
QUIET_S = 0.3
Step = tuple[str, str]


class Recorder:
    """Notes what is called, in the thread of the loop and in all others."""

    def __init__(self) -> None:
        self.called: dict[CodeType, None] = {}
        self.is_on = False

    def __call__(self, frame: FrameType, event: str, _given: Any) -> None:
        if self.is_on and event == "call":
            self.called[frame.f_code] = None

    def steps(self) -> list[Step]:
        """Functions of ours, with their files."""
        found = []
        for code in self.called:
            path = Path(code.co_filename)
            is_named = "<" not in code.co_qualname.replace("<locals>", "")  # no comprehension
            if is_named and path.is_relative_to(PACKAGE) and path.name != "pulse.py":
                found.append((path.relative_to(PACKAGE).as_posix(), code.co_qualname))
        return found


async def begin_to_open(lines: list[Line]) -> None:
    """Everybody chooses where to begin."""
    for line in lines:
        known = line.knowledge
        while known is not None and known.view is not None and not known.view.facts.stage:
            if action := line.choose():
                await line.act(action)
            else:
                break
    for line in lines:
        await quiet(line)


async def quiet(line: Line) -> None:
    """Hear what still comes."""
    with suppress(TimeoutError):
        while True:
            async with asyncio.timeout(QUIET_S):
                await line.next()


def safe_cell(state: Any, seat: int) -> str:
    """A cell that the seat may open, without a mine and with some around it."""
    for cell, is_legal in enumerate(state.legal[seat]):
        if is_legal and not state.mine[cell] and state.number[cell]:
            return f"{cell % state.width},{cell // state.width}"
    raise LookupError("every cell beside the seat's own holds a mine")


async def act_once(line: Line, action: str, recorder: Recorder) -> list[Struct]:
    """Send one action and wait for its answers; they are read afterwards."""
    line.n += 1
    sent = wire.encode(Act(line.n, action))
    data: list[bytes] = []
    recorder.called.clear()
    recorder.is_on = True
    await line.socket.send_bytes(sent)
    while len(data) < ANSWERS:
        frame = await line.socket.receive()
        assert frame.type is aiohttp.WSMsgType.BINARY, frame
        data.append(frame.data)
    recorder.is_on = False
    return [wire.decode_from_server(each) for each in data]


async def walk() -> list[Step]:
    recorder = Recorder()
    helper, patches.quick = patches.quick, None
    threading.setprofile(recorder)
    sys.setprofile(recorder)
    try:
        async with world(stall_threshold_ms=3_600_000) as w, table(w, "area-attack") as lines:
            await begin_to_open(lines)
            playing = opened(w, lines[0]).playing
            assert playing is not None
            for _ in range(ACTIONS):
                assert playing.live is not None
                action = f"open {safe_cell(playing.live.match.state, 0)}"
                answers = await act_once(lines[0], action, recorder)
                kinds = [type(each).__name__ for each in answers]
                assert sorted(kinds) == [Acted.__name__, "Frame"], kinds
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        patches.quick = helper
    return recorder.steps()


def main() -> None:
    steps = run(walk())
    for path, name in steps:
        print(f"{path:32} {name}")
    print(f"{len({path for path, _ in steps})} files, {len(steps)} functions")


if __name__ == "__main__":
    main()
