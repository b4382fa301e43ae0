"""A server whose players all come back at once: it reads all matches of a data file, and prints
what msgspec built meanwhile, type by type.

    rebuilding.py FILE [cold]

`cold` is a planted fault: nothing is built at the start.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from types import FrameType
from typing import Any

from freehold.server import hub as hub_module
from freehold.server.hub import Hub
from freehold.server.settings import Settings
from freehold.store import SqliteStore

BUILDS = "get_class_annotations"
"""msgspec calls this function of its own, in Python, for each class at the class's first use."""
is_open = False
built: list[str] = []


def note(frame: FrameType, event: str, argument: Any) -> None:
    if is_open and event == "call" and frame.f_code.co_name == BUILDS:
        built.append(repr(frame.f_locals["obj"]))


async def serve(path: str) -> None:
    global is_open
    hub = Hub(Settings(), SqliteStore(path))
    await hub.open()
    is_open = True
    await asyncio.gather(*(room.wake() for room in hub.rooms.values()))
    is_open = False
    assert hub.rooms
    assert all(room.playing for room in hub.rooms.values())
    await hub.close()


if __name__ == "__main__":
    if "cold" in sys.argv:
        hub_module.warm_types = lambda *games: []  # type: ignore[attr-defined]
    sys.setswitchinterval(1e-6)
    threading.setprofile(note)
    sys.setprofile(note)
    asyncio.run(serve(sys.argv[1]))
    sys.setprofile(None)
    print("\n".join(built))
