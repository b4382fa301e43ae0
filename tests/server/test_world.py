"""The server that tests run: it must not matter how busy their machine is."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from freehold.protocol.wire import Acted
from freehold.server.settings import Settings
from tests.server.world import PATIENCE_S, Person, patient_settings, run, world


def test_no_deadline_is_shorter_than_tests_are_patient() -> None:
    settings = patient_settings()
    for name in Settings.__struct_fields__:
        if name.endswith("_timeout_ms"):
            assert getattr(settings, name) > PATIENCE_S * 1000, name
    assert patient_settings(hello_timeout_ms=50).hello_timeout_ms == 50


def test_a_line_that_nobody_reads_for_a_while_is_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two people in one test: while one waits for a bot, the other answers no ping."""

    async def story() -> None:
        async with world(ping_interval_ms=10) as w, Person(w) as ann:
            line = await ann.quick("land-grab", bot="random")
            (there,) = w.hub.connections.values()
            looked: Counter[str] = Counter()
            monkeypatch.setattr(there, "ping", lambda now: looked.update(["pings"]))
            monkeypatch.setattr(there, "heard_at", there.heard_at - 1000 * PATIENCE_S)
            while there.conn in w.hub.connections and looked["pings"] < 2:
                await asyncio.sleep(0.01)
            assert isinstance(await line.act(line.choose()), Acted)

    run(story())
